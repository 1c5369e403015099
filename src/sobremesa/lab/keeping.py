"""What a study has played, kept so that nothing is lost however a run ends.

Each deal is a line with its checksum in a journal, which is on the disk before the deal counts as
played. A line that a killed run left unfinished is cut off when the study goes on. Journals hold
`BLOCK` deals each, so that the result file is made a block at a time.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from sobremesa import Refused
from sobremesa.files import lock, replaced
from sobremesa.lab.study import Row, Subject

# Deals in a journal.
BLOCK: Final = 1000
# How the journal of a block is called.
NAME: Final = re.compile(r"[0-9]{6,}")


def line_of(deal: int, rows: list[Row]) -> bytes:
    """Writes a deal as a line."""
    text = json.dumps([deal, rows], separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def deal_in(line: bytes) -> tuple[int, list[Row]] | None:
    """Reads a line, if it is whole.

    >>> deal_in(line_of(3, [])), deal_in(line_of(3, [])[:-2]), deal_in(b"00000000 [3,[]]")
    ((3, []), None, None)
    """
    if not line.endswith(b"\n") or len(line) < 10:
        return None
    try:
        if int(line[:8], 16) != zlib.crc32(line[9:-1]):
            return None
    except ValueError:
        return None
    deal, rows = json.loads(line[9:])
    return int(deal), rows


class Journal:
    """The deals of one subject that are played."""

    def __init__(self, folder: Path, subject: Subject) -> None:
        self.folder = folder / "deals" / f"{subject.game}-{subject.fingerprint()}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.files: dict[int, BinaryIO] = {}

    def path(self, block: int) -> Path:
        """Names the file of a block."""
        return self.folder / f"{block:06d}.jsonl"

    def blocks(self) -> list[int]:
        """Lists the blocks of which something is played."""
        # Copies that somebody has made lie beside them.
        return sorted(
            int(path.stem) for path in self.folder.glob("*.jsonl") if NAME.fullmatch(path.stem)
        )

    def lines(self, block: int) -> Iterator[tuple[int, list[Row]]]:
        """Reads the deals of a block in the order in which they were kept, up to the first that
        is not whole."""
        with suppress(FileNotFoundError), self.path(block).open("rb") as file:
            for line in file:
                found = deal_in(line)
                if found is None:
                    return
                yield found

    def read(self, block: int) -> dict[int, list[Row]]:
        """Reads the deals of a block by number, in their order."""
        return dict(sorted(self.lines(block)))

    def add(self, deal: int, rows: list[Row]) -> None:
        """Keeps a deal: it is on the disk when this returns."""
        block = deal // BLOCK
        if block not in self.files:
            self.files[block] = self._opened(block)
        file = self.files[block]
        end = file.tell()
        try:
            file.write(line_of(deal, rows))
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                file.truncate(end)
            raise

    def _opened(self, block: int) -> BinaryIO:
        """Opens a journal behind its last whole line, and cuts off what is not."""
        file = open(self.path(block), "ab", buffering=0)  # noqa: SIM115  (kept open)
        whole = 0
        with self.path(block).open("rb") as written:
            for line in written:
                if deal_in(line) is None:
                    break
                whole += len(line)
        file.truncate(whole)
        file.seek(whole)
        return file

    def took(self, seconds: float) -> None:
        """Adds to how long processors worked for the deals."""
        kept_json(self.folder / "processor.json", round(self.seconds() + seconds, 1))

    def seconds(self) -> float:
        """Gives how long processors worked for the deals in all runs."""
        try:
            return float((self.folder / "processor.json").read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            # It is lost how long; the deals are not.
            return 0.0

    def close(self) -> None:
        """Closes the files."""
        for file in self.files.values():
            file.close()
        self.files.clear()


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Lets only one run at a time write into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w", encoding="utf-8") as file:
        try:
            lock(file)
        except OSError as busy:
            raise Refused("another run is writing into {folder}", folder=str(folder)) from busy
        yield


def kept_json(path: Path, told: Any) -> None:
    """Writes plain data into a file, all of it or nothing."""
    with replaced(path) as fresh:
        fresh.write_bytes((json.dumps(told, indent=1, sort_keys=True) + "\n").encode())
