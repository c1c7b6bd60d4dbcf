//! How do the answers about the parts of a chunk become one chunk?
//!
//! Each answer says what room it takes; then one block of memory has a slot for each, and threads fill them side by side.
//! What has no such layout, or shares an octet of bits with its neighbour, is put together row by row.
#![forbid(unsafe_code)]
#![allow(clippy::cast_possible_truncation)] // what a Buffer holds is counted in usize

use std::ops::Range;

use super::Part;
use super::write::write_ends;
use crate::array::{Array, Field, Type};
use crate::arrow::{Buffer, zeros};
use crate::builders::LIMIT;
use crate::texts::Texts;
use crate::values::Builder;

/// Buffers begin at multiples of this, as Arrow recommends.
const ALIGNED: usize = 64;

/// The answers about the rows of a part: an array, or so far only the room for them.
pub enum Draft {
    Done(Array),
    Open(Box<dyn Open>),
}

/// Answers that are written where they stay.
pub trait Open: Send {
    fn extent(&self) -> Extent;

    /// Writes the answers about the part that they came of.
    fn write(self: Box<Self>, part: &Part, slot: Slot<'_>);
}

/// The room that rows take.
pub struct Extent {
    pub kind: Type,
    pub rows: usize,
    pub nulls: usize,
    /// Those of texts.
    pub octets: usize,
    pub fields: Vec<Extent>,
}

/// The room for the rows of one part; all in it is 0.
pub struct Slot<'s> {
    pub kind: &'s Type,
    /// How many octets of texts stand before its own.
    pub before: usize,
    /// Bits; `None` where no row of the chunk is null.
    pub valid: Option<&'s mut [u8]>,
    /// Bits, numbers, or where texts end.
    pub cells: &'s mut [u8],
    pub octets: &'s mut [u8],
    pub fields: Vec<Slot<'s>>,
}

/// Where the buffers of a chunk stand in its block.
pub struct Layout {
    extent: Extent,
    valid: Range<usize>,
    cells: Range<usize>,
    octets: Range<usize>,
    fields: Vec<Layout>,
}

/// The answers about a chunk: an array, or the room for them and what will stand there.
pub enum Chunk<'p> {
    Done(Array),
    Open {
        layout: Layout,
        block: Vec<u8>,
        drafts: Vec<(&'p Part, Draft)>,
        extents: Vec<Extent>,
    },
}

/// A part that has its slot.
pub struct Job<'p, 's> {
    part: &'p Part,
    draft: Draft,
    slot: Slot<'s>,
}

impl<'p> Chunk<'p> {
    /// Of the answers about its parts.
    pub fn new(mut drafts: Vec<(&'p Part, Draft)>) -> Self {
        if let [(_, Draft::Done(_))] = drafts[..] {
            let (part, draft) = drafts.remove(0);
            return Self::Done(draft.array(part));
        }
        let extents: Option<Vec<_>> = drafts.iter().map(|(_, draft)| draft.extent()).collect();
        let Some(extents) = extents.filter(|extents| are_apart(extents)) else {
            return Self::Done(by_rows(drafts));
        };
        let mut end = 0;
        let layout = Layout::of(&extents.iter().collect::<Vec<_>>(), &mut end);
        Self::Open {
            layout,
            block: zeros(end + ALIGNED),
            drafts,
            extents,
        }
    }

    /// What is left to do, in any order.
    pub fn jobs(&mut self) -> Vec<Job<'p, '_>> {
        let Self::Open {
            layout,
            block,
            drafts,
            extents,
        } = self
        else {
            return Vec::new();
        };
        let first = block.as_ptr().align_offset(ALIGNED);
        let extents: Vec<_> = extents.iter().collect();
        let slots = layout.slots(&extents, &mut Room(&mut block[first..]));
        let jobs = std::mem::take(drafts).into_iter().zip(slots);
        jobs.map(|((part, draft), slot)| Job { part, draft, slot })
            .collect()
    }

    /// The array, once all is done.
    pub fn finish(self) -> Array {
        match self {
            Self::Done(array) => array,
            Self::Open { layout, block, .. } => {
                let first = block.as_ptr().align_offset(ALIGNED);
                layout.array(&Buffer::of(block), first)
            }
        }
    }
}

impl Job<'_, '_> {
    pub fn run(self) {
        match self.draft {
            Draft::Done(array) => self.slot.copy(&array),
            Draft::Open(open) => open.write(self.part, self.slot),
        }
    }
}

/// The answers about the parts of a chunk, put together row by row.
fn by_rows(drafts: Vec<(&Part, Draft)>) -> Array {
    let arrays = drafts.into_iter().map(|(part, draft)| draft.array(part));
    let arrays: Vec<_> = arrays.collect();
    let kinds = arrays.iter().map(|array| array.kind.clone());
    let kind = kinds
        .reduce(|a, b| a.wider(&b))
        .expect("a chunk has a part");
    let mut all = Builder::new(&kind);
    for array in &arrays {
        all.extend(array, 0..array.len);
    }
    all.finish()
}

impl Draft {
    /// The room of the answers; `None` where they are of a type without a layout here.
    fn extent(&self) -> Option<Extent> {
        match self {
            Self::Done(array) => Extent::of(array),
            Self::Open(open) => Some(open.extent()),
        }
    }

    /// The answers about a part as an array of their own.
    pub fn array(self, part: &Part) -> Array {
        if let Self::Done(array) = self {
            return array;
        }
        let mut chunk = Chunk::new(vec![(part, self)]);
        chunk.jobs().into_iter().for_each(Job::run);
        chunk.finish()
    }
}

/// Whether each part begins with an octet of bits.
fn are_apart(extents: &[Extent]) -> bool {
    let before = extents.split_last().map_or(&[][..], |(_, before)| before);
    before.iter().all(|extent| extent.rows % 8 == 0)
}

impl Extent {
    /// That of an array whose buffers begin with its rows.
    fn of(array: &Array) -> Option<Self> {
        let octets = match array.kind {
            Type::Bool | Type::Int64 | Type::Binary16 | Type::Struct(_) => 0..0,
            Type::Utf8 | Type::LargeUtf8 => Texts::of(array)?.range(),
            _ => return None,
        };
        if array.offset > 0 || octets.start > 0 {
            return None;
        }
        let fields: Option<_> = array.children.iter().map(Self::of).collect();
        Some(Self {
            kind: array.kind.clone(),
            rows: array.len,
            nulls: array.nulls(),
            octets: octets.len(),
            fields: fields?,
        })
    }

    /// The room of all together, but for fields.
    fn sum(extents: &[&Self]) -> Self {
        let sum = |of: fn(&Self) -> usize| extents.iter().map(|extent| of(extent)).sum();
        let mut all = Self {
            kind: extents[0].kind.clone(),
            rows: sum(|extent| extent.rows),
            nulls: sum(|extent| extent.nulls),
            octets: sum(|extent| extent.octets),
            fields: Vec::new(),
        };
        let is_large = |extent: &&Self| extent.kind == Type::LargeUtf8;
        if all.octets > LIMIT || extents.iter().any(is_large) {
            all.kind = Type::LargeUtf8;
        }
        all
    }
}

/// The octets of bits, numbers or ends of texts.
fn cells(kind: &Type, rows: usize) -> usize {
    match kind {
        Type::Bool => rows.div_ceil(8),
        Type::Int64 | Type::LargeUtf8 => 8 * rows,
        Type::Binary16 => 16 * rows,
        Type::Utf8 => 4 * rows,
        _ => 0,
    }
}

/// The octets of where the first text starts.
fn head(kind: &Type) -> usize {
    match kind {
        Type::Utf8 | Type::LargeUtf8 => cells(kind, 1),
        _ => 0,
    }
}

impl Layout {
    /// Lays out the room of all parts together, from octet *end* on.
    fn of(extents: &[&Extent], end: &mut usize) -> Self {
        let mut extent = Extent::sum(extents);
        let mut place = |len: usize| {
            let start = *end;
            *end = (start + len).next_multiple_of(ALIGNED);
            start..start + len
        };
        let valid = place(if extent.nulls > 0 {
            extent.rows.div_ceil(8)
        } else {
            0
        });
        let (cells, octets) = (
            place(head(&extent.kind) + cells(&extent.kind, extent.rows)),
            place(extent.octets),
        );
        let field = |i| {
            let parts: Vec<_> = extents.iter().map(|extent| &extent.fields[i]).collect();
            Self::of(&parts, end)
        };
        let fields: Vec<_> = (0..extents[0].fields.len()).map(field).collect();
        if let Type::Struct(named) = &extent.kind {
            let typed = named.iter().zip(&fields).map(|(field, layout)| Field {
                name: field.name.clone(),
                kind: layout.extent.kind.clone(),
            });
            extent.kind = Type::Struct(typed.collect());
        }
        Self {
            extent,
            valid,
            cells,
            octets,
            fields,
        }
    }

    /// Deals the block to the parts, in the order in which it is laid out.
    fn slots<'s>(&'s self, extents: &[&Extent], block: &mut Room<'s>) -> Vec<Slot<'s>> {
        let mut take = |place: &Range<usize>| {
            let padded = block.take(place.len().next_multiple_of(ALIGNED));
            Room(&mut padded[..place.len()])
        };
        let mut valid = take(&self.valid);
        let mut cells = take(&self.cells);
        let mut octets = take(&self.octets);
        let fields = self.fields.iter().enumerate().map(|(i, field)| {
            let parts: Vec<_> = extents.iter().map(|extent| &extent.fields[i]).collect();
            field.slots(&parts, block).into_iter()
        });
        let mut fields: Vec<_> = fields.collect();
        let kind = &self.extent.kind;
        cells.take(head(kind));
        let mut before = 0;
        let slot = |extent: &&Extent| {
            let slot = Slot {
                kind,
                before,
                valid: (self.extent.nulls > 0).then(|| valid.take(extent.rows.div_ceil(8))),
                cells: cells.take(self::cells(kind, extent.rows)),
                octets: octets.take(extent.octets),
                fields: fields.iter_mut().filter_map(Iterator::next).collect(),
            };
            before += extent.octets;
            slot
        };
        extents.iter().map(slot).collect()
    }

    fn array(&self, block: &Buffer, first: usize) -> Array {
        let part = |place: &Range<usize>| block.part(first + place.start, place.len());
        let buffers = match self.extent.kind {
            Type::Struct(_) => vec![],
            Type::Utf8 | Type::LargeUtf8 => vec![part(&self.cells), part(&self.octets)],
            _ => vec![part(&self.cells)],
        };
        Array {
            kind: self.extent.kind.clone(),
            validity: (self.extent.nulls > 0).then(|| part(&self.valid)),
            buffers,
            children: self
                .fields
                .iter()
                .map(|field| field.array(block, first))
                .collect(),
            ..Array::of_nulls(self.extent.rows)
        }
    }
}

/// Octets to be dealt.
struct Room<'s>(&'s mut [u8]);

impl<'s> Room<'s> {
    /// The first of them.
    fn take(&mut self, len: usize) -> &'s mut [u8] {
        let (first, rest) = std::mem::take(&mut self.0).split_at_mut(len);
        self.0 = rest;
        first
    }
}

impl Slot<'_> {
    /// Writes the rows of an array that it was made for.
    fn copy(self, array: &Array) {
        if let Some(valid) = self.valid {
            match &array.validity {
                Some(bits) => valid.copy_from_slice(&bits.octets()[..valid.len()]),
                None => ones(valid, array.len),
            }
        }
        match array.kind {
            Type::Utf8 => {
                let ends = array.buffers[0].cells()[1..=array.len].iter();
                let ends = ends.map(|&end| self.before + u32::from_ne_bytes(end) as usize);
                write_ends(self.kind, self.cells, ends);
                self.octets
                    .copy_from_slice(&array.buffers[1].octets()[..self.octets.len()]);
            }
            Type::LargeUtf8 => {
                let ends = array.buffers[0].cells()[1..=array.len].iter();
                let ends = ends.map(|&end| self.before + u64::from_ne_bytes(end) as usize);
                write_ends(self.kind, self.cells, ends);
                self.octets
                    .copy_from_slice(&array.buffers[1].octets()[..self.octets.len()]);
            }
            Type::Struct(_) => {}
            _ => self
                .cells
                .copy_from_slice(&array.buffers[0].octets()[..self.cells.len()]),
        }
        for (field, child) in self.fields.into_iter().zip(&array.children) {
            field.copy(child);
        }
    }
}

/// Makes the first *len* bits 1.
fn ones(octets: &mut [u8], len: usize) {
    octets.fill(0xFF);
    if let Some(last) = octets.last_mut().filter(|_| !len.is_multiple_of(8)) {
        *last = (1 << (len % 8)) - 1;
    }
}
