//! Is each row a reference of that kind?
//!
//! Source: RFC 3986 §3, §4.1–4.3; RFC 3987 §2.2; RFC 8141 §2.
#![forbid(unsafe_code)]

use super::bits::{Bits, GROUP};
use super::blocks::{State, blocks, each};
use super::{Answer, Loop, Part};
use crate::builders::Bools;
use crate::parse::Spec;
use crate::urn;

/// A kind of reference: bit 1 stands for those with a scheme, bit 2 for those with a fragment, bit 3 for those with
/// both, bit 0 for those with neither.
#[derive(Clone, Copy)]
pub struct Question(u8);

pub const REFERENCE: Question = Question(0b1111);
pub const URI: Question = Question(0b1010);
pub const RELATIVE_REF: Question = Question(0b0101);
pub const ABSOLUTE_URI: Question = Question(0b0010);

impl Question {
    pub const fn by(self, spec: Spec) -> Flags {
        Flags(self, spec)
    }
}

pub struct Flags(Question, Spec);

impl Loop for Flags {
    fn run(&self, part: &Part) -> Answer {
        let Self(Question(kinds), spec) = *self;
        let (mut flags, mut valid) = (Bits::default(), Bits::default());
        blocks(&part.texts(), spec, |block| {
            for rows in block.rows.chunks(GROUP) {
                let (mut are, mut there) = (0, 0);
                for (n, read) in rows.iter().enumerate() {
                    let scheme = u8::from(read.cuts.has_scheme());
                    let fragment = u8::from(read.cuts.has_fragment(read.len));
                    let is = kinds >> (scheme | fragment << 1) & u8::from(read.state == State::Cut);
                    are |= u64::from(is & 1) << n;
                    there |= u64::from(read.state != State::Null) << n;
                }
                flags.extend(are, rows.len());
                valid.extend(there, rows.len());
            }
        });
        Answer::all(flags.flags(valid))
    }
}

/// Whether each row is a URN.
pub struct IsUrn;

impl Loop for IsUrn {
    fn run(&self, part: &Part) -> Answer {
        let mut flags = Bools::default();
        each(&part.texts(), Spec::Rfc3986, |_, state, read| {
            let is = read.is_some_and(|read| urn::name(&read).is_some());
            flags.push((state != State::Null).then_some(is));
        });
        Answer::all(flags.finish())
    }
}
