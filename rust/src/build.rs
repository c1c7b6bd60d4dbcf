//! How does a reference read with some parts replaced?
//!
//! The twin of `operations/build.py`, for the parts that stand behind the path: nothing before them can read another
//! way.  Source: RFC 3986 §5.3, §3.4, §3.5.
#![forbid(unsafe_code)]

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::door;
use crate::parse::{Spec, skip};
use crate::parts::Parts;
use crate::table::{Class, FRAGMENT, QUERY, Rfc3986, Rfc3987};

/// A part that Python gave: absent, or a text.
enum Part<'a> {
    Kept,
    Absent,
    Text(&'a str),
}

#[doc = include_str!("docs/replaced.txt")]
#[pyfunction]
pub fn replaced<'py>(
    value: &Bound<'py, Parts>,
    parts: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = parts.py();
    let (spec, read) = Parts::of(value)?;
    let given: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)> = parts.iter().collect();
    let (mut query, mut fragment) = (Part::Kept, Part::Kept);
    for (name, part) in &given {
        let (place, class) = match door::text(name) {
            Some("query") => (&mut query, QUERY),
            Some("fragment") => (&mut fragment, FRAGMENT),
            _ => return door::ask(py, "replaced", (value, parts), &[]),
        };
        *place = match door::text(part) {
            Some(text) if fits(text, class, spec) => Part::Text(text),
            None if part.is_none() => Part::Absent,
            _ => return door::ask(py, "replaced", (value, parts), &[]),
        };
    }
    let mut written = Vec::with_capacity(read.text.len() + 64);
    written.extend_from_slice(&read.text[..read.cuts.path as usize]);
    append(&mut written, b'?', &query, read.query());
    append(&mut written, b'#', &fragment, read.fragment());
    Ok(PyString::from_bytes(py, &written)?.into_any())
}

fn append(out: &mut Vec<u8>, delimiter: u8, part: &Part<'_>, kept: &[u8]) {
    match part {
        Part::Kept => out.extend_from_slice(kept),
        Part::Absent => {}
        Part::Text(text) => {
            out.push(delimiter);
            out.extend_from_slice(text.as_bytes());
        }
    }
}

fn fits(part: &str, class: Class, spec: Spec) -> bool {
    let part = part.as_bytes();
    let end = match spec {
        Spec::Rfc3986 => skip::<Rfc3986>(part, 0, class),
        Spec::Rfc3987 => skip::<Rfc3987>(part, 0, class),
    };
    end == Some(part.len())
}
