//! Is it an address, and of which kind?
//!
//! The twin of `syntax/host.py`.  What is right here is what the ABNF says, so not `std::net`.
//! Source: RFC 3986 §3.2.2.
#![forbid(unsafe_code)]

use std::io::Write;

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

/// Writes an IPv6 address as RFC 5952 recommends (§4, §5); it is known to be an `IPv6address`.
pub fn ipv6_text(address: &[u8], out: &mut Vec<u8>) {
    let groups = groups(address);
    let (shown, quad) = if HOLDS_IPV4.iter().any(|prefix| groups.starts_with(prefix)) {
        (&groups[..6], Some(&groups[6..]))
    } else {
        (&groups[..], None)
    };
    let (start, length) = longest_zeros(shown);
    for (at, group) in shown.iter().enumerate() {
        if length > 1 && (start..start + length).contains(&at) {
            if at == start {
                out.extend_from_slice(b"::");
            }
            continue;
        }
        if at > 0 && (length < 2 || at != start + length) {
            out.push(b':');
        }
        write(format_args!("{group:x}"), out);
    }
    if let Some(&[high, low]) = quad {
        if start + length < shown.len() || length < 2 {
            out.push(b':');
        }
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        write(format_args!("{a}.{b}.{c}.{d}"), out);
    }
}

/// Writes to a buffer, which cannot fail.
fn write(what: std::fmt::Arguments<'_>, out: &mut Vec<u8>) {
    let written = out.write_fmt(what);
    debug_assert!(written.is_ok(), "memory is there or the process is not");
}

/// Prefixes that say that an IPv4 address follows: mapped; translated, RFC 2765; RFC 6052.
const HOLDS_IPV4: [&[u16]; 3] = [
    &[0, 0, 0, 0, 0, 0xFFFF],
    &[0, 0, 0, 0, 0xFFFF, 0],
    &[0x64, 0xFF9B, 0, 0, 0, 0],
];

/// The eight groups of an `IPv6address`.
fn groups(address: &[u8]) -> [u16; 8] {
    let gap = address.windows(2).position(|pair| pair == b"::");
    let (head, tail) = gap.map_or((address, &[][..]), |at| {
        (&address[..at], &address[at + 2..])
    });
    let (mut groups, mut last) = ([0; 8], [0; 8]);
    read_groups(head, &mut groups);
    let after = read_groups(tail, &mut last);
    groups[8 - after..].copy_from_slice(&last[..after]);
    groups
}

/// Reads groups between single colons, and says how many there are.
fn read_groups(text: &[u8], into: &mut [u16; 8]) -> usize {
    let mut count = 0;
    for part in text
        .split(|&byte| byte == b':')
        .filter(|part| !part.is_empty())
    {
        if part.contains(&b'.') {
            let mut octets = part
                .split(|&byte| byte == b'.')
                .map(|octet| number(octet, 10));
            for _ in 0..2 {
                let (high, low) = (octets.next().unwrap_or(0), octets.next().unwrap_or(0));
                into[count] = high << 8 | low;
                count += 1;
            }
        } else {
            into[count] = number(part, 16);
            count += 1;
        }
    }
    count
}

fn number(digits: &[u8], radix: u32) -> u16 {
    let digit = |&byte: &u8| char::from(byte).to_digit(radix).unwrap_or(0);
    let value = digits
        .iter()
        .fold(0, |value, byte| value * radix + digit(byte));
    u16::try_from(value).unwrap_or(0)
}

/// Where the longest run of zero groups begins, and how long it is; the first of equals.
fn longest_zeros(groups: &[u16]) -> (usize, usize) {
    let (mut best, mut start) = ((0, 0), 0);
    for (at, group) in groups.iter().enumerate() {
        if *group != 0 {
            start = at + 1;
        } else if at + 1 - start > best.1 {
            best = (start, at + 1 - start);
        }
    }
    best
}
