"""Which IRIs should a law be tried on?  URIs with characters of many scripts put in, and hosts that IDNA knows of."""

from __future__ import annotations

import re

from hypothesis import strategies as st

import urikit
from urikit import URIReference, URIRuleError
from urikit.strategies import uri_reference_texts, uri_texts

RUNGS = ["simple", "case", "percent", "path", "scheme", "protocol"]
KEEPS = ["none", "minimal", "recommended"]
BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
SPEC = {"spec": "rfc3987"}

# Letters of several scripts and directions; what composes, folds, joins, hides, looks like a delimiter; private use.
CHARACTERS = list(
    "éÉßẞςΣ日本א٠😀ａ／。％İıﬁ\u0301\u0338\u0323\u00ad\u00a0\u3000\u200c\u200d\u0378\u037e\u1fef\u212a\ue000"
) + list(BIDI)
HOSTS = (
    "é.example É.EXAMPLE bücher.example xn--bcher-kva.example XN--BCHER-KVA.Example %C3%A9.example %c3%89.Example "
    "faß.de xn--zca.de xn--a- xn--a.é 日本語。jp １.2.3.4 אb.example אב.example xn--4db1b.1a a\u200db.example "
    "é%2Fa é%FF %E2%80%8D.example é%2e xn--99zt52a.%CC%81a ℀.example é..é . ｌｏｃａｌｈｏｓｔ"
).split()

rungs = st.sampled_from(RUNGS)
keeps = st.sampled_from(KEEPS)


def sprinkled(text: str, places: list[tuple[int, str]], host: str | None) -> str:
    """A reference with characters put in, another host in place of its own."""
    scheme, user, name, port, *rest = URIReference(text).pieces()
    if user and host is not None:
        name = host
    written = "".join(rest)
    for place, character in places:
        at = place % (len(written) + 1)
        written = written[:at] + character + written[at:]
    return f"{scheme}{user}{name}{port}{written}"


def sprinkle(texts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    places = st.lists(st.tuples(st.integers(0, 40), st.sampled_from(CHARACTERS)), max_size=4)
    hosts = st.none() | st.sampled_from(HOSTS)
    return st.builds(sprinkled, texts, places, hosts).filter(urikit.is_iri_reference)


iri_reference_texts = sprinkle(uri_reference_texts())
iri_texts = sprinkle(uri_texts()).filter(urikit.is_iri)
texts_of_uris = st.builds(lambda iri: urikit.to_uri(iri, host="percent"), iri_texts) | uri_texts()


def uri_or_none(text: str) -> str | None:
    try:
        return urikit.to_uri(text)
    except URIRuleError:
        return None


def fixed_points(text: str) -> list[str]:
    """Reserved characters, and the escapes of US-ASCII that is not unreserved, as written and in order."""
    found = re.findall(r"%[0-9A-Fa-f]{2}|[:/?#\[\]@!$&'()*+,;=]", text)
    return [
        one
        for one in found
        if len(one) == 1 or not re.match("%[89A-Fa-f]|%(?:2[DEde]|3[0-9]|[46][1-9A-Fa-f]|5[0-9AaFf]|7[0-9AaEe])", one)
    ]
