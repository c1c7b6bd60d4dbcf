//! Which byte may stand where?
//!
//! Every ASCII byte of the grammar is in exactly one *terminal* set, every rule
//! is a union of those, and a test for "may it stand here?" is one load and one
//! `&`.  Bytes over 0x7F are in none: no rule of RFC 3986 lets them in.
//! Source: RFC 3986 Appendix A; the rules stand beside their ABNF in `syntax/grammar.py`.
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
const SLASH: Class = 1 << 9;
const QUESTION: Class = 1 << 10;

/// "%", which stands only before two HEXDIG.
pub const PERCENT: Class = 1 << 11;

pub const ALPHA: Class = HEX_LETTER | OTHER_LETTER;
pub const HEXDIG: Class = DIGIT | HEX_LETTER;
/// ALPHA / DIGIT / "+" / "-" / "."
pub const SCHEME: Class = ALPHA | DIGIT | PLUS | DASH_DOT;
/// ALPHA / DIGIT / "-" / "." / "_" / "~"
const UNRESERVED: Class = ALPHA | DIGIT | DASH_DOT | LOW_TILDE;
const SUB_DELIMS: Class = PLUS | OTHER_SUB_DELIM;
/// unreserved / pct-encoded / sub-delims
pub const REG_NAME: Class = UNRESERVED | PERCENT | SUB_DELIMS;
/// unreserved / pct-encoded / sub-delims / ":"
pub const USERINFO: Class = REG_NAME | COLON;
/// unreserved / sub-delims / ":"
pub const IPVFUTURE: Class = UNRESERVED | SUB_DELIMS | COLON;
/// unreserved / pct-encoded / sub-delims / "@"
pub const SEGMENT_NZ_NC: Class = REG_NAME | AT;
/// *( "/" / pchar ), pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
pub const PATH: Class = SEGMENT_NZ_NC | COLON | SLASH;
/// pchar / "/" / "?", for query and fragment
pub const QUERY: Class = PATH | QUESTION;

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
