//! Any reference at each rung up to path: the normal form is a reference, is normal, and of the rung below's too.
#![no_main]
use libfuzzer_sys::fuzz_target;
use urikit_native::normalize::{CASE, Options, Outcome, PATH, PERCENT, normalize};
use urikit_native::parse::{Spec, pieces};

fn normal(text: &[u8], height: u8, spec: Spec) -> Vec<u8> {
    let read = pieces(text, spec).expect("a reference");
    let how = Options {
        height,
        spec,
        assume_generic: false,
        nfc: false,
    };
    let mut out = Vec::new();
    match normalize(&read, how, None, &mut out) {
        Outcome::Same => text.to_vec(),
        Outcome::Written => {
            assert_ne!(out, text, "what is the same is not written");
            out
        }
        Outcome::Ask => panic!("below rung scheme nothing is asked"),
    }
}

fuzz_target!(|text: &[u8]| {
    for spec in [Spec::Rfc3986, Spec::Rfc3987] {
        if pieces(text, spec).is_none() {
            continue;
        }
        let mut before = text.to_vec();
        for height in [CASE, PERCENT, PATH] {
            let found = normal(text, height, spec);
            assert_eq!(normal(&found, height, spec), found);
            assert_eq!(normal(&before, height, spec), found, "each rung does all that is below it");
            assert!(found.len() <= text.len() + 6);
            before = found;
        }
    }
});
