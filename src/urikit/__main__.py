"""``python -m urikit`` is ``urikit``."""

from __future__ import annotations

from urikit.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
