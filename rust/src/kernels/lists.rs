//! Which pairs and which segments does each row hold?
//!
//! Their texts are utf8 whatever the layout of the column, as the list of kernels says and Python has them.
//! Source: RFC 3986 §3.3, §3.4.
#![forbid(unsafe_code)]

use pyo3::prelude::*;

use super::blocks::each;
use super::queries::plus;
use super::{Answer, Loop, Made, Options, Part};
use crate::array::Type;
use crate::builders::{Ends, Validity, list, record};
use crate::parse::Spec;
use crate::query::each_pair;
use crate::text_builder::TextBuilder;

/// The decoded pairs of each row's query; null where the row is no reference or a pair no UTF-8.
pub struct QueryPairs {
    spec: Spec,
    plus: bool,
}

pub fn query_pairs(options: &Options<'_, '_>) -> PyResult<Made> {
    let plus = plus(options)?;
    let found = options.spec()?.map(|spec| QueryPairs { spec, plus });
    Ok(found.map(|found| Box::new(found) as Box<dyn Loop>))
}

impl Loop for QueryPairs {
    fn run(&self, part: &Part) -> Answer {
        let new = || TextBuilder::new(&Type::Utf8);
        let (mut keys, mut values, mut pairs) = (new(), new(), Validity::default());
        let (mut ends, mut rows) = (Ends::new(false), Validity::default());
        let mut buffers = [Vec::new(), Vec::new()];
        each(&part.texts(), self.spec, |_, _, read| {
            let query = read.map(|read| read.query().get(1..).unwrap_or_default());
            // looked at first where it may be refused: what is pushed stays
            let query = query.filter(|query| {
                !query.contains(&b'%')
                    || each_pair(query, self.plus, &mut buffers, |_, _| ()).is_some()
            });
            if let Some(query) = query {
                each_pair(query, self.plus, &mut buffers, |key, value| {
                    keys.push(Some(key));
                    values.push(value);
                    pairs.push(true);
                });
            }
            ends.push(pairs.len());
            rows.push(query.is_some());
        });
        let pairs = record(
            &["key", "value"],
            vec![keys.finish(), values.finish()],
            pairs,
        );
        Answer::all(list(ends, pairs, rows))
    }
}

/// The segments of each row's path.
pub struct Segments(pub Spec);

impl Loop for Segments {
    fn run(&self, part: &Part) -> Answer {
        let mut segments = TextBuilder::new(&Type::Utf8);
        let (mut ends, mut rows, mut count) = (Ends::new(false), Validity::default(), 0);
        each(&part.texts(), self.0, |_, _, read| {
            let path = read.map(|read| read.path()).filter(|path| !path.is_empty());
            if let Some(path) = path {
                let path = path.strip_prefix(b"/").unwrap_or(path); // which opens the first
                for segment in path.split(|&byte| byte == b'/') {
                    segments.push(Some(segment));
                    count += 1;
                }
            }
            ends.push(count);
            rows.push(read.is_some());
        });
        Answer::all(list(ends, segments.finish(), rows))
    }
}
