//! What are all components of each row?
//!
//! Texts that lie one behind the other are cut first; then it is known how much room their components take, and each is
//! copied once, to where it stays.
//! Source: RFC 3986 §3.
#![forbid(unsafe_code)]

use std::array::from_fn;

use super::bits::{Bits, GROUP};
use super::blocks::{Read, State, blocks};
use super::join::{Draft, Extent, Open, Slot};
use super::records::{Ports, port_number};
use super::texts::{fragment, host, path, query, scheme, userinfo};
use super::write::{InSlot, Place, Writer};
use super::{Answer, Loop, Part};
use crate::array::{Array, Field, Type};
use crate::arrow::room;
use crate::cuts::Cuts;
use crate::parse::Spec;
use crate::texts::Texts;

const NAMES: [&str; 7] = [
    "scheme", "userinfo", "host", "port", "path", "query", "fragment",
];
/// The place of the port among them, the only number.
const PORT: usize = 3;

/// The seven components of each row, read once; null where it is no reference.
pub struct Parse(pub Spec);

impl Loop for Parse {
    fn run(&self, part: &Part) -> Answer {
        let texts = part.texts();
        if texts.octets().is_none() {
            return Answer::all(self.by_writers(part, &texts));
        }
        Answer {
            draft: Draft::Open(Box::new(Parsed::of(&part.column.kind, &texts, self.0))),
            left: Vec::new(),
        }
    }
}

impl Parse {
    /// For layouts without one buffer of octets.
    fn by_writers(&self, part: &Part, texts: &Texts<'_>) -> Array {
        let mut writers: [_; 6] = from_fn(|_| Writer::new(part));
        let mut ports = Ports::default();
        let mut valid = Bits::default();
        blocks(texts, self.0, |block| {
            let [schemes, users, hosts, paths, queries, fragments] = &mut writers;
            schemes.extend(block, scheme);
            users.extend(block, userinfo);
            hosts.extend(block, host);
            ports.extend(block);
            paths.extend(block, path);
            queries.extend(block, query);
            fragments.extend(block, fragment);
            for read in &block.rows {
                valid.push(read.state == State::Cut);
            }
        });
        let mut fields: Vec<_> = writers.into_iter().map(Writer::finish).collect();
        fields.insert(PORT, ports.finish());
        valid.record(&NAMES, fields)
    }
}

/// Rows that are cut.
struct Parsed {
    kind: Type,
    cuts: Vec<Cuts>,
    /// Which are references.
    valid: Bits,
    /// How many have each component, and the octets of these.
    there: [usize; 7],
    octets: [usize; 7],
}

impl Parsed {
    fn of(kind: &Type, texts: &Texts<'_>, spec: Spec) -> Self {
        let mut parsed = Self {
            kind: kind.clone(),
            cuts: room(texts.len()),
            valid: Bits::default(),
            there: [0; 7],
            octets: [0; 7],
        };
        blocks(texts, spec, |block| {
            for read in &block.rows {
                parsed.cuts.push(read.cuts);
                parsed.valid.push(read.state == State::Cut);
                parsed.there[PORT] += usize::from(port_number(read, block.bytes()).is_some());
                let mut count = |i: usize, place: Place| {
                    parsed.there[i] += usize::from(place.is_some());
                    parsed.octets[i] += place.map_or(0, |place| place.len());
                };
                count(0, scheme(read));
                count(1, userinfo(read));
                count(2, host(read));
                count(4, path(read));
                count(5, query(read));
                count(6, fragment(read));
            }
        });
        parsed
    }

    /// A group of rows from *first* on, as blocks have them.
    fn group(&self, texts: &Texts<'_>, first: usize, valid: u64, rows: &mut Vec<Read>) {
        let cuts = self.cuts[first..].iter().take(GROUP).enumerate();
        rows.clear();
        rows.extend(cuts.map(|(n, &cuts)| {
            let (start, end) = texts.bounds(first + n);
            let is_cut = valid >> n & 1 == 1;
            Read {
                state: if is_cut { State::Cut } else { State::Unfit },
                start,
                len: if is_cut { end - start } else { 0 },
                cuts,
            }
        }));
    }
}

impl Open for Parsed {
    fn extent(&self) -> Extent {
        let rows = self.cuts.len();
        let field = |i| Extent {
            kind: if i == PORT {
                Type::Int64
            } else {
                self.kind.clone()
            },
            rows,
            nulls: rows - self.there[i],
            octets: self.octets[i],
            fields: Vec::new(),
        };
        let fields: Vec<_> = (0..NAMES.len()).map(field).collect();
        let named = NAMES.iter().zip(&fields).map(|(&name, field)| Field {
            name: name.into(),
            kind: field.kind.clone(),
        });
        Extent {
            kind: Type::Struct(named.collect()),
            rows,
            nulls: self.valid.zeros(),
            octets: 0,
            fields,
        }
    }

    fn write(mut self: Box<Self>, part: &Part, slot: Slot<'_>) {
        let texts = part.texts();
        let bytes = texts.octets().unwrap_or_default();
        let words = self.valid.words().to_vec();
        let mut fields = slot.fields.into_iter();
        let mut next = || InSlot::new(fields.next().expect("a slot has all fields"));
        let [
            mut schemes,
            mut users,
            mut hosts,
            mut ports,
            mut paths,
            mut queries,
            mut fragments,
        ] = from_fn(|_| next());
        let mut rows = Vec::with_capacity(GROUP);
        for (n, &word) in words.iter().enumerate() {
            self.group(&texts, n * GROUP, u64::from_le(word), &mut rows);
            schemes.extend(&rows, bytes, scheme);
            users.extend(&rows, bytes, userinfo);
            hosts.extend(&rows, bytes, host);
            ports.extend_numbers(&rows, |read| port_number(read, bytes));
            paths.extend(&rows, bytes, path);
            queries.extend(&rows, bytes, query);
            fragments.extend(&rows, bytes, fragment);
        }
        for field in [schemes, users, hosts, ports, paths, queries, fragments] {
            field.finish();
        }
        self.valid.write(slot.valid);
    }
}
