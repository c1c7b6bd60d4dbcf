//! How are bits of rows written, many at a time?
#![forbid(unsafe_code)]

use crate::array::{Array, Type};
use crate::arrow::Buffer;
use crate::builders::{Validity, record};

/// Rows whose bits are a word.
pub const GROUP: usize = 64;

/// Bits, the lowest of an octet first.
#[derive(Default)]
pub struct Bits {
    words: Vec<u64>,
    word: u64,
    len: usize,
    ones: usize,
}

impl Bits {
    #[inline]
    pub fn push(&mut self, bit: bool) {
        self.extend(u64::from(bit), 1);
    }

    /// The lowest bits of a word, as many as *len* says; those above are 0.
    #[inline]
    pub fn extend(&mut self, bits: u64, len: usize) {
        let used = self.len % GROUP;
        self.word |= bits << used;
        self.len += len;
        if used + len >= GROUP {
            self.flush();
            self.word = bits >> 1 >> (GROUP - 1 - used);
        }
    }

    fn flush(&mut self) {
        self.ones += self.word.count_ones() as usize;
        self.words.push(self.word.to_le());
        self.word = 0;
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn zeros(&self) -> usize {
        self.len - self.ones - self.word.count_ones() as usize
    }

    /// The words of bits, of which a little-endian machine has the first in the lowest place.
    pub fn words(&mut self) -> &[u64] {
        if self.len.div_ceil(GROUP) > self.words.len() {
            self.flush();
        }
        &self.words
    }

    /// Writes the bits, if there is room for them.
    pub fn write(mut self, room: Option<&mut [u8]>) {
        for (octets, word) in room.unwrap_or_default().chunks_mut(8).zip(self.words()) {
            octets.copy_from_slice(&word.to_ne_bytes()[..octets.len()]);
        }
    }

    fn buffer(mut self) -> Buffer {
        self.words();
        Buffer::of(self.words).part(0, self.len.div_ceil(8))
    }

    /// As which rows are there; none of it where all are.
    pub fn validity(self) -> Option<Buffer> {
        (self.zeros() > 0).then(|| self.buffer())
    }

    /// As flags, which are there where *valid* says so.
    pub fn flags(self, valid: Self) -> Array {
        Array {
            len: self.len,
            kind: Type::Bool,
            buffers: vec![self.buffer()],
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
        Array {
            len: self.len,
            validity: self.validity(),
            ..record(names, fields, Validity::default())
        }
    }
}
