"""How a table starts: the event that says what is played, by whom and by which chance."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from sobremesa.core.game import Data, Game, make_game
from sobremesa.core.match import Match
from sobremesa.core.rng import Rng
from sobremesa.record import fair
from sobremesa.table.clock import Control, read_control
from sobremesa.table.events import AGREE, DEAL, MOVE, START, Event
from sobremesa.table.minds import seed_for

# Those who watch see what everybody may see, unless a table chooses otherwise.
PUBLIC = "public"
AFTER = "after"
UNSEEN = "nobody"
# What may be chosen without asking those who play.
FREELY = (PUBLIC, AFTER, UNSEEN)
# Under this name a deal keeps what persons added to it.
CUT = "cut"


@dataclass(frozen=True)
class Start:
    """The first event of a table.

    The seed deals the first hand, the same one as everywhere else. What chance decides later
    comes from a number of its own, which no deal that was seen can betray; tables that were
    laid without one go on by their seed. Both are 0 in a record
    that is only looked at.

    Where there is a secret, it was promised before the first deal, and every deal follows from it
    and from what persons added.
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
    secret: str = ""
    # What was added to the first deal, and is to every other.
    cut: tuple[str, ...] = ()
    watching: str = PUBLIC
    # The seats of persons who have not chosen that themselves, where they have to be asked.
    to_ask: tuple[int, ...] = ()
    clock: Control = field(default_factory=Control)
    # Whether the result counts for the ratings of those who play.
    rated: bool = False
    # The tournament that laid the table, the round of it, and how many hands are played for it on
    # deals that other tables have too; 0: the whole match, on deals of its own.
    club: str = ""
    stage: int = 0
    boards: int = 0

    def event(self) -> Event:
        """Writes the event; `read_start` is its mirror."""
        wished = {
            "date": self.date, "daily": self.daily, "winnable": self.winnable,
            "difficulty": self.difficulty, "secret": self.secret, CUT: list(self.cut),
            "watching": "" if self.watching == PUBLIC else self.watching,
            "to_ask": list(self.to_ask),
            "clock": self.clock.data(), "rated": self.rated, "club": self.club,
            "stage": self.stage, "boards": self.boards,
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
        return [self.event(), self.dealt(2, first.opening())]

    def dealt(self, number: int, opening: Data) -> Event:
        """Writes the event of a deal."""
        added = {CUT: list(self.cut)} if self.cut else {}
        return Event(number, DEAL, {**opening, **added})

    def rng(self, hand: int, number: int) -> Rng:
        """Gives the chance of a later hand, which is dealt by the event of a number."""
        if self.secret:
            return Rng(fair.seed_of(self.secret, hand, list(self.cut)))
        return Rng(seed_for(self.chance, number))


def events_of(
    match: Match, start: Start, made: float = 0.0, cuts: list[list[str]] | None = None
) -> list[Event]:
    """Writes a whole match as the events behind the start of a table; `cuts` are what was added
    to each deal, if that is not the same for all."""
    events: list[Event] = []
    for hand, round in enumerate(match.rounds()):
        by = start if cuts is None else replace(start, cut=tuple(cuts[hand]))
        events.append(replace(by.dealt(len(events) + 2, round.opening()), made=made))
        told = round.view(-1).data["log"]
        for move, (seat, _, _) in zip(round.played(), told, strict=True):
            data = {"seat": seat, "move": int(move)}
            events.append(Event(len(events) + 2, MOVE, data, made))
    if match.agreed:
        events.append(Event(len(events) + 2, AGREE, {"seats": match.agreed}, made))
    return events


def with_cuts(start: Start, later: dict[int, str]) -> Start:
    """Gives a start to which persons have added something later, by their seats."""
    if not later:
        return start
    cuts = {**dict(one.split(":", 1) for one in start.cut)}
    cuts.update({str(seat + 1): text for seat, text in later.items()})
    ordered = sorted(cuts.items(), key=lambda one: int(one[0]))
    return replace(start, cut=tuple(f"{seat}:{text}" for seat, text in ordered))


def opening_of(happened: Event) -> Data:
    """Gives the opening of a deal, without what was added to it."""
    return {name: value for name, value in happened.data.items() if name != CUT}


def cut_of(happened: Event) -> list[str]:
    """Lists what persons added to a deal."""
    return [str(one) for one in happened.data.get(CUT, [])]


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
        str(told.get("difficulty", "")), str(told.get("secret", "")),
        tuple(str(one) for one in told.get(CUT, [])), str(told.get("watching", PUBLIC)),
        tuple(int(seat) for seat in told.get("to_ask", [])),
        read_control(told.get("clock")), bool(told.get("rated")), str(told.get("club", "")),
        int(told.get("stage", 0)), int(told.get("boards", 0)),
    )
