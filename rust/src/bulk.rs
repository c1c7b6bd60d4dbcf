//! The door of `clean`: buffers in, buffers out, as Arrow lays them out; the GIL is released in between.
#![forbid(unsafe_code)]

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::answers::{Reason, Said, columns};
use crate::column::Column;
use crate::judge::{Base, Judged, Options, Values, judge};
use crate::lines::pack;
use crate::parse::{Spec, pieces};
use crate::rows::rows;
use crate::seen::{Seen as Keys, digest};
use crate::wrong::Misfits;

type Buffer<'py> = Bound<'py, PyBytes>;

/// The lines of *data*: their bytes, with their ends or without; where each ends there (int64, one more than there are
/// lines); their numbers (int64) and places in the file (int64).
#[pyfunction(name = "_pack_lines")]
pub fn pack_lines<'py>(
    data: &Bound<'py, PyBytes>,
    nul: bool,
    keep_ends: bool,
    line: i64,
    offset: i64,
) -> (Buffer<'py>, Buffer<'py>, Buffer<'py>, Buffer<'py>) {
    let (py, octets) = (data.py(), data.as_bytes());
    let packed = py.detach(|| pack(octets, nul, keep_ends, line, offset));
    (
        if keep_ends {
            data.clone()
        } else {
            PyBytes::new(py, &packed.data)
        },
        PyBytes::new(py, &packed.ends),
        PyBytes::new(py, &packed.lines),
        PyBytes::new(py, &packed.offsets),
    )
}

/// Words of eight bytes.
pub fn words(bytes: &[u8]) -> impl ExactSizeIterator<Item = u64> + '_ {
    bytes.chunks_exact(8).map(|word| {
        let mut eight = [0; 8];
        eight.copy_from_slice(word);
        u64::from_ne_bytes(eight)
    })
}

/// Keys of 16 bytes; the key of a row that has none is all zeros.
fn keys(bytes: &[u8]) -> impl Iterator<Item = [u64; 2]> + '_ {
    let mut halves = words(bytes);
    std::iter::from_fn(move || Some([halves.next()?, halves.next()?]))
}

/// A place: the number of a file and of a line in it, from 1.
const LINE_BITS: u32 = 40;

fn place(source: u32, line: u64) -> Option<u64> {
    (1..1 << LINE_BITS)
        .contains(&line)
        .then_some(u64::from(source) << LINE_BITS | line)
        .filter(|_| source < 1 << (64 - LINE_BITS))
}

/// What became of some rows.
#[derive(Default)]
struct Marks {
    status: Vec<u8>, // 0 kept, 1 duplicate, 2 rejected
    sources: Vec<u8>,
    lines: Vec<u8>,
    known: Vec<u8>, // bits: whether the row is a duplicate, and the two above say of what
    fresh: Vec<u8>, // the keys that are new, 16 bytes and the place
    counts: [usize; 3],
}

impl Marks {
    fn push(&mut self, row: usize, key: [u64; 2], here: u64, first: Option<u64>) {
        let status = if key == [0, 0] {
            2
        } else {
            u8::from(first.is_some())
        };
        let place = first.unwrap_or_default();
        self.status.push(status);
        self.counts[usize::from(status)] += 1;
        self.sources
            .extend(&(place >> LINE_BITS).to_le_bytes()[..4]);
        self.lines
            .extend((place & ((1 << LINE_BITS) - 1)).to_ne_bytes());
        if row.is_multiple_of(8) {
            self.known.push(0);
        }
        if let Some(bits) = self.known.last_mut() {
            *bits |= u8::from(status == 1) << (row % 8);
        }
        if status == 0 {
            self.fresh.extend(words_of(key, here));
        }
    }
}

fn words_of(key: [u64; 2], place: u64) -> impl Iterator<Item = u8> {
    [key[0], key[1], place]
        .into_iter()
        .flat_map(u64::to_ne_bytes)
}

const AT_ONCE: usize = 32; // rows that are looked up at the same time

/// The keys that were seen, and where each was first.
#[pyclass(name = "_Seen", module = "urikit._native")]
#[derive(Default)]
pub struct Seen {
    keys: Keys,
}

#[pymethods]
impl Seen {
    #[new]
    fn new() -> Self {
        Seen::default()
    }

    /// Mark rows as kept, duplicate or rejected: the buffers of `Marks`, and the counts.
    ///
    /// *digests* has 16 bytes a row, *lines* 8; *source* is the number of their file.
    fn mark<'py>(
        &mut self,
        py: Python<'py>,
        digests: &[u8],
        source: u32,
        lines: &[u8],
    ) -> PyResult<(
        Buffer<'py>,
        Buffer<'py>,
        Buffer<'py>,
        Buffer<'py>,
        Buffer<'py>,
        [usize; 3],
    )> {
        let marks = py.detach(|| {
            let mut marks = Marks::default();
            let mut row = 0;
            let some = digests.chunks(16 * AT_ONCE);
            for (digests, lines) in some.zip(lines.chunks(8 * AT_ONCE)) {
                self.keys.fetch(keys(digests));
                for (key, line) in keys(digests).zip(words(lines)) {
                    let here = place(source, line)?;
                    let first = (key != [0, 0])
                        .then(|| self.keys.first(key, here))
                        .flatten();
                    marks.push(row, key, here, first);
                    row += 1;
                }
            }
            Some(marks)
        });
        let marks = marks.ok_or_else(|| PyValueError::new_err("too many files or lines"))?;
        Ok((
            PyBytes::new(py, &marks.status),
            PyBytes::new(py, &marks.sources),
            PyBytes::new(py, &marks.lines),
            PyBytes::new(py, &marks.known),
            PyBytes::new(py, &marks.fresh),
            marks.counts,
        ))
    }

    /// Take keys that were seen before: 16 bytes and 8 of the place each.
    fn restore(&mut self, py: Python<'_>, fresh: &[u8]) {
        py.detach(|| {
            let mut all = words(fresh);
            while let (Some(a), Some(b), Some(place)) = (all.next(), all.next(), all.next()) {
                self.keys.first([a, b], place);
            }
        });
    }

    /// How many bytes the keys take.
    fn size(&self) -> usize {
        self.keys.size()
    }

    fn __len__(&self) -> usize {
        self.keys.len()
    }

    /// Give some of the keys, as `restore` takes them, and forget them; `None` where none is left.
    fn pop<'py>(&mut self, py: Python<'py>) -> Option<Buffer<'py>> {
        let some = py.detach(|| {
            let taken = self.keys.pop()?;
            Some(
                taken
                    .into_iter()
                    .flat_map(|(key, place)| words_of(key, place))
                    .collect::<Vec<u8>>(),
            )
        })?;
        Some(PyBytes::new(py, &some))
    }
}

/// The secret of the keys' hash from its 16 bytes.
fn secret(bytes: &[u8]) -> PyResult<[u64; 2]> {
    keys(bytes)
        .next()
        .ok_or_else(|| PyValueError::new_err("a secret has 16 bytes"))
}

/// The hashes of keys, 16 bytes each; the empty text is no key, and its hash zeros.  *ends* as of `pack_lines`.
#[pyfunction(name = "_digests")]
pub fn digests<'py>(
    py: Python<'py>,
    data: &[u8],
    ends: &[u8],
    secret: &[u8],
) -> PyResult<Buffer<'py>> {
    let secret = self::secret(secret)?;
    let all = py.detach(|| {
        let hash = |key: &[u8]| {
            if key.is_empty() {
                [0, 0]
            } else {
                digest(secret, key)
            }
        };
        Values { data, ends }
            .iter()
            .flat_map(hash)
            .flat_map(u64::to_ne_bytes)
            .collect::<Vec<u8>>()
    });
    Ok(PyBytes::new(py, &all))
}

/// How rows are judged in a run.
#[pyclass(name = "_Judge", module = "urikit._native", frozen)]
pub struct Judge {
    options: Options,
    reasons: Vec<Reason>,
}

#[pymethods]
impl Judge {
    /// *reasons* are the codes and the words of rows that are rejected: first of blank ones, then of those without a
    /// base; *misfits* says which of them it is where a part cannot go on with a character.
    #[new]
    #[expect(clippy::too_many_arguments)] // each is a choice of the caller's
    fn new(
        py: Python<'_>,
        height: u8,
        iri: bool,
        base: Option<&str>,
        limit: usize,
        ignore_fragment: bool,
        keep_passwords: bool,
        secret: &[u8],
        reasons: Vec<Reason>,
        misfits: Vec<(u8, u8, usize)>,
    ) -> PyResult<Self> {
        if reasons.len() < 2 || misfits.iter().any(|misfit| misfit.2 >= reasons.len()) {
            return Err(PyValueError::new_err("a misfit has no reason"));
        }
        let misfits = misfits
            .into_iter()
            .map(|(part, character, reason)| ((part, character), reason));
        let spec = if iri { Spec::Rfc3987 } else { Spec::Rfc3986 };
        let base = base.map(|text| {
            let read = pieces(text.as_bytes(), spec);
            let read = read.ok_or_else(|| PyValueError::new_err("the base is no URI"))?;
            Ok::<_, PyErr>(Base {
                text: read.text.to_vec(),
                cuts: read.cuts,
            })
        });
        Ok(Judge {
            options: Options {
                height,
                spec,
                base: base.transpose()?,
                limit,
                ignore_fragment,
                keep_passwords,
                secret: self::secret(secret)?,
                rows: rows(py)?,
                misfits: Misfits(misfits.collect()),
            },
            reasons,
        })
    }

    /// Judge rows packed as of `pack_lines`; *unread* are those, in order, that are left to Python in any case.
    #[expect(clippy::needless_pass_by_value)] // as it comes from Python
    fn read(
        this: &Bound<'_, Self>,
        data: &Bound<'_, PyBytes>,
        ends: &Bound<'_, PyBytes>,
        unread: Vec<u32>,
    ) -> Judging {
        let (options, bytes) = (&this.get().options, (data.as_bytes(), ends.as_bytes()));
        let judged = this.py().detach(|| {
            let (data, ends) = bytes;
            judge(&Values { data, ends }, &unread, options)
        });
        Judging {
            judge: this.clone().unbind(),
            data: data.clone().unbind(),
            ends: ends.clone().unbind(),
            judged,
        }
    }
}

/// Rows half judged.
#[pyclass(name = "_Judging", module = "urikit._native", frozen)]
pub struct Judging {
    judge: Py<Judge>,
    data: Py<PyBytes>,
    ends: Py<PyBytes>,
    judged: Judged,
}

#[pymethods]
impl Judging {
    /// The rows that are left to Python, in order.
    #[getter]
    fn left(&self) -> Vec<u32> {
        self.judged.left.clone()
    }

    /// The columns as one record, and the keys' hashes; *said* is what Python says of the rows left to it.
    #[expect(clippy::needless_pass_by_value)] // as it comes from Python
    fn columns<'py>(
        &self,
        py: Python<'py>,
        said: Vec<Bound<'py, PyTuple>>,
    ) -> PyResult<(Column, Buffer<'py>)> {
        let said: Vec<Said> = said.iter().map(from_python).collect::<PyResult<_>>()?;
        let judge = self.judge.get();
        let values = Values {
            data: self.data.bind(py).as_bytes(),
            ends: self.ends.bind(py).as_bytes(),
        };
        let built =
            py.detach(|| columns(&values, &self.judged, &said, &judge.reasons, &judge.options));
        let full = || PyValueError::new_err("more text than a column can hold");
        let (record, digests) = built.ok_or_else(full)?;
        let column = Column::of(record.kind.clone(), vec![record]);
        Ok((column, PyBytes::new(py, &digests)))
    }
}

fn from_python(row: &Bound<'_, PyTuple>) -> PyResult<Said> {
    Ok(Said {
        text: row.get_item(0)?.extract()?,
        canonical: row.get_item(1)?.extract()?,
        key: row.get_item(2)?.extract()?,
        scheme: row.get_item(3)?.extract()?,
        host: row.get_item(4)?.extract()?,
        host_kind: row.get_item(5)?.extract()?,
        port: row.get_item(6)?.extract()?,
        path: row.get_item(7)?.extract()?,
        query: row.get_item(8)?.extract()?,
        fragment: row.get_item(9)?.extract()?,
        code: row.get_item(10)?.extract()?,
        start: row.get_item(11)?.extract()?,
        message: row.get_item(12)?.extract()?,
    })
}
