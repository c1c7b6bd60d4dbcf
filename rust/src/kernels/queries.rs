//! What does each row's query hold, and how does the row read after it is edited?
//!
//! The pairs are those of `query.rs`.
//! Source: RFC 3986 §3.4.
#![forbid(unsafe_code)]

use pyo3::prelude::*;

use super::rewrites::{Rewrite, Spare};
use super::{Made, Options};
use crate::cuts::Pieces;
use crate::normalize::Outcome;
use crate::query::{drop_pairs, first_value, sort_pairs};

/// How "+" is to be read.
pub fn plus(options: &Options<'_, '_>) -> PyResult<bool> {
    let value = options.get("plus")?;
    value.map_or(Ok(true), |value| value.is_truthy())
}

pub fn query_value(options: &Options<'_, '_>) -> PyResult<Made> {
    let (Some(spec), Some(name)) = (options.spec()?, options.text("name", "")?) else {
        return Ok(None);
    };
    let plus = plus(options)?;
    let form = move |read: &Pieces<'_>, spare: &mut Spare, out: &mut Vec<u8>| {
        let query = read.query().strip_prefix(b"?")?;
        first_value(query, name.as_bytes(), plus, &mut spare.0, out).map(|()| Outcome::Written)
    };
    Ok(Some(Box::new(Rewrite::new(spec, form))))
}

pub fn drop_query(options: &Options<'_, '_>) -> PyResult<Made> {
    let globs: Option<Vec<String>> = match options.get("globs")? {
        None => Some(Vec::new()),
        Some(globs) => globs.extract().ok(),
    };
    let Some(globs) = globs else {
        return Ok(None);
    };
    edit(options, move |query, out| {
        let start = out.len();
        let Some(left) = drop_pairs(Some(query), &globs, true, out) else {
            return Edit::Ask;
        };
        match (left, out.len() - start == query.len()) {
            (_, true) => Edit::None,
            (true, _) => Edit::Written,
            (false, _) => Edit::Gone,
        }
    })
}

pub fn sort_query(options: &Options<'_, '_>) -> PyResult<Made> {
    edit(options, |query, out| {
        if sort_pairs(query, true, out) {
            Edit::Written
        } else {
            Edit::None
        }
    })
}

/// What is made of a query.
enum Edit {
    /// It stays as it is.
    None,
    Written,
    /// None is left.
    Gone,
    Ask,
}

/// The loop that writes each reference with its query as *write* has it.
fn edit(
    options: &Options<'_, '_>,
    write: impl Fn(&[u8], &mut Vec<u8>) -> Edit + Send + Sync + 'static,
) -> PyResult<Made> {
    let Some(spec) = options.spec()? else {
        return Ok(None);
    };
    let form = move |read: &Pieces<'_>, _: &mut Spare, out: &mut Vec<u8>| {
        let Some(query) = read.query().strip_prefix(b"?") else {
            return Some(Outcome::Same);
        };
        let start = out.len();
        out.extend_from_slice(&read.text[..read.cuts.path as usize]);
        let mark = out.len();
        out.push(b'?');
        match write(query, out) {
            Edit::None => {
                out.truncate(start);
                return Some(Outcome::Same);
            }
            Edit::Ask => return Some(Outcome::Ask),
            Edit::Gone => out.truncate(mark),
            Edit::Written => {}
        }
        out.extend_from_slice(read.fragment());
        Some(Outcome::Written)
    };
    Ok(Some(Box::new(Rewrite::new(spec, form))))
}
