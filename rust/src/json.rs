//! Which string does a line of JSON hold?
//!
//! The twin of `_field` of `clean/tables.py`, for lines that are as JSON Lines are: an object with the column, or a
//! string.  A line is read to its end, so that what Python would refuse is left to it; so are numbers and depths that
//! nobody writes, halves of surrogate pairs, and values that are no string.
//! Source: RFC 8259.
#![forbid(unsafe_code)]

const DEEPEST: u32 = 32;

/// Append the string of the line; `None` where Python is to say.
pub fn field(line: &[u8], column: Option<&[u8]>, out: &mut Vec<u8>) -> Option<()> {
    std::str::from_utf8(line).ok()?;
    let mut json = Json { text: line, at: 0 };
    json.blanks();
    match column {
        None => json.string(Some(out))?,
        Some(column) => json.object(column, out)?,
    }
    json.blanks();
    (json.at == line.len()).then_some(())
}

struct Json<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Json<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// Read an object, and append the string in its last member of that name.
    fn object(&mut self, column: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let begin = out.len();
        let mut found = false;
        self.members(|json, name| {
            if name != column {
                return json.value(1);
            }
            found = json.peek() == Some(b'"'); // the last one counts
            out.truncate(begin);
            json.string(Some(out))
        })?;
        found.then_some(())
    }

    /// Read an object; *member* reads the value of each name, in which nothing is escaped.
    fn members(&mut self, mut member: impl FnMut(&mut Self, &[u8]) -> Option<()>) -> Option<()> {
        self.take(b'{')?;
        self.blanks();
        if self.take(b'}').is_some() {
            return Some(());
        }
        loop {
            let begin = self.at + 1;
            self.string(None)?;
            let name: &'a [u8] = &self.text[begin..self.at - 1];
            if name.contains(&b'\\') {
                return None;
            }
            self.blanks();
            self.take(b':')?;
            self.blanks();
            member(self, name)?;
            self.blanks();
            if self.take(b'}').is_some() {
                return Some(());
            }
            self.take(b',')?;
            self.blanks();
        }
    }

    fn value(&mut self, depth: u32) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        match self.peek()? {
            b'"' => self.string(None),
            b'{' => self.members(|json, _| json.value(depth + 1)),
            b'[' => self.array(depth),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => self.number(),
        }
    }

    fn array(&mut self, depth: u32) -> Option<()> {
        self.take(b'[')?;
        self.blanks();
        if self.take(b']').is_some() {
            return Some(());
        }
        loop {
            self.value(depth + 1)?;
            self.blanks();
            if self.take(b']').is_some() {
                return Some(());
            }
            self.take(b',')?;
            self.blanks();
        }
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        self.text[self.at..]
            .starts_with(word)
            .then(|| self.at += word.len())
    }

    /// [ "-" ] int [ frac ] [ exp ] (§6).
    fn number(&mut self) -> Option<()> {
        let _ = self.take(b'-');
        if self.take(b'0').is_none() {
            self.digits()?;
        }
        if self.take(b'.').is_some() {
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let begin = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > begin).then_some(())
    }

    /// Read a string, and append what it stands for (§7).
    fn string(&mut self, mut out: Option<&mut Vec<u8>>) -> Option<()> {
        self.take(b'"')?;
        loop {
            let begin = self.at;
            let special = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < b' ';
            self.at += self.text[begin..].iter().position(special)?;
            if let Some(out) = &mut out {
                out.extend_from_slice(&self.text[begin..self.at]);
            }
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b'"' => return Some(()),
                b'\\' => {
                    let escaped = self.escaped()?;
                    if let Some(out) = &mut out {
                        out.extend_from_slice(escaped.encode_utf8(&mut [0; 4]).as_bytes());
                    }
                }
                _ => return None, // a control character
            }
        }
    }

    fn escaped(&mut self) -> Option<char> {
        let byte = self.peek()?;
        self.at += 1;
        Some(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{C}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let digits = self.text.get(self.at..self.at + 4)?;
                self.at += 4;
                let digit = |point, &digit: &u8| Some(point << 4 | char::from(digit).to_digit(16)?);
                char::from_u32(digits.iter().try_fold(0, digit)?)?
            }
            _ => return None,
        })
    }
}
