//! Which kind of reference is a text, if any?
//!
//! The twins of the questions in `syntax/parse.py`.
//! Source: RFC 3986 §3, §4.1–4.3; RFC 3987 §2.2.
#![forbid(unsafe_code)]

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cuts::Pieces;
use crate::parse::{Spec, pieces};

/// A str that cannot be written as UTF-8 (lone surrogates) is no reference.
#[inline]
fn read<'a>(text: &'a Bound<'_, PyString>, spec: Spec) -> Option<Pieces<'a>> {
    pieces(text.to_str().ok()?.as_bytes(), spec)
}

/// A function of Python that says whether a text is what the rule asks of its pieces.
macro_rules! question {
    ($($name:ident, $spec:expr, |$read:ident| $answer:expr;)*) => {$(
        #[doc = include_str!(concat!("docs/", stringify!($name), ".txt"))]
        #[pyfunction]
        pub fn $name(text: &Bound<'_, PyString>) -> bool {
            read(text, $spec).is_some_and(|$read| $answer)
        }
    )*};
}

question! {
    is_uri_reference, Spec::Rfc3986, |_read| true;
    is_uri, Spec::Rfc3986, |read| read.cuts.has_scheme();
    is_relative_ref, Spec::Rfc3986, |read| !read.cuts.has_scheme();
    is_absolute_uri, Spec::Rfc3986, |read| read.cuts.has_scheme() && read.fragment().is_empty();
    is_iri_reference, Spec::Rfc3987, |_read| true;
    is_iri, Spec::Rfc3987, |read| read.cuts.has_scheme();
    is_irelative_ref, Spec::Rfc3987, |read| !read.cuts.has_scheme();
    is_absolute_iri, Spec::Rfc3987, |read| read.cuts.has_scheme() && read.fragment().is_empty();
}
