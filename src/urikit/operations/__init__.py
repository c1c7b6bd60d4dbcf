"""Whole references, text in and text out: resolve, normalise, compare, find a base, build.  RFC 3986 §4.4–§6."""
