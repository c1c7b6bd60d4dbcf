//! Which functions run over columns here, and with which options?
//!
//! A loop does for all rows of a part of a column what the Python function of its name does for one text.  What it does
//! not know, it leaves: the row is null, and its number is given back for Python to answer.
#![forbid(unsafe_code)]

mod bits;
mod blocks;
mod components;
mod crawl;
mod deal;
mod domains;
mod flags;
mod join;
mod lists;
mod operations;
mod queries;
mod records;
mod rewrites;
mod texts;
mod write;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet};

use self::join::Draft;
use crate::array::{Array, Type};
use crate::column::Column;
use crate::door;
use crate::parse::Spec;
use crate::texts::Texts;

/// What a loop runs over: rows of a column, and as many of other columns.
pub struct Part {
    pub column: Array,
    pub others: Vec<Array>,
}

/// What a loop gives: a row for each, and the numbers of those that it leaves to Python, which are null.
pub struct Answer {
    pub draft: Draft,
    pub left: Vec<usize>,
}

/// A kernel with its options.
pub trait Loop: Sync {
    fn run(&self, part: &Part) -> Answer;
}

impl Answer {
    pub fn new(array: Array, left: Vec<usize>) -> Self {
        let draft = Draft::Done(array);
        Self { draft, left }
    }

    /// Where Python is never needed.
    pub fn all(array: Array) -> Self {
        Self::new(array, Vec::new())
    }
}

impl Part {
    pub fn len(&self) -> usize {
        self.column.len
    }

    pub fn texts(&self) -> Texts<'_> {
        Texts::of(&self.column).expect("only texts come in as a column")
    }
}

/// The options of a call, by name.
struct Options<'a, 'py> {
    named: &'a Bound<'py, PyDict>,
    /// How many of them are columns beside.
    others: usize,
}

impl<'py> Options<'_, 'py> {
    fn py(&self) -> Python<'py> {
        self.named.py()
    }

    fn get(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.named.get_item(name)
    }

    /// The standard to read by; `None` where it is not one of ours.
    fn spec(&self) -> PyResult<Option<Spec>> {
        Ok(door::spec(self.get("spec")?.as_ref()))
    }

    /// A text; what is usual where it is left out, `None` where it is no text.
    fn text(&self, name: &str, usual: &str) -> PyResult<Option<String>> {
        let value = self.get(name)?;
        Ok(value.map_or_else(
            || Some(usual.to_owned()),
            |value| door::text(&value).map(str::to_owned),
        ))
    }

    /// Whether an option is that text, or left out.
    fn is(&self, name: &str, usual: &str) -> PyResult<bool> {
        Ok(self.text(name, usual)?.as_deref() == Some(usual))
    }

    /// A flag; what is usual where it is left out, `None` where it is no flag.
    fn flag(&self, name: &str, usual: bool) -> PyResult<Option<bool>> {
        let value = self.get(name)?;
        Ok(value.map_or(Some(usual), |value| value.extract().ok()))
    }

    /// Whether an option is left out, or None, and no column beside.
    fn lacks(&self, name: &str) -> PyResult<bool> {
        Ok(self.others == 0 && self.get(name)?.is_none_or(|value| value.is_none()))
    }
}

type Made = Option<Box<dyn Loop>>;

/// Makes the loop with the options of a call; `None` where they are Python's alone.
type Maker = fn(&Options<'_, '_>) -> PyResult<Made>;

/// A name, and how the loop is made.
struct Kernel(&'static str, Maker);

/// A loop with the standard that it reads by.
macro_rules! by_spec {
    ($new:expr) => {
        |options| {
            let make = $new;
            let made = options
                .spec()?
                .map(|spec| Box::new(make(spec)) as Box<dyn Loop>);
            Ok(made)
        }
    };
}

/// A loop without options.
macro_rules! simply {
    ($new:expr) => {
        |_options| Ok(Some(Box::new($new) as Box<dyn Loop>))
    };
}

#[rustfmt::skip]
static KERNELS: &[Kernel] = &[
    Kernel("is_uri", simply!(flags::URI.by(Spec::Rfc3986))),
    Kernel("is_uri_reference", simply!(flags::REFERENCE.by(Spec::Rfc3986))),
    Kernel("is_relative_ref", simply!(flags::RELATIVE_REF.by(Spec::Rfc3986))),
    Kernel("is_absolute_uri", simply!(flags::ABSOLUTE_URI.by(Spec::Rfc3986))),
    Kernel("is_iri", simply!(flags::URI.by(Spec::Rfc3987))),
    Kernel("is_iri_reference", simply!(flags::REFERENCE.by(Spec::Rfc3987))),
    Kernel("is_irelative_ref", simply!(flags::RELATIVE_REF.by(Spec::Rfc3987))),
    Kernel("is_absolute_iri", simply!(flags::ABSOLUTE_URI.by(Spec::Rfc3987))),
    Kernel("is_urn", operations::is_urn),
    Kernel("scheme", by_spec!(|spec| texts::component(spec, texts::scheme))),
    Kernel("authority", by_spec!(|spec| texts::component(spec, texts::authority))),
    Kernel("userinfo", by_spec!(|spec| texts::component(spec, texts::userinfo))),
    Kernel("host", by_spec!(|spec| texts::component(spec, texts::host))),
    Kernel("host_kind", by_spec!(texts::HostKind)),
    Kernel("host_address", operations::host_address),
    Kernel("port", by_spec!(records::Port)),
    Kernel("port_text", by_spec!(|spec| texts::component(spec, texts::port))),
    Kernel("path", by_spec!(|spec| texts::component(spec, texts::path))),
    Kernel("segments", by_spec!(lists::Segments)),
    Kernel("query", by_spec!(|spec| texts::component(spec, texts::query))),
    Kernel("query_pairs", lists::query_pairs),
    Kernel("query_value", queries::query_value),
    Kernel("drop_query", queries::drop_query),
    Kernel("sort_query", queries::sort_query),
    Kernel("without_fragment", by_spec!(|spec| texts::component(spec, texts::without_fragment))),
    Kernel("without_www", operations::without_www),
    Kernel("fragment", by_spec!(|spec| texts::component(spec, texts::fragment))),
    Kernel("parse", by_spec!(components::Parse)),
    Kernel("parse_commoncrawl", crawl::parse_commoncrawl),
    Kernel("split", simply!(records::Split)),
    Kernel("split_fragment", simply!(records::SplitFragment)),
    Kernel("reversed_host", domains::reversed_host),
    Kernel("public_suffix", domains::public_suffix),
    Kernel("registrable_domain", domains::registrable_domain),
    Kernel("normalize", operations::normalize),
    Kernel("key", operations::key),
    Kernel("key128", operations::key128),
    Kernel("surt", operations::surt),
    Kernel("resolve", operations::resolve),
    Kernel("relativize", operations::relativize),
    Kernel("to_uri", operations::to_uri),
    Kernel("to_iri", operations::to_iri),
    Kernel("decode", operations::decode),
    Kernel("encode", operations::encode),
    Kernel("remove_dot_segments", operations::remove_dot_segments),
    Kernel("urn_key", operations::urn_key),
    Kernel("read_urn", operations::read_urn),
    Kernel("urn_nid", operations::urn_nid),
];

/// The names that have a loop.
pub fn names(py: Python<'_>) -> PyResult<Bound<'_, PyFrozenSet>> {
    PyFrozenSet::new(py, KERNELS.iter().map(|Kernel(name, _)| *name))
}

/// Runs the loop of that name: the column of its answers, and the numbers of the rows that it leaves to Python; `None`
/// where the options are Python's alone.
#[pyfunction]
#[expect(clippy::needless_pass_by_value)] // what PyO3 reads a list as
#[pyo3(signature = (kernel, column, options, others=vec![], threads=1), text_signature = "(kernel, column, options, others=(), threads=1)")]
pub fn run(
    py: Python<'_>,
    kernel: &str,
    column: &Bound<'_, Column>,
    options: &Bound<'_, PyDict>,
    others: Vec<Bound<'_, Column>>,
    threads: usize,
) -> PyResult<Option<(Column, Vec<usize>)>> {
    let known = KERNELS.iter().find(|Kernel(name, _)| *name == kernel);
    let Some(Kernel(_, make)) = known else {
        return Err(PyKeyError::new_err(kernel.to_owned()));
    };
    let found = make(&Options {
        named: options,
        others: others.len(),
    })?;
    let others: Vec<&Column> = others.iter().map(Bound::get).collect();
    let column = column.get();
    let rows = |column: &Column| column.chunks().iter().map(|chunk| chunk.len).sum::<usize>();
    if ![column]
        .iter()
        .chain(&others)
        .all(|column| is_text(column.kind()))
    {
        return Err(PyValueError::new_err("a loop runs over columns of texts"));
    }
    if others.iter().any(|other| rows(other) != rows(column)) {
        return Err(PyValueError::new_err(
            "the other columns have as many rows as the first",
        ));
    }
    Ok(found.map(|found| py.detach(|| deal::run(&*found, column, &others, threads.max(1)))))
}

/// What a loop can read; answers of loops may be of other types.
fn is_text(kind: &Type) -> bool {
    let texts = [Type::Null, Type::Utf8, Type::LargeUtf8, Type::Utf8View];
    texts.contains(kind) || matches!(kind, Type::Dictionary(..))
}
