//! The door of the readers of tables: bytes in, one column out, packed.
#![forbid(unsafe_code)]

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::json::field;
use crate::judge::Values;
use crate::records::{Fields, Place, Wanted, read};

type Buffer<'py> = Bound<'py, PyBytes>;

/// The values of one column of CSV or TSV, some records at a time.
#[pyclass(name = "_Records", module = "urikit._native")]
pub struct Records {
    wanted: Wanted,
    fields: Fields,
}

#[pymethods]
impl Records {
    /// A record of more than *longest* bytes is left to Python.
    #[new]
    fn new(delimiter: u8, index: usize, longest: usize) -> Self {
        Records {
            wanted: Wanted {
                delimiter,
                index,
                longest,
            },
            fields: Fields::new(),
        }
    }

    /// Take records of *data*, whole lines of which the first is *first* (its number, and its place in the file), from
    /// the byte *at* and the line *line* on, both from 0; give where the first is that is left to Python.
    fn read(
        &mut self,
        py: Python<'_>,
        data: &[u8],
        first: (i64, i64),
        at: usize,
        line: usize,
    ) -> (usize, usize) {
        let (wanted, fields) = (self.wanted, &mut self.fields);
        let place = py.detach(|| read(data, Place { at, line }, first, wanted, fields));
        (place.at, place.line)
    }

    /// Take a value that Python read.
    fn push(&mut self, value: &[u8], line: i64, offset: i64) {
        self.fields.data.extend_from_slice(value);
        self.fields.end(line, offset);
    }

    fn __len__(&self) -> usize {
        self.fields.count
    }

    /// How many bytes the values have.
    fn size(&self) -> usize {
        self.fields.data.len()
    }

    /// Give the values, as of `_pack_lines`, and begin again.
    fn take<'py>(
        &mut self,
        py: Python<'py>,
    ) -> (Buffer<'py>, Buffer<'py>, Buffer<'py>, Buffer<'py>) {
        let Fields {
            data,
            ends,
            lines,
            offsets,
            ..
        } = std::mem::replace(&mut self.fields, Fields::new());
        (
            PyBytes::new(py, &data),
            PyBytes::new(py, &ends),
            PyBytes::new(py, &lines),
            PyBytes::new(py, &offsets),
        )
    }
}

/// The strings of lines, where they are found; the other lines are listed.
#[pyclass(name = "_Json", module = "urikit._native", frozen)]
pub struct Json {
    data: Vec<u8>,
    ends: Vec<usize>, // of each line's string in *data*: that of a line that is left is empty
    left: Vec<usize>,
}

/// Read lines of JSON, packed as of `_pack_lines`: a field of their objects, or strings.
#[pyfunction(name = "_json_fields")]
pub fn json_fields(py: Python<'_>, data: &[u8], ends: &[u8], column: Option<&[u8]>) -> Json {
    py.detach(|| {
        let lines = Values { data, ends };
        let mut json = Json {
            data: Vec::with_capacity(data.len()),
            ends: Vec::with_capacity(lines.len()),
            left: Vec::new(),
        };
        for (row, line) in lines.iter().enumerate() {
            let begin = json.data.len();
            if field(line, column, &mut json.data).is_none() {
                json.data.truncate(begin);
                json.left.push(row);
            }
            json.ends.push(json.data.len());
        }
        json
    })
}

#[pymethods]
impl Json {
    /// The lines that are left to Python, in order.
    #[getter]
    fn left(&self) -> Vec<usize> {
        self.left.clone()
    }

    /// All strings, packed; *said* are those of the lines that are left.
    #[expect(clippy::needless_pass_by_value)] // as it comes from Python
    fn values<'py>(
        &self,
        py: Python<'py>,
        said: Vec<Bound<'py, PyBytes>>,
    ) -> (Buffer<'py>, Buffer<'py>) {
        let (mut data, mut ends) = (Vec::with_capacity(self.data.len()), Vec::new());
        ends.extend(0_i64.to_ne_bytes());
        let mut left = self.left.iter().zip(&said).peekable();
        let mut begin = 0;
        for (row, &end) in self.ends.iter().enumerate() {
            data.extend_from_slice(&self.data[begin..end]);
            if let Some((_, value)) = left.next_if(|(one, _)| **one == row) {
                data.extend_from_slice(value.as_bytes());
            }
            ends.extend((data.len() as u64).to_ne_bytes());
            begin = end;
        }
        (PyBytes::new(py, &data), PyBytes::new(py, &ends))
    }
}
