//! What becomes of each row: an identifier with its canonical text, its key and its parts, or one that is rejected?
//!
//! The twin of `clean/judge.py`, for the rows that are as rows are.  What is to be said of any other, a mistake above
//! all, is left to the Python, and put in its place before the columns are built.
#![forbid(unsafe_code)]

use crate::cuts::{Cuts, Pieces};
use crate::normalize::{self, Outcome};
use crate::parse::{Spec, pieces};
use crate::resolve::resolve;
use crate::rows::Rows;
use crate::wrong::{Misfits, wrong};

/// What is asked of a run.
pub struct Options {
    pub height: u8,            // of the rung
    pub spec: Spec,            // with that of IRIs, what is canonical is the URI's
    pub base: Option<Base>,    // to resolve each row against first
    pub limit: usize,          // bytes; a row that is longer may be too long in characters
    pub ignore_fragment: bool, // in the key
    pub keep_passwords: bool,
    pub secret: [u64; 2], // of the keys' hash
    pub rows: &'static Rows,
    pub misfits: Misfits,
}

pub struct Base {
    pub text: Vec<u8>,
    pub cuts: Cuts,
}

/// What the native loop says of one row.
#[derive(Clone, Copy)]
pub enum Found {
    Same { cuts: Cuts },                     // the row is its canonical text
    Taken { end: usize, cuts: Cuts },        // that ends there in `Judged::canonical`
    Refused { reason: usize, start: usize }, // for the reason of that number
    Left,                                    // to Python
}

/// The numbers of the reasons that come first.
pub const BLANK: usize = 0;
pub const NO_BASE: usize = 1;

/// Rows half judged: what is left to Python is listed.
pub struct Judged {
    pub canonical: Vec<u8>, // of the rows that are not it
    pub found: Vec<Found>,
    pub left: Vec<u32>,
}

/// `str.strip` takes these for blanks, and beyond ASCII some that no row of a URI's characters holds.
fn is_blank(value: &[u8]) -> bool {
    value
        .iter()
        .all(|byte| matches!(byte, b' ' | 0x09..=0x0D | 0x1C..=0x1F))
}

/// Buffers that are used again for each row.
#[derive(Default)]
struct Spare {
    target: Vec<u8>,
    uri: Vec<u8>,
}

/// Append the normal form where it is another text, and say so, and where it is cut; `None` where Python is to say.
fn canonical(
    text: &Pieces<'_>,
    options: &Options,
    spare: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Option<(bool, Cuts)> {
    let how = normalize::Options {
        height: options.height.min(normalize::SCHEME), // nothing stands for anything else, by protocol
        spec: options.spec,
        assume_generic: false,
        nfc: false,
    };
    let begin = out.len();
    let rows = (how.height >= normalize::SCHEME).then_some(options.rows);
    match normalize::key(text, how, rows, false, spare, out) {
        Outcome::Same => Some((false, text.cuts)),
        Outcome::Written => Some((true, pieces(&out[begin..], options.spec)?.cuts)),
        Outcome::Ask => None,
    }
}

fn judge_one(value: &[u8], options: &Options, spare: &mut Spare, out: &mut Vec<u8>) -> Found {
    if value.len() > options.limit {
        return Found::Left;
    }
    if is_blank(value) {
        return refused(BLANK);
    }
    let Some(mut text) = pieces(value, options.spec) else {
        return wrong(value, &options.misfits).map_or(Found::Left, |(reason, start)| {
            Found::Refused { reason, start }
        });
    };
    if let Some(Base { text: base, cuts }) = &options.base {
        let base = Pieces {
            text: base,
            cuts: *cuts,
        };
        spare.target.clear();
        resolve(&base, &text, true, &mut spare.target);
        let Some(target) = pieces(&spare.target, options.spec) else {
            return Found::Left;
        };
        text = target;
    }
    if !text.cuts.has_scheme() {
        return if options.keep_passwords || !value.contains(&b'@') {
            refused(NO_BASE)
        } else {
            Found::Left
        };
    }
    let begin = out.len();
    let Some((written, cuts)) = canonical(&text, options, &mut spare.uri, out) else {
        out.truncate(begin);
        return Found::Left;
    };
    let normal = Pieces {
        text: if written { &out[begin..] } else { text.text },
        cuts,
    };
    if !options.keep_passwords && may_hold_password(&normal) {
        out.truncate(begin);
        return Found::Left;
    }
    if !written && options.base.is_none() {
        return Found::Same { cuts };
    }
    if !written {
        out.extend_from_slice(text.text);
    }
    Found::Taken {
        end: out.len(),
        cuts,
    }
}

fn refused(reason: usize) -> Found {
    Found::Refused { reason, start: 0 }
}

/// Whether Python is to look for a password: of all that hold an "@", but not where only what follows an authority does.
fn may_hold_password(text: &Pieces<'_>) -> bool {
    let sip = || {
        [&b"sip:"[..], b"sips:"]
            .iter()
            .any(|sip| text.scheme().eq_ignore_ascii_case(sip))
    };
    text.text.contains(&b'@')
        && (!text.cuts.has_authority() || text.user().contains(&b'@') || sip())
}

/// Judge rows; *unread* are those, in order, that Python has to speak of in any case.
pub fn judge(values: &Values<'_>, unread: &[u32], options: &Options) -> Judged {
    let mut judged = Judged {
        canonical: Vec::with_capacity(values.data.len() / 2),
        found: Vec::with_capacity(values.len()),
        left: Vec::new(),
    };
    let mut unread = unread.iter().peekable();
    let mut spare = Spare::default();
    for (row, value) in (0..).zip(values.iter()) {
        let found = if unread.next_if_eq(&&row).is_some() {
            Found::Left
        } else {
            judge_one(value, options, &mut spare, &mut judged.canonical)
        };
        if matches!(found, Found::Left) {
            judged.left.push(row);
        }
        judged.found.push(found);
    }
    judged
}

/// Values packed one behind the other; the ends are int64, one more than there are values.
pub struct Values<'a> {
    pub data: &'a [u8],
    pub ends: &'a [u8],
}

impl<'a> Values<'a> {
    pub fn len(&self) -> usize {
        (self.ends.len() / 8).saturating_sub(1)
    }

    pub fn iter(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let data = self.data;
        let mut ends = self.ends.chunks_exact(8).map(|end| {
            let mut eight = [0; 8];
            eight.copy_from_slice(end);
            usize::try_from(i64::from_ne_bytes(eight)).unwrap_or(usize::MAX)
        });
        let mut at = ends.next().unwrap_or_default();
        ends.map(move |end| {
            let value = data.get(at..end).unwrap_or_default();
            at = end;
            value
        })
    }
}
