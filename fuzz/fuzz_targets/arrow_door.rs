//! Buffers of any content, as another library may give them: what `check` lets in can be read row by row.
#![no_main]
use libfuzzer_sys::fuzz_target;
use urikit_native::array::{Array, Type};
use urikit_native::arrow::Buffer;
use urikit_native::text_builder::TextBuilder;
use urikit_native::texts::Texts;

fuzz_target!(|data: (u8, u8, u8, Vec<u8>, Vec<u8>, Option<Vec<u8>>)| {
    let (layout, len, offset, cells, octets, validity) = data;
    let (len, offset) = (usize::from(len), usize::from(offset));
    let (kind, width, more) = match layout % 3 {
        0 => (Type::Utf8, 4, 1),
        1 => (Type::LargeUtf8, 8, 1),
        _ => (Type::Utf8View, 16, 0),
    };
    // how long the buffers are is the producer's promise; what is in them is not
    if cells.len() < (offset + len + more) * width {
        return;
    }
    // a buffer of texts is as long as its last offset says: that is how the door measures it
    let mut octets = octets;
    let last = &cells[(offset + len) * width..];
    let end = match width {
        4 => i64::from(i32::from_ne_bytes(last[..4].try_into().expect("four"))),
        8 => i64::from_ne_bytes(last[..8].try_into().expect("eight")),
        _ => 0,
    };
    if width < 16 {
        match usize::try_from(end) {
            Ok(end) if end < 1 << 16 => octets.resize(end, b'x'),
            _ => return,
        }
    }
    let validity = validity.filter(|bits| bits.len() * 8 >= offset + len).map(Buffer::of);
    let array = Array {
        kind: kind.clone(),
        len,
        offset,
        validity,
        buffers: vec![Buffer::of(cells), Buffer::of(octets)],
        children: Vec::new(),
        words: None,
    };
    if array.check().is_err() {
        return;
    }
    let texts = Texts::of(&array).expect("a chunk of text");
    let mut builder = TextBuilder::new(&kind);
    let read: Vec<Option<&[u8]>> = (0..len).map(|row| texts.get(row)).collect();
    for text in &read {
        builder.push(*text);
    }
    let written = builder.finish();
    let again = Texts::of(&written).expect("what was built is text");
    assert!((0..len).all(|row| again.get(row) == read[row]));
    if len > 1 {
        let part = array.slice(1, len - 1);
        let part = Texts::of(&part).expect("a slice of text is text");
        assert!((1..len).all(|row| part.get(row - 1) == read[row]));
    }
});
