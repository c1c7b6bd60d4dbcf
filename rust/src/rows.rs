//! What does a scheme say that a normaliser needs?
//!
//! The rows are handed in from Python once, by `schemes/compact.py`; no scheme is known here by name.
//! Source: RFC 3986 §6.2.3.
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::door::Given;

/// Which letters of a path or a query have no case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    None,
    All,
    /// Before the first ":".
    Namespace,
}

/// What one scheme says.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are answers to different questions"
)]
#[derive(Debug)]
pub struct Row {
    /// The port that goes without saying, in decimal.
    pub port: Option<Box<[u8]>>,
    /// The host that an empty one stands for.
    pub default_host: Option<Box<[u8]>>,
    pub absent_authority_is_empty: bool,
    /// Whether an empty path after an authority is written "/".
    pub fills_path: bool,
    /// Whether its hosts are domain names.
    pub dns: bool,
    /// Whether the row says if there is an authority.
    pub says_authority: bool,
    pub fold_path: Fold,
    pub fold_query: bool,
    /// Whether only Python can tell: there is a module, or a fold that is not known here.
    pub python: bool,
}

/// The rows by name.
pub struct Rows {
    by_name: HashMap<Box<[u8]>, Row, BuildHasherDefault<Fnv>>,
    longest: usize,
}

impl Rows {
    /// The row of a scheme's piece, with its ":", in any case; `None` where there is none, or it tells nothing.
    #[inline]
    pub fn of(&self, scheme: &[u8]) -> Option<&Row> {
        let mut small = [0; 64];
        let (_, name) = scheme.split_last()?;
        if name.len() > self.longest {
            return None;
        }
        let small = &mut small[..name.len()];
        small.copy_from_slice(name);
        small.make_ascii_lowercase();
        self.by_name.get(&*small)
    }
}

type Compact = (
    Option<u32>,
    Option<String>,
    Vec<String>,
    (bool, bool, bool, bool, bool),
);

/// Whether `SCHEMES` is meant: a caller gave no other registry.
pub fn are_ours(py: Python<'_>, schemes: Given<'_, '_>) -> Option<()> {
    static SCHEMES: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    if let Some(given) = schemes.some() {
        let ours = SCHEMES.get_or_try_init(py, || -> PyResult<Py<PyAny>> {
            Ok(py
                .import("urikit.schemes.registry")?
                .getattr("SCHEMES")?
                .unbind())
        });
        if !given.is(ours.ok()?) {
            return None;
        }
    }
    Some(())
}

/// The rows of `SCHEMES`, read at the first look-up.
#[inline]
pub fn rows(py: Python<'_>) -> PyResult<&'static Rows> {
    static ROWS: PyOnceLock<Rows> = PyOnceLock::new();
    ROWS.get_or_try_init(py, || {
        let told: Vec<(String, Compact)> = py
            .import("urikit.schemes.compact")?
            .call_method0("compact_rows")?
            .extract()?;
        Ok(read(told))
    })
}

fn read(told: Vec<(String, Compact)>) -> Rows {
    // a longer name, if ever there is one, is left to Python with all others
    let longest = told.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    assert!(longest <= 64, "a scheme's name is longer than any was");
    let by_name = told
        .into_iter()
        .map(|(name, row)| (name.into_bytes().into_boxed_slice(), one(row)))
        .collect();
    Rows { by_name, longest }
}

fn one((port, default_host, folds, flags): Compact) -> Row {
    let (absent_authority_is_empty, fills_path, dns, says_authority, has_module) = flags;
    let mut row = Row {
        port: port.map(|port| port.to_string().into_bytes().into_boxed_slice()),
        default_host: default_host.map(|host| host.into_bytes().into_boxed_slice()),
        absent_authority_is_empty,
        fills_path,
        dns,
        says_authority,
        fold_path: Fold::None,
        fold_query: false,
        python: has_module,
    };
    for fold in folds {
        match &*fold {
            "path" => row.fold_path = Fold::All,
            "namespace" => row.fold_path = Fold::Namespace,
            "query" => row.fold_query = true,
            _ => row.python = true,
        }
    }
    row
}

/// Fowler–Noll–Vo 1a: for names of a few bytes, from a table that no one else fills.
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for Fnv {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
