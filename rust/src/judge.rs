//! What becomes of each row: an identifier with its canonical text, its key and its parts, or one that is rejected?
//!
//! The twin of `clean/judge.py`, for the rows that are as rows are.  What is to be said of any other, a mistake above
//! all, is left to the Python, and put in its place before the columns are built.
#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::cuts::{Cuts, Pieces};
use crate::normalize::{self, Outcome};
use crate::parse::{Spec, pieces};
use crate::resolve::resolve;
use crate::rows::Rows;
use crate::seen::digest;

/// What is asked of a run.
pub struct Options {
    pub height: u8,            // of the rung
    pub spec: Spec,            // with that of IRIs, what is canonical is the URI's
    pub base: Option<Base>,    // to resolve each row against first
    pub limit: usize,          // bytes; a row that is longer may be too long in characters
    pub ignore_fragment: bool, // in the key
    pub keep_passwords: bool,
    pub secret: [u64; 2], // of the keys' hash
    pub rows: &'static Rows,
}

pub struct Base {
    pub text: Vec<u8>,
    pub cuts: Cuts,
}

/// What the native loop says of one row.
#[derive(Clone, Copy)]
pub enum Found {
    Taken { end: usize, cuts: Cuts },
    Blank,
    NoBase,
    Left, // to Python
}

/// Rows half judged: what is left to Python is listed.
pub struct Judged {
    pub canonical: Vec<u8>,
    pub found: Vec<Found>,
    pub left: Vec<u32>,
}

/// `str.strip` takes these for blanks, and beyond ASCII some that no row of a URI's characters holds.
fn is_blank(value: &[u8]) -> bool {
    value
        .iter()
        .all(|byte| matches!(byte, b' ' | 0x09..=0x0D | 0x1C..=0x1F))
}

/// Buffers that are used again for each row.
#[derive(Default)]
struct Spare {
    target: Vec<u8>,
    uri: Vec<u8>,
}

/// Append the normal form, and say where it is cut; `None` where Python is to say.
fn canonical(
    text: &Pieces<'_>,
    options: &Options,
    spare: &mut Vec<u8>,
    out: &mut Vec<u8>,
) -> Option<Cuts> {
    let how = normalize::Options {
        height: options.height.min(normalize::SCHEME), // nothing stands for anything else, by protocol
        spec: options.spec,
        assume_generic: false,
        nfc: false,
    };
    let begin = out.len();
    let rows = (how.height >= normalize::SCHEME).then_some(options.rows);
    match normalize::key(text, how, rows, false, spare, out) {
        Outcome::Same => {
            out.extend_from_slice(text.text);
            Some(text.cuts)
        }
        Outcome::Written => Some(pieces(&out[begin..], options.spec)?.cuts),
        Outcome::Ask => None,
    }
}

fn judge_one(value: &[u8], options: &Options, spare: &mut Spare, out: &mut Vec<u8>) -> Found {
    if value.len() > options.limit {
        return Found::Left;
    }
    if is_blank(value) {
        return Found::Blank;
    }
    let Some(mut text) = pieces(value, options.spec) else {
        return Found::Left;
    };
    if let Some(Base { text: base, cuts }) = &options.base {
        let base = Pieces {
            text: base,
            cuts: *cuts,
        };
        spare.target.clear();
        resolve(&base, &text, true, &mut spare.target);
        let Some(target) = pieces(&spare.target, options.spec) else {
            return Found::Left;
        };
        text = target;
    }
    let may_hold_password = |text: &[u8]| !options.keep_passwords && text.contains(&b'@');
    if !text.cuts.has_scheme() {
        return if may_hold_password(value) {
            Found::Left
        } else {
            Found::NoBase
        };
    }
    let begin = out.len();
    match canonical(&text, options, &mut spare.uri, out) {
        Some(cuts) if !may_hold_password(&out[begin..]) => Found::Taken {
            end: out.len(),
            cuts,
        },
        _ => {
            out.truncate(begin);
            Found::Left
        }
    }
}

/// Judge rows; *unread* are those, in order, that Python has to speak of in any case.
pub fn judge(values: &Values<'_>, unread: &[u32], options: &Options) -> Judged {
    let mut judged = Judged {
        canonical: Vec::with_capacity(values.data.len() + 16),
        found: Vec::with_capacity(values.len()),
        left: Vec::new(),
    };
    let mut unread = unread.iter().peekable();
    let mut spare = Spare::default();
    for (row, value) in (0..).zip(values.iter()) {
        let found = if unread.next_if_eq(&&row).is_some() {
            Found::Left
        } else {
            judge_one(value, options, &mut spare, &mut judged.canonical)
        };
        if matches!(found, Found::Left) {
            judged.left.push(row);
        }
        judged.found.push(found);
    }
    judged
}

/// Values packed one behind the other; the ends are int64, one more than there are values.
pub struct Values<'a> {
    pub data: &'a [u8],
    pub ends: &'a [u8],
}

impl<'a> Values<'a> {
    pub fn len(&self) -> usize {
        (self.ends.len() / 8).saturating_sub(1)
    }

    pub fn iter(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let data = self.data;
        let mut ends = self.ends.chunks_exact(8).map(|end| {
            let mut eight = [0; 8];
            eight.copy_from_slice(end);
            usize::try_from(i64::from_ne_bytes(eight)).unwrap_or(usize::MAX)
        });
        let mut at = ends.next().unwrap_or_default();
        ends.map(move |end| {
            let value = data.get(at..end).unwrap_or_default();
            at = end;
            value
        })
    }
}

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

/// Bits as Arrow has them, a one where there is a value.
#[derive(Default)]
pub struct Bits {
    pub bytes: Vec<u8>,
    pub length: usize,
    pub zeros: usize,
}

impl Bits {
    #[inline]
    fn push(&mut self, one: bool) {
        if self.length % 8 == 0 {
            self.bytes.push(0);
        }
        if let Some(byte) = self.bytes.last_mut() {
            *byte |= u8::from(one) << (self.length % 8);
        }
        self.length += 1;
        self.zeros += usize::from(!one);
    }
}

/// A column of texts (Arrow's utf8).
pub struct Texts {
    pub data: Vec<u8>,
    pub ends: Vec<u8>, // int32
    pub known: Bits,
    pub full: bool, // longer than an int32 can say
}

impl Texts {
    pub fn new(rows: usize, bytes: usize) -> Self {
        let mut texts = Texts {
            data: Vec::with_capacity(bytes),
            ends: Vec::with_capacity(4 * rows + 4),
            known: Bits::default(),
            full: false,
        };
        texts.ends.extend(0_i32.to_ne_bytes());
        texts
    }

    #[inline]
    pub fn push(&mut self, value: Option<&[u8]>) {
        self.data.extend_from_slice(value.unwrap_or_default());
        let end = i32::try_from(self.data.len()).unwrap_or_else(|_| {
            self.full = true;
            i32::MAX
        });
        self.ends.extend(end.to_ne_bytes());
        self.known.push(value.is_some());
    }
}

/// A column of whole numbers (int64).
#[derive(Default)]
pub struct Numbers {
    pub data: Vec<u8>,
    pub known: Bits,
}

impl Numbers {
    #[inline]
    fn push(&mut self, value: Option<i64>) {
        self.data.extend(value.unwrap_or_default().to_ne_bytes());
        self.known.push(value.is_some());
    }
}

/// A column of few different texts: where each stands in a list (int32), and the list.
#[derive(Default)]
pub struct Words {
    pub data: Vec<u8>,
    pub known: Bits,
    pub list: Vec<String>,
    places: HashMap<Vec<u8>, i32>,
    last: i32,
}

impl Words {
    #[inline]
    fn push(&mut self, word: Option<&[u8]>) {
        let place = word.map_or(0, |word| self.place(word));
        self.data.extend(place.to_ne_bytes());
        self.known.push(word.is_some());
    }

    #[inline]
    fn place(&mut self, word: &[u8]) -> i32 {
        let last = usize::try_from(self.last).unwrap_or_default();
        if self.list.get(last).is_none_or(|one| one.as_bytes() != word) {
            self.last = self.look_up(word);
        }
        self.last
    }

    fn look_up(&mut self, word: &[u8]) -> i32 {
        if let Some(place) = self.places.get(word) {
            return *place;
        }
        let place = i32::try_from(self.list.len()).unwrap_or_default();
        self.list.push(String::from_utf8_lossy(word).into_owned());
        self.places.insert(word.to_vec(), place);
        place
    }
}

/// The columns of a judgement, and the keys' hashes: 16 bytes each, zeros where there is no key.
pub struct Columns {
    pub text: Texts,
    pub canonical: Texts,
    pub key: Option<Texts>, // None: as the canonical text
    pub scheme: Words,
    pub host: Texts,
    pub host_kind: Words,
    pub port: Numbers,
    pub path: Texts,
    pub query: Texts,
    pub fragment: Texts,
    pub code: Words,
    pub start: Numbers,
    pub message: Words,
    pub digests: Vec<u8>,
}

/// What is said of a row that is rejected here: its code and its words.
pub struct Reasons {
    pub blank: [String; 2],
    pub no_base: [String; 2],
}

impl Columns {
    fn new(values: &Values<'_>, options: &Options) -> Self {
        let (rows, bytes) = (values.len(), values.data.len());
        let texts = |share: usize| Texts::new(rows, bytes / share);
        Columns {
            text: texts(1),
            canonical: texts(1),
            key: options.ignore_fragment.then(|| texts(1)),
            scheme: Words::default(),
            host: texts(2),
            host_kind: Words::default(),
            port: Numbers::default(),
            path: texts(1),
            query: texts(2),
            fragment: texts(8),
            code: Words::default(),
            start: Numbers::default(),
            message: Words::default(),
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
        self.code.push(None);
        self.start.push(None);
        self.message.push(None);
    }

    fn refused(&mut self, value: &[u8], [code, message]: &[String; 2], options: &Options) {
        self.said(
            Some(value),
            &Said {
                code: Some(code.clone()),
                start: Some(0),
                message: Some(message.clone()),
                ..Said::default()
            },
            options,
        );
    }

    fn said(&mut self, value: Option<&[u8]>, said: &Said, options: &Options) {
        fn bytes(text: Option<&String>) -> Option<&[u8]> {
            text.map(String::as_bytes)
        }
        self.text.push(Some(value.unwrap_or(said.text.as_bytes())));
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
        self.code.push(bytes(said.code.as_ref()));
        self.start.push(said.start);
        self.message.push(bytes(said.message.as_ref()));
    }

    fn hash(&mut self, key: Option<&[u8]>, options: &Options) {
        let [a, b] = key.map_or([0, 0], |key| digest(options.secret, key));
        self.digests.extend(a.to_ne_bytes());
        self.digests.extend(b.to_ne_bytes());
    }
}

/// The columns of judged rows; *said* is what Python says of those left to it, in order.
pub fn columns(
    values: &Values<'_>,
    judged: &Judged,
    said: &[Said],
    reasons: &Reasons,
    options: &Options,
) -> Columns {
    let mut columns = Columns::new(values, options);
    let mut said = said.iter();
    let mut begin = 0;
    for (value, found) in values.iter().zip(&judged.found) {
        match *found {
            Found::Taken { end, cuts } => {
                let text = &judged.canonical[begin..end];
                columns.taken(value, &Pieces { text, cuts }, options);
                begin = end;
            }
            Found::Blank => columns.refused(value, &reasons.blank, options),
            Found::NoBase => columns.refused(value, &reasons.no_base, options),
            Found::Left => {
                if let Some(said) = said.next() {
                    columns.said(None, said, options);
                }
            }
        }
    }
    columns
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
