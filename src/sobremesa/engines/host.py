"""An engine as a bot: it is started, asked, given its time, and started again when it fails."""

from __future__ import annotations

import multiprocessing
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from multiprocessing.util import Finalize
from queue import Empty, Full, Queue

from sobremesa.bots import Bot, bot
from sobremesa.core.errors import Refused
from sobremesa.core.game import Game, View
from sobremesa.core.rng import Rng
from sobremesa.engines.speech import (
    GREETING,
    LONGEST_LINE,
    MOST_LINES,
    VERSION,
    is_greeting,
    shown,
    written,
)

# How a kind of bot says that it is an engine.
PREFIX = "engine:"
# Seconds to choose, to start, and beyond its own time until an engine counts as hung.
SECONDS = 5.0
STARTING = 30.0
GRACE = 1.0
# What an engine gets to know of the environment.
SHARED = ("PATH", "HOME", "LANG", "TMPDIR", "TEMP", "SYSTEMROOT")
SEEDS = 2**31 - 1


class EngineFailed(Refused):
    """An engine that did not do what an engine does."""


# The programs that run now, and the processes that end theirs when they end.
RUNNING: list[Process] = []
WATCHED: set[int] = set()


def keep_until_the_end(process: Process) -> None:
    """Sees to it that a program ends with this process.

    Unlike those of atexit, such endings are also reached in the processes of a pool.
    """
    RUNNING.append(process)
    if process.owner not in WATCHED:
        WATCHED.add(process.owner)
        Finalize(None, end_all, exitpriority=1)
        if multiprocessing.parent_process() is not None:
            with suppress(ValueError):
                # A process of a pool that is ended by its parent ends its programs first.
                signal.signal(signal.SIGTERM, _end_at_once)


def _end_at_once(*_: object) -> None:
    end_all()
    os._exit(1)


def end_all() -> None:
    """Ends all programs that this process has started."""
    while RUNNING:
        RUNNING[-1].end()


class Process:
    """One run of an engine's program: lines go in and come out, each with its time."""

    def __init__(self, command: list[str]) -> None:
        environment = {name: os.environ[name] for name in SHARED if name in os.environ}
        try:
            # A session of its own, so that whatever it starts can be ended with it.
            self.program = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, env=environment, start_new_session=True,
            )
        except OSError as error:
            raise EngineFailed(
                "the engine {command} cannot be started: {reason}",
                command=shlex.join(command), reason=error.strerror or str(error),
            ) from None
        # A process that is forked off gets a copy of this, but the program is not its own.
        self.owner = os.getpid()
        keep_until_the_end(self)
        # A line that was not said is None: the program has ended or said what is no line.
        self.heard: Queue[bytes | None] = Queue(MOST_LINES)
        self.to_say: Queue[bytes | None] = Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._speak, daemon=True).start()

    def _listen(self) -> None:
        assert self.program.stdout is not None
        with self.program.stdout as lines:
            while True:
                line = lines.readline(LONGEST_LINE + 1)
                whole = line.endswith(b"\n") and len(line) <= LONGEST_LINE
                try:
                    self.heard.put(line if whole else None, timeout=STARTING)
                except Full:
                    return
                if not whole:
                    return

    def _speak(self) -> None:
        assert self.program.stdin is not None
        try:
            with self.program.stdin as lines:
                while (line := self.to_say.get()) is not None:
                    lines.write(line)
                    lines.flush()
        except OSError:
            # It has ended; whoever waits for its answer hears that.
            return

    def say(self, line: str) -> None:
        """Says a line, without waiting until it is read."""
        self.to_say.put(line.encode() + b"\n")

    def hear(self, until: float) -> str:
        """Waits for a line.

        :raises EngineFailed: if it does not come in time, or is none.
        """
        try:
            line = self.heard.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            raise EngineFailed("the engine did not answer in time") from None
        if line is None:
            raise EngineFailed("the engine has ended, or has said what is no line of text")
        try:
            return line.decode().strip()
        except UnicodeDecodeError:
            raise EngineFailed("the engine has said what is no line of text") from None

    def is_own(self) -> bool:
        """Tells whether this process has started the program."""
        return self.owner == os.getpid()

    def end(self) -> None:
        """Ends the program and whatever it has started in its session."""
        if self in RUNNING:
            RUNNING.remove(self)
        if not self.is_own():
            return
        self.to_say.put(None)
        try:
            if sys.platform == "win32":
                self.program.kill()
            else:
                os.killpg(self.program.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.program.wait()


class Engine(Bot):
    """A program that chooses; it sees what its seat sees, line by line.

    An engine that ends, hangs, or answers what is no legal move is started again and asked once
    more; the second time it has failed.
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        try:
            self.command = shlex.split(command)
        except ValueError:
            # A quotation mark that is not closed.
            self.command = []
        if not self.command:
            raise EngineFailed("name the program of the engine, as engine:./my-bot")
        self.seconds = seconds
        self.process: Process | None = None
        self.playing = ""
        self.title = ""
        self.failures = 0

    def is_quick(self) -> bool:
        """Tells whether it has a second at most."""
        return self.seconds <= 1

    def choose(self, view: View, rng: Rng) -> int:
        """Asks the engine for one of the view's legal moves.

        :raises EngineFailed: if it fails twice.
        """
        seed = int(rng.below(SEEDS))
        try:
            return self._ask(view, seed)
        except EngineFailed:
            self.failures += 1
        try:
            # What fails by its chance may do without it.
            return self._ask(view, (seed + 1) % SEEDS)
        except EngineFailed as failed:
            raise EngineFailed(
                "{engine}: {reason}", engine=shlex.join(self.command), reason=failed
            ) from failed

    def plays(self, game: Game) -> None:
        """Asks whether the engine plays a game.

        :raises EngineFailed: if it does not.
        """
        try:
            self._begin(game)
        except EngineFailed:
            self.stop()
            raise

    def _ask(self, view: View, seed: int) -> int:
        try:
            process = self._begin(view.game)
            process.say(f"choose {int(self.seconds * 1000)} {seed} {written(view.data)}")
            until = time.monotonic() + self.seconds + GRACE
            for _ in range(MOST_LINES):
                word, _, rest = process.hear(until).partition(" ")
                if word == "info":
                    continue
                moves = view.moves
                if word == "move" and rest.isascii() and rest.isdecimal() and len(rest) < 10:
                    if int(rest) in moves:
                        return int(rest)
                    raise EngineFailed("move {move} is not legal here", move=int(rest))
                raise EngineFailed(
                    "the engine was asked for a move and said: {line}",
                    line=shown(f"{word} {rest}"),
                )
            raise EngineFailed("the engine talks and does not answer")
        except EngineFailed:
            self.stop()
            raise

    def _begin(self, game: Game) -> Process:
        """Starts the program unless it runs, and says which game is played."""
        if self.process is None or not self.process.is_own():
            self.playing = ""
            self.process = Process(self.command)
            self.process.say(f"{GREETING} {VERSION}")
            line = self.process.hear(time.monotonic() + STARTING)
            if not is_greeting(line):
                raise EngineFailed(
                    "an engine greets with {greeting}, not with {line}",
                    greeting=f"{GREETING} {VERSION}", line=shown(line),
                )
            self.title = shown(line.partition(" ")[2].partition(" ")[2])
        if self.playing != game.spec:
            self.process.say(f"play {game.name} {written(game.options)}")
            line = self.process.hear(time.monotonic() + STARTING)
            if line != "yes":
                raise EngineFailed(
                    "the engine does not play {game}: {line}", game=game.spec, line=shown(line)
                )
            self.playing = game.spec
        return self.process

    def stop(self) -> None:
        """Ends the program; it is started again when it is asked."""
        if self.process is not None:
            self.process.end()
            self.process = None


# The engines by what was asked for.
ENGINES: dict[str, Engine] = {}


def is_engine(kind: str) -> bool:
    """Tells whether a kind of bot is a program of its own."""
    return kind.startswith(PREFIX)


def player(game: Game, kind: str) -> Bot:
    """Finds a bot by its kind, or the engine that `engine:` names, which is started if need be.

    :raises Refused: if the game has no such bot, or the engine does not play it.
    """
    if not is_engine(kind):
        return bot(game.name, kind)
    if kind not in ENGINES:
        ENGINES[kind] = Engine(kind.removeprefix(PREFIX))
    ENGINES[kind].plays(game)
    return ENGINES[kind]
