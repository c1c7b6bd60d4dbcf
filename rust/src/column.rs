//! What does Python see of an Arrow array?
//!
//! `Column`: chunks of one type, in from any Arrow producer or a list, out to any Arrow consumer or a list.
#![deny(unsafe_code)]

use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator, PyList, PyTuple};

use crate::array::{Array, Field, Type};
use crate::arrow::{ArrowArray, ArrowArrayStream, ArrowSchema};
use crate::builders::{Validity, record};
use crate::texts::Texts;
use crate::values::{Builder, Reader, kind, rows};
use crate::{arrow_in, arrow_out};

/// An Arrow array in chunks.
#[pyclass(frozen, module = "urikit._native")]
pub struct Column {
    kind: Type,
    chunks: Vec<Arc<Array>>,
    len: usize,
}

impl Column {
    /// Puts chunks together, of one type but for the sizes of their offsets.
    pub fn of(kind: Type, chunks: Vec<Array>) -> Self {
        let kind = chunks
            .iter()
            .fold(kind, |kind, chunk| kind.wider(&chunk.kind));
        let alike = |chunk: Array| {
            if chunk.kind == kind {
                return Arc::new(chunk);
            }
            let mut builder = Builder::new(&kind);
            builder.extend(&chunk, 0..chunk.len);
            Arc::new(builder.finish())
        };
        let chunks: Vec<_> = chunks.into_iter().map(alike).collect();
        let len = chunks.iter().map(|chunk| chunk.len).sum();
        Self { kind, chunks, len }
    }

    pub fn kind(&self) -> &Type {
        &self.kind
    }

    pub fn chunks(&self) -> &[Arc<Array>] {
        &self.chunks
    }

    /// All rows in one chunk.
    fn joined(&self) -> Arc<Array> {
        if let [chunk] = self.chunks.as_slice() {
            return chunk.clone();
        }
        let mut builder = Builder::new(&self.kind);
        for chunk in &self.chunks {
            builder.extend(chunk, 0..chunk.len);
        }
        Arc::new(builder.finish())
    }

    /// The chunk of a row, and the row's number in it.
    fn place(&self, row: usize) -> Option<(&Array, usize)> {
        let mut within = row;
        for chunk in &self.chunks {
            if within < chunk.len {
                return Some((chunk, within));
            }
            within -= chunk.len;
        }
        None
    }
}

/// Names the row in what is wrong with it.
fn built(kind: &Type, values: &[Bound<'_, PyAny>], first: usize) -> PyResult<Array> {
    let mut builder = Builder::new(kind);
    for (row, value) in values.iter().enumerate() {
        builder.push(value).map_err(|wrong| wrong.at(first + row))?;
    }
    Ok(builder.finish())
}

#[pymethods]
impl Column {
    /// Reads any Arrow array or stream of texts, or a list of str and None.
    #[new]
    #[pyo3(signature = (values, /))]
    fn read(values: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = values.py();
        let (kind, chunks) = if let Some(method) = values.getattr_opt("__arrow_c_stream__")? {
            let stream = ArrowArrayStream::take(&method.call0()?)?;
            py.detach(|| arrow_in::chunks(stream))?
        } else if let Some(method) = values.getattr_opt("__arrow_c_array__")? {
            let pair = method.call0()?.cast_into::<PyTuple>()?;
            let schema = ArrowSchema::take(&pair.get_item(0)?)?;
            let array = ArrowArray::take(&pair.get_item(1)?)?;
            py.detach(|| arrow_in::one(&schema, array))?
        } else if let Ok(values) = rows(values) {
            (Type::Utf8, vec![built(&Type::Utf8, &values, 0)?])
        } else {
            let message =
                "a column is an Arrow array or stream of texts, or a list of str and None, not";
            return Err(PyTypeError::new_err(format!(
                "{message} {}",
                values.get_type().name()?
            )));
        };
        Ok(Self::of(kind, chunks))
    }

    /// Builds a column of a kind from Python values; *chunks* are the rows of each chunk.
    #[staticmethod]
    #[pyo3(signature = (kind, values, chunks=None))]
    fn build(
        kind: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
        chunks: Option<Vec<usize>>,
    ) -> PyResult<Self> {
        let kind = self::kind(kind)?;
        let values = values.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let chunks = chunks.unwrap_or_else(|| vec![values.len()]);
        let sum = chunks
            .iter()
            .try_fold(0_usize, |sum, len| sum.checked_add(*len));
        if sum != Some(values.len()) {
            let message = format!(
                "chunks {chunks:?} do not add up to the {} values",
                values.len()
            );
            return Err(PyValueError::new_err(message));
        }
        let mut first = 0;
        let mut arrays = Vec::new();
        for len in chunks {
            arrays.push(built(&kind, &values[first..first + len], first)?);
            first += len;
        }
        Ok(Self::of(kind, arrays))
    }

    /// The same column with other values in some rows, which are given in order.
    fn patched(&self, rows: Vec<usize>, values: &Bound<'_, PyAny>) -> PyResult<Self> {
        let values = values.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        if rows.len() != values.len() {
            let message = format!("{} values for {} rows", values.len(), rows.len());
            return Err(PyValueError::new_err(message));
        }
        if !rows.is_sorted_by(|a, b| a < b) || rows.last().is_some_and(|&row| row >= self.len) {
            let message = format!(
                "rows to patch are in order, each once, and below {}",
                self.len
            );
            return Err(PyValueError::new_err(message));
        }
        let mut patches = rows.into_iter().zip(&values).peekable();
        let mut first = 0;
        let mut chunks = Vec::new();
        for chunk in &self.chunks {
            let mut builder = None;
            let mut done = 0;
            while let Some((row, value)) = patches.next_if(|(row, _)| *row < first + chunk.len) {
                let builder = builder.get_or_insert_with(|| Builder::new(&chunk.kind));
                builder.extend(chunk, done..row - first);
                builder.push(value).map_err(|wrong| wrong.at(row))?;
                done = row - first + 1;
            }
            first += chunk.len;
            chunks.push(builder.map_or_else(
                || (**chunk).clone(),
                |mut builder| {
                    builder.extend(chunk, done..chunk.len);
                    builder.finish()
                },
            ));
        }
        Ok(Self::of(self.kind.clone(), chunks))
    }

    /// Records of `value`, a row of this column, and `finding`: what is told of some rows, which are given in order.
    ///
    /// A record is null where the row of *texts* is, which has as many rows in the same chunks.
    #[expect(clippy::needless_pass_by_value)] // what PyO3 reads a list as
    fn with_findings(
        &self,
        texts: &Self,
        kind: &Bound<'_, PyAny>,
        rows: Vec<usize>,
        findings: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        if self.lengths() != texts.lengths() {
            return Err(PyValueError::new_err("the texts have other chunks"));
        }
        let kind = self::kind(kind)?;
        let mut told = rows.into_iter().zip(&findings).peekable();
        let mut first = 0;
        let mut chunks = Vec::new();
        for (values, texts) in self.chunks.iter().zip(&texts.chunks) {
            let mut findings = Builder::new(&kind);
            let mut validity = Validity::default();
            let there = Texts::of(texts)
                .ok_or_else(|| PyValueError::new_err("a finding is about a text"))?;
            for row in 0..values.len {
                match told.next_if(|(at, _)| *at == first + row) {
                    Some((at, finding)) => {
                        findings.push(finding).map_err(|wrong| wrong.at(at))?;
                    }
                    None => findings.push_null(),
                }
                validity.push(there.get(row).is_some());
            }
            let fields = vec![(**values).clone(), findings.finish()];
            chunks.push(record(&["value", "finding"], fields, validity));
            first += values.len;
        }
        if let Some((row, _)) = told.next() {
            let message = format!("row {row} is out of order, or none of {}", self.len);
            return Err(PyValueError::new_err(message));
        }
        let none = || {
            let fields = [&self.kind, &kind].map(|kind| Builder::new(kind).finish());
            record(&["value", "finding"], fields.into(), Validity::default())
        };
        let kind = chunks
            .first()
            .map_or_else(|| none().kind, |chunk| chunk.kind.clone());
        Ok(Self::of(kind, chunks))
    }

    /// The numbers of the rows that are null.
    fn null_rows(&self) -> Vec<usize> {
        let mut rows = Vec::new();
        let mut first = 0;
        for chunk in &self.chunks {
            let texts = Texts::of(chunk);
            let is_null = |row: &usize| match &texts {
                Some(texts) => texts.get(*row).is_none(),
                None => chunk.valid().is_some_and(|bits| !bits.get(*row)),
            };
            rows.extend((0..chunk.len).filter(is_null).map(|row| first + row));
            first += chunk.len;
        }
        rows
    }

    fn __len__(&self) -> usize {
        self.len
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_pylist(py)?.try_iter()
    }

    /// The rows of each chunk.
    #[getter(chunks)]
    fn lengths(&self) -> Vec<usize> {
        self.chunks.iter().map(|chunk| chunk.len).collect()
    }

    /// How many rows are null.
    #[getter]
    fn null_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.missing()).sum()
    }

    /// The name of the type.
    #[getter]
    fn r#type(&self) -> String {
        self.kind.to_string()
    }

    /// Field *name* of a struct, null where the struct is.
    fn field(&self, name: &str) -> PyResult<Self> {
        let fields: &[Field] = match &self.kind {
            Type::Struct(fields) => fields,
            _ => &[],
        };
        let found = fields.iter().position(|field| &*field.name == name);
        let i = found.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        let chunks = self.chunks.iter().map(|chunk| chunk.field(i)).collect();
        Ok(Self::of(fields[i].kind.clone(), chunks))
    }

    /// Some of the rows, without a copy: *length* of them from *start* on, or what there is of these.
    #[pyo3(signature = (start, length=None))]
    fn slice(&self, start: usize, length: Option<usize>) -> Self {
        let (mut skip, mut left) = (start, length.unwrap_or(self.len));
        let mut chunks = Vec::new();
        for chunk in &self.chunks {
            let from = skip.min(chunk.len);
            let len = left.min(chunk.len - from);
            skip -= from;
            left -= len;
            if len > 0 {
                chunks.push(chunk.slice(from, len));
            }
        }
        if let (true, Some(chunk)) = (chunks.is_empty(), self.chunks.first()) {
            chunks.push(chunk.slice(0, 0));
        }
        Self::of(self.kind.clone(), chunks)
    }

    /// The value of a row, counted from the end if negative.
    fn __getitem__<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyAny>> {
        let counted = if row < 0 {
            row.checked_add_unsigned(self.len)
        } else {
            Some(row)
        };
        let place = counted.and_then(|row| self.place(usize::try_from(row).ok()?));
        let Some((chunk, within)) = place else {
            return Err(PyIndexError::new_err(format!(
                "row {row} of a column of {}",
                self.len
            )));
        };
        Ok(Reader::new(chunk).get(py, within)?)
    }

    /// All rows as a list: None where null; a record as a tuple.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut values = Vec::with_capacity(self.len);
        for chunk in &self.chunks {
            let reader = Reader::new(chunk);
            for row in 0..chunk.len {
                let value = reader
                    .get(py, row)
                    .map_err(|wrong| wrong.at(values.len()))?;
                values.push(value);
            }
        }
        PyList::new(py, values)
    }

    /// The type, as the `PyCapsule` protocol of Arrow wants it.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow_out::schema(&self.kind, "").give(py)
    }

    /// All rows as one Arrow array; several chunks are copied together.  Another type is not made of them.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let joined = py.detach(|| self.joined());
        let schema = arrow_out::schema(&joined.kind, "").give(py)?;
        Ok((schema, arrow_out::array(&joined).give(py)?))
    }

    /// The chunks as an Arrow stream.  Another type is not made of them.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        arrow_out::stream(self.kind.clone(), self.chunks.clone()).give(py)
    }

    fn __repr__(&self) -> String {
        format!("<Column of {} rows, {}>", self.len, self.kind) // a row may hold a password
    }
}
