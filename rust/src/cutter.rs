//! Where is a plain reference cut, by the masks of its bytes?
//!
//! Plain is what stands in ASCII without brackets, "@" in an authority and ":" in a first segment; for any other text the
//! answer is `None`, right or wrong, and `parse` decides.  For a plain one both standards say the same.
//! Source: RFC 3986 §3, §4.2.
#![forbid(unsafe_code)]

use crate::cuts::Cuts;
use crate::table::{ALPHA, DIGIT, HEXDIG, SCHEME, is};
use crate::vector::{Masks, WIDTH, classifier, room};

/// Masks of a text of as many bytes are written on the stack.
const SHORT: usize = 4 * WIDTH - 1;
/// A text of more bytes has no masks, which would be as long.
pub const LONG: usize = 32 << 10;

/// The masks of one text.
struct Told<'m> {
    masks: &'m [Masks],
    /// The bit of its first byte.
    at: usize,
}

/// Cuts a text that stands alone, if it is plain, a reference, and so long that masks are worth their while.
#[inline]
pub fn cut_alone(text: &[u8]) -> Option<Cuts> {
    match text.len() {
        0..WIDTH => None,
        WIDTH..=SHORT => cut_short(text),
        _ => cut_long(text),
    }
}

#[inline(never)]
fn cut_short(text: &[u8]) -> Option<Cuts> {
    let mut masks = [Masks::default(); room(SHORT)];
    classifier()?.fill(text, &mut masks);
    cut(&masks, 0, text)
}

#[inline(never)]
fn cut_long(text: &[u8]) -> Option<Cuts> {
    if text.len() > LONG {
        return None;
    }
    let mut masks = vec![Masks::default(); room(text.len())];
    classifier()?.fill(text, &mut masks);
    cut(&masks, 0, text)
}

/// Cuts the text whose first byte has bit *at* of the masks, if it is plain and a reference.
#[inline]
pub fn cut(masks: &[Masks], at: usize, text: &[u8]) -> Option<Cuts> {
    let told = Told { masks, at };
    let end = if told.any(|masks| masks.rare, text.len()) {
        told.fragment(text)?
    } else {
        text.len()
    };
    let (scheme, slashes) = match text.first_chunk::<8>().copied().map(web) {
        Some(scheme @ 5..) => (scheme, true),
        _ => told.scheme(text, end)?,
    };
    let (mut user, mut host, mut port) = (scheme, scheme, scheme);
    if slashes {
        user = scheme + 2;
        port = told.first(|masks| masks.slash | masks.question, user, end);
        host = told.host(text, user, port)?;
    }
    let path = told.second(|masks| masks.question, port, end);
    Some(Cuts {
        scheme: short(scheme),
        user: short(user),
        host: short(host),
        port: short(port),
        path: short(path),
        query: short(end),
    })
}

/// Whether a reference has no escape, no capitals in scheme and host, and no segment that begins with ".".
#[inline]
pub fn is_tidy(masks: &[Masks], at: usize, len: usize, cuts: &Cuts) -> bool {
    let told = Told { masks, at };
    let (host, port, path) = (cuts.host as usize, cuts.port as usize, cuts.path as usize);
    let is_upper = told.first(|masks| masks.upper, 0, host) < host;
    let mut dots = 0;
    let mut from = port;
    while from < path {
        let slashes = told.window(|masks| masks.slash, from);
        let kept = low((path - from).min(WIDTH));
        dots |= slashes & told.window(|masks| masks.dot, from + 1) & kept;
        from += WIDTH;
    }
    !is_upper && dots == 0 && !told.any(|masks| masks.percent, len)
}

/// A position; a text with masks is short.
#[inline]
#[expect(clippy::cast_possible_truncation)]
fn short(at: usize) -> u32 {
    at as u32
}

/// Where the scheme of a text that begins with "http://" or "https://" ends; 0 for others.
#[inline]
fn web(text: [u8; 8]) -> usize {
    const HTTP: u64 = u64::from_le_bytes(*b"http://\0");
    const HTTPS: u64 = u64::from_le_bytes(*b"https://");
    let word = u64::from_le_bytes(text);
    let http = usize::from(word << 8 == HTTP << 8);
    let https = usize::from(word == HTTPS);
    5 * http + 6 * https
}

impl Told<'_> {
    /// The answers about 64 bytes from byte *from* of the text on.
    #[inline]
    fn window(&self, question: impl Fn(&Masks) -> u64, from: usize) -> u64 {
        let bit = self.at + from;
        let [first, second] = &self.masks[bit / WIDTH..][..2] else {
            return 0;
        };
        let by = bit % WIDTH;
        question(first) >> by | question(second) << 1 << (WIDTH - 1 - by)
    }

    /// The first byte in *from*..*to* that has an answer, or *to*; the rule is that it is near.
    ///
    /// What lies behind *to* belongs to other rows, so no branch may depend on it: it could not be foreseen.
    #[inline]
    #[expect(clippy::needless_bitwise_bool)] // one branch, which is hardly ever taken
    fn first(&self, question: impl Fn(&Masks) -> u64 + Copy, from: usize, to: usize) -> usize {
        let bits = self.window(question, from);
        if (bits == 0) & (from + WIDTH < to) {
            return self.far(question, from + WIDTH, to);
        }
        to.min(from + bits.trailing_zeros() as usize)
    }

    /// As `first`, where it may be twice as far.
    #[inline]
    #[expect(clippy::needless_bitwise_bool)] // as in `first`
    fn second(&self, question: impl Fn(&Masks) -> u64 + Copy, from: usize, to: usize) -> usize {
        let last = (from + WIDTH).min(to);
        let (near, next) = (self.window(question, from), self.window(question, last));
        if (near | next == 0) & (from + 2 * WIDTH < to) {
            return self.far(question, from + 2 * WIDTH, to);
        }
        let next = last + next.trailing_zeros() as usize;
        let near = from + near.trailing_zeros() as usize;
        to.min(if near < last { near } else { next })
    }

    #[cold]
    fn far(&self, question: impl Fn(&Masks) -> u64 + Copy, mut from: usize, to: usize) -> usize {
        while from < to {
            let bits = self.window(question, from);
            if bits != 0 {
                return to.min(from + bits.trailing_zeros() as usize);
            }
            from += WIDTH;
        }
        to
    }

    /// Whether one of the first *len* bytes has an answer.
    #[inline]
    fn any(&self, question: impl Fn(&Masks) -> u64 + Copy, len: usize) -> bool {
        let second = len.min(WIDTH);
        let near = self.window(question, 0) & low(second);
        let next = self.window(question, second) & low((len - second).min(WIDTH));
        let few = len <= 2 * WIDTH;
        near | next != 0 || !few && self.far(question, 2 * WIDTH, len) < len
    }

    /// Where "#" or the end is, in a text of which some bytes are rare: a "%" before its two HEXDIG, or one "#".
    #[cold]
    fn fragment(&self, text: &[u8]) -> Option<usize> {
        let mut end = text.len();
        let mut from = 0;
        loop {
            from = self.first(|masks| masks.rare, from, text.len());
            match text.get(from..)? {
                [] => return Some(end),
                [b'%', a, b, ..] if is(*a, HEXDIG) && is(*b, HEXDIG) => from += 3,
                [b'#', ..] if end == text.len() => {
                    end = from;
                    from += 1;
                }
                _ => return None,
            }
        }
    }

    /// Where the scheme ends, and whether "//" follows.
    #[cold]
    fn scheme(&self, text: &[u8], end: usize) -> Option<(usize, bool)> {
        let first = self.first(
            |masks| masks.slash | masks.question | masks.colon_at,
            0,
            end,
        );
        let scheme = match text[..end].get(first) {
            None | Some(b'/' | b'?') => 0,
            Some(b':') if is(text[0], ALPHA) && text[..first].iter().all(|&b| is(b, SCHEME)) => {
                first + 1
            }
            _ => return None,
        };
        Some((scheme, text[scheme..end].starts_with(b"//")))
    }

    /// Where the host ends in an authority without userinfo.
    #[inline]
    fn host(&self, text: &[u8], start: usize, end: usize) -> Option<usize> {
        let host = self.first(|masks| masks.colon_at, start, end);
        let is_port = |port: &[u8]| port[0] == b':' && port[1..].iter().all(|&b| is(b, DIGIT));
        (host == end || is_port(&text[host..end])).then_some(host)
    }
}

/// The lowest *len* bits.
#[inline]
fn low(len: usize) -> u64 {
    if len < WIDTH {
        (1 << len) - 1
    } else {
        u64::MAX
    }
}
