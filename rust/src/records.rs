//! Which field of each record is the column, in CSV and TSV?
//!
//! The twin of `clean/tables.py`, for the records that are as RFC 4180 has them and hold the column.  At any other it
//! stops: Python says what that one is, and where the next begins.
#![forbid(unsafe_code)]

use crate::lines::line_end;

/// The values of some records, packed one behind the other, with the line and the place of each.
#[derive(Default)]
pub struct Fields {
    pub data: Vec<u8>,
    pub ends: Vec<u8>, // int64 each, one more than there are records
    pub lines: Vec<u8>,
    pub offsets: Vec<u8>,
    pub count: usize,
}

impl Fields {
    pub fn new() -> Self {
        Fields {
            ends: 0_i64.to_ne_bytes().to_vec(),
            ..Fields::default()
        }
    }

    /// Puts down where the record is whose value was appended to *data*.
    pub fn end(&mut self, line: i64, offset: i64) {
        self.ends.extend((self.data.len() as u64).to_ne_bytes());
        self.lines.extend(line.to_ne_bytes());
        self.offsets.extend(offset.to_ne_bytes());
        self.count += 1;
    }
}

/// Which field is wanted, of records with that delimiter.
#[derive(Clone, Copy)]
pub struct Wanted {
    pub delimiter: u8,
    pub index: usize,
    pub longest: usize, // bytes of a record: one that has more may be more than Python keeps
}

/// Where one is in whole lines: at which byte, and at which line of them, both from 0.
#[derive(Clone, Copy, Default)]
pub struct Place {
    pub at: usize,
    pub line: usize,
}

/// Take records from *place* on, up to the end of *data* or to one that is left to Python; give its place.
/// *first* is the number of the first line of *data*, and its place in the file.
pub fn read(
    data: &[u8],
    mut place: Place,
    first: (i64, i64),
    wanted: Wanted,
    fields: &mut Fields,
) -> Place {
    while place.at < data.len() {
        let begin = fields.data.len();
        let Some(next) = record(data, place, wanted, &mut fields.data) else {
            fields.data.truncate(begin);
            break;
        };
        let (line, at) = (i64::try_from(place.line), i64::try_from(place.at));
        fields.end(
            first.0 + line.unwrap_or_default(),
            first.1 + at.unwrap_or_default(),
        );
        place = next;
    }
    place
}

/// Append the wanted field of a record, and give the place of the next.
fn record(data: &[u8], place: Place, wanted: Wanted, out: &mut Vec<u8>) -> Option<Place> {
    let Place { mut at, mut line } = place;
    let mut number = 0;
    loop {
        let field = at;
        if data.get(at) == Some(&b'"') {
            let (close, lines) = closed(data, at + 1, wanted.longest)?;
            if number == wanted.index {
                unquoted(&data[at + 1..close], out);
            }
            (at, line) = (close + 1, line + lines);
        } else {
            let ends = |&byte: &u8| byte == wanted.delimiter || byte == b'\n' || byte == b'\r';
            at += data[at..].iter().position(ends).unwrap_or(data.len() - at);
            if number == wanted.index {
                out.extend_from_slice(&data[field..at]);
            }
        }
        if at - place.at > wanted.longest {
            return None;
        }
        number += 1;
        match data.get(at) {
            Some(&byte) if byte == wanted.delimiter => at += 1,
            None | Some(b'\n' | b'\r') => {
                let blank = number == 1 && matches!(&data[place.at..at], b"" | b"\"\"");
                let next = line_end(data, at).1;
                return (number > wanted.index || blank).then_some(Place {
                    at: next,
                    line: line + 1,
                });
            }
            Some(_) => return None, // something follows a quoted field
        }
    }
}

/// Where the quote is that closes the field whose text begins at *from*, and how many lines end before.
fn closed(data: &[u8], from: usize, longest: usize) -> Option<(usize, usize)> {
    let (mut at, mut lines) = (from, 0);
    loop {
        match data.get(at)? {
            b'"' if data.get(at + 1) == Some(&b'"') => at += 1,
            b'"' => return Some((at, lines)),
            b'\n' => lines += 1,
            b'\r' if data.get(at + 1) != Some(&b'\n') => lines += 1,
            _ => {}
        }
        at += 1;
        if at - from > longest {
            return None;
        }
    }
}

/// Append the text of a quoted field: of two quotes one.
fn unquoted(text: &[u8], out: &mut Vec<u8>) {
    let mut quoted = false;
    for &byte in text {
        quoted = byte == b'"' && !quoted;
        if !quoted {
            out.push(byte);
        }
    }
}
