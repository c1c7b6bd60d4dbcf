//! Where is each row of a column cut?
//!
//! Rows are taken in blocks of some kilobytes.  A block's masks say where its delimiters are, so that a plain row, in
//! ASCII and without brackets, is cut without looking at its bytes again; whatever is not plain, `parse` reads.
#![forbid(unsafe_code)]

use super::cutter::cut;
use crate::cuts::Pieces;
use crate::parse::{Spec, pieces};
use crate::texts::Texts;
use crate::vector::{Classifier, Masks, classifier};

/// Bytes of a block, about: with its masks it stays in the cache.
const BLOCK: usize = 8192;
/// A row of more bytes is not worth masks that are as long.
const LONG: usize = 4 * BLOCK;

/// One row: null, a text that is no reference, or a text and where it is cut.
#[derive(Clone, Copy)]
pub enum Row<'a> {
    Null,
    Unfit,
    Cut(Pieces<'a>),
}

/// Calls *found* with each row in order.
pub fn each<'a>(texts: &Texts<'a>, spec: Spec, mut found: impl FnMut(Row<'a>)) {
    let Some(classifier) = classifier() else {
        return (0..texts.len()).for_each(|row| found(read(texts.get(row), spec)));
    };
    let mut block = Block::default();
    let mut row = 0;
    while row < texts.len() {
        row = block.fill(texts, row, classifier);
        for &(text, at) in &block.rows {
            found(match text {
                Some(text) if at != NO_MASKS => match cut(&block.masks, at, text) {
                    Some(cuts) => Row::Cut(Pieces { text, cuts }),
                    None => read(Some(text), spec),
                },
                text => read(text, spec),
            });
        }
    }
}

/// Reads a row byte by byte.
#[inline(never)]
fn read(text: Option<&[u8]>, spec: Spec) -> Row<'_> {
    match text {
        Some(text) => pieces(text, spec).map_or(Row::Unfit, Row::Cut),
        None => Row::Null,
    }
}

/// Rows, and the masks of their bytes.
#[derive(Default)]
struct Block<'a> {
    /// The text of each row, and which bit of the masks is that of its first byte.
    rows: Vec<(Option<&'a [u8]>, usize)>,
    masks: Vec<Masks>,
    /// The bytes of rows that do not lie together where they are.
    together: Vec<u8>,
}

const NO_MASKS: usize = usize::MAX;

impl<'a> Block<'a> {
    /// Takes rows from *row* on; gives the first that it did not take.
    fn fill(&mut self, texts: &Texts<'a>, row: usize, classifier: Classifier) -> usize {
        self.rows.clear();
        match texts.octets() {
            Some(octets) => self.fill_in_place(texts, octets, row, classifier),
            None => self.fill_together(texts, row, classifier),
        }
    }

    fn fill_in_place(
        &mut self,
        texts: &Texts<'a>,
        octets: &'a [u8],
        mut row: usize,
        classifier: Classifier,
    ) -> usize {
        let first = texts.bounds(row).0;
        let mut last = first;
        while row < texts.len() && last - first < BLOCK {
            let (start, end) = texts.bounds(row);
            if end - start > LONG {
                if self.rows.is_empty() {
                    self.rows.push((texts.get(row), NO_MASKS));
                    row += 1;
                }
                break;
            }
            self.rows.push((texts.get(row), start - first));
            last = end;
            row += 1;
        }
        classifier.masks(&octets[first..last], &mut self.masks);
        row
    }

    fn fill_together(
        &mut self,
        texts: &Texts<'a>,
        mut row: usize,
        classifier: Classifier,
    ) -> usize {
        self.together.clear();
        while row < texts.len() && self.together.len() < BLOCK && self.rows.len() < BLOCK {
            let text = texts.get(row);
            let mut at = self.together.len();
            match text {
                Some(text) if text.len() <= LONG => self.together.extend_from_slice(text),
                _ => at = NO_MASKS,
            }
            self.rows.push((text, at));
            row += 1;
        }
        classifier.masks(&self.together, &mut self.masks);
        row
    }
}
