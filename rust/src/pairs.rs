//! How does a reference read after a pair of its query is changed?
//!
//! The twins of the edits in `reference.py`, over `query.rs`.
//! Source: RFC 3986 §3.4.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::cuts::{Cuts, Pieces};
use crate::door;
use crate::query::{self, Value};

const LIMIT: usize = 10_000; // pairs, as `Query` has it

/// Writes a reference with one pair of *key*, and says where it is cut; `None` where Python has to look.
pub fn set(
    read: &Pieces,
    key: &Bound<'_, PyAny>,
    value: Option<&Bound<'_, PyAny>>,
    out: &mut Vec<u8>,
) -> Option<Cuts> {
    let (key, value) = pair(key, value)?;
    edit(read, out, |text, out| {
        query::set_pair(text, key.as_bytes(), &value, true, out);
        Some(true)
    })
}

/// Writes a reference with one more pair.
pub fn add(
    read: &Pieces,
    key: &Bound<'_, PyAny>,
    value: Option<&Bound<'_, PyAny>>,
    out: &mut Vec<u8>,
) -> Option<Cuts> {
    let (key, value) = pair(key, value)?;
    edit(read, out, |text, out| {
        query::add_pair(text, key.as_bytes(), &value, out);
        Some(true)
    })
}

/// Writes a reference without the pairs that fit one of some globs.
pub fn drop(read: &Pieces, globs: &Bound<'_, PyTuple>, out: &mut Vec<u8>) -> Option<Cuts> {
    let globs: Vec<_> = globs.iter_borrowed().collect();
    let globs: Option<Vec<&str>> = globs.iter().map(|glob| door::text(glob)).collect();
    let globs = globs?;
    edit(read, out, |text, out| {
        query::drop_pairs(text, &globs, true, out)
    })
}

/// A key and a value as an edit takes them; `None` where Python has to look.
#[inline]
fn pair<'a>(
    key: &'a Bound<'_, PyAny>,
    value: Option<&'a Bound<'_, PyAny>>,
) -> Option<(&'a str, Value<'a>)> {
    let key = door::text(key)?;
    let value = match value {
        None => None,
        Some(value) => Some(match door::text(value) {
            Some(text) => Cow::Borrowed(text),
            None => value
                .cast_exact::<PyInt>()
                .ok()?
                .extract::<i64>()
                .ok()?
                .to_string()
                .into(),
        }),
    };
    (!key.is_empty() || value.is_some()).then_some((key, value))
}

/// Writes a reference whose query *write* writes anew, which says whether there is one; gives where it is cut.
fn edit(
    read: &Pieces,
    out: &mut Vec<u8>,
    write: impl FnOnce(Option<&[u8]>, &mut Vec<u8>) -> Option<bool>,
) -> Option<Cuts> {
    if read.query().len() > LIMIT {
        return None; // it may have too many pairs
    }
    out.extend_from_slice(&read.text[..read.cuts.path as usize]);
    let before = out.len();
    out.push(b'?');
    if !write(read.query().get(1..), out)? {
        out.truncate(before);
    }
    let query = u32::try_from(out.len()).ok()?;
    out.extend_from_slice(read.fragment());
    Some(Cuts { query, ..read.cuts })
}
