//! How are the normal form and the key of one text asked for?
//!
//! The twins of `normalize` and `key`, over `normalize.rs`.
#![forbid(unsafe_code)]

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::cuts::Pieces;
use crate::door::{self, Given};
use crate::normalize::{CASE, Options, Outcome, PATH, PERCENT, SCHEME, SIMPLE, key, normalize};
use crate::parse::pieces;
use crate::resolve::resolve;
use crate::rows::{Rows, are_ours, rows};

#[doc = include_str!("docs/normalize.txt")]
#[pyfunction(name = "normalize")]
#[pyo3(signature = (
    text, rung=Given::ABSENT, *, base=Given::ABSENT, schemes=Given::ABSENT, aliases=Given::ABSENT,
    assume_generic=Given::ABSENT, spec=Given::ABSENT, nfc=Given::ABSENT
))]
#[expect(clippy::too_many_arguments, reason = "they are those of the Python")]
pub fn normalize_twin<'py>(
    text: &Bound<'py, PyAny>,
    rung: Given<'_, 'py>,
    base: Given<'_, 'py>,
    schemes: Given<'_, 'py>,
    aliases: Given<'_, 'py>,
    assume_generic: Given<'_, 'py>,
    spec: Given<'_, 'py>,
    nfc: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let asked = Asked {
        rung,
        base,
        schemes,
        aliases,
        assume_generic,
        spec,
        nfc,
    };
    if let Some(normal) = asked.answer(text, |read, how, rows, out| {
        let composes = how.nfc && !read.text.is_ascii();
        if composes {
            Outcome::Ask
        } else {
            normalize(&read, how, rows, out)
        }
    }) {
        return Ok(normal);
    }
    door::ask(text.py(), "normalize", (text,), &asked.named())
}

#[doc = include_str!("docs/key.txt")]
#[pyfunction(name = "key")]
#[pyo3(signature = (
    text, rung=Given::ABSENT, *, base=Given::ABSENT, fragment=Given::ABSENT, schemes=Given::ABSENT,
    aliases=Given::ABSENT, assume_generic=Given::ABSENT, spec=Given::ABSENT, nfc=Given::ABSENT
))]
#[expect(clippy::too_many_arguments, reason = "they are those of the Python")]
pub fn key_twin<'py>(
    text: &Bound<'py, PyAny>,
    rung: Given<'_, 'py>,
    base: Given<'_, 'py>,
    fragment: Given<'_, 'py>,
    schemes: Given<'_, 'py>,
    aliases: Given<'_, 'py>,
    assume_generic: Given<'_, 'py>,
    spec: Given<'_, 'py>,
    nfc: Given<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let asked = Asked {
        rung,
        base,
        schemes,
        aliases,
        assume_generic,
        spec,
        nfc,
    };
    let ignored = !fragment.is("compare");
    if (!ignored || fragment.is("ignore"))
        && let Some(key) = asked.answer(text, |read, how, rows, out| {
            key(&read, how, rows, ignored, &mut Vec::new(), out)
        })
    {
        return Ok(key);
    }
    let mut named = asked.named().to_vec();
    named.push(("fragment", fragment.value()));
    door::ask(text.py(), "key", (text,), &named)
}

/// The arguments that the two have in common.
struct Asked<'a, 'py> {
    rung: Given<'a, 'py>,
    base: Given<'a, 'py>,
    schemes: Given<'a, 'py>,
    aliases: Given<'a, 'py>,
    assume_generic: Given<'a, 'py>,
    spec: Given<'a, 'py>,
    nfc: Given<'a, 'py>,
}

impl<'py> Asked<'_, 'py> {
    fn named(&self) -> [(&str, Option<&Bound<'py, PyAny>>); 7] {
        [
            ("rung", self.rung.value()),
            ("base", self.base.value()),
            ("schemes", self.schemes.value()),
            ("aliases", self.aliases.value()),
            ("assume_generic", self.assume_generic.value()),
            ("spec", self.spec.value()),
            ("nfc", self.nfc.value()),
        ]
    }

    /// What *form* makes of the text, seen from the base where there is one; `None` where Python is to answer.
    #[inline]
    fn answer(
        &self,
        text: &Bound<'py, PyAny>,
        form: impl FnOnce(Pieces, Options, Option<&Rows>, &mut Vec<u8>) -> Outcome,
    ) -> Option<Bound<'py, PyAny>> {
        let py = text.py();
        if self.aliases.some().is_some() {
            return None;
        }
        let how = Options {
            height: height(self.rung)?,
            spec: door::spec(self.spec.value())?,
            assume_generic: self.assume_generic.flag(false)?,
            nfc: self.nfc.flag(false)?,
        };
        are_ours(py, self.schemes)?;
        let rows = match how.height {
            SCHEME => Some(rows(py).ok()?),
            _ => None,
        };
        let read = pieces(door::text(text)?.as_bytes(), how.spec)?;
        let Some(base) = self.base.some() else {
            return door::said(text, |out| form(read, how, rows, out));
        };
        let base = pieces(door::text(base)?.as_bytes(), how.spec)?;
        if !base.cuts.has_scheme() {
            return None;
        }
        let mut target = Vec::new();
        resolve(&base, &read, true, &mut target);
        let read = pieces(&target, how.spec)?;
        door::said(PyString::from_bytes(py, &target).ok()?.as_any(), |out| {
            form(read, how, rows, out)
        })
    }
}

/// How high a rung is, where it is given or not.
#[inline]
fn height(rung: Given<'_, '_>) -> Option<u8> {
    match rung.value() {
        None => Some(PATH),
        Some(rung) => height_of(door::text(rung)?),
    }
}

/// How high the rung of that name is, that of rung protocol without aliases; `None` where there is none.
#[inline]
pub fn height_of(rung: &str) -> Option<u8> {
    match rung {
        "simple" => Some(SIMPLE),
        "case" => Some(CASE),
        "percent" => Some(PERCENT),
        "path" | "syntax" => Some(PATH),
        "scheme" | "protocol" => Some(SCHEME),
        _ => None,
    }
}
