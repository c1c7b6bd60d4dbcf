//! Is it an address, and of which kind?
//!
//! The twin of `syntax/host.py`.  What is right here is what the ABNF says, so not `std::net`.
//! Source: RFC 3986 §3.2.2.
#![forbid(unsafe_code)]

use crate::table::{DIGIT, HEXDIG, IPVFUTURE, is};

/// What stands between the brackets: `IPv6address` / `IPvFuture`.
pub fn is_ip_literal(address: &[u8]) -> bool {
    is_ipv6(address) || is_ipvfuture(address)
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
pub fn is_ipv6(address: &[u8]) -> bool {
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
pub fn is_ipv4(address: &[u8]) -> bool {
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
