"""What a position of Djambi is worth to a seat: the eyes of all its bots.

A judge looks at the pieces that everybody has, who is still in the game, who holds the centre,
whose prince can be killed next or is nearly walled in, and how near the killers are to the
enemy's princes. How much each of these counts is a matter of taste: the greedy bot has one, by
rules of thumb, and the search another, found by play.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.families.boards.board import (
    AT,
    BIT,
    CAMP_SIZE,
    CORPSE,
    DIRECT_KILLER,
    DRAW,
    EMPTY,
    ENDING,
    ESTATE,
    IN,
    KINDS,
    KING,
    NECROMOBILE,
    OWNER,
    PIECES,
    PRINCE,
    QUIET,
    REMOTE_KILLER,
    TURN,
    UNFINISHED,
    WARRIOR,
    WINNER,
)
from sobremesa.families.boards.position import Position
from sobremesa.families.boards.squares import DIRECTIONS, SIDES, STRIDE

# Being king, and how much less that is worth a turn later.
KINGDOM: Final[Int] = 1000000
SOONER: Final[Int] = 100
# A prince by the number of squares next to him that hold no corpse, without a necromobile to
# save him and with one.
WALLED: Final = vec[Int]([600, 600, 220, 90, 30, 10, 0, 0, 0])
WALLED_SAVED: Final = vec[Int]([60, 40, 15, 5, 0, 0, 0, 0, 0])


class Taste:
    """How much everything counts.

    `worth` is by kind: prince, necromobile, zoomobile, direct killer, remote killer, warrior.
    What is one's own counts `own` times what others have, and each enemy still in the game
    `enemy`; `centre` is for who holds it. A prince who can be killed before he can flee counts
    `doomed`, one who is only attacked `attacked`, and a step nearer to a prince `nearer`.
    """

    def __init__(
        self, worth: vec[Int], own: Int, enemy: Int, centre: Int, doomed: Int, attacked: Int,
        nearer: Int,
    ) -> None:
        self.worth: vec[Int] = worth
        self.own: Int = own
        self.enemy: Int = enemy
        self.centre: Int = centre
        self.doomed: Int = doomed
        self.attacked: Int = attacked
        self.nearer: Int = nearer
        # A draw is so much worse than going on with what one has or, to those who are fair, so
        # much worse than going on when all have the same.
        self.dull: Int = 500
        self.is_fair: bool = False
        # A round without a kill: the more of them, the nearer the draw.
        self.tired: Int = 0
        # Whether walls count only where there is still a square for a corpse.
        self.sees_room: bool = False


def searching() -> Taste:
    """Makes the taste of the search (docs/bots.md says how it was found)."""
    taste = Taste(vec[Int]([200, 30, 45, 90, 75, 25]), 8, 120, 200, 250, 40, 3)
    taste.is_fair = True
    taste.tired = 10
    taste.sees_room = True
    return taste


THUMB: Final = Taste(vec[Int]([60, 30, 45, 90, 75, 25]), 3, 120, 60, 600, 40, 3)
SEARCHING: Final = searching()


class Judge:
    """Says what a position is worth to one seat."""

    def __init__(self, position: Position, seat: Int, taste: Taste) -> None:
        self.position: Position = position
        self.seat: Int = seat
        self.taste: Taste = taste
        self.worth: vec[Int] = vec[Int]([0, 0, 0, 0])

    def value(self, depth: Int) -> Int:
        """Values the position; `depth` is how many turns earlier than the horizon it came."""
        row = self.position.row
        seat = self.seat
        if row[ENDING] != UNFINISHED or row[IN] & BIT[seat] == 0:
            if row[ENDING] == DRAW and row[IN] & BIT[seat] != 0:
                taste = self.taste
                return (self.share() if taste.is_fair else self.possessions()) - taste.dull
            won = row[ENDING] == KING and row[WINNER] == seat
            return KINGDOM + SOONER * depth if won else -KINGDOM - SOONER * depth
        return (
            self.possessions() + self.centre() + self.princes() - self.taste.tired * row[QUIET]
        )

    def share(self) -> Int:
        """Says what the position would be worth if everybody had the same."""
        row = self.position.row
        worth = self.taste.worth
        total: Int = 0
        for piece in range(PIECES):
            if row[OWNER + piece] < ESTATE:
                total += worth[KINDS[piece]]
        players: Int = 0
        for seat in range(self.position.rules.players):
            if row[IN] & BIT[seat] != 0:
                players += 1
        each = total // players
        return self.taste.own * each - (players - 1) * (each + self.taste.enemy)

    def possessions(self) -> Int:
        """Weighs what everybody has, and how near one's killers are to enemy princes."""
        row = self.position.row
        worth = self.worth
        taste = self.taste
        of_kind = taste.worth
        kinds = KINDS
        seat = self.seat
        for place in range(ESTATE):
            worth[place] = 0
        near: Int = 0
        for piece in range(PIECES):
            owner = row[OWNER + piece]
            if owner < ESTATE:
                kind = kinds[piece]
                worth[owner] += of_kind[kind]
                if owner == seat and kind >= DIRECT_KILLER:
                    near += self.nearness(row[AT + piece])
        total = taste.own * worth[seat] + taste.nearer * near
        for other in range(self.position.rules.players):
            if other != seat and row[IN] & BIT[other] != 0:
                total -= worth[other] + taste.enemy
        return total

    def nearness(self, square: Int) -> Int:
        """Counts how near a square is to the nearest enemy prince."""
        row = self.position.row
        seat = self.seat
        least: Int = STRIDE
        prince: Int = 0
        while prince < PIECES:
            owner = row[OWNER + prince]
            if owner != seat and owner < ESTATE:
                home = row[AT + prince]
                # Squares are above 0, so that shifting is dividing. `max` and `abs` of the
                # language would make objects of these numbers, and this is asked all the time.
                files = (home & 15) - (square & 15)
                if files < 0:
                    files = -files
                far = (home >> 4) - (square >> 4)
                if far < 0:
                    far = -far
                if files > far:
                    far = files
                if far < least:
                    least = far
            prince += CAMP_SIZE
        return STRIDE - least

    def centre(self) -> Int:
        """Weighs who has the turns of the centre."""
        master = self.position.centre_seat()
        if master < 0 or self.position.are_two_left():
            return 0
        return self.taste.centre if master == self.seat else -self.taste.centre

    def princes(self) -> Int:
        """Weighs which princes can be killed next, and by whom."""
        row = self.position.row
        seat = self.seat
        taste = self.taste
        my_turn = row[TURN] == seat
        total: Int = 0
        prince: Int = 0
        while prince < PIECES:
            owner = row[OWNER + prince]
            if owner == seat:
                total -= self.walls(prince)
                if self.is_exposed(prince, -1):
                    total -= taste.attacked if my_turn else taste.doomed
            elif owner < ESTATE:
                if not self.is_saved(owner):
                    total += self.walls(prince) // 2
                if self.is_exposed(prince, seat):
                    total += taste.doomed if my_turn else taste.attacked
            prince += CAMP_SIZE
        return total

    def walls(self, prince: Int) -> Int:
        """Weighs how nearly a prince is encircled by corpses."""
        row = self.position.row
        centre = self.position.rules.centre
        square = row[AT + prince]
        if square == centre:
            return 0
        gaps: Int = 0
        free: Int = 0
        for step in DIRECTIONS:
            if square + step == centre:
                return 0
            held = row[square + step]
            if held < CORPSE:
                gaps += 1
                if held == EMPTY:
                    free += 1
        if free == 0 and self.taste.sees_room:
            return 0
        if gaps > 5:
            return 0
        saved = self.is_saved(row[OWNER + prince])
        return WALLED_SAVED[gaps] if saved else WALLED[gaps]

    def is_saved(self, owner: Int) -> bool:
        """Tells whether a living necromobile saves an owner's princes (DJAMBI-R27)."""
        row = self.position.row
        if not self.position.rules.necromobile_saves:
            return False
        piece: Int = NECROMOBILE
        while piece < PIECES:
            if row[OWNER + piece] == owner:
                return True
            piece += CAMP_SIZE
        return False

    def last_gap(self, prince: Int) -> Int:
        """Gives the free square on which one more corpse encircles a prince, or 0."""
        row = self.position.row
        square = row[AT + prince]
        gap: Int = 0
        for step in DIRECTIONS:
            if row[square + step] < CORPSE:
                if gap != 0 or row[square + step] != EMPTY:
                    return 0
                gap = square + step
        if gap == self.position.rules.centre or square == self.position.rules.centre:
            return 0
        return 0 if self.is_saved(row[OWNER + prince]) else gap

    def is_exposed(self, victim: Int, killer: Int) -> bool:
        """Tells whether a seat, or any but the owner (-1), can kill a piece in one turn."""
        row = self.position.row
        kinds = KINDS
        square = row[AT + victim]
        owner = row[OWNER + victim]
        for step in DIRECTIONS:
            at = square + step
            while row[at] == EMPTY:
                at += step
            held = row[at]
            if held < CORPSE:
                enemy = row[OWNER + held - 1]
                if enemy != owner and enemy < ESTATE and (killer < 0 or enemy == killer):
                    kind = kinds[held - 1]
                    # Princes and direct killers run; warriors kill what is next to them.
                    if kind == DIRECT_KILLER or (
                        kind == PRINCE or (kind == WARRIOR and at == square + step)
                    ):
                        return True
        return self.can_be_shot(square, owner, killer)

    def can_be_shot(self, square: Int, owner: Int, killer: Int) -> bool:
        """Tells whether a remote killer can come beside a square."""
        row = self.position.row
        centre = self.position.rules.centre
        remote: Int = REMOTE_KILLER
        while remote < PIECES:
            enemy = row[OWNER + remote]
            if enemy != owner and enemy < ESTATE and (killer < 0 or enemy == killer):
                origin = row[AT + remote]
                for side in SIDES:
                    beside = square + side
                    if row[beside] == EMPTY and beside != centre and self.is_clear(origin, beside):
                        return True
            remote += CAMP_SIZE
        return False

    def is_clear(self, origin: Int, target: Int) -> bool:
        """Tells whether a piece can run from one square to another that is empty."""
        files = (target & 15) - (origin & 15)
        ranks = (target >> 4) - (origin >> 4)
        if files != 0 and ranks != 0 and files != ranks and files != -ranks:
            return False
        step: Int = 0
        if ranks != 0:
            step = STRIDE if ranks > 0 else -STRIDE
        if files != 0:
            step += 1 if files > 0 else -1
        if step == 0:
            return False
        row = self.position.row
        square = origin + step
        while square != target:
            if row[square] != EMPTY:
                return False
            square += step
        return True
