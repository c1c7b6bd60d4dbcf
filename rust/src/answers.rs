//! What is in the columns of rows that are judged?
//!
//! Each is written once, in the layout of Arrow, and handed out as it is.
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::sync::Arc;

use crate::array::{Array, Key, Type};
use crate::arrow::Buffer;
use crate::builders::{Integers, Validity, array, record};
use crate::cuts::Pieces;
use crate::judge::{Found, Judged, Options, Values};
use crate::seen::digest;

/// What Python says of a row: the columns of a judgement, in order.
#[derive(Default)]
pub struct Said {
    pub text: String,
    pub canonical: Option<String>,
    pub key: Option<String>,
    pub scheme: Option<String>,
    pub host: Option<String>,
    pub host_kind: Option<String>,
    pub port: Option<i64>,
    pub path: Option<String>,
    pub query: Option<String>,
    pub fragment: Option<String>,
    pub code: Option<String>,
    pub start: Option<i64>,
    pub message: Option<String>,
}

/// What is said of a row that is rejected: its code and its words.
pub type Reason = (String, String);

/// A column of texts.
struct Texts {
    data: Vec<u8>,
    ends: Vec<i32>,
    known: Validity,
    full: bool, // longer than an int32 can say
}

impl Texts {
    fn new(rows: usize, bytes: usize) -> Self {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        Texts {
            data: Vec::with_capacity(bytes),
            ends,
            known: Validity::default(),
            full: false,
        }
    }

    #[inline]
    fn push(&mut self, value: Option<&[u8]>) {
        self.data.extend_from_slice(value.unwrap_or_default());
        self.ends
            .push(i32::try_from(self.data.len()).unwrap_or_else(|_| {
                self.full = true;
                i32::MAX
            }));
        self.known.push(value.is_some());
    }

    fn finish(self) -> Option<Array> {
        let buffers = vec![Buffer::of(self.ends), Buffer::of(self.data)];
        (!self.full).then(|| array(Type::Utf8, self.known, buffers))
    }
}

/// A column of few different texts: where each stands in a list, and the list.
struct Words {
    places: Vec<i32>,
    known: Validity,
    list: Vec<Box<[u8]>>,
    numbers: HashMap<Box<[u8]>, i32>,
    last: i32,
}

impl Words {
    fn new(rows: usize) -> Self {
        Words {
            places: Vec::with_capacity(rows),
            known: Validity::default(),
            list: Vec::new(),
            numbers: HashMap::new(),
            last: 0,
        }
    }

    #[inline]
    fn push(&mut self, word: Option<&[u8]>) {
        let place = word.map_or(0, |word| self.place(word));
        self.places.push(place);
        self.known.push(word.is_some());
    }

    #[inline]
    fn place(&mut self, word: &[u8]) -> i32 {
        let last = usize::try_from(self.last).unwrap_or_default();
        if self.list.get(last).is_none_or(|one| **one != *word) {
            self.last = self.look_up(word);
        }
        self.last
    }

    fn look_up(&mut self, word: &[u8]) -> i32 {
        if let Some(place) = self.numbers.get(word) {
            return *place;
        }
        let place = i32::try_from(self.list.len()).unwrap_or_default();
        self.list.push(word.into());
        self.numbers.insert(word.into(), place);
        place
    }

    fn finish(self) -> Option<Array> {
        let mut words = Texts::new(self.list.len(), 0);
        self.list.iter().for_each(|word| words.push(Some(word)));
        let key = Key {
            octets: 4,
            signed: true,
        };
        let kind = Type::Dictionary(key, Type::Utf8.into());
        Some(Array {
            words: Some(Arc::new(words.finish()?)),
            ..array(kind, self.known, vec![Buffer::of(self.places)])
        })
    }
}

/// The columns of a judgement, and the keys' hashes: 16 bytes each, zeros where there is no key.
struct Columns {
    text: Texts,
    canonical: Texts,
    key: Option<Texts>, // None: as the canonical text
    scheme: Words,
    host: Texts,
    host_kind: Words,
    port: Integers,
    path: Texts,
    query: Texts,
    fragment: Texts,
    code: Words,
    start: Integers,
    message: Words,
    digests: Vec<u8>,
}

impl Columns {
    fn new(values: &Values<'_>, options: &Options) -> Self {
        let (rows, bytes) = (values.len(), values.data.len());
        let texts = |share: usize| Texts::new(rows, bytes / share);
        let words = || Words::new(rows);
        Columns {
            text: texts(1),
            canonical: texts(1),
            key: options.ignore_fragment.then(|| texts(1)),
            scheme: words(),
            host: texts(3),
            host_kind: words(),
            port: Integers::default(),
            path: texts(2),
            query: texts(3),
            fragment: texts(16),
            code: words(),
            start: Integers::default(),
            message: words(),
            digests: Vec::with_capacity(16 * rows),
        }
    }

    fn taken(&mut self, value: &[u8], canonical: &Pieces<'_>, options: &Options) {
        let Pieces { text, cuts } = *canonical;
        let key = &text[..if options.ignore_fragment {
            cuts.query as usize
        } else {
            text.len()
        }];
        let authority = cuts.has_authority();
        self.text.push(Some(value));
        self.canonical.push(Some(text));
        if let Some(keys) = &mut self.key {
            keys.push(Some(key));
        }
        self.hash(Some(key), options);
        self.scheme.push(canonical.scheme().strip_suffix(b":"));
        self.host.push(authority.then(|| canonical.host()));
        self.host_kind
            .push(authority.then(|| host_kind(canonical.host())));
        self.port.push(port(canonical.port()));
        self.path.push(Some(canonical.path()));
        self.query.push(canonical.query().strip_prefix(b"?"));
        self.fragment.push(canonical.fragment().strip_prefix(b"#"));
        self.because(None, None);
    }

    fn refused(&mut self, value: &[u8], reason: &Reason, start: usize, options: &Options) {
        self.text.push(Some(value));
        self.parts(&Said::default(), options);
        self.because(Some(reason), i64::try_from(start).ok());
    }

    fn said(&mut self, said: &Said, options: &Options) {
        self.text.push(Some(said.text.as_bytes()));
        self.parts(said, options);
        let reason = said.code.clone().zip(said.message.clone());
        self.because(reason.as_ref(), said.start);
    }

    fn parts(&mut self, said: &Said, options: &Options) {
        fn bytes(text: Option<&String>) -> Option<&[u8]> {
            text.map(String::as_bytes)
        }
        self.canonical.push(bytes(said.canonical.as_ref()));
        if let Some(keys) = &mut self.key {
            keys.push(bytes(said.key.as_ref()));
        }
        self.hash(bytes(said.key.as_ref()), options);
        self.scheme.push(bytes(said.scheme.as_ref()));
        self.host.push(bytes(said.host.as_ref()));
        self.host_kind.push(bytes(said.host_kind.as_ref()));
        self.port.push(said.port);
        self.path.push(bytes(said.path.as_ref()));
        self.query.push(bytes(said.query.as_ref()));
        self.fragment.push(bytes(said.fragment.as_ref()));
    }

    #[inline]
    fn because(&mut self, reason: Option<&Reason>, start: Option<i64>) {
        self.code.push(reason.map(|(code, _)| code.as_bytes()));
        self.start.push(start);
        self.message
            .push(reason.map(|(_, message)| message.as_bytes()));
    }

    fn hash(&mut self, key: Option<&[u8]>, options: &Options) {
        let [a, b] = key.map_or([0, 0], |key| digest(options.secret, key));
        self.digests.extend(a.to_ne_bytes());
        self.digests.extend(b.to_ne_bytes());
    }

    fn finish(self) -> Option<(Array, Vec<u8>)> {
        let fields = [
            ("text", self.text.finish()),
            ("canonical", self.canonical.finish()),
            ("scheme", self.scheme.finish()),
            ("host", self.host.finish()),
            ("host_kind", self.host_kind.finish()),
            ("port", Some(self.port.finish())),
            ("path", self.path.finish()),
            ("query", self.query.finish()),
            ("fragment", self.fragment.finish()),
            ("code", self.code.finish()),
            ("start", Some(self.start.finish())),
            ("message", self.message.finish()),
        ];
        let mut names = Vec::new();
        let mut arrays = Vec::new();
        let key = self.key.map(|key| ("key", key.finish()));
        for (name, column) in fields.into_iter().chain(key) {
            names.push(name);
            arrays.push(column?);
        }
        let mut rows = Validity::default();
        rows.extend(None, 0..arrays[0].len);
        Some((record(&names, arrays, rows), self.digests))
    }
}

/// The columns of judged rows as one record, and the hashes of their keys; *said* is what Python says of those left to
/// it, in order.  `None` where there is more text than a column can hold.
pub fn columns(
    values: &Values<'_>,
    judged: &Judged,
    said: &[Said],
    reasons: &[Reason],
    options: &Options,
) -> Option<(Array, Vec<u8>)> {
    let mut columns = Columns::new(values, options);
    let mut said = said.iter();
    let mut begin = 0;
    for (text, found) in values.iter().zip(&judged.found) {
        match *found {
            Found::Same { cuts } => columns.taken(text, &Pieces { text, cuts }, options),
            Found::Taken { end, cuts } => {
                let canonical = &judged.canonical[begin..end];
                let canonical = Pieces {
                    text: canonical,
                    cuts,
                };
                columns.taken(text, &canonical, options);
                begin = end;
            }
            Found::Refused { reason, start } => {
                columns.refused(text, &reasons[reason], start, options);
            }
            Found::Left => {
                if let Some(said) = said.next() {
                    columns.said(said, options);
                }
            }
        }
    }
    columns.finish()
}

/// The RFC's name of what a host is (RFC 3986 §3.2.2).
fn host_kind(host: &[u8]) -> &'static [u8] {
    match host {
        [b'[', b'v' | b'V', ..] => b"IPvFuture",
        [b'[', ..] => b"IPv6address",
        _ if crate::host::is_ipv4(host) => b"IPv4address",
        _ => b"reg-name",
    }
}

/// A port with its ":" as a number, where a column of 64 bits is sure to hold it.
fn port(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b":")?;
    if !(1..=18).contains(&digits.len()) {
        return None;
    }
    digits.iter().try_fold(0_i64, |number, digit| {
        Some(number * 10 + i64::from(digit.checked_sub(b'0')?))
    })
}
