//! Which URI does a reference mean, seen from a base?
//!
//! The twin of `operations/resolve.py`.
//! Source: RFC 3986 §5.2, §5.3.
#![forbid(unsafe_code)]

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cuts::Pieces;
use crate::door::{self, Given};
use crate::parse::pieces;
use crate::path::{before_merged, remove_dot_segments_from};

/// Writes the target of a reference seen from a base, which has a scheme (§5.2.2).  Both are cut: nothing can fail.
#[inline]
pub fn resolve(base: &Pieces, reference: &Pieces, strict: bool, out: &mut Vec<u8>) {
    let (b, r) = (base, reference);
    let ignored = !strict && r.scheme().eq_ignore_ascii_case(b.scheme());
    let has_scheme = r.cuts.has_scheme() && !ignored;
    out.reserve(b.text.len() + r.text.len() + 2);

    // A piece owns its delimiter, so "defined" is "not empty".
    out.extend_from_slice(if has_scheme { r.scheme() } else { b.scheme() });
    let authority = if has_scheme || r.cuts.has_authority() {
        r.authority()
    } else {
        b.authority()
    };
    out.extend_from_slice(authority);
    let start = out.len();
    let mut query = r.query();
    if has_scheme || r.cuts.has_authority() {
        out.extend_from_slice(r.path());
        remove_dot_segments_from(start, out);
    } else if r.path().is_empty() {
        out.extend_from_slice(b.path());
        if query.is_empty() {
            query = b.query();
        }
    } else {
        if r.path()[0] != b'/' {
            out.extend_from_slice(before_merged(b.cuts.has_authority(), b.path()));
        }
        out.extend_from_slice(r.path());
        remove_dot_segments_from(start, out);
    }
    if authority.is_empty() {
        guard(start, out);
    }
    out.extend_from_slice(query);
    out.extend_from_slice(r.fragment());
}

/// Writes "/." before a path that begins with "//", which would else read as an authority (§3.3).
#[inline]
pub fn guard(start: usize, out: &mut Vec<u8>) {
    if out[start..].starts_with(b"//") {
        out.splice(start..start, *b"/.");
    }
}

#[doc = include_str!("docs/resolve.txt")]
#[pyfunction]
#[pyo3(name = "resolve", signature = (base, reference, *, strict=Given::ABSENT, spec=Given::ABSENT))]
pub fn resolve_twin<'py>(
    base: &Bound<'py, PyAny>,
    reference: &Bound<'py, PyAny>,
    strict: Given<'_, 'py>,
    spec: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(target) = target(base, reference, strict, spec) {
        return Ok(target.into_any());
    }
    let named = [("strict", strict.value()), ("spec", spec.value())];
    door::ask(base.py(), "resolve", (base, reference), &named)
}

#[inline]
fn target<'py>(
    base: &Bound<'py, PyAny>,
    reference: &Bound<'py, PyAny>,
    strict: Given<'_, 'py>,
    spec: Given<'_, 'py>,
) -> Option<Bound<'py, PyString>> {
    let strict = strict.flag(true)?;
    let spec = door::spec(spec.value())?;
    let b = pieces(door::text(base)?.as_bytes(), spec)?;
    let r = pieces(door::text(reference)?.as_bytes(), spec)?;
    if !b.cuts.has_scheme() {
        return None;
    }
    door::written(base.py(), |out| {
        resolve(&b, &r, strict, out);
        Some(())
    })
}
