//! Who runs over which rows, and how are the answers put together?
//!
//! Rows are dealt to threads in parts of one chunk; a chunk's answers become one chunk.  Of a dictionary the words are
//! looked at once where they are fewer than the rows.  Nothing lives longer than the call.
#![forbid(unsafe_code)]

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{Answer, Loop, Part};
use crate::array::{Array, Type};
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
    let mut answers = work(kernel, &parts, threads).into_iter();
    let mut first = 0;
    let mut left = Vec::new();
    let mut chunks = Vec::new();
    for (chunk, count) in column.chunks().iter().zip(counts) {
        let mut answer = joined(answers.by_ref().take(count).collect());
        if by_word(chunk).is_some() {
            answer = spread(chunk, &answer);
        }
        left.extend(answer.left.iter().map(|row| first + row));
        chunks.push(answer.array);
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
        return (Column::of(kernel.run(&none).array.kind, chunks), left);
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

/// Runs the loop over the parts, in so many threads, of which the caller's is one.
fn work(kernel: &dyn Loop, parts: &[Part], threads: usize) -> Vec<Answer> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Answer>>> = parts.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((part, done)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            parts.get(at).zip(done.get(at))
        } {
            let answer = kernel.run(part);
            *done.lock().expect("nothing panics while it is locked") = Some(answer);
        }
    };
    thread::scope(|scope| {
        let more = threads.min(parts.len()).saturating_sub(1);
        // where the system gives no more threads, those that are there do it all
        let started: Vec<_> = (0..more)
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        work();
        for one in started {
            one.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    done.into_iter()
        .filter_map(|one| one.into_inner().ok().flatten())
        .collect()
}

/// The answers of parts of one chunk as those of the chunk.
fn joined(mut answers: Vec<Answer>) -> Answer {
    if let [_] = answers.as_slice() {
        return answers.remove(0);
    }
    let kind = answers
        .iter()
        .map(|answer| answer.array.kind.clone())
        .reduce(|a: Type, b| a.wider(&b))
        .expect("a chunk has a part");
    let mut all = Builder::new(&kind);
    let mut first = 0;
    let mut left = Vec::new();
    for Answer { array, left: some } in &answers {
        all.extend(array, 0..array.len);
        left.extend(some.iter().map(|row| first + row));
        first += array.len;
    }
    Answer {
        array: all.finish(),
        left,
    }
}

/// The answers about a chunk's words as those about its rows.
fn spread(chunk: &Array, words: &Answer) -> Answer {
    let keys = Texts::of(chunk).expect("a dictionary is of texts");
    let mut all = Builder::new(&words.array.kind);
    let mut asks = vec![false; words.array.len];
    words.left.iter().for_each(|&word| asks[word] = true);
    let mut left = Vec::new();
    for row in 0..chunk.len {
        match keys.word(row) {
            Some(word) => {
                all.extend(&words.array, word..word + 1);
                left.extend(asks[word].then_some(row));
            }
            None => all.push_null(),
        }
    }
    Answer {
        array: all.finish(),
        left,
    }
}
