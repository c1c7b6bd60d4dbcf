//! How is a host name that is not ASCII written for DNS, where no character depends on its neighbours?
//!
//! Most names are of letters that are mapped by themselves.  Which ones, and to what, `operations/uts46.py` says of
//! each character once; then a name is a look-up a character, and Punycode.  All other names are Python's.
//! Source: UTS #46 §4; RFC 3492 §6.3.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU16, Ordering};

use pyo3::prelude::*;

/// Octets of a label, and of a name without its last dot: RFC 1035 §2.3.4.
const LABEL: usize = 63;
const NAME: usize = 253;

/// What each character of the basic plane is mapped to wherever it stands, as far as it was asked for.
static MAPPED: [AtomicU16; 1 << 16] = [const { AtomicU16::new(UNKNOWN) }; 1 << 16];
const UNKNOWN: u16 = 0;
const DEPENDS: u16 = 1;

/// Writes a host that has no escapes as UTS 46 maps it, in Unicode, and as DNS has it; `None` where only Python can tell
/// how, and what was written then is nothing.
pub fn sound(host: &str, mapped: &mut Vec<u8>, wire: &mut Vec<u8>) -> Option<()> {
    let start = wire.len();
    for (number, label) in host.split('.').enumerate() {
        if number > 0 {
            mapped.push(b'.');
            wire.push(b'.');
        }
        write(label, mapped, wire)?;
    }
    (wire.len() - start <= NAME).then_some(())
}

fn write(label: &str, mapped: &mut Vec<u8>, wire: &mut Vec<u8>) -> Option<()> {
    let (start, first) = (wire.len(), mapped.len());
    let mut points = [0; LABEL];
    let mut length = 0;
    for character in label.chars() {
        let point = map(character)?;
        *points.get_mut(length)? = point;
        length += 1;
        let mut octets = [0; 4];
        mapped.extend_from_slice(char::from_u32(point)?.encode_utf8(&mut octets).as_bytes());
    }
    let points = &points[..length];
    if points.is_empty() || mapped[first..].starts_with(b"xn--") {
        return None;
    }
    if mapped.len() - first == length {
        wire.extend_from_slice(&mapped[first..]);
    } else {
        wire.extend_from_slice(b"xn--");
        punycode(points, wire);
    }
    (wire.len() - start <= LABEL).then_some(())
}

/// What a character is mapped to; `None` where that depends on its neighbours.
#[inline]
fn map(character: char) -> Option<u32> {
    if character.is_ascii() {
        return Some(u32::from(character.to_ascii_lowercase()));
    }
    let place = MAPPED.get(character as usize)?;
    let mut mapped = place.load(Ordering::Relaxed);
    if mapped == UNKNOWN {
        mapped = ask(character)?;
        place.store(mapped, Ordering::Relaxed);
    }
    (mapped != DEPENDS).then_some(u32::from(mapped))
}

#[cold]
fn ask(character: char) -> Option<u16> {
    let said = Python::try_attach(|py| -> PyResult<u16> {
        py.import("urikit.operations.uts46")?
            .call_method1("alone", (character,))?
            .extract()
    })?;
    said.ok()
}

/// Writes a label of code points in Punycode, without a prefix (RFC 3492 §6.3).
fn punycode(points: &[u32], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend(
        points
            .iter()
            .filter_map(|&point| u8::try_from(point).ok().filter(u8::is_ascii)),
    );
    let basic = length(out.len() - start);
    if basic > 0 {
        out.push(b'-');
    }
    let (mut code, mut delta, mut bias, mut placed) = (128, 0, 72, basic);
    while let Some(&next) = points.iter().filter(|&&point| point >= code).min() {
        delta += (next - code) * (placed + 1);
        for &point in points {
            if point < next {
                delta += 1;
            } else if point == next {
                integer(delta, bias, out);
                placed += 1;
                bias = adapted(delta, placed, placed == basic + 1);
                delta = 0;
            }
        }
        delta += 1;
        code = next + 1;
    }
}

/// A number of code points, of which a label has few.
fn length(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A generalized variable-length integer: digits from the lowest, the last one below its threshold (§3.3).
fn integer(mut value: u32, bias: u32, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let mut weight = 36;
    loop {
        let threshold = weight.max(bias + 1).min(bias + 26) - bias;
        if value < threshold {
            out.push(DIGITS[value as usize]);
            return;
        }
        let base = 36 - threshold;
        out.push(DIGITS[(threshold + (value - threshold) % base) as usize]);
        value = (value - threshold) / base;
        weight += 36;
    }
}

/// The bias after a delta (§6.1).
fn adapted(delta: u32, placed: u32, first: bool) -> u32 {
    let mut delta = if first { delta / 700 } else { delta / 2 };
    delta += delta / placed;
    let mut bias = 0;
    while delta > 455 {
        delta /= 35;
        bias += 36;
    }
    bias + 36 * delta / (delta + 38)
}
