"""The verb that explains: a code, a rule of a grammar, or where a character may stand."""

from __future__ import annotations

from urikit.cli.job import Answer
from urikit.cli.layout import table
from urikit.cli.verb import UsageError, near, verb
from urikit.findings import URIRuleError, finding, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from urikit.cli.job import Job
    from urikit.cli.lines import Item

SPECS = ("rfc1738", "rfc2396", "rfc3986", "rfc3987", "whatwg", "whatwg-special")


@verb()
def explain(
    job: Job,
    *codes: str,
    char: str | None = None,
    by_scheme: bool = False,
    rule: str | None = None,
    list_: bool = False,
) -> None:
    """
    Tell what a finding's code means, by which rule, and how to mend it; or what a rule says; or where a character may
    stand.

    Args:
        codes: names such as pct-encoded; “-” reads a list
        char: a character, or U+ and its number: where it may stand raw, must be encoded or delimits, and why
        by_scheme: with --char, in the components that RFC 1738 gives each scheme
        rule: a rule such as reg-name: what each standard prints, where, and what replaces an old name
        list_: show all codes, one a line

    Example:
        $ urikit explain no-scheme
        error[no-scheme]: a scheme is required here; this is a relative reference
          example: ../g
        …
        $ urikit explain --rule abs_path
        abs_path = "/"  path_segments
          RFC 2396 Appendix A
          today: path-absolute (RFC 3986 Appendix D.2)
    """
    given = bool(codes or job.options.file)
    if list_ and given:
        raise UsageError("urikit explain: --list shows all codes; it takes none")
    if given + list_ + (char is not None) + (rule is not None) > 1:
        raise UsageError("urikit explain: codes, --list, --char or --rule, one of them")
    if by_scheme and char is None:
        raise UsageError("urikit explain: --by-scheme is for --char")
    if char is not None:
        explain_character(job, char, by_scheme)
    elif rule is not None:
        explain_rule(job, rule)
    else:
        explain_codes(job, codes, list_)


def explain_codes(job: Job, codes: tuple[str, ...], listing: bool) -> None:
    """Tell what codes mean."""
    from urikit import explain as told
    from urikit import findings

    def answer(one: Item) -> Answer:
        code = findings.CODES.get(one.text)
        if code is None:
            words = f"there is no such code{near(one.text, findings.CODES)}"
            raise URIRuleError(one.text, (finding("unknown-code", 0, len(one.text), message=words),))
        return Answer({name: getattr(code, name) for name in code.__slots__})

    def layout(one: Item, found: Answer) -> str | None:
        if found.fields is None:
            return None
        level = found.fields["level"]
        if listing:
            return f"{level:<7}  {one.text:<{widest}}  {found.fields['sentence']}"
        return job.console.paint(level, level) + told(one.text).removeprefix(level)

    widest = max(map(len, findings.CODES)) if listing else 0
    shown = tuple(findings.CODES) if listing else codes
    job.each(shown, answer, columns=("name", "level", "sentence", "source"), text=layout)


# ----------------------------------------------------------------------------------------------------------- characters


def explain_character(job: Job, word: str, by_scheme: bool) -> None:
    """Tell where a character may stand."""
    from urikit import charset_table

    character = character_of(word)

    def answer(one: Item) -> Answer:
        rows = charset_table(character, by_scheme=by_scheme)
        places = [{name: getattr(row, name) for name in row.__slots__} for row in rows]
        return Answer({"code_point": one.text, "places": places})

    def layout(one: Item, found: Answer) -> str | None:
        if found.fields is None:
            return None
        rows = by_schemes(found.fields["places"]) if by_scheme else by_standards(found.fields["places"])
        shown = f"  {job.console.data(printable(character))}" if character.isprintable() else ""
        return "\n".join([f"{found.fields['code_point']}{shown}", *("  " + line for line in table(rows))])

    job.each((f"U+{ord(character):04X}",), answer, columns=("code_point",), text=layout)  # “-” would be a list


def character_of(word: str) -> str:
    """Return the character that a word is or numbers."""
    if len(word) == 1:
        return word
    digits = word[2:] if word[:2] in ("U+", "u+") else ""
    if (
        0 < len(digits) <= 6
        and all(digit in "0123456789ABCDEFabcdef" for digit in digits)
        and int(digits, 16) < 0x110000
    ):
        return chr(int(digits, 16))
    raise UsageError(f"urikit explain: --char takes one character, or U+ and its number, not {word}")


def by_standards(places: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Lay places out: a line a component, a column a standard."""
    rows: dict[str, dict[str, str]] = {}
    for place in places:
        rows.setdefault(place["component"], {})[place["spec"]] = said(place)
    return [("", *SPECS), *((component, *(row[spec] for spec in SPECS)) for component, row in rows.items())]


def by_schemes(places: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Lay places out: a line a component of a scheme."""
    return [(place["scheme"], place["component"], said(place)) for place in places]


def said(place: dict[str, Any]) -> str:
    """Say what may become of a character, and why."""
    status, reason = place["status"], place["reason"]
    return f"{status} ({reason})" if reason and reason != status and reason not in status else status


# ---------------------------------------------------------------------------------------------------------------- rules


def explain_rule(job: Job, name: str) -> None:
    """Tell what each standard says of a rule."""
    from urikit.syntax.definitions import BOOKS, definitions
    from urikit.syntax.grammar import grammar_of

    def answer(one: Item) -> Answer:
        try:
            rows = definitions(one.text)
        except KeyError:
            known = {rule for book in BOOKS for rule in grammar_of(book).rules}
            words = f"no standard has such a rule{near(one.text, sorted(known))}"
            raise URIRuleError(one.text, (finding("unknown-rule", 0, len(one.text), message=words),)) from None
        return Answer({"definitions": [{field: getattr(row, field) for field in row.__slots__} for row in rows]})

    def layout(one: Item, found: Answer) -> str | None:
        return "\n\n".join(map(definition, found.fields["definitions"])) if found.fields else None

    job.each((name,), answer, columns=("definitions",), text=layout)


def definition(row: dict[str, str]) -> str:
    """Return a rule as its standard prints it, and where."""
    lines = [f"{row['name']} = {row['abnf']}", f"  {row['source']}"]
    if row["replacement"]:
        lines.append(f"  today: {row['replacement']} (RFC 3986 Appendix D.2)")
    return "\n".join(lines)
