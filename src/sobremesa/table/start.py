"""How a table starts: the event that says what is played, by whom and by which chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sobremesa.core.game import Data, Game, make_game
from sobremesa.core.match import Match
from sobremesa.table.storage import DEAL, START, Event


@dataclass(frozen=True)
class Start:
    """The first event of a table.

    The seed deals the first hand, the same one as everywhere else. What chance decides later
    comes from a number of its own, which no deal that was seen can betray; tables that were
    laid without one go on by their seed. Both are 0 in a record
    that is only looked at.
    """

    game: Game
    # The kind and the name of who sits on each seat.
    seats: list[tuple[str, str]]
    silence: float = 0.0
    seed: int = 0
    chance: int = 0
    # The day it was laid, the day whose deal it has, and the deal that was wished for.
    date: str = ""
    daily: str = ""
    winnable: bool = False
    difficulty: str = ""

    def event(self) -> Event:
        """Writes the event; `read_start` is its mirror."""
        wished = {
            "date": self.date, "daily": self.daily, "winnable": self.winnable,
            "difficulty": self.difficulty,
        }
        return Event(1, START, {
            "game": self.game.name, "options": dict(self.game.options),
            "rules": self.game.version, "seed": self.seed, "chance": self.chance,
            "silence": self.silence,
            "seats": [{"kind": kind, "name": name} for kind, name in self.seats],
            **{name: value for name, value in wished.items() if value},
        })

    def events(self, deal: Data | None = None) -> list[Event]:
        """Makes the first events: the start, and the deal of the seed or a given one."""
        first = Match(self.game, self.seed).round if deal is None else self.game.load(deal)
        return [self.event(), Event(2, DEAL, first.opening())]


def read_start(happened: Event) -> Start:
    """Reads how a table started.

    :raises UnknownRules: if it was begun by rules that are not known here.
    """
    told: dict[str, Any] = happened.data
    seed = int(told.get("seed", 0))
    return Start(
        make_game(str(told["game"]), dict(told["options"]), told.get("rules")),
        [(str(one["kind"]), str(one["name"])) for one in told["seats"]],
        float(told.get("silence", 0)), seed, int(told.get("chance", seed)),
        str(told.get("date", "")), str(told.get("daily", "")), bool(told.get("winnable")),
        str(told.get("difficulty", "")),
    )
