"""The command line: transcripts, traps, formats."""
