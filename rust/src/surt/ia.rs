//! How does the Internet Archive write it?
//!
//! As its library's canonicalizers "Google" and then "IA" have it.
#![forbid(unsafe_code)]

use std::cmp::Ordering;

use super::{
    Strip, Unfit, after_last, cut, decode, decoded, escape, holds, put_address, sort_pairs,
    trim_dots, unfit, without_www,
};
use crate::cuts::Pieces;
use crate::normalize::Outcome;

const UNFIT: Unfit = unfit(b"");

/// Octets of a session id, with the name of the server's kind where that counts.
const ID: usize = 32;

/// Writes the SURT of a URI.
pub fn ia(read: &Pieces<'_>, strip: Strip, spare: &mut Vec<u8>, out: &mut Vec<u8>) -> Outcome {
    if read.text.starts_with(b"filedesc") {
        return if read.text.is_ascii() {
            Outcome::Same
        } else {
            Outcome::Ask
        };
    }
    let text = once(&read.text[..read.cuts.path as usize]);
    let (scheme, rest) = cut(text, b':').unwrap_or((text, b""));
    let place = Place::of(scheme, rest);
    if write_host(place.host, spare).is_none() || !place.port.is_ascii() {
        return Outcome::Ask;
    }
    let has_host = !spare.is_empty();
    if has_host {
        let host = if scheme == b"dns" {
            &spare[..]
        } else {
            without_www(spare, strip)
        };
        let start = out.len();
        for label in host.rsplit(|&byte| byte == b'.') {
            if out.len() > start {
                out.push(b',');
            }
            out.extend_from_slice(label);
        }
        if !place.port.is_empty() && !is_default(scheme, place.port) {
            out.push(b':');
            out.extend_from_slice(place.port);
        }
        out.push(b')');
    } else {
        out.extend_from_slice(scheme);
        out.push(b':');
    }
    let start = out.len();
    place.write_path(has_host, spare, out);
    out[start..].make_ascii_lowercase();
    let path = &out[start..];
    if path.contains(&b'(') && holds(path, b"/(") && holds(path, b".aspx") {
        return Outcome::Ask; // which may be a session id
    }
    if path.len() > 1 && path.ends_with(b"/") {
        out.pop();
    }
    write_query(read.query().get(1..).unwrap_or_default(), start, spare, out);
    Outcome::Written
}

/// A text that begins "http://http://", as from there on.
fn once(mut text: &[u8]) -> &[u8] {
    let after = |text: &[u8]| {
        let heads = [&b"http://"[..], b"https://"];
        heads
            .iter()
            .find(|head| text.starts_with(head))
            .map(|head| head.len())
    };
    while let Some(rest) = after(text).map(|head| &text[head..])
        && after(rest).is_some()
    {
        text = rest;
    }
    text
}

fn is_default(scheme: &[u8], port: &[u8]) -> bool {
    match port {
        b"80" => scheme.eq_ignore_ascii_case(b"http"),
        b"443" => scheme.eq_ignore_ascii_case(b"https"),
        _ => false,
    }
}

/// What follows the scheme.
struct Place<'a> {
    /// Without brackets.
    host: &'a [u8],
    /// Without needless zeros.
    port: &'a [u8],
    path: &'a [u8],
    /// Whether a "/" is taken to stand before the path.
    opened: bool,
}

impl<'a> Place<'a> {
    fn of(scheme: &[u8], rest: &'a [u8]) -> Self {
        let mut place = Self {
            host: b"",
            port: b"",
            path: rest,
            opened: false,
        };
        if let Some(after) = rest.strip_prefix(b"//") {
            let slash = after.iter().position(|&byte| byte == b'/');
            let (authority, path) = after.split_at(slash.unwrap_or(after.len()));
            let authority = after_last(authority, b'@');
            let (authority, end) = match authority.strip_prefix(b"[") {
                Some(literal) => (literal, b']'),
                None => (authority, b':'),
            };
            let (host, digits) = cut(authority, end).unwrap_or((authority, b""));
            let digits = digits.strip_prefix(b":").unwrap_or(digits);
            let zeros = digits.iter().take_while(|&&byte| byte == b'0').count();
            (place.host, place.port, place.path) = (host, &digits[zeros..], path);
        }
        if place.host.is_empty() && !place.path.is_empty() && scheme.starts_with(b"http") {
            // "http:a/b" and "http:///a/b" are taken for "http://a/b"
            let slashes = place.path.iter().take_while(|&&byte| byte == b'/').count();
            let rest = &place.path[slashes..];
            (place.host, place.path) = cut(rest, b'/').unwrap_or((rest, b""));
            place.opened = true;
        }
        place
    }

    fn write_path(&self, has_host: bool, spare: &mut Vec<u8>, out: &mut Vec<u8>) {
        let path = decoded(self.path, spare);
        if !has_host {
            if self.opened {
                out.push(b'/');
            }
            return escape(path, &UNFIT, out);
        }
        out.push(b'/');
        let path = if self.opened {
            Some(path)
        } else {
            path.strip_prefix(b"/")
        };
        let Some(path) = path else {
            return;
        };
        let odd = |byte: u8| matches!(byte, b'/' | b'.');
        let is_plain = |path: &[u8]| {
            !path.first().is_some_and(|&byte| odd(byte))
                && !path.windows(2).any(|two| two[0] == b'/' && odd(two[1]))
        };
        if is_plain(path) {
            return escape(path, &UNFIT, out);
        }
        let mut kept: Vec<&[u8]> = Vec::new();
        for segment in path.split(|&byte| byte == b'/') {
            if segment == b".." && !kept.is_empty() {
                kept.pop(); // one with nothing to take away stays
            } else if segment != b"." {
                kept.push(segment);
            }
        }
        let last = kept.pop().unwrap_or_default();
        for segment in kept.into_iter().filter(|segment| !segment.is_empty()) {
            escape(segment, &UNFIT, out);
            out.push(b'/');
        }
        escape(last, &UNFIT, out);
    }
}

/// Writes a host in lower case; `None` where Python has to look.
fn write_host(written: &[u8], host: &mut Vec<u8>) -> Option<()> {
    decode(written, host);
    if !host.is_ascii() {
        return None;
    }
    single_dots(host);
    trim_dots(host);
    if host.first().is_some_and(u8::is_ascii_digit)
        && let Some(address) = address(host)
    {
        put_address(address, host);
        return Some(());
    }
    host.make_ascii_lowercase();
    if host.iter().any(|&byte| UNFIT[usize::from(byte)]) {
        let plain = std::mem::take(host);
        escape(&plain, &UNFIT, host);
        host.make_ascii_lowercase();
    }
    Some(())
}

/// Makes one dot of each two.
fn single_dots(host: &mut Vec<u8>) {
    if !holds(host, b"..") {
        return;
    }
    let mut first = false; // of two
    host.retain(|&byte| {
        first = byte == b'.' && !first;
        byte != b'.' || first
    });
}

/// The address that the C library takes a host of numbers for.
fn address(host: &[u8]) -> Option<u32> {
    if host.iter().all(u8::is_ascii_digit) {
        let and = |address: u32, digit: &u8| {
            address
                .wrapping_mul(10)
                .wrapping_add(u32::from(digit - b'0'))
        };
        return Some(host.iter().fold(0, and));
    }
    let octal = host.starts_with(b"0");
    let mut rest = 4; // octets that are still to be said
    let mut address = 0;
    let mut numbers = host.split(|&byte| byte == b'.').peekable();
    while let Some(number) = numbers.next() {
        let octets = if numbers.peek().is_some() { 1 } else { rest };
        if rest == 0 || (octal && number.iter().any(|digit| !(b'0'..=b'7').contains(digit))) {
            return None;
        }
        let value = value(number).filter(|value| value >> (8 * octets) == 0)?;
        address = address << (8 * octets) | value;
        rest -= octets;
    }
    u32::try_from(address).ok()
}

/// A number, in octal after a zero; `None` for one that is too long to be looked at.
fn value(number: &[u8]) -> Option<u128> {
    let octal = number.len() > 1 && number[0] == b'0';
    let (base, last) = if octal { (8, b'7') } else { (10, b'9') };
    let right = |digit: &u8| (b'0'..=last).contains(digit);
    if !(1..=30).contains(&number.len()) || !number.iter().all(right) {
        return None;
    }
    let and = |value, digit: &u8| value * base + u128::from(digit - b'0');
    Some(number.iter().fold(0, and))
}

/// Writes "?" and the query, if anything is left of it; before it a "/" in the place of an empty path, from *path* on.
fn write_query(written: &[u8], path: usize, spare: &mut Vec<u8>, out: &mut Vec<u8>) {
    let end = out.len();
    if end == path {
        out.push(b'/');
    }
    out.push(b'?');
    let start = out.len();
    escape(decoded(written, spare), &UNFIT, out);
    out[start..].make_ascii_lowercase();
    without_sessions(start, out);
    if out.len() == start {
        return out.truncate(end);
    }
    sort_pairs(start, by_key, spare, out);
}

/// First by key; a key alone before one with "=".
fn by_key(a: &[u8], b: &[u8]) -> Ordering {
    let halves = |pair| {
        let halves = cut(pair, b'=');
        halves.map_or((pair, None), |(key, value)| (key, Some(value)))
    };
    halves(a).cmp(&halves(b))
}

/// Takes session ids out of the query from *start* to the end of the buffer, which is in lower case.
fn without_sessions(start: usize, out: &mut Vec<u8>) {
    let query = &out[start..];
    if query.len() > ID && (holds(query, b"sid=") || holds(query, b"sessionid")) {
        for find in [
            |text: &[u8]| id(text, b"jsessionid="),
            |text: &[u8]| id(text, b"phpsessid="),
            |text: &[u8]| id(text, b"sid="),
            asp_id,
        ] {
            cut_session(start, find, out);
        }
    }
    if holds(&out[start..], b"cftoken=") {
        without_tokens(start, out);
    }
}

/// Takes the last session id out that ends a pair, and the "&" behind it.
fn cut_session(start: usize, find: fn(&[u8]) -> Option<usize>, out: &mut Vec<u8>) {
    for at in (start..out.len()).rev() {
        let end = find(&out[at..]).map(|len| at + len);
        match end.map(|end| (end, out.get(end))) {
            Some((_, None)) => out.truncate(at),
            Some((end, Some(b'&'))) => drop(out.drain(at..=end)),
            _ => continue,
        }
        return;
    }
}

/// The length of a name and of 32 letters or digits behind it.
fn id(text: &[u8], name: &[u8]) -> Option<usize> {
    let value = text.strip_prefix(name)?.get(..ID)?;
    let right = value
        .iter()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    right.then_some(name.len() + ID)
}

fn asp_id(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"aspsessionid")?.get(..8 + 1 + 24)?;
    let (name, value) = (&rest[..8], &rest[9..]);
    let letters = name.iter().chain(value).all(u8::is_ascii_lowercase);
    (letters && rest[8] == b'=').then_some(12 + rest.len())
}

/// Takes the last cfid out that has a cftoken after it, and the pair of that.
fn without_tokens(start: usize, out: &mut Vec<u8>) {
    let (mut end, mut after) = (out.len(), out.len()); // of a pair, and where the pair but one begins
    let mut token = false;
    loop {
        let joint = out[start..end].iter().rposition(|&byte| byte == b'&');
        let first = joint.map_or(start, |at| start + at + 1);
        let pair = &out[first..end];
        let ids = &pair[..pair.len().saturating_sub(1)];
        if token && let Some(at) = ids.windows(5).rposition(|part| part == b"cfid=") {
            out.drain(first + at..after);
            return;
        }
        token = pair.len() > 8 && pair.starts_with(b"cftoken=");
        if first == start {
            return;
        }
        after = (end + 1).min(out.len());
        end = first - 1;
    }
}
