"""What a command stands on: streams in any encoding, an output that can be full, and signals that
end it."""

from __future__ import annotations

import codecs
import io
import os
import re
import shutil
import signal
import sys
import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

# Signs that mean something and that a narrow encoding lacks.
SPELT: Final = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "→": "->", "←": "<-", "…": "...", "−": "-",
    "–": "-", "—": "-", "×": "x", "│": "|", "·": ".", "•": "*",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'",
}
# How errors in writing are met, by this name.
PLAINLY: Final = "sobremesa-plainly"


def plain(sign: str) -> str:
    """Write a sign in ASCII.

    >>> plain("♣"), plain("ă"), plain("\\u202f"), plain("牌")
    ('C', 'a', ' ', '?')
    """
    stripped = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return SPELT.get(sign) or stripped or "?"


def _write_plainly(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start:error.end]
    return "".join(plain(sign) for sign in lacking), error.end


codecs.register_error(PLAINLY, _write_plainly)


def speak_any_encoding() -> None:
    """Have the terminal write what its encoding lacks in other signs, and read any bytes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not is_utf8(stream):
            stream.reconfigure(errors=PLAINLY)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def is_utf8(stream: Any) -> bool:
    """Tell whether a stream can write every sign."""
    return str(stream.encoding).lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig")


def speak_utf8() -> None:
    """Have standard input and output be UTF-8, for what programs and files read."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper) and not is_utf8(stream):
            stream.reconfigure(encoding="utf-8", errors="replace")


def drop_output() -> None:
    """Throw away what could not be written, so that the end does not try again."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


@contextmanager
def tidy_endings() -> Iterator[None]:
    """Let whatever runs clean up behind itself when the command is ended from outside, or its
    terminal is closed: it meets `SystemExit`."""
    names = ("SIGTERM", "SIGHUP")
    signs = [getattr(signal, name) for name in names if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(sign: int, _: object) -> None:
        for other in signs:
            # One ending is enough.
            signal.signal(other, signal.SIG_IGN)
        raise SystemExit(128 + sign)

    # What nohup has the command ignore stays ignored.
    heeded = [sign for sign in signs if signal.getsignal(sign) is signal.SIG_DFL]
    for sign in heeded:
        signal.signal(sign, end)
    try:
        yield
    finally:
        for sign in heeded:
            signal.signal(sign, signal.SIG_DFL)


def pager_takes_styles() -> bool:
    """Tell whether the pager passes bold and underlined text on: `less` alone does, and only if it
    is told to, which it is here unless the person has told it something else."""
    named = os.environ.get("MANPAGER") or os.environ.get("PAGER") or "less"
    program, *options = named.split() or ["less"]
    if os.path.basename(program) != "less" or shutil.which(program) is None:
        return False
    options += os.environ.setdefault("LESS", "-R").split()
    return any(
        word.lower() == "--raw-control-chars" or re.fullmatch(r"-?[a-zA-Z]*[rR][a-zA-Z]*", word)
        for word in options
    )
