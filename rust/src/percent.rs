//! How does data get into a component and out again?
//!
//! Appends to a buffer of the caller's, who knows what is in it already; the twin of `syntax/percent.py`.
//! Source: RFC 3986 §2.1, §2.3, §2.4, §6.2.2; components §3.2.1, §3.2.2, §3.3–3.5.
#![forbid(unsafe_code)]

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::door::{self, Given};
use crate::table::{CLASS, Class, HEXDIG, QUESTION, SLASH, UNRESERVED, is};

/// What stands for itself in data written as the component of that name.
pub fn kept_in(component: &str) -> Option<Class> {
    match component {
        "segment" | "user" | "password" | "reg-name" => Some(UNRESERVED),
        "path" => Some(UNRESERVED | SLASH),
        "query" | "key" | "value" | "fragment" => Some(UNRESERVED | SLASH | QUESTION),
        _ => None,
    }
}

/// Whether `encode` would change any octet.
#[inline]
pub fn is_encoded(data: &[u8], kept: Class) -> bool {
    data.iter()
        .all(|&byte| CLASS[usize::from(byte)] & kept != 0)
}

/// Writes octets; those that do not stand for themselves as escapes (§2.1).
pub fn encode(data: &[u8], kept: Class, out: &mut Vec<u8>) {
    out.reserve(data.len());
    for &byte in data {
        if is(byte, kept) {
            out.push(byte);
        } else {
            escape(byte, out);
        }
    }
}

/// Writes an octet's escape, hex digits in upper case.
#[inline]
pub fn escape(byte: u8, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.extend_from_slice(&[
        b'%',
        DIGITS[usize::from(byte >> 4)],
        DIGITS[usize::from(byte & 15)],
    ]);
}

/// Writes the octets of a text, each escape decoded once; `None` at a "%" without two hex digits (§2.4).
///
/// What is written then need not be UTF-8.
pub fn decode(component: &[u8], out: &mut Vec<u8>) -> Option<()> {
    out.reserve(component.len());
    let mut rest = component;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        let (before, after) = rest.split_at(at);
        out.extend_from_slice(before);
        out.push(escaped(after)?);
        rest = &after[3..];
    }
    out.extend_from_slice(rest);
    Some(())
}

/// The octet of the escape that a text begins with; `None` where it begins with none.
#[inline]
pub fn escaped(text: &[u8]) -> Option<u8> {
    match text {
        [b'%', high, low, ..] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    }
}

/// What a hex digit counts.
#[inline]
fn digit(byte: u8) -> Option<u8> {
    if !is(byte, HEXDIG) {
        return None;
    }
    Some((byte & 15) + if byte > b'9' { 9 } else { 0 })
}

/// Writes a text with the escapes of unreserved characters decoded and the others in upper case (§6.2.2.1, §6.2.2.2).
#[inline]
pub fn normalize_escapes(text: &[u8], out: &mut Vec<u8>) {
    rewrite(text, out, |octet, out| {
        if is(octet, UNRESERVED) {
            out.push(octet);
        } else {
            escape(octet, out);
        }
    });
}

/// Writes a text with its escapes in upper case (§6.2.2.1).
#[inline]
pub fn upper_escapes(text: &[u8], out: &mut Vec<u8>) {
    rewrite(text, out, escape);
}

/// Writes a text with each escape written anew; a "%" that begins none stays.
#[inline]
fn rewrite(text: &[u8], out: &mut Vec<u8>, write: impl Fn(u8, &mut Vec<u8>)) {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        let (before, after) = rest.split_at(at);
        out.extend_from_slice(before);
        if let Some(octet) = escaped(after) {
            write(octet, out);
            rest = &after[3..];
        } else {
            out.push(b'%');
            rest = &after[1..];
        }
    }
    out.extend_from_slice(rest);
}

/// Whether a text has a "%".
#[inline]
pub fn has_percent(text: &[u8]) -> bool {
    // of all bytes, not up to the first: so the compiler makes vector code of it
    let is_percent = |byte: &u8| u8::from(*byte == b'%');
    text.iter().map(is_percent).fold(0, |any, is| any | is) == 1
}

/// Turns the letters of US-ASCII to lower case, but not those inside an escape (§6.2.2.1).
#[inline]
pub fn lower(component: &mut [u8]) {
    if !has_percent(component) {
        return component.make_ascii_lowercase();
    }
    let mut at = 0;
    while let Some(byte) = component.get_mut(at) {
        if *byte == b'%' {
            at += 3;
        } else {
            byte.make_ascii_lowercase();
            at += 1;
        }
    }
}

// --------------------------------------------------------------------------------------------------- the twins

#[doc = include_str!("docs/encode.txt")]
#[pyfunction]
#[pyo3(name = "encode", signature = (data, component=Given::ABSENT, safe=Given::ABSENT, charset=Given::ABSENT))]
pub fn encode_twin<'py>(
    data: &Bound<'py, PyAny>,
    component: Given<'_, 'py>,
    safe: Given<'_, 'py>,
    charset: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    if safe.is("")
        && charset.is("utf-8")
        && let Some(encoded) = encoded(data, component)
    {
        return Ok(encoded);
    }
    let named = [
        ("component", component.value()),
        ("safe", safe.value()),
        ("charset", charset.value()),
    ];
    door::ask(data.py(), "encode", (data,), &named)
}

#[inline]
fn encoded<'py>(data: &Bound<'py, PyAny>, component: Given<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let component = match component.value() {
        None => "segment",
        Some(name) => door::text(name)?,
    };
    let kept = kept_in(component)?;
    let octets = if let Some(text) = door::text(data) {
        if is_encoded(text.as_bytes(), kept) {
            return Some(data.clone());
        }
        text.as_bytes()
    } else {
        let octets = data.cast_exact::<PyBytes>().ok()?.as_bytes();
        if component == "reg-name" && !octets.is_ascii() {
            return None; // which must be UTF-8
        }
        octets
    };
    let encoded = door::written(data.py(), |out| {
        encode(octets, kept, out);
        Some(())
    })?;
    Some(encoded.into_any())
}

#[doc = include_str!("docs/decode.txt")]
#[pyfunction]
#[pyo3(name = "decode", signature = (component, errors=Given::ABSENT, charset=Given::ABSENT, keep=Given::ABSENT))]
pub fn decode_twin<'py>(
    component: &Bound<'py, PyAny>,
    errors: Given<'_, 'py>,
    charset: Given<'_, 'py>,
    keep: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    if errors.is("strict")
        && charset.is("utf-8")
        && keep.is("")
        && let Some(decoded) = decoded(component)
    {
        return Ok(decoded);
    }
    let named = [
        ("errors", errors.value()),
        ("charset", charset.value()),
        ("keep", keep.value()),
    ];
    door::ask(component.py(), "decode", (component,), &named)
}

#[inline]
fn decoded<'py>(component: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let text = door::text(component)?.as_bytes();
    if !text.contains(&b'%') {
        return Some(component.clone());
    }
    let decoded = door::written(component.py(), |out| decode(text, out))?;
    Some(decoded.into_any())
}
