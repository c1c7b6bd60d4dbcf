//! How do Arrow arrays come in from other libraries, and go out to them, without a copy?
//!
//! The three structs of the C Data and C Stream Interface are written by hand: their layout is frozen, it adds
//! a second to the build and a few dozen kilobytes, and no crate is bound to; `arrow-array` with `ffi` adds a minute and
//! more than a megabyte, and breaks twice a year.
//! What a producer says of sizes and pointers is believed, as the protocol wants; lengths, offsets and places are checked.
//! Source: <https://arrow.apache.org/docs/format/CDataInterface.html>, `CStreamInterface.html`.
#![allow(unsafe_code)]

use std::any::Any;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::array::Refusal;

/// Octets that stay where they are as long as their owner lives.
#[derive(Clone)]
pub struct Buffer {
    start: *const u8,
    len: usize,
    _owner: Arc<dyn Any + Send + Sync>,
}

// SAFETY: the octets are never written while a Buffer is there, and the owner may be dropped on any thread.
unsafe impl Send for Buffer {}
// SAFETY: as above; a shared Buffer is only read.
unsafe impl Sync for Buffer {}

/// Numbers without padding, of which every pattern of bits is one.
pub trait Plain: Send + Sync + 'static {}
impl Plain for u8 {}
impl Plain for i32 {}
impl Plain for u64 {}
impl Plain for i64 {}
impl Plain for u128 {}

/// Octets of a huge page on most machines that have such.
const HUGE: usize = 1 << 21;

/// Zeros, as many as *len* says.
pub fn zeros(len: usize) -> Vec<u8> {
    let octets = vec![0; len];
    ask_for_huge_pages(octets.as_ptr(), len);
    octets
}

/// An empty Vec with room for *len* values.
pub fn room<T>(len: usize) -> Vec<T> {
    let values = Vec::with_capacity(len);
    ask_for_huge_pages(values.as_ptr(), values.capacity() * size_of::<T>());
    values
}

/// Asks that memory not touched yet comes in huge pages: page by page, the system takes as long as the loops that write.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables))]
fn ask_for_huge_pages<T>(start: *const T, len: usize) {
    #[cfg(target_os = "linux")]
    if len >= 2 * HUGE {
        const MADV_HUGEPAGE: c_int = 14;
        unsafe extern "C" {
            fn madvise(start: *mut c_void, len: usize, advice: c_int) -> c_int;
        }
        let skipped = start.addr().next_multiple_of(HUGE) - start.addr();
        let whole = (len - skipped) / HUGE * HUGE;
        // SAFETY: the pages lie within an allocation, and the advice changes nothing that can be read; a refusal neither.
        unsafe {
            madvise(
                start.cast::<u8>().add(skipped).cast_mut().cast(),
                whole,
                MADV_HUGEPAGE,
            )
        };
    }
}

impl Buffer {
    /// The octets of *values*, which are given away.
    pub fn of<T: Plain>(values: Vec<T>) -> Self {
        let (start, len) = (values.as_ptr().cast(), size_of_val(values.as_slice()));
        // the octets of a Vec stay where they are when the Vec itself moves into the Arc
        Self {
            start,
            len,
            _owner: Arc::new(values),
        }
    }

    /// All octets.
    #[inline]
    pub fn octets(&self) -> &[u8] {
        // SAFETY: whoever made the Buffer gave a start that is not null, and *len* octets that live as long as the owner.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }

    /// The octets in cells of N, wherever they stand: nobody promises that a buffer is aligned.
    #[inline]
    pub fn cells<const N: usize>(&self) -> &[[u8; N]] {
        // SAFETY: an array of u8 has the alignment of u8, and whole cells only are counted.
        unsafe { std::slice::from_raw_parts(self.start.cast(), self.len / N) }
    }

    /// Some of the octets.
    pub fn part(&self, start: usize, len: usize) -> Self {
        Self {
            start: self.octets()[start..start + len].as_ptr(),
            len,
            ..self.clone()
        }
    }
}

#[repr(C)]
pub struct ArrowSchema {
    pub format: *const c_char,
    pub name: *const c_char,
    pub metadata: *const c_char,
    pub flags: i64,
    pub n_children: i64,
    pub children: *mut *mut ArrowSchema,
    pub dictionary: *mut ArrowSchema,
    pub release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    pub private_data: *mut c_void,
}

#[repr(C)]
pub struct ArrowArray {
    pub length: i64,
    pub null_count: i64,
    pub offset: i64,
    pub n_buffers: i64,
    pub n_children: i64,
    pub buffers: *mut *const c_void,
    pub children: *mut *mut ArrowArray,
    pub dictionary: *mut ArrowArray,
    pub release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    pub private_data: *mut c_void,
}

#[repr(C)]
pub struct ArrowArrayStream {
    pub get_schema: Option<unsafe extern "C" fn(*mut Self, *mut ArrowSchema) -> c_int>,
    pub get_next: Option<unsafe extern "C" fn(*mut Self, *mut ArrowArray) -> c_int>,
    pub get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    pub private_data: *mut c_void,
}

/// What the three structs have in common: each is its owner's until it is released, and may be moved.
macro_rules! released {
    ($name:ident, $what:literal, $capsule:literal, $empty:expr) => {
        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: the struct is not released, and nobody else has it.
                    unsafe { release(self) }
                }
            }
        }

        // SAFETY: the protocol lets one thread at a time call the callbacks, any thread.
        unsafe impl Send for $name {}
        // SAFETY: a shared struct is only read.
        unsafe impl Sync for $name {}

        impl $name {
            pub const fn empty() -> Self {
                $empty
            }

            /// Moves the struct out of the capsule of its producer.
            pub fn take(capsule: &Bound<'_, PyAny>) -> PyResult<Self> {
                let capsule = capsule.cast::<PyCapsule>()?;
                let raw = capsule.pointer_checked(Some($capsule))?.cast::<Self>();
                // SAFETY: a capsule of that name holds such a struct, and nobody else uses it while Python waits for us.
                let taken = unsafe { raw.replace(Self::empty()) };
                if taken.release.is_none() {
                    let message =
                        concat!("this Arrow ", $what, " has been read before or released");
                    return Err(Refusal::Value(message.into()).into());
                }
                Ok(taken)
            }

            /// A capsule with the struct, which is released with it unless a consumer moved it out.
            pub fn give(self, py: Python<'_>) -> PyResult<Bound<'_, PyCapsule>> {
                PyCapsule::new_with_value(py, self, $capsule)
            }
        }
    };
}

released!(
    ArrowSchema,
    "schema",
    c"arrow_schema",
    Self {
        format: null(),
        name: null(),
        metadata: null(),
        flags: 0,
        n_children: 0,
        children: null_mut(),
        dictionary: null_mut(),
        release: None,
        private_data: null_mut(),
    }
);
released!(
    ArrowArray,
    "array",
    c"arrow_array",
    Self {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: null_mut(),
        children: null_mut(),
        dictionary: null_mut(),
        release: None,
        private_data: null_mut(),
    }
);
released!(
    ArrowArrayStream,
    "stream",
    c"arrow_array_stream",
    Self {
        get_schema: None,
        get_next: None,
        get_last_error: None,
        release: None,
        private_data: null_mut(),
    }
);

impl ArrowSchema {
    pub fn format(&self) -> &[u8] {
        text(self.format)
    }

    pub fn name(&self) -> String {
        String::from_utf8_lossy(text(self.name)).into_owned()
    }

    pub fn children(&self) -> Vec<&Self> {
        let count = usize::try_from(self.n_children).unwrap_or(0);
        // SAFETY: an unreleased schema has n_children pointers to unreleased schemas, which live as long as it.
        (0..count)
            .map(|i| unsafe { &**self.children.add(i) })
            .collect()
    }

    pub fn dictionary(&self) -> Option<&Self> {
        // SAFETY: null, or an unreleased schema that lives as long as this one.
        unsafe { self.dictionary.as_ref() }
    }
}

/// The octets before the NUL; none for a null pointer.
fn text<'a>(start: *const c_char) -> &'a [u8] {
    if start.is_null() {
        return b"";
    }
    // SAFETY: format and name of a schema end in NUL and live as long as the schema, which the callers' borrow says.
    unsafe { CStr::from_ptr(start) }.to_bytes()
}

/// An array that came in, or a part of it, which keeps the whole alive.
pub struct Node {
    raw: *const ArrowArray,
    whole: Arc<ArrowArray>,
}

impl Node {
    pub fn of(array: ArrowArray) -> Self {
        let whole = Arc::new(array);
        Self {
            raw: Arc::as_ptr(&whole),
            whole,
        }
    }

    fn raw(&self) -> &ArrowArray {
        // SAFETY: the whole, or a struct reached from it, which lives until the whole is released.
        unsafe { &*self.raw }
    }

    /// The rows and the first of them, which the producer may have got wrong.
    pub fn extent(&self) -> Result<(usize, usize), Refusal> {
        let (length, offset) = (self.raw().length, self.raw().offset);
        let last = length
            .checked_add(offset)
            .and_then(|last| last.checked_add(1));
        match (usize::try_from(length), usize::try_from(offset), last) {
            (Ok(length), Ok(offset), Some(_)) => Ok((length, offset)),
            _ => Err(Refusal::Value(format!(
                "this Arrow array is broken: length {length}, offset {offset}"
            ))),
        }
    }

    pub fn has_nulls(&self) -> bool {
        self.raw().null_count != 0
    }

    pub fn buffers(&self) -> usize {
        usize::try_from(self.raw().n_buffers).unwrap_or(0)
    }

    /// Buffer *i* of *count* cells of *width* octets; `None` where the pointer is null.
    pub fn buffer(&self, i: usize, count: usize, width: usize) -> Result<Option<Buffer>, Refusal> {
        let broken = || {
            Refusal::Value(format!(
                "this Arrow array is broken: no buffer {i} of {count} × {width} octets"
            ))
        };
        if i >= self.buffers() {
            return Err(broken());
        }
        let len = count
            .checked_mul(width)
            .filter(|&len| isize::try_from(len).is_ok());
        let len = len.ok_or_else(broken)?;
        // SAFETY: an unreleased array has n_buffers pointers, and i is less.
        let start = unsafe { *self.raw().buffers.add(i) };
        // A buffer of the layout has the octets that length and offset need; its pointer is null only if it has none.
        Ok((!start.is_null()).then(|| Buffer {
            start: start.cast(),
            len,
            _owner: self.whole.clone(),
        }))
    }

    pub fn child(&self) -> Result<Self, Refusal> {
        let broken = || Refusal::Value("this Arrow struct is broken: it has not one child".into());
        if self.raw().n_children != 1 {
            return Err(broken());
        }
        // SAFETY: an unreleased array has n_children pointers to arrays, which live until the whole is released.
        Ok(self.part(unsafe { *self.raw().children }))
    }

    pub fn dictionary(&self) -> Result<Self, Refusal> {
        let broken = || Refusal::Value("this Arrow dictionary is broken: it has no words".into());
        let part = self.raw().dictionary;
        if part.is_null() {
            Err(broken())
        } else {
            Ok(self.part(part))
        }
    }

    fn part(&self, raw: *const ArrowArray) -> Self {
        Self {
            raw,
            whole: self.whole.clone(),
        }
    }
}

impl ArrowArrayStream {
    pub fn schema(&mut self) -> Result<ArrowSchema, Refusal> {
        let mut schema = ArrowSchema::empty();
        // SAFETY: an unreleased stream has its callbacks, and schema is ours to be written.
        let code = self
            .get_schema
            .map(|call| unsafe { call(self, &raw mut schema) });
        self.answered(code)?;
        Ok(schema)
    }

    /// The next chunk; `None` at the end.
    pub fn next(&mut self) -> Result<Option<ArrowArray>, Refusal> {
        let mut array = ArrowArray::empty();
        // SAFETY: as for the schema.
        let code = self
            .get_next
            .map(|call| unsafe { call(self, &raw mut array) });
        self.answered(code)?;
        Ok(array.release.is_some().then_some(array))
    }

    fn answered(&mut self, code: Option<c_int>) -> Result<(), Refusal> {
        if code == Some(0) {
            return Ok(());
        }
        // SAFETY: an unreleased stream has its callbacks; the text lives until the next call of one.
        let message = self.get_last_error.map(|call| unsafe { text(call(self)) });
        let message = String::from_utf8_lossy(message.unwrap_or_default());
        Err(Refusal::Stream(
            code.unwrap_or(0),
            format!("the Arrow stream failed: {message}"),
        ))
    }
}
