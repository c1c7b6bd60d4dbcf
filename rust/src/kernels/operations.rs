//! Which loop does an operation have with these options?
//!
//! `None` where an option is Python's alone: then Python has all rows.
#![forbid(unsafe_code)]

use pyo3::prelude::*;

use super::flags::IsUrn;
use super::records::Urn;
use super::rewrites::{Digest, FromBase, OfText, Rewrite, Spare};
use super::{Loop, Made, Options};
use crate::cuts::Pieces;
use crate::host::{ipv6_text, is_ipv4};
use crate::ladder::height_of;
use crate::normalize::{Options as How, Outcome, SCHEME, SIMPLE};
use crate::parse::{Spec, pieces};
use crate::readable::{Keep, Kept};
use crate::rows::{Rows, rows};
use crate::surt::{self as surts, Strip};
use crate::table::Class;
use crate::urn::Ruled;
use crate::{convert, normalize as ladder, path, percent, relativize as relative, urn};

#[expect(clippy::unnecessary_wraps)] // where makers want it
fn made(made: impl Loop + 'static) -> PyResult<Made> {
    Ok(Some(Box::new(made)))
}

/// `Same` where nothing was to be written.
fn changed(written: bool) -> Outcome {
    if written {
        Outcome::Written
    } else {
        Outcome::Same
    }
}

/// How to normalise, and by which rows.
fn how(options: &Options<'_, '_>) -> PyResult<Option<(How, Option<&'static Rows>)>> {
    let rung = options.text("rung", "syntax")?;
    let height = rung.and_then(|rung| height_of(&rung));
    let (spec, generic) = (options.spec()?, options.flag("assume_generic", false)?);
    let composes = options.flag("nfc", false)?;
    let (Some(height), Some(spec), Some(assume_generic), Some(nfc)) =
        (height, spec, generic, composes)
    else {
        return Ok(None);
    };
    if !options.lacks("base")? {
        return Ok(None);
    }
    let rows = match height {
        SCHEME => Some(rows(options.py())?),
        _ => None,
    };
    let how = How {
        height,
        spec,
        assume_generic,
        nfc,
    };
    Ok(Some((how, rows)))
}

pub fn normalize(options: &Options<'_, '_>) -> PyResult<Made> {
    let Some((how, rows)) = how(options)? else {
        return Ok(None);
    };
    let form = move |read: &Pieces<'_>, _: &mut Spare, out: &mut Vec<u8>| {
        if how.nfc && !read.text.is_ascii() {
            return Some(Outcome::Ask);
        }
        Some(ladder::normalize(read, how, rows, out))
    };
    made(Rewrite::new(how.spec, form).keeping_tidy(how.height < SCHEME && !how.nfc))
}

/// The function that writes a key, and the standard that it reads by.
type ToKey = (
    Spec,
    Box<dyn Fn(&Pieces<'_>, &mut Spare, &mut Vec<u8>) -> Option<Outcome> + Send + Sync>,
);

fn to_key(options: &Options<'_, '_>) -> PyResult<Option<ToKey>> {
    let Some((how, rows)) = how(options)? else {
        return Ok(None);
    };
    let ignored = !options.is("fragment", "compare")?;
    if ignored && !options.is("fragment", "ignore")? {
        return Ok(None);
    }
    let to_key = move |read: &Pieces<'_>, spare: &mut Spare, out: &mut Vec<u8>| {
        if how.height > SIMPLE && !read.cuts.has_scheme() {
            return None; // a relative reference has no key without a base
        }
        Some(ladder::key(read, how, rows, ignored, &mut spare.0, out))
    };
    Ok(Some((how.spec, Box::new(to_key))))
}

pub fn key(options: &Options<'_, '_>) -> PyResult<Made> {
    let Some((spec, to_key)) = to_key(options)? else {
        return Ok(None);
    };
    made(Rewrite::new(spec, to_key))
}

pub fn key128(options: &Options<'_, '_>) -> PyResult<Made> {
    let Some((spec, to_key)) = to_key(options)? else {
        return Ok(None);
    };
    made(Digest(spec, to_key))
}

pub fn surt(options: &Options<'_, '_>) -> PyResult<Made> {
    let strip = match options.text("strip_www", "")?.as_deref() {
        _ if options.lacks("strip_www")? => None,
        Some("no") => Some(Strip::Nothing),
        Some("www") => Some(Strip::Www),
        Some("www+digits") => Some(Strip::WwwAndDigits),
        _ => return Ok(None),
    };
    let (write, usual): (ToSurt, _) = match options.text("flavour", "")?.as_deref() {
        Some("ia") => (surts::ia, Strip::WwwAndDigits),
        Some("urlcanon") => (surts::urlcanon, Strip::Nothing),
        _ => return Ok(None),
    };
    let Some(spec) = options.spec()? else {
        return Ok(None);
    };
    let strip = strip.unwrap_or(usual);
    made(Rewrite::new(
        spec,
        move |read: &Pieces<'_>, spare: &mut Spare, out: &mut Vec<u8>| {
            let is_uri = read.cuts.has_scheme();
            is_uri.then(|| write(read, strip, &mut spare.0, out))
        },
    ))
}

pub fn without_www(options: &Options<'_, '_>) -> PyResult<Made> {
    let Some(spec) = options.spec()? else {
        return Ok(None);
    };
    let form = |read: &Pieces<'_>, _: &mut Spare, out: &mut Vec<u8>| {
        let host = read.host();
        let label = host
            .get(..4)
            .filter(|label| label.eq_ignore_ascii_case(b"www."));
        let rest = &host[label.map_or(host.len(), <[u8]>::len)..];
        let first = rest.iter().position(|&byte| byte != b'.').unwrap_or(0);
        let last = rest.iter().rposition(|&byte| byte != b'.').unwrap_or(0);
        if rest.is_empty() || !rest[first..last].contains(&b'.') || is_ipv4(rest) {
            return Some(Outcome::Same);
        }
        out.extend_from_slice(&read.text[..read.cuts.user as usize]);
        out.extend_from_slice(&read.text[read.cuts.user as usize + 4..]);
        Some(Outcome::Written)
    };
    made(Rewrite::new(spec, form))
}

/// The function that writes SURTs of a flavour.
type ToSurt = fn(&Pieces<'_>, Strip, &mut Vec<u8>, &mut Vec<u8>) -> Outcome;

/// The base that is the same for all rows, if it is not in a column; `None` where Python has to look at it.
#[expect(clippy::option_option)] // there is none, or there is no need of one
fn base(options: &Options<'_, '_>, spec: Spec) -> PyResult<Option<Option<Box<[u8]>>>> {
    if options.others == 1 {
        return Ok(Some(None));
    }
    let Some(base) = options.get("base")? else {
        return Ok(None);
    };
    let base = door_text(&base).filter(|base| {
        let read = pieces(base, spec);
        read.is_some_and(|read| read.cuts.has_scheme())
    });
    Ok(base.map(|base| Some(base.into())))
}

fn door_text<'a>(value: &'a Bound<'_, PyAny>) -> Option<&'a [u8]> {
    crate::door::text(value).map(str::as_bytes)
}

pub fn resolve(options: &Options<'_, '_>) -> PyResult<Made> {
    let (Some(spec), Some(strict)) = (options.spec()?, options.flag("strict", true)?) else {
        return Ok(None);
    };
    let Some(base) = base(options, spec)? else {
        return Ok(None);
    };
    let form = move |base: &Pieces<'_>, reference: &Pieces<'_>, out: &mut Vec<u8>| {
        crate::resolve::resolve(base, reference, strict, out);
        Some(Outcome::Written)
    };
    made(FromBase { spec, base, form })
}

pub fn relativize(options: &Options<'_, '_>) -> PyResult<Made> {
    let Some(spec) = options.spec()? else {
        return Ok(None);
    };
    let Some(base) = base(options, spec)? else {
        return Ok(None);
    };
    let form = |base: &Pieces<'_>, target: &Pieces<'_>, out: &mut Vec<u8>| {
        if !target.cuts.has_scheme() {
            return None; // a target is a URI
        }
        let written = relative::relativize(base, target, out);
        Some(written.map_or(Outcome::Ask, |()| Outcome::Written))
    };
    made(FromBase { spec, base, form })
}

pub fn to_uri(options: &Options<'_, '_>) -> PyResult<Made> {
    let idna = options.is("host", "idna")?;
    let plain = options.lacks("part")? && options.flag("fix", false)? == Some(false);
    if !plain || !(idna || options.is("host", "percent")?) {
        return Ok(None);
    }
    let rows = if idna {
        Some(rows(options.py())?)
    } else {
        None
    };
    made(Rewrite::new(
        Spec::Rfc3987,
        move |read: &Pieces<'_>, _: &mut Spare, out: &mut Vec<u8>| {
            Some(convert::to_uri(read, rows, out))
        },
    ))
}

pub fn to_iri(options: &Options<'_, '_>) -> PyResult<Made> {
    let keep = match options.text("keep", "recommended")?.as_deref() {
        Some("recommended") => Keep::Recommended,
        Some("minimal") => Keep::Minimal,
        Some("none") => Keep::None,
        _ => return Ok(None),
    };
    let reads_hosts = options.is("host", "unicode")?;
    if !options.lacks("part")? || !(reads_hosts || options.is("host", "keep")?) {
        return Ok(None);
    }
    let rows = if reads_hosts {
        Some(rows(options.py())?)
    } else {
        None
    };
    let kept = Kept::of(options.py(), keep)?;
    made(Rewrite::new(
        Spec::Rfc3987,
        move |read: &Pieces<'_>, _: &mut Spare, out: &mut Vec<u8>| {
            Some(convert::to_iri(read, kept, rows, out))
        },
    ))
}

pub fn decode(options: &Options<'_, '_>) -> PyResult<Made> {
    let known = options.is("errors", "strict")?
        && options.is("charset", "utf-8")?
        && options.is("keep", "")?;
    if !known {
        return Ok(None);
    }
    made(OfText(|text: &[u8], out: &mut Vec<u8>| {
        if !text.contains(&b'%') {
            return Some(Outcome::Same);
        }
        let start = out.len();
        let written = percent::decode(text, out);
        let good = written.is_some() && std::str::from_utf8(&out[start..]).is_ok();
        good.then_some(Outcome::Written)
    }))
}

pub fn encode(options: &Options<'_, '_>) -> PyResult<Made> {
    let component = options.text("component", "segment")?;
    let kept = component.and_then(|component| percent::kept_in(&component));
    let known = options.is("safe", "")? && options.is("charset", "utf-8")?;
    let Some(kept): Option<Class> = kept.filter(|_| known) else {
        return Ok(None);
    };
    made(OfText(move |text: &[u8], out: &mut Vec<u8>| {
        let encoded = percent::is_encoded(text, kept);
        if !encoded {
            percent::encode(text, kept, out);
        }
        Some(changed(!encoded))
    }))
}

pub fn remove_dot_segments(_: &Options<'_, '_>) -> PyResult<Made> {
    made(OfText(|text: &[u8], out: &mut Vec<u8>| {
        let tidy = path::has_no_dots(text);
        if !tidy {
            path::remove_dot_segments(text, out);
        }
        Some(changed(!tidy))
    }))
}

pub fn urn_key(options: &Options<'_, '_>) -> PyResult<Made> {
    let Some(by_rules) = options.flag("namespace_rules", true)? else {
        return Ok(None);
    };
    if options.flag("isbn_cross", false)? != Some(false) {
        return Ok(None);
    }
    let ruled = if by_rules {
        Some(Ruled::ours(options.py())?)
    } else {
        None
    };
    made(Rewrite::new(
        Spec::Rfc3986,
        move |read: &Pieces<'_>, _: &mut Spare, out: &mut Vec<u8>| {
            urn::name(read)?;
            Some(urn::urn_key(read, ruled, out))
        },
    ))
}

/// Those of RFC 2141 are Python's.
fn by_8141(options: &Options<'_, '_>, found: impl Loop + 'static) -> PyResult<Made> {
    if options.flag("strict_2141", false)? != Some(false) {
        return Ok(None);
    }
    made(found)
}

pub fn is_urn(options: &Options<'_, '_>) -> PyResult<Made> {
    by_8141(options, IsUrn)
}

pub fn read_urn(options: &Options<'_, '_>) -> PyResult<Made> {
    by_8141(options, Urn)
}

pub fn urn_nid(options: &Options<'_, '_>) -> PyResult<Made> {
    let form = |read: &Pieces<'_>, _: &mut Spare, out: &mut Vec<u8>| {
        let name = urn::name(read)?;
        out.extend(name.nid.iter().map(u8::to_ascii_lowercase));
        Some(Outcome::Written)
    };
    by_8141(options, Rewrite::new(Spec::Rfc3986, form))
}

pub fn host_address(options: &Options<'_, '_>) -> PyResult<Made> {
    let Some(spec) = options.spec()? else {
        return Ok(None);
    };
    let form = |read: &Pieces<'_>, _: &mut Spare, out: &mut Vec<u8>| {
        match read.host() {
            [b'[', b'v' | b'V', ..] => return None, // whose mechanism nobody knows
            [b'[', address @ .., b']'] => ipv6_text(address, out),
            host if is_ipv4(host) => out.extend_from_slice(host),
            _ => return None,
        }
        Some(Outcome::Written)
    };
    made(Rewrite::new(spec, form))
}
