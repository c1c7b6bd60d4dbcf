//! What is a reference, held in memory?  A `str` and six numbers.
//!
//! The twin of `syntax/parts.py`, the base of the values people hold: components are sliced on demand, nothing is
//! copied or kept beside the text.
#![forbid(unsafe_code)]

use std::cell::Cell;

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyMemoryError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyString, PyTuple, PyType};

use crate::build::{self, NewParts};
use crate::classes::{Rule, family, rule};
use crate::cuts::{Cuts, Pieces};
use crate::door::{self, Given};
use crate::pairs;
use crate::parse::{Spec, pieces};

/// A text of the grammar, cut.
#[pyclass(frozen, subclass, module = "urikit")]
pub struct Parts {
    text: Py<PyString>,
    cuts: Cuts,
}

#[pymethods]
impl Parts {
    #[classattr]
    #[pyo3(name = "_rule")]
    const RULE: &'static str = "URI-reference";
    #[classattr]
    #[pyo3(name = "_spec")]
    const SPEC: &'static str = "rfc3986";

    #[new]
    #[pyo3(text_signature = "(text)")]
    #[classmethod]
    #[inline]
    fn new(class: &Bound<'_, PyType>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rule = rule(class)?;
        if let Ok(exact) = text.cast_exact::<PyString>() {
            if let Some(cuts) = cut(exact, rule) {
                let text = exact.clone().unbind();
                return Ok(Self { text, cuts });
            }
        } else if let Ok(value) = text.cast::<Self>() {
            let cuts = value.get().cuts;
            if self::rule(&value.get_type())?.spec == rule.spec
                && rule.allows(value.get().read(class.py())?)
            {
                let text = value.get().text.clone_ref(class.py());
                return Ok(Self { text, cuts });
            }
        }
        Self::other(class, rule, text)
    }

    /// The same text and cuts as a value of *class*, whose rule they are known to match.
    fn _as<'py>(slf: &Bound<'py, Self>, cls: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
        cls.call1((slf,))
    }

    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let read = self.read(py)?;
        let seven = [
            read.scheme(),
            read.user(),
            read.host(),
            read.port(),
            read.path(),
            read.query(),
            read.fragment(),
        ];
        PyTuple::new(
            py,
            seven
                .map(|piece| string(py, piece))
                .into_iter()
                .collect::<PyResult<Vec<_>>>()?,
        )
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.text.bind(py).clone()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let shown = slf.call_method0(intern!(slf.py(), "_masked"))?.repr()?;
        Ok(format!("{}({shown})", slf.get_type().name()?))
    }

    fn _masked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let hide = py.import("urikit.findings")?.getattr("hide")?;
        hide.call(
            (self.text.bind(py),),
            Some(&[("valid", true)].into_py_dict(py)?),
        )
    }

    fn __richcmp__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if let Ok(other) = other.cast::<Self>()
            && rule(&slf.get_type())?.spec == rule(&other.get_type())?.spec
        {
            let (mine, its) = (slf.get().text.bind(py), other.get().text.bind(py));
            return mine.rich_compare(its, op);
        }
        Ok(py.NotImplemented().into_bound(py))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.text.bind(py).hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Bound<'py, PyString>,)) {
        (slf.get_type(), (slf.get().text.bind(slf.py()).clone(),))
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf.clone()
    }

    #[getter]
    fn scheme<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        Ok(match self.read(py)?.scheme() {
            b"https:" => Some(intern!(py, "https").clone()), // which need not be made each time
            b"http:" => Some(intern!(py, "http").clone()),
            other => without_last(other)
                .map(|name| string(py, name))
                .transpose()?,
        })
    }

    #[getter]
    fn authority<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.part(py, |read| read.authority().get(2..))
    }

    #[getter]
    fn userinfo<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.part(py, |read| read.user().get(2..).and_then(without_last))
    }

    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.part(py, |read| read.cuts.has_authority().then(|| read.host()))
    }

    #[getter]
    fn port_text<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.part(py, |read| read.port().get(1..))
    }

    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, self.read(py)?.path())
    }

    #[getter]
    fn query<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.part(py, |read| read.query().get(1..))
    }

    #[getter]
    fn fragment<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.part(py, |read| read.fragment().get(1..))
    }

    #[doc = include_str!("docs/Reference.replace.txt")]
    #[pyo3(signature = (
        *, scheme=Given::ABSENT, authority=Given::ABSENT, userinfo=Given::ABSENT, host=Given::ABSENT,
        port=Given::ABSENT, path=Given::ABSENT, query=Given::ABSENT, fragment=Given::ABSENT
    ), text_signature = "($self, **parts)")]
    #[expect(clippy::too_many_arguments, reason = "as many as there are parts")]
    fn replace<'py>(
        slf: &Bound<'py, Self>,
        scheme: Given<'_, 'py>,
        authority: Given<'_, 'py>,
        userinfo: Given<'_, 'py>,
        host: Given<'_, 'py>,
        port: Given<'_, 'py>,
        path: Given<'_, 'py>,
        query: Given<'_, 'py>,
        fragment: Given<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let new = NewParts {
            scheme,
            authority,
            userinfo,
            host,
            port,
            path,
            query,
            fragment,
        };
        Self::anew(slf, |read, spec, out| build::replace(read, spec, &new, out)).map_or_else(
            || door::ask(slf.py(), "Reference.replace", (slf,), &new.named()),
            Ok,
        )
    }

    #[doc = include_str!("docs/Reference.set_query.txt")]
    fn set_query<'py>(
        slf: &Bound<'py, Self>,
        key: &Bound<'py, PyAny>,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let data = Some(value).filter(|value| !value.is_none());
        Self::anew(slf, |read, _, out| pairs::set(read, key, data, out)).map_or_else(
            || door::ask(slf.py(), "Reference.set_query", (slf, key, value), &[]),
            Ok,
        )
    }

    #[doc = include_str!("docs/Reference.add_query.txt")]
    #[pyo3(signature = (key, value=None))]
    fn add_query<'py>(
        slf: &Bound<'py, Self>,
        key: &Bound<'py, PyAny>,
        value: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Self::anew(slf, |read, _, out| pairs::add(read, key, value, out)).map_or_else(
            || door::ask(slf.py(), "Reference.add_query", (slf, key, value), &[]),
            Ok,
        )
    }

    #[doc = include_str!("docs/Reference.drop_query.txt")]
    #[pyo3(signature = (*globs))]
    fn drop_query<'py>(
        slf: &Bound<'py, Self>,
        globs: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Self::anew(slf, |read, _, out| pairs::drop(read, globs, out)).map_or_else(
            || {
                let (py, mut all) = (slf.py(), vec![slf.as_any().clone()]);
                all.extend(globs.iter());
                door::ask(py, "Reference.drop_query", PyTuple::new(py, all)?, &[])
            },
            Ok,
        )
    }

    #[getter]
    fn kind<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().named(slf.py(), "reference_kind")
    }

    #[getter]
    fn path_rule<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().named(slf.py(), "path_rule")
    }
}

impl Parts {
    /// The standard of a value, and its pieces.
    #[inline]
    pub fn of<'a>(value: &'a Bound<'_, Self>) -> PyResult<(Spec, Pieces<'a>)> {
        Ok((rule(&value.get_type())?.spec, value.get().read(value.py())?))
    }

    /// What *write* writes, and says how it is cut, as a value of the family.
    ///
    /// `None` where Python has to look, as for a class that is not the family's own and may have ways of its own.
    #[inline]
    fn anew<'py>(
        slf: &Bound<'py, Self>,
        write: impl FnOnce(&Pieces, Spec, &mut Vec<u8>) -> Option<Cuts>,
    ) -> Option<Bound<'py, PyAny>> {
        let (py, class) = (slf.py(), slf.get_type());
        let rule = rule(&class).ok()?;
        if !rule.family {
            return None;
        }
        let read = slf.get().read(py).ok()?;
        let mut cuts = Cuts::default();
        let text = door::written(py, |out| {
            cuts = write(&read, rule.spec, out)?;
            Some(())
        })?;
        let class = if cuts.has_scheme() == rule.scheme {
            class.into_any()
        } else {
            family(&class)
                .ok()?
                .get_item(cuts.has_scheme().into())
                .ok()?
        };
        KNOWN.set(Some((text.as_ptr() as usize, rule.spec, cuts)));
        let value = class.call1((&text,));
        KNOWN.set(None);
        value.ok()
    }

    /// A value of another family or a subclass of `str`; or Python says what is wrong.
    #[cold]
    fn other(class: &Bound<'_, PyType>, rule: Rule, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = class.py();
        let text = py
            .import("urikit.syntax.parts")?
            .call_method1("text_of", (value, class))?
            .cast_into::<PyString>()?;
        if let Some(cuts) = cut(&text, rule) {
            let text = text.unbind();
            return Ok(Self { text, cuts });
        }
        let (name, spec) = (class.getattr("_rule")?, class.getattr("_spec")?);
        py.import("urikit.syntax.parse")?
            .call_method1("read", (text, name, spec))?;
        Err(PyMemoryError::new_err("a reference of 4 GiB or more"))
    }

    #[inline]
    fn read<'a>(&'a self, py: Python<'a>) -> PyResult<Pieces<'a>> {
        Ok(Pieces {
            text: self.text.bind(py).to_str()?.as_bytes(),
            cuts: self.cuts,
        })
    }

    #[inline]
    fn part<'py>(
        &self,
        py: Python<'py>,
        cut: impl for<'a> FnOnce(&Pieces<'a>) -> Option<&'a [u8]>,
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        cut(&self.read(py)?)
            .map(|part| string(py, part))
            .transpose()
    }

    /// What the function of `syntax.parse` makes of the pieces.
    fn named<'py>(&self, py: Python<'py>, function: &str) -> PyResult<Bound<'py, PyAny>> {
        py.import("urikit.syntax.parse")?
            .call_method1(function, (self.pieces(py)?,))
    }
}

thread_local! {
    /// Where a text is cut that this thread makes a value of now, by its address and standard: nobody need look again.
    static KNOWN: Cell<Option<(usize, Spec, Cuts)>> = const { Cell::new(None) };
}

#[inline]
fn cut(text: &Bound<'_, PyString>, rule: Rule) -> Option<Cuts> {
    let known = text.to_str().ok()?.as_bytes();
    let read = match KNOWN.take() {
        Some((address, spec, cuts)) if (address, spec) == (text.as_ptr() as usize, rule.spec) => {
            Pieces { text: known, cuts }
        }
        _ => pieces(known, rule.spec)?,
    };
    rule.allows(read).then_some(read.cuts)
}

#[inline]
fn string<'py>(py: Python<'py>, piece: &[u8]) -> PyResult<Bound<'py, PyString>> {
    PyString::from_bytes(py, piece)
}

#[inline]
fn without_last(piece: &[u8]) -> Option<&[u8]> {
    piece.split_last().map(|(_, before)| before)
}
