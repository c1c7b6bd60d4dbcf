"""
Where does a run keep what nobody is to see, and who clears up after a run that was killed?

A run has a folder of its own for what it spills, and writes its outputs as parts beside the files they will become.
It holds a lock on each; the lock ends with the process, so what is there without one was left by a run that was
killed.  The next run takes it away.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from contextlib import suppress

from urikit.clean.errors import CleanError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType
    from typing import Self

FOLDER, LOCK = "urikit-clean-", "lock"
PART_BEGIN, PART_END = ".urikit-", ".part"


def lock(path: str, *, new: bool) -> int | None:
    """
    Open *path* and lock it.

    Args:
        path: Of a file.
        new: It must not be there yet.

    Returns:
        The open file, whose lock lasts until it is closed; None where another process holds the lock, or took the file
        away meanwhile.

    Raises:
        OSError: It cannot be opened.
    """
    flags = os.O_RDWR | (os.O_CREAT | os.O_EXCL if new else 0)
    handle = os.open(path, flags | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0), 0o666)
    if _locked(handle, path):
        return handle
    os.close(handle)
    return None


def _locked(handle: int, path: str) -> bool:
    try:
        import fcntl
    except ImportError:  # no such locks on Windows: what is there counts as held
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        state = os.stat(path, follow_symlinks=False)
    except (BlockingIOError, FileNotFoundError):
        return False
    except OSError:  # a file system without locks
        return True
    return os.path.samestat(state, os.fstat(handle))


class Folder:
    """
    A folder of this run's own, gone when the run ends.

    Args:
        place: Where to make it; None is the system's place for such things.
        adopted: One that is there, and the open file that holds its lock.

    Raises:
        OSError: It cannot be made there.
    """

    def __init__(self, place: str | None = None, adopted: tuple[str, int] | None = None) -> None:
        import tempfile

        self.place = _place(place)
        if adopted is not None:
            self.path, self._handle = adopted
            return
        while True:
            self.path = tempfile.mkdtemp(prefix=FOLDER, dir=self.place)
            try:
                handle = lock(os.path.join(self.path, LOCK), new=True)
            except FileNotFoundError:  # another run thought that nobody held it
                continue
            if handle is not None:
                self._handle = handle
                return

    @staticmethod
    def all_in(place: str | None) -> list[str]:
        """Return the paths of all such folders, of whatever run."""
        paths = (os.path.join(_place(place), name) for name in _entries(_place(place), FOLDER, ""))
        return [path for path in paths if not os.path.islink(path)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._handle)

    def file(self, name: str) -> str:
        """Return the path of a file in it."""
        return os.path.join(self.path, name)


def _place(place: str | None) -> str:
    import tempfile

    return tempfile.gettempdir() if place is None else place


def own_folder(
    place: str | None,
    outputs: Iterable[str],
    notify: Callable[[str], None] | None,
    adopted: Folder | None = None,
    keep: Iterable[str] = (),
) -> Folder:
    """
    Make a run's folder, and take away what killed runs left.

    Args:
        place: Where to make it; None is the system's place for such things.
        outputs: The folders that outputs go to.
        notify: Told what was taken away.
        adopted: A folder to go on with, in place of a new one.
        keep: Half-written outputs to go on with.

    Raises:
        CleanError: It cannot be made there.
    """
    shown = place or "the temporary folder"
    try:
        (place or "").encode()
        folder = adopted or Folder(place)
    except OSError as error:
        raise CleanError(f"{shown}: cannot be written: {error.strerror or error}") from error
    except UnicodeEncodeError as error:
        raise CleanError(f"{shown}: DuckDB cannot write there, the name is no UTF-8") from error
    for path in (*stale_folders(folder.place), *(part for output in outputs for part in stale_parts(output, keep))):
        if notify is not None:
            notify(f"removed {path}, left by a run that was killed")
    return folder


def stale_folders(place: str) -> Iterator[str]:
    """Take away the folders in *place* that runs of ours left when they were killed, and name each."""
    for path in Folder.all_in(place):
        handle = held_by_nobody(path)
        if handle is not None:
            shutil.rmtree(path, ignore_errors=True)
            os.close(handle)
            yield path


def held_by_nobody(path: str) -> int | None:
    """Lock the folder of a run that is gone; None where it is not, or the folder is somebody's."""
    return _left(os.path.join(path, LOCK))


def stale_parts(place: str, keep: Iterable[str] = ()) -> Iterator[str]:
    """Take away the half-written outputs in *place* that runs of ours left when they were killed, and name each."""
    for entry in _entries(place, PART_BEGIN, PART_END):
        path = os.path.join(place, entry)
        handle = None if path in keep else _left(path)
        if handle is not None:
            os.unlink(path)
            os.close(handle)
            yield path


def _entries(place: str, begin: str, end: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(place) if name.startswith(begin) and name.endswith(end))
    except OSError:
        return []


def _left(path: str) -> int | None:
    """Lock a file that a killed run of this user left; None where it is somebody's, or held."""
    if not hasattr(os, "getuid"):  # Windows: without locks nobody knows
        return None
    try:
        mine = os.stat(path, follow_symlinks=False).st_uid == os.getuid()
        return lock(path, new=False) if mine else None
    except OSError:
        return None


class Part:
    """
    An output while it is written: a file beside the one it will become.

    Args:
        path: Of the output; a symbolic link stays one, what it points to is replaced.
        left: What a run that was killed left of it, to go on with.

    Raises:
        OSError: It cannot be made there, or is not there any more.
    """

    def __init__(self, path: str, left: str | None = None) -> None:
        self.target = os.path.realpath(path)
        self._published = False
        place = os.path.dirname(self.target)
        if left is not None:
            handle = _left(left)
            if handle is None:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), left)
            self.path, self._handle = left, handle
            return
        while True:
            self.path = os.path.join(place, f"{PART_BEGIN}{secrets.token_hex(6)}{PART_END}")
            handle = lock(self.path, new=True)
            if handle is not None:
                self._handle = handle
                break

    def sync(self) -> None:
        """Have all that was written on the disk; raise OSError where it does not get there."""
        os.fsync(self._handle)

    def publish(self) -> None:
        """Put it in the place of the output; a reader sees the old file or the new one, whole."""
        with suppress(OSError):
            os.chmod(self._handle, os.stat(self.target).st_mode & 0o7777)  # as the file that it replaces
        os.replace(self.path, self.target)
        self._published = True
        place = os.open(os.path.dirname(self.target), os.O_RDONLY)
        with suppress(OSError):  # not every file system can; the file itself is there
            os.fsync(place)
        os.close(place)

    def close(self) -> None:
        """Let go of it; what was not published is gone."""
        if not self._published:
            with suppress(OSError):
                os.unlink(self.path)
        os.close(self._handle)
