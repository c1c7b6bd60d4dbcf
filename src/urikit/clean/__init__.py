"""The main job: files in, one clean, canonical, unique table out, and a reason for every row that did not make it."""

from __future__ import annotations

from urikit.clean.errors import ArgumentError, CleanError
from urikit.clean.plan import clean
from urikit.clean.report import Summary
from urikit.clean.spark_frame import spark

__all__ = ["ArgumentError", "CleanError", "Summary", "clean", "spark"]
