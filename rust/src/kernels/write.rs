//! How are bits and pieces of rows written at speed?
//!
//! A piece is copied 32 bytes at a time, whatever its length: what is too much is written over by the next.  In
//! `utf8_view` a piece is not copied but pointed at, in the buffers of the column.
#![forbid(unsafe_code)]
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // an end fits in the cells that were chosen for it

use std::ops::Range;

use super::Part;
use super::bits::{Bits, GROUP};
use super::blocks::{Block, Read};
use super::join::Slot;
use crate::array::{Array, Type, View};
use crate::arrow::{Buffer, room, zeros};
use crate::text_builder::TextBuilder;
use crate::texts::Texts;

/// Bytes that are copied at once.
const WIDE: usize = 32;
/// The end of a text in 32 bits.
fn small(end: usize) -> [u8; 4] {
    (end as i32).to_ne_bytes()
}

/// The end of a text in 64 bits.
fn large(end: usize) -> [u8; 8] {
    (end as i64).to_ne_bytes()
}

/// Writes where texts of that type end.
pub fn write_ends(kind: &Type, cells: &mut [u8], ends: impl Iterator<Item = usize>) {
    fn each<const N: usize>(cells: &mut [u8], ends: impl Iterator<Item = [u8; N]>) {
        for (cell, end) in cells.chunks_exact_mut(N).zip(ends) {
            cell.copy_from_slice(&end);
        }
    }
    match kind {
        Type::Utf8 => each(cells, ends.map(small)),
        _ => each(cells, ends.map(large)),
    }
}

/// Copies the first *len* octets, and what follows them where there is room, which is faster than to count.
#[inline]
fn copy(from: &[u8], len: usize, to: &mut [u8]) {
    let mut at = 0;
    while let (Some(wide), Some(place)) = (from.get(at..at + WIDE), to.get_mut(at..at + WIDE)) {
        place.copy_from_slice(wide);
        at += WIDE;
        if at >= len {
            return;
        }
    }
    to[at..len].copy_from_slice(&from[at..len]);
}

/// A piece of a row's text.
pub type Place = Option<Range<u32>>;

/// Room for texts one behind the other, and what is written of them.
struct Flat<'s> {
    octets: &'s mut [u8],
    /// Cells of N octets.
    ends: &'s mut [u8],
    /// Octets that stand before the first text.
    before: usize,
}

impl Flat<'_> {
    /// Writes the pieces of a group of rows from the first octet and the first cell on: which are there, and how many
    /// octets they are.
    #[inline]
    fn write<const N: usize>(
        &mut self,
        rows: &[Read],
        bytes: &[u8],
        pick: impl Fn(&Read) -> Place,
        cell: impl Fn(usize) -> [u8; N],
    ) -> (u64, usize) {
        let (mut there, mut used) = (0, 0);
        if !rows.iter().any(|read| pick(read).is_some()) {
            let end = cell(self.before);
            let ends = self.ends.chunks_exact_mut(N).take(rows.len());
            ends.for_each(|cell| cell.copy_from_slice(&end));
            return (there, used);
        }
        for (n, (read, end)) in rows.iter().zip(self.ends.chunks_exact_mut(N)).enumerate() {
            let piece = pick(read);
            there |= u64::from(piece.is_some()) << n;
            let piece = piece.unwrap_or(0..0);
            let (start, len) = (read.start + piece.start as usize, piece.len());
            copy(&bytes[start..], len, &mut self.octets[used..]);
            used += len;
            end.copy_from_slice(&cell(self.before + used));
        }
        (there, used)
    }
}

/// Writes texts in a slot.
pub struct InSlot<'s> {
    slot: Slot<'s>,
    row: usize,
    used: usize,
    valid: Bits,
}

impl<'s> InSlot<'s> {
    pub fn new(slot: Slot<'s>) -> Self {
        Self {
            slot,
            row: 0,
            used: 0,
            valid: Bits::default(),
        }
    }

    /// The pieces of a group of rows more.
    #[inline]
    pub fn extend(&mut self, rows: &[Read], bytes: &[u8], pick: impl Fn(&Read) -> Place) {
        let octets = &mut self.slot.octets[self.used..];
        let before = self.slot.before + self.used;
        let (there, used) = if *self.slot.kind == Type::Utf8 {
            let ends = &mut self.slot.cells[4 * self.row..];
            Flat {
                octets,
                ends,
                before,
            }
            .write(rows, bytes, pick, small)
        } else {
            let ends = &mut self.slot.cells[8 * self.row..];
            Flat {
                octets,
                ends,
                before,
            }
            .write(rows, bytes, pick, large)
        };
        self.valid.extend(there, rows.len());
        self.used += used;
        self.row += rows.len();
    }

    /// The numbers of a group of rows more.
    #[inline]
    pub fn extend_numbers(&mut self, rows: &[Read], number: impl Fn(&Read) -> Option<i64>) {
        let mut there = 0;
        let cells = self.slot.cells[8 * self.row..].chunks_exact_mut(8);
        for (n, (read, cell)) in rows.iter().zip(cells).enumerate() {
            if let Some(number) = number(read) {
                there |= 1 << n;
                cell.copy_from_slice(&number.to_ne_bytes());
            }
        }
        self.valid.extend(there, rows.len());
        self.row += rows.len();
    }

    pub fn finish(self) {
        self.valid.write(self.slot.valid);
    }
}

/// Texts one behind the other, as many as they turn out to be.
struct Growing<const N: usize> {
    /// The texts, and zeros behind them.
    octets: Vec<u8>,
    used: usize,
    ends: Vec<u8>,
    valid: Bits,
    /// Octets of all rows whose pieces they are.
    most: usize,
}

impl<const N: usize> Growing<N> {
    fn new(texts: &Texts<'_>) -> Self {
        Self {
            most: texts.range().len(),
            octets: Vec::new(),
            used: 0,
            ends: zeros(N * (texts.len() + 1)),
            valid: Bits::default(),
        }
    }

    #[inline]
    fn extend(
        &mut self,
        block: &Block<'_>,
        pick: impl Fn(&Read) -> Place + Copy,
        cell: impl Fn(usize) -> [u8; N] + Copy,
    ) {
        let most: usize = block.rows.iter().map(|read| read.len).sum();
        self.reserve(self.used + most + WIDE);
        for rows in block.rows.chunks(GROUP) {
            let mut flat = Flat {
                octets: &mut self.octets[self.used..],
                ends: &mut self.ends[N * (self.valid.len() + 1)..],
                before: self.used,
            };
            let (there, used) = flat.write(rows, block.bytes(), pick, cell);
            self.valid.extend(there, rows.len());
            self.used += used;
        }
    }

    /// Makes room for as much as all rows will take if they are as those so far: to grow by and by is to copy.
    fn reserve(&mut self, room: usize) {
        if self.octets.len() >= room {
            return;
        }
        if self.octets.capacity() < room {
            let (rows, done) = (self.ends.len() / N, self.valid.len().max(1));
            let likely = self.used / done * rows;
            let likely = (likely + likely / 16).min(self.most + WIDE);
            let mut more = self::room(room.max(likely) + room / 4);
            more.extend_from_slice(&self.octets[..self.used]);
            self.octets = more;
        }
        self.octets.resize(room, 0);
    }

    fn finish(mut self, kind: Type) -> Array {
        self.octets.truncate(self.used);
        Array {
            kind,
            len: self.valid.len(),
            validity: self.valid.validity(),
            buffers: vec![Buffer::of(self.ends), Buffer::of(self.octets)],
            ..Array::of_nulls(0)
        }
    }
}

/// Cells that point into the buffers of the column.
struct Views<'a> {
    texts: Texts<'a>,
    column: &'a Array,
    cells: Vec<u128>,
    valid: Bits,
}

impl Views<'_> {
    #[inline]
    fn extend(&mut self, block: &Block<'_>, pick: impl Fn(&Read) -> Place) {
        let bytes = block.bytes();
        for (row, read) in block.rows.iter().enumerate() {
            let piece = pick(read);
            self.valid.push(piece.is_some());
            let piece = piece.unwrap_or(0..0);
            let (start, len) = (read.start + piece.start as usize, piece.len());
            let text = &bytes[start..start + len];
            self.cells.push(if len <= View::INLINE {
                short(text, bytes.get(start..start + View::INLINE))
            } else {
                // a text that is long enough for the piece stands in a buffer itself
                let (buffer, at) = self.texts.place(block.first + row);
                View::outside(text, buffer, at + piece.start)
            });
        }
    }

    fn finish(self) -> Array {
        let mut buffers = vec![Buffer::of(self.cells)];
        buffers.extend_from_slice(&self.column.buffers[1..]);
        Array {
            kind: Type::Utf8View,
            len: self.valid.len(),
            validity: self.valid.validity(),
            buffers,
            ..Array::of_nulls(0)
        }
    }
}

/// The cell of a short text, by the twelve bytes from its first on where there are so many.
#[inline]
fn short(text: &[u8], wide: Option<&[u8]>) -> u128 {
    let Some(wide) = wide.filter(|_| cfg!(target_endian = "little")) else {
        return View::inline(text);
    };
    let mut cell = [0; 16];
    cell[4..].copy_from_slice(wide);
    let kept = u128::MAX >> (8 * (View::INLINE - text.len()));
    (u128::from_le_bytes(cell) & kept & !0xFFFF_FFFF) | text.len() as u128
}

/// Writes pieces of a column's own texts, in the layout of the column.
pub struct Writer<'a>(Layout<'a>);

enum Layout<'a> {
    Small(Growing<4>),
    Large(Growing<8>),
    Views(Views<'a>),
    Other(TextBuilder),
}

impl<'a> Writer<'a> {
    pub fn new(part: &'a Part) -> Self {
        let column = &part.column;
        Self(match column.kind {
            Type::Utf8 => Layout::Small(Growing::new(&part.texts())),
            Type::LargeUtf8 => Layout::Large(Growing::new(&part.texts())),
            Type::Utf8View => Layout::Views(Views {
                texts: part.texts(),
                column,
                cells: room(column.len),
                valid: Bits::default(),
            }),
            _ => Layout::Other(TextBuilder::new(&column.kind)),
        })
    }

    /// One piece more for each row of the block.
    #[inline]
    pub fn extend(&mut self, block: &Block<'_>, pick: impl Fn(&Read) -> Place + Copy) {
        match &mut self.0 {
            Layout::Small(texts) => texts.extend(block, pick, small),
            Layout::Large(texts) => texts.extend(block, pick, large),
            Layout::Views(views) => views.extend(block, pick),
            Layout::Other(builder) => {
                for read in &block.rows {
                    let piece =
                        |Range { start, end }| &block.text(read)[start as usize..end as usize];
                    builder.push(pick(read).map(piece));
                }
            }
        }
    }

    pub fn finish(self) -> Array {
        match self.0 {
            Layout::Small(texts) => texts.finish(Type::Utf8),
            Layout::Large(texts) => texts.finish(Type::LargeUtf8),
            Layout::Views(views) => views.finish(),
            Layout::Other(builder) => builder.finish(),
        }
    }
}
