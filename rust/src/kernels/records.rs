//! What is the port of each row as a number, how does Appendix B cut it, and what are the parts of a URN?
//!
//! Source: RFC 3986 §3.2.3, §3.5, Appendix B; RFC 8141 §2.
#![forbid(unsafe_code)]

use super::bits::Bits;
use super::blocks::{Block, Read, blocks, each};
use super::texts::port;
use super::{Answer, Loop, Part};
use crate::array::{Array, Type};
use crate::builders::{Validity, record};
use crate::parse::Spec;
use crate::text_builder::TextBuilder;
use crate::urn;

/// The port of each row as a number; null where it is absent, empty or over 2^63 - 1.
pub struct Port(pub Spec);

impl Loop for Port {
    fn run(&self, part: &Part) -> Answer {
        let mut ports = Ports::default();
        blocks(&part.texts(), self.0, |block| ports.extend(block));
        Answer::all(ports.finish())
    }
}

#[derive(Default)]
pub struct Ports {
    values: Vec<i64>,
    valid: Bits,
}

impl Ports {
    pub fn extend(&mut self, block: &Block<'_>) {
        for read in &block.rows {
            let number = port_number(read, block.bytes());
            self.valid.push(number.is_some());
            self.values.push(number.unwrap_or(0));
        }
    }

    pub fn finish(self) -> Array {
        self.valid.integers(self.values)
    }
}

/// The port of a row whose text stands in *bytes*.
#[inline]
pub fn port_number(read: &Read, bytes: &[u8]) -> Option<i64> {
    let place = port(read)?;
    number(&bytes[read.start..][place.start as usize..place.end as usize])
}

fn number(digits: &[u8]) -> Option<i64> {
    let next =
        |number: i64, digit: &u8| number.checked_mul(10)?.checked_add(i64::from(digit - b'0'));
    let (first, rest) = digits.split_first()?;
    rest.iter().try_fold(i64::from(first - b'0'), next)
}

/// The five components that Appendix B cuts any text into.
pub struct Split;

impl Loop for Split {
    fn run(&self, part: &Part) -> Answer {
        let of_pieces = |_| match part.column.kind {
            Type::Utf8View => TextBuilder::views_of(&part.column),
            _ => TextBuilder::new(&part.column.kind),
        };
        let mut builders: [_; 5] = std::array::from_fn(of_pieces);
        let mut validity = Validity::default();
        let texts = part.texts();
        for row in 0..texts.len() {
            let text = texts.get(row);
            for (builder, piece) in builders.iter_mut().zip(text.map_or([None; 5], split)) {
                builder.push(piece);
            }
            validity.push(text.is_some());
        }
        let names = ["scheme", "authority", "path", "query", "fragment"];
        let fields = builders.into_iter().map(TextBuilder::finish);
        Answer::all(record(&names, fields.collect(), validity))
    }
}

/// What stands before the first "#" of any text, and the fragment; utf8 whatever the layout of the column.
pub struct SplitFragment;

impl Loop for SplitFragment {
    fn run(&self, part: &Part) -> Answer {
        let mut builders = [(); 2].map(|()| TextBuilder::new(&Type::Utf8));
        let mut validity = Validity::default();
        let texts = part.texts();
        for row in 0..texts.len() {
            let text = texts.get(row);
            let (before, fragment) = text.map_or((None, None), |text| {
                let (before, fragment) = cut(text, b'#');
                (Some(before), fragment)
            });
            builders[0].push(before);
            builders[1].push(fragment);
            validity.push(text.is_some());
        }
        let fields = builders.into_iter().map(TextBuilder::finish);
        Answer::all(record(&["text", "fragment"], fields.collect(), validity))
    }
}

/// The parts of each row that is a URN; utf8 whatever the layout of the column.
pub struct Urn;

impl Loop for Urn {
    fn run(&self, part: &Part) -> Answer {
        let mut builders = [(); 5].map(|()| TextBuilder::new(&Type::Utf8));
        let mut validity = Validity::default();
        each(&part.texts(), Spec::Rfc3986, |_, _, read| {
            let parts = read.and_then(|read| {
                let name = urn::name(&read)?;
                let [r_component, q_component] = urn::components(read.query());
                let f_component = read.fragment().get(1..);
                Some([
                    Some(name.nid),
                    Some(name.nss),
                    r_component,
                    q_component,
                    f_component,
                ])
            });
            validity.push(parts.is_some());
            for (builder, part) in builders.iter_mut().zip(parts.unwrap_or_default()) {
                builder.push(part);
            }
        });
        let names = ["nid", "nss", "r_component", "q_component", "f_component"];
        let fields = builders.into_iter().map(TextBuilder::finish);
        Answer::all(record(&names, fields.collect(), validity))
    }
}

/// ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
fn split(text: &[u8]) -> [Option<&[u8]>; 5] {
    let (rest, fragment) = cut(text, b'#');
    let (rest, query) = cut(rest, b'?');
    let (scheme, rest) = match cut(rest, b':') {
        (scheme, Some(after)) if !scheme.is_empty() && !scheme.contains(&b'/') => {
            (Some(scheme), after)
        }
        _ => (None, rest),
    };
    let (authority, path) = match rest.strip_prefix(b"//") {
        Some(after) => {
            let slash = after.iter().position(|&byte| byte == b'/');
            let (authority, path) = after.split_at(slash.unwrap_or(after.len()));
            (Some(authority), path)
        }
        None => (None, rest),
    };
    [scheme, authority, Some(path), query, fragment]
}

/// What stands before the delimiter, and what follows it where there is one.
fn cut(text: &[u8], delimiter: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| byte == delimiter) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}
