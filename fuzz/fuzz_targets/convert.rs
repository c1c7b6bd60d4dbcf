//! Any IRI: its URI is one, and its own answer; what is a URI already stays.
#![no_main]
use libfuzzer_sys::fuzz_target;
use urikit_native::convert::to_uri;
use urikit_native::normalize::Outcome;
use urikit_native::parse::{Spec, pieces};

fuzz_target!(|text: &[u8]| {
    let Some(read) = pieces(text, Spec::Rfc3987) else {
        return;
    };
    let mut uri = Vec::new();
    match to_uri(&read, None, &mut uri) {
        Outcome::Same => assert!(text.is_ascii()),
        Outcome::Written => {
            assert!(!text.is_ascii());
            let found = pieces(&uri, Spec::Rfc3986).expect("a URI-reference");
            assert_eq!(found.cuts.has_scheme(), read.cuts.has_scheme());
            assert_eq!(found.cuts.has_authority(), read.cuts.has_authority());
            assert_eq!(found.path().is_empty(), read.path().is_empty());
            assert_eq!(to_uri(&found, None, &mut Vec::new()), Outcome::Same);
        }
        Outcome::Ask => panic!("without rows nobody is asked"),
    }
});
