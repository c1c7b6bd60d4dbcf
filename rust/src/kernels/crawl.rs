//! What do the columns of Common Crawl's index say of each row?
//!
//! Where the host needs IDNA, or the SURT Python, the row is Python's.  Texts are utf8 whatever the layout of the column,
//! as the list of kernels says and Python has them.
//! Source: github.com/commoncrawl/cc-index-table, "flat" schema.
#![forbid(unsafe_code)]

use pyo3::prelude::*;

use super::blocks::{State, blocks};
use super::domains::{Name, Rules, name, registrable, write_reversed};
use super::records::port_number;
use super::{Answer, Loop, Made, Options, Part};
use crate::array::{Array, Type};
use crate::builders::{Integers, Validity, record};
use crate::cuts::Pieces;
use crate::normalize::Outcome;
use crate::parse::Spec;
use crate::surt::{Strip, ia};
use crate::text_builder::TextBuilder;

const NAMES: [&str; 17] = [
    "url_surtkey",
    "url",
    "url_host_name",
    "url_host_tld",
    "url_host_2nd_last_part",
    "url_host_3rd_last_part",
    "url_host_4th_last_part",
    "url_host_5th_last_part",
    "url_host_registry_suffix",
    "url_host_registered_domain",
    "url_host_private_suffix",
    "url_host_private_domain",
    "url_host_name_reversed",
    "url_protocol",
    "url_port",
    "url_path",
    "url_query",
];

pub struct Crawl {
    spec: Spec,
    rules: &'static Rules,
}

pub fn parse_commoncrawl(options: &Options<'_, '_>) -> PyResult<Made> {
    let rules = Rules::ours(options.py())?;
    let found = options.spec()?.map(|spec| Crawl { spec, rules });
    Ok(found.map(|found| Box::new(found) as Box<dyn Loop>))
}

impl Loop for Crawl {
    fn run(&self, part: &Part) -> Answer {
        let mut fields = Fields::new();
        let mut left = Vec::new();
        blocks(&part.texts(), self.spec, |block| {
            for (row, read) in block.rows.iter().enumerate() {
                let is_uri = read.state == State::Cut && read.cuts.has_scheme();
                if !is_uri {
                    fields.push_null();
                    continue;
                }
                let pieces = block.pieces(read);
                if fields.push(&pieces, self.rules).is_none() {
                    fields.push_null();
                    left.push(block.first + row);
                    continue;
                }
                fields.ports.push(port_number(read, block.bytes()));
            }
        });
        Answer::new(fields.finish(), left)
    }
}

/// The columns so far.
struct Fields {
    surts: TextBuilder,
    /// From the address to the port.
    front: [TextBuilder; 13],
    ports: Integers,
    /// Path and query.
    back: [TextBuilder; 2],
    validity: Validity,
    small: Vec<u8>,
    spare: Vec<u8>,
}

impl Fields {
    fn new() -> Self {
        let new = || TextBuilder::new(&Type::Utf8);
        Self {
            surts: new(),
            front: std::array::from_fn(|_| new()),
            ports: Integers::default(),
            back: [new(), new()],
            validity: Validity::default(),
            small: Vec::new(),
            spare: Vec::new(),
        }
    }

    fn push_null(&mut self) {
        self.surts.end_null();
        self.front.iter_mut().for_each(TextBuilder::end_null);
        self.ports.push(None);
        self.back.iter_mut().for_each(TextBuilder::end_null);
        self.validity.push(false);
    }

    /// One row more but for its port; `None` where Python has to look, and nothing is pushed then.
    fn push(&mut self, read: &Pieces<'_>, rules: &Rules) -> Option<()> {
        let name = match name(read, &mut self.small) {
            Name::Known(name) => Some(name),
            Name::None => None,
            Name::Ask => return None,
        };
        match ia(
            read,
            Strip::WwwAndDigits,
            &mut self.spare,
            self.surts.octets(),
        ) {
            Outcome::Ask => return None,
            Outcome::Same => self.surts.push(Some(read.text)),
            Outcome::Written => self.surts.end(),
        }
        let [
            url,
            host,
            labels @ ..,
            registry,
            registered,
            private,
            owned,
            reversed,
            protocol,
        ] = &mut self.front;
        url.push(Some(read.text));
        if name.is_none() && read.cuts.has_authority() {
            host.octets()
                .extend(read.host().iter().map(u8::to_ascii_lowercase));
            host.end();
        } else {
            host.push(name);
        }
        let mut parts = name
            .into_iter()
            .flat_map(|name| name.rsplit(|&byte| byte == b'.'));
        for label in labels {
            label.push(parts.next());
        }
        for (suffix, domain, of_owners) in [(registry, registered, false), (private, owned, true)] {
            let place = name.and_then(|name| Some((name, rules.suffix(name, of_owners, true)?)));
            suffix.push(place.map(|(name, at)| &name[at..]));
            domain.push(place.and_then(|(name, at)| Some(&name[registrable(name, at)?..])));
        }
        match name {
            Some(name) => {
                write_reversed(name, reversed.octets());
                reversed.end();
            }
            None => reversed.end_null(),
        }
        let scheme = &read.scheme()[..read.scheme().len() - 1];
        protocol
            .octets()
            .extend(scheme.iter().map(u8::to_ascii_lowercase));
        protocol.end();
        let [path, query] = &mut self.back;
        path.push(Some(read.path()));
        query.push(read.query().get(1..));
        self.validity.push(true);
        Some(())
    }

    fn finish(self) -> Array {
        let mut fields = vec![self.surts.finish()];
        fields.extend(self.front.into_iter().map(TextBuilder::finish));
        fields.push(self.ports.finish());
        fields.extend(self.back.into_iter().map(TextBuilder::finish));
        record(&NAMES, fields, self.validity)
    }
}
