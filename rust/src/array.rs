//! What is one chunk of a column, and what does it hold?
//!
//! An `Array` is a type, a length and the buffers of the Arrow layout of that type; a slice of it shares them.  What
//! comes from another library is checked once (`check`), so that nothing read later lies outside a buffer.
//! Source: the Arrow columnar format 1.5.
#![forbid(unsafe_code)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)] // a length in a cell is below 2^31

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use pyo3::PyErr;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};

use crate::arrow::Buffer;
use crate::texts::Texts;

/// The types of texts that come in and of answers that go out.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Null,
    Bool,
    Int64,
    /// 16 octets, for 128-bit keys.
    Binary16,
    Utf8,
    LargeUtf8,
    Utf8View,
    /// Numbers of words, as octets a number, and the type of the words.
    Dictionary(Key, Box<Type>),
    List(Box<Type>),
    LargeList(Box<Type>),
    Struct(Arc<[Field]>),
}

/// A named part of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: Box<str>,
    pub kind: Type,
}

/// The integer type of a dictionary's numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    pub octets: u8,
    pub signed: bool,
}

impl Type {
    /// The type that rows of both types fit in: chunks of one column differ only in the layout of their texts and lists.
    pub fn wider(&self, other: &Self) -> Self {
        match (self, other) {
            _ if self == other => self.clone(),
            (Self::List(a), Self::List(b)) => Self::List(a.wider(b).into()),
            (Self::List(a) | Self::LargeList(a), Self::List(b) | Self::LargeList(b)) => {
                Self::LargeList(a.wider(b).into())
            }
            (Self::Struct(a), Self::Struct(b)) => Self::Struct(
                a.iter()
                    .zip(b.iter())
                    .map(|(a, b)| Field {
                        name: a.name.clone(),
                        kind: a.kind.wider(&b.kind),
                    })
                    .collect(),
            ),
            _ => Self::LargeUtf8,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => out.write_str("null"),
            Self::Bool => out.write_str("bool"),
            Self::Int64 => out.write_str("int64"),
            Self::Binary16 => out.write_str("fixed_size_binary[16]"),
            Self::Utf8 => out.write_str("utf8"),
            Self::LargeUtf8 => out.write_str("large_utf8"),
            Self::Utf8View => out.write_str("utf8_view"),
            Self::Dictionary(key, words) => {
                let sign = if key.signed { "" } else { "u" };
                write!(out, "dictionary<{sign}int{}, {words}>", 8 * key.octets)
            }
            Self::List(item) => write!(out, "list<{item}>"),
            Self::LargeList(item) => write!(out, "large_list<{item}>"),
            Self::Struct(fields) => {
                out.write_str("struct<")?;
                for (i, Field { name, kind }) in fields.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    write!(out, "{comma}{name}: {kind}")?;
                }
                out.write_str(">")
            }
        }
    }
}

/// Why a column was not taken.
#[derive(Debug)]
pub enum Refusal {
    Type(String),
    Value(String),
    /// What the producer of a stream gave: its errno and its words.
    Stream(i32, String),
}

impl Refusal {
    /// Names the row that it is about.
    pub fn at(self, row: usize) -> Self {
        match self {
            Self::Type(message) => Self::Type(format!("row {row} is {message}")),
            Self::Value(message) => Self::Value(format!("row {row} is {message}")),
            stream @ Self::Stream(..) => stream,
        }
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Type(message) => PyTypeError::new_err(message),
            Refusal::Value(message) => PyValueError::new_err(message),
            Refusal::Stream(code, message) => PyOSError::new_err((code, message)),
        }
    }
}

/// Bits of a bitmap, from some bit on.
#[derive(Clone, Copy)]
pub struct Bits<'a> {
    octets: &'a [u8],
    offset: usize,
}

impl<'a> Bits<'a> {
    pub fn new(octets: &'a [u8], offset: usize) -> Self {
        Self { octets, offset }
    }

    #[inline]
    pub fn get(self, row: usize) -> bool {
        let bit = self.offset + row;
        self.octets[bit / 8] >> (bit % 8) & 1 == 1
    }

    /// The octets of these rows, the first row's bit the lowest of the first; `None` where it is another.
    #[must_use]
    pub fn octets(self, rows: &Range<usize>) -> Option<&'a [u8]> {
        let (first, last) = (self.offset + rows.start, self.offset + rows.end);
        (first % 8 == 0).then(|| &self.octets[first / 8..last.div_ceil(8)])
    }

    /// How many of the first *len* bits are 0.
    pub fn zeros(self, len: usize) -> usize {
        let last = self.offset + len;
        let head = self.offset.next_multiple_of(8).min(last);
        let tail = head.max(last / 8 * 8);
        let whole = self.octets[head / 8..tail / 8].iter();
        let single = (self.offset..head).chain(tail..last);
        whole
            .map(|octet| octet.count_zeros() as usize)
            .sum::<usize>()
            + single.filter(|bit| !self.get(bit - self.offset)).count()
    }
}

/// One chunk: *len* rows from row *offset* of its buffers on.
#[derive(Clone)]
pub struct Array {
    pub kind: Type,
    pub len: usize,
    pub offset: usize,
    pub validity: Option<Buffer>,
    /// What the layout of the type has, without the bitmap of what is valid and without sizes of views.
    pub buffers: Vec<Buffer>,
    /// The fields of a struct or the items of a list.
    pub children: Vec<Array>,
    /// The words of a dictionary.
    pub words: Option<Arc<Array>>,
}

impl Array {
    /// Rows of type null.
    pub fn of_nulls(len: usize) -> Self {
        Self {
            kind: Type::Null,
            len,
            offset: 0,
            validity: None,
            buffers: Vec::new(),
            children: Vec::new(),
            words: None,
        }
    }

    /// Which rows are there; `None` where all are.
    pub fn valid(&self) -> Option<Bits<'_>> {
        let bitmap = self.validity.as_ref()?;
        Some(Bits::new(bitmap.octets(), self.offset))
    }

    /// How many rows the bitmap calls null.
    pub fn nulls(&self) -> usize {
        match self.kind {
            Type::Null => self.len,
            _ => self.valid().map_or(0, |bits| bits.zeros(self.len)),
        }
    }

    /// How many rows are null, by themselves or by a dictionary's word.
    pub fn missing(&self) -> usize {
        match (&self.kind, Texts::of(self)) {
            (Type::Dictionary(..), Some(texts)) => texts.nulls(),
            _ => self.nulls(),
        }
    }

    /// Some of the rows, without a copy.
    pub fn slice(&self, start: usize, len: usize) -> Self {
        assert!(start + len <= self.len, "a slice lies within its array");
        Self {
            len,
            // an empty one starts at 0: consumers may find its buffers too short else
            offset: if len == 0 { 0 } else { self.offset + start },
            ..self.clone()
        }
    }

    /// Field *i* of a struct: null where the struct is.
    pub fn field(&self, i: usize) -> Self {
        self.children[i]
            .slice(self.offset, self.len)
            .masked(self.valid())
    }

    /// The same rows, null too where *bits* are 0.
    pub fn masked(mut self, bits: Option<Bits<'_>>) -> Self {
        let Some(bits) = bits.filter(|bits| bits.zeros(self.len) > 0) else {
            return self;
        };
        let mut bitmap = vec![0_u8; (self.offset + self.len).div_ceil(8)];
        for row in 0..self.len {
            if bits.get(row) && self.valid().is_none_or(|own| own.get(row)) {
                let bit = self.offset + row;
                bitmap[bit / 8] |= 1 << (bit % 8);
            }
        }
        self.validity = Some(Buffer::of(bitmap));
        self
    }

    /// That each row lies in the buffers; asked of what another library gave, once.
    pub fn check(&self) -> Result<(), Refusal> {
        let right = match &self.kind {
            Type::Utf8 => {
                let ends = &self.buffers[0].cells::<4>()[self.offset..=self.offset + self.len];
                let first = i32::from_ne_bytes(ends[0]);
                let ordered =
                    |pair: &[[u8; 4]]| i32::from_ne_bytes(pair[0]) <= i32::from_ne_bytes(pair[1]);
                first >= 0 && ends.windows(2).all(ordered)
            }
            Type::LargeUtf8 => {
                let ends = &self.buffers[0].cells::<8>()[self.offset..=self.offset + self.len];
                let first = i64::from_ne_bytes(ends[0]);
                let ordered =
                    |pair: &[[u8; 8]]| i64::from_ne_bytes(pair[0]) <= i64::from_ne_bytes(pair[1]);
                first >= 0 && ends.windows(2).all(ordered)
            }
            Type::Utf8View => {
                let views = &self.buffers[0].cells::<16>()[self.offset..];
                self.each_valid(|row| View::read(views[row]).fits(&self.buffers[1..]))
            }
            Type::Dictionary(key, _) => {
                let words = self.words.as_ref().map_or(0, |words| words.len as u64);
                let bits = 8 * u32::from(key.octets) - u32::from(key.signed);
                let limit = words.min(1 << bits.min(63));
                let keys = &self.buffers[0];
                self.each_valid(|row| number(keys, key.octets, self.offset + row) < limit)
            }
            _ => true,
        };
        right.then_some(()).ok_or_else(|| {
            Refusal::Value(format!(
                "this Arrow array of {} is broken: a row lies outside its buffers",
                self.kind
            ))
        })
    }

    fn each_valid(&self, right: impl Fn(usize) -> bool) -> bool {
        let valid = self.valid();
        (0..self.len).all(|row| valid.is_some_and(|bits| !bits.get(row)) || right(row))
    }
}

/// Number *row* of a dictionary's numbers, which is not negative once it is checked.
#[inline]
pub fn number(keys: &Buffer, octets: u8, row: usize) -> u64 {
    match octets {
        1 => keys.octets()[row].into(),
        2 => u16::from_ne_bytes(keys.cells::<2>()[row]).into(),
        4 => u32::from_ne_bytes(keys.cells::<4>()[row]).into(),
        _ => u64::from_ne_bytes(keys.cells::<8>()[row]),
    }
}

/// One cell of `utf8_view`: up to 12 octets in itself, or a place in one of the buffers.
pub struct View([u8; 16]);

impl View {
    /// What fits in the cell itself.
    pub const INLINE: usize = 12;

    #[inline]
    pub fn read(cell: [u8; 16]) -> Self {
        Self(cell)
    }

    #[inline]
    fn part(&self, start: usize) -> u32 {
        let c = &self.0;
        u32::from_ne_bytes([c[start], c[start + 1], c[start + 2], c[start + 3]])
    }

    /// The length; of a checked cell below 2^31.
    #[inline]
    pub fn len(&self) -> usize {
        self.part(0) as usize
    }

    /// The buffer and the place in it of a long text.
    #[inline]
    pub fn place(&self) -> (usize, usize) {
        (self.part(8) as usize, self.part(12) as usize)
    }

    fn fits(&self, buffers: &[Buffer]) -> bool {
        let (buffer, start) = self.place();
        let within = |buffer: &Buffer| start + self.len() <= buffer.octets().len();
        self.len() <= Self::INLINE || buffers.get(buffer).is_some_and(within)
    }

    /// The cell of a short text.
    #[inline]
    pub fn inline(text: &[u8]) -> u128 {
        let mut cell = [0; 16];
        cell[..4].copy_from_slice(&(text.len() as u32).to_ne_bytes());
        cell[4..4 + text.len()].copy_from_slice(text);
        u128::from_ne_bytes(cell)
    }

    /// The cell of a text that stands in a buffer.
    #[inline]
    pub fn outside(text: &[u8], buffer: u32, start: u32) -> u128 {
        let mut cell = [0; 16];
        cell[..4].copy_from_slice(&(text.len() as u32).to_ne_bytes());
        cell[4..8].copy_from_slice(&text[..4]);
        cell[8..12].copy_from_slice(&buffer.to_ne_bytes());
        cell[12..].copy_from_slice(&start.to_ne_bytes());
        u128::from_ne_bytes(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_those_that_are_met_one_by_one() {
        let octets = [0b1010_0110, 0xFF, 0, 0b0001_1000, 0xF0];
        for offset in 0..40 {
            for len in 0..=40 - offset {
                let bits = Bits::new(&octets, offset);
                let met = (0..len).filter(|&row| !bits.get(row)).count();
                assert_eq!(bits.zeros(len), met, "{offset} {len}");
            }
        }
    }
}
