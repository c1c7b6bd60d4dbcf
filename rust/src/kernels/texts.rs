//! What does each row hold as this component?
//!
//! Source: RFC 3986 §3.1–3.5.
#![forbid(unsafe_code)]

use super::blocks::{Read, State, blocks, each};
use super::write::{Place, Writer};
use super::{Answer, Loop, Part};
use crate::host::is_ipv4;
use crate::parse::Spec;
use crate::text_builder::TextBuilder;

/// scheme, without its ":"
#[inline]
pub fn scheme(read: &Read) -> Place {
    read.cuts.has_scheme().then(|| 0..read.cuts.scheme - 1)
}

/// authority, without its "//"
#[inline]
pub fn authority(read: &Read) -> Place {
    let cuts = &read.cuts;
    cuts.has_authority().then(|| cuts.scheme + 2..cuts.port)
}

/// userinfo, without "//" and "@"
#[inline]
pub fn userinfo(read: &Read) -> Place {
    let cuts = &read.cuts;
    (cuts.user > cuts.scheme + 2).then(|| cuts.scheme + 2..cuts.user - 1)
}

#[inline]
pub fn host(read: &Read) -> Place {
    let cuts = &read.cuts;
    cuts.has_authority().then_some(cuts.user..cuts.host)
}

/// port, without its ":"
#[inline]
pub fn port(read: &Read) -> Place {
    let cuts = &read.cuts;
    (cuts.port > cuts.host).then(|| cuts.host + 1..cuts.port)
}

#[inline]
pub fn path(read: &Read) -> Place {
    (read.state == State::Cut).then_some(read.cuts.port..read.cuts.path)
}

/// query, without its "?"
#[inline]
pub fn query(read: &Read) -> Place {
    let cuts = &read.cuts;
    (cuts.query > cuts.path).then(|| cuts.path + 1..cuts.query)
}

/// fragment, without its "#"
#[inline]
#[expect(clippy::cast_possible_truncation)] // a text that is cut is shorter than cuts can say
pub fn fragment(read: &Read) -> Place {
    let there = read.state == State::Cut && read.cuts.has_fragment(read.len);
    there.then(|| read.cuts.query + 1..read.len as u32)
}

/// all but the fragment and its "#"
#[inline]
pub fn without_fragment(read: &Read) -> Place {
    (read.state == State::Cut).then_some(0..read.cuts.query)
}

struct Component<F>(Spec, F);

/// The loop that picks a component of each row; null where the row is no reference or has no such component.
pub fn component(spec: Spec, pick: impl Fn(&Read) -> Place + Copy + Sync) -> impl Loop {
    Component(spec, pick)
}

impl<F: Fn(&Read) -> Place + Copy + Sync> Loop for Component<F> {
    fn run(&self, part: &Part) -> Answer {
        let mut writer = Writer::new(part);
        blocks(&part.texts(), self.0, |block| writer.extend(block, self.1));
        Answer::all(writer.finish())
    }
}

/// The name of the rule that each row's host is.
pub struct HostKind(pub Spec);

impl Loop for HostKind {
    fn run(&self, part: &Part) -> Answer {
        let mut names = TextBuilder::new(&part.column.kind);
        each(&part.texts(), self.0, |_, _, read| {
            let read = read.filter(|read| read.cuts.has_authority());
            names.push(read.map(|read| host_kind(read.host())));
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
