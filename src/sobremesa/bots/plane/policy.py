"""A quick mind for Cuadróminos.

A placement is worth what its corners bring, less what the places with three or four corners that
it makes may bring to the next player, and it is worth more to be rid of a piece that fits hardly
anywhere. Which places a piece makes depends on its cell alone, so it is found once for a cell.
"""

from __future__ import annotations

from typing import Final

from sobremesa.bots.policy import Policy, add_policy
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import Round
from sobremesa.families.plane.plane import EMPTY, NO_CELL, Plane
from sobremesa.families.plane.round import GOING_OUT, ON_TABLE, REWARDS, CuadrominosRound
from sobremesa.material.quadrominoes import (
    COINCIDING,
    CORNER_BITS,
    CORNERS,
    FITS_FROM,
    FITTING,
    FREE,
)

# Going out is better than anything else, and to draw without need worse, though neither is so
# sure that a round in which somebody did otherwise would be impossible.
OUT: Final = 40.0
SILLY: Final = -20.0
# A place is worth something from this many corners on.
REWARDED: Final[Int] = 3
NOWHERE: Final = vec[Int]([0 for _ in range(8)])


class PlaneSight:
    """What the mover knows of a round, and the cell that is looked at.

    `near` has the places of the `changed` neighbours that a piece there makes worth filling, and
    `given_up` what those and the cell itself can bring as it is.
    """

    def __init__(self, round: CuadrominosRound, given: float, own_premium: float) -> None:
        self.round: CuadrominosRound = round
        self.plane: Plane = round.plane
        self.owner: vec[Int] = round.owner
        self.forms: Int = round.rules.forms
        self.seat: Int = round.turn
        self.given: float = given
        self.own_premium: float = own_premium
        players = round.rules.players
        hidden = round.boneyard() - round.sizes[self.seat]
        for size in round.sizes:
            hidden += size
        following = round.sizes[(self.seat + 1) % players]
        # How likely the next player does not hold a certain piece out of sight.
        self.misses: float = max(0.0, 1.0 - float(following) / float(max(hidden, 1)))
        self.near: vec[Int] = NOWHERE[:]
        self.changed: Int = 0
        self.given_up: float = 0.0

    def look_at(self, cell: Int) -> None:
        """Finds what a piece on a cell changes for its neighbours."""
        plane = self.plane
        side = 2 * plane.reach
        place = plane.place(plane.rows[cell], plane.columns[cell])
        self.changed = 0
        self.given_up = 0.0
        if COINCIDING[plane.asks[cell]] >= REWARDED:
            self.given_up += self.threat(plane.asks[cell])
        self.look_beside(place - side, 0b1100)
        self.look_beside(place + 1, 0b1001)
        self.look_beside(place + side, 0b0011)
        self.look_beside(place - 1, 0b0110)
        self.look_across(place - side - 1, 0b0100)
        self.look_across(place - side + 1, 0b1000)
        self.look_across(place + side + 1, 0b0001)
        self.look_across(place + side - 1, 0b0010)

    def look_beside(self, place: Int, shared: Int) -> None:
        """Looks at a neighbour that shares a side, by which it becomes a cell in any case."""
        cell = self.plane.cell_at[place]
        if cell == NO_CELL:
            asked = self.plane.asked_at(place)
        elif self.plane.lies[cell] == EMPTY:
            asked = self.plane.asks[cell]
        else:
            return
        self.note(place, asked, shared)

    def look_across(self, place: Int, shared: Int) -> None:
        """Looks at a neighbour that shares a corner only; it must be a cell already."""
        cell = self.plane.cell_at[place]
        if cell != NO_CELL and self.plane.lies[cell] == EMPTY:
            self.note(place, self.plane.asks[cell], shared)

    def note(self, place: Int, asked: Int, shared: Int) -> None:
        """Takes note of a neighbour if new corners make it worth filling."""
        before = COINCIDING[asked]
        after = before
        for corner in range(4):
            if shared >> corner & 1 != 0 and asked >> CORNER_BITS * corner & FREE == FREE:
                after += 1
        if after == before or after < REWARDED:
            return
        self.near[self.changed] = place
        self.changed += 1
        if before >= REWARDED:
            self.given_up += self.threat(asked)

    def threat(self, asked: Int) -> float:
        """Says what a place that asks this may bring to the next player, less what it may bring
        to the mover."""
        owner = self.owner
        own = False
        missed = 1.0
        for place in range(FITS_FROM[asked], FITS_FROM[asked + 1]):
            form = FITTING[place]
            if form >= self.forms:
                break
            whose = owner[form >> 2]
            if whose == self.seat:
                own = True
            elif whose != ON_TABLE:
                missed *= self.misses
        premium = float(REWARDS[COINCIDING[asked]])
        loss = self.given * premium * (1.0 - missed)
        return loss - self.own_premium * premium * missed if own else loss

    def change(self, cell: Int, form: Int) -> float:
        """Says how much the neighbours of a cell threaten more when a form lies there: its
        corners are shown, looked at and covered again."""
        if self.changed == 0:
            return -self.given_up
        plane = self.plane
        shown = plane.shown_at
        side = 2 * plane.reach
        place = plane.place(plane.rows[cell], plane.columns[cell])
        top_left, top_right = shown[place], shown[place + 1]
        bottom_right, bottom_left = shown[place + side + 1], shown[place + side]
        shown[place] = CORNERS[4 * form]
        shown[place + 1] = CORNERS[4 * form + 1]
        shown[place + side + 1] = CORNERS[4 * form + 2]
        shown[place + side] = CORNERS[4 * form + 3]
        self.owner[form >> 2] = ON_TABLE
        threatened = 0.0
        for number in range(self.changed):
            threatened += self.threat(plane.asked_at(self.near[number]))
        self.owner[form >> 2] = self.seat
        shown[place], shown[place + 1] = top_left, top_right
        shown[place + side + 1], shown[place + side] = bottom_right, bottom_left
        return threatened - self.given_up


class PlanePolicy(Policy):
    """Takes premiums, leaves few, and sheds what is hard to place."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # What things are worth, in points; found by playing against itself.
        self.given: float = 0.8
        self.own_premium: float = 0.3
        self.hard: float = 2.0
        # How much sooner a hand with fewer pieces is out, and what each piece will have cost.
        self.shorter: float = 0.5
        self.cost: float = 0.7

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what each move is worth, in points."""
        assert isinstance(round, CuadrominosRound)
        plane = round.plane
        rules = round.rules
        forms = rules.forms
        is_last = round.sizes[round.turn] == 1
        sight = PlaneSight(round, self.given, self.own_premium)
        found = vec[float]()
        looked_at: Int = NO_CELL
        reward = 0.0
        for move in moves:
            if move >= rules.draw_move:
                found = append(found, SILLY)
                continue
            cell = move // forms
            form = move - cell * forms
            if cell != looked_at:
                looked_at = cell
                reward = float(REWARDS[COINCIDING[plane.asks[cell]]])
                if not is_last:
                    sight.look_at(cell)
            if is_last:
                found = append(found, OUT + reward)
            else:
                value = reward - sight.change(cell, form)
                value += self.hard / float(plane.ways[form >> 2] + 1)
                found = append(found, value)
        return found

    def standing(self, round: Round) -> vec[float]:
        """Adds to the points made what the pieces in all hands will cost, and going out."""
        assert isinstance(round, CuadrominosRound)
        if round.over:
            return super().standing(round)
        players = round.rules.players
        hopes = vec[float]()
        hope = 0.0
        for seat in range(players):
            chance = 1.0
            for _ in range(round.sizes[seat]):
                chance *= 1.0 - self.shorter
            hopes = append(hopes, chance)
            hope += chance
        mean = 0.0
        for seat in range(players):
            likely = float(round.won[seat]) - self.cost * float(round.sizes[seat])
            likely += float(GOING_OUT) * hopes[seat] / hope
            hopes[seat] = likely
            mean += likely / float(players)
        for seat in range(players):
            hopes[seat] -= mean
        return hopes


add_policy("cuadrominos", PlanePolicy(0.7))
