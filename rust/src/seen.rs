//! Which keys were there before, and where first?
//!
//! A key is 128 bits of a hash that nobody outside can foresee; so of n keys two are taken for one with a chance of
//! n² / 2¹²⁹, and nobody can write two that are.  A key takes 27 to 36 bytes.
#![forbid(unsafe_code)]

/// A hash of 128 bits: `SipHash`-1-3 with a secret of 128 bits.
pub fn digest(secret: [u64; 2], text: &[u8]) -> [u64; 2] {
    let mut state = [
        secret[0] ^ 0x736f_6d65_7073_6575,
        secret[1] ^ 0x646f_7261_6e64_6f6d ^ 0xee,
        secret[0] ^ 0x6c79_6765_6e65_7261,
        secret[1] ^ 0x7465_6462_7974_6573,
    ];
    let words = text.chunks_exact(8);
    let rest = words.remainder();
    let mut last = [0; 8];
    for word in words {
        last.copy_from_slice(word);
        absorb(&mut state, u64::from_le_bytes(last));
    }
    last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    #[expect(clippy::cast_possible_truncation)] // as SipHash has it: the length modulo 256
    let length = text.len() as u8;
    last[7] = length;
    absorb(&mut state, u64::from_le_bytes(last));
    state[2] ^= 0xee;
    let first = squeeze(&mut state);
    state[1] ^= 0xdd;
    [first, squeeze(&mut state)]
}

#[inline]
fn absorb(state: &mut [u64; 4], word: u64) {
    state[3] ^= word;
    round(state);
    state[0] ^= word;
}

#[inline]
fn squeeze(state: &mut [u64; 4]) -> u64 {
    for _ in 0..3 {
        round(state);
    }
    state[0] ^ state[1] ^ state[2] ^ state[3]
}

#[inline]
fn round([a, b, c, d]: &mut [u64; 4]) {
    *a = a.wrapping_add(*b);
    *b = b.rotate_left(13) ^ *a;
    *a = a.rotate_left(32);
    *c = c.wrapping_add(*d);
    *d = d.rotate_left(16) ^ *c;
    *a = a.wrapping_add(*d);
    *d = d.rotate_left(21) ^ *a;
    *c = c.wrapping_add(*b);
    *b = b.rotate_left(17) ^ *c;
    *c = c.rotate_left(32);
}

/// A key and where it was first; place 0 is nowhere: the slot is free.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: [u64; 2],
    place: u64,
}

/// Slots in the order of their keys, each at or behind the home of its key, with no free one between.
#[derive(Default)]
struct Shard {
    slots: Vec<Slot>,
    width: usize, // homes are below
    room: usize,  // behind them, for the keys of the last ones
    used: usize,
}

const SHARDS: usize = 256;

#[inline]
fn shard(key: [u64; 2]) -> usize {
    usize::from(key[1].to_le_bytes()[0])
}

impl Shard {
    /// Keys are spread evenly, so the home goes with the first word of the key.
    #[inline]
    #[expect(clippy::cast_possible_truncation)] // the product's upper half is below the width
    fn home(&self, key: [u64; 2]) -> usize {
        ((u128::from(key[0]) * self.width as u128) >> 64) as usize
    }

    /// Where the key was first, if it was; else it is now, at *place*.
    #[inline]
    fn first(&mut self, key: [u64; 2], place: u64) -> Option<u64> {
        if self.used * 8 >= self.width * 7 {
            self.grow();
        }
        loop {
            let mut at = self.home(key);
            while at < self.slots.len() {
                let slot = self.slots[at];
                if slot.place == 0 {
                    self.slots[at] = Slot { key, place };
                    self.used += 1;
                    return None;
                }
                if slot.key == key {
                    return Some(slot.place);
                }
                if slot.key > key {
                    break;
                }
                at += 1;
            }
            if self.insert(at, Slot { key, place }) {
                return None;
            }
            self.room *= 2;
            self.grow();
        }
    }

    /// What is read first for the key.
    #[inline]
    fn glance(&self, key: [u64; 2]) -> u64 {
        let slot = self.slots.get(self.home(key));
        slot.map_or(0, |slot| slot.place)
    }

    fn insert(&mut self, at: usize, slot: Slot) -> bool {
        let behind = self.slots.get(at..).unwrap_or_default();
        let Some(free) = behind.iter().position(|one| one.place == 0) else {
            return false;
        };
        self.slots.copy_within(at..at + free, at + 1);
        self.slots[at] = slot;
        self.used += 1;
        true
    }

    /// Make it wider by three tenths; keys stay in their order, so they are laid out from the first to the last.
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.width = (self.width + self.width * 3 / 10).max(64);
        self.room = self.room.max(64);
        loop {
            self.slots = vec![Slot::default(); self.width + self.room];
            let mut next = 0;
            let fits = old.iter().filter(|slot| slot.place != 0).all(|slot| {
                let at = self.home(slot.key).max(next);
                next = at + 1;
                self.slots.get_mut(at).map(|free| *free = *slot).is_some()
            });
            if fits {
                return;
            }
            self.room *= 2;
        }
    }
}

/// The keys that were seen.
pub struct Seen {
    shards: Vec<Shard>,
}

impl Default for Seen {
    fn default() -> Self {
        Seen {
            shards: (0..SHARDS).map(|_| Shard::default()).collect(),
        }
    }
}

impl Seen {
    /// Where the key was first, if it was; else it is now, at *place*, which is not 0.
    #[inline]
    pub fn first(&mut self, key: [u64; 2], place: u64) -> Option<u64> {
        self.shards[shard(key)].first(key, place)
    }

    /// Have what is read first for each key in the processor's cache: what does not wait for another is read at the
    /// same time, and of a large table nearly all is far away.
    #[inline]
    pub fn fetch(&self, keys: impl Iterator<Item = [u64; 2]>) {
        let glance = |key: [u64; 2]| self.shards[shard(key)].glance(key);
        std::hint::black_box(keys.map(glance).fold(0, |all, one| all ^ one));
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.used).sum()
    }

    /// How many bytes they take.
    pub fn size(&self) -> usize {
        let slots: usize = self.shards.iter().map(|shard| shard.slots.len()).sum();
        slots * size_of::<Slot>()
    }

    /// Give some of the keys with their places, and forget them; `None` where there are none left.
    pub fn pop(&mut self) -> Option<Vec<([u64; 2], u64)>> {
        let shard = self.shards.iter_mut().find(|shard| shard.used > 0)?;
        let slots = std::mem::take(shard).slots;
        let taken = slots.iter().filter(|slot| slot.place != 0);
        Some(taken.map(|slot| (slot.key, slot.place)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn the_first_place_of_a_key_is_told() {
        let mut seen = Seen::default();
        let mut wanted = HashMap::new();
        for turn in 0..200_000_u64 {
            let number = turn.wrapping_mul(0x9e37_79b9_7f4a_7c15) % 70_000;
            let key = digest([1, 2], &number.to_le_bytes());
            let first = wanted.get(&number).copied();
            assert_eq!(seen.first(key, turn + 1), first);
            wanted.entry(number).or_insert(turn + 1);
        }
        assert_eq!(seen.len(), wanted.len());
        assert!(seen.size() < 40 * seen.len());
        let mut popped = 0;
        while let Some(some) = seen.pop() {
            popped += some.len();
        }
        assert_eq!((popped, seen.len()), (wanted.len(), 0));
    }

    #[test]
    fn keys_with_one_home_are_kept_apart() {
        let mut seen = Seen::default();
        for home in [0, u64::MAX, 7] {
            for number in 0..500 {
                assert_eq!(seen.first([home, number << 8], number + 1), None);
            }
            for number in 0..500 {
                assert_eq!(seen.first([home, number << 8], 9999), Some(number + 1));
            }
        }
    }

    /// The reference implementation's vectors are of SipHash-2-4; of 1-3 there is the standard library's, of 64 bits.
    #[test]
    fn the_hash_depends_on_every_byte_and_on_the_secret() {
        let mut all = std::collections::HashSet::new();
        for length in 0..40 {
            assert!(all.insert(digest([1, 2], &vec![0; length])));
            for at in 0..length {
                let mut text = vec![0; length];
                text[at] = 1;
                assert!(all.insert(digest([1, 2], &text)));
            }
        }
        assert_ne!(digest([1, 2], b""), digest([1, 3], b""));
        assert_ne!(digest([1, 2], b""), digest([0, 2], b""));
    }
}
