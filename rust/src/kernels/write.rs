//! How are bits and pieces of rows written at speed?
//!
//! A piece of at most 32 bytes is copied as 32, whatever its length: what is too much is written over by the next.  In
//! `utf8_view` a piece is not copied but pointed at, in the buffers of the column.
#![forbid(unsafe_code)]

use std::ops::Range;

use super::Part;
use super::blocks::{Block, Read};
use crate::array::{Array, Type, View};
use crate::arrow::{Buffer, Plain};
use crate::text_builder::TextBuilder;
use crate::texts::Texts;

/// Bytes that are copied at once.
const WIDE: usize = 32;

/// Bits, the lowest of an octet first.
#[derive(Default)]
pub struct Bits {
    octets: Vec<u8>,
    word: u64,
    len: usize,
    ones: usize,
}

impl Bits {
    #[inline]
    pub fn push(&mut self, bit: bool) {
        self.word |= u64::from(bit) << (self.len % 64);
        self.len += 1;
        if self.len % 64 == 0 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.ones += self.word.count_ones() as usize;
        self.octets.extend_from_slice(&self.word.to_le_bytes());
        self.word = 0;
    }

    fn octets(mut self) -> (Buffer, usize) {
        let len = self.len;
        self.flush();
        self.octets.truncate(len.div_ceil(8));
        (Buffer::of(self.octets), len - self.ones)
    }

    /// As which rows are there; none of it where all are.
    fn validity(self) -> Option<Buffer> {
        let (octets, zeros) = self.octets();
        (zeros > 0).then_some(octets)
    }

    /// As flags, which are there where *valid* says so.
    pub fn flags(self, valid: Self) -> Array {
        Array {
            len: self.len,
            kind: Type::Bool,
            buffers: vec![self.octets().0],
            validity: valid.validity(),
            ..Array::of_nulls(0)
        }
    }

    /// As int64 values, which are there where the bits say so.
    pub fn integers(self, values: Vec<i64>) -> Array {
        Array {
            len: self.len,
            kind: Type::Int64,
            buffers: vec![Buffer::of(values)],
            validity: self.validity(),
            ..Array::of_nulls(0)
        }
    }

    /// A record of these fields, which is there where the bits say so.
    pub fn record(self, names: &[&str], fields: Vec<Array>) -> Array {
        let len = self.len;
        let all = crate::builders::record(names, fields, crate::builders::Validity::default());
        Array {
            len,
            validity: self.validity(),
            ..all
        }
    }
}

/// A position in 32 or 64 bits; what is written in 32 is a part of octets that were counted in 32.
trait End: Plain {
    fn of(end: usize) -> Self;
}

impl End for i32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
    fn of(end: usize) -> Self {
        end as Self
    }
}

impl End for i64 {
    #[expect(clippy::cast_possible_wrap)]
    fn of(end: usize) -> Self {
        end as Self
    }
}

/// Texts one behind the other.
struct Flat<T> {
    /// The texts, and zeros behind them.
    octets: Vec<u8>,
    used: usize,
    ends: Vec<T>,
    valid: Bits,
    /// How many rows there will be.
    rows: usize,
}

impl<T: End> Flat<T> {
    fn new(rows: usize) -> Self {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(T::of(0));
        Self {
            octets: Vec::new(),
            used: 0,
            ends,
            valid: Bits::default(),
            rows,
        }
    }

    #[inline]
    fn extend(&mut self, block: &Block<'_>, pick: impl Fn(&Read) -> Option<Range<u32>>) {
        let bytes = block.bytes();
        let most: usize = block.rows.iter().map(|read| read.len).sum();
        let room = self.used + most + WIDE;
        if self.octets.len() < room {
            self.reserve(room);
            self.octets.resize(room, 0);
        }
        for read in &block.rows {
            let piece = pick(read);
            self.valid.push(piece.is_some());
            let piece = piece.unwrap_or(0..0);
            let (start, len) = (read.start + piece.start as usize, piece.len());
            let to = &mut self.octets[self.used..];
            match (bytes.get(start..start + WIDE), to.first_chunk_mut::<WIDE>()) {
                (Some(from), Some(to)) if len <= WIDE => to.copy_from_slice(from),
                _ => to[..len].copy_from_slice(&bytes[start..start + len]),
            }
            self.used += len;
            self.ends.push(T::of(self.used));
        }
    }

    /// Makes room for as much as all rows will take if they are as those so far: to grow by and by is to copy.
    fn reserve(&mut self, room: usize) {
        if self.octets.capacity() < room {
            let done = (self.ends.len() - 1).max(1);
            let likely = self.used / done * self.rows;
            let wanted = room.max(likely + likely / 16) + room / 4;
            self.octets.reserve_exact(wanted - self.octets.len());
        }
    }

    fn finish(mut self, kind: Type) -> Array {
        self.octets.truncate(self.used);
        Array {
            kind,
            len: self.valid.len,
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
    fn extend(&mut self, block: &Block<'_>, pick: impl Fn(&Read) -> Option<Range<u32>>) {
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
            len: self.valid.len,
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
pub enum Writer<'a> {
    Small(Flat32),
    Large(Flat64),
    Views(OfViews<'a>),
    Other(TextBuilder),
}

pub struct Flat32(Flat<i32>);
pub struct Flat64(Flat<i64>);
pub struct OfViews<'a>(Views<'a>);

impl<'a> Writer<'a> {
    pub fn new(part: &'a Part) -> Self {
        let column = &part.column;
        match column.kind {
            Type::Utf8 => Self::Small(Flat32(Flat::new(column.len))),
            Type::LargeUtf8 => Self::Large(Flat64(Flat::new(column.len))),
            Type::Utf8View => Self::Views(OfViews(Views {
                texts: part.texts(),
                column,
                cells: Vec::with_capacity(column.len),
                valid: Bits::default(),
            })),
            _ => Self::Other(TextBuilder::new(&column.kind)),
        }
    }

    /// One piece more for each row of the block.
    #[inline]
    pub fn extend(&mut self, block: &Block<'_>, pick: impl Fn(&Read) -> Option<Range<u32>>) {
        match self {
            Self::Small(Flat32(flat)) => flat.extend(block, pick),
            Self::Large(Flat64(flat)) => flat.extend(block, pick),
            Self::Views(OfViews(views)) => views.extend(block, pick),
            Self::Other(builder) => {
                for read in &block.rows {
                    let piece =
                        |Range { start, end }| &block.text(read)[start as usize..end as usize];
                    builder.push(pick(read).map(piece));
                }
            }
        }
    }

    pub fn finish(self) -> Array {
        match self {
            Self::Small(Flat32(flat)) => flat.finish(Type::Utf8),
            Self::Large(Flat64(flat)) => flat.finish(Type::LargeUtf8),
            Self::Views(OfViews(views)) => views.finish(),
            Self::Other(builder) => builder.finish(),
        }
    }
}
