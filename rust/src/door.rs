//! How do values get in from Python and out again, and who answers where a twin does not?
//!
//! A twin knows how it goes well.  Whatever it does not know, a mistake above all, it leaves to the Python function
//! that states the rule, called with the same arguments: so there is one place where errors are made.
#![forbid(unsafe_code)]

use std::cell::Cell;
use std::convert::Infallible;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

use crate::normalize::Outcome;
use crate::parse::Spec;

static PYTHON: PyOnceLock<Py<PyDict>> = PyOnceLock::new();

/// Take note of the Python function that stands behind a twin.
#[pyfunction(name = "_stand_behind")]
pub fn stand_behind(name: &Bound<'_, PyString>, python: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = name.py();
    PYTHON
        .get_or_init(py, || PyDict::new(py).unbind())
        .bind(py)
        .set_item(name, python)
}

/// An argument that may be left out; None that was given is not one left out.
#[derive(Clone, Copy)]
pub struct Given<'a, 'py>(Option<Borrowed<'a, 'py, PyAny>>);

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'a, 'py> {
    type Error = Infallible;

    #[inline]
    fn extract(value: Borrowed<'a, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(Self(Some(value)))
    }
}

impl<'py> Given<'_, 'py> {
    pub const ABSENT: Self = Self(None);

    #[inline]
    pub fn value(&self) -> Option<&Bound<'py, PyAny>> {
        self.0.as_deref()
    }

    /// What was given and is not None.
    #[inline]
    pub fn some(&self) -> Option<&Bound<'py, PyAny>> {
        self.value().filter(|value| !value.is_none())
    }

    /// A flag, as it usually is where it is left out; `None` where it is no `bool`.
    #[inline]
    pub fn flag(self, usual: bool) -> Option<bool> {
        match self.value() {
            None => Some(usual),
            Some(value) => Some(value.cast_exact::<PyBool>().ok()?.is_true()),
        }
    }

    /// Whether it is left out, or that text, so that both mean the same.
    #[inline]
    pub fn is(self, usual: &str) -> bool {
        self.value().is_none_or(|value| text(value) == Some(usual))
    }
}

/// Have the Python function of that name answer.
#[cold]
pub fn ask<'py, A>(
    py: Python<'py>,
    name: &str,
    arguments: A,
    named: &[(&str, Option<&Bound<'py, PyAny>>)],
) -> PyResult<Bound<'py, PyAny>>
where
    A: IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>>,
    A::Error: Into<PyErr>,
{
    let python = PYTHON
        .get(py)
        .and_then(|all| all.bind(py).get_item(name).ok().flatten())
        .ok_or_else(|| {
            pyo3::exceptions::PyRuntimeError::new_err(format!("no Python stands behind {name}"))
        })?;
    let given = PyDict::new(py);
    for (name, value) in named {
        if let Some(value) = value {
            given.set_item(name, value)?;
        }
    }
    python.call(
        arguments.into_pyobject(py).map_err(Into::into)?,
        Some(&given),
    )
}

/// The UTF-8 of a `str`; `None` for anything else, for a subclass, and for lone surrogates.
#[inline]
pub fn text<'a>(value: &'a Bound<'_, PyAny>) -> Option<&'a str> {
    value.cast_exact::<PyString>().ok()?.to_str().ok()
}

/// A `spec` argument; `None` where there is no such standard, or not among ours.
#[inline]
pub fn spec(value: Option<&Bound<'_, PyAny>>) -> Option<Spec> {
    match value {
        None => Some(Spec::Rfc3986),
        Some(name) => match text(name)? {
            "rfc3986" => Some(Spec::Rfc3986),
            "rfc3987" => Some(Spec::Rfc3987),
            _ => None,
        },
    }
}

/// A `str` of what *write* appends to an empty buffer; `None` where it gives up, and where that is no UTF-8.
#[inline]
pub fn written(
    py: Python<'_>,
    write: impl FnOnce(&mut Vec<u8>) -> Option<()>,
) -> Option<Bound<'_, PyString>> {
    const KEPT: usize = 1 << 16;
    thread_local! {
        static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    }
    let mut out = BUFFER.take();
    let made = write(&mut out).and_then(|()| PyString::from_bytes(py, &out).ok());
    if out.capacity() <= KEPT {
        out.clear();
        BUFFER.set(out);
    }
    made
}

/// What *form* writes, or the text itself; `None` where Python is to answer.
#[inline]
pub fn said<'py>(
    text: &Bound<'py, PyAny>,
    form: impl FnOnce(&mut Vec<u8>) -> Outcome,
) -> Option<Bound<'py, PyAny>> {
    let mut outcome = Outcome::Ask;
    let written = written(text.py(), |out| {
        outcome = form(out);
        (outcome == Outcome::Written).then_some(())
    });
    match outcome {
        Outcome::Ask => None,
        Outcome::Same => Some(text.clone()),
        Outcome::Written => written.map(Bound::into_any),
    }
}
