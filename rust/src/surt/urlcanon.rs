//! How does Archive-It's library write it?
//!
//! As its canonicalizer "semantic" and its `surt` have it.
#![forbid(unsafe_code)]

use super::{
    Strip, Unfit, after_last, decode, decoded, escape, holds, put_address, sort_pairs, trim_dots,
    unfit, without_www,
};
use crate::cuts::Pieces;
use crate::host::is_ipv4;
use crate::normalize::Outcome;

const UNFIT: Unfit = unfit(b"");
const UNFIT_IN_PATH: Unfit = unfit(b"?");
const UNFIT_IN_PAIR: Unfit = unfit(b"&=");

/// The schemes that browsers treat alike, and the port that goes without saying.
const SPECIAL: [(&[u8], &[u8]); 7] = [
    (b"ftp", b"21"),
    (b"gopher", b"70"),
    (b"http", b"80"),
    (b"https", b"443"),
    (b"ws", b"80"),
    (b"wss", b"443"),
    (b"file", b""),
];

/// What DNS allows of a name and of a label.
const NAME: usize = 253;
const LABEL: usize = 63;

/// Writes the SURT of a URI.
pub fn urlcanon(
    read: &Pieces<'_>,
    strip: Strip,
    spare: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Outcome {
    let text = &read.text[..read.cuts.path as usize];
    let (scheme, rest) = text.split_at(read.cuts.scheme as usize);
    let name = &scheme[..scheme.len() - 1];
    let special = SPECIAL
        .iter()
        .find(|(known, _)| name.eq_ignore_ascii_case(known));
    let is_file = special.is_some_and(|(known, _)| *known == b"file");
    let mut place = Place::of(rest, special.is_some(), is_file);
    if let (Some((_, usual)), Some(port)) = (special, place.port.strip_prefix(b":"))
        && port == *usual
    {
        place.port = b"";
    }
    if write_host(place.host, special.is_some(), spare).is_none() || !place.port.is_ascii() {
        return Outcome::Ask;
    }
    out.extend(scheme.iter().map(u8::to_ascii_lowercase));
    if place.has_slashes || is_file || !place.host.is_empty() || !place.port.is_empty() {
        out.extend_from_slice(b"//");
    }
    let host = without_www(spare, strip);
    if !host.is_empty() {
        let Some(known) = is_known(host) else {
            return Outcome::Ask;
        };
        out.push(b'(');
        if known {
            out.extend_from_slice(host);
        } else {
            for label in host.rsplit(|&byte| byte == b'.') {
                out.extend(
                    label
                        .iter()
                        .map(|&byte| if byte == b',' { b'.' } else { byte }),
                );
                out.push(b',');
            }
        }
        out.extend_from_slice(place.port);
        out.push(b')');
    }
    write_path(place.path, special.is_some(), spare, out);
    if let Some(query) = read.query().strip_prefix(b"?") {
        out.push(b'?');
        write_query(query, spare, out);
    }
    Outcome::Written
}

/// What follows the scheme, as browsers read it.
struct Place<'a> {
    /// Whether "//" stands before the host, or userinfo which it takes.
    has_slashes: bool,
    host: &'a [u8],
    /// With its ":".
    port: &'a [u8],
    path: &'a [u8],
}

impl<'a> Place<'a> {
    fn of(rest: &'a [u8], special: bool, is_file: bool) -> Self {
        let slashes = if special && !is_file {
            rest.iter().take_while(|&&byte| byte == b'/').count()
        } else if rest.starts_with(b"//") {
            2
        } else {
            0
        };
        let mut place = Self {
            has_slashes: slashes > 0,
            host: b"",
            port: b"",
            path: rest,
        };
        if slashes == 0 && (is_file || !special) {
            return place;
        }
        let after = &rest[slashes..];
        let slash = after.iter().position(|&byte| byte == b'/');
        let (authority, path) = after.split_at(slash.unwrap_or(after.len()));
        (place.host, place.path) = (authority, path);
        if is_file {
            return place;
        }
        let host = after_last(authority, b'@');
        let user = &authority[..authority.len() - host.len()];
        let user = user.strip_suffix(b"@").unwrap_or(user);
        place.has_slashes |= user.iter().any(|&byte| byte != b':');
        let literal = host
            .iter()
            .position(|&byte| byte == b']')
            .map_or(0, |at| at + 1);
        let colon = host[literal..].iter().position(|&byte| byte == b':');
        (place.host, place.port) = host.split_at(colon.map_or(host.len(), |at| literal + at));
        place
    }
}

/// Writes a host as browsers do; `None` where Python has to look.
fn write_host(written: &[u8], special: bool, host: &mut Vec<u8>) -> Option<()> {
    decode(written, host);
    if host.starts_with(b"[") && host.ends_with(b"]") {
        return None;
    }
    if let Some(address) = address(host)? {
        put_address(address, host);
    }
    trim_dots(host);
    if holds(host, b"..") {
        host.dedup_by(|a, b| (*a, *b) == (b'.', b'.'));
    }
    if special {
        if !host.split(|&byte| byte == b'.').all(is_plain) || host.len() > NAME {
            return host.is_empty().then_some(());
        }
        if !host.contains(&b'_') {
            host.make_ascii_lowercase(); // the packages that the library asks refuse a name with "_"
        }
    } else if host.iter().any(|&byte| UNFIT[usize::from(byte)]) {
        let plain = std::mem::take(host);
        escape(&plain, &UNFIT, host);
    }
    Some(())
}

/// Whether IDNA does no more to a label than to write it in lower case, if that.
fn is_plain(label: &[u8]) -> bool {
    let right = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=LABEL).contains(&label.len()) && label.get(2..4) != Some(b"--") && label.iter().all(right)
}

/// The IPv4 address that browsers take a host for; `None` where Python has to tell.
#[expect(clippy::option_option)] // it is none, or nobody here knows
fn address(host: &[u8]) -> Option<Option<u32>> {
    if host.is_empty() {
        return Some(None);
    }
    let host = host.strip_suffix(b".").unwrap_or(host);
    let mut parts = host.split(|&byte| byte == b'.');
    if parts.clone().count() > 4 || parts.any(is_no_number) {
        return Some(None);
    }
    if !is_ipv4(host) {
        return None;
    }
    let number = |part: &[u8]| {
        part.iter()
            .fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
    };
    let parts = host.split(|&byte| byte == b'.');
    Some(Some(
        parts.fold(0, |address, part| address << 8 | number(part)),
    ))
}

/// Whether Python's `int` takes a part of a host for no number in base 8, 10 or 16.
fn is_no_number(part: &[u8]) -> bool {
    let stray =
        |&byte: &u8| byte.is_ascii_digit() || byte <= b' ' || matches!(byte, b'_' | b'+' | b'-');
    let based = |byte: &u8| {
        stray(byte) || byte.is_ascii_hexdigit() || matches!(byte, b'x' | b'X' | b'o' | b'O')
    };
    match part {
        [b'0', rest @ ..] => !rest.iter().all(based),
        _ => !part.iter().all(stray),
    }
}

/// Whether a host is an address, which keeps its order; `None` where Python has to tell.
fn is_known(host: &[u8]) -> Option<bool> {
    if host.starts_with(b"[") {
        return Some(true);
    }
    let address = address(host)?;
    Some(address.is_some_and(|address| address != 0))
}

fn write_path(written: &[u8], special: bool, spare: &mut Vec<u8>, out: &mut Vec<u8>) {
    let path = decoded(written, spare);
    let start = out.len();
    if special && !matches!(path, [b'/' | b'\\', ..]) {
        out.push(b'/');
    }
    escape(path, &UNFIT_IN_PATH, out);
    if special && path.contains(&b'\\') {
        for byte in out[start..].iter_mut().filter(|byte| **byte == b'\\') {
            *byte = b'/';
        }
    }
    if out[start..].starts_with(b"/") && holds(&out[start..], b"/.") {
        spare.clear();
        spare.extend_from_slice(&out[start + 1..]);
        out.truncate(start);
        without_dots(spare, out);
    }
    if special && holds(&out[start..], b"//") {
        spare.clear();
        spare.extend_from_slice(&out[start..]);
        spare.dedup_by(|a, b| (*a, *b) == (b'/', b'/'));
        out.truncate(start);
        out.extend_from_slice(spare);
    }
}

/// Writes a path, given what follows its first "/", without dot segments; ".." takes an empty segment away as any other.
fn without_dots(path: &[u8], out: &mut Vec<u8>) {
    let mut kept: Vec<&[u8]> = Vec::new();
    let mut joined = true;
    for segment in path.split(|&byte| byte == b'/') {
        if joined {
            kept.push(b"/");
        }
        joined = !matches!(segment, b"." | b"..");
        if joined {
            kept.push(segment);
        } else if segment == b".." {
            kept.truncate(kept.len().saturating_sub(2).max(1));
        }
    }
    out.extend(kept.into_iter().flatten());
}

/// Writes the pairs of a query in order, each with its escapes written anew, those of what needs none decoded.
fn write_query(written: &[u8], spare: &mut Vec<u8>, out: &mut Vec<u8>) {
    let start = out.len();
    for (number, pair) in written.split(|&byte| byte == b'&').enumerate() {
        if number > 0 {
            out.push(b'&');
        }
        for (number, half) in pair.splitn(2, |&byte| byte == b'=').enumerate() {
            if number > 0 {
                out.push(b'=');
            }
            escape(decoded(half, spare), &UNFIT_IN_PAIR, out);
        }
    }
    sort_pairs(start, <[u8]>::cmp, spare, out);
}
