//! Which escapes of a URI become characters of an IRI, and which stay?
//!
//! The twin of `operations/readable.py`, which hands in once what no grammar says: the characters that each word keeps.
//! Source: RFC 3987 §3.2.
#![forbid(unsafe_code)]

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::percent::{escape, escaped};
use crate::table::{IPRIVATE, UCSCHAR, UNRESERVED, beyond, is, point};

/// How much stays percent-encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    Recommended,
    Minimal,
    None,
}

impl Keep {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Recommended => "recommended",
            Self::Minimal => "minimal",
            Self::None => "none",
        }
    }
}

/// What of the characters that an IRI may hold stays percent-encoded.
pub struct Kept {
    pub keep: Keep,
    ranges: Vec<(u32, u32)>, // first and last, in order
}

impl Kept {
    /// The characters that stay by that word, asked of Python once.
    pub fn of(py: Python<'_>, keep: Keep) -> PyResult<&'static Self> {
        static KEPT: [PyOnceLock<Kept>; 3] = [const { PyOnceLock::new() }; 3];
        KEPT[keep as usize].get_or_try_init(py, || {
            let ranges = py
                .import("urikit.operations.readable")?
                .call_method1("kept_ranges", (keep.word(),))?
                .extract()?;
            Ok(Self { keep, ranges })
        })
    }

    /// Whether the character that a text begins with is fit to be read, there in the query or elsewhere.
    fn fits(&self, character: &[u8], in_query: bool) -> bool {
        let class = if in_query {
            UCSCHAR | IPRIVATE
        } else {
            UCSCHAR
        };
        let Some((point, _)) = point(character).filter(|_| beyond(character).0 & class != 0) else {
            return false;
        };
        let at = self.ranges.partition_point(|&(first, _)| first <= point);
        at == 0 || point > self.ranges[at - 1].1
    }
}

/// Writes a component with the escapes decoded that an IRI does without (§3.2 steps 2 to 5).
pub fn readable(component: &[u8], kept: &Kept, in_query: bool, out: &mut Vec<u8>) {
    let mut rest = component;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        let (octets, count) = character(rest);
        let octets = &octets[..count];
        match octets {
            [octet] if is(*octet, UNRESERVED) => out.push(*octet),
            [octet] if octet.is_ascii() => out.extend_from_slice(&rest[..3]),
            _ if kept.fits(octets, in_query) => out.extend_from_slice(octets),
            _ => octets.iter().for_each(|&octet| escape(octet, out)),
        }
        rest = &rest[3 * count..];
    }
    out.extend_from_slice(rest);
}

/// The octets of the character that a run of escapes begins with, and their number; one octet, where it is none.
fn character(run: &[u8]) -> ([u8; 4], usize) {
    let mut octets = [0; 4];
    let mut count = 0;
    while count < 4
        && let Some(octet) = run.get(3 * count..).and_then(escaped)
    {
        octets[count] = octet;
        count += 1;
    }
    let length = point(&octets[..count]).map_or(1, |(_, length)| length);
    (octets, length)
}
