//! How does a reference read after a pair of its query is changed?
//!
//! The twins of the edits in `syntax/query.py` and `operations/pairs.py`.
//! Source: RFC 3986 §3.4.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::door;
use crate::parts::Parts;
use crate::query::{self, Value};

const LIMIT: usize = 10_000; // pairs, as `Query` has it

#[doc = include_str!("docs/query_set.txt")]
#[pyfunction]
#[pyo3(name = "query_set")]
pub fn query_set_twin<'py>(
    value: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
    data: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let text = pair(key, data).and_then(|(key, pair)| {
        edited(value, |text, out| {
            query::set_pair(text, key.as_bytes(), &pair, true, out);
            Some(true)
        })
    });
    text.map_or_else(
        || door::ask(value.py(), "query_set", (value, key, data), &[]),
        Ok,
    )
}

#[doc = include_str!("docs/query_added.txt")]
#[pyfunction]
#[pyo3(name = "query_added")]
pub fn query_added_twin<'py>(
    value: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
    data: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let text = pair(key, data).and_then(|(key, pair)| {
        edited(value, |text, out| {
            query::add_pair(text, key.as_bytes(), &pair, out);
            Some(true)
        })
    });
    text.map_or_else(
        || door::ask(value.py(), "query_added", (value, key, data), &[]),
        Ok,
    )
}

#[doc = include_str!("docs/query_dropped.txt")]
#[pyfunction]
#[pyo3(name = "query_dropped")]
pub fn query_dropped_twin<'py>(
    value: &Bound<'py, PyAny>,
    globs: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let text = edited(value, |text, out| {
        let globs = globs.cast_exact::<PyTuple>().ok()?;
        let globs: Vec<_> = globs.iter_borrowed().collect();
        let globs: Option<Vec<&str>> = globs.iter().map(|glob| door::text(glob)).collect();
        query::drop_pairs(text, &globs?, true, out)
    });
    text.map_or_else(
        || door::ask(value.py(), "query_dropped", (value, globs), &[]),
        Ok,
    )
}

/// A key and a value as an edit takes them; `None` where Python has to look.
#[inline]
fn pair<'a>(key: &'a Bound<'_, PyAny>, data: &'a Bound<'_, PyAny>) -> Option<(&'a str, Value<'a>)> {
    let key = door::text(key)?;
    let value = if data.is_none() {
        None
    } else if let Some(text) = door::text(data) {
        Some(Cow::Borrowed(text))
    } else {
        let number: i64 = data.cast_exact::<PyInt>().ok()?.extract().ok()?;
        Some(Cow::Owned(number.to_string()))
    };
    (!key.is_empty() || value.is_some()).then_some((key, value))
}

/// The text of a value after *write* has written its query anew and said whether there is one.
#[inline]
fn edited<'py>(
    value: &Bound<'py, PyAny>,
    write: impl FnOnce(Option<&[u8]>, &mut Vec<u8>) -> Option<bool>,
) -> Option<Bound<'py, PyAny>> {
    let value = value.cast::<Parts>().ok()?;
    let (_, read) = Parts::of(value).ok()?;
    if read.query().len() > LIMIT {
        return None; // it may have too many pairs
    }
    let text = door::written(value.py(), |out| {
        out.extend_from_slice(&read.text[..read.cuts.path as usize]);
        let before = out.len();
        out.push(b'?');
        if !write(read.query().get(1..), out)? {
            out.truncate(before);
        }
        out.extend_from_slice(read.fragment());
        Some(())
    })?;
    Some(text.into_any())
}
