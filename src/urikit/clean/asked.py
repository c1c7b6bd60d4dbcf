"""What is asked of every row, wherever it is judged?"""

from __future__ import annotations

from urikit.clean.judge import LIMIT, Judge
from urikit.clean.judging import Judging
from urikit.clean.merges import Rungs
from urikit.clean.wishes import CHANGES, Wishes, Wishing
from urikit.findings import hide
from urikit.operations.trackers import DATE
from urikit.safety.tokens import mask_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypedDict

    from urikit.clean.judge import Form, Passwords
    from urikit.operations.normalize import Rung
    from urikit.syntax.parse import Spec

    class Asking(TypedDict, total=False):
        """The options of `urikit.clean.clean` that say what becomes of a row."""

        rung: Rung
        base: str | None
        ignore_fragment: bool
        passwords: Passwords
        max_length: int | None
        form: Form | None
        keep_scheme: Sequence[str]
        host: Sequence[str]
        domain: Sequence[str]
        drop_query: Sequence[str]
        drop_tracking: bool
        sort_query: bool
        strip_fragment: bool
        www: bool


class Asked:
    """
    What is asked of every row; it can be sent to where the rows are.

    Args:
        rung: See `urikit.clean.clean`, as for all that follow.
        base: Also.
        ignore_fragment: Also.
        passwords: Also.
        max_length: Also.
        form: Also.
        wished: The filters and the wanted changes; see `Wishes`.

    Attributes:
        aliases: What redirects lead to, as of `Redirects`; to be set before anything is judged.

    Raises:
        ArgumentError: It cannot be done as asked.
    """

    def __init__(
        self,
        *,
        rung: Rung = "scheme",
        base: str | None = None,
        ignore_fragment: bool = False,
        passwords: Passwords = "reject",
        max_length: int | None = LIMIT,
        form: Form | None = None,
        **wished: Any,
    ) -> None:
        self._judge: dict[str, Any] = {
            "rung": rung,
            "base": base,
            "ignore_fragment": ignore_fragment,
            "passwords": passwords,
            "limit": max_length,
            "form": form,
        }
        self.wished = wished
        self.aliases: Mapping[str, str] | None = None
        self.height = Judge(**self._judge).height  # raises now what would be raised there
        self._wishes()

    def judging(self, secret: bytes) -> Judging | Wishing:
        """Make what judges rows; *secret* as of `Judging`."""
        plain, wishes = Judging(Judge(**self._judge), secret), self._wishes()
        return Wishing(plain, wishes) if wishes else plain

    def _wishes(self) -> Wishes:
        return Wishes(aliases=self.aliases, spec=self.spec, **self.wished)

    @property
    def rungs(self) -> Rungs:
        """The rungs at which two rows may meet."""
        judge = self._judge
        plain = {name: judge[name] for name in ("rung", "base", "ignore_fragment")}
        return Rungs(**plain, spec=self.spec, aliases=self.aliases, wished=any(map(self.wished.get, CHANGES)))

    @property
    def spec(self) -> Spec:
        """The standard of the rows."""
        return "rfc3986" if self._judge["form"] is None else "rfc3987"

    @property
    def masks(self) -> bool:
        """Whether passwords become ``***``."""
        return bool(self._judge["passwords"] == "mask")

    def options(self, only: str | None, column: str | None) -> dict[str, Any]:
        """Return all of it as a summary shows it."""
        judge, base = self._judge, self._judge["base"]
        shown = {"rung": judge["rung"], "ignore_fragment": judge["ignore_fragment"]}
        wished = {
            **{name: list(self.wished.get(name, ())) for name in ("keep_scheme", "host", "domain", "drop_query")},
            **{name: self.wished.get(name, False) for name in ("drop_tracking", "sort_query", "strip_fragment", "www")},
        }
        wished["drop_tracking"] = wished["drop_tracking"] and DATE
        rest = {"passwords": judge["passwords"], "only": only, "column": column}
        rest |= {"max_length": judge["limit"], "as": judge["form"]}
        return shown | {"base": base and mask_tokens(hide(base, valid=True))[0]} | wished | rest
