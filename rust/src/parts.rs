//! What is a reference, held in memory?  A `str` and six numbers.
//!
//! The twin of `syntax/parts.py`, the base of the values people hold: components are sliced on demand, nothing is
//! copied or kept beside the text.
#![forbid(unsafe_code)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyMemoryError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyString, PyTuple, PyType};

use crate::cuts::{Cuts, Pieces};
use crate::parse::{Spec, pieces};

/// What a class of values takes: its standard, and whether there must be a scheme, and may be a fragment.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Rule {
    spec: Spec,
    scheme: bool,
    fragment: bool,
}

impl Rule {
    fn pack(self) -> u8 {
        u8::from(self.spec == Spec::Rfc3987)
            | u8::from(self.scheme) << 1
            | u8::from(self.fragment) << 2
    }

    fn unpack(packed: u8) -> Self {
        Self {
            spec: if packed & 1 == 0 {
                Spec::Rfc3986
            } else {
                Spec::Rfc3987
            },
            scheme: packed & 2 != 0,
            fragment: packed & 4 != 0,
        }
    }

    #[inline]
    fn allows(self, read: Pieces<'_>) -> bool {
        (read.cuts.has_scheme() || !self.scheme)
            && (self.fragment || !read.cuts.has_fragment(read.text.len()))
    }
}

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
        self.part(py, |read| without_last(read.scheme()))
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

#[inline]
fn cut(text: &Bound<'_, PyString>, rule: Rule) -> Option<Cuts> {
    let read = pieces(text.to_str().ok()?.as_bytes(), rule.spec)?;
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

// --------------------------------------------------------------------------------- which class takes what

/// Classes asked about so far, by address; one in this list is never freed, so an address stays its own.
static CLASSES: [(AtomicUsize, AtomicU8); 16] =
    [const { (AtomicUsize::new(0), AtomicU8::new(0)) }; 16];

/// What *class* takes: its `_rule` and `_spec`, which no class changes once it is made.
#[inline]
fn rule(class: &Bound<'_, PyType>) -> PyResult<Rule> {
    let address = class.as_ptr() as usize;
    for (known, packed) in &CLASSES {
        match known.load(Ordering::Acquire) {
            0 => break,
            found if found == address => return Ok(Rule::unpack(packed.load(Ordering::Relaxed))),
            _ => {}
        }
    }
    learn(class)
}

#[cold]
fn learn(class: &Bound<'_, PyType>) -> PyResult<Rule> {
    static TURN: Mutex<()> = Mutex::new(());
    let (name, spec) = (class.getattr("_rule")?, class.getattr("_spec")?);
    let (name, spec) = (name.extract::<String>()?, spec.extract::<String>()?);
    let rule = Rule {
        spec: if spec == "rfc3987" {
            Spec::Rfc3987
        } else {
            Spec::Rfc3986
        },
        scheme: name != "URI-reference",
        fragment: name != "absolute-URI",
    };
    if let Ok(_turn) = TURN.lock()
        && let Some((known, packed)) = CLASSES
            .iter()
            .find(|(known, _)| known.load(Ordering::Relaxed) == 0)
    {
        std::mem::forget(class.clone());
        packed.store(rule.pack(), Ordering::Relaxed);
        known.store(class.as_ptr() as usize, Ordering::Release);
    }
    Ok(rule)
}
