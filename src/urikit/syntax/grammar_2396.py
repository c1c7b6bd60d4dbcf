"""
What was a URI in 1998, and what are its rules called today?

RFC 2396 Appendix A as far as it says which character may stand where, and the table by which RFC 3986 translates the
names that it gave up.  Specifications still write `abs_path` and `uric`.
"""

from __future__ import annotations

from urikit.syntax.grammar import RFC3986, Grammar, any_of, some_of

_MARK = r"\-_.!~*'()"
_UNRESERVED = f"A-Za-z0-9{_MARK}"

RFC2396 = Grammar(
    "rfc2396",
    "RFC 2396 Appendix A",
    {
        "URI-reference": (
            '[ absoluteURI | relativeURI ] [ "#" fragment ]',
            r"(?:{absoluteURI}|{relativeURI})?+(?:\#{fragment})?+",
        ),
        "absoluteURI": ('scheme ":" ( hier_part | opaque_part )', "{scheme}:(?:{hier_part}|{opaque_part})"),
        "relativeURI": (
            '( net_path | abs_path | rel_path ) [ "?" query ]',
            r"(?:{net_path}|{abs_path}|{rel_path})(?:\?{query})?+",
        ),
        "hier_part": ('( net_path | abs_path ) [ "?" query ]', r"(?:{net_path}|{abs_path})(?:\?{query})?+"),
        "opaque_part": ("uric_no_slash *uric", "{uric_no_slash}{query}"),
        "net_path": ('"//" authority [ abs_path ]', "//{authority}(?:{abs_path})?+"),
        "abs_path": ('"/"  path_segments', "/{path_segments}"),
        "rel_path": ("rel_segment [ abs_path ]", "{rel_segment}(?:{abs_path})?+"),
        "rel_segment": (
            '1*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," )',
            some_of(f"{_UNRESERVED};@&=+$,", "escaped"),
        ),
        "scheme": ('alpha *( alpha | digit | "+" | "-" | "." )', r"[A-Za-z][A-Za-z0-9+\-.]*+"),
        "authority": ("server | reg_name", "(?:{reg_name})?+"),  # any server is a reg_name, or empty
        "reg_name": (
            '1*( unreserved | escaped | "$" | "," | ";" | ":" | "@" | "&" | "=" | "+" )',
            some_of(f"{_UNRESERVED}$,;:@&=+", "escaped"),
        ),
        "server": ('[ [ userinfo "@" ] hostport ]', "(?:(?:{userinfo}@)?+{hostport})?+"),
        "userinfo": (
            '*( unreserved | escaped | ";" | ":" | "&" | "=" | "+" | "$" | "," )',
            any_of(f"{_UNRESERVED};:&=+$,", "escaped"),
        ),
        "hostport": ('host [ ":" port ]', "{host}(?::{port})?+"),
        "host": ("hostname | IPv4address", "(?:{hostname}|{IPv4address})"),
        "hostname": (
            '*( domainlabel "." ) toplabel [ "." ]',
            r"(?:{domainlabel}\.(?=[A-Za-z0-9]))*+{toplabel}\.?+",
        ),
        "domainlabel": (
            'alphanum | alphanum *( alphanum | "-" ) alphanum',
            "[A-Za-z0-9]++(?:-++[A-Za-z0-9]++)*+",
        ),
        "toplabel": ('alpha | alpha *( alphanum | "-" ) alphanum', "[A-Za-z][A-Za-z0-9]*+(?:-++[A-Za-z0-9]++)*+"),
        "IPv4address": (
            '1*digit "." 1*digit "." 1*digit "." 1*digit',
            r"[0-9]++\.[0-9]++\.[0-9]++\.[0-9]++",
        ),
        "port": ("*digit", "[0-9]*+"),
        "path": ("[ abs_path | opaque_part ]", "(?:{abs_path}|{opaque_part})?+"),
        "path_segments": ('segment *( "/" segment )', "{segment}(?:/{segment})*+"),
        "segment": ('*pchar *( ";" param )', any_of(f"{_UNRESERVED}:@&=+$,;", "escaped")),
        "param": ("*pchar", any_of(f"{_UNRESERVED}:@&=+$,", "escaped")),
        "pchar": (
            'unreserved | escaped | ":" | "@" | "&" | "=" | "+" | "$" | ","',
            f"(?:[{_UNRESERVED}:@&=+$,]|{{escaped}})",
        ),
        "query": ("*uric", any_of(f"{_UNRESERVED};/?:@&=+$,", "escaped")),
        "fragment": ("*uric", any_of(f"{_UNRESERVED};/?:@&=+$,", "escaped")),
        "uric": ("reserved | unreserved | escaped", "(?:{reserved}|{unreserved}|{escaped})"),
        "uric_no_slash": (
            'unreserved | escaped | ";" | "?" | ":" | "@" | "&" | "=" | "+" | "$" | ","',
            f"(?:[{_UNRESERVED};?:@&=+$,]|{{escaped}})",
        ),
        "reserved": ('";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" | "$" | ","', "[;/?:@&=+$,]"),
        "unreserved": ("alphanum | mark", f"[{_UNRESERVED}]"),
        "mark": ('"-" | "_" | "." | "!" | "~" | "*" | "\'" | "(" | ")"', f"[{_MARK}]"),
        "escaped": ('"%" hex hex', "%{hex}{hex}"),
        "hex": ('digit | "A" | … | "F" | "a" | … | "f"', "[0-9A-Fa-f]"),
        "alphanum": ("alpha | digit", "[A-Za-z0-9]"),
    },
)
"""RFC 2396 Appendix A."""

OBSOLETE = Grammar(
    "rfc3986",
    "RFC 3986 Appendix D.2",
    {
        "absoluteURI": ("absolute-URI", "{absolute-URI}"),
        "relativeURI": ('relative-part [ "?" query ]', r"{relative-part}(?:\?{query})?+"),
        "hier_part": (
            '( "//" authority path-abempty / path-absolute ) [ "?" query ]',
            r"(?://{authority}{path-abempty}|{path-absolute})(?:\?{query})?+",
        ),
        "opaque_part": ('path-rootless [ "?" query ]', r"{path-rootless}(?:\?{query})?+"),
        "net_path": ('"//" authority path-abempty', "//{authority}{path-abempty}"),
        "abs_path": ("path-absolute", "{path-absolute}"),
        "rel_path": ("path-rootless", "{path-rootless}"),
        "rel_segment": ("segment-nz-nc", "{segment-nz-nc}"),
        "reg_name": ("reg-name", "{reg-name}"),
        "server": ("authority", "{authority}"),
        "hostport": ('host [ ":" port ]', "{host}(?::{port})?+"),
        "hostname": ("reg-name", "{reg-name}"),
        "path_segments": ("path-abempty", "{path-abempty}"),
        "param": ('*<pchar excluding ";">', any_of(r"A-Za-z0-9\-._~!$&'()*+,=:@", "pct-encoded")),
        "uric": (
            'unreserved / pct-encoded / ";" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / "," / "/"',
            "(?:{unreserved}|{pct-encoded}|[;?:@&=+$,/])",
        ),
        "uric_no_slash": (
            'unreserved / pct-encoded / ";" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / ","',
            "(?:{unreserved}|{pct-encoded}|[;?:@&=+$,])",
        ),
        "mark": ('"-" / "_" / "." / "!" / "~" / "*" / "\'" / "(" / ")"', f"[{_MARK}]"),
        "escaped": ("pct-encoded", "{pct-encoded}"),
        "hex": ("HEXDIG", "{HEXDIG}"),
        "alphanum": ("ALPHA / DIGIT", "(?:{ALPHA}|{DIGIT})"),
    },
    over=RFC3986,
)
"""The rules of RFC 2396 that RFC 3986 gave up, by their old names, as Appendix D.2 translates them."""

OBSOLETE_NAMES = {name.lower(): name for name in OBSOLETE.rules if name not in RFC3986.rules}
"""The old names, by themselves in lower case."""
