"""What a reader, a fetcher or a log must be warned of in a reference that is valid.  RFC 3986 §7."""
