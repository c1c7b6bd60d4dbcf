//! A base and a target: the reference leads from the one to the other, and is no longer than the target.
#![no_main]
use libfuzzer_sys::fuzz_target;
use urikit_native::parse::{Spec, pieces};
use urikit_native::relativize::relativize;
use urikit_native::resolve::resolve;

fuzz_target!(|pair: (&[u8], &[u8])| {
    for spec in [Spec::Rfc3986, Spec::Rfc3987] {
        let (Some(base), Some(target)) = (pieces(pair.0, spec), pieces(pair.1, spec)) else {
            continue;
        };
        if !base.cuts.has_scheme() || !target.cuts.has_scheme() {
            continue;
        }
        let mut reference = Vec::new();
        relativize(&base, &target, &mut reference).expect("short enough");
        assert!(reference.len() <= target.text.len());
        let read = pieces(&reference, spec).expect("a reference");
        let mut found = Vec::new();
        resolve(&base, &read, true, &mut found);
        // a target with dot segments that no reference leads to is given whole
        assert!(found == target.text || reference == target.text);
    }
});
