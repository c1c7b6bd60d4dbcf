//! Where is each row of a column cut?
#![forbid(unsafe_code)]

use crate::cuts::Pieces;
use crate::parse::{Spec, pieces};
use crate::texts::Texts;

/// One row: null, a text that is no reference, or a text and where it is cut.
#[derive(Clone, Copy)]
pub enum Row<'a> {
    Null,
    Unfit,
    Cut(Pieces<'a>),
}

/// Calls *found* with each row in order.
pub fn each<'a>(texts: &Texts<'a>, spec: Spec, mut found: impl FnMut(Row<'a>)) {
    for row in 0..texts.len() {
        found(match texts.get(row) {
            None => Row::Null,
            Some(text) => pieces(text, spec).map_or(Row::Unfit, Row::Cut),
        });
    }
}
