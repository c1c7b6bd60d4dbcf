//! What are all components of each row, and what is its port as a number?
//!
//! Source: RFC 3986 §3, §3.2.3, Appendix B.
#![forbid(unsafe_code)]

use super::texts::{fragment, host, path, pieces_of, port, query, scheme, userinfo};
use super::walk::{Row, each};
use super::{Answer, Loop, Part};
use crate::builders::{Integers, Validity, record};
use crate::parse::Spec;
use crate::text_builder::TextBuilder;

/// The port of each row as a number; null where it is absent, empty or over 2^63 - 1.
pub struct Port(pub Spec);

impl Loop for Port {
    fn run(&self, part: &Part) -> Answer {
        let mut ports = Integers::default();
        each(&part.texts(), self.0, |row| match row {
            Row::Cut(read) => ports.push(port(&read).and_then(number)),
            Row::Null | Row::Unfit => ports.push(None),
        });
        Answer::all(ports.finish())
    }
}

fn number(digits: &[u8]) -> Option<i64> {
    let next =
        |number: i64, digit: &u8| number.checked_mul(10)?.checked_add(i64::from(digit - b'0'));
    let (first, rest) = digits.split_first()?;
    rest.iter().try_fold(i64::from(first - b'0'), next)
}

/// The seven components of each row, read once; null where it is no reference.
pub struct Parse(pub Spec);

impl Loop for Parse {
    fn run(&self, part: &Part) -> Answer {
        let mut texts: [_; 6] = std::array::from_fn(|_| pieces_of(&part.column));
        let mut ports = Integers::default();
        let mut validity = Validity::default();
        each(&part.texts(), self.0, |row| {
            let found = match row {
                Row::Cut(ref read) => [
                    scheme(read),
                    userinfo(read),
                    host(read),
                    Some(path(read).unwrap_or_default()),
                    query(read),
                    fragment(read),
                ],
                Row::Null | Row::Unfit => [None; 6],
            };
            for (builder, piece) in texts.iter_mut().zip(found) {
                builder.push(piece);
            }
            ports.push(match row {
                Row::Cut(ref read) => port(read).and_then(number),
                Row::Null | Row::Unfit => None,
            });
            validity.push(matches!(row, Row::Cut(_)));
        });
        let [scheme, userinfo, host, path, query, fragment] = texts.map(TextBuilder::finish);
        let fields = vec![
            scheme,
            userinfo,
            host,
            ports.finish(),
            path,
            query,
            fragment,
        ];
        let names = [
            "scheme", "userinfo", "host", "port", "path", "query", "fragment",
        ];
        Answer::all(record(&names, fields, validity))
    }
}

/// The five components that Appendix B cuts any text into.
pub struct Split;

impl Loop for Split {
    fn run(&self, part: &Part) -> Answer {
        let mut builders: [_; 5] = std::array::from_fn(|_| pieces_of(&part.column));
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
