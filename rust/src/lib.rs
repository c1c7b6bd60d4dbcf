//! `urikit._native`: the Rust twins of the Python functions marked `@accelerated`.
//!
//! The Python is the specification; `tests/test_twins.py` holds each twin to it.
#![deny(unsafe_code)]

pub mod answers;
pub mod array;
pub mod arrow;
pub mod arrow_in;
pub mod arrow_out;
pub mod build;
pub mod builders;
pub mod bulk;
pub mod classes;
pub mod column;
pub mod convert;
pub mod cuts;
pub mod cutter;
pub mod domain;
pub mod door;
pub mod host;
pub mod idna;
pub mod json;
pub mod judge;
pub mod kernels;
pub mod ladder;
pub mod lines;
pub mod normalize;
pub mod pairs;
pub mod parse;
pub mod parts;
pub mod path;
pub mod percent;
pub mod query;
pub mod read;
pub mod readable;
pub mod records;
pub mod relativize;
pub mod resolve;
pub mod rows;
pub mod seen;
pub mod split;
pub mod surt;
pub mod table;
pub mod tables;
pub mod text_builder;
pub mod texts;
pub mod urn;
pub mod validate;
pub mod values;
pub mod vector;
pub mod wrong;

/// The one door to Python: what is listed here can be a twin.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::bulk::{Judge, Judging, Seen, digests, pack_lines};
    #[pymodule_export]
    use crate::column::Column;
    #[pymodule_export]
    use crate::convert::{to_iri_twin, to_uri_twin};
    #[pymodule_export]
    use crate::door::stand_behind;
    #[pymodule_export]
    use crate::kernels::run;
    #[pymodule_export]
    use crate::ladder::{key_twin, normalize_twin};
    #[pymodule_export]
    use crate::parts::Parts;
    #[pymodule_export]
    use crate::path::remove_dot_segments_twin;
    #[pymodule_export]
    use crate::percent::{decode_twin, encode_twin};
    #[pymodule_export]
    use crate::query::decoded_pairs_twin;
    #[pymodule_export]
    use crate::read::{pieces, read};
    #[pymodule_export]
    use crate::relativize::relativize_twin;
    #[pymodule_export]
    use crate::resolve::resolve_twin;
    #[pymodule_export]
    use crate::split::split_twin;
    #[pymodule_export]
    use crate::tables::{Json, Records, json_fields};
    #[pymodule_export]
    use crate::urn::urn_key_twin;
    #[pymodule_export]
    use crate::validate::{
        is_absolute_iri, is_absolute_uri, is_irelative_ref, is_iri, is_iri_reference,
        is_relative_ref, is_uri, is_uri_reference,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("KERNELS", crate::kernels::names(module.py())?)
    }
}
