"""What a seat can work out about the hidden tiles of Domino Poker.

Betting tells nothing for certain. A seat knows its own tiles and, after the showdown, those
that were shown. Where tiles were exchanged, a hidden hand falls into the part that was kept
and the part that was thrown away, both of known size, and a hand that was shown into what was
kept and what was drawn. Every way to fill these places is equally likely, because the deal
was and any tiles may have been thrown away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.dealing import DealtWorlds
from sobremesa.core.game import Round, View
from sobremesa.core.rng import Rng
from sobremesa.families.poker.ranks import ORDER, TILES
from sobremesa.material.hidden import Hidden, shuffled_list

if TYPE_CHECKING:
    from sobremesa.families.poker.domino_poker import Poker

# What a place holds: tiles dealt and kept, dealt and thrown away, drawn, thrown away before
# the position was set up, or the rest of the boneyard.
KEPT = "kept"
THROWN = "thrown"
DRAWN = "drawn"
EARLIER = "earlier"
REST = "rest"

Place = tuple[str, int]


class PokerWorlds(DealtWorlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: Poker, view: View) -> None:
        super().__init__(rules, view)
        # How many tiles each seat exchanged since the opening, and in which order.
        self.exchanged: dict[int, int] = {}
        self.own_draw: list[int] = []
        for seat, text, _ in view.data["log"]:
            self._read(seat, text)
        self.places: list[Place] = []
        self.sizes: list[int] = []
        self._lay_out()
        self.hidden = Hidden(self.sizes, self._where())

    def _read(self, seat: int, text: str) -> None:
        if text.startswith("x"):
            thrown, _, drawn = text[1:].partition("+")
            if seat == self.view.seat:
                self.own_draw = numbers(drawn.split(","))
                self.exchanged[seat] = len(self.own_draw)
            else:
                self.exchanged[seat] = int(thrown)

    def _lay_out(self) -> None:
        """Finds the places where hidden tiles lie."""
        for seat, hand in enumerate(self.opening["hands"]):
            count = self.exchanged.get(seat, 0)
            if not isinstance(hand, list):
                self._add((KEPT, seat), hand - count)
                self._add((THROWN, seat), count)
            if seat != self.view.seat:
                self._add((DRAWN, seat), count)
        for seat, thrown in enumerate(self.opening.get("discards", [])):
            if not isinstance(thrown, list):
                self._add((EARLIER, seat), thrown)
        self._add((REST, -1), self.opening["boneyard"] - sum(self.exchanged.values()))

    def _add(self, place: Place, size: int) -> None:
        self.places.append(place)
        self.sizes.append(size)

    def _where(self) -> dict[int, list[int]]:
        """Finds for every tile that the seat has not seen the places it can be in."""
        known = set(self.own_draw)
        for part in (*self.opening["hands"], *self.opening.get("discards", [])):
            if isinstance(part, list):
                known.update(numbers(part))
        shown = {
            tile: seat
            for seat, hand in enumerate(self.view.data["hands"])
            if isinstance(hand, list) and seat != self.view.seat
            for tile in numbers(hand)
        }
        open_seats = set(shown.values())
        found: dict[int, list[int]] = {}
        for tile in range(TILES):
            if tile in known:
                continue
            if tile in shown:
                fits = [(KEPT, shown[tile]), (DRAWN, shown[tile])]
            else:
                fits = [
                    (kind, seat) for kind, seat in self.places
                    if not (seat in open_seats and kind in (KEPT, DRAWN))
                ]
            found[tile] = [place for place, one in enumerate(self.places) if one in fits]
        return found

    def count(self) -> int:
        """Counts the ways in which the hidden tiles can lie.

        The order of the tiles that nobody has drawn is left out.
        """
        return self.hidden.count()

    def sample(self, rng: Rng) -> Round:
        """Draws one of the rounds that the seat cannot tell apart, all equally likely."""
        drawn = self.hidden.sample(rng)
        lying = {place: drawn[number] for number, place in enumerate(self.places)}
        opening = dict(self.opening)
        opening["hands"] = [
            hand if isinstance(hand, list)
            else names(lying[(KEPT, seat)] + lying[(THROWN, seat)])
            for seat, hand in enumerate(self.opening["hands"])
        ]
        if "discards" in opening:
            opening["discards"] = [
                part if isinstance(part, list) else names(lying[(EARLIER, seat)])
                for seat, part in enumerate(self.opening["discards"])
            ]
        boneyard: list[int] = []
        for seat in self.exchanged:
            boneyard += self.own_draw if seat == self.view.seat else lying[(DRAWN, seat)]
        opening["boneyard"] = names(boneyard + shuffled_list(lying[(REST, -1)], rng))
        return self._replayed(self.dealt_by.restored(opening), lying)

    def _replayed(self, round: Round, lying: dict[Place, list[int]]) -> Round:
        for seat, text, _ in self.view.data["log"]:
            if text.startswith("x") and seat != self.view.seat:
                thrown = ",".join(names(lying.get((THROWN, seat), [])))
                round.play(round.read("x" + thrown))
            else:
                round.play(round.read(text))
        return round


def numbers(tiles: list[str]) -> list[int]:
    """Gives the numbers of tiles."""
    return [ORDER.index(name) for name in tiles]


def names(tiles: list[int]) -> list[str]:
    """Gives the names of tiles."""
    return [ORDER[tile] for tile in tiles]
