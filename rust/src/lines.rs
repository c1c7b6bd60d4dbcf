//! Which lines do these bytes hold, and where does each begin?
//!
//! The twin of `clean/read.py`, for bytes that end where a line ends or where the file does.
#![forbid(unsafe_code)]

/// Lines packed one behind the other, without their ends.
#[derive(Default)]
pub struct Packed {
    pub data: Vec<u8>, // nothing where each has its end, for then it is what they were cut from
    pub ends: Vec<u8>, // int64 each, one more than there are lines: as of Arrow's large_binary
    pub lines: Vec<u8>, // int64 each: the number of the line
    pub offsets: Vec<u8>, // int64 each: where it begins
}

impl Packed {
    fn new(size: usize) -> Self {
        let mut packed = Packed {
            data: Vec::with_capacity(size),
            ..Packed::default()
        };
        packed.ends.extend(0_i64.to_ne_bytes());
        packed
    }

    #[inline]
    fn push(&mut self, end: usize, line: i64, offset: i64) {
        self.ends.extend((end as u64).to_ne_bytes());
        self.lines.extend(line.to_ne_bytes());
        self.offsets.extend(offset.to_ne_bytes());
    }
}

/// Where a line ends, and where the next begins: behind LF, CRLF or a lone CR.
#[inline]
pub fn line_end(data: &[u8], from: usize) -> (usize, usize) {
    match data[from..]
        .iter()
        .position(|&byte| byte == b'\n' || byte == b'\r')
    {
        None => (data.len(), data.len()),
        Some(length) => {
            let end = from + length;
            let crlf = data[end] == b'\r' && data.get(end + 1) == Some(&b'\n');
            (end, end + 1 + usize::from(crlf))
        }
    }
}

/// The same of an item that ends in NUL, and in nothing else.
#[inline]
fn nul_end(data: &[u8], from: usize) -> (usize, usize) {
    match data[from..].iter().position(|&byte| byte == 0) {
        None => (data.len(), data.len()),
        Some(length) => (from + length, from + length + 1),
    }
}

/// Pack the lines of *data*; the first has the number *line* and begins at *offset* of its file.
pub fn pack(data: &[u8], nul: bool, keep_ends: bool, line: i64, offset: i64) -> Packed {
    let mut packed = Packed::new(if keep_ends { 0 } else { data.len() });
    let find = if nul { nul_end } else { line_end };
    let (mut at, mut number) = (0, line);
    while at < data.len() {
        let (end, next) = find(data, at);
        let begin = offset + i64::try_from(at).expect("a buffer is smaller than that");
        if keep_ends {
            packed.push(next, number, begin);
        } else {
            packed.data.extend_from_slice(&data[at..end]);
            packed.push(packed.data.len(), number, begin);
        }
        (at, number) = (next, number + 1);
    }
    packed
}
