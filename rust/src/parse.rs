//! Is this text a reference, and where is it cut?
//!
//! Takes the text's UTF-8; the twin of `syntax/parse.py`.  No byte is read more than four times.
//! Source: RFC 3986 §3, §4 and Appendix A; RFC 3987 §2.2.
#![forbid(unsafe_code)]

use crate::cuts::{Cuts, Pieces};
use crate::cutter::cut_alone;
use crate::host::is_ip_literal;
use crate::table::{
    ALPHA, CLASS, Class, DIGIT, FRAGMENT, Grammar, HEXDIG, PATH, PERCENT, QUERY, REG_NAME, Rfc3986,
    Rfc3987, SCHEME, SEGMENT_NZ_NC, USERINFO, beyond, is,
};

/// The standard a text is read by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spec {
    Rfc3986,
    Rfc3987,
}

/// Cuts a reference of the standard (RFC 3986 §4.1; RFC 3987 §2.2); `None` where the text is none.
#[inline]
pub fn pieces(text: &[u8], spec: Spec) -> Option<Pieces<'_>> {
    let cuts = cut_alone(text).or_else(|| cuts(text, spec))?;
    Some(Pieces { text, cuts })
}

/// The same, byte by byte.
#[inline]
pub fn cuts(text: &[u8], spec: Spec) -> Option<Cuts> {
    match spec {
        Spec::Rfc3986 => parse::<Rfc3986>(text),
        Spec::Rfc3987 => parse::<Rfc3987>(text),
    }
}

/// Cuts a `URI-reference`, or an `IRI-reference` by the other grammar; `None` where the text is none, or longer than
/// the cuts can say (4 GiB).
pub fn parse<G: Grammar>(text: &[u8]) -> Option<Cuts> {
    u32::try_from(text.len()).ok()?;
    let scheme = scheme(text);
    let mut cuts = Cuts {
        scheme: short(scheme),
        ..Cuts::default()
    };
    if text[scheme..].starts_with(b"//") {
        let (user, host, port) = authority::<G>(text, scheme + 2)?;
        (cuts.user, cuts.host, cuts.port) = (short(user), short(host), short(port));
    } else {
        (cuts.user, cuts.host, cuts.port) = (cuts.scheme, cuts.scheme, cuts.scheme);
        if scheme == 0 {
            // the first segment of a path without scheme and authority holds no ":" (§4.2)
            let end = skip::<G>(text, 0, SEGMENT_NZ_NC)?;
            if text.get(end) == Some(&b':') {
                return None;
            }
        }
    }
    let mut at = skip::<G>(text, cuts.port as usize, PATH)?;
    cuts.path = short(at);
    if text.get(at) == Some(&b'?') {
        at = skip::<G>(text, at + 1, QUERY)?;
    }
    cuts.query = short(at);
    if text.get(at) == Some(&b'#') {
        at = skip::<G>(text, at + 1, FRAGMENT)?;
    }
    (at == text.len()).then_some(cuts)
}

/// A position; `parse` has seen to it that the text is short enough.
#[inline]
#[expect(clippy::cast_possible_truncation)]
fn short(at: usize) -> u32 {
    at as u32
}

/// Where the first byte stands that is not of the class; `None` at a "%" without its two HEXDIG.
#[inline]
fn skip<G: Grammar>(text: &[u8], mut at: usize, class: Class) -> Option<usize> {
    while let Some(&byte) = text.get(at) {
        let terminal = CLASS[usize::from(byte)] & class;
        if terminal & !PERCENT != 0 {
            at += 1;
        } else if terminal != 0 {
            match text.get(at + 1..at + 3) {
                Some([a, b]) if is(*a, HEXDIG) && is(*b, HEXDIG) => at += 3,
                _ => return None,
            }
        } else if G::BEYOND && byte > 0x7F {
            let (terminal, length) = beyond(&text[at..]);
            if terminal & class == 0 {
                break;
            }
            at += length;
        } else {
            break;
        }
    }
    Some(at)
}

/// Where the path or authority begins: behind scheme ":", or 0 where there is none (§3.1).
#[inline]
pub fn scheme(text: &[u8]) -> usize {
    if !text.first().is_some_and(|&first| is(first, ALPHA)) {
        return 0;
    }
    let end = text.iter().position(|&byte| !is(byte, SCHEME));
    match end {
        Some(end) if text[end] == b':' => end + 1,
        _ => 0,
    }
}

/// ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
pub fn is_scheme(text: &[u8]) -> bool {
    text.first().is_some_and(|&first| is(first, ALPHA)) && text.iter().all(|&byte| is(byte, SCHEME))
}

/// Whether the whole of a text is an authority.
pub fn is_authority(text: &[u8], spec: Spec) -> bool {
    let cut = match spec {
        Spec::Rfc3986 => authority::<Rfc3986>(text, 0),
        Spec::Rfc3987 => authority::<Rfc3987>(text, 0),
    };
    cut.is_some_and(|(_, _, end)| end == text.len())
}

/// Whether all of a text is of the class.
#[inline]
pub fn fits(text: &[u8], class: Class, spec: Spec) -> bool {
    let end = match spec {
        Spec::Rfc3986 => skip::<Rfc3986>(text, 0, class),
        Spec::Rfc3987 => skip::<Rfc3987>(text, 0, class),
    };
    end == Some(text.len())
}

/// [ userinfo "@" ] host [ ":" port ], up to "/", "?", "#" or the end: where the host begins and ends, and the port
/// ends (§3.2).
#[inline]
fn authority<G: Grammar>(text: &[u8], start: usize) -> Option<(usize, usize, usize)> {
    let end = skip::<G>(text, start, REG_NAME)?;
    if ends_authority(text, end) {
        return Some((start, end, end)); // as most are: a name, or nothing
    }
    let mut host = start;
    let more = skip::<G>(text, end, USERINFO)?;
    if text.get(more) == Some(&b'@') {
        host = more + 1;
    }
    let end = match text.get(host) {
        Some(b'[') => {
            let close = host + text[host..].iter().position(|&byte| byte == b']')?;
            is_ip_literal(&text[host + 1..close]).then_some(close + 1)?
        }
        _ => skip::<G>(text, host, REG_NAME)?,
    };
    let port = match text.get(end) {
        Some(b':') => skip::<G>(text, end + 1, DIGIT)?,
        _ => end,
    };
    ends_authority(text, port).then_some((host, end, port))
}

#[inline]
fn ends_authority(text: &[u8], at: usize) -> bool {
    matches!(text.get(at), None | Some(b'/' | b'?' | b'#'))
}
