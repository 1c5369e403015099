"""Where hidden things came from: the deal of a hand, one certain draw, or the rest of the stock.

A player who plays or draws tells something about the things they hold at that moment, but which
things they held then is itself uncertain: a thing may have come with the deal or with a later
draw. So what is seen is read backwards. Every thing that a seat did not see dealt has a list of
sources, and each source has a size; all ways to fill them are equally likely, because the deal
was.
"""

from __future__ import annotations

from collections.abc import Callable

from sobremesa.core.dealing import DealtGame, DealtRound, DealtWorlds
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.material.hidden import Hidden, shuffled_list

# Before the first move, and after the last.
AT_THE_DEAL = -1
NEVER = 1 << 30

# Tells whether a thing can have come to a seat at a time.
Coming = Callable[[int, int, int], bool]


class Source:
    """A place things came from: the deal of a hand, one draw, or the rest of the stock."""

    def __init__(self, seat: int, since: int, size: int) -> None:
        self.seat = seat
        self.since = since
        self.size = size


class Origins:
    """What one seat has seen of the deal, the draws and the plays, and what that leaves open.

    Things are ints below `things`; a time is the place of a move in the log.
    """

    def __init__(self, things: int) -> None:
        self.things = things
        self.known: set[int] = set()
        self.sources: list[Source] = []
        # Which seat showed, and when, that it held none of certain things.
        self.lacking: list[tuple[int, int, set[int]]] = []
        self.laid: dict[int, tuple[int, int]] = {}
        self.own_draws: dict[int, int] = {}
        self.drawn_by: list[int] = []
        self.hidden: Hidden | None = None

    def see(self, things: list[int]) -> None:
        """Takes note of things that are not hidden: a hand dealt in sight, what lay already."""
        self.known.update(things)

    def deal(self, seat: int, size: int) -> None:
        """Takes note of a hand dealt out of sight."""
        self.sources.append(Source(seat, AT_THE_DEAL, size))

    def draw(self, seat: int, time: int, thing: int) -> None:
        """Takes note of a draw; the thing is -1 if it was out of sight."""
        self.drawn_by.append(time)
        if thing < 0:
            self.sources.append(Source(seat, time, 1))
        else:
            self.own_draws[time] = thing
            self.known.add(thing)

    def lay(self, seat: int, time: int, thing: int) -> None:
        """Takes note of a thing that a seat had and played."""
        self.laid[thing] = (seat, time)

    def lack(self, seat: int, time: int, things: set[int]) -> None:
        """Takes note that a seat showed it held none of some things."""
        if things:
            self.lacking.append((seat, time, things))

    def settle(self, stock: int, can_come: Coming) -> None:
        """Works out what is left open; `stock` things lay face down after the deal."""
        self.sources.append(Source(-1, NEVER, stock - len(self.drawn_by)))
        where = {
            thing: [
                place for place, source in enumerate(self.sources)
                if self._fits(thing, source, can_come)
            ]
            for thing in range(self.things)
            if thing not in self.known
        }
        self.hidden = Hidden([source.size for source in self.sources], where)

    def _fits(self, thing: int, source: Source, can_come: Coming) -> bool:
        """Tells whether a thing can have come from a source."""
        until = NEVER
        if thing in self.laid:
            seat, until = self.laid[thing]
            if seat != source.seat or until <= source.since:
                return False
        if not can_come(thing, source.seat, source.since):
            return False
        return not any(
            source.since < time < until and thing in lacked
            for seat, time, lacked in self.lacking
            if seat == source.seat
        )

    def count(self) -> int:
        """Counts the ways in which the hidden things can have been dealt and drawn.

        The order of the things that nobody has drawn is left out.
        """
        return 1 if self.hidden is None else self.hidden.count()

    def sample(self, rng: Rng) -> tuple[dict[int, list[int]], list[int]]:
        """Draws one way, all equally likely: what was dealt out of sight to each seat, and
        the stock in the order of drawing."""
        assert self.hidden is not None
        lying = self.hidden.sample(rng)
        hands: dict[int, list[int]] = {}
        draws: dict[int, int] = dict(self.own_draws)
        for source, things in zip(self.sources, lying, strict=True):
            if source.since == AT_THE_DEAL:
                hands[source.seat] = things
            elif source.since < NEVER:
                draws[source.since] = things[0]
        drawn = [draws[time] for time in self.drawn_by]
        return hands, drawn + shuffled_list(lying[-1], rng)


class DrawnWorlds(DealtWorlds):
    """The hands that fit everything a seat has seen of a deal, the draws and the plays."""

    def __init__(self, dealt_by: DealtGame, view: View) -> None:
        super().__init__(dealt_by, view)
        self.moves: list[int] = []
        self.origins = Origins(len(dealt_by.set))

    def count(self) -> int:
        """Counts the ways in which the hidden pieces can have been dealt and drawn.

        The order of the pieces that nobody has drawn is left out.
        """
        return self.origins.count()

    def sample(self, rng: Rng) -> DealtRound:
        """Draws one of the rounds that the seat cannot tell apart, all equally likely."""
        name = self.dealt_by.piece_name
        opening = dict(self.opening)
        if not self.view.over:
            dealt, boneyard = self.origins.sample(rng)
            opening["hands"] = [
                hand if isinstance(hand, list)
                else [name(piece) for piece in self.hand_of(seat, dealt[seat])]
                for seat, hand in enumerate(self.opening["hands"])
            ]
            opening["boneyard"] = [name(piece) for piece in boneyard]
        round = self.dealt_by.restored(opening)
        for move in self.moves:
            round.play(move)
        return round

    def hand_of(self, seat: int, hidden: list[int]) -> list[int]:
        """Gives a hand that was dealt out of sight, what was seen of it put to the rest."""
        return hidden
