//! How does Appendix B cut a text?
//!
//! The twin of `syntax/split.py`.
//! Source: RFC 3986 Appendix B.
#![forbid(unsafe_code)]

use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::door;

/// Scheme, authority, path, query and fragment of any text; what is undefined is `None`.
pub type Five<'a> = (
    Option<&'a [u8]>,
    Option<&'a [u8]>,
    &'a [u8],
    Option<&'a [u8]>,
    Option<&'a [u8]>,
);

/// Cuts any text into five components.
pub fn split(text: &[u8]) -> Five<'_> {
    let (rest, fragment) = partition(text, b'#');
    let (rest, query) = partition(rest, b'?');
    let (scheme, rest) = match partition(rest, b':') {
        (scheme, Some(after)) if !scheme.is_empty() && !scheme.contains(&b'/') => {
            (Some(scheme), after)
        }
        _ => (None, rest),
    };
    let (authority, path) = match rest.strip_prefix(b"//") {
        Some(after) => {
            let end = after.iter().position(|&byte| byte == b'/');
            let (authority, path) = after.split_at(end.unwrap_or(after.len()));
            (Some(authority), path)
        }
        None => (None, rest),
    };
    (scheme, authority, path, query, fragment)
}

/// What stands before the first of those bytes, and behind it.
#[inline]
fn partition(text: &[u8], mark: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| byte == mark) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

#[doc = include_str!("docs/split.txt")]
#[pyfunction]
#[pyo3(name = "split")]
pub fn split_twin<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let Some(known) = door::text(text) else {
        return door::ask(py, "split", (text,), &[]);
    };
    let (scheme, authority, path, query, fragment) = split(known.as_bytes());
    let text = |part| PyString::from_bytes(py, part);
    let five = (
        scheme.map(text).transpose()?,
        authority.map(text).transpose()?,
        text(path)?,
        query.map(text).transpose()?,
        fragment.map(text).transpose()?,
    );
    // not by the class's own `__new__`, which only puts the five in a tuple
    let class = CLASS.import(py, "urikit.syntax.split", "Split")?;
    let new = NEW.get_or_try_init(py, || {
        let new = PyTuple::type_object(py).getattr("__new__")?;
        Ok::<_, PyErr>(new.unbind())
    })?;
    new.bind(py).call1((class, five))
}

static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
