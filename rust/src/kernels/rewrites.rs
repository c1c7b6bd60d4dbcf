//! Which text does an operation make of each row?
//!
//! The operations are those of the twins; what they do not know is left to Python.
#![forbid(unsafe_code)]

use super::blocks::{Reader, State, blocks, each};
use super::{Answer, Loop, Part};
use crate::array::{Array, Type};
use crate::builders::Keys;
use crate::cuts::Pieces;
use crate::normalize::Outcome;
use crate::parse::{Spec, pieces};
use crate::text_builder::TextBuilder;
use crate::texts::Texts;

/// What an operation makes of one text; `None` where it refuses it.
pub type Made = Option<Outcome>;

/// Buffers that an operation may use as it likes.
#[derive(Default)]
pub struct Spare(pub Vec<u8>);

/// After so many rows it is asked for room for all.
const SAMPLE: usize = 1024;
/// Octets of an answer that are expected beyond those of its row, at most.
const MORE: usize = 256;

/// The answers so far.
struct Answers {
    builder: TextBuilder,
    left: Vec<usize>,
    rows: usize,
    /// Octets of all rows.
    octets: usize,
}

impl Answers {
    fn new(column: &Array, texts: &Texts<'_>) -> Self {
        Self {
            builder: match &column.kind {
                Type::Utf8View => TextBuilder::views_of(column),
                other => TextBuilder::new(other),
            },
            left: Vec::new(),
            rows: texts.len(),
            octets: texts.range().len(),
        }
    }

    /// Ends a row, whose text is written in the builder if it is not the same.
    #[inline]
    fn end(&mut self, row: usize, texts: &Texts<'_>, made: Made) {
        match made {
            Some(Outcome::Written) => self.builder.end(),
            Some(Outcome::Same) => self.builder.push(texts.get(row)),
            Some(Outcome::Ask) => {
                self.builder.end_null();
                self.left.push(row);
            }
            None => self.builder.end_null(),
        }
        if row == SAMPLE {
            self.reserve();
        }
    }

    /// Makes room for all rows, if they are as those so far.
    #[cold]
    fn reserve(&mut self) {
        let likely = self.builder.octets().len() * (self.rows / SAMPLE + 1);
        self.builder
            .reserve(likely.min(self.octets + MORE * self.rows));
    }

    fn finish(self) -> Answer {
        Answer::new(self.builder.finish(), self.left)
    }
}

/// An operation on a reference.
pub struct Rewrite<F> {
    spec: Spec,
    /// Whether it gives a tidy text as it is.
    keeps_tidy: bool,
    form: F,
}

impl<F> Rewrite<F> {
    pub fn new(spec: Spec, form: F) -> Self {
        Self {
            spec,
            keeps_tidy: false,
            form,
        }
    }

    /// That of an operation that gives a tidy text as it is, if *keeps* says so.
    pub fn keeping_tidy(self, keeps: bool) -> Self {
        Self {
            keeps_tidy: keeps,
            ..self
        }
    }
}

impl<F: Fn(&Pieces<'_>, &mut Spare, &mut Vec<u8>) -> Made + Sync> Loop for Rewrite<F> {
    fn run(&self, part: &Part) -> Answer {
        let texts = part.texts();
        let mut answers = Answers::new(&part.column, &texts);
        let mut spare = Spare::default();
        blocks(&texts, self.spec, |block| {
            for (row, read) in block.rows.iter().enumerate() {
                let out = answers.builder.octets();
                let made = match read.state {
                    State::Cut if self.keeps_tidy && block.is_tidy(read) => Some(Outcome::Same),
                    State::Cut => (self.form)(&block.pieces(read), &mut spare, out),
                    State::Null | State::Unfit => None,
                };
                answers.end(block.first + row, &texts, made);
            }
        });
        answers.finish()
    }
}

/// As `Rewrite`, of which the digest is wanted (XXH3-128).
pub struct Digest<F>(pub Spec, pub F);

impl<F: Fn(&Pieces<'_>, &mut Spare, &mut Vec<u8>) -> Made + Sync> Loop for Digest<F> {
    fn run(&self, part: &Part) -> Answer {
        let mut keys = Keys::default();
        let mut left = Vec::new();
        let (mut spare, mut out) = (Spare::default(), Vec::new());
        each(&part.texts(), self.0, |row, _, read| {
            out.clear();
            let made = read.and_then(|read| (self.1)(&read, &mut spare, &mut out));
            let text = match (made, read) {
                (Some(Outcome::Written), _) => Some(&*out),
                (Some(Outcome::Same), Some(read)) => Some(read.text),
                _ => None,
            };
            left.extend((made == Some(Outcome::Ask)).then_some(row));
            keys.push(text.map(|text| xxhash_rust::xxh3::xxh3_128(text).to_be_bytes()));
        });
        Answer::new(keys.finish(), left)
    }
}

/// An operation on any text.
pub struct OfText<F>(pub F);

impl<F: Fn(&[u8], &mut Vec<u8>) -> Made + Sync> Loop for OfText<F> {
    fn run(&self, part: &Part) -> Answer {
        let texts = part.texts();
        let mut answers = Answers::new(&part.column, &texts);
        for row in 0..texts.len() {
            let out = answers.builder.octets();
            let made = texts.get(row).and_then(|text| (self.0)(text, out));
            answers.end(row, &texts, made);
        }
        answers.finish()
    }
}

/// An operation on a reference and a base, which is the same for all rows or in another column.
pub struct FromBase<F> {
    pub spec: Spec,
    pub base: Option<Box<[u8]>>,
    pub form: F,
}

impl<F: Fn(&Pieces<'_>, &Pieces<'_>, &mut Vec<u8>) -> Made + Sync> Loop for FromBase<F> {
    fn run(&self, part: &Part) -> Answer {
        let texts = part.texts();
        let mut answers = Answers::new(&part.column, &texts);
        if let Some(base) = self
            .base
            .as_deref()
            .and_then(|base| pieces(base, self.spec))
        {
            each(&texts, self.spec, |row, _, read| {
                let out = answers.builder.octets();
                let made = read.and_then(|read| (self.form)(&base, &read, out));
                answers.end(row, &texts, made);
            });
            return answers.finish();
        }
        let bases = part.others.first().and_then(Texts::of);
        let bases = bases.expect("a base is one text or a column of texts");
        let mut bases = Reader::new(&bases, self.spec);
        each(&texts, self.spec, |row, _, read| {
            let out = answers.builder.octets();
            let made = match (bases.next(), read) {
                ((State::Cut, Some(base)), Some(read)) if base.cuts.has_scheme() => {
                    (self.form)(&base, &read, out)
                }
                _ => None,
            };
            answers.end(row, &texts, made);
        });
        answers.finish()
    }
}
