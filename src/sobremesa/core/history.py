"""A position that carries the history which led to it."""

from __future__ import annotations

from typing import Any

from sobremesa.core.errors import BadPosition, IllegalMove, written
from sobremesa.core.game import Data, Game, Round, View, Worlds
from sobremesa.core.rng import Rng


def replayed(game: Game, data: Data) -> Round:
    """Plays the history of a position through, and compares what comes of it.

    :raises BadPosition: if the moves cannot be made, or lead elsewhere.
    """
    history = data["history"]
    if (
        not isinstance(history, dict) or not isinstance(history.get("start"), dict)
        or not isinstance(history.get("moves"), list)
    ):
        raise BadPosition(["a history is the start and the list of moves"])
    round = game.load(history["start"])
    for number, text in enumerate(history["moves"]):
        try:
            move = round.read(written(text))
            round.check(move)
        except IllegalMove as refused:
            wrong = [f"move {number + 1} of the history, {written(text)}: {refused}"]
            raise BadPosition(wrong) from None
        round.play(move)
    known = round.dump()
    wrong = [part for part in data if part != "history" and data[part] != known.get(part)]
    if wrong:
        raise BadPosition([
            f"{part} does not follow from the history; leave the history out to set up "
            "a position of your own" for part in wrong
        ])
    return round


class OneWorld(Worlds):
    """The only world there is where everything is open."""

    def __init__(self, game: Game, view: View) -> None:
        super().__init__(view)
        log: list[Any] = view.data["log"]
        self.round: Round = self._traced(game, log)
        for seat, text, _ in log[len(self.round.log) :]:
            self.round.retrace(seat, self.round.read(text))
        self.round.remember([text for _, text, _ in log])
        self.round.compare(view)
        game.traced = (view.data["opening"], log, self.round)

    def _traced(self, game: Game, log: list[Any]) -> Round:
        """Gives the round as far as it has been played through before, or as it began."""
        known = game.traced
        opening: Data = self.view.data["opening"]
        if known is not None and known[0] == opening and known[1] == log[: len(known[1])]:
            return known[2].copy()
        return game.load(dict(opening))

    def sample(self, rng: Rng) -> Round:
        """Gives a copy of it."""
        return self.round.copy()

    def count(self) -> int:
        """Counts one."""
        return 1

    def each(self, limit: int) -> list[tuple[Round, int]] | None:
        """Lists it."""
        return [(self.round.copy(), 1)] if limit > 0 else None
