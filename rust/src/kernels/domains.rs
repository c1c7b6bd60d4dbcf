//! Whose domain is each row's host under, and how does it sort with its kin?
//!
//! The rules of the Public Suffix List are handed in from Python once.  A host of letters, digits, "-" and "." without
//! A-labels is known here; any other that is a name is left to Python, which asks IDNA.
//! Source: publicsuffix.org/list, "Algorithm"; RFC 3986 §3.2.2.
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::rewrites::{Made, Rewrite, Spare};
use super::{Loop, Options};
use crate::cuts::Pieces;
use crate::host::is_ipv4;
use crate::normalize::Outcome;

/// The bits of a rule, and how far those of private owners are moved; as in `operations/suffix.py`.
const RULE: u8 = 1;
const BELOW: u8 = 2;
const EXCEPT: u8 = 4;
const PRIVATE: u8 = 3;

/// That a rule of a registry goes on from a name; one bit more to the left, one of a private owner.
const DEEPER: u8 = 64;

/// What DNS allows of a name and of a label.
const NAME: usize = 253;
const LABEL: usize = 63;

/// The names of rules, and those that rules go on from, by the hash of the name read from its end.
pub struct Rules(HashMap<u64, (Box<[u8]>, u8), BuildHasherDefault<Hash>>);

/// Fowler–Noll–Vo 1a, a byte at a time.
#[derive(Clone, Copy, Default)]
struct Hash(u64);

/// What is hashed by it is a hash already.
impl Hasher for Hash {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(*self, |hash, &byte| hash.and(byte)).0;
    }

    #[inline]
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash ^ hash >> 32;
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

impl Hash {
    const NONE: Self = Self(0xCBF2_9CE4_8422_2325);

    #[inline]
    fn and(self, byte: u8) -> Self {
        Self((self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
    }
}

impl Rules {
    pub fn ours(py: Python<'_>) -> PyResult<&'static Self> {
        static RULES: PyOnceLock<Rules> = PyOnceLock::new();
        RULES.get_or_try_init(py, || {
            let suffix = py.import("urikit.operations.suffix")?;
            let told: HashMap<String, u8> = suffix.call_method0("rules")?.extract()?;
            let mut all = told.clone();
            for (name, bits) in &told {
                let of_registry = u8::from(bits & ((1 << PRIVATE) - 1) != 0);
                let of_owner = u8::from(bits >> PRIVATE != 0);
                let mut rest = &**name;
                while let Some((_, parent)) = rest.split_once('.') {
                    *all.entry(parent.into()).or_default() |=
                        DEEPER * (of_registry | of_owner << 1);
                    rest = parent;
                }
            }
            let hash = |name: &str| name.bytes().rev().fold(Hash::NONE, Hash::and).0;
            let rule = |(name, bits): (String, u8)| (hash(&name), (name.into_bytes().into(), bits));
            Ok(Self(all.into_iter().map(rule).collect()))
        })
    }

    fn bits(&self, hash: Hash, name: &[u8]) -> u8 {
        match self.0.get(&hash.0) {
            Some((rule, bits)) if **rule == *name => *bits,
            _ => 0,
        }
    }

    /// Where in a name its public suffix begins; `None` where it has none.
    pub fn suffix(&self, name: &[u8], private: bool, listed: bool) -> Option<usize> {
        let last = name.rsplit(|&byte| byte == b'.').next()?;
        if last.iter().all(u8::is_ascii_digit) {
            return None; // no domain name ends so
        }
        self.cut(name, private, listed)
    }

    /// Where it begins: the longest rule that fits prevails, an exception before all.
    fn cut(&self, name: &[u8], private: bool, listed: bool) -> Option<usize> {
        let both = if private { 1 | 1 << PRIVATE } else { 1 };
        let deeper = if private { 3 * DEEPER } else { DEEPER };
        let goes_on = deeper | (BELOW * both);
        let mut found = None;
        let mut parent = 0; // the bits of the name without its first label
        let (mut hash, mut end) = (Hash::NONE, name.len());
        loop {
            let dot = name[..end].iter().rposition(|&byte| byte == b'.');
            let at = dot.map_or(0, |dot| dot + 1);
            hash = name[at..end]
                .iter()
                .rev()
                .fold(hash, |hash, &byte| hash.and(byte));
            let own = self.bits(hash, &name[at..]);
            if own & (EXCEPT * both) != 0 {
                found = Some(end + 1);
            } else if own & (RULE * both) != 0 || parent & (BELOW * both) != 0 {
                found = Some(at);
            }
            let Some(dot) = dot.filter(|_| own & goes_on != 0) else {
                break;
            };
            hash = hash.and(b'.');
            (parent, end) = (own, dot);
        }
        let last = || name.iter().rposition(|&byte| byte == b'.');
        found.or_else(|| (!listed).then(|| last().map_or(0, |dot| dot + 1)))
    }
}

/// A host as a domain name.
pub enum Name<'a> {
    /// In lower case, without the root's dot.
    Known(&'a [u8]),
    /// No host, or an address.
    None,
    Ask,
}

/// The host of a reference, in the buffer where it is not in lower case itself.
#[inline]
pub fn name<'a>(read: &Pieces<'a>, small: &'a mut Vec<u8>) -> Name<'a> {
    let host = read.host();
    if host.is_empty() || host[0] == b'[' {
        return Name::None;
    }
    if host.last().is_some_and(u8::is_ascii_digit) && is_ipv4(host) {
        return Name::None;
    }
    let name = host.strip_suffix(b".").unwrap_or(host);
    let kinds = kinds(name);
    if kinds & NO_NAME != 0 || name.len() > NAME {
        return Name::Ask;
    }
    if (kinds & HYPHEN != 0 || name.len() > LABEL)
        && !name.split(|&byte| byte == b'.').all(is_plain)
    {
        return Name::Ask;
    }
    if kinds & UPPER == 0 {
        return Name::Known(name);
    }
    small.clear();
    small.extend(name.iter().map(u8::to_ascii_lowercase));
    Name::Known(small)
}

/// What the bytes of a name are.
const LETTER_OR_DIGIT: u8 = 1;
const HYPHEN: u8 = 2;
const DOT: u8 = 4;
const UPPER: u8 = 8;
/// Another byte, or a label without any.
const NO_NAME: u8 = 16;

const KINDS: [u8; 256] = {
    let mut kinds = [NO_NAME; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        let kind = match byte {
            b'a'..=b'z' | b'0'..=b'9' => LETTER_OR_DIGIT,
            b'A'..=b'Z' => UPPER,
            b'-' => HYPHEN,
            b'.' => DOT,
            _ => NO_NAME,
        };
        kinds[byte as usize] = kind;
        byte += 1;
    }
    kinds
};

/// All kinds of bytes of a name together.
#[inline]
fn kinds(name: &[u8]) -> u8 {
    let (mut all, mut before) = (0, DOT);
    for &byte in name {
        let kind = KINDS[usize::from(byte)];
        all |= kind | (kind & before & DOT) << 2;
        before = kind;
    }
    all | (before & DOT) << 2
}

/// Whether a label has a right length and is no A-label.
fn is_plain(label: &[u8]) -> bool {
    label.len() <= LABEL && label.get(2..4) != Some(b"--")
}

/// A loop that writes what *form* makes of each row's host; `None` is null.
fn of_names(
    options: &Options<'_, '_>,
    form: impl Fn(&[u8], &mut Vec<u8>) -> Option<()> + Send + Sync + 'static,
) -> PyResult<super::Made> {
    let Some(spec) = options.spec()? else {
        return Ok(None);
    };
    let form = move |read: &Pieces<'_>, spare: &mut Spare, out: &mut Vec<u8>| -> Made {
        match name(read, &mut spare.0) {
            Name::Known(name) => form(name, out).map(|()| Outcome::Written),
            Name::None => None,
            Name::Ask => Some(Outcome::Ask),
        }
    };
    let made: Box<dyn Loop> = Box::new(Rewrite::new(spec, form));
    Ok(Some(made))
}

/// A loop about the part of each row's name that begins where *from* says, given where its public suffix does.
fn of_suffixes(
    options: &Options<'_, '_>,
    from: fn(&[u8], usize) -> Option<usize>,
) -> PyResult<super::Made> {
    let (private, listed) = (
        options.flag("private", false)?,
        options.flag("listed", false)?,
    );
    let (Some(private), Some(listed)) = (private, listed) else {
        return Ok(None);
    };
    let rules = Rules::ours(options.py())?;
    of_names(options, move |name, out| {
        let cut = rules.suffix(name, private, listed)?;
        out.extend_from_slice(&name[from(name, cut)?..]);
        Some(())
    })
}

pub fn public_suffix(options: &Options<'_, '_>) -> PyResult<super::Made> {
    of_suffixes(options, |_, cut| Some(cut))
}

pub fn registrable_domain(options: &Options<'_, '_>) -> PyResult<super::Made> {
    of_suffixes(options, registrable)
}

/// Where the registrable domain begins, given where the suffix does; `None` where nothing stands before that.
pub fn registrable(name: &[u8], suffix: usize) -> Option<usize> {
    let before = name.get(..suffix.checked_sub(1)?)?;
    let dot = before.iter().rposition(|&byte| byte == b'.');
    Some(dot.map_or(0, |dot| dot + 1))
}

pub fn reversed_host(options: &Options<'_, '_>) -> PyResult<super::Made> {
    of_names(options, |name, out| {
        write_reversed(name, out);
        Some(())
    })
}

/// Writes the labels of a name from the last to the first.
pub fn write_reversed(name: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    for label in name.rsplit(|&byte| byte == b'.') {
        if out.len() > start {
            out.push(b'.');
        }
        out.extend_from_slice(label);
    }
}
