//! Which byte may stand where?
//!
//! Every ASCII byte of the grammar is in exactly one *terminal* set, every rule is a union of those, and a test for
//! "may it stand here?" is one load and one `&`.  RFC 3987 adds two terminals, which take a whole character to tell.
//! Source: RFC 3986 Appendix A; RFC 3987 §2.2; the rules stand beside their ABNF in `syntax/grammar.py`.
#![forbid(unsafe_code)]

/// A set of terminals.
pub type Class = u16;

const HEX_LETTER: Class = 1 << 0;
const OTHER_LETTER: Class = 1 << 1;
pub const DIGIT: Class = 1 << 2;
const DASH_DOT: Class = 1 << 3; // the two marks both a scheme and `unreserved` hold
const LOW_TILDE: Class = 1 << 4;
const PLUS: Class = 1 << 5; // the sub-delim a scheme holds too
const OTHER_SUB_DELIM: Class = 1 << 6;
const COLON: Class = 1 << 7;
const AT: Class = 1 << 8;
pub const SLASH: Class = 1 << 9;
pub const QUESTION: Class = 1 << 10;

/// "%", which stands only before two HEXDIG.
pub const PERCENT: Class = 1 << 11;
/// `ucschar`, and in `BEYOND` every byte that begins or goes on with a character beyond US-ASCII.
pub const UCSCHAR: Class = 1 << 12;
pub const IPRIVATE: Class = 1 << 13;

pub const ALPHA: Class = HEX_LETTER | OTHER_LETTER;
pub const HEXDIG: Class = DIGIT | HEX_LETTER;
/// ALPHA / DIGIT / "+" / "-" / "."
pub const SCHEME: Class = ALPHA | DIGIT | PLUS | DASH_DOT;
/// ALPHA / DIGIT / "-" / "." / "_" / "~"
pub const UNRESERVED: Class = ALPHA | DIGIT | DASH_DOT | LOW_TILDE;
pub const SUB_DELIMS: Class = PLUS | OTHER_SUB_DELIM;
/// unreserved / pct-encoded / sub-delims
pub const REG_NAME: Class = UNRESERVED | PERCENT | SUB_DELIMS | UCSCHAR;
/// unreserved / pct-encoded / sub-delims / ":"
pub const USERINFO: Class = REG_NAME | COLON;
/// unreserved / sub-delims / ":"
pub const IPVFUTURE: Class = UNRESERVED | SUB_DELIMS | COLON;
/// unreserved / pct-encoded / sub-delims / "@"
pub const SEGMENT_NZ_NC: Class = REG_NAME | AT;
/// *( "/" / pchar ), pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
pub const PATH: Class = SEGMENT_NZ_NC | COLON | SLASH;
/// pchar / "/" / "?"
pub const FRAGMENT: Class = PATH | QUESTION;
/// pchar / "/" / "?" / iprivate
pub const QUERY: Class = FRAGMENT | IPRIVATE;

const fn with(mut table: [Class; 256], bytes: &[u8], class: Class) -> [Class; 256] {
    let mut i = 0;
    while i < bytes.len() {
        assert!(table[bytes[i] as usize] == 0, "a byte is in one terminal");
        table[bytes[i] as usize] = class;
        i += 1;
    }
    table
}

/// The terminal of each byte.
pub const CLASS: [Class; 256] = {
    let t = with([0; 256], b"ABCDEFabcdef", HEX_LETTER);
    let t = with(t, b"GHIJKLMNOPQRSTUVWXYZghijklmnopqrstuvwxyz", OTHER_LETTER);
    let t = with(t, b"0123456789", DIGIT);
    let t = with(t, b"-.", DASH_DOT);
    let t = with(t, b"_~", LOW_TILDE);
    let t = with(t, b"+", PLUS);
    let t = with(t, b"!$&'()*,;=", OTHER_SUB_DELIM);
    let t = with(t, b":", COLON);
    let t = with(t, b"@", AT);
    let t = with(t, b"/", SLASH);
    let t = with(t, b"?", QUESTION);
    with(t, b"%", PERCENT)
};

/// Whether the byte is of the class.
#[inline]
pub fn is(byte: u8, class: Class) -> bool {
    CLASS[usize::from(byte)] & class != 0
}

/// What differs between RFC 3986 and RFC 3987: whether characters beyond US-ASCII may stand somewhere.
pub trait Grammar {
    const BEYOND: bool;
}

pub struct Rfc3986;
pub struct Rfc3987;

impl Grammar for Rfc3986 {
    const BEYOND: bool = false;
}

impl Grammar for Rfc3987 {
    const BEYOND: bool = true;
}

/// The terminal of the character that *text* begins with, and its length; the first byte is over 0x7F.
/// Bytes that are no UTF-8 are in no terminal.  RFC 3987 §2.2; RFC 3629 §4.
pub fn beyond(text: &[u8]) -> (Class, usize) {
    let Some((point, length)) = point(text) else {
        return (0, 1);
    };
    let class = match point {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF | 0xE1000..=0xEFFFD => UCSCHAR,
        0x1_0000..=0xD_FFFF if point & 0xFFFF <= 0xFFFD => UCSCHAR,
        0xE000..=0xF8FF => IPRIVATE,
        0xF_0000..=0x10_FFFF if point & 0xFFFF <= 0xFFFD => IPRIVATE,
        _ => 0,
    };
    (class, length)
}

/// The code point that *text* begins with, of two bytes or more; `None` where they are no UTF-8.
pub fn point(text: &[u8]) -> Option<(u32, usize)> {
    let tail = |at: usize| match text.get(at) {
        Some(&byte) if byte & 0xC0 == 0x80 => Some(u32::from(byte & 0x3F)),
        _ => None,
    };
    let first = u32::from(*text.first()?);
    match first {
        0xC2..=0xDF => Some(((first & 0x1F) << 6 | tail(1)?, 2)),
        0xE0..=0xEF => {
            let point = (first & 0x0F) << 12 | tail(1)? << 6 | tail(2)?;
            (point >= 0x800 && !(0xD800..=0xDFFF).contains(&point)).then_some((point, 3))
        }
        0xF0..=0xF4 => {
            let point = (first & 0x07) << 18 | tail(1)? << 12 | tail(2)? << 6 | tail(3)?;
            (0x1_0000..=0x10_FFFF)
                .contains(&point)
                .then_some((point, 4))
        }
        _ => None,
    }
}
