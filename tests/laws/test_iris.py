"""Laws of IRIs: they map to URIs, and URIs back to them, and nothing is identified otherwise (RFC 3987 §3, §5)."""

from __future__ import annotations

import html
import re
from unicodedata import normalize as unicode_form

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import urikit
from urikit import IRI, SCHEMES, URI, IRIReference, URIReference, URIRuleError
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


# --- to URIs


@given(iri_reference_texts)
def test_an_iri_maps_to_ascii_that_is_a_uri_and_maps_to_itself(text: str) -> None:
    for uri in (urikit.to_uri(text, host="percent"), uri_or_none(text)):
        if uri is not None:
            assert uri.isascii()
            assert urikit.is_uri_reference(uri)
            assert urikit.is_uri(uri) == urikit.is_iri(text)
            assert urikit.to_uri(uri) == uri
            assert len(uri) <= 3 * len(text.encode()) + 16


@given(uri_reference_texts(), st.sampled_from(["idna", "percent"]), st.booleans())
def test_mapping_is_the_identity_on_uris(text: str, host: str, fix: bool) -> None:
    assert urikit.to_uri(text, host=host, fix=fix) is text or urikit.to_uri(text, host=host, fix=fix) == text


@given(iri_reference_texts)
def test_a_host_is_all_that_idna_changes(text: str) -> None:
    uri = uri_or_none(text)
    assume(uri is not None)
    one, other = URIReference(str(uri)).pieces(), URIReference(urikit.to_uri(text, host="percent")).pieces()

    assert (one[:2], one[3:]) == (other[:2], other[3:])


@given(iri_reference_texts)
def test_every_part_maps_as_the_whole_does(text: str) -> None:
    iri, uri = IRIReference(text), URIReference(urikit.to_uri(text, host="percent"))

    for part in ("userinfo", "host", "path", "query", "fragment"):
        written = getattr(iri, part)
        if written is not None:
            assert urikit.to_uri(written, part=part, host="percent") == getattr(uri, part)
            assert urikit.to_iri(getattr(uri, part), part=part, host="keep") == getattr(
                IRIReference(urikit.to_iri(str(uri), host="keep")), part
            )


@given(iri_reference_texts, st.lists(st.tuples(st.integers(0, 40), st.sampled_from('<>" {}|\\^`')), max_size=4))
def test_fixing_encodes_ten_characters_and_no_others(text: str, places: list[tuple[int, str]]) -> None:
    broken = text
    for place, character in places:
        at = place % (len(broken) + 1)
        broken = broken[:at] + character + broken[at:]
    mended = re.sub('[<>" {}|\\\\^`]', lambda one: f"%{ord(one[0]):02X}", broken)
    assume(urikit.is_iri_reference(mended))

    assert urikit.to_uri(broken, host="percent", fix=True) == urikit.to_uri(mended, host="percent")
    if broken != text:
        with pytest.raises(urikit.URISyntaxError):
            urikit.to_uri(broken)


# --- and back


@given(iri_reference_texts)
def test_a_uri_made_of_an_iri_without_escapes_comes_back_as_it(text: str) -> None:
    """P: to_iri(to_uri(x, host="percent"), keep="none", host="keep") == x for x without decodable triplets."""
    assume(not re.search("%[89A-Fa-f]|%(?:2[DEde]|3[0-9]|[46][1-9A-Fa-f]|5[0-9AaFf]|7[0-9AaEe])", text))

    assert urikit.to_iri(urikit.to_uri(text, host="percent"), keep="none", host="keep") == text


@given(texts_of_uris, keeps)
def test_a_uri_made_an_iri_maps_back_at_rung_percent(text: str, keep: str) -> None:
    back = urikit.to_uri(urikit.to_iri(text, keep=keep, host="keep"), host="percent")

    assert urikit.normalize(back, "percent") == urikit.normalize(text, "percent")


@given(texts_of_uris, keeps)
@example("http://xn--4db1b.1a/", "recommended")
@example("http://xn--99zt52a.%CC%81a/", "none")
def test_a_uri_made_an_iri_with_its_host_maps_back_at_rung_scheme(text: str, keep: str) -> None:
    back = urikit.to_uri(urikit.to_iri(text, keep=keep))

    assert urikit.key(back, "scheme", **SPEC) == urikit.key(text, "scheme", **SPEC)


@given(texts_of_uris, keeps, st.sampled_from(["unicode", "keep"]))
def test_no_escape_is_decoded_that_an_iri_needs(text: str, keep: str, host: str) -> None:
    iri = urikit.to_iri(text, keep=keep, host=host)
    pieces = IRIReference(iri).pieces()

    assert fixed_points("".join(pieces[:2] + pieces[4:])) == fixed_points(
        "".join(URI(text).pieces()[:2] + URI(text).pieces()[4:])
    )
    assert not re.search("[\x00-\x20\x7f-\x9f]", iri)
    assert not re.search("[\ue000-\uf8ff\U000f0000-\U0010ffff]", "".join(pieces[:5] + pieces[6:]))
    assert keep == "none" or not set(BIDI) & set(iri)
    assert [bool(piece) for piece in pieces] == [bool(piece) for piece in URI(text).pieces()]


@given(st.binary(max_size=12), keeps)
def test_octets_that_are_not_utf_8_stay_escaped(octets: bytes, keep: str) -> None:
    written = "".join(f"%{octet:02x}" for octet in octets)
    iri = urikit.to_iri(f"?{written}", keep=keep)

    assert urikit.decode_bytes(iri[1:]) == octets
    assert urikit.decode(iri, errors="replace") == urikit.decode(f"?{written}", errors="replace")
    for octet in octets.decode("utf-8", "surrogateescape"):
        if "\ud800" <= octet < "\ue000":
            assert f"%{ord(octet) - 0xDC00:02X}" in iri


@given(texts_of_uris, keeps, st.sampled_from(["unicode", "keep"]))
def test_to_iri_twice_is_to_iri_once(text: str, keep: str, host: str) -> None:
    once = urikit.to_iri(text, keep=keep, host=host)

    assert urikit.to_iri(once, keep=keep, host=host) == once


@given(texts_of_uris)
def test_each_set_keeps_what_a_smaller_one_keeps(text: str) -> None:
    none, minimal, recommended = (urikit.to_iri(text, keep=keep, host="keep") for keep in KEEPS)

    assert len(none) <= len(minimal) <= len(recommended)
    assert urikit.to_iri(recommended, keep="minimal", host="keep") == minimal
    assert urikit.to_iri(minimal, keep="none", host="keep") == none


@given(iri_reference_texts, keeps)
def test_explanations_end_in_what_the_functions_give(text: str, keep: str) -> None:
    assert urikit.explain_to_iri(text, keep=keep)[-1].text == urikit.to_iri(text, keep=keep)
    assert urikit.explain_to_uri(text, host="percent")[-1].text == urikit.to_uri(text, host="percent")
    uri = uri_or_none(text)
    if uri is not None:
        assert urikit.explain_to_uri(text)[-1].text == uri


@given(iri_texts)
def test_values_convert_as_the_functions_do(text: str) -> None:
    uri = uri_or_none(text)
    assume(uri is not None)

    assert IRI(text).to_uri() == URI(str(uri))
    assert str(URI(str(uri)).to_iri()) == urikit.to_iri(str(uri))


# --- the ladder


@given(iri_reference_texts, rungs)
def test_normalising_twice_is_normalising_once(text: str, rung: str) -> None:
    once = urikit.normalize(text, rung, **SPEC)

    assert urikit.normalize(once, rung, **SPEC) == once
    assert urikit.is_iri_reference(once)
    assert urikit.is_iri(once) == urikit.is_iri(text)


@given(iri_texts, rungs, rungs)
def test_a_higher_rung_of_a_lower_one_is_the_higher_one(text: str, one: str, other: str) -> None:
    lower, higher = sorted((one, other), key=RUNGS.index)

    assert urikit.normalize(urikit.normalize(text, lower, **SPEC), higher, **SPEC) == urikit.normalize(
        text, higher, **SPEC
    )


@given(iri_texts, rungs)
def test_a_normal_form_has_the_key_of_what_it_was_made_of(text: str, rung: str) -> None:
    assert urikit.key(urikit.normalize(text, rung, **SPEC), rung, **SPEC) == urikit.key(text, rung, **SPEC)


@given(iri_texts, st.sampled_from(["percent", "path", "scheme"]))
def test_the_key_is_that_of_the_uri(text: str, rung: str) -> None:
    assert urikit.key(text, rung, **SPEC).isascii()
    percent = urikit.to_uri(text, host="percent")
    assert urikit.key(percent, rung, **SPEC) == urikit.key(text, rung, **SPEC)
    if rung != "scheme":
        assert urikit.key(percent, rung) == urikit.key(text, rung, **SPEC)
    uri = uri_or_none(text)
    if uri is not None and rung == "scheme":
        assert urikit.key(uri, rung, **SPEC) == urikit.key(text, rung, **SPEC)


def respelled(text: str, way: int) -> str:
    """Another spelling of the same thing: what one rung or another may change, changed."""
    if way & 1:
        text = urikit.to_uri(text, host="percent")
    if way & 2:
        text = urikit.to_iri(text, keep="none", host="unicode" if way & 4 else "keep")
    if way & 8:
        text = uri_or_none(text) or text
    if way & 16:
        scheme, *rest = IRIReference(text).pieces()
        text = scheme.swapcase() + "".join(rest)
    return urikit.normalize(text, "scheme", **SPEC) if way & 32 else text


pairs = st.tuples(iri_texts, iri_texts) | st.builds(
    lambda text, way: (text, respelled(text, way)), iri_texts, st.integers(0, 63)
)


@given(pairs)
def test_equality_at_a_rung_is_equality_at_all_higher_ones(pair: tuple[str, str]) -> None:
    a, b = pair
    equal = [urikit.equivalent(a, b, rung, **SPEC) for rung in RUNGS]

    assert equal == sorted(equal)
    assert equal == [urikit.key(a, rung, **SPEC) == urikit.key(b, rung, **SPEC) for rung in RUNGS]
    assert equal == [urikit.equivalent(b, a, rung, **SPEC) for rung in RUNGS]
    assert urikit.equivalence(a, b, **SPEC) == next(
        (rung for rung, same in zip(RUNGS, equal, strict=True) if same), None
    )
    assert equal[0] == (a == b)


@given(iri_texts, st.integers(0, 63))
def test_another_spelling_is_the_same_at_rung_scheme(text: str, way: int) -> None:
    assert urikit.equivalent(text, respelled(text, way), "scheme", **SPEC)


@given(uri_texts(), rungs)
def test_a_uri_is_normalised_as_an_iri_as_it_is_as_a_uri(text: str, rung: str) -> None:
    row = SCHEMES.get((URI(text).scheme or "").lower())
    assume(rung not in ("scheme", "protocol") or row is None or row.host != "dns" or "%" not in (URI(text).host or ""))

    assert urikit.normalize(text, rung, **SPEC) == urikit.normalize(text, rung)
    assert urikit.key(text, rung, **SPEC) == urikit.key(text, rung)


@given(iri_reference_texts)
def test_the_ladder_climbs_as_normalize_does(text: str) -> None:
    for nfc in (False, True):
        for step in urikit.ladder(text, nfc=nfc, **SPEC):
            if step.name in ("simple", "nfc"):
                assert unicode_form("NFC", str(step.text)) == unicode_form("NFC", text)
            else:
                assert step.text == urikit.normalize(text, step.name, nfc=nfc, **SPEC)


@given(iri_texts, rungs)
def test_composing_where_asked_for_keeps_what_delimits(text: str, rung: str) -> None:
    row = SCHEMES.get((IRI(text).scheme or "").lower())
    folds = row is not None and row.case_insensitive  # a letter of the path, before an escaped mark
    assume(not folds or rung not in ("scheme", "protocol"))
    once = urikit.normalize(text, rung, nfc=True, **SPEC)

    assert urikit.normalize(once, rung, nfc=True, **SPEC) == once
    assert urikit.key(once, rung, nfc=True, **SPEC) == urikit.key(text, rung, nfc=True, **SPEC)
    assert urikit.is_iri(once)
    if rung in ("case", "percent"):
        assert fixed_points(once.upper()) == fixed_points(urikit.normalize(text, rung, **SPEC).upper())


@given(st.text("éệ각ä", min_size=1))
def test_composed_and_decomposed_differ_unless_asked(text: str) -> None:
    one, other = f"http://h/{unicode_form('NFC', text)}", f"http://h/{unicode_form('NFD', text)}"

    assert urikit.equivalence(one, other, **SPEC) is None
    assert urikit.equivalence(one, other, nfc=True, **SPEC) == "case"


@given(pairs)
def test_composing_finds_no_fewer_equal(pair: tuple[str, str]) -> None:
    a, b = pair
    for rung in RUNGS:
        if urikit.equivalent(a, b, rung, **SPEC):
            assert urikit.equivalent(a, b, rung, nfc=True, **SPEC)


# --- the rest, on IRIs


@given(iri_texts, iri_reference_texts)
def test_resolving_and_mapping_come_to_the_same_in_either_order(base: str, reference: str) -> None:
    target = urikit.resolve(base, reference, **SPEC)
    mapped = urikit.resolve(urikit.to_uri(base, host="percent"), urikit.to_uri(reference, host="percent"))

    assert urikit.to_uri(target, host="percent") == mapped
    assert str(IRI(base).resolve(reference)) == target
    assert urikit.explain_resolve(base, reference, **SPEC)[-1].text == target


@given(iri_texts, iri_texts)
def test_relativizing_is_the_inverse_of_resolving(base: str, target: str) -> None:
    reference = urikit.relativize(base, target, **SPEC)

    assert urikit.resolve(base, reference, **SPEC) == target or reference == target
    assert str(IRI(base).relativize(target)) == reference


@given(iri_texts)
def test_an_iri_put_together_from_its_parts_is_itself(text: str) -> None:
    iri = IRI(text)
    parts = {name: getattr(iri, name) for name in ("scheme", "authority", "path", "query", "fragment")}

    assert IRI.compose(**parts) == iri
    assert iri.replace(path=iri.path) == iri


@given(iri_texts, st.text(min_size=1).filter(lambda text: text not in (".", "..")))
def test_a_segment_appended_is_read_back(text: str, segment: str) -> None:
    assume(not re.search("[\ud800-\udfff]", segment))
    iri = IRI(text).replace(query=None, fragment=None)

    longer = iri / segment

    assert isinstance(longer, IRI)
    assert urikit.decode(longer.name) == segment


@given(st.text())
def test_data_built_into_an_iri_is_read_back(text: str) -> None:
    assume(not re.search("[\ud800-\udfff]", text))
    iri = IRI.build(scheme="x", host="h", segments=["a", text + "a"], query=[(text, text)], fragment=text)

    assert iri.decoded.segments == ("a", text + "a")
    assert iri.decoded.pairs == ((text, text),)
    assert iri.decoded.fragment == text


# --- transcribing


@given(st.text("aé&<>\"';#x1 日", max_size=20))
def test_what_markup_escapes_it_gives_back(text: str) -> None:
    numbered = "".join(f"&#{ord(one)};" for one in text)
    hexadecimal = "".join(f"&#x{ord(one):X};" for one in text)

    assert urikit.from_markup(html.escape(text), "html") == text
    for markup in ("html", "xml"):
        assert urikit.from_markup(numbered, markup) == urikit.from_markup(hexadecimal, markup) == text
    assert urikit.from_markup(text.replace("&", "&amp;").replace("<", "&lt;"), "xml") == text


@given(
    st.text("aé日本語ﾃｽﾄ/=~", min_size=1), st.sampled_from(["utf-8", "shift_jis", "euc_jp", "iso-8859-1", "gb18030"])
)
def test_a_reading_is_what_the_charset_wrote(text: str, charset: str) -> None:
    try:
        octets = text.encode(charset)
    except UnicodeEncodeError:
        assume(False)
    escapes = "".join(f"%{octet:02X}" for octet in octets)
    wanted = text.replace("/", "%2F").replace("=", "%3D")
    found = {one.charset: one.text for one in urikit.interpret(f"?{escapes}", [charset])}

    assert found == ({} if text.isascii() else {charset: unicode_form("NFC", wanted)})
