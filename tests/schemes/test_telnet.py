"""RFC 4248: a telnet URI is read as it is written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, normalize
from urikit.schemes.telnet import build, parse

data = st.text("aZ0!;:@/é %", min_size=1, max_size=5)


@given(data, st.none() | data, st.none() | st.just("8023"), st.none() | st.just("a"))
def test_what_is_built_is_read_back(user: str, password: str | None, port: str | None, fragment: str | None) -> None:
    text = build("h", user, password, port, fragment)
    value = parse(text)

    assert (value.user, value.password, value.port_text, value.fragment) == (user, password, port, fragment)
    assert str(value) == text == normalize(text, "scheme")


def test_a_password_is_not_shown() -> None:
    value = URI("telnet://u:secret@h").telnet

    assert "secret" not in repr(value)
    assert "'u'" in repr(URI("telnet://u@h").telnet)
    assert value.password == "secret"
