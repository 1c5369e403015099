"""What a seat can work out about the hidden tiles of That's It!

Every tile that a player discarded, or showed at the end, was in that player's hand by then: it
had been dealt or drawn, unless everybody saw it taken from the discards. So each such tile goes
back to one of the places that its holder had by that time and that no earlier tile has been put
into. The number of those places does not depend on what was put where, and all other tiles can be
anywhere; so a way is drawn by choosing place after place, and every way has the same chance.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

from sobremesa.core.dealing import DealtWorlds
from sobremesa.core.game import NOBODY, Round, View
from sobremesa.core.rng import Rng
from sobremesa.material.dominoes import NAMES, parse_tile
from sobremesa.material.hidden import shuffled_list

if TYPE_CHECKING:
    from sobremesa.families.melds.thats_it import ThatsIt

# A place for a hidden tile: the seat, and the entry of the log that drew it, or ...
AT_THE_DEAL = -1
# ... the tile that lay face down when the position was set up.
FACE_DOWN = -2


class Place:
    """Where a tile came from that the seat did not see."""

    def __init__(self, seat: int, since: int) -> None:
        self.seat = seat
        self.since = since


class MeldWorlds(DealtWorlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: ThatsIt, view: View) -> None:
        super().__init__(rules, view)
        self.rules = rules
        self.places: list[Place] = []
        # In order of time: a seat has a new place (no tile), or puts a tile back into one.
        self.events: list[tuple[int, int, int]] = []
        # Tiles that all saw each seat take and that it still holds.
        self.carried: list[set[int]] = [set() for _ in range(rules.players)]
        self.own_draws: dict[int, int] = {}
        self.drawn_at: list[int] = []
        self.seen: set[int] = set()
        self.down: int = -1
        self._read_opening()
        self._read_log()
        self.unseen: list[int] = [tile for tile in range(136) if tile not in self.seen]
        self.rest: int = self.opening["boneyard"] - len(self.drawn_at)

    def _read_opening(self) -> None:
        """Takes note of the deal, or of the position from which the hand began."""
        opening = self.opening
        lying = [*opening.get("trash", []), opening.get("discard", ""), opening.get("taken", "")]
        self.seen.update(parse_tile(name) for name in lying if name)
        if opening.get("taken"):
            self.carried[opening["turn"]].add(parse_tile(opening["taken"]))
        for seat, hand in enumerate(opening["hands"]):
            if isinstance(hand, list):
                self.seen.update(parse_tile(name) for name in hand)
            else:
                for _ in range(hand - len(self.carried[seat])):
                    self._add_place(seat, AT_THE_DEAL)
        down = opening.get("down", "")
        if down == "?":
            self.places.append(Place(NOBODY, FACE_DOWN))
        elif down:
            self.seen.add(parse_tile(down))

    def _add_place(self, seat: int, since: int) -> None:
        self.events.append((seat, len(self.places), -1))
        self.places.append(Place(seat, since))

    def _read_log(self) -> None:
        """Follows the hand as the seat saw it."""
        face = self.opening.get("discard", "")
        discard = parse_tile(face) if face else -1
        for time, (seat, text, _) in enumerate(self.view.data["log"]):
            if text == "take":
                self.carried[seat].add(discard)
            elif text.startswith("+"):
                self._read_draw(seat, time, text)
            elif text == "?!":
                self._read_shown(seat)
            elif text[0].isdigit():
                discard = parse_tile(text.rstrip("!"))
                self._give_back(seat, discard)

    def _read_draw(self, seat: int, time: int, text: str) -> None:
        self.drawn_at.append(time)
        if text == "+?":
            self._add_place(seat, time)
        else:
            self.own_draws[time] = parse_tile(text[1:])
            self.seen.add(self.own_draws[time])

    def _give_back(self, seat: int, tile: int) -> None:
        """Notes that a tile was in a hand, if that tells where it came from."""
        if tile in self.carried[seat]:
            self.carried[seat].remove(tile)
        elif seat != self.view.seat:
            self.events.append((seat, -1, tile))
        self.seen.add(tile)

    def _read_shown(self, seat: int) -> None:
        """Reads the melds of a winner; a tile taken and not shown lies face down."""
        for name in self.view.data["hands"][seat]:
            self._give_back(seat, parse_tile(name))
        for tile in self.carried[seat]:
            self.down = tile

    def count(self) -> int:
        """Counts the ways in which the hidden tiles can have been dealt and drawn.

        The order of the tiles that nobody has drawn is left out.
        """
        ways = 1
        free = [0 for _ in range(self.rules.players)]
        for seat, _, tile in self.events:
            if tile < 0:
                free[seat] += 1
            else:
                ways *= free[seat]
                free[seat] -= 1
        ways *= factorial(len(self.unseen)) // factorial(self.rest)
        # The order of the tiles within a deal is of no account.
        for seat in range(self.rules.players):
            ways //= factorial(len([
                place for place in self.places
                if place.seat == seat and place.since == AT_THE_DEAL
            ]))
        return ways

    def sample(self, rng: Rng) -> Round:
        """Draws one of the rounds that the seat cannot tell apart, all equally likely."""
        lying = [-1 for _ in self.places]
        free: list[list[int]] = [[] for _ in range(self.rules.players)]
        for seat, place, tile in self.events:
            if tile < 0:
                free[seat].append(place)
            else:
                lying[free[seat].pop(int(rng.below(len(free[seat]))))] = tile
        rest = shuffled_list(self.unseen, rng)
        down = self.down
        for number, source in enumerate(self.places):
            if lying[number] < 0:
                lying[number] = rest.pop()
                if down < 0 and source.seat == self.view.data["winner"]:
                    # The one tile of a winner that nobody saw is the one laid face down.
                    down = lying[number]
        return self._rebuilt(lying, rest, down)

    def _rebuilt(self, lying: list[int], rest: list[int], down: int) -> Round:
        opening = dict(self.opening)
        dealt: list[list[int]] = [[] for _ in range(self.rules.players)]
        draws = dict(self.own_draws)
        for number, place in enumerate(self.places):
            if place.since == AT_THE_DEAL:
                dealt[place.seat].append(lying[number])
            elif place.since == FACE_DOWN:
                opening["down"] = NAMES[lying[number]]
            else:
                draws[place.since] = lying[number]
        if opening.get("taken"):
            dealt[opening["turn"]].append(parse_tile(opening["taken"]))
        opening["hands"] = [
            hand if isinstance(hand, list) else [NAMES[tile] for tile in sorted(dealt[seat])]
            for seat, hand in enumerate(opening["hands"])
        ]
        boneyard = [draws[time] for time in self.drawn_at] + rest
        opening["boneyard"] = [NAMES[tile] for tile in boneyard]
        round = self.rules.restored(opening)
        for _, text, _ in self.view.data["log"]:
            round.play(round.read(NAMES[down] + "!" if text == "?!" else text))
        return round
