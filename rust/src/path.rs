//! What is left of a path without "." and ".."?
//!
//! The twin of the two routines of `syntax/path.py` that resolution works with.
//! Source: RFC 3986 §5.2.3, §5.2.4.
#![forbid(unsafe_code)]

use pyo3::prelude::*;

use crate::door;

/// Whether no segment begins with ".", so that none is a dot segment.
#[inline]
pub fn has_no_dots(path: &[u8]) -> bool {
    path.first() != Some(&b'.') && !has_slash_dot(path)
}

#[inline]
fn has_slash_dot(path: &[u8]) -> bool {
    const WIDTH: usize = 16; // so many at once, which a compiler makes vector code of
    let mut rest = path;
    while rest.len() > WIDTH {
        let pairs = rest[..WIDTH].iter().zip(&rest[1..=WIDTH]);
        let count = pairs.fold(0, |count: u8, (a, b)| {
            count + (u8::from(*a == b'/') & u8::from(*b == b'.'))
        });
        if count > 0 {
            return true;
        }
        rest = &rest[WIDTH..];
    }
    rest.windows(2).any(|pair| pair == b"/.")
}

/// Writes a path without its complete "." and ".." segments (§5.2.4).
#[inline]
pub fn remove_dot_segments(path: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(path);
    remove_dot_segments_from(start, out);
}

/// Takes the dot segments out of the path that stands from *start* to the end of the buffer (§5.2.4).
#[inline]
pub fn remove_dot_segments_from(start: usize, out: &mut Vec<u8>) {
    if !has_no_dots(&out[start..]) {
        let kept = without_dots(&mut out[start..]);
        out.truncate(start + kept);
    }
}

/// Moves what is left of the path to its front; how much that is.
fn without_dots(path: &mut [u8]) -> usize {
    let mut at = 0;
    while let Some(skipped) = leading_dots(&path[at..]) {
        at += skipped; // 2A: only the start can have a dot segment without "/" before it
    }
    if matches!(&path[at..], b"." | b"..") {
        return 0; // 2D
    }
    let mut kept = segment(&path[at..]);
    path.copy_within(at..at + kept, 0);
    at += kept;
    while at < path.len() {
        let end = at + 1 + segment(&path[at + 1..]);
        let dots = match &path[at..end] {
            b"/." => true, // 2B
            b"/.." => {
                kept = path[..kept]
                    .iter()
                    .rposition(|&byte| byte == b'/')
                    .unwrap_or(0); // 2C
                true
            }
            _ => {
                path.copy_within(at..end, kept); // 2E
                kept += end - at;
                false
            }
        };
        if dots && end == path.len() {
            path[kept] = b'/'; // 2B and 2C leave the "/" that stood before
            kept += 1;
        }
        at = end;
    }
    kept
}

/// The length of "./" or "../" at the start.
#[inline]
fn leading_dots(path: &[u8]) -> Option<usize> {
    match path {
        [b'.', b'/', ..] => Some(2),
        [b'.', b'.', b'/', ..] => Some(3),
        _ => None,
    }
}

/// The length of the first segment.
#[inline]
fn segment(path: &[u8]) -> usize {
    path.iter()
        .position(|&byte| byte == b'/')
        .unwrap_or(path.len())
}

/// What stands before a relative path when it is merged with a base's (§5.2.3).
#[inline]
pub fn before_merged(base_has_authority: bool, base_path: &[u8]) -> &[u8] {
    if base_has_authority && base_path.is_empty() {
        return b"/";
    }
    &base_path[..after_last_slash(base_path)]
}

/// Where the last segment begins.
#[inline]
pub fn after_last_slash(path: &[u8]) -> usize {
    let last = path.iter().rposition(|&byte| byte == b'/');
    last.map_or(0, |at| at + 1)
}

#[doc = include_str!("docs/remove_dot_segments.txt")]
#[pyfunction]
#[pyo3(name = "remove_dot_segments")]
pub fn remove_dot_segments_twin<'py>(path: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match undotted(path) {
        Some(left) => Ok(left),
        None => door::ask(path.py(), "remove_dot_segments", (path,), &[]),
    }
}

#[inline]
fn undotted<'py>(path: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let text = door::text(path)?.as_bytes();
    if has_no_dots(text) {
        return Some(path.clone());
    }
    let left = door::written(path.py(), |out| {
        remove_dot_segments(text, out);
        (out != text).then_some(())
    });
    Some(left.map_or_else(|| path.clone(), Bound::into_any))
}
