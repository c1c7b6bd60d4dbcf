//! Which URI does an IRI map to, and which IRI does a URI stand for?
//!
//! The twin of `operations/convert.py`.
//! Source: RFC 3987 §3.1, §3.2.
#![forbid(unsafe_code)]

use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::cuts::Pieces;
use crate::domain::{Told, has_a_label, readable_domain, wire};
use crate::door::{self, Given};
use crate::normalize::Outcome;
use crate::parse::{Spec, pieces};
use crate::percent::escape;
use crate::readable::{Keep, Kept, readable};
use crate::rows::{Rows, are_ours, rows};

/// Writes the URI that an IRI maps to, where it is another text (§3.1); hosts are written by IDNA where there are rows.
pub fn to_uri(read: &Pieces, rows: Option<&Rows>, out: &mut Vec<u8>) -> Outcome {
    if read.text.is_ascii() {
        return Outcome::Same;
    }
    let is_domain = !read.host().is_ascii() && is_domain(read, rows);
    let start = out.len();
    if as_uri(read, is_domain, out) == Told::Written || !is_domain {
        return Outcome::Written;
    }
    out.truncate(start);
    Outcome::Ask // IDNA refuses the host
}

/// Writes the IRI that a URI stands for, where it is another text (§3.2); hosts are read where there are rows.
pub fn to_iri(read: &Pieces, kept: &Kept, rows: Option<&Rows>, out: &mut Vec<u8>) -> Outcome {
    if !read.text.contains(&b'%') && !has_a_label(read.text) {
        return Outcome::Same;
    }
    let start = out.len();
    out.extend_from_slice(read.scheme());
    readable(read.user(), kept, false, out);
    if is_domain(read, rows) {
        match readable_domain(read.host(), kept.keep, out) {
            Told::Written => {}
            Told::Same => out.extend_from_slice(read.host()),
            Told::Unknown => {
                out.truncate(start);
                return Outcome::Ask;
            }
        }
    } else {
        readable(read.host(), kept, false, out);
    }
    out.extend_from_slice(read.port());
    readable(read.path(), kept, false, out);
    readable(read.query(), kept, true, out);
    readable(read.fragment(), kept, false, out);
    if out[start..] == *read.text {
        out.truncate(start);
        return Outcome::Same;
    }
    Outcome::Written
}

#[inline]
fn is_domain(read: &Pieces, rows: Option<&Rows>) -> bool {
    rows.and_then(|rows| rows.of(read.scheme()))
        .is_some_and(|row| row.dns)
}

/// Writes a text with the octets of every character beyond US-ASCII percent-encoded, and nothing else (§3.1 step 2).
pub fn percent_encoded(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| !byte.is_ascii()) {
        out.extend_from_slice(&rest[..at]);
        let run = rest[at..]
            .iter()
            .take_while(|byte| !byte.is_ascii())
            .count();
        for &byte in &rest[at..at + run] {
            escape(byte, out);
        }
        rest = &rest[at + run..];
    }
    out.extend_from_slice(rest);
}

/// Writes the URI that an IRI maps to, its host as DNS has it where it is a domain name that IDNA allows; says what
/// became of the host.
pub fn as_uri(read: &Pieces, is_domain: bool, out: &mut Vec<u8>) -> Told {
    let (host, after) = (read.cuts.user as usize, read.cuts.host as usize);
    percent_encoded(&read.text[..host], out);
    let told = if is_domain {
        wire(read.host(), out)
    } else {
        Told::Same
    };
    if told == Told::Same {
        percent_encoded(read.host(), out);
    }
    percent_encoded(&read.text[after..], out);
    told
}

// ------------------------------------------------------------------------------------------------------------ the twins

/// The most code points that are converted, unless the caller says otherwise.
const LIMIT: usize = 1 << 20;

#[doc = include_str!("docs/to_uri.txt")]
#[pyfunction(name = "to_uri")]
#[pyo3(signature = (
    text, *, part=Given::ABSENT, host=Given::ABSENT, fix=Given::ABSENT, schemes=Given::ABSENT, limit=Given::ABSENT
))]
pub fn to_uri_twin<'py>(
    text: &Bound<'py, PyAny>,
    part: Given<'_, 'py>,
    host: Given<'_, 'py>,
    fix: Given<'_, 'py>,
    schemes: Given<'_, 'py>,
    limit: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let make = || {
        if part.some().is_some() || fix.flag(false)? {
            return None;
        }
        let idna = chosen(host, "idna", "percent")?;
        are_ours(py, schemes)?;
        let read = cut(text, limit)?;
        let rows = if idna && !read.host().is_ascii() {
            Some(rows(py).ok()?)
        } else {
            None
        };
        door::said(text, |out| to_uri(&read, rows, out))
    };
    if let Some(uri) = make() {
        return Ok(uri);
    }
    let named = [
        ("part", part.value()),
        ("host", host.value()),
        ("fix", fix.value()),
        ("schemes", schemes.value()),
        ("limit", limit.value()),
    ];
    door::ask(py, "to_uri", (text,), &named)
}

#[doc = include_str!("docs/to_iri.txt")]
#[pyfunction(name = "to_iri")]
#[pyo3(signature = (
    text, *, part=Given::ABSENT, keep=Given::ABSENT, host=Given::ABSENT, schemes=Given::ABSENT, limit=Given::ABSENT
))]
pub fn to_iri_twin<'py>(
    text: &Bound<'py, PyAny>,
    part: Given<'_, 'py>,
    keep: Given<'_, 'py>,
    host: Given<'_, 'py>,
    schemes: Given<'_, 'py>,
    limit: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let make = || {
        if part.some().is_some() {
            return None;
        }
        let keep = if keep.is("recommended") {
            Keep::Recommended
        } else if chosen(keep, "minimal", "none")? {
            Keep::Minimal
        } else {
            Keep::None
        };
        let reads_hosts = chosen(host, "unicode", "keep")?;
        are_ours(py, schemes)?;
        let read = cut(text, limit)?;
        let rows = if reads_hosts {
            Some(rows(py).ok()?)
        } else {
            None
        };
        let kept = Kept::of(py, keep).ok()?;
        door::said(text, |out| to_iri(&read, kept, rows, out))
    };
    if let Some(iri) = make() {
        return Ok(iri);
    }
    let named = [
        ("part", part.value()),
        ("keep", keep.value()),
        ("host", host.value()),
        ("schemes", schemes.value()),
        ("limit", limit.value()),
    ];
    door::ask(py, "to_iri", (text,), &named)
}

/// Whether it is the usual word, or the other; `None` where it is neither.
#[inline]
fn chosen(word: Given<'_, '_>, usual: &str, other: &str) -> Option<bool> {
    if word.is(usual) {
        return Some(true);
    }
    word.is(other).then_some(false)
}

/// The pieces of an IRI-reference that is surely no longer than the limit.
#[inline]
fn cut<'a>(text: &'a Bound<'_, PyAny>, limit: Given<'_, '_>) -> Option<Pieces<'a>> {
    let text = door::text(text)?;
    let limit = match limit.value() {
        None => LIMIT,
        Some(none) if none.is_none() => usize::MAX,
        Some(number) => number.cast_exact::<PyInt>().ok()?.extract().ok()?,
    };
    if text.len() > limit {
        return None;
    }
    pieces(text.as_bytes(), Spec::Rfc3987)
}
