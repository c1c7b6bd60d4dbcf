//! What is the host of a scheme whose hosts are domain names?
//!
//! IDNA is Python's: a host that is met for the first time is asked of `operations/domain.py`, with or without the
//! interpreter's lock held before, and what it said is kept for the next.  So a loop over a column may ask as well.
//! Source: RFC 3987 §3.1, §5.3.3.
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::sync::{LazyLock, RwLock};

use pyo3::prelude::*;

use crate::idna::sound;
use crate::readable::Keep;

/// Hosts that are kept at most; then all are forgotten.
const MOST: usize = 1 << 14;
/// The longest host that is kept: 253 characters of four octets.
const LONGEST: usize = 1012;

/// What became of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It stays as it is; nothing was written.
    Same,
    Written,
    /// Python did not answer as it should.
    Unknown,
}

/// A host that becomes another, or `None` for one that stays.
type Answer = Option<Box<[u8]>>;
type Answers = RwLock<HashMap<Box<[u8]>, Answer>>;

/// What a function of `operations/domain.py` said of the hosts of late.
struct Memory {
    function: &'static str,
    keep: Option<Keep>,
    known: LazyLock<Answers>,
}

impl Memory {
    const fn of(function: &'static str, keep: Option<Keep>) -> Self {
        Self {
            function,
            keep,
            known: LazyLock::new(Answers::default),
        }
    }

    fn tell(&self, host: &[u8], out: &mut Vec<u8>) -> Told {
        if let Ok(known) = self.known.read()
            && let Some(answer) = known.get(host)
        {
            return write(answer.as_deref(), out);
        }
        let Ok(answer) = self.ask(host) else {
            return Told::Unknown;
        };
        let told = write(answer.as_deref(), out);
        if host.len() <= LONGEST
            && let Ok(mut known) = self.known.write()
        {
            if known.len() >= MOST {
                known.clear();
            }
            known.insert(host.into(), answer);
        }
        told
    }

    #[cold]
    fn ask(&self, host: &[u8]) -> Result<Answer, ()> {
        let host = std::str::from_utf8(host).map_err(|_| ())?;
        let said = Python::try_attach(|py| -> PyResult<Option<String>> {
            let domain = py.import("urikit.operations.domain")?;
            match self.keep {
                Some(keep) => domain.call_method1(self.function, (host, keep.word())),
                None => domain.call_method1(self.function, (host,)),
            }?
            .extract()
        });
        let Some(Ok(said)) = said else {
            return Err(());
        };
        let other = said.filter(|said| said != host);
        Ok(other.map(|other| other.into_bytes().into_boxed_slice()))
    }
}

fn write(answer: Option<&[u8]>, out: &mut Vec<u8>) -> Told {
    match answer {
        None => Told::Same,
        Some(answer) => {
            out.extend_from_slice(answer);
            Told::Written
        }
    }
}

/// Whether a host has a character beyond US-ASCII, or an escape that may be of one.
#[inline]
pub fn is_international(host: &[u8]) -> bool {
    !host.is_ascii()
        || host.windows(2).any(|pair| {
            pair[0] == b'%' && matches!(pair[1], b'8' | b'9' | b'A'..=b'F' | b'a'..=b'f')
        })
}

/// Writes a host as DNS has it; it stays where it is ASCII once decoded, or where IDNA refuses it.
#[inline]
pub fn wire(host: &[u8], out: &mut Vec<u8>) -> Told {
    static WIRE: Memory = Memory::of("wire", None);
    if !is_international(host) {
        return Told::Same;
    }
    let start = out.len();
    if simple(host, &mut Vec::new(), out).is_some() {
        return Told::Written;
    }
    out.truncate(start);
    WIRE.tell(host, out)
}

/// Writes a host as UTS 46 maps it, in Unicode; it stays where it is ASCII once decoded, or where IDNA refuses it.
#[inline]
pub fn mapped(host: &[u8], out: &mut Vec<u8>) -> Told {
    static MAPPED: Memory = Memory::of("mapped", None);
    if !is_international(host) {
        return Told::Same;
    }
    let start = out.len();
    if simple(host, out, &mut Vec::new()).is_some() {
        return Told::Written;
    }
    out.truncate(start);
    MAPPED.tell(host, out)
}

/// Both forms of a host, where no escape and no character asks for more than a look.
fn simple(host: &[u8], mapped: &mut Vec<u8>, wire: &mut Vec<u8>) -> Option<()> {
    if host.contains(&b'%') {
        return None;
    }
    sound(std::str::from_utf8(host).ok()?, mapped, wire)
}

/// Writes a host with the labels that people read; it stays where what it would become is not the same name.
#[inline]
pub fn readable_domain(host: &[u8], keep: Keep, out: &mut Vec<u8>) -> Told {
    const fn of(keep: Keep) -> Memory {
        Memory::of("readable_domain", Some(keep))
    }
    static READABLE: [Memory; 3] = [of(Keep::Recommended), of(Keep::Minimal), of(Keep::None)];
    if host.is_ascii() && !host.contains(&b'%') && !has_a_label(host) {
        return Told::Same;
    }
    READABLE[keep as usize].tell(host, out)
}

/// Whether "xn--" stands anywhere, in any case.
#[inline]
pub fn has_a_label(text: &[u8]) -> bool {
    text.windows(4)
        .any(|four| four.eq_ignore_ascii_case(b"xn--"))
}
