//! A base and a reference: the target is a URI without dot segments that resolves to itself.
#![no_main]
use libfuzzer_sys::fuzz_target;
use urikit_native::parse::{Spec, pieces};
use urikit_native::resolve::resolve;

fuzz_target!(|pair: (&[u8], &[u8], bool)| {
    let (base, reference, strict) = pair;
    for spec in [Spec::Rfc3986, Spec::Rfc3987] {
        let (Some(base), Some(reference)) = (pieces(base, spec), pieces(reference, spec)) else {
            continue;
        };
        if !base.cuts.has_scheme() {
            continue;
        }
        let mut target = b"kept".to_vec();
        resolve(&base, &reference, strict, &mut target);
        let target = target.strip_prefix(b"kept").expect("what stood before stays");
        let read = pieces(target, spec).expect("a target is a reference");
        assert!(read.cuts.has_scheme());
        assert_eq!(read.fragment(), reference.fragment());

        // it resolves to itself, unless it is the base's own path with its dots
        let mut again = Vec::new();
        resolve(&base, &read, true, &mut again);
        let mut twice = Vec::new();
        let read = pieces(&again, spec).expect("a target is a reference");
        resolve(&base, &read, true, &mut twice);
        assert_eq!(again, twice);
    }
});
