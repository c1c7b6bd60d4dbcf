//! Is this text a `URI-reference`, and which kind?
//!
//! Takes the text's UTF-8 octets; the twin of `syntax/parse.py`.  Each function takes what is left to read and
//! gives what is left after it, so nothing is indexed and nothing is read back.
//! Source: RFC 3986 §3, §4 and Appendix A.
#![forbid(unsafe_code)]

use crate::table::{
    ALPHA, CLASS, Class, DIGIT, HEXDIG, IPVFUTURE, PATH, PERCENT, QUERY, REG_NAME, SCHEME,
    SEGMENT_NZ_NC, USERINFO, is,
};

/// What tells `URI`, `absolute-URI` and `relative-ref` apart (§4).
#[derive(Clone, Copy)]
pub struct Reference {
    pub has_scheme: bool,
    pub has_fragment: bool,
}

/// Reads a `URI-reference` (§4.1); `None` where the text is none.
pub fn reference(text: &[u8]) -> Option<Reference> {
    let hierarchy = scheme(text);
    let has_scheme = hierarchy.is_some();
    let rest = hierarchy.unwrap_or(text);

    let path = match rest {
        [b'/', b'/', authority @ ..] => self::authority(authority)?,
        _ if has_scheme => rest,
        _ => first_segment(rest)?,
    };
    let mut rest = skip(path, PATH)?;
    if let [b'?', query @ ..] = rest {
        rest = skip(query, QUERY)?;
    }
    let mut has_fragment = false;
    if let [b'#', fragment @ ..] = rest {
        has_fragment = true;
        rest = skip(fragment, QUERY)?;
    }
    rest.is_empty().then_some(Reference {
        has_scheme,
        has_fragment,
    })
}

/// Steps over every leading octet of the class; `None` at a "%" without its two HEXDIG.
#[inline]
fn skip(mut rest: &[u8], class: Class) -> Option<&[u8]> {
    while let [byte, tail @ ..] = rest {
        rest = match (CLASS[usize::from(*byte)] & class, tail) {
            (0, _) => break,
            (PERCENT, [a, b, tail @ ..]) if is(*a, HEXDIG) && is(*b, HEXDIG) => tail,
            (PERCENT, _) => return None,
            _ => tail,
        };
    }
    Some(rest)
}

/// scheme ":", or `None` where there is none (§3.1).
fn scheme(text: &[u8]) -> Option<&[u8]> {
    match (text, skip(text, SCHEME)?) {
        ([first, ..], [b':', rest @ ..]) if is(*first, ALPHA) => Some(rest),
        _ => None,
    }
}

/// The first segment of a path without scheme and authority, which holds no ":" (§4.2).
fn first_segment(path: &[u8]) -> Option<&[u8]> {
    skip(path, SEGMENT_NZ_NC).filter(|rest| !rest.starts_with(b":"))
}

/// [ userinfo "@" ] host [ ":" port ], up to "/", "?", "#" or the end (§3.2).
fn authority(text: &[u8]) -> Option<&[u8]> {
    let host = match skip(text, USERINFO)? {
        [b'@', host @ ..] => host,
        _ => text,
    };
    let mut rest = match host {
        [b'[', literal @ ..] => ip_literal(literal)?,
        _ => skip(host, REG_NAME)?,
    };
    if let [b':', port @ ..] = rest {
        rest = skip(port, DIGIT)?;
    }
    matches!(rest, [] | [b'/' | b'?' | b'#', ..]).then_some(rest)
}

/// "[" ( `IPv6address` / `IPvFuture` ) "]", after its "[" (§3.2.2).
fn ip_literal(text: &[u8]) -> Option<&[u8]> {
    let close = text.iter().position(|&byte| byte == b']')?;
    let (address, rest) = text.split_at(close);
    (is_ipv6(address) || is_ipvfuture(address)).then_some(&rest[1..])
}

/// "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
fn is_ipvfuture(address: &[u8]) -> bool {
    let mut halves = address.splitn(2, |&byte| byte == b'.');
    match (halves.next(), halves.next()) {
        (Some([b'v' | b'V', version @ ..]), Some(address)) => {
            !version.is_empty()
                && version.iter().all(|&byte| is(byte, HEXDIG))
                && !address.is_empty()
                && address.iter().all(|&byte| is(byte, IPVFUTURE))
        }
        _ => false,
    }
}

/// The nine forms of `IPv6address`: eight groups, or at most seven and one "::".
///
/// Not `std::net::Ipv6Addr`: what is right here is what the ABNF says.
fn is_ipv6(address: &[u8]) -> bool {
    let mut groups = 0;
    let mut rest = address;
    let mut elided = false;
    if let [b':', b':', tail @ ..] = rest {
        elided = true;
        rest = tail;
    }
    while !(rest.is_empty() && elided) {
        let digits = rest.iter().take_while(|&&byte| is(byte, HEXDIG)).count();
        let after = &rest[digits..];
        if after.starts_with(b".") {
            groups += 2; // ls32 as a dotted quad, which ends the address
            if !is_ipv4(rest) {
                return false;
            }
            break;
        }
        groups += 1;
        if !(1..=4).contains(&digits) || groups > 8 {
            return false;
        }
        rest = match after {
            [] => break,
            [b':', b':', ..] if elided => return false,
            [b':', b':', tail @ ..] => {
                elided = true;
                tail
            }
            [b':', tail @ ..] if !tail.is_empty() => tail,
            _ => return false,
        };
    }
    if elided { groups <= 7 } else { groups == 8 }
}

/// dec-octet "." dec-octet "." dec-octet "." dec-octet
fn is_ipv4(address: &[u8]) -> bool {
    let mut octets = 0;
    for octet in address.split(|&byte| byte == b'.') {
        octets += 1;
        if octets > 4 || !is_dec_octet(octet) {
            return false;
        }
    }
    octets == 4
}

/// 0 to 255 without a leading zero.
fn is_dec_octet(octet: &[u8]) -> bool {
    match octet {
        [a] => is(*a, DIGIT),
        [b'1'..=b'9', b] => is(*b, DIGIT),
        [b'1', b, c] => is(*b, DIGIT) && is(*c, DIGIT),
        [b'2', b'0'..=b'4', c] => is(*c, DIGIT),
        [b'2', b'5', b'0'..=b'5'] => true,
        _ => false,
    }
}
