"""Why did a run stop?  Two answers: it was asked wrongly, or a file could not be read or written."""

from __future__ import annotations

from urikit.findings import UrikitError


class CleanError(UrikitError):
    """A file could not be read or written; nothing was published, and the inputs are as they were."""


class ArgumentError(UrikitError, ValueError):
    """The run cannot be done as it was asked for; nothing was read or written."""


def first_line(error: BaseException) -> str:
    """Return what another library's *error* says, without the advice that follows on further lines."""
    return str(error).partition("\n")[0] or type(error).__name__
