//! Which pairs does a query hold, and what does it read after one of them is changed?
//!
//! The twin of `syntax/query.py`: one pair is written, its neighbours stay byte for byte.
//! Source: RFC 3986 §3.4, §2.4.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::door::{self, Given};
use crate::percent::{encode, escape, escaped, kept_in};
use crate::table::Class;

/// The value of a pair: data, or none at all.
pub type Value<'a> = Option<Cow<'a, str>>;

/// Writes the query with one pair of a key: the first gets the value in its place, further ones go; or it is appended.
pub fn set_pair(
    query: Option<&[u8]>,
    key: &[u8],
    value: &Value<'_>,
    plus: bool,
    out: &mut Vec<u8>,
) {
    let start = out.len();
    let mut found = false;
    let mut buffer = Vec::new();
    for (number, piece) in pieces(query).enumerate() {
        let same = !piece.is_empty() && decoded_key(piece, plus, &mut buffer) == key;
        if same && found {
            continue;
        }
        if number > 0 {
            out.push(b'&');
        }
        if same {
            found = true;
            out.extend_from_slice(written_key(piece));
            write_value(value, out);
        } else {
            out.extend_from_slice(piece);
        }
    }
    if !found {
        out.truncate(start);
        add_pair(query, key, value, out);
    }
}

/// Writes the query with one more pair at its end.
pub fn add_pair(query: Option<&[u8]>, key: &[u8], value: &Value<'_>, out: &mut Vec<u8>) {
    let text = query.unwrap_or_default();
    out.extend_from_slice(text);
    if !text.is_empty() && !text.ends_with(b"&") {
        out.push(b'&');
    }
    encode(key, kept("key"), out);
    write_value(value, out);
}

/// Writes the query without the pairs whose key fits one of the globs.
///
/// Says whether a query is left at all; `None` where it cannot tell whether one fits.
pub fn drop_pairs(
    query: Option<&[u8]>,
    globs: &[impl AsRef<str>],
    plus: bool,
    out: &mut Vec<u8>,
) -> Option<bool> {
    let start = out.len();
    let mut buffer = Vec::new();
    let (mut gone, mut first) = (false, true);
    for piece in pieces(query) {
        if !piece.is_empty() && fits_one(decoded_key(piece, plus, &mut buffer), globs)? {
            gone = true;
            continue;
        }
        if !first {
            out.push(b'&');
        }
        first = false;
        out.extend_from_slice(piece);
    }
    if gone {
        return Some(out[start..].iter().any(|&byte| byte != b'&'));
    }
    Some(query.is_some())
}

/// Writes the query with its pairs in the order of their keys, those of one key as they stood; or nothing, where they
/// are in order.
///
/// Says whether it wrote.
pub fn sort_pairs(query: &[u8], plus: bool, out: &mut Vec<u8>) -> bool {
    if !query.contains(&b'&') {
        return false;
    }
    let mut buffer = Vec::new();
    let keyed = |piece| (owned_key(piece, plus, &mut buffer), piece);
    let mut pairs: Vec<_> = pieces(Some(query)).map(keyed).collect();
    if pairs.is_sorted_by(|(a, _), (b, _)| a <= b) {
        return false;
    }
    pairs.sort_by(|(a, _), (b, _)| a.cmp(b));
    for (number, (_, piece)) in pairs.into_iter().enumerate() {
        if number > 0 {
            out.push(b'&');
        }
        out.extend_from_slice(piece);
    }
    true
}

/// Writes the decoded value of the first pair of a key; `None` where there is no such pair, it has no value, or that is
/// no UTF-8.
pub fn first_value(
    query: &[u8],
    key: &[u8],
    plus: bool,
    buffer: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Option<()> {
    let mut same = |piece: &&[u8]| !piece.is_empty() && decoded_key(piece, plus, buffer) == key;
    let (_, value) = halves(pieces(Some(query)).find(&mut same)?);
    out.extend_from_slice(data(value?, plus, buffer)?);
    Some(())
}

/// The pairs of a query: their data, or `None` where one of it is no UTF-8.
pub fn each_pair(
    query: &[u8],
    plus: bool,
    buffers: &mut [Vec<u8>; 2],
    mut found: impl FnMut(&[u8], Option<&[u8]>),
) -> Option<()> {
    let [first, second] = buffers;
    for piece in pieces(Some(query)).filter(|piece| !piece.is_empty()) {
        let (key, value) = halves(piece);
        let value = match value {
            Some(value) => Some(data(value, plus, second)?),
            None => None,
        };
        found(data(key, plus, first)?, value);
    }
    Some(())
}

/// A key and a value as written.
#[inline]
fn halves(piece: &[u8]) -> (&[u8], Option<&[u8]>) {
    let key = written_key(piece);
    (key, piece.get(key.len() + 1..))
}

/// The data of a key or value; `None` where it is no UTF-8, or a "%" begins no escape.
#[inline]
fn data<'a>(written: &'a [u8], plus: bool, buffer: &'a mut Vec<u8>) -> Option<&'a [u8]> {
    if !written.iter().any(|byte| matches!(byte, b'%' | b'+')) {
        return Some(written);
    }
    decode(written, plus, buffer)?;
    std::str::from_utf8(buffer).ok().map(str::as_bytes)
}

/// What stands between the "&".
#[inline]
fn pieces(query: Option<&[u8]>) -> impl Iterator<Item = &[u8]> {
    query
        .into_iter()
        .flat_map(|text| text.split(|&byte| byte == b'&'))
}

#[inline]
fn kept(component: &str) -> Class {
    kept_in(component).unwrap_or_default()
}

fn write_value(value: &Value<'_>, out: &mut Vec<u8>) {
    if let Some(value) = value {
        out.push(b'=');
        encode(value.as_bytes(), kept("value"), out);
    }
}

#[inline]
fn written_key(piece: &[u8]) -> &[u8] {
    let end = piece.iter().position(|&byte| byte == b'=');
    &piece[..end.unwrap_or(piece.len())]
}

/// The key of a pair, to compare; octets that are no UTF-8 stay escaped, and what is no component at all is only like
/// itself.
#[inline]
fn decoded_key<'a>(piece: &'a [u8], plus: bool, buffer: &'a mut Vec<u8>) -> &'a [u8] {
    let key = written_key(piece);
    if is_read(key, plus, buffer) {
        return buffer;
    }
    key
}

/// As `decoded_key`, to be kept.
fn owned_key<'a>(piece: &'a [u8], plus: bool, buffer: &mut Vec<u8>) -> Cow<'a, [u8]> {
    let key = written_key(piece);
    if is_read(key, plus, buffer) {
        return Cow::Owned(buffer.clone());
    }
    Cow::Borrowed(key)
}

/// Whether the data of a key is another text, which is put in the buffer.
#[inline]
fn is_read(key: &[u8], plus: bool, buffer: &mut Vec<u8>) -> bool {
    key.iter().any(|byte| matches!(byte, b'%' | b'+')) && decode_key(key, plus, buffer).is_some()
}

fn decode_key(key: &[u8], plus: bool, buffer: &mut Vec<u8>) -> Option<()> {
    decode(key, plus, buffer)?;
    if std::str::from_utf8(buffer).is_err() {
        let octets = std::mem::take(buffer);
        for chunk in octets.utf8_chunks() {
            buffer.extend_from_slice(chunk.valid().as_bytes());
            for &octet in chunk.invalid() {
                escape(octet, buffer);
            }
        }
    }
    Some(())
}

/// The octets of a key or value in place of *buffer*; `None` where a "%" begins no escape.
#[inline]
fn decode(written: &[u8], plus: bool, buffer: &mut Vec<u8>) -> Option<()> {
    buffer.clear();
    let mut rest = written;
    while let [first, after @ ..] = rest {
        let octet = match first {
            b'%' => escaped(rest)?,
            b'+' if plus => b' ',
            _ => *first,
        };
        buffer.push(octet);
        rest = if *first == b'%' { &after[2..] } else { after };
    }
    Some(())
}

fn fits_one(key: &[u8], globs: &[impl AsRef<str>]) -> Option<bool> {
    for glob in globs.iter().map(AsRef::as_ref) {
        if glob.contains('?') && !key.is_ascii() {
            return None; // "?" is a character, not an octet
        }
        if fits(key, glob.as_bytes()) {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether the whole of a key is what a glob describes; the twin of `syntax/glob.py`.
fn fits(key: &[u8], glob: &[u8]) -> bool {
    let mut parts = glob.split(|&byte| byte == b'*');
    let first = parts.next().unwrap_or_default();
    let Some(last) = parts.next_back() else {
        return key.len() == glob.len() && stands(key, glob);
    };
    let Some(inside) = key.len().checked_sub(first.len() + last.len()) else {
        return false;
    };
    let (start, rest) = key.split_at(first.len());
    let (mut rest, end) = rest.split_at(inside);
    if !stands(start, first) || !stands(end, last) {
        return false;
    }
    for part in parts {
        let found = part.is_empty().then_some(0);
        let found = found.or_else(|| rest.windows(part.len()).position(|one| stands(one, part)));
        match found {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// Whether a text is as long as a part, and what it describes.
#[inline]
fn stands(text: &[u8], part: &[u8]) -> bool {
    text.len() == part.len() && text.iter().zip(part).all(|(a, b)| a == b || *b == b'?')
}

// --------------------------------------------------------------------------------------------------- the twin

#[doc = include_str!("docs/decoded_pairs.txt")]
#[pyfunction]
#[pyo3(name = "decoded_pairs", signature = (text, plus=Given::ABSENT, errors=Given::ABSENT))]
pub fn decoded_pairs_twin<'py>(
    text: &Bound<'py, PyAny>,
    plus: Given<'_, 'py>,
    errors: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    if errors.is("strict")
        && let Some(plus) = plus.flag(false)
        && let Some(query) = door::text(text)
        && let Some(pairs) = decoded_pairs(py, query, plus)
    {
        return Ok(PyTuple::new(py, pairs)?.into_any());
    }
    let named = [("plus", plus.value()), ("errors", errors.value())];
    door::ask(py, "decoded_pairs", (text,), &named)
}

type Pair<'py> = (Bound<'py, PyString>, Option<Bound<'py, PyString>>);

/// Each pair as data; `None` where Python has to look.
fn decoded_pairs<'py>(py: Python<'py>, query: &str, plus: bool) -> Option<Vec<Pair<'py>>> {
    let mut buffer = Vec::new();
    let mut data = |written: &str| -> Option<Bound<'py, PyString>> {
        if !written.bytes().any(|byte| matches!(byte, b'%' | b'+')) {
            return Some(PyString::new(py, written));
        }
        decode(written.as_bytes(), plus, &mut buffer)?;
        Some(PyString::new(py, std::str::from_utf8(&buffer).ok()?))
    };
    let cut = |piece: &'_ str| {
        let (key, value) = match piece.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (piece, None),
        };
        let value = match value {
            Some(value) => Some(data(value)?),
            None => None,
        };
        Some((data(key)?, value))
    };
    query
        .split('&')
        .filter(|piece| !piece.is_empty())
        .map(cut)
        .collect()
}
