"""Every command with words, numbers and files of all kinds, in every plight of a terminal.

Whatever a command is given, it ends with an exit status and says why in a sentence: a traceback is
a fault. The commands are those that the terminal has, and what they are given follows from the
types of their parameters, so that a new command is tried without a word here.

`python -m tests.fuzz_terminal --seconds 3600 --seed 1` goes on for an hour.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import click

import sobremesa
from sobremesa import record
from sobremesa.cli import GameCommand, main
from sobremesa.core.game import game_class
from sobremesa.terminal import FileToWrite, FolderToWrite

# Commands that serve until they are ended: the server has its own explorer.
SERVERS = {"table"}
# Seconds after which a command is interrupted, as by Ctrl-C.
PATIENCE = 2.0
HUGE = [10**6, 2**31, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30]
WORDS = [
    "block", "super-bridge", "domino-poker", "traffic", "3x5", "2x2", "##./.##", "0x0", "greedy",
    "random", "set=6,9", "set=6", "target=50", "two-draw", "1", "hand", "engine:true", "engine:'",
    "nobody", "", "-", "--", "ă♣\u202f", "\x1b[2J", "9" * 50, "../..", "selfplay.py", "0,0=00/00",
    "0,1=3", "90,85", "{}", "%s", "\udcff",
]
# What would only take long; the size of the work is no fault.
SMALL = {
    "deals": 2, "matches": 2, "rounds": 2, "answers": 2, "nodes": 500, "played": 1, "workers": 1,
    "numbers": 2, "days": 1,
}


def commands(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Lists the words that name every command."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name)


def named(words: tuple[str, ...]) -> click.Command:
    command: click.Command = main
    for word in words:
        assert isinstance(command, click.Group)
        command = command.commands[word]
    return command


class Folder:
    """Files of all kinds to be read, and places to write to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        texts = {
            "empty": "", "words": "not a record\n", "study.toml": "deals = 2\n[[games]]\n"
            'game = "block"\n', "odd.toml": "title = 2026-01-01\ndeals = 1\n[[games]]\n"
            'game = "block"\n',
        }
        for name in ("block", "super-bridge", "domino-poker", "traffic"):
            match = sobremesa.game(name).start(1)
            for _ in range(3):
                if not match.round.over:
                    match.play(match.round.moves()[0])
            texts[f"{name}.txt"] = record.write(match)
            texts[f"{name}-seen.txt"] = record.write(match, seat=0)
            if record.has_pbn(match.game):
                texts[f"{name}.pbn"] = record.pbn(match)
        for name, text in texts.items():
            (path / name).write_text(text, encoding="utf-8")
        (path / "bytes").write_bytes(bytes(range(256)))
        (path / "folder").mkdir()

    def to_read(self, rng: random.Random) -> str:
        return str(rng.choice([*sorted(self.path.iterdir()), self.path / "none"]))

    def to_write(self, rng: random.Random) -> str:
        return str(rng.choice([
            self.path / f"new-{rng.randrange(5)}", self.path / "none" / "new", "/dev/full",
            "/dev/null", self.path / "folder", self.path / "empty" / "under", "/proc/new",
            self.path / ("n" * 300), "\0",
        ]))


def value_for(param: click.Parameter, rng: random.Random, folder: Folder) -> str:
    """Makes a value of the type of a parameter, or one that is of none."""
    kind, name = param.type, str(param.name)
    if rng.random() < 0.1:
        return rng.choice([*WORDS, *map(str, HUGE)])
    if isinstance(kind, FileToWrite | FolderToWrite):
        return folder.to_write(rng)
    if isinstance(kind, click.Path):
        return folder.to_read(rng)
    if isinstance(kind, click.Choice):
        return str(rng.choice(list(kind.choices)))
    if name == "game":
        return rng.choice(sobremesa.games())
    if isinstance(kind, click.types.IntParamType):
        if name in SMALL and rng.random() < 0.8:
            return str(SMALL[name])
        return str(rng.choice([0, 1, 2, 3, 7, -1, *HUGE]))
    return rng.choice([*WORDS, *sobremesa.games()])


def line_for(words: tuple[str, ...], rng: random.Random, folder: Folder) -> list[str]:
    """Makes a line of words for a command."""
    command = named(words)
    line: list[str] = []
    game = ""
    for param in command.params:
        if isinstance(param, click.Argument):
            count = 1 if param.nargs == 1 else rng.randrange(4)
            if param.required or rng.random() < 0.8:
                values = [value_for(param, rng, folder) for _ in range(count)]
                game = game or next((one for one in values if one in sobremesa.games()), "")
                line += values
        elif param.name in SMALL or rng.random() < 0.3:
            assert isinstance(param, click.Option)
            option = rng.choice([*param.opts, *param.secondary_opts])
            line += [option] if param.is_flag else [option, value_for(param, rng, folder)]
    if isinstance(command, GameCommand) and game and rng.random() < 0.5:
        option = rng.choice([one.name for one in game_class(game).declared()])
        line += [f"--{option}", rng.choice(["1", "2", "yes", "6", "any", "x", str(10**30)])]
    if rng.random() < 0.05:
        line.append("--help")
    return [word.replace("\0", "?") for word in [*words, *line]]


# How an output can be: where it goes, its encoding, and how wide it is.
OUTPUTS = ["fine", "fine", "full", "closed"]
ENCODINGS = ["utf-8", "utf-8", "cp1252", "ascii", "latin-1"]
WIDTHS = ["80", "80", "0", "1", "20", "40", "1000", "x"]
LANGUAGES = ["C", "en_US.UTF-8", "es_ES.UTF-8", "fr_FR", "ro", "", "xx", "\x1b"]
TYPED = [
    b"", b"quit\n", b"?\nhelp\nhint\nundo\ntable\nlog\nquit\n", b"\n\n\n\n", b"\xff\xfe\n",
    b"6-4\n" * 20, b"sobremesa 1\nplay block {}\nchoose 1 1 {}\nquit\n", b"\x1b[A\n", b"9" * 9000,
]


@dataclass
class Plight:
    """How a terminal is for one command."""

    output: str
    encoding: str
    width: str
    language: str
    typed: bytes
    # Seconds after which it is interrupted.
    seconds: float

    @staticmethod
    def drawn(rng: random.Random, patience: float) -> Plight:
        return Plight(
            rng.choice(OUTPUTS), rng.choice(ENCODINGS), rng.choice(WIDTHS), rng.choice(LANGUAGES),
            rng.choice(TYPED), rng.choice([patience, patience, rng.random() * patience]),
        )


@contextlib.contextmanager
def streams(plight: Plight) -> Iterator[io.TextIOWrapper]:
    """Puts real files in the place of input and output; gives what errors are written to."""
    kept = sys.stdin, sys.stdout, sys.stderr, dict(os.environ)
    source = tempfile.TemporaryFile()  # noqa: SIM115
    source.write(plight.typed)
    source.seek(0)
    if plight.output == "full":
        target = os.open("/dev/full", os.O_WRONLY)
    elif plight.output == "closed":
        reader, target = os.pipe()
        os.close(reader)
    else:
        target = os.open(os.devnull, os.O_WRONLY)
    caught = tempfile.TemporaryFile()  # noqa: SIM115
    errors = io.TextIOWrapper(caught, "utf-8", errors="backslashreplace")
    output = open(target, "w", encoding=plight.encoding)  # noqa: SIM115
    sys.stdin = io.TextIOWrapper(source, plight.encoding)
    sys.stdout, sys.stderr = output, errors
    os.environ.update(COLUMNS=plight.width, LANG=plight.language)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        os.environ.pop(name, None)
    try:
        yield errors
        # What is left to be written at the end must not fail either.
        if sys.stdout is output:
            output.flush()
    finally:
        sys.stdin.close()
        sys.stdin, sys.stdout, sys.stderr = kept[:3]
        with contextlib.suppress(OSError):
            output.close()
        os.environ.clear()
        os.environ.update(kept[3])


def interrupt(_: int, frame: FrameType | None) -> None:
    """Interrupts a command; in this process a module must not be left half imported."""
    while frame is not None:
        if "importlib" in frame.f_code.co_filename or frame.f_code.co_name == "__del__" or (
            frame.f_code.co_filename == weakref.__file__
            # A pool that closes a connection writes what interrupts it to the log.
            or "sqlalchemy/pool" in frame.f_code.co_filename
        ):
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def fault_of(line: list[str], plight: Plight) -> str:
    """Runs a command in a plight, and gives the traceback with which it ends, if it does."""
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with streams(plight) as errors:
            try:
                signal.setitimer(signal.ITIMER_REAL, max(plight.seconds, 0.01))
                main.main(line, prog_name="sobremesa")
            except SystemExit:
                pass
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            errors.flush()
            errors.seek(0)
            written = errors.read()
    except KeyboardInterrupt:
        # It came between the command and its end.
        return ""
    except BaseException:
        return traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    # What others clean up says it when it is interrupted; that is no fault of a command.
    blocks = written.split("Traceback (most recent call last)")[1:]
    return written if any("KeyboardInterrupt" not in block for block in blocks) else ""


@contextlib.contextmanager
def place() -> Iterator[Folder]:
    """Gives a folder with files, which is the working folder for so long."""
    here = Path.cwd()
    path = Path(tempfile.mkdtemp(prefix="fuzz-terminal-"))
    try:
        os.chdir(path)
        yield Folder(path)
    finally:
        os.chdir(here)
        shutil.rmtree(path, ignore_errors=True)


def fuzz(seed: int, seconds: float = 0, times: int = 0, patience: float = PATIENCE) -> list[str]:
    """Tries every command so many times, or again and again for so long; lists the faults."""
    faults: list[str] = []
    end = time.monotonic() + seconds
    tried = 0
    known = [words for words in commands(main) if words[0] not in SERVERS]
    while tried < times or time.monotonic() < end:
        rng = random.Random(f"{seed}/{tried}")
        with place() as folder:
            for words in known:
                line, plight = line_for(words, rng, folder), Plight.drawn(rng, patience)
                fault = fault_of(line, plight)
                if fault:
                    faults.append(f"{line}\n{plight}\n{fault}")
                    print(faults[-1], file=sys.stderr, flush=True)
        tried += 1
    print(f"{tried * len(known)} commands, {len(faults)} faults", file=sys.stderr)
    return faults


def run_from_the_command_line() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sys.exit(bool(fuzz(given.seed, given.seconds)))


if __name__ == "__main__":
    run_from_the_command_line()
