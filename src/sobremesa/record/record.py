"""A record as data: tags, and for every hand its deal and its moves.

In the tradition of PGN and PBN: tag pairs first, moves after. ::

    [Event "?"]
    [Date "2026.11.15"]
    [Seat1 "Ana"]
    [Seat2 "greedy"]
    [Game "draw"]
    [Rules "1"]
    [Options "target=50"]
    [Seed "7"]
    [Result "52 31"]

    [Hand "1"]
    [First "0"]
    [Before "0 0"]
    [Deal "6-4 5-5 …; 6-6 …; 3-3 2-1 …"]
    [Points "52 31"]
    1. 6-4 2. 6-6@W 3. +3-3 +2-1 …

The deal has one group for each seat and the boneyard last, in order of drawing. Moves are
numbered by turns. `?` is unknown, `?7` seven hidden tiles, `*` unfinished. The result
`draw` says that those who could still win agreed on one where the moves end.

A hand of which something is hidden has a tag `Seen` besides: all that the seat knew for which it
was written, as the JSON object of its view.

Behind a move may stand what somebody said of it, `{in braces}`, and what could have been played in
its place, `(in brackets)`, with comments and variations of its own.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sobremesa.core.errors import BadRecord, IllegalMove, Refused
from sobremesa.core.game import NOBODY, Game, Round, View, make_game
from sobremesa.core.match import Match
from sobremesa.core.numbers import LARGEST_SEED, MOST_POINTS, whole
from sobremesa.core.rng import Rng
from sobremesa.core.wording import plural

# Tags that every record has, in the order in which they are written.
LEADING = ("Event", "Site", "Date")
RULES_TAGS = ("Game", "Rules", "Options", "Seed", "Result")
# The result of a match that was called a draw by agreement.
DRAW = "draw"
HAND_TAGS = ("Hand", "First", "Before", "Deal", "Position", "Points", "Seen")
# An opening of just these parts is written as a deal, any other as a position.
DEAL_PARTS = {"number", "before", "first", "hands", "boneyard"}
# Lists and objects of a position lie no deeper in each other than this.
DEEPEST = 20
BRACKET = re.compile(r"[\[\]{}]")
BREAKS_OFF = plural(
    "hand {hand} breaks off after {count} move", "hand {hand} breaks off after {count} moves"
)


@dataclass(kw_only=True)
class Notes:
    """What is said of some moves and what could have been played, by how many of them come
    before: a variation stands for the last of these."""

    comments: dict[int, list[str]] = field(default_factory=dict)
    variations: dict[int, list[Variation]] = field(default_factory=dict)


@dataclass
class Variation(Notes):
    """Moves as they could have been."""

    moves: list[str] = field(default_factory=list)


@dataclass
class Hand(Notes):
    """One hand: its tags, and its moves as written, by turns.

    A turn is what one seat does until another is to decide, and has one number in the record.
    """

    tags: dict[str, str] = field(default_factory=dict)
    turns: list[list[str]] = field(default_factory=list)

    @property
    def moves(self) -> list[str]:
        """The moves of all turns, in the order of play."""
        return [text for turn in self.turns for text in turn]

    def opening(self) -> dict[str, Any]:
        """Gives the deal or position as data for `Game.load`."""
        if "Position" in self.tags:
            written, position = self.tags["Position"], None
            with suppress(ValueError):
                position = json.loads(written) if nesting(written) <= DEEPEST else None
            if not isinstance(position, dict):
                raise BadRecord(
                    "the position of hand {hand} cannot be read", hand=self.tags.get("Hand", "?")
                )
            if hidden(position):
                raise self._hidden()
            return position
        groups = [group.split() for group in self.tags.get("Deal", "?").split(";")]
        if any(name.startswith("?") for group in groups for name in group):
            raise self._hidden()
        before = {"before": self._numbers("Before")} if "Before" in self.tags else {}
        return {
            "number": self._number("Hand", "1"),
            **before,
            "first": self._number("First", "0"),
            "hands": groups[:-1],
            "boneyard": groups[-1],
        }

    @property
    def is_hidden(self) -> bool:
        """Whether something of the deal is hidden, and what the seat knew is kept."""
        return "Seen" in self.tags

    def seen(self, game: Game, place: int = NOBODY) -> View:
        """Give what the seat knew for which a hand was written of which something is hidden.

        :raises BadRecord: if it is nothing that anybody can have seen, or another seat is asked
            for.
        """
        number = self.tags.get("Hand", "?")
        wrong = BadRecord("what was seen of hand {hand} cannot be read", hand=number)
        written, data = self.tags["Seen"], None
        with suppress(ValueError):
            data = json.loads(written) if nesting(written) <= DEEPEST else None
        if not isinstance(data, dict) or data.get("game") != game.name:
            raise wrong
        try:
            # What is shown is worked out anew: nobody knows who wrote the record.
            round = game.worlds(View(game, {**data, "options": game.options})).sample(Rng(0))
            view = round.view(data["seat"])
        except (Refused, LookupError) as refused:
            raise wrong from refused
        if [text for _, text, _ in view.log] != self.moves or str(view.data["number"]) != number:
            raise wrong
        if place not in (NOBODY, view.seat):
            raise BadRecord(
                "hand {hand} was written for seat {seat}, and shows what that seat saw",
                hand=number, seat=view.seat + 1,
            )
        return view

    def _hidden(self) -> BadRecord:
        return BadRecord(
            "the deal of hand {hand} is hidden in this record: it was written for one seat",
            hand=self.tags.get("Hand", "?"),
        )

    def _number(self, tag: str, default: str) -> int:
        text = self.tags.get(tag, default)
        number = whole(text)
        if number is None:
            raise BadRecord("{tag} must be a number, not {value}", tag=tag, value=text)
        return number

    def _numbers(self, tag: str) -> list[int]:
        text = self.tags[tag]
        numbers = [whole(word, -MOST_POINTS, MOST_POINTS) for word in text.split()]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers):
            raise BadRecord("{tag} must be numbers, not {value}", tag=tag, value=text)
        return known


def nesting(text: str) -> int:
    """Tells how deep lists and objects lie in each other at most.

    >>> nesting('{"hands": [["6-4"]]}'), nesting("[" * 5000)
    (3, 5000)
    """
    deep = deepest = 0
    for sign in BRACKET.findall(text):
        deep += 1 if sign in "[{" else -1
        deepest = max(deepest, deep)
    return deepest


def hidden(opening: dict[str, Any]) -> bool:
    """Tells whether an opening has only counted what lies hidden.

    >>> hidden({"hands": [["6-4"], 7], "boneyard": 14})
    True
    """
    hands = opening.get("hands", [])
    groups = [*(hands if isinstance(hands, list) else []), opening.get("boneyard", [])]
    return any(isinstance(group, int) for group in groups)


@dataclass
class Record:
    """A whole match as it was written down."""

    tags: dict[str, str] = field(default_factory=dict)
    hands: list[Hand] = field(default_factory=list)

    def game(self) -> Game:
        """Makes the game with the options of the record."""
        name = self.tags.get("Game")
        if name is None:
            raise BadRecord("the record does not say of which game it is: it has no Game tag")
        version = self.tags.get("Rules", "?")
        return make_game(name, self._options(), rules=None if version == "?" else version)

    def _options(self) -> dict[str, str]:
        options = {}
        for pair in self.tags.get("Options", "-").replace(",", " ").split():
            if pair == "-":
                continue
            name, equals, value = pair.partition("=")
            if not equals:
                raise BadRecord("the option {pair} has no value", pair=pair)
            options[name] = value
        return options

    def _seed(self) -> int | None:
        """Reads the seed, which need not be known."""
        text = self.tags.get("Seed", "?")
        seed = whole(text, 0, LARGEST_SEED)
        if seed is None and text != "?":
            raise BadRecord(
                "the seed must be a whole number from 0 to {high}, not {value}",
                high=LARGEST_SEED, value=text,
            )
        return seed

    def match(self) -> Match:
        """Plays the record through and gives the match as it stood at the end.

        :raises BadRecord: where the record breaks the rules, breaks off or contradicts itself.
        """
        game = self.game()
        if not self.hands:
            raise BadRecord("the record has no hand")
        try:
            match = begun(game, self._seed(), self.hands[0].opening())
            self.play(match, self.hands[0])
            for hand in self.hands[1:]:
                if not match.round.over:
                    raise BadRecord(
                        BREAKS_OFF, hand=int(match.round.number), count=len(match.round.log),
                    )
                expected = match.scores
                opening = hand.opening()
                if "Before" in hand.tags and opening.get("before") != expected:
                    raise BadRecord(
                        "hand {hand} begins with points that were not reached",
                        hand=hand.tags.get("Hand", "?"),
                    )
                opening["before"] = expected
                deal_next(match, opening)
                self.play(match, hand)
            if self.tags.get("Result") == DRAW:
                match.agree()
        except BadRecord:
            raise
        except Refused as refused:
            raise BadRecord("{reason}", reason=refused) from refused
        self._check_result(match)
        return match

    def views(self, place: int) -> list[View]:
        """Give every hand as a seat sees it; one of which something is hidden, as that seat saw it
        for which it was written.

        :raises BadRecord: where the record breaks the rules, breaks off or contradicts itself.
        """
        if not any(hand.is_hidden for hand in self.hands):
            return [round.view(place) for round in self.match().rounds()]
        game = self.game()
        return [
            hand.seen(game, place) if hand.is_hidden else self._played(game, hand).view(place)
            for hand in self.hands
        ]

    def _played(self, game: Game, hand: Hand) -> Round:
        """Plays a hand, whatever came before it."""
        try:
            match = Match(game, deal=hand.opening())
            self.play(match, hand)
        except BadRecord:
            raise
        except Refused as refused:
            raise BadRecord("{reason}", reason=refused) from refused
        return match.round

    def play(self, match: Match, hand: Hand) -> None:
        """Plays the moves of a hand in a match that has dealt it.

        :raises BadRecord: where they break the rules or end otherwise than the record says.
        """
        number = hand.tags.get("Hand", "?")
        for place, text in enumerate(hand.moves):
            seat = match.turn
            try:
                match.play(text)
                _check_drawn(match, seat, text)
            except IllegalMove as refused:
                raise BadRecord(
                    "hand {hand}, move {place}, {text}: {reason}",
                    hand=number, place=place + 1, text=text, reason=refused,
                ) from refused
        points = hand.tags.get("Points", "?")
        if points in ("?", "*"):
            return
        if not match.round.over:
            raise BadRecord(BREAKS_OFF, hand=number, count=len(hand.moves))
        if points.split() != [str(made) for made in match.round.points()]:
            raise BadRecord("hand {hand} does not end with {points}", hand=number, points=points)

    def _check_result(self, match: Match) -> None:
        result = self.tags.get("Result", "?")
        if result not in ("?", "*") and result != result_text(match):
            raise BadRecord("the record breaks off: its result {result} is not reached",
                            result=result)


def begun(game: Game, seed: int | None, opening: dict[str, Any]) -> Match:
    """Begins a match with an opening, by its seed where that deals the same: what chance
    decides later is then the same too."""
    given = Match(game, seed, deal=opening)
    if seed is None:
        return given
    dealt = Match(game, seed)
    return dealt if dealt.round.opening() == given.round.opening() else given


def deal_next(match: Match, opening: dict[str, Any]) -> None:
    """Begins the next round of a match with an opening, by its seed where that deals the same."""
    chance = match.rng.copy()
    given = match.game.load(opening)
    dealt = match.game.deal_next(match.rng, match.round)
    if dealt.opening() != given.opening():
        match.rng = chance
    match.next_round(opening)


def _check_drawn(match: Match, seat: int, text: str) -> None:
    """Compares a tile that the record says was drawn with the one that was."""
    drawn = match.round.told(len(match.round.log) - 1, seat)
    if text.startswith("+") and text not in ("+", "+?") and text != drawn:
        raise IllegalMove("the next tile of the boneyard is {tile}", tile=drawn[1:])


def result_text(match: Match) -> str:
    """Writes the points of a decided match, the draw that was agreed, or `*`."""
    if match.agreed:
        return DRAW
    return " ".join(str(score) for score in match.scores) if match.over else "*"

