"""What a seat can work out about the hidden tiles of Domino Poker.

Betting tells nothing for certain. A seat knows its own tiles and, after the showdown, those
that were shown. Where tiles were exchanged, a hidden hand falls into the part that was kept
and the part that was thrown away, both of known size, and a hand that was shown into what was
kept and what was drawn. Every way to fill these places is equally likely, because the deal
was and any tiles may have been thrown away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtRound, DealtWorlds
from sobremesa.core.game import MOVE_MASK, NOBODY, Round, View
from sobremesa.core.rng import Rng
from sobremesa.families.poker.moves import EXCHANGE, EXCHANGING, STAGES
from sobremesa.families.poker.ranks import TILES, names_of, tiles_of
from sobremesa.families.poker.round import PokerRound
from sobremesa.material.dominoes import BIT
from sobremesa.material.hidden import Hidden, Listing, Masks

if TYPE_CHECKING:
    from sobremesa.families.poker.domino_poker import Poker

# What a place holds: tiles dealt and kept, dealt and thrown away, drawn, thrown away before
# the position was set up, or the rest of the boneyard.
KEPT: Final[Int] = 0
THROWN: Final[Int] = 1
DRAWN: Final[Int] = 2
EARLIER: Final[Int] = 3
REST: Final[Int] = 4

# A tile that was thrown away earlier is not in the deck.
NOWHERE: Final[Int] = -1


class PokerWorlds(DealtWorlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: Poker, view: View) -> None:
        super().__init__(rules, view)
        self.rules = rules
        # How many tiles each seat exchanged since the opening, in which order, and when.
        self.exchanged: dict[int, int] = {}
        self.times: dict[int, int] = {}
        self.own_draw: list[int] = []
        for time, (seat, text, _) in enumerate(view.data["log"]):
            self._read(time, seat, text)
        # The places of hidden tiles, and where each of their slots lies in the deck.
        self.kinds: vec[Int] = vec[Int]()
        self.owners: vec[Int] = vec[Int]()
        self.sizes: list[int] = []
        self.deck: vec[Int] = vec[Int]()
        self.spots: vec[Int] = vec[Int]()
        self._lay_out()
        self.hidden = Hidden(self.sizes, self._masks())
        # What was drawn last, in the order of the places; what each seat threw away of it.
        self.slots: vec[Int] = vec[Int]()
        self.set_out()

    def _read(self, time: int, seat: int, text: str) -> None:
        if text.startswith("x"):
            self.times[seat] = time
            thrown, _, drawn = text[1:].partition("+")
            if seat == self.view.seat:
                self.own_draw = self.rules.pieces_of(drawn.split(","))
                self.exchanged[seat] = len(self.own_draw)
            else:
                self.exchanged[seat] = int(thrown)

    def _lay_out(self) -> None:
        """Finds the places where hidden tiles lie, and what is known of the deck."""
        for seat, hand in enumerate(self.opening["hands"]):
            if isinstance(hand, list):
                self._add(self.rules.pieces_of(hand))
            else:
                count = self.exchanged.get(seat, 0)
                self._hide(KEPT, seat, hand - count)
                self._hide(THROWN, seat, count)
        for seat, count in self.exchanged.items():
            if seat == self.view.seat:
                self._add(self.own_draw)
            else:
                self._hide(DRAWN, seat, count)
        self._hide(REST, NOBODY, self.opening["boneyard"] - sum(self.exchanged.values()))
        for seat, thrown in enumerate(self.opening.get("discards", [])):
            if not isinstance(thrown, list):
                self._hide(EARLIER, seat, thrown)

    def _add(self, tiles: list[int]) -> None:
        for tile in tiles:
            self.deck = append(self.deck, tile)

    def _hide(self, kind: Int, seat: int, size: int) -> None:
        self.kinds = append(self.kinds, kind)
        self.owners = append(self.owners, seat)
        self.sizes.append(size)
        for _ in range(size):
            if kind == EARLIER:
                self.spots = append(self.spots, NOWHERE)
            else:
                self.spots = append(self.spots, len(self.deck))
                self.deck = append(self.deck, -1)

    def _masks(self) -> Masks:
        """Finds for every tile that the seat has not seen the places it can be in."""
        known = {int(tile) for tile in self.deck}
        for part in self.opening.get("discards", []):
            if isinstance(part, list):
                known.update(self.rules.pieces_of(part))
        shown = {
            tile: seat
            for seat, hand in enumerate(self.view.data["hands"])
            if isinstance(hand, list) and seat != self.view.seat
            for tile in self.rules.pieces_of(hand)
        }
        open_seats = set(shown.values())
        found: Masks = {}
        for tile in range(TILES):
            if tile not in known:
                found[tile] = self._mask(shown.get(tile, NOBODY), open_seats)
        return found

    def _mask(self, shower: int, open_seats: set[int]) -> int:
        """Gives the places of a tile that a seat has shown, or nobody has."""
        mask = 0
        for place in range(len(self.sizes)):
            in_hand = self.kinds[place] == KEPT or self.kinds[place] == DRAWN
            owner = int(self.owners[place])
            fits = in_hand and owner == shower if shower != NOBODY else not (
                in_hand and owner in open_seats
            )
            if fits:
                mask |= 1 << place
        return mask

    def count(self) -> int:
        """Counts the ways in which the hidden tiles can lie.

        The order of the tiles that nobody has drawn is left out.
        """
        return self.hidden.count()

    def deck_drawn(self, rng: Rng) -> vec[Int]:
        """Draws a deck that fits, all equally likely, and what was thrown away."""
        self.slots = self.hidden.draw(rng)
        starts = self.hidden.starts
        for place in range(len(self.kinds)):
            if self.kinds[place] == REST and not self.hidden.is_mixed:
                rest = self.slots[starts[place] : starts[place + 1]]
                rng.shuffle(rest)
                for at in range(len(rest)):
                    self.slots[starts[place] + at] = rest[at]
        return self._with(self.slots)

    def _with(self, slots: vec[Int]) -> vec[Int]:
        """Gives the deck with the hidden tiles in their slots."""
        deck = self.deck[:]
        for slot in range(len(slots)):
            if self.spots[slot] != NOWHERE:
                deck[self.spots[slot]] = slots[slot]
        return deck

    def each(self, limit: int) -> list[tuple[Round, int]] | None:
        """Lists the rounds that differ in the hands, if no tiles are drawn any more."""
        if self.rules.draws and STAGES.index(self.view.data["stage"]) <= EXCHANGING:
            return None
        owners = [
            int(self.owners[place])
            if self.kinds[place] == KEPT or self.kinds[place] == DRAWN else NOBODY
            for place in range(len(self.kinds))
        ]
        listed = Listing(self.hidden, owners, set()).each(limit)
        if listed is None:
            return None
        found: list[tuple[Round, int]] = []
        for slots, ways in listed:
            self.slots = slots
            found.append((self.world(self._with(slots)), ways))
        return found

    def drawn(self, kind: Int, seat: Int) -> Int:
        """Gives what was drawn last for a place, as a mask."""
        mask: Int = 0
        for place in range(len(self.kinds)):
            if self.kinds[place] == kind and self.owners[place] == seat:
                mask |= self._mask_at(place)
        return mask

    def _mask_at(self, place: Int) -> Int:
        """Gives what was drawn last for one place."""
        mask: Int = 0
        for slot in range(self.hidden.starts[place], self.hidden.starts[place + 1]):
            mask |= BIT[self.slots[slot]]
        return mask

    def set_out(self) -> None:
        """Plays the log through, from a deal that fits, with what was thrown away before."""
        opening = dict(self.opening)
        deck = self.deck_drawn(Rng(0))
        if "discards" in opening:
            opening["discards"] = [
                part if isinstance(part, list) else names_of(self.drawn(EARLIER, seat))
                for seat, part in enumerate(opening["discards"])
            ]
        self.follow(self.rules.set_out(opening, deck))

    def move_at(self, round: DealtRound, time: int, text: str) -> int:
        """Reads an entry of the log; what others threw away is what was drawn for it."""
        if text.startswith("x") and round.turn != self.view.seat:
            assert isinstance(round, PokerRound)
            return int(exchange_of(round.hands[round.turn], self.drawn(THROWN, round.turn)))
        return round.read(text)

    def hold_again(self, world: DealtRound) -> None:
        """Gives every seat what was drawn for it, and lets it throw away what it threw."""
        assert isinstance(world, PokerRound)
        for place in range(len(self.kinds)):
            seat = self.owners[place]
            if self.kinds[place] == KEPT:
                kept = self._mask_at(place)
                world.hands[seat] = kept
                if self.exchanged:
                    self._exchange_again(world, seat, kept)
            elif self.kinds[place] == EARLIER:
                assert isinstance(world.began, PokerRound)
                world.began.discards[seat] = self.drawn(EARLIER, seat)
                if int(seat) not in self.times:
                    world.discards[seat] = world.began.discards[seat]

    def _exchange_again(self, world: PokerRound, seat: Int, kept: Int) -> None:
        """Lets a seat throw away and draw what was drawn for it, if it exchanged."""
        time = self.times.get(int(seat), -1)
        if time >= 0:
            thrown = self.drawn(THROWN, seat)
            world.discards[seat] = thrown
            world.drawn[seat] = self.drawn(DRAWN, seat)
            world.hands[seat] = kept | world.drawn[seat]
            entry = world.log[time]
            world.log[time] = entry - (entry & MOVE_MASK) + exchange_of(kept | thrown, thrown)


def exchange_of(hand: Int, thrown: Int) -> Int:
    """Gives the move that throws away some tiles of a hand."""
    move = EXCHANGE
    held = tiles_of(hand)
    for place in range(len(held)):
        if thrown & BIT[held[place]] != 0:
            move += BIT[place]
    return move
