//! Where does a text stop being a reference, and which reason is that?
//!
//! The twin of `syntax/locate.py`, for the mistakes of real lists: one character that cannot stand where it is, or a
//! broken "%".  The words are Python's, which gives them once for each part and character.
#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::parse::scheme;
use crate::table::{
    CLASS, Class, DIGIT, FRAGMENT, HEXDIG, PATH, PERCENT, QUERY, SEGMENT_NZ_NC, USERINFO, is,
};

/// The numbers of reasons, by part and character; the character is 128 where the text ends.
#[derive(Default)]
pub struct Misfits(pub HashMap<(u8, u8), usize>);

/// Parts, as `clean/judging.py` counts them.
const HOST: u8 = 0;
const PATH_PART: u8 = 1;
const QUERY_PART: u8 = 2;
const FRAGMENT_PART: u8 = 3;
const PORT: u8 = 4; // or what would be one
const END: u8 = 128;

/// The number of the reason, and at which character the text is wrong; `None` where Python is to say.
pub fn wrong(text: &[u8], misfits: &Misfits) -> Option<(usize, usize)> {
    if !text.is_ascii() || text.contains(&b'@') {
        return None; // a place is counted in characters; and there may be a password
    }
    let (part, at) = misfit(text)?;
    let character = text.get(at).copied().unwrap_or(END);
    let reason = *misfits.0.get(&(part, character))?;
    if character != b'%' {
        return Some((reason, at));
    }
    let good = text.get(at + 1).is_some_and(|&digit| is(digit, HEXDIG));
    Some((reason, at + 1 + usize::from(good)))
}

/// The part and the place in it that ends the longest prefix some reference begins with.
fn misfit(text: &[u8]) -> Option<(u8, usize)> {
    let mut at = scheme(text);
    if at == 0 && text.get(scan(text, 0, SEGMENT_NZ_NC)) == Some(&b':') {
        return None; // no scheme, and not a path either
    }
    if text[at..].starts_with(b"//") {
        let start = at + 2;
        if text.get(start) == Some(&b'[') {
            return None;
        }
        at = scan(text, start, USERINFO); // without "@", so that all of it is to be a host and a port
        if !matches!(text.get(at), None | Some(b'/' | b'?' | b'#')) {
            return Some((HOST, at));
        }
        let mut pieces = text[start..at].splitn(2, |&byte| byte == b':').skip(1);
        if pieces.any(|port| !port.iter().all(|&byte| is(byte, DIGIT))) {
            return Some((PORT, at));
        }
    }
    let mut part = PATH_PART;
    at = scan(text, at, PATH);
    for (mark, following, class) in [(b'?', QUERY_PART, QUERY), (b'#', FRAGMENT_PART, FRAGMENT)] {
        if text.get(at) == Some(&mark) {
            part = following;
            at = scan(text, at + 1, class);
        }
    }
    (at < text.len()).then_some((part, at))
}

/// Where the first byte stands that is not of the class; a "%" without its two HEXDIG is not.
fn scan(text: &[u8], mut at: usize, class: Class) -> usize {
    while let Some(&byte) = text.get(at) {
        let terminal = CLASS[usize::from(byte)] & class;
        let digits = text.get(at + 1..at + 3);
        if terminal == 0 {
            break;
        } else if terminal != PERCENT {
            at += 1;
        } else if digits.is_some_and(|digits| digits.iter().all(|&digit| is(digit, HEXDIG))) {
            at += 3;
        } else {
            break;
        }
    }
    at
}
