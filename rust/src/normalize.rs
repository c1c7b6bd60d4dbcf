//! Which text is the normal form of this reference?
//!
//! The twin of `operations/normalize.py`, rung by rung.  A text that is normal already, as most are, is found out by
//! looking alone; else the normal form is written, and may still come to the same.
//! Source: RFC 3986 §6.2; RFC 3987 §5.3.
#![forbid(unsafe_code)]

use crate::convert::as_uri;
use crate::cuts::Pieces;
use crate::domain::{Told, is_international, mapped};
use crate::host::ipv6_text;
use crate::parse::{Spec, pieces};
use crate::path::{has_no_dots, remove_dot_segments_from};
use crate::percent::{escaped, has_percent, lower, normalize_escapes, upper_escapes};
use crate::resolve::guard;
use crate::rows::{Fold, Row, Rows};
use crate::table::{UNRESERVED, is};

/// How high a rung is; the numbers are those of Python's.
pub const SIMPLE: u8 = 0;
pub const CASE: u8 = 1;
pub const PERCENT: u8 = 2;
pub const PATH: u8 = 3;
pub const SCHEME: u8 = 4;

/// What a caller may choose.
#[derive(Clone, Copy)]
pub struct Options {
    pub height: u8,
    pub spec: Spec,
    pub assume_generic: bool,
    /// Whether characters beyond US-ASCII are composed, which is Python's to do.
    pub nfc: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is the normal form; nothing was written.
    Same,
    /// The normal form was written.
    Written,
    /// Only Python can tell; nothing was written.
    Ask,
}

/// Writes the normal form behind what the buffer holds, where it is another text.
///
/// The rows are needed from rung scheme on.
pub fn normalize(read: &Pieces, how: Options, rows: Option<&Rows>, out: &mut Vec<u8>) -> Outcome {
    if how.height == SIMPLE {
        return Outcome::Same;
    }
    let row = rows
        .filter(|_| how.height >= SCHEME)
        .and_then(|rows| rows.of(read.scheme()));
    if row.is_some_and(|row| row.python) {
        return Outcome::Ask;
    }
    if is_normal(read, how, row) {
        return Outcome::Same;
    }
    let start = out.len();
    out.reserve(read.text.len() + 6);
    let written = write(read, how, row, out);
    if written.is_some() && out[start..] != *read.text {
        return Outcome::Written;
    }
    out.truncate(start);
    if written.is_some() {
        Outcome::Same
    } else {
        Outcome::Ask
    }
}

/// Writes what references have in common that are equivalent at a rung: the normal form, or that of an IRI's URI, with
/// its fragment or without.
///
/// What the spare buffer holds is lost.
pub fn key(
    read: &Pieces,
    how: Options,
    rows: Option<&Rows>,
    without_fragment: bool,
    spare: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Outcome {
    let length = if without_fragment {
        read.cuts.query as usize
    } else {
        read.text.len()
    };
    let before = Pieces {
        text: &read.text[..length],
        ..*read
    };
    match key_of_all(&before, how, rows, spare, out) {
        Outcome::Same if length < read.text.len() => {
            out.extend_from_slice(before.text);
            Outcome::Written
        }
        outcome => outcome,
    }
}

fn key_of_all(
    read: &Pieces,
    how: Options,
    rows: Option<&Rows>,
    spare: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Outcome {
    if how.height > SIMPLE && !read.cuts.has_scheme() {
        return Outcome::Ask; // which is refused
    }
    let of_uri = Options {
        spec: Spec::Rfc3986,
        ..how
    };
    if how.spec == Spec::Rfc3986 || how.height == SIMPLE {
        return normalize(read, of_uri, rows, out);
    }
    if how.nfc {
        return Outcome::Ask; // escaped characters are composed, too
    }
    let row = rows.and_then(|rows| rows.of(read.scheme()));
    let is_domain = row.is_some_and(|row| row.dns) && is_international(read.host());
    if how.height == CASE || (read.text.is_ascii() && !is_domain) {
        return normalize(read, how, rows, out);
    }
    spare.clear();
    if as_uri(read, is_domain, spare) == Told::Unknown {
        return Outcome::Ask;
    }
    let Some(uri) = pieces(spare, Spec::Rfc3986) else {
        return Outcome::Ask;
    };
    match normalize(&uri, of_uri, rows, out) {
        Outcome::Same if *uri.text != *read.text => {
            out.extend_from_slice(uri.text);
            Outcome::Written
        }
        outcome => outcome,
    }
}

// ------------------------------------------------------------------------------------------------ is it normal already?

/// Whether looking is enough to tell that the text is its normal form.
#[inline]
fn is_normal(read: &Pieces, how: Options, row: Option<&Row>) -> bool {
    // of all bytes, not up to the first: so the compiler makes vector code of it
    let upper = |piece: &[u8]| {
        piece
            .iter()
            .fold(false, |any, byte| any | byte.is_ascii_uppercase())
    };
    let folded = |host: &[u8]| !upper(host) || !host.is_ascii();
    !upper(read.scheme())
        && folded(read.host())
        && has_normal_escapes(read.text, how.height)
        && (how.height < PATH || has_no_dots(read.path()))
        && (how.height < SCHEME || !read.cuts.has_scheme() || is_normal_scheme(read, how, row))
}

#[inline]
fn has_normal_escapes(text: &[u8], height: u8) -> bool {
    if !has_percent(text) {
        return true;
    }
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[at..];
        let small = rest[1] > b'Z' || rest[2] > b'Z';
        if small || (height >= PERCENT && escaped(rest).is_some_and(|octet| is(octet, UNRESERVED)))
        {
            return false;
        }
        rest = &rest[3..];
    }
    true
}

/// Whether rung scheme has nothing to look at more closely.
#[inline]
fn is_normal_scheme(read: &Pieces, how: Options, row: Option<&Row>) -> bool {
    let Some(row) = row else {
        return read.port().is_empty() && !read.host().starts_with(b"[") && !how.assume_generic;
    };
    read.port().is_empty()
        && !read.host().starts_with(b"[")
        && !(how.spec == Spec::Rfc3987 && row.dns && is_international(read.host()))
        && row.default_host.is_none()
        && !row.absent_authority_is_empty
        && row.fold_path == Fold::None
        && !row.fold_query
        && !read.path().is_empty()
}

// -------------------------------------------------------------------------------------------------- write what is normal

/// `None` where only Python can tell; what was written then is no normal form.
fn write(read: &Pieces, how: Options, row: Option<&Row>, out: &mut Vec<u8>) -> Option<()> {
    let at_scheme = how.height >= SCHEME && read.cuts.has_scheme();
    if !at_scheme && !has_percent(read.text) {
        write_plain(read, how, out);
        return Some(());
    }
    out.extend(read.scheme().iter().map(u8::to_ascii_lowercase));
    let user = out.len();
    escapes(read.user(), how.height, out);
    let host = out.len();
    escapes(read.host(), how.height, out);
    if read.host().is_ascii() {
        lower(&mut out[host..]);
    }
    if at_scheme {
        authority(read, how, row, user, host, out)?;
    } else {
        out.extend_from_slice(read.port());
    }
    path(read, how, row, at_scheme, out);
    let query = out.len();
    escapes(read.query(), how.height, out);
    if row.is_some_and(|row| row.fold_query) {
        lower(&mut out[query..]);
    }
    escapes(read.fragment(), how.height, out);
    Some(())
}

/// As `write`, below rung scheme and without escapes: all is copied at once but for what follows the path.
#[inline]
fn write_plain(read: &Pieces, how: Options, out: &mut Vec<u8>) {
    let start = out.len();
    let (before, after) = read.text.split_at(read.cuts.path as usize);
    out.extend_from_slice(before);
    let place = |cut: u32| start + cut as usize;
    out[start..place(read.cuts.scheme)].make_ascii_lowercase();
    if read.host().is_ascii() {
        out[place(read.cuts.user)..place(read.cuts.host)].make_ascii_lowercase();
    }
    let path = place(read.cuts.port);
    if how.height >= PATH && out[path..].starts_with(b"/") {
        remove_dot_segments_from(path, out);
    }
    if out.len() > path && !read.cuts.has_authority() {
        guard(path, out);
    }
    out.extend_from_slice(after);
}

#[inline]
fn escapes(piece: &[u8], height: u8, out: &mut Vec<u8>) {
    if !has_percent(piece) {
        out.extend_from_slice(piece);
    } else if height == CASE {
        upper_escapes(piece, out);
    } else {
        normalize_escapes(piece, out);
    }
}

/// Goes on behind a host that was written at *host*: what rung scheme makes of it and of the port.
#[inline]
fn authority(
    read: &Pieces,
    how: Options,
    row: Option<&Row>,
    user: usize,
    host: usize,
    out: &mut Vec<u8>,
) -> Option<()> {
    if how.spec == Spec::Rfc3987 && row.is_some_and(|row| row.dns) && is_international(&out[host..])
    {
        let written = out.split_off(host);
        match mapped(&written, out) {
            Told::Same => out.extend_from_slice(&written),
            Told::Written => {}
            Told::Unknown => return None,
        }
    }
    let port = port(read.port(), row);
    if out[host..].starts_with(b"[") {
        if out[host + 1] != b'v' {
            let written = out.split_off(host);
            out.push(b'[');
            ipv6_text(&written[1..written.len() - 1], out);
            out.push(b']');
        }
    } else if port.is_empty()
        && let Some(default) = row.and_then(|row| row.default_host.as_deref())
        && out[host..] == *default
        && matches!(out[user..host], [b'/', b'/'] | [b'/', b'/', b'@'])
    {
        out.truncate(host);
    }
    if !port.is_empty() {
        out.push(b':');
        out.extend_from_slice(port);
    }
    Some(())
}

/// The digits of a port without needless zeros; none where it is the default, or there are none.
#[inline]
fn port<'a>(port: &'a [u8], row: Option<&Row>) -> &'a [u8] {
    let Some((_, digits)) = port.split_first() else {
        return port;
    };
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    let digits = &digits[zeros.min(digits.len().saturating_sub(1))..];
    match row.and_then(|row| row.port.as_deref()) {
        Some(default) if default == digits => &[],
        _ => digits,
    }
}

#[inline]
fn path(read: &Pieces, how: Options, row: Option<&Row>, at_scheme: bool, out: &mut Vec<u8>) {
    let start = out.len();
    escapes(read.path(), how.height, out);
    if how.height >= PATH && out[start..].starts_with(b"/") {
        remove_dot_segments_from(start, out);
    }
    let has_authority = read.cuts.has_authority();
    if out.len() == start {
        let filled = match row {
            Some(row) if row.fills_path => true,
            _ => how.assume_generic && !row.is_some_and(|row| row.says_authority),
        };
        if at_scheme && has_authority && filled {
            out.push(b'/');
        }
        return;
    }
    match row.map_or(Fold::None, |row| row.fold_path) {
        Fold::None => {}
        Fold::All => lower(&mut out[start..]),
        Fold::Namespace => {
            let colon = out[start..].iter().position(|&byte| byte == b':');
            let end = colon.map_or(out.len(), |at| start + at);
            lower(&mut out[start..end]);
        }
    }
    if has_authority {
        return;
    }
    if row.is_some_and(|row| row.absent_authority_is_empty) && out[start] == b'/' {
        out.splice(start..start, *b"//");
    } else {
        guard(start, out);
    }
}
