//! Under which sort-friendly key do web archives file a URI?
//!
//! The twin of `operations/surt.py`, a flavour a file.  Hosts that need IDNA, numbers that are no plain address and
//! session ids in paths are Python's.
//! Source: PyPI surt 0.3.1, urlcanon 0.3.1; RFC 3986 §3.
#![forbid(unsafe_code)]

mod ia;
mod urlcanon;

use std::cmp::Ordering;

pub use ia::ia;
pub use urlcanon::urlcanon;

use crate::percent::{self, escaped, has_percent};

/// What to take off the host's front.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Strip {
    Nothing,
    Www,
    /// "www2" and its like too.
    WwwAndDigits,
}

/// Which octets a component has escaped.
type Unfit = [bool; 256];

/// What no component has: controls, space, "#", "%" and what is not US-ASCII; and some more.
const fn unfit(more: &[u8]) -> Unfit {
    let mut all = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = byte <= 0x20 || byte >= 0x7F || byte == b'#' as usize || byte == b'%' as usize;
        byte += 1;
    }
    let mut at = 0;
    while at < more.len() {
        all[more[at] as usize] = true;
        at += 1;
    }
    all
}

/// Octets with their escapes decoded, and those that come of it, until none is left; in the buffer if there are any.
#[inline]
fn decoded<'a>(octets: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
    if !has_percent(octets) {
        return octets;
    }
    decode(octets, buffer);
    buffer
}

/// Puts them in the buffer.
fn decode(octets: &[u8], buffer: &mut Vec<u8>) {
    buffer.clear();
    if !has_percent(octets) {
        return buffer.extend_from_slice(octets);
    }
    for &octet in octets {
        // an escape ends where its last digit comes, be that read or decoded
        buffer.push(octet);
        while let Some(at) = buffer.len().checked_sub(3)
            && let Some(octet) = escaped(&buffer[at..])
        {
            buffer.truncate(at);
            buffer.push(octet);
        }
    }
}

/// Writes octets, the unfit ones as escapes.
#[inline]
fn escape(octets: &[u8], unfit: &Unfit, out: &mut Vec<u8>) {
    if !octets.iter().any(|&octet| unfit[usize::from(octet)]) {
        return out.extend_from_slice(octets);
    }
    for &octet in octets {
        if unfit[usize::from(octet)] {
            percent::escape(octet, out);
        } else {
            out.push(octet);
        }
    }
}

fn without_www(host: &[u8], strip: Strip) -> &[u8] {
    let Some(after) = host.strip_prefix(b"www") else {
        return host;
    };
    let digits = match strip {
        Strip::Nothing => return host,
        Strip::Www => 0,
        Strip::WwwAndDigits => after
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count(),
    };
    after[digits..].strip_prefix(b".").unwrap_or(host)
}

/// Takes the dots off both ends.
fn trim_dots(host: &mut Vec<u8>) {
    let last = host.iter().rposition(|&byte| byte != b'.');
    host.truncate(last.map_or(0, |last| last + 1));
    let first = host.iter().position(|&byte| byte != b'.').unwrap_or(0);
    host.drain(..first);
}

/// Puts an address in the place of a host.
fn put_address(address: u32, host: &mut Vec<u8>) {
    let [a, b, c, d] = address.to_be_bytes();
    host.clear();
    host.extend_from_slice(format!("{a}.{b}.{c}.{d}").as_bytes());
}

/// Sorts the pairs of the query that stands from *start* to the end of the buffer.
fn sort_pairs(
    start: usize,
    compare: fn(&[u8], &[u8]) -> Ordering,
    spare: &mut Vec<u8>,
    out: &mut Vec<u8>,
) {
    if pairs(&out[start..]).is_sorted_by(|a, b| compare(a, b).is_le()) {
        return;
    }
    spare.clear();
    spare.extend_from_slice(&out[start..]);
    let mut sorted: Vec<&[u8]> = pairs(spare).collect();
    sorted.sort_by(|a, b| compare(a, b));
    out.truncate(start);
    for (number, pair) in sorted.into_iter().enumerate() {
        if number > 0 {
            out.push(b'&');
        }
        out.extend_from_slice(pair);
    }
}

fn pairs(query: &[u8]) -> impl Iterator<Item = &[u8]> {
    query.split(|&byte| byte == b'&')
}

/// What stands before and after the first such byte; `None` where there is none.
#[inline]
fn cut(text: &[u8], delimiter: u8) -> Option<(&[u8], &[u8])> {
    let at = text.iter().position(|&byte| byte == delimiter)?;
    Some((&text[..at], &text[at + 1..]))
}

/// What follows the last such byte, or the whole.
#[inline]
fn after_last(text: &[u8], delimiter: u8) -> &[u8] {
    let last = text.iter().rposition(|&byte| byte == delimiter);
    &text[last.map_or(0, |at| at + 1)..]
}

#[inline]
fn holds<const N: usize>(text: &[u8], part: &[u8; N]) -> bool {
    text.windows(N).any(|one| one == part)
}
