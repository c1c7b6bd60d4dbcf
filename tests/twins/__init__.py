"""Long comparisons of the Rust twins with their Python."""
