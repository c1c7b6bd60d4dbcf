//! Where is a reference cut?
//!
//! A reference is its text plus six positions in it, in bytes of its UTF-8; the seven pieces between them own their
//! delimiters, so that a piece that is absent is empty, and one that is present but empty is its delimiter alone.
//! Source: RFC 3986 §3, §5.3.
#![forbid(unsafe_code)]

/// The ends of the first six pieces; the seventh ends with the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    pub scheme: u32, // behind ":"
    pub user: u32,   // behind "//", and behind userinfo and "@" where there are such
    pub host: u32,
    pub port: u32,
    pub path: u32,
    pub query: u32,
}

/// A text and where it is cut.
#[derive(Clone, Copy)]
pub struct Pieces<'a> {
    pub text: &'a [u8],
    pub cuts: Cuts,
}

impl<'a> Pieces<'a> {
    #[inline]
    fn piece(&self, start: u32, end: u32) -> &'a [u8] {
        &self.text[start as usize..end as usize]
    }

    /// scheme ":"
    #[inline]
    pub fn scheme(&self) -> &'a [u8] {
        self.piece(0, self.cuts.scheme)
    }

    /// "//" [ userinfo "@" ]
    #[inline]
    pub fn user(&self) -> &'a [u8] {
        self.piece(self.cuts.scheme, self.cuts.user)
    }

    #[inline]
    pub fn host(&self) -> &'a [u8] {
        self.piece(self.cuts.user, self.cuts.host)
    }

    /// ":" port
    #[inline]
    pub fn port(&self) -> &'a [u8] {
        self.piece(self.cuts.host, self.cuts.port)
    }

    /// "//" authority
    #[inline]
    pub fn authority(&self) -> &'a [u8] {
        self.piece(self.cuts.scheme, self.cuts.port)
    }

    #[inline]
    pub fn path(&self) -> &'a [u8] {
        self.piece(self.cuts.port, self.cuts.path)
    }

    /// "?" query
    #[inline]
    pub fn query(&self) -> &'a [u8] {
        self.piece(self.cuts.path, self.cuts.query)
    }

    /// "#" fragment
    #[inline]
    pub fn fragment(&self) -> &'a [u8] {
        &self.text[self.cuts.query as usize..]
    }
}

impl Cuts {
    #[inline]
    pub fn has_scheme(&self) -> bool {
        self.scheme > 0
    }

    #[inline]
    pub fn has_authority(&self) -> bool {
        self.user > self.scheme
    }

    /// Whether "#" and what follows are there, in a text of that length.
    #[inline]
    pub fn has_fragment(&self, length: usize) -> bool {
        (self.query as usize) < length
    }
}
