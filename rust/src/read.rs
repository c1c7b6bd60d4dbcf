//! What are the parts of this text, as texts?
//!
//! The twins of `pieces` and `read` in `syntax/parse.py`.
//! Source: RFC 3986 §3, §4.1–4.3, §5.3.
#![forbid(unsafe_code)]

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::cuts::Pieces;
use crate::door::{self, Given};
use crate::parse;

/// The seven pieces as a tuple of `str`.
#[inline]
pub fn seven<'py>(py: Python<'py>, read: &Pieces) -> PyResult<Bound<'py, PyTuple>> {
    let text = |piece| PyString::from_bytes(py, piece);
    let all = [
        text(read.scheme())?,
        text(read.user())?,
        text(read.host())?,
        text(read.port())?,
        text(read.path())?,
        text(read.query())?,
        text(read.fragment())?,
    ];
    PyTuple::new(py, all)
}

#[doc = include_str!("docs/pieces.txt")]
#[pyfunction]
#[pyo3(signature = (text, spec=Given::ABSENT))]
pub fn pieces<'py>(
    text: &Bound<'py, PyAny>,
    spec: Given<'_, 'py>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = text.py();
    if let (Some(known), Some(spec)) = (door::text(text), door::spec(spec.value())) {
        if let Some(read) = parse::pieces(known.as_bytes(), spec) {
            return Ok(Some(seven(py, &read)?.into_any()));
        }
        if u32::try_from(known.len()).is_ok() {
            return Ok(None);
        }
    }
    let found = door::ask(py, "pieces", (text,), &[("spec", spec.value())])?;
    Ok((!found.is_none()).then_some(found))
}

#[doc = include_str!("docs/read.txt")]
#[pyfunction]
#[pyo3(signature = (text, rule=Given::ABSENT, spec=Given::ABSENT))]
pub fn read<'py>(
    text: &Bound<'py, PyAny>,
    rule: Given<'_, 'py>,
    spec: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(read) = fitting(text, rule, spec) {
        return Ok(seven(text.py(), &read)?.into_any());
    }
    let named = [("rule", rule.value()), ("spec", spec.value())];
    door::ask(text.py(), "read", (text,), &named)
}

#[inline]
fn fitting<'a>(
    text: &'a Bound<'_, PyAny>,
    rule: Given<'_, '_>,
    spec: Given<'_, '_>,
) -> Option<Pieces<'a>> {
    let read = parse::pieces(door::text(text)?.as_bytes(), door::spec(spec.value())?)?;
    let Some(rule) = rule.value() else {
        return Some(read);
    };
    let fits = match door::text(rule)? {
        "URI-reference" => true,
        "URI" => read.cuts.has_scheme(),
        "absolute-URI" => read.cuts.has_scheme() && read.fragment().is_empty(),
        "relative-ref" => !read.cuts.has_scheme(),
        _ => false,
    };
    fits.then_some(read)
}
