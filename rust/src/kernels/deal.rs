//! Who runs over which rows, and how are the answers put together?
//!
//! Rows are dealt to threads in parts of one chunk; a chunk's answers become one chunk.  Of a dictionary the words are
//! looked at once where they are fewer than the rows.  Nothing lives longer than the call.
#![forbid(unsafe_code)]

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::join::{Chunk, Draft, Job};
use super::{Answer, Loop, Part};
use crate::array::Array;
use crate::column::Column;
use crate::texts::Texts;
use crate::values::Builder;

/// Below this many rows a part is not worth a thread.
const FEW: usize = 2048;
/// Parts begin at a multiple of this, so that bits of flags lie in octets of one part.
const STEP: usize = 64;

/// Runs a loop over all rows.
pub fn run(
    kernel: &dyn Loop,
    column: &Column,
    others: &[&Column],
    threads: usize,
) -> (Column, Vec<usize>) {
    let by_word = |chunk: &Array| {
        let words = chunk.words.as_deref();
        words
            .filter(|words| others.is_empty() && words.len < chunk.len)
            .cloned()
    };
    let mut parts = Vec::new();
    let mut counts = Vec::new();
    let mut first = 0;
    for chunk in column.chunks() {
        let before = parts.len();
        match by_word(chunk) {
            Some(words) => deal(&words, 0, &[], threads, &mut parts),
            None => deal(chunk, first, others, threads, &mut parts),
        }
        counts.push(parts.len() - before);
        first += chunk.len;
    }
    let answers = work(parts.iter().collect(), threads, |part| kernel.run(part));
    let mut answers = parts.iter().zip(answers);
    let mut lefts = Vec::new();
    let mut drafts = Vec::new();
    for count in counts {
        let (mut rows, mut left) = (0, Vec::new());
        let of_part = |(part, answer): (_, Answer)| {
            left.extend(answer.left.iter().map(|row| rows + row));
            rows += Part::len(part);
            (part, answer.draft)
        };
        drafts.push(answers.by_ref().take(count).map(of_part).collect());
        lefts.push(left);
    }
    let mut first = 0;
    let mut left = Vec::new();
    let mut chunks = Vec::new();
    let arrays = joined(drafts, threads).into_iter().zip(lefts);
    for (chunk, (mut array, mut some)) in column.chunks().iter().zip(arrays) {
        if by_word(chunk).is_some() {
            (array, some) = spread(chunk, &array, &some);
        }
        left.extend(some.iter().map(|row| first + row));
        chunks.push(array);
        first += chunk.len;
    }
    if chunks.is_empty() {
        let none = Part {
            column: Builder::new(column.kind()).finish(),
            others: others
                .iter()
                .map(|other| Builder::new(other.kind()).finish())
                .collect(),
        };
        let array = kernel.run(&none).draft.array(&none);
        return (Column::of(array.kind, chunks), left);
    }
    (Column::of(chunks[0].kind.clone(), chunks), left)
}

/// Cuts a chunk that begins at row *first* of the column into parts; each has its rows of the other columns in one chunk.
fn deal(chunk: &Array, first: usize, others: &[&Column], threads: usize, parts: &mut Vec<Part>) {
    let mut ends: Vec<usize> = others
        .iter()
        .flat_map(|other| ends(other))
        .filter_map(|end| end.checked_sub(first))
        .filter(|end| (1..chunk.len).contains(end))
        .collect();
    if threads > 1 {
        let step = chunk.len.div_ceil(threads).max(FEW).next_multiple_of(STEP);
        ends.extend((step..chunk.len).step_by(step));
    }
    ends.push(chunk.len);
    ends.sort_unstable();
    ends.dedup();
    let mut start = 0;
    for end in ends {
        let cut = |other: &&Column| slice(other, first + start, end - start);
        parts.push(Part {
            column: chunk.slice(start, end - start),
            others: others.iter().map(cut).collect(),
        });
        start = end;
    }
}

/// The rows behind the last of each chunk.
fn ends(column: &Column) -> impl Iterator<Item = usize> {
    column.chunks().iter().scan(0, |end, chunk| {
        *end += chunk.len;
        Some(*end)
    })
}

/// Rows that are in one chunk of a column.
fn slice(column: &Column, start: usize, len: usize) -> Array {
    let mut within = start;
    for chunk in column.chunks() {
        if within + len <= chunk.len {
            return chunk.slice(within, len);
        }
        within = within.saturating_sub(chunk.len);
    }
    Builder::new(column.kind()).finish() // of no rows, beside a chunk of none
}

/// Does something with each item, in so many threads, of which the caller's is one.
fn work<I: Send, O: Send>(items: Vec<I>, threads: usize, run: impl Fn(I) -> O + Sync) -> Vec<O> {
    let more = threads.min(items.len()).saturating_sub(1);
    if more == 0 {
        return items.into_iter().map(run).collect();
    }
    let next = AtomicUsize::new(0);
    let items: Vec<_> = items
        .into_iter()
        .map(|item| Mutex::new((Some(item), None)))
        .collect();
    let lock = "nothing panics while it is locked";
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            let taken = item.lock().expect(lock).0.take();
            let done = taken.map(&run);
            item.lock().expect(lock).1 = done;
        }
    };
    thread::scope(|scope| {
        // where the system gives no more threads, those that are there do it all
        let started: Vec<_> = (0..more)
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        work();
        for one in started {
            one.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    items
        .into_iter()
        .filter_map(|item| item.into_inner().expect(lock).1)
        .collect()
}

/// The answers about each chunk, given those about its parts.
fn joined(drafts: Vec<Vec<(&Part, Draft)>>, threads: usize) -> Vec<Array> {
    let mut chunks: Vec<_> = drafts.into_iter().map(Chunk::new).collect();
    let jobs = chunks.iter_mut().flat_map(Chunk::jobs);
    work(jobs.collect(), threads, Job::run);
    chunks.into_iter().map(Chunk::finish).collect()
}

/// The answers about a chunk's words as those about its rows.
fn spread(chunk: &Array, words: &Array, asking: &[usize]) -> (Array, Vec<usize>) {
    let keys = Texts::of(chunk).expect("a dictionary is of texts");
    let mut all = Builder::new(&words.kind);
    let mut asks = vec![false; words.len];
    for &word in asking {
        asks[word] = true;
    }
    let mut left = Vec::new();
    for row in 0..chunk.len {
        match keys.word(row) {
            Some(word) => {
                all.extend(words, word..word + 1);
                left.extend(asks[word].then_some(row));
            }
            None => all.push_null(),
        }
    }
    (all.finish(), left)
}
