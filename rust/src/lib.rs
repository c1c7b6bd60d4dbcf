//! `urikit._native`: the Rust twins of the Python functions marked `@accelerated`.
//!
//! The Python is the specification; `tests/test_twins.py` holds each twin to it.
#![deny(unsafe_code)]

mod parse;
mod table;

/// The one door to Python: what is listed here can be a twin.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;
    use pyo3::types::PyString;

    use crate::parse::{Reference, reference};

    /// A str that cannot be written as UTF-8 (lone surrogates) is no reference.
    fn read(text: &Bound<'_, PyString>) -> Option<Reference> {
        reference(text.to_str().ok()?.as_bytes())
    }

    /// Whether the text is a `URI`: a scheme, and perhaps a fragment (RFC 3986 §3).
    #[pyfunction]
    fn is_uri(text: &Bound<'_, PyString>) -> bool {
        read(text).is_some_and(|r| r.has_scheme)
    }

    /// Whether the text is a `URI-reference`: a `URI` or a `relative-ref` (RFC 3986 §4.1).
    #[pyfunction]
    fn is_uri_reference(text: &Bound<'_, PyString>) -> bool {
        read(text).is_some()
    }

    /// Whether the text is a `relative-ref`: a reference without a scheme (RFC 3986 §4.2).
    #[pyfunction]
    fn is_relative_ref(text: &Bound<'_, PyString>) -> bool {
        read(text).is_some_and(|r| !r.has_scheme)
    }

    /// Whether the text is an `absolute-URI`: a scheme and no fragment (RFC 3986 §4.3).
    #[pyfunction]
    fn is_absolute_uri(text: &Bound<'_, PyString>) -> bool {
        read(text).is_some_and(|r| r.has_scheme && !r.has_fragment)
    }
}
