//! How do Python objects become rows of a chunk, and rows Python objects?
#![forbid(unsafe_code)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)] // ends that `Ends` wrote

use std::ops::Range;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PyString, PyTuple};

use crate::array::{Array, Bits, Field, Refusal, Type};
use crate::builders::{Bools, Ends, Integers, Keys, Validity, list, record};
use crate::text_builder::TextBuilder;
use crate::texts::Texts;

/// Types within types, at most.
const DEPTH: usize = 8;

/// Reads a kind: its name, ("list", kind) or ("struct", [(name, kind), …]).
pub fn kind(spec: &Bound<'_, PyAny>) -> PyResult<Type> {
    nested_kind(spec, DEPTH)
}

fn nested_kind(spec: &Bound<'_, PyAny>, depth: usize) -> PyResult<Type> {
    let unknown = || {
        let kinds = "bool, int64, binary16, utf8, large_utf8, utf8_view, null, (list, kind), (struct, [(name, kind)])";
        PyValueError::new_err(format!("a kind of column is one of {kinds}"))
    };
    if depth == 0 {
        return Err(unknown());
    }
    if let Ok(name) = spec.extract::<String>() {
        return match name.as_str() {
            "null" => Ok(Type::Null),
            "bool" => Ok(Type::Bool),
            "int64" => Ok(Type::Int64),
            "binary16" => Ok(Type::Binary16),
            "utf8" => Ok(Type::Utf8),
            "large_utf8" => Ok(Type::LargeUtf8),
            "utf8_view" => Ok(Type::Utf8View),
            _ => Err(unknown()),
        };
    }
    let (name, inner): (String, Bound<'_, PyAny>) = spec.extract().map_err(|_| unknown())?;
    match name.as_str() {
        "list" => Ok(Type::List(nested_kind(&inner, depth - 1)?.into())),
        "struct" => {
            let mut fields = Vec::new();
            for field in inner.try_iter()? {
                let (name, kind): (String, Bound<'_, PyAny>) =
                    field?.extract().map_err(|_| unknown())?;
                if name.contains('\0') {
                    return Err(unknown()); // a name ends at NUL in the protocol
                }
                let kind = nested_kind(&kind, depth - 1)?;
                fields.push(Field {
                    name: name.into(),
                    kind,
                });
            }
            Ok(Type::Struct(fields.into()))
        }
        _ => Err(unknown()),
    }
}

/// Builds a chunk of any type.
pub enum Builder {
    Nulls(usize),
    Bools(Bools),
    Integers(Integers),
    Keys(Keys),
    Texts(TextBuilder),
    List(Ends, usize, Box<Builder>, Validity),
    Record(Vec<(Box<str>, Builder)>, Validity),
}

impl Builder {
    pub fn new(kind: &Type) -> Self {
        match kind {
            Type::Null => Self::Nulls(0),
            Type::Bool => Self::Bools(Bools::default()),
            Type::Int64 => Self::Integers(Integers::default()),
            Type::Binary16 => Self::Keys(Keys::default()),
            Type::List(item) | Type::LargeList(item) => {
                let ends = Ends::new(matches!(kind, Type::LargeList(_)));
                Self::List(ends, 0, Self::new(item).into(), Validity::default())
            }
            Type::Struct(fields) => {
                let fields = fields
                    .iter()
                    .map(|field| (field.name.clone(), Self::new(&field.kind)));
                Self::Record(fields.collect(), Validity::default())
            }
            text => Self::Texts(TextBuilder::new(text)),
        }
    }

    pub fn push_null(&mut self) {
        match self {
            Self::Nulls(rows) => *rows += 1,
            Self::Bools(builder) => builder.push(None),
            Self::Integers(builder) => builder.push(None),
            Self::Keys(builder) => builder.push(None),
            Self::Texts(builder) => builder.push(None),
            Self::List(ends, items, _, validity) => {
                ends.push(*items);
                validity.push(false);
            }
            Self::Record(fields, validity) => {
                for (_, field) in fields {
                    field.push_null();
                }
                validity.push(false);
            }
        }
    }

    /// One row more: a Python object of the kind's, or None.
    pub fn push(&mut self, value: &Bound<'_, PyAny>) -> Result<(), Refusal> {
        if value.is_none() {
            self.push_null();
            return Ok(());
        }
        match self {
            Self::Nulls(_) => return Err(unfit("a value in a column of nulls")),
            Self::Bools(builder) => {
                let value = value
                    .cast::<PyBool>()
                    .map_err(|_| mismatch(value, "bool"))?;
                builder.push(Some(value.is_true()));
            }
            Self::Integers(builder) => {
                let number = value.cast::<PyInt>().map_err(|_| mismatch(value, "int"))?;
                let number = number
                    .extract()
                    .map_err(|_| unfit("an int that does not fit in 64 bits"))?;
                builder.push(Some(number));
            }
            Self::Keys(builder) => {
                let octets = value
                    .cast::<PyBytes>()
                    .map_err(|_| mismatch(value, "bytes"))?;
                let octets = octets
                    .as_bytes()
                    .try_into()
                    .map_err(|_| unfit("bytes, but not 16"))?;
                builder.push(Some(octets));
            }
            Self::Texts(builder) => {
                let text = value
                    .cast::<PyString>()
                    .map_err(|_| mismatch(value, "str"))?;
                let text = text
                    .to_str()
                    .map_err(|_| unfit("a str with a lone surrogate, which has no UTF-8"))?;
                builder.push(Some(text.as_bytes()));
            }
            Self::List(ends, end, items, validity) => {
                for item in rows(value)? {
                    items.push(&item)?;
                    *end += 1;
                }
                ends.push(*end);
                validity.push(true);
            }
            Self::Record(fields, validity) => {
                let values = rows(value)?;
                if values.len() != fields.len() {
                    let (got, wanted) = (values.len(), fields.len());
                    return Err(unfit(&format!("a record of {got} values, not {wanted}")));
                }
                for ((_, field), value) in fields.iter_mut().zip(values) {
                    field.push(&value)?;
                }
                validity.push(true);
            }
        }
        Ok(())
    }

    /// Some rows of a chunk of the same kind; its texts may be in another layout.
    pub fn extend(&mut self, array: &Array, rows: Range<usize>) {
        let valid = array.valid();
        let is = |row: usize| valid.is_none_or(|bits| bits.get(row));
        match self {
            Self::Nulls(count) => *count += rows.len(),
            Self::Bools(builder) => {
                let bits = Bits::new(array.buffers[0].octets(), array.offset);
                rows.for_each(|row| builder.push(is(row).then(|| bits.get(row))));
            }
            Self::Integers(builder) => {
                let cells = &array.buffers[0].cells()[array.offset..];
                rows.for_each(|row| builder.push(is(row).then(|| i64::from_ne_bytes(cells[row]))));
            }
            Self::Keys(builder) => {
                let cells = &array.buffers[0].cells()[array.offset..];
                rows.for_each(|row| builder.push(is(row).then(|| cells[row])));
            }
            Self::Texts(builder) => builder.extend(array, rows),
            Self::List(ends, end, items, validity) => {
                for row in rows {
                    let inner = if is(row) { items_of(array, row) } else { 0..0 };
                    *end += inner.len();
                    items.extend(&array.children[0], inner);
                    ends.push(*end);
                    validity.push(is(row));
                }
            }
            Self::Record(fields, validity) => {
                let inner = array.offset + rows.start..array.offset + rows.end;
                for ((_, field), child) in fields.iter_mut().zip(&array.children) {
                    field.extend(child, inner.clone());
                }
                validity.extend(valid, rows);
            }
        }
    }

    pub fn finish(self) -> Array {
        match self {
            Self::Nulls(rows) => Array::of_nulls(rows),
            Self::Bools(builder) => builder.finish(),
            Self::Integers(builder) => builder.finish(),
            Self::Keys(builder) => builder.finish(),
            Self::Texts(builder) => builder.finish(),
            Self::List(ends, _, items, validity) => list(ends, items.finish(), validity),
            Self::Record(fields, validity) => {
                let names: Vec<_> = fields.iter().map(|(name, _)| name.clone()).collect();
                let names: Vec<&str> = names.iter().map(|name| &**name).collect();
                record(
                    &names,
                    fields.into_iter().map(|(_, f)| f.finish()).collect(),
                    validity,
                )
            }
        }
    }
}

/// The places of a row's items among the items of all.
fn items_of(array: &Array, row: usize) -> Range<usize> {
    let row = array.offset + row;
    if matches!(array.kind, Type::LargeList(_)) {
        let ends = array.buffers[0].cells::<8>();
        i64::from_ne_bytes(ends[row]) as usize..i64::from_ne_bytes(ends[row + 1]) as usize
    } else {
        let ends = array.buffers[0].cells::<4>();
        i32::from_ne_bytes(ends[row]) as usize..i32::from_ne_bytes(ends[row + 1]) as usize
    }
}

fn unfit(what: &str) -> Refusal {
    Refusal::Value(what.into())
}

fn mismatch(value: &Bound<'_, PyAny>, wanted: &str) -> Refusal {
    let kind = value.get_type().name();
    let kind = kind.map_or_else(|_| "something".into(), |name| name.to_string());
    Refusal::Type(format!("{kind}, not {wanted} or None"))
}

/// The values of a list or a tuple.
pub fn rows<'py>(value: &Bound<'py, PyAny>) -> Result<Vec<Bound<'py, PyAny>>, Refusal> {
    if let Ok(list) = value.cast::<PyList>() {
        Ok(list.iter().collect())
    } else {
        let tuple = value
            .cast::<PyTuple>()
            .map_err(|_| mismatch(value, "list, tuple"))?;
        Ok(tuple.iter().collect())
    }
}

/// Reads rows of a chunk as Python objects.
pub struct Reader<'a> {
    valid: Option<Bits<'a>>,
    cells: Cells<'a>,
}

enum Cells<'a> {
    Bools(Bits<'a>),
    Integers(&'a [[u8; 8]]),
    Keys(&'a [[u8; 16]]),
    Texts(Texts<'a>),
    List(&'a Array, Box<Reader<'a>>),
    Record(Vec<Reader<'a>>, usize),
}

impl<'a> Reader<'a> {
    pub fn new(array: &'a Array) -> Self {
        let from = array.offset;
        let cells = match &array.kind {
            Type::Bool => Cells::Bools(Bits::new(array.buffers[0].octets(), from)),
            Type::Int64 => Cells::Integers(&array.buffers[0].cells()[from..]),
            Type::Binary16 => Cells::Keys(&array.buffers[0].cells()[from..]),
            Type::List(_) | Type::LargeList(_) => {
                Cells::List(array, Self::new(&array.children[0]).into())
            }
            Type::Struct(_) => Cells::Record(array.children.iter().map(Self::new).collect(), from),
            _ => Cells::Texts(Texts::of(array).expect("the other types are of text")),
        };
        Self {
            valid: array.valid(),
            cells,
        }
    }

    /// The value of a row: None where it is null; a tuple for a record.
    pub fn get<'py>(&self, py: Python<'py>, row: usize) -> Result<Bound<'py, PyAny>, Refusal> {
        if self.valid.is_some_and(|bits| !bits.get(row)) {
            return Ok(py.None().into_bound(py));
        }
        Ok(match &self.cells {
            Cells::Bools(bits) => PyBool::new(py, bits.get(row)).to_owned().into_any(),
            Cells::Integers(cells) => PyInt::new(py, i64::from_ne_bytes(cells[row])).into_any(),
            Cells::Keys(cells) => PyBytes::new(py, &cells[row]).into_any(),
            Cells::Texts(texts) => match texts.get(row).map(std::str::from_utf8) {
                None => py.None().into_bound(py),
                Some(Ok(text)) => PyString::new(py, text).into_any(),
                Some(Err(_)) => return Err(unfit("octets that are not UTF-8")),
            },
            Cells::List(array, items) => {
                let items = items_of(array, row).map(|item| items.get(py, item));
                let items: Vec<_> = items.collect::<Result<_, _>>()?;
                PyList::new(py, items)
                    .map_err(|_| unfit("a list that is too long"))?
                    .into_any()
            }
            Cells::Record(fields, from) => {
                let values = fields.iter().map(|field| field.get(py, from + row));
                let values: Vec<_> = values.collect::<Result<_, _>>()?;
                PyTuple::new(py, values)
                    .map_err(|_| unfit("a record that is too long"))?
                    .into_any()
            }
        })
    }
}
