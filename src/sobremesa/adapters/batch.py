"""Many rounds of one game at once, for those who learn: `sobremesa.batch`.

>>> import sobremesa
>>> batch = sobremesa.batch("block", 64, seed=7)
>>> batch.observations.shape == (64, batch.encoding.size), batch.masks.shape
(True, (64, 141))
>>> for _ in range(100):
...     batch.step(batch.drawn)
>>> batch.rewards.shape, float(abs(batch.rewards.sum(axis=1)).max())
((64, 2), 0.0)
"""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from sobremesa import Game, IllegalMove, Refused, View
from sobremesa.adapters.actions import Actions
from sobremesa.adapters.encoding import Encoding
from sobremesa.adapters.rewards import checked
from sobremesa.core.batch import Rounds
from sobremesa.core.errors import BadOption
from sobremesa.core.numbers import LARGEST_SEED, is_whole
from sobremesa.families.rows import writer_of

# More rounds or processes than anybody needs at once.
MOST_ROUNDS = 1_000_000
MOST_PROCESSES = 1024

# What the processes of a batch say to each other.
STEP = b"step"
DONE = b"done"

Array = NDArray[Any]


class Shape:
    """What the rounds of a batch leave after every step: shapes and types by name."""

    def __init__(self, game: Game, slots: int | None = None) -> None:
        self.game = game
        self.actions = Actions(game, slots)
        self.encoding = Encoding(game)

    def buffers(self, count: int) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Gives the shape and the type of everything for so many rounds."""
        actions = self.actions.count
        found: dict[str, tuple[tuple[int, ...], Any]] = {
            "observations": ((count, self.encoding.size), np.float32),
            "masks": ((count, actions), np.int8),
            "rewards": ((count, int(self.game.players)), np.float32),
            "done": ((count,), np.bool_),
            "turns": ((count,), np.int32),
            "drawn": ((count,), np.int32),
        }
        if not self.actions.plain:
            found["moves"] = ((count, actions), np.int32)
        return found


def buffers(game: Game, count: int, slots: int | None = None) -> dict[str, Array]:
    """Makes buffers that a batch of so many rounds can write into.

    >>> import sobremesa
    >>> buffers(sobremesa.game("block"), 8)["masks"].shape
    (8, 141)
    """
    shapes = Shape(game, slots).buffers(count)
    return {name: np.zeros(size, kind) for name, (size, kind) in shapes.items()}


class Local:
    """Rounds that are stepped in this process."""

    def __init__(self, shape: Shape, count: int, seed: int, *, by_win: bool) -> None:
        self.shape = shape
        self.writer = writer_of(shape.game, shape.encoding.layout())
        self.rounds = Rounds(
            shape.game, count, seed, shape.actions.count, self.writer, by_win=by_win
        )
        self.count = count
        self.players = int(shape.game.players)

    def step(self, actions: NDArray[np.int32]) -> None:
        """Plays one action in every round."""
        self.rounds.step(actions.tobytes())

    def told(self) -> dict[str, Array]:
        """Gives what the step has left, as the engine keeps it."""
        rounds = self.rounds
        count = self.count
        actions = (count, self.shape.actions.count)
        found = {
            "observations": self._rows(),
            "masks": _array(rounds.masks, actions, INT8),
            "rewards": _array(rounds.gained, (count, self.players), FLOAT64),
            "done": _array(rounds.done, (count,), BOOL),
            "turns": _array(rounds.turns, (count,), INT32),
            "drawn": _array(rounds.drawn, (count,), INT32),
        }
        if not self.shape.actions.plain:
            found["moves"] = _array(rounds.chosen, actions, INT32)
        return found

    def _rows(self) -> Array:
        """Gives the rows of the engine, or makes them of views where it writes none."""
        encoding = self.shape.encoding
        if self.writer is not None:
            return _array(self.rounds.cells, (self.count, encoding.size), INT32).view(FLOAT32)
        rows = np.zeros((self.count, encoding.size), np.float32)
        for place, row in enumerate(rows):
            round = self.rounds.whole(place)
            encoding.encode(round.view(int(round.turn)), row)
        return rows


# What the numbers of the engine are; made once, because every step needs them.
INT8, INT32, FLOAT32, FLOAT64, BOOL = map(
    np.dtype, (np.int8, np.int32, np.float32, np.float64, np.bool_)
)


def _array(memory: Any, shape: tuple[int, ...], kind: np.dtype[Any]) -> Array:
    """Reads the memory of the engine: as it lies if it is compiled, else number by number."""
    if isinstance(memory, list):
        found: Array = np.array(memory, kind).reshape(shape)
        found.flags.writeable = False
        return found
    return np.ndarray(shape, kind, memory)


class Shared:
    """Rounds that are stepped by several processes, in memory that all of them see."""

    def __init__(
        self, shape: Shape, count: int, seed: int, *, by_win: bool, processes: int
    ) -> None:
        self.kept = {
            name: SharedMemory(create=True, size=int(np.prod(size)) * np.dtype(kind).itemsize)
            for name, (size, kind) in _shared(shape, count).items()
        }
        self.arrays = _arrays(shape, count, self.kept)
        self.slots = shape.actions.count
        self.pipes: list[Connection] = []
        self.workers: list[Any] = []
        context = get_context("spawn")
        bounds = [count * part // processes for part in range(processes + 1)]
        for first, last in pairwise(bounds):
            ours, theirs = context.Pipe()
            worker = context.Process(
                target=_work, daemon=True,
                args=(
                    theirs, shape.game, shape.actions.count, count, first, last, seed, by_win,
                    {name: memory.name for name, memory in self.kept.items()},
                ),
            )
            worker.start()
            theirs.close()
            self.pipes.append(ours)
            self.workers.append(worker)
        self._hear()

    def step(self, actions: NDArray[np.int32]) -> None:
        """Plays one action in every round.

        :raises Refused: if the batch is closed.
        """
        if not self.workers:
            raise Refused("the processes of this batch have ended")
        wrong = (actions < 0) | (actions >= self.slots)
        wrong |= self.arrays["masks"][np.arange(len(actions)), np.where(wrong, 0, actions)] == 0
        if wrong.any():
            raise _not_legal(actions, int(wrong.argmax()))
        self.arrays["actions"][:] = actions
        for pipe in self.pipes:
            try:
                pipe.send_bytes(STEP)
            except OSError:
                self._mourn()
        self._hear()

    def _hear(self) -> None:
        """Waits until every process has done its part.

        :raises Refused: if one of them has died or says why it cannot.
        """
        for pipe in self.pipes:
            try:
                said = pipe.recv_bytes()
            except (EOFError, OSError):
                self._mourn()
            if said != DONE:
                self.close()
                raise Refused("{reason}", reason=said.decode())

    def _mourn(self) -> NoReturn:
        """Ends the other processes when one has died."""
        self.close()
        raise Refused("a process of the batch has died") from None

    def told(self) -> dict[str, Array]:
        """Gives what the step has left."""
        return {name: array for name, array in self.arrays.items() if name != "actions"}

    def close(self) -> None:
        """Ends the processes and gives the memory back."""
        for pipe in self.pipes:
            pipe.close()
        for worker in self.workers:
            worker.join(timeout=5)
            if worker.is_alive():
                worker.terminate()
        self.arrays = {}
        for memory in self.kept.values():
            # While somebody holds an array of the last step, its memory stays.
            with suppress(BufferError):
                memory.close()
            memory.unlink()
        self.pipes, self.workers, self.kept = [], [], {}


def _shared(shape: Shape, count: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """Gives the shapes and types of what the processes share: the actions, and what is told."""
    return {**shape.buffers(count), "actions": ((count,), np.int32)}


def _arrays(shape: Shape, count: int, kept: dict[str, SharedMemory]) -> dict[str, Array]:
    return {
        name: np.ndarray(size, kind, kept[name].buf)
        for name, (size, kind) in _shared(shape, count).items()
    }


def _work(
    pipe: Connection, game: Game, slots: int, count: int, first: int, last: int, seed: int,
    by_win: bool, names: dict[str, str],
) -> None:
    """Steps the rounds from `first` to `last` whenever it is told to, until nobody is there."""
    kept = {name: SharedMemory(name) for name in names.values()}
    shape = Shape(game, slots)
    arrays = _arrays(shape, count, {name: kept[real] for name, real in names.items()})
    with suppress(EOFError, OSError, KeyboardInterrupt):
        try:
            start = (seed + first) % (LARGEST_SEED + 1)
            rounds = Local(shape, last - first, start, by_win=by_win)
            while True:
                for name, part in rounds.told().items():
                    arrays[name][first:last] = part
                pipe.send_bytes(DONE)
                pipe.recv_bytes()
                rounds.step(arrays["actions"][first:last])
        except Refused as reason:
            pipe.send_bytes(str(reason).encode())
    arrays.clear()
    for memory in kept.values():
        memory.close()


def _not_legal(actions: Array, place: int) -> IllegalMove:
    """Says which action of a step is not legal."""
    return IllegalMove(
        "action {action} of round {place} is not among the legal ones",
        action=int(actions[place]), place=place,
    )


class Batch:
    """Rounds of one game that are stepped together.

    After every step, and at once in the beginning: `observations` has the row of numbers of the
    seat to decide for each round (`encoding` says what they mean), `masks` marks what it may
    choose, `turns` names that seat,
    `rewards` has what each seat gained by a round that ended in this step and `done` that it did;
    a new round has then been dealt in its place. `drawn` has an action of each round that was
    drawn at random from the legal ones. Where moves share slots, `moves` has the number of the
    move in every slot and one more, 0 where there is none.

    These are arrays of the engine's own memory that nobody can write to; each step has its own,
    so that earlier ones stay as they are. Who gives buffers `into` which to write gets the same
    ones every time. With several processes they are the same ones every time, too.
    """

    def __init__(
        self, game: Game, count: int, seed: int = 0, *, slots: int | None = None,
        reward: str = "points", processes: int = 1, into: dict[str, Array] | None = None,
    ) -> None:
        if not is_whole(count, 1, MOST_ROUNDS):
            raise BadOption(
                "a batch has from 1 to {most} rounds, not {count}",
                most=MOST_ROUNDS, count=str(count),
            )
        if not is_whole(seed, 0, LARGEST_SEED):
            raise BadOption(
                "a seed is a whole number from 0 to {high}, not {seed}",
                high=LARGEST_SEED, seed=str(seed),
            )
        if not is_whole(processes, 1, MOST_PROCESSES):
            raise BadOption(
                "a batch has from 1 to {most} processes, not {given}",
                most=MOST_PROCESSES, given=str(processes),
            )
        self.shape = Shape(game, slots)
        self.game = game
        self.count = count
        self.actions = self.shape.actions
        self.encoding = self.shape.encoding
        self.into = into
        if into is not None:
            self._check_buffers(into)
        by_win = checked(reward) == "win"
        self.rounds: Local | Shared
        if processes == 1:
            self.rounds = Local(self.shape, count, seed, by_win=by_win)
        else:
            self.rounds = Shared(
                self.shape, count, seed, by_win=by_win, processes=min(processes, count)
            )
        self._take()

    def _check_buffers(self, into: dict[str, Array]) -> None:
        """Refuses buffers of another shape or type than is written."""
        if not isinstance(into, dict):
            raise Refused("buffers are a dictionary by name, not {kind}", kind=type(into).__name__)
        known = self.shape.buffers(self.count)
        for name, buffer in into.items():
            if name not in known:
                raise Refused(
                    "a batch leaves {names}, not {name}", names=list(known), name=str(name)
                )
            size, kind = known[name]
            if (
                not isinstance(buffer, np.ndarray) or buffer.shape != size
                or buffer.dtype != kind or not buffer.flags.writeable
            ):
                raise Refused(
                    "{name} needs an array of shape {shape} and type {kind} that can be written to",
                    name=name, shape=str(size), kind=np.dtype(kind).name,
                )

    def step(self, actions: Any) -> None:
        """Plays one action in every round.

        :raises IllegalMove: if one of them is not legal; nothing has changed.
        """
        try:
            given = np.asarray(actions)
        except ValueError:
            # Lists of different lengths are no array.
            given = np.asarray(actions, object)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise IllegalMove(
                "a step needs {count} whole numbers, not {kind} of shape {shape}",
                count=self.count, kind=given.dtype.name, shape=str(given.shape),
            )
        if given.dtype != np.int32:
            # Numbers that do not fit must not be taken for others.
            wrong = (given < 0) | (given >= self.actions.count)
            if wrong.any():
                raise _not_legal(given, int(wrong.argmax()))
            given = given.astype(np.int32)
        self.rounds.step(given)
        self._take()

    def _take(self) -> None:
        told = self.rounds.told()
        if self.into is not None:
            for name, buffer in self.into.items():
                buffer[...] = told[name]
            told.update(self.into)
        self.observations: NDArray[np.float32] = told["observations"]
        self.masks: NDArray[np.int8] = told["masks"]
        self.rewards: Array = told["rewards"]
        self.done: NDArray[np.bool_] = told["done"]
        self.turns: NDArray[np.int32] = told["turns"]
        self.drawn: NDArray[np.int32] = told["drawn"]
        self.moves: NDArray[np.int32] | None = told.get("moves")

    def view(self, place: int) -> View:
        """Gives all that the seat to decide in one round may know, for a bot to choose from.

        >>> import sobremesa
        >>> batch = sobremesa.batch("block", 4, seed=7)
        >>> view = batch.view(2)
        >>> view.seat == int(batch.turns[2]), view.moves == batch.masks[2].nonzero()[0].tolist()
        (True, True)

        :raises Refused: if there is no such round, or it is played by another process.
        """
        if isinstance(self.rounds, Shared):
            raise Refused("a batch of several processes shows no views")
        if not is_whole(place, 0, self.count - 1):
            raise Refused(
                "a round of this batch is a whole number from 0 to {high}, not {place}",
                high=self.count - 1, place=str(place),
            )
        round = self.rounds.rounds.whole(place)
        return round.view(int(round.turn))

    def close(self) -> None:
        """Ends the processes of a batch that has several; it cannot be stepped any more."""
        if isinstance(self.rounds, Shared):
            self.rounds.close()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *given: object) -> None:
        self.close()
