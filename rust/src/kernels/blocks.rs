//! Where is each row of a column cut?
//!
//! Rows are taken in blocks of some kilobytes.  A block's masks say where its delimiters are, so that a plain row, in
//! ASCII and without brackets, is cut without looking at its bytes again; whatever is not plain, `parse` reads.
#![forbid(unsafe_code)]

use crate::cuts::{Cuts, Pieces};
use crate::cutter::{LONG, cut, is_tidy};
use crate::parse::{Spec, cuts};
use crate::texts::Texts;
use crate::vector::{Classifier, Masks, classifier};

/// Bytes of a block, about: with its masks it stays in the cache.
const BLOCK: usize = 8192;

/// What a row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Null,
    /// A text that is no reference.
    Unfit,
    Cut,
}

/// One row of a block.
#[derive(Clone, Copy)]
pub struct Read {
    pub state: State,
    /// Its place in the bytes of the block.
    pub start: usize,
    pub len: usize,
    pub cuts: Cuts,
}

/// Rows, and the bytes that they lie in.
#[derive(Default)]
pub struct Block<'a> {
    /// The number of the first row.
    pub first: usize,
    pub rows: Vec<Read>,
    /// The bytes of all rows, where they lie together already.
    place: Option<&'a [u8]>,
    together: Vec<u8>,
    masks: Vec<Masks>,
    /// Which byte has the first bit of the masks, if there are any.
    masked: Option<usize>,
}

/// Reads the rows of a column one after the other.
pub struct Reader<'a, 't> {
    texts: &'t Texts<'a>,
    spec: Spec,
    classifier: Option<Classifier>,
    block: Block<'a>,
    /// The first row that no block had yet.
    next: usize,
    /// The place in the block of the row that `next` reads.
    at: usize,
}

impl<'a, 't> Reader<'a, 't> {
    pub fn new(texts: &'t Texts<'a>, spec: Spec) -> Self {
        Self {
            texts,
            spec,
            classifier: classifier(),
            block: Block::default(),
            next: 0,
            at: 0,
        }
    }

    /// The next rows; `None` behind the last.
    fn block(&mut self) -> Option<&Block<'a>> {
        if self.next == self.texts.len() {
            return None;
        }
        self.next = self.block.fill(self.texts, self.next);
        self.block.read(self.classifier, self.spec);
        Some(&self.block)
    }

    /// The next row: what it is, and its text where it is a reference; there is one.
    #[inline]
    pub fn next(&mut self) -> (State, Option<Pieces<'_>>) {
        if self.at == self.block.rows.len() {
            self.block();
            self.at = 0;
        }
        let read = &self.block.rows[self.at];
        self.at += 1;
        let cut = (read.state == State::Cut).then(|| self.block.pieces(read));
        (read.state, cut)
    }
}

/// Calls *found* with all rows in order, a block at a time.
pub fn blocks(texts: &Texts<'_>, spec: Spec, mut found: impl FnMut(&Block<'_>)) {
    let mut reader = Reader::new(texts, spec);
    while let Some(block) = reader.block() {
        found(block);
    }
}

/// Calls *found* with each row in order: its number, what it is, and its text where it is a reference.
pub fn each(
    texts: &Texts<'_>,
    spec: Spec,
    mut found: impl FnMut(usize, State, Option<Pieces<'_>>),
) {
    blocks(texts, spec, |block| {
        for (row, read) in block.rows.iter().enumerate() {
            let cut = (read.state == State::Cut).then(|| block.pieces(read));
            found(block.first + row, read.state, cut);
        }
    });
}

impl<'a> Block<'a> {
    /// The bytes that the rows lie in, and some behind them.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.place.unwrap_or(&self.together)
    }

    #[inline]
    pub fn text(&self, read: &Read) -> &[u8] {
        &self.bytes()[read.start..read.start + read.len]
    }

    #[inline]
    pub fn pieces(&self, read: &Read) -> Pieces<'_> {
        Pieces {
            text: self.text(read),
            cuts: read.cuts,
        }
    }

    /// Whether looking at the masks is enough to tell that a reference is in its normal form up to rung path.
    #[inline]
    pub fn is_tidy(&self, read: &Read) -> bool {
        let at = self.masked.map(|first| read.start - first);
        at.is_some_and(|at| is_tidy(&self.masks, at, read.len, &read.cuts))
    }

    /// Takes rows from *row* on; gives the first that it did not take.
    fn fill(&mut self, texts: &Texts<'a>, row: usize) -> usize {
        self.first = row;
        self.rows.clear();
        self.together.clear();
        self.place = texts.octets();
        if self.place.is_some() {
            self.fill_in_place(texts, row)
        } else {
            self.fill_together(texts, row)
        }
    }

    fn push(&mut self, there: bool, start: usize, len: usize) {
        let state = if there { State::Cut } else { State::Null };
        self.rows.push(Read {
            state,
            start,
            len: if there { len } else { 0 },
            cuts: Cuts::default(),
        });
    }

    fn fill_in_place(&mut self, texts: &Texts<'a>, mut row: usize) -> usize {
        let first = texts.bounds(row).0;
        while row < texts.len() {
            let (start, end) = texts.bounds(row);
            if end - first > BLOCK && row > self.first {
                break;
            }
            self.push(texts.is_there(row), start, end - start);
            row += 1;
        }
        row
    }

    fn fill_together(&mut self, texts: &Texts<'a>, mut row: usize) -> usize {
        while row < texts.len() && self.rows.len() < BLOCK {
            let text = texts.get(row);
            let bytes = text.unwrap_or_default();
            if row > self.first && self.together.len() + bytes.len() > BLOCK {
                break;
            }
            self.push(text.is_some(), self.together.len(), bytes.len());
            if bytes.len() > LONG {
                self.place = Some(bytes);
                return row + 1;
            }
            self.together.extend_from_slice(bytes);
            row += 1;
        }
        row
    }

    /// Cuts the rows.
    fn read(&mut self, classifier: Option<Classifier>, spec: Spec) {
        let mut rows = std::mem::take(&mut self.rows);
        let mut masks = std::mem::take(&mut self.masks);
        let first = rows.first().map_or(0, |read| read.start);
        let last = rows.last().map_or(0, |read| read.start + read.len);
        self.masked = None;
        match classifier {
            Some(classifier) if last - first <= LONG => {
                classifier.masks(&self.bytes()[first..last], &mut masks);
                self.masked = Some(first);
                for read in &mut rows {
                    if read.state == State::Cut {
                        match cut(&masks, read.start - first, self.text(read)) {
                            Some(cuts) => read.cuts = cuts,
                            None => self.parse(read, spec),
                        }
                    }
                }
            }
            _ => rows.iter_mut().for_each(|read| self.parse(read, spec)),
        }
        (self.rows, self.masks) = (rows, masks);
    }

    /// Reads a row byte by byte.
    #[inline(never)]
    fn parse(&self, read: &mut Read, spec: Spec) {
        if read.state == State::Cut {
            match cuts(self.text(read), spec) {
                Some(cuts) => read.cuts = cuts,
                None => read.state = State::Unfit,
            }
        }
    }
}
