"""What a seat can work out about the hidden tiles of a line game.

A seat that passes, or draws where only those draw who cannot play, shows that no tile it
holds at that moment fits. Tiles come to a hand by the deal or by a draw, so every such
moment speaks of the tiles that had come by then and were not yet laid. Read backwards,
each tile that the seat did not see dealt has a list of places (the deal of a hand, one
certain draw, the rest of the boneyard) where it can have come from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.game import Data, Round, View, Worlds
from sobremesa.core.rng import Rng
from sobremesa.material.dominoes import NAMES, parse_tile
from sobremesa.material.hidden import Hidden, shuffled_list

if TYPE_CHECKING:
    from sobremesa.games.lines.line import LineGame

# Before the first move, and after the last.
AT_THE_DEAL = -1
NEVER = 1 << 30


class Source:
    """A place tiles came from: the deal of a hand, one draw, or the boneyard's rest."""

    def __init__(self, seat: int, since: int, size: int) -> None:
        self.seat = seat
        self.since = since
        self.size = size


class LineWorlds(Worlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: LineGame, view: View) -> None:
        self.rules = rules
        self.view = view
        self.opening: Data = view.data["opening"]
        self.moves: list[int] = [rules.move_of(text) for _, text, _ in view.data["log"]]
        self.known: set[int] = set()
        self.sources: list[Source] = []
        # Who showed when that he held none of certain tiles.
        self.lacking: list[tuple[int, int, set[int]]] = []
        self.laid: dict[int, tuple[int, int]] = {}
        self.own_draws: dict[int, int] = {}
        self.drawn_by: list[int] = []
        self.hidden: Hidden | None = None
        if not view.over:
            self._read_opening()
            self._read_log()
            self._find_places()

    def _read_opening(self) -> None:
        """Takes note of the deal: own tiles, how many the others got, what lay already."""
        for seat, hand in enumerate(self.opening["hands"]):
            if isinstance(hand, list):
                self.known.update(parse_tile(name) for name in hand)
            else:
                self.sources.append(Source(seat, AT_THE_DEAL, hand))
        for play in self.opening.get("line", []):
            self.known.add(parse_tile(play.partition("@")[0]))

    def _read_log(self) -> None:
        """Follows the game as the seat saw it, with the tiles of the others unknown."""
        shadow = self.rules.shadow(self.view)
        for time, (seat, text, _) in enumerate(self.view.data["log"]):
            move = self.moves[time]
            lacked = shadow.lacked(seat, move)
            if lacked:
                self.lacking.append((seat, time, lacked))
            if move < self.rules.plays:
                self.laid[move % self.rules.tiles] = (seat, time)
            elif self.rules.is_draw(move):
                self._read_draw(seat, time, text)
            shadow.follow(seat, move)

    def _read_draw(self, seat: int, time: int, text: str) -> None:
        self.drawn_by.append(time)
        if text == "+?":
            self.sources.append(Source(seat, time, 1))
        else:
            self.own_draws[time] = parse_tile(text[1:])
            self.known.add(self.own_draws[time])

    def _find_places(self) -> None:
        rest = self.opening["boneyard"] - len(self.drawn_by)
        self.sources.append(Source(-1, NEVER, rest))
        where = {
            tile: [
                place for place, source in enumerate(self.sources) if self._fits(tile, source)
            ]
            for tile in range(self.rules.tiles)
            if tile not in self.known
        }
        self.hidden = Hidden([source.size for source in self.sources], where)

    def _fits(self, tile: int, source: Source) -> bool:
        """Tells whether a tile can have come from a source."""
        until = NEVER
        if tile in self.laid:
            seat, until = self.laid[tile]
            if seat != source.seat or until <= source.since:
                return False
        if not self.rules.can_come(tile, source.seat, source.since, self.view):
            return False
        return not any(
            source.since < time < until and tile in lacked
            for seat, time, lacked in self.lacking
            if seat == source.seat
        )

    def count(self) -> int:
        """Counts the ways in which the hidden tiles can have been dealt and drawn.

        The order of the tiles that nobody has drawn is left out.
        """
        return 1 if self.hidden is None else self.hidden.count()

    def sample(self, rng: Rng) -> Round:
        """Draws one of the rounds that the seat cannot tell apart, all equally likely."""
        if self.hidden is None:
            return self._rebuilt(self.opening)
        lying = self.hidden.sample(rng)
        hands: list[list[str]] = []
        draws: dict[int, int] = dict(self.own_draws)
        for source, tiles in zip(self.sources, lying, strict=True):
            if 0 <= source.since < NEVER:
                draws[source.since] = tiles[0]
        for seat, hand in enumerate(self.opening["hands"]):
            if isinstance(hand, list):
                hands.append(hand)
            else:
                hands.append([NAMES[tile] for tile in lying[self._deal_of(seat)]])
        boneyard = [draws[time] for time in self.drawn_by] + shuffled_list(lying[-1], rng)
        opening = dict(self.opening)
        opening["hands"] = hands
        opening["boneyard"] = [NAMES[tile] for tile in boneyard]
        return self._rebuilt(opening)

    def _deal_of(self, seat: int) -> int:
        for place, source in enumerate(self.sources):
            if source.seat == seat and source.since == AT_THE_DEAL:
                return place
        raise AssertionError("every hidden hand was dealt")

    def _rebuilt(self, opening: Data) -> Round:
        round = self.rules.restored(opening)
        for move in self.moves:
            round.play(move)
        return round

