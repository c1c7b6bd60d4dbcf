//! How does a loop write texts?
//!
//! A row's octets are appended to one buffer and then closed by `end`, or given as a slice to `push`.  In the layout
//! `utf8_view` a slice of a borrowed buffer is not copied.
#![forbid(unsafe_code)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)] // what is cut is below LIMIT

use std::ops::Range;

use crate::array::{Array, Type, View};
use crate::arrow::{Buffer, room};
use crate::builders::{Ends, LIMIT, Validity, array};
use crate::texts::Texts;

/// Builds `utf8`, `large_utf8` or `utf8_view`.
pub struct TextBuilder {
    octets: Vec<u8>,
    /// Where the open row starts in them.
    start: usize,
    cells: Cells,
    validity: Validity,
}

enum Cells {
    Ends(Ends),
    Views(Views),
}

#[derive(Default)]
struct Views {
    cells: Vec<u128>,
    /// The buffers that are complete; the octets being written become the next.
    full: Vec<Buffer>,
    /// Those of them that are borrowed, by address.
    borrowed: Vec<Window>,
    /// The cells of the array that was borrowed last, held so that no other array can be in their place.
    source: Option<Buffer>,
    /// The window that the last slice was in.
    last: usize,
}

struct Window {
    address: usize,
    len: usize,
    number: u32,
}

impl TextBuilder {
    /// Starts in the layout of the type: that of a dictionary's words for a dictionary, else utf8.
    pub fn new(like: &Type) -> Self {
        let cells = match like {
            Type::Dictionary(_, words) => return Self::new(words),
            Type::Utf8View => Cells::Views(Views::default()),
            Type::LargeUtf8 => Cells::Ends(Ends::new(true)),
            _ => Cells::Ends(Ends::new(false)),
        };
        Self {
            octets: Vec::new(),
            start: 0,
            cells,
            validity: Validity::default(),
        }
    }

    /// Asks for room for so many octets in all: to grow by and by is to copy.
    pub fn reserve(&mut self, octets: usize) {
        if octets > self.octets.capacity() {
            let mut all = room(octets);
            all.extend_from_slice(&self.octets);
            self.octets = all;
        }
    }

    /// Starts `utf8_view` that borrows the buffers of *array*, whatever its layout.
    pub fn views_of(array: &Array) -> Self {
        let mut builder = Self::new(&Type::Utf8View);
        builder.borrow(array);
        builder
    }

    /// The open row is what is appended here since the last row.
    #[inline]
    #[allow(dead_code)] // for loops that write
    pub fn octets(&mut self) -> &mut Vec<u8> {
        &mut self.octets
    }

    /// Ends the open row.
    #[inline]
    pub fn end(&mut self) {
        match &mut self.cells {
            Cells::Ends(ends) => ends.push(self.octets.len()),
            Cells::Views(views) => {
                let text = &self.octets[self.start..];
                if text.len() <= View::INLINE {
                    views.cells.push(View::inline(text));
                    self.octets.truncate(self.start);
                } else if self.octets.len() <= LIMIT {
                    let (number, start) = (views.full.len() as u32, self.start as u32);
                    views.cells.push(View::outside(text, number, start));
                } else {
                    return self.end_of_a_full_buffer();
                }
            }
        }
        self.start = self.octets.len();
        self.validity.push(true);
    }

    /// Ends the open row, whose place does not fit in 31 bits: in a buffer of its own, or as `large_utf8`.
    #[cold]
    fn end_of_a_full_buffer(&mut self) {
        let open = self.octets.split_off(self.start);
        if open.len() > LIMIT {
            let done = std::mem::replace(self, Self::new(&Type::LargeUtf8)).finish();
            self.extend(&done, 0..done.len);
            self.octets.extend_from_slice(&open);
        } else {
            self.complete();
            self.octets = open;
        }
        self.end();
    }

    /// Makes what is written one of the full buffers.
    fn complete(&mut self) {
        if let Cells::Views(views) = &mut self.cells {
            if !self.octets.is_empty() {
                let octets = std::mem::take(&mut self.octets);
                views.full.push(Buffer::of(octets));
            }
            self.start = 0;
        }
    }

    /// Ends the open row as null, whatever it holds.
    #[inline]
    pub fn end_null(&mut self) {
        self.octets.truncate(self.start);
        match &mut self.cells {
            Cells::Ends(ends) => ends.push(self.start),
            Cells::Views(views) => views.cells.push(0),
        }
        self.validity.push(false);
    }

    /// One row more: this text, or null.
    #[inline]
    pub fn push(&mut self, text: Option<&[u8]>) {
        let Some(text) = text else {
            return self.end_null();
        };
        if let Cells::Views(views) = &mut self.cells
            && let Some(cell) = views.cell(text)
        {
            views.cells.push(cell);
            return self.validity.push(true);
        }
        self.octets.extend_from_slice(text);
        self.end();
    }

    /// Some rows of *array*, which is of text, in this builder's layout.
    pub fn extend(&mut self, array: &Array, rows: Range<usize>) {
        let Some(texts) = Texts::of(array).filter(|_| !rows.is_empty()) else {
            return;
        };
        if let (Cells::Ends(ends), Some(octets)) = (&mut self.cells, texts.octets()) {
            let (first, last) = (texts.bounds(rows.start).0, texts.bounds(rows.end - 1).1);
            self.octets.extend_from_slice(&octets[first..last]);
            rows.clone()
                .for_each(|row| ends.push(self.start + texts.bounds(row).1 - first));
            self.start = self.octets.len();
            self.validity.extend(array.valid(), rows);
        } else {
            self.borrow(array);
            rows.for_each(|row| self.push(texts.get(row)));
        }
    }

    /// Lets views point into the buffers of *array*, which stay where they are; without effect in another layout.
    fn borrow(&mut self, array: &Array) {
        if let Some(words) = &array.words {
            return self.borrow(words);
        }
        let (Cells::Views(views), Some(source)) = (&mut self.cells, array.buffers.first()) else {
            return;
        };
        if !views.is_borrowed(source) {
            self.complete(); // so that the number after the last full buffer is free
            if let Cells::Views(views) = &mut self.cells {
                views.source = Some(source.clone());
                views.borrow(match array.kind {
                    Type::Utf8View => array.buffers[1..].to_vec(),
                    _ => windows(&array.buffers[1]),
                });
            }
        }
    }

    pub fn finish(mut self) -> Array {
        self.octets.truncate(self.start);
        self.complete();
        let (kind, buffers) = match self.cells {
            Cells::Ends(ends) => {
                let (large, ends) = ends.finish();
                let kind = if large { Type::LargeUtf8 } else { Type::Utf8 };
                (kind, vec![ends, Buffer::of(self.octets)])
            }
            Cells::Views(views) => {
                let mut buffers = vec![Buffer::of(views.cells)];
                buffers.extend(views.full);
                (Type::Utf8View, buffers)
            }
        };
        array(kind, self.validity, buffers)
    }
}

/// A buffer as buffers whose places fit in 31 bits; they overlap, so that a text up to half of that is whole in one.
fn windows(buffer: &Buffer) -> Vec<Buffer> {
    let len = buffer.octets().len();
    let starts = (0..len).step_by(LIMIT / 2 + 1);
    starts
        .map(|start| buffer.part(start, LIMIT.min(len - start)))
        .collect()
}

impl Views {
    /// The cell of a text that is short or in a borrowed buffer.
    #[inline]
    fn cell(&mut self, text: &[u8]) -> Option<u128> {
        if text.len() <= View::INLINE {
            return Some(View::inline(text));
        }
        let address = text.as_ptr().addr();
        let within = |window: &Window| {
            let start = address.checked_sub(window.address)?;
            (start + text.len() <= window.len).then_some((window.number, start as u32))
        };
        let found = self.borrowed.get(self.last).and_then(within);
        let (number, start) = found.or_else(|| {
            let after = self
                .borrowed
                .partition_point(|window| window.address <= address);
            self.last = after.checked_sub(1)?;
            within(&self.borrowed[self.last])
        })?;
        // the same address is the same octets: what is borrowed stays in its place
        Some(View::outside(text, number, start))
    }

    /// Whether the last array that was borrowed has these cells.
    fn is_borrowed(&self, cells: &Buffer) -> bool {
        let place = |buffer: &Buffer| buffer.octets().as_ptr_range();
        self.source.as_ref().map(place) == Some(place(cells))
    }

    fn borrow(&mut self, buffers: Vec<Buffer>) {
        for buffer in buffers {
            self.borrowed.push(Window {
                address: buffer.octets().as_ptr().addr(),
                len: buffer.octets().len(),
                number: self.full.len() as u32,
            });
            self.full.push(buffer);
        }
        self.borrowed.sort_by_key(|window| window.address);
        self.last = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(array: &Array) -> Vec<Option<String>> {
        let texts = Texts::of(array).unwrap();
        let row = |row| {
            texts
                .get(row)
                .map(|text| String::from_utf8(text.to_vec()).unwrap())
        };
        (0..texts.len()).map(row).collect()
    }

    fn built(like: &Type, rows: &[Option<String>]) -> Array {
        let mut builder = TextBuilder::new(like);
        rows.iter()
            .for_each(|row| builder.push(row.as_deref().map(str::as_bytes)));
        builder.finish()
    }

    /// Texts of these lengths, each of its own letter; null for a negative one.
    fn rows(lengths: &[i32]) -> Vec<Option<String>> {
        let letters = ('a'..='z').cycle();
        let text = |(letter, &len): (char, &i32)| {
            usize::try_from(len)
                .ok()
                .map(|len| letter.to_string().repeat(len))
        };
        letters.zip(lengths).map(text).collect()
    }

    #[test]
    fn offsets_grow_before_they_overflow() {
        for (lengths, kind) in [
            (vec![LIMIT as i32], Type::Utf8),
            (vec![LIMIT as i32, 0, -1], Type::Utf8),
            (vec![LIMIT as i32, 1], Type::LargeUtf8),
            (vec![-1, LIMIT as i32 + 1, 3, -1, 0], Type::LargeUtf8),
            (vec![400, -1, 400, 400, 0], Type::LargeUtf8),
        ] {
            let rows = rows(&lengths);
            let array = built(&Type::Utf8, &rows);
            assert_eq!((&array.kind, read(&array)), (&kind, rows));
        }
    }

    #[test]
    fn views_take_a_buffer_more() {
        for (lengths, kind, buffers) in [
            (vec![12, -1, 0, 3], Type::Utf8View, 0),
            (vec![400, 400, 12, -1], Type::Utf8View, 1),
            (vec![400, 400, 400, 12, -1, 400, 400], Type::Utf8View, 3),
            (vec![LIMIT as i32, LIMIT as i32, 13], Type::Utf8View, 3),
            (
                vec![400, -1, 5, 900, LIMIT as i32 + 1, 13, -1],
                Type::LargeUtf8,
                1,
            ),
        ] {
            let rows = rows(&lengths);
            let array = built(&Type::Utf8View, &rows);
            assert_eq!((&array.kind, read(&array)), (&kind, rows));
            assert_eq!(array.buffers.len(), 1 + buffers);
        }
    }

    #[test]
    fn an_open_row_is_taken_back_by_a_null() {
        for like in [Type::Utf8, Type::LargeUtf8, Type::Utf8View] {
            let mut builder = TextBuilder::new(&like);
            for text in ["a", "b".repeat(20).as_str(), ""] {
                builder.octets().extend_from_slice(text.as_bytes());
                builder.end();
                builder.octets().extend_from_slice(b"never mind");
                builder.end_null();
            }
            builder.octets().extend_from_slice(b"not ended");
            let expected = ["a", "", &"b".repeat(20), "", "", ""];
            let there = |(i, text): (usize, &&str)| (i % 2 == 0).then(|| (*text).to_string());
            let expected: Vec<_> = expected.iter().enumerate().map(there).collect();
            assert_eq!(read(&builder.finish()), expected);
        }
    }

    #[test]
    fn parts_of_what_is_borrowed_are_not_copied() {
        let lengths = [20, 400, -1, 500, 5, 499, 13, 600, 0, 300];
        let all = rows(&lengths);
        for like in [Type::Utf8, Type::LargeUtf8, Type::Utf8View] {
            let input = built(&like, &all).slice(1, 9);
            let texts = Texts::of(&input).unwrap();
            let mut builder = TextBuilder::views_of(&input);
            for row in 0..texts.len() {
                builder.push(texts.get(row).map(|text| &text[text.len() / 3..]));
            }
            builder.push(Some(b"a text of its own"));
            let array = builder.finish();
            let own = array.buffers.last().unwrap().octets();
            assert_eq!(own, b"a text of its own");
            let part = |text: &Option<String>| {
                text.as_ref().map(|text| text[text.len() / 3..].to_string())
            };
            let mut expected: Vec<_> = all[1..].iter().map(part).collect();
            expected.push(Some("a text of its own".into()));
            assert_eq!(read(&array), expected);
        }
    }

    #[test]
    fn rows_of_any_layout_extend_any_layout() {
        let all = rows(&[20, 400, -1, 500, 5, 499, 13, 600, 0, -1, 300]);
        for from in [Type::Utf8, Type::LargeUtf8, Type::Utf8View] {
            let source = built(&from, &all).slice(1, 9);
            for to in [Type::Utf8, Type::LargeUtf8, Type::Utf8View] {
                let mut builder = TextBuilder::new(&to);
                builder.push(Some(b"first, and long enough"));
                builder.extend(&source, 1..5);
                builder.extend(&source, 5..5);
                builder.push(None);
                builder.extend(&source, 5..9);
                let array = builder.finish();
                let mut expected = vec![Some("first, and long enough".to_string())];
                expected.extend_from_slice(&all[2..6]);
                expected.push(None);
                expected.extend_from_slice(&all[6..10]);
                assert_eq!(read(&array), expected);
            }
        }
    }
}
