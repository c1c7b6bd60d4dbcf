"""From text to parts: the grammar of RFC 3986 and what each component holds."""
