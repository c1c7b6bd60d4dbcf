//! How does a loop write its answers?
//!
//! A builder takes one answer a row and gives a chunk that owns its buffers.  Texts start in the layout of the input and
//! grow to `large_utf8` before an offset of theirs would not fit.
#![forbid(unsafe_code)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)] // what is cut is below LIMIT

use std::ops::Range;

use crate::array::{Array, Bits, Field, Type};
use crate::arrow::Buffer;

/// What fits in 31 bits; less in the tests, which cross it.
pub const LIMIT: usize = if cfg!(test) { 1000 } else { i32::MAX as usize };

/// Which rows are there: no bitmap until one is not.
#[derive(Default)]
pub struct Validity {
    bits: Bitmap,
    rows: usize,
    nulls: usize,
}

impl Validity {
    #[inline]
    pub fn push(&mut self, valid: bool) {
        if !valid {
            if self.nulls == 0 {
                self.bits.fill(self.rows);
            }
            self.nulls += 1;
        }
        self.rows += 1;
        if self.nulls > 0 {
            self.bits.push(valid);
        }
    }

    /// As many rows more as *rows* says, valid where *bits* say so.
    pub fn extend(&mut self, bits: Option<Bits<'_>>, rows: Range<usize>) {
        let octets = bits.and_then(|bits| bits.octets(&rows));
        if self.nulls == 0 && bits.is_none() {
            self.rows += rows.len();
        } else if let Some(octets) = octets.filter(|_| self.rows.is_multiple_of(8)) {
            self.extend_by_octets(octets, rows.len());
        } else {
            rows.for_each(|row| self.push(bits.is_none_or(|bits| bits.get(row))));
        }
    }

    /// As many rows more as *len* says, valid where the octets have a 1; an octet begins with the first of them.
    fn extend_by_octets(&mut self, octets: &[u8], len: usize) {
        if self.nulls == 0 {
            self.bits.fill(self.rows);
        }
        self.bits.octets.extend_from_slice(octets);
        if let Some(last) = self
            .bits
            .octets
            .last_mut()
            .filter(|_| !len.is_multiple_of(8))
        {
            *last &= (1 << (len % 8)) - 1;
        }
        self.rows += len;
        self.bits.len = self.rows;
        self.nulls += Bits::new(octets, 0).zeros(len);
        if self.nulls == 0 {
            self.bits = Bitmap::default();
        }
    }

    pub fn len(&self) -> usize {
        self.rows
    }

    fn finish(self) -> Option<Buffer> {
        (self.nulls > 0).then(|| Buffer::of(self.bits.octets))
    }
}

/// Bits, the lowest of an octet first.
#[derive(Default)]
struct Bitmap {
    octets: Vec<u8>,
    len: usize,
}

impl Bitmap {
    #[inline]
    fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(8) {
            self.octets.push(0);
        }
        self.octets[self.len / 8] |= u8::from(bit) << (self.len % 8);
        self.len += 1;
    }

    /// Makes all of the first *len* bits 1.
    fn fill(&mut self, len: usize) {
        self.octets = vec![0xFF; len.div_ceil(8)];
        if !len.is_multiple_of(8) {
            self.octets[len / 8] = (1 << (len % 8)) - 1;
        }
        self.len = len;
    }
}

/// Puts a chunk together.
pub fn array(kind: Type, validity: Validity, buffers: Vec<Buffer>) -> Array {
    Array {
        kind,
        buffers,
        len: validity.len(),
        validity: validity.finish(),
        ..Array::of_nulls(0)
    }
}

/// Builds `bool`.
#[derive(Default)]
pub struct Bools {
    bits: Bitmap,
    validity: Validity,
}

impl Bools {
    #[inline]
    pub fn push(&mut self, value: Option<bool>) {
        self.bits.push(value == Some(true));
        self.validity.push(value.is_some());
    }

    pub fn finish(self) -> Array {
        array(
            Type::Bool,
            self.validity,
            vec![Buffer::of(self.bits.octets)],
        )
    }
}

/// Builds `int64`.
#[derive(Default)]
pub struct Integers {
    values: Vec<i64>,
    validity: Validity,
}

impl Integers {
    #[inline]
    pub fn push(&mut self, value: Option<i64>) {
        self.values.push(value.unwrap_or(0));
        self.validity.push(value.is_some());
    }

    pub fn finish(self) -> Array {
        array(Type::Int64, self.validity, vec![Buffer::of(self.values)])
    }
}

/// Builds `binary16`, for 128-bit keys.
#[derive(Default)]
pub struct Keys {
    values: Vec<u128>,
    validity: Validity,
}

impl Keys {
    #[inline]
    pub fn push(&mut self, value: Option<[u8; 16]>) {
        self.values
            .push(u128::from_ne_bytes(value.unwrap_or_default()));
        self.validity.push(value.is_some());
    }

    pub fn finish(self) -> Array {
        array(Type::Binary16, self.validity, vec![Buffer::of(self.values)])
    }
}

/// Where rows end, in 32 bits as long as they fit.
pub enum Ends {
    Small(Vec<i32>),
    Large(Vec<i64>),
}

impl Ends {
    pub fn new(large: bool) -> Self {
        if large {
            Self::Large(vec![0])
        } else {
            Self::Small(vec![0])
        }
    }

    #[inline]
    pub fn push(&mut self, end: usize) {
        match self {
            Self::Small(ends) if end <= LIMIT => ends.push(end as i32),
            Self::Small(_) => self.grow(end),
            Self::Large(ends) => ends.push(end as i64),
        }
    }

    #[cold]
    fn grow(&mut self, end: usize) {
        if let Self::Small(ends) = self {
            let small = ends.iter().map(|&end| i64::from(end));
            *self = Self::Large(small.chain([end as i64]).collect());
        }
    }

    pub fn finish(self) -> (bool, Buffer) {
        match self {
            Self::Small(ends) => (false, Buffer::of(ends)),
            Self::Large(ends) => (true, Buffer::of(ends)),
        }
    }
}

/// Builds a struct from one chunk a field; *validity* says which structs are there.
pub fn record(names: &[&str], fields: Vec<Array>, validity: Validity) -> Array {
    let typed = |(&name, field): (&&str, &Array)| Field {
        name: name.into(),
        kind: field.kind.clone(),
    };
    let kind = Type::Struct(names.iter().zip(&fields).map(typed).collect());
    Array {
        children: fields,
        ..array(kind, validity, Vec::new())
    }
}

/// Builds a list from the chunk of all items and where each row's end; *validity* says which lists are there.
pub fn list(ends: Ends, items: Array, validity: Validity) -> Array {
    let item = Box::new(items.kind.clone());
    let (large, ends) = ends.finish();
    let kind = if large {
        Type::LargeList(item)
    } else {
        Type::List(item)
    };
    Array {
        children: vec![items],
        ..array(kind, validity, vec![ends])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bitmap_starts_at_the_first_null() {
        for first in 0..20 {
            let rows: Vec<bool> = (0..30).map(|row| row < first || row % 3 == 0).collect();
            let mut validity = Validity::default();
            for &valid in &rows {
                validity.push(valid);
            }
            let array = array(Type::Null, validity, Vec::new());
            let bits = array.valid().unwrap();
            assert!(
                rows.iter()
                    .enumerate()
                    .all(|(row, &valid)| bits.get(row) == valid)
            );

            let mut again = Validity::default();
            again.extend(None, 0..5);
            again.extend(Some(bits), 3..17);
            let again = super::array(Type::Null, again, Vec::new());
            let same = |row: usize| again.valid().is_none_or(|bits| bits.get(row));
            assert!((0..5).all(same));
            assert!((3..17).all(|row| same(row + 2) == rows[row]));
        }
    }

    #[test]
    fn ends_of_lists_grow_too() {
        let mut items = Integers::default();
        (0..=LIMIT as i64).for_each(|item| items.push(Some(item)));
        let mut ends = Ends::new(false);
        let mut validity = Validity::default();
        for end in [1, LIMIT, LIMIT + 1] {
            ends.push(end);
            validity.push(true);
        }
        let array = list(ends, items.finish(), validity);
        let ends = array.buffers[0].cells::<8>();
        assert_eq!(array.kind, Type::LargeList(Type::Int64.into()));
        assert_eq!(
            ends.iter()
                .map(|&end| i64::from_ne_bytes(end))
                .collect::<Vec<_>>(),
            [0, 1, LIMIT as i64, LIMIT as i64 + 1]
        );
    }
}
