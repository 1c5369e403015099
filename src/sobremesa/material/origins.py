"""Where hidden things came from: the deal of a hand, one certain draw, or the rest of the stock.

A player who plays or draws tells something about the things they hold at that moment, but which
things they held then is itself uncertain: a thing may have come with the deal or with a later
draw. So what is seen is read backwards. Every thing that a seat did not see dealt has a list of
sources, and each source has a size; all ways to fill them are equally likely, because the deal
was.

What a seat lacked at some moment it can have got later only. So of the sources of one hand, in
the order of time, a thing that is still held can have come from all behind a certain one, and a
thing that was laid from some in between.
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtGame, DealtRound, DealtWorlds
from sobremesa.core.game import NO_MOVE, Round, View
from sobremesa.core.rng import Rng
from sobremesa.material.hidden import Hidden, Listing, Masks

# Before the first move, and after the last.
AT_THE_DEAL = -1
NEVER = 1 << 30

# Lists the things that cannot have come to a seat at a time.
Barred = Callable[[int, int], list[int]]


class Source:
    """A place things came from: the deal of a hand, one draw, or the rest of the stock.

    Its things lie in the deck from `place` on.
    """

    def __init__(self, seat: int, since: int, size: int, place: int) -> None:
        self.seat = seat
        self.since = since
        self.size = size
        self.place = place


class Origins:
    """What one seat has seen of the deal, the draws and the plays, and what that leaves open.

    Things are ints below `things`; a time is the place of a move in the log, and what is seen
    is told in the order of time.
    """

    def __init__(self, things: int, seats: int) -> None:
        self.things = things
        self.sources: list[Source] = []
        # What is known of the deck, -1 where a thing is hidden.
        self.deck: vec[Int] = vec[Int]([-1 for _ in range(things)])
        self.known: vec[Int] = vec[Int]([0 for _ in range(things)])
        self.dealt: int = 0
        self.drawn: int = 0
        # The places in the deck of what came to each seat.
        self.places: list[vec[Int]] = [vec[Int]() for _ in range(seats)]
        # Since when a seat can have got a thing that it still holds: lacked[seat * things + thing].
        self.lacked: vec[Int] = vec[Int]([AT_THE_DEAL for _ in range(seats * things)])
        # What was laid: by whom, when, and since when it can have been got.
        self.layer: vec[Int] = vec[Int]([-1 for _ in range(things)])
        self.laid_at: vec[Int] = vec[Int]([NEVER for _ in range(things)])
        self.laid_since: vec[Int] = vec[Int]([AT_THE_DEAL for _ in range(things)])
        self.hidden: Hidden | None = None
        # The place in the deck of every slot of the hidden things, and where the rest begins.
        self.spots: vec[Int] = vec[Int]()
        self.rest: Int = 0

    def turn_up(self, stock: list[int]) -> None:
        """Takes note of a stock that lies open, so that nothing is hidden."""
        self.deck = self.deck[: self.dealt]
        for thing in stock:
            self.deck = append(self.deck, thing)

    def see(self, things: list[int]) -> None:
        """Takes note of things that are not hidden and not in the deck."""
        for thing in things:
            self.known[thing] = 1

    def deal(self, seat: int, size: int, seen: list[int]) -> None:
        """Takes note of a hand of that size, of which some things were seen: all, or none, or
        what was shown; they lie behind the others in the deck."""
        hidden = size - len(seen)
        if hidden > 0:
            self.sources.append(Source(seat, AT_THE_DEAL, hidden, self.dealt))
        for place in range(size):
            self.places[seat] = append(self.places[seat], self.dealt + place)
        for at, thing in enumerate(seen):
            self.deck[self.dealt + hidden + at] = thing
            self.known[thing] = 1
        self.dealt += size

    def draw(self, seat: int, time: int, thing: int) -> None:
        """Takes note of a draw; the thing is -1 if it was out of sight."""
        place = self.dealt + self.drawn
        self.drawn += 1
        self.places[seat] = append(self.places[seat], place)
        if thing < 0:
            self.sources.append(Source(seat, time, 1, place))
        else:
            self.deck[place] = thing
            self.known[thing] = 1

    def lay(self, seat: int, time: int, thing: int) -> None:
        """Takes note of a thing that a seat had and played."""
        self.layer[thing] = seat
        self.laid_at[thing] = time
        self.laid_since[thing] = self.lacked[seat * self.things + thing]

    def lack(self, seat: int, time: int, things: vec[Int]) -> None:
        """Takes note that a seat showed it held none of some things."""
        row: Int = seat * self.things
        for thing in things:
            self.lacked[row + thing] = time

    def settle(self, stock: int, barred: Barred) -> None:
        """Works out what is left open; `stock` things lay face down after the deal."""
        self.sources.append(
            Source(-1, NEVER, stock - self.drawn, self.dealt + self.drawn)
        )
        self.deck = self.deck[: self.dealt + stock]
        masks: Masks = {}
        for thing in range(self.things):
            if self.known[thing] == 0:
                masks[thing] = 0
        for seat in range(len(self.places)):
            self._add_sources(seat, masks)
        last = len(self.sources) - 1
        for thing in masks:
            if self.layer[thing] < 0:
                masks[thing] |= 1 << last
        for place, source in enumerate(self.sources):
            for thing in barred(source.seat, source.since):
                if thing in masks:
                    masks[thing] &= ~(1 << place)
        self.hidden = Hidden(
            [source.size for source in self.sources], masks,
            [source.seat for source in self.sources],
        )
        for source in self.sources:
            if source.since == NEVER:
                self.rest = len(self.spots)
            for at in range(source.size):
                self.spots = append(self.spots, source.place + at)

    def _add_sources(self, seat: int, masks: Masks) -> None:
        """Adds the sources of a seat from which things can have come."""
        own = [place for place, source in enumerate(self.sources) if source.seat == seat]
        if not own:
            return
        times = [self.sources[place].since for place in own]
        # All sources from one on, and those up to it.
        tails = [0]
        for place in reversed(own):
            tails.insert(0, tails[0] | 1 << place)
        found: dict[int, int] = {}
        row: Int = seat * self.things
        for thing in masks:
            if self.layer[thing] < 0:
                since = int(self.lacked[row + thing])
                tail = found.get(since, -1)
                if tail < 0:
                    tail = tails[first_at(times, since)]
                    found[since] = tail
                masks[thing] |= tail
            elif self.layer[thing] == seat:
                since = int(self.laid_since[thing])
                until = int(self.laid_at[thing])
                masks[thing] = tails[first_at(times, since)] & ~tails[first_at(times, until)]

    def count(self) -> int:
        """Counts the ways in which the hidden things can have been dealt and drawn.

        The order of the things that nobody has drawn is left out.
        """
        return 1 if self.hidden is None else self.hidden.count()

    def draw_deck(self, rng: Rng) -> vec[Int]:
        """Draws a deck, all that fit equally likely."""
        if self.hidden is None:
            return self.deck[:]
        slots = self.hidden.draw(rng)
        if not self.hidden.is_mixed:
            rng.shuffle(slots, self.rest)
        return self._with(slots)

    def _with(self, slots: vec[Int]) -> vec[Int]:
        """Gives the deck with the hidden things in their slots."""
        deck = self.deck[:]
        for slot in range(len(slots)):
            deck[self.spots[slot]] = slots[slot]
        return deck

    def each_deck(self, limit: int) -> list[tuple[vec[Int], int]] | None:
        """Lists a deck for everything that hands and stock can be now, with the number of ways
        that lead there; None if they are more than `limit`."""
        if self.hidden is None:
            return [(self.deck[:], 1)]
        gone = {thing for thing in range(self.things) if self.layer[thing] >= 0}
        owners = [source.seat for source in self.sources]
        listed = Listing(self.hidden, owners, gone).each(limit)
        if listed is None:
            return None
        return [(self._with(slots), ways) for slots, ways in listed]


def first_at(times: list[int], since: int) -> int:
    """Counts the times before one."""
    for place, time in enumerate(times):
        if time >= since:
            return place
    return len(times)


class DrawnWorlds(DealtWorlds):
    """The hands that fit everything a seat has seen of a deal, the draws and the plays."""

    def __init__(self, dealt_by: DealtGame, view: View) -> None:
        super().__init__(dealt_by, view)
        self.moves: list[int] = []
        self.origins = Origins(len(dealt_by.set), int(dealt_by.players))
        # Who holds things that are hidden.
        self.holders: vec[Int] = vec[Int]()

    def move_at(self, round: DealtRound, time: int, text: str) -> int:
        """Gives a move that has been read already."""
        return self.moves[time]

    def read_hands(self) -> None:
        """Takes note of the deal: own pieces, how many the others got."""
        for seat, hand in enumerate(self.opening["hands"]):
            if isinstance(hand, list):
                self.origins.deal(seat, len(hand), self.dealt_by.pieces_of(hand))
            else:
                self.holders = append(self.holders, seat)
                self.origins.deal(seat, hand, self.shown_of(seat))

    def read_stock(self) -> bool:
        """Takes note of the stock if it lies open, and tells whether it does."""
        stock = self.opening["boneyard"]
        if not isinstance(stock, list):
            return False
        self.origins.turn_up(self.dealt_by.pieces_of(stock))
        return True

    def settle(self) -> None:
        """Works out what is left open."""
        self.origins.settle(self.opening["boneyard"], self.barred)

    def barred(self, seat: int, since: int) -> list[int]:
        """Lists what cannot have come from a source, by the way the round opened."""
        return []

    def shown_of(self, seat: int) -> list[int]:
        """Lists the pieces of a hidden hand that were shown with the deal."""
        return []

    def count(self) -> int:
        """Counts the ways in which the hidden pieces can have been dealt and drawn.

        The order of the pieces that nobody has drawn is left out.
        """
        return self.origins.count()

    def deck_drawn(self, rng: Rng) -> vec[Int]:
        """Draws a deck that fits, all equally likely."""
        return self.origins.draw_deck(rng)

    def each(self, limit: int) -> list[tuple[Round, int]] | None:
        """Lists the rounds that differ in the hands or, where pieces are drawn, in the order of
        those that nobody has drawn."""
        origins = self.origins
        first = len(origins.deck)
        if self.dealt_by.draw_move != NO_MOVE:
            first = min(first, origins.dealt + origins.drawn)
        listed = origins.each_deck(limit // factorial(len(origins.deck) - first))
        return None if listed is None else self.ordered(listed, first)

    def hold_again(self, world: DealtRound) -> None:
        """Gives every hidden hand what came to it and was not laid."""
        for seat in self.holders:
            world.empty_hand(seat)
            for place in self.origins.places[seat]:
                piece = world.deck[place]
                if self.origins.layer[piece] < 0:
                    world.hold(seat, piece)
