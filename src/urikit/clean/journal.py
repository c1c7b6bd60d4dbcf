"""
How far is a run, so that another can go on where it was killed?

Every few seconds a run notes where its inputs are read to, how long its outputs and the list of its keys are, and what
it has counted.  All of that is in its own folder; the note appears whole or not at all.  What is written after a note
is cut off by the run that goes on.
"""

from __future__ import annotations

import json
import os
import time
from hashlib import blake2b

from urikit.clean.folder import Folder, held_by_nobody
from urikit.clean.source import STDIN
from urikit.clean.write import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    State: TypeAlias = dict[str, Any]

EVERY = 10.0  # seconds between two notes
ABOUT, NOTE, KEYS = "run.json", "note.json", "keys"


class Journal:
    """
    The notes of a run.

    Args:
        folder: The run's own.
        same: What tells this run from others; None where no other can go on with it, and nothing is noted.
        secret: Of the keys' hash.
        after: The number of the note that this run goes on from.

    Attributes:
        wanted: Whether anything is noted.
    """

    def __init__(self, folder: Folder, same: str | None, secret: bytes, after: int = -1) -> None:
        self._folder = folder
        self.wanted = same is not None
        self._number = after + 1
        self._last = time.monotonic()
        if same is not None:
            about = folder.file(ABOUT)
            with writing(about), open(about, "w", encoding="ascii") as file:
                json.dump({"fingerprint": same, "secret": secret.hex()}, file)

    @property
    def due(self) -> bool:
        """Whether it is time for a note."""
        return self.wanted and time.monotonic() - self._last >= EVERY

    def file(self, name: str) -> str:
        """Return a path for a file that the next note speaks of."""
        return self._folder.file(f"{self._number}-{name}")

    def note(self, state: State) -> None:
        """Note how far the run is; the files of the note before are no longer needed."""
        path = self._folder.file(NOTE)
        with writing(path):
            with open(path + ".new", "w", encoding="ascii") as file:
                json.dump(state | {"number": self._number}, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(path + ".new", path)
        for name in os.listdir(self._folder.path):
            if name.startswith(f"{self._number - 1}-"):
                os.unlink(self._folder.file(name))
        self._number += 1
        self._last = time.monotonic()


def _read(path: str) -> State | None:
    try:
        with open(path, encoding="ascii") as file:
            found: State = json.load(file)
    except (OSError, ValueError):
        return None
    return found


def fingerprint(names: Iterable[str], options: State) -> str | None:
    """
    Return what tells a run from others: a hash of its options, and of its inputs as they are; None where one is a pipe.

    A run goes on only with what is the same.
    """
    from urikit import __version__, backend

    inputs = []
    for name in names:
        if name == STDIN or not os.path.isfile(name):
            return None
        state = os.stat(name)
        inputs.append([os.path.abspath(name), state.st_size, state.st_mtime_ns, state.st_ino])
    found = json.dumps([__version__, backend(), inputs, sorted(options.items())])  # may hold a password
    return blake2b(found.encode()).hexdigest()


class Left:
    """
    What a killed run left.

    Args:
        folder: Its own.
        secret: Of its keys' hash.
        state: Its last note.
    """

    __slots__ = ("folder", "secret", "state")

    def __init__(self, folder: Folder, secret: bytes, state: State) -> None:
        self.folder = folder
        self.secret = secret
        self.state = state


def left_by(place: str | None, same: str) -> Left | None:
    """
    Look for what a killed run left, and hold it.

    Args:
        place: Where runs make their folders; None is the system's place.
        same: Its fingerprint.

    Returns:
        None where there is nothing to go on with.
    """
    for path in Folder.all_in(place):
        handle = held_by_nobody(path)
        if handle is None:
            continue
        about, state = _read(os.path.join(path, ABOUT)), _read(os.path.join(path, NOTE))
        if about is not None and state is not None and about["fingerprint"] == same and _is_whole(path, state):
            return Left(Folder(place, adopted=(path, handle)), bytes.fromhex(about["secret"]), state)
        os.close(handle)
    return None


def _is_whole(folder: str, state: State) -> bool:
    """Whether all is there that a note speaks of."""
    sizes = {output["part"]: output["size"] for output in state["outputs"]}
    sizes[os.path.join(folder, KEYS)] = state["keys"]
    try:
        return all(os.path.getsize(path) >= size for path, size in sizes.items())
    except OSError:
        return False
