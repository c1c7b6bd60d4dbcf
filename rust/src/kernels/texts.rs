//! What does each row hold as this component?
//!
//! Source: RFC 3986 §3.1–3.5.
#![forbid(unsafe_code)]

use super::walk::{Row, each};
use super::{Answer, Loop, Part};
use crate::array::{Array, Type};
use crate::cuts::Pieces;
use crate::host::is_ipv4;
use crate::parse::Spec;
use crate::text_builder::TextBuilder;

/// scheme, without its ":"
#[inline]
pub fn scheme<'a>(read: &Pieces<'a>) -> Option<&'a [u8]> {
    read.scheme().strip_suffix(b":")
}

/// authority, without its "//"
#[inline]
pub fn authority<'a>(read: &Pieces<'a>) -> Option<&'a [u8]> {
    read.authority().strip_prefix(b"//")
}

/// userinfo, without "//" and "@"
#[inline]
pub fn userinfo<'a>(read: &Pieces<'a>) -> Option<&'a [u8]> {
    read.user().strip_suffix(b"@").map(|user| &user[2..])
}

#[inline]
pub fn host<'a>(read: &Pieces<'a>) -> Option<&'a [u8]> {
    read.cuts.has_authority().then(|| read.host())
}

/// port, without its ":"
#[inline]
pub fn port<'a>(read: &Pieces<'a>) -> Option<&'a [u8]> {
    read.port().strip_prefix(b":")
}

#[inline]
#[expect(clippy::unnecessary_wraps)] // the others may have none
pub fn path<'a>(read: &Pieces<'a>) -> Option<&'a [u8]> {
    Some(read.path())
}

/// query, without its "?"
#[inline]
pub fn query<'a>(read: &Pieces<'a>) -> Option<&'a [u8]> {
    read.query().strip_prefix(b"?")
}

/// fragment, without its "#"
#[inline]
pub fn fragment<'a>(read: &Pieces<'a>) -> Option<&'a [u8]> {
    read.fragment().strip_prefix(b"#")
}

struct Component<F>(Spec, F);

/// The loop that picks a component of each row; null where the row is no reference or has no such component.
pub fn component<F>(spec: Spec, pick: F) -> impl Loop
where
    F: for<'a> Fn(&Pieces<'a>) -> Option<&'a [u8]> + Sync,
{
    Component(spec, pick)
}

impl<F> Loop for Component<F>
where
    F: for<'a> Fn(&Pieces<'a>) -> Option<&'a [u8]> + Sync,
{
    fn run(&self, part: &Part) -> Answer {
        let mut texts = pieces_of(&part.column);
        each(&part.texts(), self.0, |row| match row {
            Row::Cut(read) => texts.push((self.1)(&read)),
            Row::Null | Row::Unfit => texts.push(None),
        });
        Answer::all(texts.finish())
    }
}

/// A builder in the layout of a column, for pieces of the column's own texts.
pub fn pieces_of(column: &Array) -> TextBuilder {
    match &column.kind {
        Type::Utf8View => TextBuilder::views_of(column),
        other => TextBuilder::new(other),
    }
}

/// The name of the rule that each row's host is.
pub struct HostKind(pub Spec);

impl Loop for HostKind {
    fn run(&self, part: &Part) -> Answer {
        let mut names = TextBuilder::new(&part.column.kind);
        each(&part.texts(), self.0, |row| match row {
            Row::Cut(read) => names.push(host(&read).map(host_kind)),
            Row::Null | Row::Unfit => names.push(None),
        });
        Answer::all(names.finish())
    }
}

fn host_kind(host: &[u8]) -> &'static [u8] {
    match host {
        [b'[', b'v' | b'V', ..] => b"IPvFuture",
        [b'[', ..] => b"IPv6address",
        _ if host.last().is_some_and(u8::is_ascii_digit) && is_ipv4(host) => b"IPv4address",
        _ => b"reg-name",
    }
}
