//! How does a reference read with some parts replaced?
//!
//! The twin of `replace` in `operations/build.py`.
//! Source: RFC 3986 §5.3, §3.3, §4.2.
#![forbid(unsafe_code)]

use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::cuts::{Cuts, Pieces};
use crate::door::{self, Given};
use crate::host::is_ip_literal;
use crate::parse::{Spec, fits, is_authority, is_scheme, pieces};
use crate::resolve::guard;
use crate::table::{DIGIT, FRAGMENT, PATH, QUERY, REG_NAME, USERINFO};

/// Parts by name, as Python gave them.
pub struct NewParts<'a, 'py> {
    pub scheme: Given<'a, 'py>,
    pub authority: Given<'a, 'py>,
    pub userinfo: Given<'a, 'py>,
    pub host: Given<'a, 'py>,
    pub port: Given<'a, 'py>,
    pub path: Given<'a, 'py>,
    pub query: Given<'a, 'py>,
    pub fragment: Given<'a, 'py>,
}

impl<'py> NewParts<'_, 'py> {
    pub fn named(&self) -> [(&str, Option<&Bound<'py, PyAny>>); 8] {
        [
            ("scheme", self.scheme.value()),
            ("authority", self.authority.value()),
            ("userinfo", self.userinfo.value()),
            ("host", self.host.value()),
            ("port", self.port.value()),
            ("path", self.path.value()),
            ("query", self.query.value()),
            ("fragment", self.fragment.value()),
        ]
    }
}

/// Writes a reference with some parts replaced, and says where it is cut; `None` where Python has to look.
pub fn replace(read: &Pieces, spec: Spec, new: &NewParts, out: &mut Vec<u8>) -> Option<Cuts> {
    let kept = ![
        new.scheme,
        new.authority,
        new.userinfo,
        new.host,
        new.port,
        new.path,
    ]
    .iter()
    .any(|part| part.value().is_some());
    if kept {
        out.extend_from_slice(&read.text[..read.cuts.path as usize]);
    } else {
        hierarchy(read, spec, new, out)?;
    }
    let query = part(&new.query, read.query().get(1..), |query| {
        fits(query, QUERY, spec)
    })?;
    write(b"?", query, b"", out);
    let query = u32::try_from(out.len()).ok()?;
    let fragment = part(&new.fragment, read.fragment().get(1..), |fragment| {
        fits(fragment, FRAGMENT, spec)
    })?;
    write(b"#", fragment, b"", out);
    if kept {
        return Some(Cuts { query, ..read.cuts });
    }
    Some(pieces(out, spec)?.cuts)
}

/// Writes what stands before the query.
fn hierarchy(read: &Pieces, spec: Spec, new: &NewParts, out: &mut Vec<u8>) -> Option<()> {
    let scheme = part(&new.scheme, without_last(read.scheme()), is_scheme)?;
    write(b"", scheme, b":", out);
    let before = out.len();
    authority(read, spec, new, out)?;
    let has_authority = out.len() > before;

    let start = out.len();
    let path = part(&new.path, Some(read.path()), |path| fits(path, PATH, spec))?;
    let path = path.unwrap_or_default();
    out.extend_from_slice(path);
    if has_authority {
        if !matches!(path.first(), None | Some(b'/')) {
            return None;
        }
    } else if scheme.is_none() && path.iter().find(|byte| b":/".contains(byte)) == Some(&b':') {
        out.splice(start..start, *b"./");
    } else {
        guard(start, out);
    }
    Some(())
}

/// Writes "//" and the authority, if there is to be one.
fn authority(read: &Pieces, spec: Spec, new: &NewParts, out: &mut Vec<u8>) -> Option<()> {
    let parts = [&new.userinfo, &new.host, &new.port];
    if new.authority.value().is_some() {
        let whole = part(&new.authority, None, |whole| is_authority(whole, spec))?;
        write(b"//", whole, b"", out);
        return parts.iter().all(|part| part.some().is_none()).then_some(());
    }
    if parts.iter().all(|part| part.value().is_none()) {
        out.extend_from_slice(read.authority());
        return Some(());
    }
    let userinfo = read.user().get(2..).and_then(without_last);
    let userinfo = part(&new.userinfo, userinfo, |userinfo| {
        fits(userinfo, USERINFO, spec)
    })?;
    let host = read.cuts.has_authority().then(|| read.host());
    let host = part(&new.host, host, |host| is_host(host, spec))?;
    let number = new.port.value().and_then(number);
    let port = match &number {
        Some(digits) => Some(digits.as_bytes()),
        None => part(&new.port, read.port().get(1..), |port| {
            fits(port, DIGIT, spec)
        })?,
    };
    if host.is_none() {
        return (userinfo.is_none() && port.is_none()).then_some(());
    }
    out.extend_from_slice(b"//");
    write(b"", userinfo, b"@", out);
    write(b"", host, b"", out);
    write(b":", port, b"", out);
    Some(())
}

/// Writes a part with its delimiters, if it is there.
fn write(before: &[u8], part: Option<&[u8]>, after: &[u8], out: &mut Vec<u8>) {
    for piece in part.map(|part| [before, part, after]).iter().flatten() {
        out.extend_from_slice(piece);
    }
}

/// A part without its delimiters: the one that was given, or else the one that was there; `None` where Python has to look.
#[expect(clippy::option_option, reason = "a part may be absent")]
fn part<'a>(
    given: &'a Given,
    there: Option<&'a [u8]>,
    fits: impl FnOnce(&[u8]) -> bool,
) -> Option<Option<&'a [u8]>> {
    let Some(value) = given.value() else {
        return Some(there);
    };
    if value.is_none() {
        return Some(None);
    }
    let text = door::text(value)?.as_bytes();
    fits(text).then_some(Some(text))
}

/// The digits of a number.
fn number(value: &Bound<'_, PyAny>) -> Option<String> {
    let number: u64 = value.cast_exact::<PyInt>().ok()?.extract().ok()?;
    Some(number.to_string())
}

fn is_host(host: &[u8], spec: Spec) -> bool {
    match host {
        [b'[', address @ .., b']'] => is_ip_literal(address),
        _ => fits(host, REG_NAME, spec),
    }
}

#[inline]
fn without_last(piece: &[u8]) -> Option<&[u8]> {
    piece.split_last().map(|(_, before)| before)
}
