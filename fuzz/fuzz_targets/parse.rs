//! Any octets: no panic, the pieces are the text, and both grammars agree where both apply.
#![no_main]
use libfuzzer_sys::fuzz_target;
use urikit_native::parse::{Spec, pieces};

fuzz_target!(|text: &[u8]| {
    let uri = pieces(text, Spec::Rfc3986);
    let iri = pieces(text, Spec::Rfc3987);
    for read in [uri, iri].into_iter().flatten() {
        let seven = [
            read.scheme(),
            read.user(),
            read.host(),
            read.port(),
            read.path(),
            read.query(),
            read.fragment(),
        ];
        assert_eq!(seven.concat(), text);
    }
    assert!(uri.is_none() || text.is_ascii());
    if text.is_ascii() {
        assert_eq!(uri.map(|read| read.cuts), iri.map(|read| read.cuts));
    }
    assert!(iri.is_none() || std::str::from_utf8(text).is_ok());
});
