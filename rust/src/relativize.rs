//! Which short reference means this target, seen from a base?
//!
//! The twin of `operations/relativize.py`.
//! Source: RFC 3986 §5.2, backwards; §5.2.3, §5.2.4.
#![forbid(unsafe_code)]

use pyo3::prelude::*;

use crate::cuts::{Cuts, Pieces};
use crate::door::{self, Given};
use crate::parse::pieces;
use crate::path::{
    after_last_slash, before_merged, has_no_dots, remove_dot_segments, remove_dot_segments_from,
};
use crate::resolve::resolve;

/// Writes the shortest reference that resolves against a base to a target, both with a scheme; of two as short the
/// more relative one, and the whole target where there is no other, or none as short.  `None`, and nothing written, where a way up could
/// be longer than the cuts can say.
pub fn relativize(base: &Pieces, target: &Pieces, out: &mut Vec<u8>) -> Option<()> {
    u32::try_from(base.text.len() * 3 + target.text.len()).ok()?;
    let (b, t) = (base, target);
    let start = out.len();
    // the scheme of a relative reference's target is the base's, letter by letter; no path leads to dot segments
    if b.scheme() == t.scheme() && (t.path() == b.path() || !has_dot_segments(t.path(), out)) {
        let mut relative = Vec::new();
        let mut found = candidates(b, t, &mut relative);
        found.sort_by_key(|one| one.map_or(usize::MAX, |one| characters(one.text))); // stable
        let most = characters(t.text); // not octets: that is how long a reader finds it
        let no_longer = |one: &Pieces| characters(one.text) <= most;
        for candidate in found.into_iter().flatten().take_while(no_longer) {
            resolve(b, &candidate, true, out);
            let leads_there = out[start..] == *t.text;
            out.truncate(start);
            if leads_there {
                out.extend_from_slice(candidate.text);
                return Some(());
            }
        }
    }
    out.extend_from_slice(t.text);
    Some(())
}

/// How many characters a text has.
#[inline]
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// Whether there is a dot segment in a path; the buffer is as before.
#[inline]
fn has_dot_segments(path: &[u8], out: &mut Vec<u8>) -> bool {
    if has_no_dots(path) {
        return false;
    }
    let start = out.len();
    remove_dot_segments(path, out);
    let has = out[start..] != *path;
    out.truncate(start);
    has
}

/// References that may lead from a base to a target, most relative first; all but one are an end of the target's text,
/// and that one is written to the empty buffer.
fn candidates<'a>(
    b: &Pieces,
    t: &Pieces<'a>,
    relative: &'a mut Vec<u8>,
) -> [Option<Pieces<'a>>; 5] {
    let here = t.authority() == b.authority();
    let same_path = here && t.path() == b.path();
    let rooted = here && t.path().starts_with(b"/") && !t.path().starts_with(b"//");
    let end = |start, wanted: bool| wanted.then(|| end_of(t, start));
    [
        end(t.cuts.query, same_path && t.query() == b.query()),
        end(t.cuts.path, same_path && !t.query().is_empty()),
        here.then(|| with_relative_path(b, t, relative)),
        end(t.cuts.port, rooted),
        end(t.cuts.scheme, t.cuts.has_authority()),
    ]
}

/// The pieces from one on.
#[inline]
fn end_of<'a>(t: &Pieces<'a>, start: u32) -> Pieces<'a> {
    let cuts = Cuts {
        scheme: 0,
        user: t.cuts.user.saturating_sub(start),
        host: t.cuts.host.saturating_sub(start),
        port: t.cuts.port.saturating_sub(start),
        path: t.cuts.path.saturating_sub(start),
        query: t.cuts.query - start,
    };
    Pieces {
        text: &t.text[start as usize..],
        cuts,
    }
}

/// A relative path, and query and fragment of the target.
#[expect(clippy::cast_possible_truncation)] // `relativize` has seen to it that it is short enough
fn with_relative_path<'a>(b: &Pieces, t: &Pieces, text: &'a mut Vec<u8>) -> Pieces<'a> {
    relative_path(b, t.path(), text);
    let path = text.len() as u32;
    text.extend_from_slice(&t.text[t.cuts.path as usize..]);
    let cuts = Cuts {
        path,
        query: path + (t.cuts.query - t.cuts.path),
        ..Cuts::default()
    };
    Pieces { text, cuts }
}

/// Writes the way from the base's last "/" to a path: up with "..", then down.
fn relative_path(b: &Pieces, path: &[u8], out: &mut Vec<u8>) {
    // the folder that the way begins in: nothing of the reference's path is there to be merged yet (§5.2.3)
    out.extend_from_slice(before_merged(b.cuts.has_authority(), b.path()));
    remove_dot_segments_from(0, out);
    let same = out.iter().zip(path).take_while(|(a, b)| a == b).count();
    let same = after_last_slash(&out[..same]);
    let up = out[same..].split(|&byte| byte == b'/').count() - 1;
    out.clear();
    for _ in 0..up {
        out.extend_from_slice(b"../");
    }
    let down = &path[same..];
    let first = down.split(|&byte| byte == b'/').next();
    if up == 0 && first.is_none_or(|first| first.is_empty() || first.contains(&b':')) {
        out.extend_from_slice(b"./"); // or it would read as no path, a rooted one, or a scheme
    }
    out.extend_from_slice(down);
}

#[doc = include_str!("docs/relativize.txt")]
#[pyfunction]
#[pyo3(name = "relativize", signature = (base, target, *, spec=Given::ABSENT))]
pub fn relativize_twin<'py>(
    base: &Bound<'py, PyAny>,
    target: &Bound<'py, PyAny>,
    spec: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    match reference(base, target, spec) {
        Some(found) => Ok(found),
        None => door::ask(
            base.py(),
            "relativize",
            (base, target),
            &[("spec", spec.value())],
        ),
    }
}

#[inline]
fn reference<'py>(
    base: &Bound<'py, PyAny>,
    target: &Bound<'py, PyAny>,
    spec: Given<'_, 'py>,
) -> Option<Bound<'py, PyAny>> {
    let spec = door::spec(spec.value())?;
    let b = pieces(door::text(base)?.as_bytes(), spec)?;
    let t = pieces(door::text(target)?.as_bytes(), spec)?;
    if !b.cuts.has_scheme() || !t.cuts.has_scheme() {
        return None;
    }
    let mut whole = false;
    let found = door::written(base.py(), |out| {
        relativize(&b, &t, out)?;
        whole = *out == t.text;
        (!whole).then_some(())
    });
    if whole {
        return Some(target.clone());
    }
    Some(found?.into_any())
}
