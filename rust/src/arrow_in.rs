//! How does what another library gives become chunks?
//!
//! Takes the structs of the C Data Interface, moved out of their capsules; gives arrays that share their buffers.
#![forbid(unsafe_code)]

use std::sync::Arc;

use crate::array::{Array, Key, Refusal, Type};
use crate::arrow::{ArrowArray, ArrowArrayStream, ArrowSchema, Buffer, Node};

/// The type of what comes in, and whether it stands in the one column of a table.
struct Shape {
    kind: Type,
    in_table: bool,
}

/// Reads a stream to its end.  It may wait for other threads of Python, so the caller must not hold its lock.
pub fn chunks(mut stream: ArrowArrayStream) -> Result<(Type, Vec<Array>), Refusal> {
    let shape = shape(&stream.schema()?)?;
    let mut chunks = Vec::new();
    while let Some(array) = stream.next()? {
        chunks.push(chunk(array, &shape)?);
    }
    Ok((shape.kind, chunks))
}

/// Reads one array.
pub fn one(schema: &ArrowSchema, array: ArrowArray) -> Result<(Type, Vec<Array>), Refusal> {
    let shape = shape(schema)?;
    let chunk = chunk(array, &shape)?;
    Ok((shape.kind, vec![chunk]))
}

fn shape(schema: &ArrowSchema) -> Result<Shape, Refusal> {
    if schema.format() != b"+s" {
        let kind = kind(schema)?;
        return Ok(Shape {
            kind,
            in_table: false,
        });
    }
    match schema.children().as_slice() {
        [column] => Ok(Shape {
            kind: kind(column)?,
            in_table: true,
        }),
        columns => {
            let names: Vec<_> = columns.iter().map(|column| column.name()).collect();
            Err(refused(&format!(
                "a struct of {} columns ({})",
                columns.len(),
                names.join(", ")
            )))
        }
    }
}

fn kind(schema: &ArrowSchema) -> Result<Type, Refusal> {
    let format = schema.format();
    let Some(words) = schema.dictionary() else {
        return plain(format).ok_or_else(|| refused(&named(format)));
    };
    let of = |octets, signed| Some(Key { octets, signed });
    let key = match format {
        b"c" => of(1, true),
        b"C" => of(1, false),
        b"s" => of(2, true),
        b"S" => of(2, false),
        b"i" => of(4, true),
        b"I" => of(4, false),
        b"l" => of(8, true),
        b"L" => of(8, false),
        _ => None,
    };
    match (key, plain(words.format())) {
        (Some(key), Some(text)) if words.dictionary().is_none() => {
            Ok(Type::Dictionary(key, text.into()))
        }
        _ => Err(refused(&format!(
            "a dictionary of {}",
            named(words.format())
        ))),
    }
}

fn plain(format: &[u8]) -> Option<Type> {
    match format {
        b"n" => Some(Type::Null),
        b"u" => Some(Type::Utf8),
        b"U" => Some(Type::LargeUtf8),
        b"vu" => Some(Type::Utf8View),
        _ => None,
    }
}

fn refused(what: &str) -> Refusal {
    Refusal::Type(format!(
        "a column of texts is needed (utf8, large_utf8, utf8_view, or a dictionary of one of these), not {what}"
    ))
}

/// A type as people call it, where it is a usual one.
fn named(format: &[u8]) -> String {
    let name = match format {
        b"b" => "bool",
        b"c" => "int8",
        b"C" => "uint8",
        b"s" => "int16",
        b"S" => "uint16",
        b"i" => "int32",
        b"I" => "uint32",
        b"l" => "int64",
        b"L" => "uint64",
        b"e" => "float16",
        b"f" => "float32",
        b"g" => "float64",
        b"z" => "binary",
        b"Z" => "large_binary",
        b"vz" => "binary_view",
        b"+s" => "struct",
        b"+l" | b"+L" | b"+vl" | b"+vL" => "list",
        b"+m" => "map",
        b"+r" => "run_end_encoded",
        [b't', b'd', ..] => "date",
        [b't', b't', ..] => "time",
        [b't', b's', ..] => "timestamp",
        [b't', b'D', ..] => "duration",
        [b'd', ..] => "decimal",
        [b'w', ..] => "fixed_size_binary",
        _ => return format!("Arrow format {:?}", String::from_utf8_lossy(format)),
    };
    name.into()
}

fn chunk(array: ArrowArray, shape: &Shape) -> Result<Array, Refusal> {
    let node = Node::of(array);
    if !shape.in_table {
        return read(&node, &shape.kind);
    }
    let (len, offset) = node.extent()?;
    let column = read(&node.child()?, &shape.kind)?;
    if column.len < offset + len {
        return Err(Refusal::Value(
            "this Arrow struct is broken: its child is too short".into(),
        ));
    }
    let table = Array {
        offset,
        validity: validity(&node, offset + len)?,
        ..Array::of_nulls(len)
    };
    Ok(column.slice(offset, len).masked(table.valid()))
}

fn validity(node: &Node, rows: usize) -> Result<Option<Buffer>, Refusal> {
    if node.has_nulls() && rows > 0 {
        node.buffer(0, rows.div_ceil(8), 1)
    } else {
        Ok(None)
    }
}

fn read(node: &Node, kind: &Type) -> Result<Array, Refusal> {
    let (len, offset) = node.extent()?;
    let rows = offset + len;
    let needed = |i, count, width| {
        let empty = || Buffer::of(Vec::<u8>::new());
        match node.buffer(i, count, width)? {
            Some(buffer) => Ok(buffer),
            None if count == 0 => Ok(empty()),
            None => Err(Refusal::Value(format!(
                "this Arrow array is broken: buffer {i} is missing"
            ))),
        }
    };
    let mut array = Array {
        kind: kind.clone(),
        offset,
        ..Array::of_nulls(len)
    };
    if *kind == Type::Null {
        return Ok(array);
    }
    if let Type::Dictionary(_, words) = kind {
        array.words = Some(Arc::new(read(&node.dictionary()?, words)?));
    }
    if len == 0 {
        // with no rows, a producer may leave every buffer out
        array.offset = 0;
        array.buffers = match kind {
            Type::Utf8 => vec![Buffer::of(vec![0_i32]), Buffer::of(Vec::<u8>::new())],
            Type::LargeUtf8 => vec![Buffer::of(vec![0_i64]), Buffer::of(Vec::<u8>::new())],
            _ => vec![Buffer::of(Vec::<u8>::new())],
        };
        return Ok(array);
    }
    array.validity = validity(node, rows)?;
    match kind {
        Type::Utf8 => {
            let ends = needed(1, rows + 1, 4)?;
            let last = i32::from_ne_bytes(ends.cells()[rows]);
            array.buffers = vec![ends, needed(2, usize::try_from(last).unwrap_or(0), 1)?];
        }
        Type::LargeUtf8 => {
            let ends = needed(1, rows + 1, 8)?;
            let last = i64::from_ne_bytes(ends.cells()[rows]);
            array.buffers = vec![ends, needed(2, usize::try_from(last).unwrap_or(0), 1)?];
        }
        Type::Dictionary(key, _) => array.buffers = vec![needed(1, rows, key.octets.into())?],
        _ => {
            array.buffers = vec![needed(1, rows, 16)?];
            let variadic = node.buffers().saturating_sub(3);
            let sizes = needed(variadic + 2, variadic, 8)?;
            for (i, size) in sizes.cells::<8>().iter().enumerate() {
                let size = usize::try_from(i64::from_ne_bytes(*size)).unwrap_or(0);
                array.buffers.push(needed(i + 2, size, 1)?);
            }
        }
    }
    array.check()?;
    Ok(array)
}
