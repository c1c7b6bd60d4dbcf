"""
What was a URL in 1994?

The third table: RFC 1738 §5, with the rules of each scheme of its own.  Its notation is RFC 822's with "|" for
alternatives; literal texts are taken in the case that is printed, as §2.1 wants schemes in lower case.
"""

from __future__ import annotations

from urikit.syntax.grammar import Grammar, any_of, some_of

_UNRESERVED = r"A-Za-z0-9$\-_.+!*'(),"
_RESERVED = ";/?:@&="
_LABEL_REST = "[A-Za-z0-9]*+(?:-++[A-Za-z0-9]++)*+"  # a label neither begins nor ends with a hyphen

RFC1738 = Grammar(
    "rfc1738",
    "RFC 1738 §5",
    {
        # --- any URL
        "genericurl": ('scheme ":" schemepart', "{scheme}:{schemepart}"),
        "url": (
            "httpurl | ftpurl | newsurl | nntpurl | telneturl | gopherurl | waisurl | mailtourl | fileurl"
            " | prosperourl | otherurl",
            "{otherurl}",  # takes each of the others too
        ),
        "otherurl": ("genericurl", "{genericurl}"),
        "scheme": ('1*[ lowalpha | digit | "+" | "-" | "." ]', r"[a-z0-9+\-.]++"),
        "schemepart": ("*xchar | ip-schemepart", "{urlpath}"),  # any ip-schemepart is *xchar
        # --- schemes based on IP
        "ip-schemepart": ('"//" login [ "/" urlpath ]', "//{login}(?:/{urlpath})?+"),
        "login": ('[ user [ ":" password ] "@" ] hostport', "(?:{user}(?::{password})?+@)?+{hostport}"),
        "hostport": ('host [ ":" port ]', "{host}(?::{port})?+"),
        "host": ("hostname | hostnumber", "(?:{hostname}|{hostnumber})"),
        "hostname": ('*[ domainlabel "." ] toplabel', r"(?:{domainlabel}\.)*+{toplabel}"),
        "domainlabel": (
            'alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit',
            f"[A-Za-z0-9]{_LABEL_REST}",
        ),
        "toplabel": ('alpha | alpha *[ alphadigit | "-" ] alphadigit', f"[A-Za-z]{_LABEL_REST}"),
        "alphadigit": ("alpha | digit", "[A-Za-z0-9]"),
        "hostnumber": ('digits "." digits "." digits "." digits', r"{digits}\.{digits}\.{digits}\.{digits}"),
        "port": ("digits", "{digits}"),
        "user": ('*[ uchar | ";" | "?" | "&" | "=" ]', any_of(f"{_UNRESERVED};?&=", "escape")),
        "password": ('*[ uchar | ";" | "?" | "&" | "=" ]', any_of(f"{_UNRESERVED};?&=", "escape")),
        "urlpath": ("*xchar", any_of(_UNRESERVED + _RESERVED, "escape")),
        # --- ftp, §3.2
        "ftpurl": (
            '"ftp://" login [ "/" fpath [ ";type=" ftptype ]]',
            "ftp://{login}(?:/{fpath}(?:;type={ftptype})?+)?+",
        ),
        "fpath": ('fsegment *[ "/" fsegment ]', "{fsegment}(?:/{fsegment})*+"),
        "fsegment": ('*[ uchar | "?" | ":" | "@" | "&" | "=" ]', any_of(f"{_UNRESERVED}?:@&=", "escape")),
        "ftptype": ('"A" | "I" | "D" | "a" | "i" | "d"', "[AIDaid]"),
        # --- file, §3.10
        "fileurl": ('"file://" [ host | "localhost" ] "/" fpath', "file://{host}?+/{fpath}"),
        # --- http, §3.3
        "httpurl": (
            '"http://" hostport [ "/" hpath [ "?" search ]]',
            r"http://{hostport}(?:/{hpath}(?:\?{search})?+)?+",
        ),
        "hpath": ('hsegment *[ "/" hsegment ]', "{hsegment}(?:/{hsegment})*+"),
        "hsegment": ('*[ uchar | ";" | ":" | "@" | "&" | "=" ]', any_of(f"{_UNRESERVED};:@&=", "escape")),
        "search": ('*[ uchar | ";" | ":" | "@" | "&" | "=" ]', any_of(f"{_UNRESERVED};:@&=", "escape")),
        # --- gopher, §3.4; "%09" and what follows it is *xchar, as a selector is
        "gopherurl": (
            '"gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]',
            "gopher://{hostport}(?:/{selector})?+",
        ),
        "gtype": ("xchar", "{xchar}"),
        "selector": ("*xchar", "{urlpath}"),
        "gopher+_string": ("*xchar", "{urlpath}"),
        # --- mailto, §3.5
        "mailtourl": ('"mailto:" encoded822addr', "mailto:{encoded822addr}"),
        "encoded822addr": ("1*xchar", some_of(_UNRESERVED + _RESERVED, "escape")),
        # --- news and nntp, §3.6, §3.7
        "newsurl": ('"news:" grouppart', "news:{grouppart}"),
        "grouppart": ('"*" | group | article', r"(?:{article}|{group}|\*)"),
        "group": ('alpha *[ alpha | digit | "-" | "." | "+" | "_" ]', r"[A-Za-z][A-Za-z0-9\-.+_]*+"),
        "article": (
            '1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host',
            some_of(f"{_UNRESERVED};/?:&=", "escape") + "@{host}",
        ),
        "nntpurl": ('"nntp://" hostport "/" group [ "/" digits ]', "nntp://{hostport}/{group}(?:/{digits})?+"),
        # --- telnet, §3.8
        "telneturl": ('"telnet://" login [ "/" ]', "telnet://{login}/?+"),
        # --- wais, §3.9
        "waisurl": ("waisdatabase | waisindex | waisdoc", "(?:{waisdoc}|{waisindex}|{waisdatabase})"),
        "waisdatabase": ('"wais://" hostport "/" database', "wais://{hostport}/{database}"),
        "waisindex": ('"wais://" hostport "/" database "?" search', r"wais://{hostport}/{database}\?{search}"),
        "waisdoc": (
            '"wais://" hostport "/" database "/" wtype "/" wpath',
            "wais://{hostport}/{database}/{wtype}/{wpath}",
        ),
        "database": ("*uchar", any_of(_UNRESERVED, "escape")),
        "wtype": ("*uchar", any_of(_UNRESERVED, "escape")),
        "wpath": ("*uchar", any_of(_UNRESERVED, "escape")),
        # --- prospero, §3.11
        "prosperourl": (
            '"prospero://" hostport "/" ppath *[ fieldspec ]',
            "prospero://{hostport}/{ppath}(?:{fieldspec})*+",
        ),
        "ppath": ('psegment *[ "/" psegment ]', "{psegment}(?:/{psegment})*+"),
        "psegment": ('*[ uchar | "?" | ":" | "@" | "&" | "=" ]', any_of(f"{_UNRESERVED}?:@&=", "escape")),
        "fieldspec": ('";" fieldname "=" fieldvalue', ";{fieldname}={fieldvalue}"),
        "fieldname": ('*[ uchar | "?" | ":" | "@" | "&" ]', any_of(f"{_UNRESERVED}?:@&", "escape")),
        "fieldvalue": ('*[ uchar | "?" | ":" | "@" | "&" ]', any_of(f"{_UNRESERVED}?:@&", "escape")),
        # --- the characters
        "lowalpha": ('"a" | "b" | … | "z"', "[a-z]"),
        "hialpha": ('"A" | "B" | … | "Z"', "[A-Z]"),
        "alpha": ("lowalpha | hialpha", "[A-Za-z]"),
        "digit": ('"0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"', "[0-9]"),
        "safe": ('"$" | "-" | "_" | "." | "+"', r"[$\-_.+]"),
        "extra": ('"!" | "*" | "\'" | "(" | ")" | ","', "[!*'(),]"),
        "national": (r'"{" | "}" | "|" | "\" | "^" | "~" | "[" | "]" | "`"', r"[\x7b\x7d|\\^~\[\]`]"),
        "punctuation": ('"<" | ">" | "#" | "%" | <">', '[<>#%"]'),
        "reserved": ('";" | "/" | "?" | ":" | "@" | "&" | "="', f"[{_RESERVED}]"),
        "hex": ('digit | "A" | … | "F" | "a" | … | "f"', "[0-9A-Fa-f]"),
        "escape": ('"%" hex hex', "%{hex}{hex}"),
        "unreserved": ("alpha | digit | safe | extra", f"[{_UNRESERVED}]"),
        "uchar": ("unreserved | escape", "(?:{unreserved}|{escape})"),
        "xchar": ("unreserved | reserved | escape", "(?:{unreserved}|{reserved}|{escape})"),
        "digits": ("1*digit", "[0-9]++"),
    },
)
"""RFC 1738 §5."""

SCHEMES = {
    "ftp": "ftpurl",
    "http": "httpurl",
    "gopher": "gopherurl",
    "mailto": "mailtourl",
    "news": "newsurl",
    "nntp": "nntpurl",
    "telnet": "telneturl",
    "wais": "waisurl",
    "file": "fileurl",
    "prospero": "prosperourl",
}
"""The rule of a whole URL of each scheme that RFC 1738 defines."""
