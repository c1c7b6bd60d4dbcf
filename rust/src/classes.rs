//! What does a class of values take?
//!
//! A class says so by its `_rule` and `_spec`; here is what was asked so far.
#![forbid(unsafe_code)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::cuts::Pieces;
use crate::parse::Spec;

/// What a class of values takes: its standard, and whether there must be a scheme, and may be a fragment; and whether it
/// is one of its family's two, so that values made from its own are of these.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    pub spec: Spec,
    pub scheme: bool,
    fragment: bool,
    pub family: bool,
}

impl Rule {
    fn pack(self) -> u8 {
        u8::from(self.spec == Spec::Rfc3987)
            | u8::from(self.scheme) << 1
            | u8::from(self.fragment) << 2
            | u8::from(self.family) << 3
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
            family: packed & 8 != 0,
        }
    }

    #[inline]
    pub fn allows(self, read: Pieces<'_>) -> bool {
        (read.cuts.has_scheme() || !self.scheme)
            && (self.fragment || !read.cuts.has_fragment(read.text.len()))
    }
}

/// Classes asked about so far, by address; one in this list is never freed, so an address stays its own.
static CLASSES: [(AtomicUsize, AtomicU8); 16] =
    [const { (AtomicUsize::new(0), AtomicU8::new(0)) }; 16];

/// What *class* takes: its `_rule` and `_spec`, which no class changes once it is made.
#[inline]
pub fn rule(class: &Bound<'_, PyType>) -> PyResult<Rule> {
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

/// The classes of a class's family: of any reference, and of one with a scheme.
pub fn family<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyTuple>> {
    let family = class.getattr(intern!(class.py(), "family"))?;
    Ok(family.cast_into::<PyTuple>()?)
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
        family: family(class).is_ok_and(|own| own.iter_borrowed().any(|own| own.is(class))),
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
