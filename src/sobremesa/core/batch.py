"""Many rounds of one game, stepped together inside the engine.

Each round has a place, and goes its own way: a round that ends is followed by a new one in the
same step. What each step leaves lies in memory that other libraries can read as it is.
"""

from __future__ import annotations

from sobremesa.core.arrays import Byte, Cell, Int, extend, read_i32_le, vec
from sobremesa.core.errors import BadOption, IllegalMove
from sobremesa.core.gains import fewest_win, gains_from, wins
from sobremesa.core.game import Game, Round
from sobremesa.core.numbers import LARGEST_SEED
from sobremesa.core.rng import Rng
from sobremesa.core.rows import Rows

# The seeds of those who draw among legal actions, far from those of the deals.
HALF: int = 2**63


class Place:
    """Where one round after another is played: the round, who deals, and who draws actions."""

    def __init__(self, game: Game, before: list[int], seed: int) -> None:
        self.game: Game = game
        self.before: list[int] = before
        self.rng: Rng = Rng(seed)
        self.lots: Rng = Rng((seed + HALF) % (LARGEST_SEED + 1))
        self.round: Round = self.dealt()

    def dealt(self) -> Round:
        """Deals a first round in which there is something to decide."""
        rng = self.rng
        while True:
            round = self.game.deal(rng, self.game.opener(rng), 1, self.before)
            if not round.over:
                return round


class Rounds:
    """Rounds that are stepped together, with what each step leaves of them.

    Round i begins as `game.start(seed + i)` does. Actions are numbers below `slots`: the
    moves themselves where there are as many slots as moves, else a legal move m has slot m modulo
    `slots` or, where that is taken by a lower one, the next free slot.

    After every step `cells` has the row of the seat to decide for each round (if there is a
    `writer`), `masks` marks the legal actions, `chosen` has the move of every slot and one more
    where they are not the same, `drawn` an action drawn at random from the legal ones, `turns`
    the seats to decide, `gained` what each seat gained by a round that ended in this step, and
    `done` that it did.
    """

    def __init__(
        self, game: Game, count: int, seed: int, slots: int, writer: Rows | None, *,
        by_win: bool = False,
    ) -> None:
        if count < 1:
            raise BadOption("there must be at least one round, not {count}", count=count)
        self.game: Game = game
        self.count: Int = count
        self.players: Int = game.players
        self.slots: Int = slots
        self.plain: bool = slots == int(game.move_count)
        self.writer: Rows | None = writer
        self.by_win: bool = by_win
        self.fewest: bool = fewest_win(game)
        self.size: Int = 0 if writer is None else writer.layout.size
        # What the rows are before anything is written into them.
        self.blank: vec[Cell] = vec[Cell]()
        if writer is not None:
            for _ in range(count):
                self.blank = extend(self.blank, writer.blank)
        self.wipe()
        before = game.starting_points()
        self.places: list[Place] = [
            Place(game, before, (seed + place) % (LARGEST_SEED + 1)) for place in range(count)
        ]
        for place in range(count):
            self.tell(place, self.places[place])

    def wipe(self) -> None:
        """Takes fresh memory, so that what earlier steps left stays as it is."""
        count = self.count
        slots = count * self.slots
        chosen: Int = 0 if self.plain else slots
        gained = count * self.players
        self.cells: vec[Cell] = extend(vec[Cell](), self.blank)
        self.masks: vec[Byte] = vec[Byte]([0] * slots)
        self.chosen: vec[Cell] = vec[Cell]([0] * chosen)
        self.gained: vec[float] = vec[float]([0.0] * gained)
        self.done: vec[Byte] = vec[Byte]([0] * count)
        self.turns: vec[Cell] = vec[Cell]([0] * count)
        self.drawn: vec[Cell] = vec[Cell]([0] * count)
        if self.writer is not None:
            self.writer.cells = self.cells

    def step(self, actions: bytes) -> None:
        """Plays one action in every round, each a whole number of 32 bits, the lowest byte first.

        :raises IllegalMove: if one of them is not legal; nothing has changed.
        """
        self.check(actions)
        chosen = self.chosen
        self.wipe()
        for place in range(self.count):
            action = Int(read_i32_le(actions, 4 * place))
            if not self.plain:
                action = Int(chosen[place * self.slots + action]) - 1
            played = self.places[place]
            played.round.play(action)
            if played.round.over:
                self.settle(place, played)
            self.tell(place, played)

    def check(self, actions: bytes) -> None:
        """Asks for one legal action for every round."""
        if len(actions) != 4 * self.count:
            raise IllegalMove(
                "{count} rounds need as many actions, not {given}",
                count=int(self.count), given=len(actions) // 4,
            )
        masks = self.masks
        for place in range(self.count):
            action = Int(read_i32_le(actions, 4 * place))
            if action < 0 or action >= self.slots or masks[place * self.slots + action] == 0:
                raise IllegalMove(
                    "action {action} of round {place} is not among the legal ones",
                    action=int(action), place=int(place),
                )

    def settle(self, place: Int, played: Place) -> None:
        """Writes what a finished round brought, and deals another."""
        at = place * self.players
        round = played.round
        made = wins(round) if self.by_win else gains_from(round.points(), self.fewest)
        for gain in made:
            self.gained[at] = gain
            at += 1
        self.done[place] = 1
        played.round = played.dealt()

    def tell(self, place: Int, played: Place) -> None:
        """Writes what is legal in a round, and what the seat to decide knows."""
        round = played.round
        legal = round.legal()
        self.turns[place] = Cell(round.turn)
        self.drawn[place] = Cell(self.offer(place * self.slots, legal, played.lots))
        if self.writer is not None:
            self.writer.write(round, round.turn, len(legal), place * self.size)

    def offer(self, at: Int, legal: vec[Int], lots: Rng) -> Int:
        """Marks the legal actions, and draws one."""
        masks = self.masks
        lot = lots.below(len(legal))
        if self.plain:
            for move in legal:
                masks[at + move] = 1
            return legal[lot]
        if len(legal) > self.slots:
            raise IllegalMove(
                "{moves} legal moves do not fit {slots} slots: ask for more",
                moves=len(legal), slots=int(self.slots),
            )
        drawn: Int = 0
        for number in range(len(legal)):
            slot = legal[number] % self.slots
            while masks[at + slot] != 0:
                slot = slot + 1 if slot + 1 < self.slots else 0
            masks[at + slot] = 1
            self.chosen[at + slot] = Cell(legal[number] + 1)
            if number == lot:
                drawn = slot
        return drawn

    def whole(self, place: int) -> Round:
        """Gives the round at a place, to look at or to copy; who plays on it plays here."""
        return self.places[place].round
