//! How does a loop read the texts of a chunk, whatever their layout?
//!
//! A `Texts` borrows one chunk of utf8, `large_utf8`, `utf8_view`, a dictionary of these, or null, and gives each row's
//! octets.  They should be UTF-8, but nobody has looked.
#![forbid(unsafe_code)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)] // `Array::check` has seen them

use std::ops::Range;

use crate::array::{Array, Bits, Type, View, number};
use crate::arrow::Buffer;

/// The texts of one chunk.
pub struct Texts<'a> {
    len: usize,
    valid: Option<Bits<'a>>,
    cells: Cells<'a>,
}

enum Cells<'a> {
    Null,
    /// Where each text ends in the octets of all, after where the first starts.
    Small(&'a [[u8; 4]], &'a [u8]),
    Large(&'a [[u8; 8]], &'a [u8]),
    Views(&'a [[u8; 16]], Vec<&'a [u8]>),
    Words {
        keys: &'a Buffer,
        octets: u8,
        offset: usize,
        words: Box<Texts<'a>>,
    },
}

impl<'a> Texts<'a> {
    /// Reads a chunk of text; `None` if it is of another type.
    pub fn of(array: &'a Array) -> Option<Self> {
        let (from, to) = (array.offset, array.offset + array.len);
        let buffer = |i: usize| array.buffers[i].octets();
        let cells = match &array.kind {
            Type::Null => Cells::Null,
            Type::Utf8 => Cells::Small(&array.buffers[0].cells()[from..=to], buffer(1)),
            Type::LargeUtf8 => Cells::Large(&array.buffers[0].cells()[from..=to], buffer(1)),
            Type::Utf8View => {
                let data = array.buffers[1..].iter().map(Buffer::octets);
                Cells::Views(&array.buffers[0].cells()[from..to], data.collect())
            }
            Type::Dictionary(key, _) => Cells::Words {
                keys: &array.buffers[0],
                octets: key.octets,
                offset: from,
                words: Self::of(array.words.as_deref()?)?.into(),
            },
            _ => return None,
        };
        Some(Self {
            len: array.len,
            valid: array.valid(),
            cells,
        })
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether a row is no null of its own; the word of a dictionary's row may be.
    #[inline]
    pub fn is_there(&self, row: usize) -> bool {
        self.valid.is_none_or(|bits| bits.get(row))
    }

    /// The buffer and the place in it of a row of `utf8_view` that is too long for its cell; (0, 0) for others.
    #[inline]
    pub fn place(&self, row: usize) -> (u32, u32) {
        match &self.cells {
            Cells::Views(views, _) => {
                let (buffer, start) = View::read(views[row]).place();
                (buffer as u32, start as u32)
            }
            _ => (0, 0),
        }
    }

    /// The octets of a row; `None` where it is null.
    #[inline]
    pub fn get(&self, row: usize) -> Option<&'a [u8]> {
        if self.valid.is_some_and(|bits| !bits.get(row)) {
            return None;
        }
        match &self.cells {
            Cells::Null => None,
            Cells::Small(_, octets) | Cells::Large(_, octets) => {
                let (start, end) = self.bounds(row);
                Some(&octets[start..end])
            }
            Cells::Views(views, data) => {
                let cell = &views[row];
                let view = View::read(*cell);
                let len = view.len();
                if len <= View::INLINE {
                    return Some(&cell[4..4 + len]);
                }
                let (buffer, start) = view.place();
                Some(&data[buffer][start..start + len])
            }
            Cells::Words { words, .. } => words.get(self.word(row)?),
        }
    }

    /// The octets of all rows in a row, for the layouts that keep them so; a row's place in them is its `bounds`.
    ///
    /// Before the first row's, between two rows' and after the last row's may be others, of rows outside a slice.
    pub fn octets(&self) -> Option<&'a [u8]> {
        match self.cells {
            Cells::Small(_, octets) | Cells::Large(_, octets) => Some(octets),
            _ => None,
        }
    }

    /// Where a row, null or not, starts and ends in `octets`; (0, 0) for the layouts without them.
    #[inline]
    pub fn bounds(&self, row: usize) -> (usize, usize) {
        let small = |cell: [u8; 4]| i32::from_ne_bytes(cell) as usize;
        let large = |cell: [u8; 8]| i64::from_ne_bytes(cell) as usize;
        match self.cells {
            Cells::Small(ends, _) => (small(ends[row]), small(ends[row + 1])),
            Cells::Large(ends, _) => (large(ends[row]), large(ends[row + 1])),
            _ => (0, 0),
        }
    }

    /// Where the octets of all rows are in `octets`.
    pub fn range(&self) -> Range<usize> {
        match self.len {
            0 => 0..0,
            rows => self.bounds(0).0..self.bounds(rows - 1).1,
        }
    }

    /// Which of the words a row has; `None` where it has none.
    #[inline]
    pub fn word(&self, row: usize) -> Option<usize> {
        let Cells::Words {
            keys,
            octets,
            offset,
            ..
        } = &self.cells
        else {
            return None;
        };
        let valid = self.valid.is_none_or(|bits| bits.get(row));
        valid.then(|| number(keys, *octets, offset + row) as usize)
    }

    /// How many rows are null, by themselves or by their word.
    pub fn nulls(&self) -> usize {
        match &self.cells {
            Cells::Null => self.len,
            Cells::Words { words, .. } if words.nulls() > 0 => {
                (0..self.len).filter(|&row| self.get(row).is_none()).count()
            }
            _ => self.valid.map_or(0, |bits| bits.zeros(self.len)),
        }
    }
}
