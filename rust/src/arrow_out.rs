//! How do chunks go out to another library?
//!
//! Each struct holds what its pointers point to in a box behind `private_data`, buffers by their owners; `release`, which
//! the consumer may call on any thread, drops the box.  Nothing here calls Python, and nothing panics.
#![allow(unsafe_code)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)] // the length of a Vec is below 2^63

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::null;
use std::sync::Arc;
use std::vec::IntoIter;

use crate::array::{Array, Type};
use crate::arrow::{ArrowArray, ArrowArrayStream, ArrowSchema, Buffer};

const NULLABLE: i64 = 2;

/// Children as the protocol wants them: pointers to structs of their own, which a consumer may move out.
struct Children<T>(Vec<*mut T>);

impl<T> Children<T> {
    fn new(children: impl Iterator<Item = T>) -> Self {
        Self(
            children
                .map(|child| Box::into_raw(Box::new(child)))
                .collect(),
        )
    }
}

impl<T> Drop for Children<T> {
    fn drop(&mut self) {
        for child in &self.0 {
            // SAFETY: the pointer is that of a box, freed here only; a struct that was moved out is marked as released.
            drop(unsafe { Box::from_raw(*child) });
        }
    }
}

struct SchemaParts {
    name: CString,
    children: Children<ArrowSchema>,
    dictionary: Children<ArrowSchema>,
}

struct ArrayParts {
    buffers: Vec<*const c_void>,
    children: Children<ArrowArray>,
    dictionary: Children<ArrowArray>,
    _owners: Vec<Buffer>,
}

struct StreamParts {
    kind: Type,
    chunks: IntoIter<Arc<Array>>,
}

/// The C struct of a type.
pub fn schema(kind: &Type, name: &str) -> ArrowSchema {
    let (children, dictionary) = match kind {
        Type::Dictionary(_, words) => (vec![], vec![schema(words, "")]),
        Type::List(item) | Type::LargeList(item) => (vec![schema(item, "item")], vec![]),
        Type::Struct(fields) => (
            fields.iter().map(|f| schema(&f.kind, &f.name)).collect(),
            vec![],
        ),
        _ => (vec![], vec![]),
    };
    let mut parts = Box::new(SchemaParts {
        name: CString::new(name).unwrap_or_default(), // a name with NUL is refused where it comes in
        children: Children::new(children.into_iter()),
        dictionary: Children::new(dictionary.into_iter()),
    });
    ArrowSchema {
        format: format(kind),
        name: parts.name.as_ptr(),
        metadata: null(),
        flags: NULLABLE,
        n_children: parts.children.0.len() as i64,
        children: parts.children.0.as_mut_ptr(),
        dictionary: first(&parts.dictionary),
        release: Some(release_schema),
        private_data: Box::into_raw(parts).cast(),
    }
}

fn first<T>(children: &Children<T>) -> *mut T {
    children.0.first().copied().unwrap_or(std::ptr::null_mut())
}

fn format(kind: &Type) -> *const c_char {
    let text = match kind {
        Type::Null => c"n",
        Type::Bool => c"b",
        Type::Int64 => c"l",
        Type::Binary16 => c"w:16",
        Type::Utf8 => c"u",
        Type::LargeUtf8 => c"U",
        Type::Utf8View => c"vu",
        Type::List(_) => c"+l",
        Type::LargeList(_) => c"+L",
        Type::Struct(_) => c"+s",
        Type::Dictionary(key, _) => match (key.octets, key.signed) {
            (1, true) => c"c",
            (1, false) => c"C",
            (2, true) => c"s",
            (2, false) => c"S",
            (4, true) => c"i",
            (4, false) => c"I",
            (_, true) => c"l",
            (_, false) => c"L",
        },
    };
    text.as_ptr()
}

/// The C struct of a chunk, which shares its buffers.
pub fn array(array: &Array) -> ArrowArray {
    let mut owners = array.buffers.clone();
    if array.kind == Type::Utf8View {
        let sizes = owners[1..]
            .iter()
            .map(|buffer| buffer.octets().len() as i64)
            .collect();
        owners.push(Buffer::of::<i64>(sizes));
    }
    let bitmap = array.validity.as_ref();
    let bitmap = bitmap.map_or(null(), |bitmap| bitmap.octets().as_ptr().cast());
    let buffers = owners.iter().map(|buffer| buffer.octets().as_ptr().cast());
    let buffers = match array.kind {
        Type::Null => vec![],
        _ => std::iter::once(bitmap).chain(buffers).collect(),
    };
    owners.extend(array.validity.clone());
    let mut parts = Box::new(ArrayParts {
        buffers,
        children: Children::new(array.children.iter().map(self::array)),
        dictionary: Children::new(array.words.iter().map(|words| self::array(words))),
        _owners: owners,
    });
    ArrowArray {
        length: array.len as i64,
        null_count: array.nulls() as i64,
        offset: array.offset as i64,
        n_buffers: parts.buffers.len() as i64,
        n_children: parts.children.0.len() as i64,
        buffers: parts.buffers.as_mut_ptr(),
        children: parts.children.0.as_mut_ptr(),
        dictionary: first(&parts.dictionary),
        release: Some(release_array),
        private_data: Box::into_raw(parts).cast(),
    }
}

/// The C struct of a stream of chunks.
pub fn stream(kind: Type, chunks: Vec<Arc<Array>>) -> ArrowArrayStream {
    let chunks = chunks.into_iter();
    ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(Box::new(StreamParts { kind, chunks })).cast(),
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the consumer gives an unreleased struct of ours, and private_data is the box that `schema` made.
    unsafe {
        drop(Box::from_raw((*schema).private_data.cast::<SchemaParts>()));
        (*schema).release = None;
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the consumer gives an unreleased struct of ours, and private_data is the box that `array` made.
    unsafe {
        drop(Box::from_raw((*array).private_data.cast::<ArrayParts>()));
        (*array).release = None;
    }
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: the consumer gives an unreleased struct of ours, and private_data is the box that `stream` made.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<StreamParts>()));
        (*stream).release = None;
    }
}

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: the consumer gives an unreleased stream of ours, and memory for a schema, which holds none yet.
    unsafe {
        let parts = &*(*stream).private_data.cast::<StreamParts>();
        out.write(schema(&parts.kind, ""));
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: the consumer gives an unreleased stream of ours, one thread at a time, and memory for an array.
    unsafe {
        let parts = &mut *(*stream).private_data.cast::<StreamParts>();
        let chunk = parts.chunks.next();
        out.write(chunk.map_or(ArrowArray::empty(), |chunk| array(&chunk)));
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
    null() // the others never fail
}
