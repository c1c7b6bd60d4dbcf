//! Is this text a URN, and which text do all names of the same thing share?
//!
//! The twin of `urns/equivalence.py`, for namespaces that have no rule of their own; Python knows which these are.
//! Source: RFC 8141 §2, §3.1.
#![forbid(unsafe_code)]

use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::cuts::Pieces;
use crate::door::{self, Given};
use crate::normalize::Outcome;
use crate::parse::{Spec, pieces};
use crate::percent::upper_escapes;
use crate::table::{ALPHA, DIGIT, SEGMENT_NZ_NC, is};

/// A URN's namespace identifier and namespace-specific string, as written.
pub struct Name<'a> {
    pub nid: &'a [u8],
    pub nss: &'a [u8],
}

/// Cuts a URN; `None` where a reference is none (§2).
pub fn name<'a>(read: &Pieces<'a>) -> Option<Name<'a>> {
    if !read.scheme().eq_ignore_ascii_case(b"urn:") || read.cuts.has_authority() {
        return None;
    }
    let path = read.path();
    let colon = path.iter().position(|&byte| byte == b':')?;
    let (nid, nss) = (&path[..colon], &path[colon + 1..]);
    (is_nid(nid) && !nss.is_empty() && nss[0] != b'/' && has_components(read.query()))
        .then_some(Name { nid, nss })
}

/// The r-component and the q-component of a URN's query, which comes with its "?".
pub fn components(query: &[u8]) -> [Option<&[u8]>; 2] {
    match query {
        [b'?', b'=', q_component @ ..] => [None, Some(q_component)],
        [b'?', b'+', rest @ ..] => match second(rest) {
            None => [Some(rest), None],
            Some(at) => [Some(&rest[..at]), Some(&rest[at + 2..])],
        },
        _ => [None, None],
    }
}

/// Where the "?=" stands that begins a q-component.
fn second(components: &[u8]) -> Option<usize> {
    components.windows(2).position(|pair| pair == b"?=")
}

/// (alphanum) 0*30(ldh) (alphanum)
fn is_nid(nid: &[u8]) -> bool {
    (2..=32).contains(&nid.len())
        && nid
            .iter()
            .all(|&byte| is(byte, ALPHA | DIGIT) || byte == b'-')
        && nid[0] != b'-'
        && nid[nid.len() - 1] != b'-'
}

/// [ "?+" r-component ] [ "?=" q-component ], of a query with its "?"; the first "?=" begins a q-component.
fn has_components(query: &[u8]) -> bool {
    let q_component = match query {
        [] => return true,
        [b'?', b'+', r_component @ ..] => {
            if !begins_with_pchar(r_component) {
                return false;
            }
            match second(r_component) {
                None => return true,
                Some(at) => &r_component[at + 2..],
            }
        }
        [b'?', b'=', q_component @ ..] => q_component,
        _ => return false,
    };
    begins_with_pchar(q_component)
}

fn begins_with_pchar(component: &[u8]) -> bool {
    component
        .first()
        .is_some_and(|&byte| is(byte, SEGMENT_NZ_NC) || byte == b':')
}

/// Namespaces whose rows read more names as one, by their identifiers.
pub struct Ruled(HashSet<Box<[u8]>>);

impl Ruled {
    /// Those of `NAMESPACES`, asked of Python once.
    pub fn ours(py: Python<'_>) -> PyResult<&'static Self> {
        static OURS: PyOnceLock<Ruled> = PyOnceLock::new();
        OURS.get_or_try_init(py, || {
            let names: Vec<String> = py
                .import("urikit.urns.registry")?
                .call_method0("ruled")?
                .extract()?;
            let names = names.into_iter().map(|name| name.into_bytes().into());
            Ok(Self(names.collect()))
        })
    }
}

/// Writes what URNs have in common that name the same (§3.1), where it is another text; without *ruled* no namespace
/// has a word.
pub fn urn_key(read: &Pieces, ruled: Option<&Ruled>, out: &mut Vec<u8>) -> Outcome {
    let Some(Name { nid, nss }) = name(read) else {
        return Outcome::Ask;
    };
    let start = out.len();
    out.extend_from_slice(b"urn:");
    out.extend(nid.iter().map(u8::to_ascii_lowercase));
    if ruled.is_some_and(|ruled| ruled.0.contains(&out[start + 4..])) {
        out.truncate(start);
        return Outcome::Ask;
    }
    out.push(b':');
    upper_escapes(nss, out);
    if out[start..] == *read.text {
        out.truncate(start);
        return Outcome::Same;
    }
    Outcome::Written
}

#[doc = include_str!("docs/urn_key.txt")]
#[pyfunction(name = "urn_key")]
#[pyo3(signature = (
    text, namespace_rules=Given::ABSENT, *, isbn_cross=Given::ABSENT, namespaces=Given::ABSENT
))]
pub fn urn_key_twin<'py>(
    text: &Bound<'py, PyAny>,
    namespace_rules: Given<'_, 'py>,
    isbn_cross: Given<'_, 'py>,
    namespaces: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let make = || {
        if namespaces.some().is_some() || isbn_cross.flag(false)? {
            return None;
        }
        let ruled = if namespace_rules.flag(true)? {
            Some(Ruled::ours(py).ok()?)
        } else {
            None
        };
        let read = pieces(door::text(text)?.as_bytes(), Spec::Rfc3986)?;
        door::said(text, |out| urn_key(&read, ruled, out))
    };
    if let Some(key) = make() {
        return Ok(key);
    }
    let named = [
        ("namespace_rules", namespace_rules.value()),
        ("isbn_cross", isbn_cross.value()),
        ("namespaces", namespaces.value()),
    ];
    door::ask(py, "urn_key", (text,), &named)
}
