"""
Who does which job with which expression?

One row a job: the data it runs on, and for each library the expression of `x` that does it.  What a library answers may
differ (can_ada and yarl speak WHATWG and normalise while they parse); the rows compare what a user would write.
"""

from __future__ import annotations

SETUP = {
    "urikit": "from urikit import URI, decode, encode, is_uri, normalize, resolve, to_uri",
    "urllib": "from urllib.parse import quote, unquote, urljoin, urlsplit, urlunsplit, urlencode",
    "can_ada": "import can_ada",
    "furl": "from furl import furl",
    "httpx": "from httpx import URL",
    "hyperlink": "from hyperlink import URL",
    "rfc3986": "from rfc3986 import iri_reference, is_valid_uri, normalize_uri, uri_reference",
    "rfc3987": "import rfc3987",
    "uritools": "from uritools import uridecode, uriencode, urijoin, urisplit",
    "yarl": "from yarl import URL; from yarl._quoting import _Quoter, _Unquoter\n"
    "quoter = _Quoter(safe='', requote=False); unquoter = _Unquoter()",
}

TO_URI = {
    "urikit": "to_uri(x)",
    "can_ada": "can_ada.parse(x).href",
    "furl": "furl(x).url",
    "httpx": "str(URL(x))",
    "hyperlink": "URL.from_text(x).to_uri().to_text()",
    "rfc3986": "iri_reference(x).encode().unsplit()",
    "yarl": "str(URL(x))",
}

JOBS: dict[str, tuple[str, dict[str, str]]] = {
    "parse + host": (
        "web",
        {
            "urikit": "URI(x).host",
            "urllib": "urlsplit(x).hostname",
            "can_ada": "can_ada.parse(x).hostname",
            "furl": "furl(x).host",
            "httpx": "URL(x).host",
            "hyperlink": "URL.from_text(x).host",
            "rfc3986": "uri_reference(x).host",
            "rfc3987": "rfc3987.parse(x, 'URI')['authority']",
            "uritools": "urisplit(x).gethost()",
            "yarl": "URL(x).raw_host",
        },
    ),
    "parse + 5 components": (
        "web",
        {
            "urikit": "p = URI(x); p.scheme; p.authority; p.path; p.query; p.fragment",
            "urllib": "p = urlsplit(x); p.scheme; p.netloc; p.path; p.query; p.fragment",
            "can_ada": "p = can_ada.parse(x); p.protocol; p.host; p.pathname; p.search; p.hash",
            "httpx": "p = URL(x); p.scheme; p.netloc; p.path; p.query; p.fragment",
            "hyperlink": "p = URL.from_text(x); p.scheme; p.authority(); p.path; p.query; p.fragment",
            "rfc3986": "p = uri_reference(x); p.scheme; p.authority; p.path; p.query; p.fragment",
            "rfc3987": "p = rfc3987.parse(x, 'URI'); p['scheme']; p['authority']; p['path']; p['query']; p['fragment']",
            "uritools": "p = urisplit(x); p.scheme; p.authority; p.path; p.query; p.fragment",
            "yarl": "p = URL(x); p.scheme; p.raw_authority; p.raw_path; p.raw_query_string; p.raw_fragment",
        },
    ),
    "is_uri": (
        "web",
        {
            "urikit": "is_uri(x)",
            "can_ada": "can_ada.can_parse(x)",
            "rfc3986": "is_valid_uri(x)",
            "rfc3987": "rfc3987.match(x, 'URI') is not None",
        },
    ),
    "normalize": (
        "messy",
        {
            "urikit": "normalize(x)",
            "urllib": "urlunsplit(urlsplit(x))",  # splits and joins, no more
            "can_ada": "can_ada.parse(x).href",
            "furl": "f = furl(x); f.path.normalize(); f.url",
            "hyperlink": "URL.from_text(x).normalize().to_text()",
            "rfc3986": "normalize_uri(x)",
            "yarl": "str(URL(x))",
        },
    ),
    "resolve": (
        "pairs",
        {
            "urikit": "resolve(x[0], x[1])",
            "urllib": "urljoin(x[0], x[1])",
            "can_ada": "str(can_ada.parse(x[0]) + x[1])",
            "hyperlink": "URL.from_text(x[0]).click(x[1]).to_text()",
            "rfc3986": "uri_reference(x[1]).resolve_with(x[0]).unsplit()",
            "rfc3987": "rfc3987.resolve(x[0], x[1])",
            "uritools": "urijoin(x[0], x[1])",
            "yarl": "str(URL(x[0]).join(URL(x[1])))",
        },
    ),
    "encode": (
        "segments",
        {"urikit": "encode(x)", "urllib": "quote(x, safe='')", "uritools": "uriencode(x)", "yarl": "quoter(x)"},
    ),
    "decode": (
        "components",
        {"urikit": "decode(x)", "urllib": "unquote(x)", "uritools": "uridecode(x)", "yarl": "unquoter(x)"},
    ),
    "set query": (
        "web",
        {
            "urikit": "str(URI(x).replace(query='a=1&b=x+y'))",
            "urllib": "urlunsplit(urlsplit(x)._replace(query='a=1&b=x+y'))",
            "can_ada": "p = can_ada.parse(x); p.search = '?a=1&b=x+y'; p.href",
            "furl": "furl(x).set(args=[('a', '1'), ('b', 'x y')]).url",
            "httpx": "str(URL(x).copy_with(query=b'a=1&b=x+y'))",
            "hyperlink": "URL.from_text(x).replace(query=[('a', '1'), ('b', 'x y')]).to_text()",
            "rfc3986": "uri_reference(x).copy_with(query='a=1&b=x+y').unsplit()",
            "yarl": "str(URL(x).with_query([('a', '1'), ('b', 'x y')]))",
        },
    ),
    "set a pair of the query": (
        "web",
        {
            "urikit": "str(URI(x).set_query('k', 'v'))",
            "can_ada": "p = can_ada.parse(x); q = can_ada.URLSearchParams(p.search); q.remove('k'); "
            "q.append('k', 'v'); p.search = str(q); p.href",
            "furl": "furl(x).set(args={'k': 'v'}).url",
            "httpx": "str(URL(x).copy_set_param('k', 'v'))",
            "hyperlink": "URL.from_text(x).set('k', 'v').to_text()",
            "yarl": "str(URL(x).update_query(k='v'))",
        },
    ),
    "IRI to URI": ("iri", TO_URI),
    "IRI to URI, every host new": ("iri_new_hosts", TO_URI),
}
