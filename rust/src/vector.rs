//! Which bytes of a text are of interest, 64 at a time?
//!
//! A byte is looked at once, 32 (AVX2) or 16 (NEON) together: whether it may stand in a reference by one look-up a
//! nibble, and whether it is one of the delimiters by comparing.  Each question has one bit a byte for its answer.  A
//! machine with neither has no masks, and its texts are parsed byte by byte.  There is nothing wider: with AVX-512 a
//! machine runs the AVX2 code.  The NEON code is not timed, and has run on no machine of ours; the test below holds
//! whichever runs to the table.
#![allow(unsafe_code)]

use crate::table::{FRAGMENT, PERCENT};

/// Bytes that one `Masks` tells of.
pub const WIDTH: usize = 64;

/// The answers about 64 bytes; bit n is about byte n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub struct Masks {
    /// What is neither unreserved nor a sub-delim nor one of ":@/?": "%", "#", and what stands nowhere but as part of
    /// an IP-literal.
    pub rare: u64,
    pub percent: u64,
    pub hash: u64,
    pub slash: u64,
    pub question: u64,
    /// ":" and "@"
    pub colon_at: u64,
    pub dot: u64,
    /// A to Z
    pub upper: u64,
}

/// Tells of the blocks of a text, each in its place; what is too short for a block is left out.
type Tell = unsafe fn(&[u8], &mut [Masks]);

/// What this machine does it with.
#[derive(Clone, Copy)]
pub struct Classifier(Tell);

/// The classifier of this machine; `None` where there is none.
pub fn classifier() -> Option<Classifier> {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        return Some(Classifier(avx2::tell));
    }
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    return Some(Classifier(neon::tell));
    #[allow(unreachable_code)]
    None
}

impl Classifier {
    /// Puts the masks of *text* in the place of those in *masks*, and of two times 64 bytes more, which are nothing.
    #[inline]
    pub fn masks(self, text: &[u8], masks: &mut Vec<Masks>) {
        masks.clear();
        masks.resize(room(text.len()), Masks::default());
        self.fill(text, masks);
    }

    /// Writes the masks of *text* over as many as `room` says, which are nothing so far.
    #[inline]
    pub fn fill(self, text: &[u8], masks: &mut [Masks]) {
        let blocks = text.len() / WIDTH;
        let rest = &text[blocks * WIDTH..];
        let mut last = [0; WIDTH];
        last[..rest.len()].copy_from_slice(rest);
        // SAFETY: `classifier` found that the machine has what the function needs.
        unsafe {
            self.0(text, masks);
            self.0(&last, &mut masks[blocks..]);
        }
    }
}

/// How many masks a text of that length takes, with the two behind it.
pub const fn room(length: usize) -> usize {
    length / WIDTH + 3
}

/// Bit h of entry l says whether the byte 16 h + l may stand in a reference wherever there is no other rule.
const PLAIN: [u8; 16] = {
    let mut table = [0; 16];
    let mut byte = 0;
    while byte < 128 {
        let class = crate::table::CLASS[byte];
        if class & FRAGMENT & !PERCENT != 0 {
            table[byte % 16] |= 1 << (byte / 16);
        }
        byte += 1;
    }
    table
};
/// The bit of `PLAIN` by the high nibble; none beyond US-ASCII.
const HIGH: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{HIGH, Masks, PLAIN, WIDTH};
    use std::arch::x86_64::{
        __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_broadcastsi128_si256,
        _mm256_cmpeq_epi8, _mm256_cmpgt_epi8, _mm256_loadu_si256, _mm256_movemask_epi8,
        _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
        _mm256_srli_epi16,
    };

    /// Makes "A" the least of the signed numbers.
    #[expect(clippy::cast_possible_wrap)] // ASCII
    const SHIFT: i8 = i8::MIN.wrapping_sub(b'A' as i8);

    /// # Safety
    /// The machine has AVX2.
    #[target_feature(enable = "avx2")]
    pub unsafe fn tell(text: &[u8], masks: &mut [Masks]) {
        for (bytes, masks) in text.chunks_exact(WIDTH).zip(masks) {
            // SAFETY: the machine has AVX2, and there are 64 bytes.
            *masks = unsafe { one(bytes) };
        }
    }

    /// # Safety
    /// The machine has AVX2, and there are 64 bytes.
    #[inline]
    #[target_feature(enable = "avx2")]
    #[expect(clippy::cast_possible_wrap, clippy::cast_sign_loss)] // bits and ASCII
    unsafe fn one(bytes: &[u8]) -> Masks {
        // SAFETY: the loads lie within the 64 bytes, or within the tables of 16; they need not be aligned.
        unsafe {
            let halves: [__m256i; 2] = [
                _mm256_loadu_si256(bytes.as_ptr().cast()),
                _mm256_loadu_si256(bytes.as_ptr().add(WIDTH / 2).cast()),
            ];
            let table = |table: &[u8; 16]| {
                _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast()))
            };
            let (plain, high, nibble) = (table(&PLAIN), table(&HIGH), _mm256_set1_epi8(15));
            let mask = |bits: [__m256i; 2]| {
                let [low, high] = bits.map(|bits| _mm256_movemask_epi8(bits) as u32);
                u64::from(low) | u64::from(high) << 32
            };
            let equal = |byte: u8| {
                let byte = _mm256_set1_epi8(byte as i8);
                halves.map(|half| _mm256_cmpeq_epi8(half, byte))
            };
            let rare = halves.map(|half| {
                let of_high = _mm256_and_si256(_mm256_srli_epi16::<4>(half), nibble);
                let found = _mm256_and_si256(
                    _mm256_shuffle_epi8(plain, half), // 0 where the byte's highest bit is 1
                    _mm256_shuffle_epi8(high, of_high),
                );
                _mm256_cmpeq_epi8(found, _mm256_setzero_si256())
            });
            let upper = halves.map(|half| {
                let shifted = _mm256_add_epi8(half, _mm256_set1_epi8(SHIFT));
                _mm256_cmpgt_epi8(_mm256_set1_epi8(i8::MIN + 26), shifted)
            });
            let ([colon_low, colon_high], [at_low, at_high]) = (equal(b':'), equal(b'@'));
            Masks {
                rare: mask(rare),
                percent: mask(equal(b'%')),
                hash: mask(equal(b'#')),
                slash: mask(equal(b'/')),
                question: mask(equal(b'?')),
                colon_at: mask([
                    _mm256_or_si256(colon_low, at_low),
                    _mm256_or_si256(colon_high, at_high),
                ]),
                dot: mask(equal(b'.')),
                upper: mask(upper),
            }
        }
    }
}

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon {
    use super::{HIGH, Masks, PLAIN, WIDTH};
    use std::arch::aarch64::{
        uint8x16_t, vaddq_u8, vandq_u8, vceqq_u8, vcltq_u8, vdupq_n_u8, vgetq_lane_u64, vld1q_u8,
        vorrq_u8, vpaddq_u8, vqtbl1q_u8, vreinterpretq_u64_u8, vshrq_n_u8,
    };

    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

    /// # Safety
    /// None: each aarch64 has NEON; unsafe only as the others are.
    pub unsafe fn tell(text: &[u8], masks: &mut [Masks]) {
        for (bytes, masks) in text.chunks_exact(WIDTH).zip(masks) {
            // SAFETY: there are 64 bytes.
            *masks = unsafe { one(bytes) };
        }
    }

    /// # Safety
    /// There are 64 bytes.
    #[inline]
    unsafe fn one(bytes: &[u8]) -> Masks {
        // SAFETY: the loads lie within the 64 bytes, or within the tables of 16.
        unsafe {
            let parts: [uint8x16_t; 4] =
                std::array::from_fn(|i| vld1q_u8(bytes.as_ptr().add(16 * i)));
            let (plain, high) = (vld1q_u8(PLAIN.as_ptr()), vld1q_u8(HIGH.as_ptr()));
            let (bits, nibble) = (vld1q_u8(BITS.as_ptr()), vdupq_n_u8(15));
            let mask = |parts: [uint8x16_t; 4]| {
                let [a, b, c, d] = parts.map(|part| vandq_u8(part, bits));
                let sums = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
                vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)))
            };
            let equal = |byte: u8| parts.map(|part| vceqq_u8(part, vdupq_n_u8(byte)));
            let rare = parts.map(|part| {
                let found = vandq_u8(
                    vqtbl1q_u8(plain, vandq_u8(part, nibble)),
                    vqtbl1q_u8(high, vshrq_n_u8::<4>(part)),
                );
                vceqq_u8(found, vdupq_n_u8(0))
            });
            let upper = parts.map(|part| {
                let shifted = vaddq_u8(part, vdupq_n_u8(b'A'.wrapping_neg()));
                vcltq_u8(shifted, vdupq_n_u8(26))
            });
            let (colon, at) = (equal(b':'), equal(b'@'));
            Masks {
                rare: mask(rare),
                percent: mask(equal(b'%')),
                hash: mask(equal(b'#')),
                slash: mask(equal(b'/')),
                question: mask(equal(b'?')),
                colon_at: mask(std::array::from_fn(|i| vorrq_u8(colon[i], at[i]))),
                dot: mask(equal(b'.')),
                upper: mask(upper),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Masks, WIDTH, classifier};
    use crate::table::{FRAGMENT, PERCENT, is};

    /// What the masks mean, byte by byte.
    fn told(bytes: &[u8]) -> Masks {
        let mask = |question: &dyn Fn(u8) -> bool| {
            let bit = |(at, &byte): (usize, &u8)| u64::from(question(byte)) << at;
            bytes.iter().enumerate().map(bit).sum()
        };
        Masks {
            rare: mask(&|byte| !is(byte, FRAGMENT & !PERCENT)),
            percent: mask(&|byte| byte == b'%'),
            hash: mask(&|byte| byte == b'#'),
            slash: mask(&|byte| byte == b'/'),
            question: mask(&|byte| byte == b'?'),
            colon_at: mask(&|byte| byte == b':' || byte == b'@'),
            dot: mask(&|byte| byte == b'.'),
            upper: mask(&|byte| byte.is_ascii_uppercase()),
        }
    }

    #[test]
    fn each_byte_in_each_place_is_told_as_the_table_tells_it() {
        let Some(classifier) = classifier() else {
            return;
        };
        let mut masks = Vec::new();
        for step in [1, 3, 5, 37, 101] {
            let text: Vec<u8> = (0..256 * WIDTH).map(|at| (at * step) as u8).collect();
            for start in 0..WIDTH {
                let text = &text[start..text.len() - 2 * start];
                classifier.masks(text, &mut masks);
                let (whole, rest) = text.split_at(text.len() / WIDTH * WIDTH);
                let padded: Vec<u8> = rest.iter().copied().chain([0; WIDTH]).take(WIDTH).collect();
                let mut expected: Vec<_> = whole.chunks(WIDTH).map(told).collect();
                expected.push(told(&padded));
                expected.extend([Masks::default(); 2]);
                assert!(masks == expected, "step {step}, start {start}");
            }
        }
    }
}
