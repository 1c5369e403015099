"""Files that commands write: checked before the work, and written whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from sobremesa.core.errors import Phrase, Refused


def refusal(path: Path, wrong: OSError) -> Refused:
    """Say why a file cannot be written."""
    reason: object = wrong.strerror or str(wrong)
    if wrong.errno == errno.ENOENT:
        reason = Phrase("there is no folder {folder}", folder=str(path.parent))
    return Refused("{path} cannot be written: {reason}", path=str(path), reason=reason)


def is_replaceable(path: Path) -> bool:
    """Tell whether another file can take the place of this one: what is no file, as /dev/stdout,
    and what lies in a folder that is read-only can only be written into."""
    if path.exists() and not path.is_file():
        return False
    return os.access(path.parent, os.W_OK) or not path.exists()


def fresh_for(path: Path) -> Path:
    """Name the file that is written first, and then takes the place of another."""
    return path.with_name(f".{path.name}.new")


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """Give a path to write to, which takes the place of another when all is on the disk."""
    path = path.resolve()
    fresh = fresh_for(path)
    try:
        yield fresh
        # Windows flushes only what is open for writing.
        with fresh.open("r+b") as file:
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def check_file(path: Path) -> Path:
    """Check that a file can be written, before anything is done for it; change nothing.

    :raises Refused: if it cannot.
    """
    there = path.resolve()
    try:
        if is_replaceable(there):
            probe = fresh_for(there)
            probe.open("ab").close()
            probe.unlink()
        elif there.is_file():
            there.open("ab").close()
        elif there.is_dir() or not os.access(there, os.W_OK):
            code = errno.EISDIR if there.is_dir() else errno.EACCES
            raise OSError(code, os.strerror(code))
    except OSError as wrong:
        raise refusal(path, wrong) from wrong
    return path


def check_folder(path: Path) -> Path:
    """Check that a folder can be written into, or made; change nothing.

    :raises Refused: if it cannot.
    """
    there = path.resolve()
    while not there.exists() and there != there.parent:
        there = there.parent
    try:
        probe = there / f".sobremesa-{os.getpid()}.new"
        probe.open("xb").close()
        probe.unlink()
    except OSError as wrong:
        raise refusal(path, wrong) from wrong
    return path


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file, all of it or nothing.

    :raises Refused: if it cannot be written; what was there before stays.
    """
    try:
        if is_replaceable(path):
            with replaced(path) as fresh:
                fresh.write_bytes(data)
        else:
            path.write_bytes(data)
    except OSError as wrong:
        raise refusal(path, wrong) from wrong


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, the same bytes everywhere, all of it or nothing.

    :raises Refused: if it cannot be written; what was there before stays.
    """
    write_bytes(path, text.encode())


def lock(file: IO[str]) -> None:
    """Lock an open file for this process alone, which ends with it: no worker inherits it.

    :raises OSError: if another process has locked it.
    """
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
