//! `urikit._native`: the Rust twins of the Python functions marked `@accelerated`.
//!
//! The Python is the specification; `tests/test_twins.py` holds each twin to it.
#![deny(unsafe_code)]

mod array;
mod arrow;
mod arrow_in;
mod arrow_out;
mod build;
mod builders;
mod bulk;
mod column;
mod convert;
mod cuts;
mod domain;
mod door;
mod host;
mod judge;
mod kernels;
mod ladder;
mod lines;
mod normalize;
mod parse;
mod parts;
mod path;
mod percent;
mod read;
mod readable;
mod relativize;
mod resolve;
mod rows;
mod seen;
mod split;
mod table;
mod text_builder;
mod texts;
mod urn;
mod validate;
mod values;
mod vector;

/// The one door to Python: what is listed here can be a twin.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::build::replaced;
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
    use crate::read::{pieces, read};
    #[pymodule_export]
    use crate::relativize::relativize_twin;
    #[pymodule_export]
    use crate::resolve::resolve_twin;
    #[pymodule_export]
    use crate::split::split_twin;
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
