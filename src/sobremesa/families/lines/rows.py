"""Rows of numbers for games that build a line, and for those whose lines leave from one double."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Cell, Int, vec
from sobremesa.core.game import MOVE_MASK, Round
from sobremesa.core.rows import ONE, SOFTS, SPAN, Layout, Rows, signs, table_of
from sobremesa.families.hubs.hub import ASKED as HUB_ASKED
from sobremesa.families.hubs.hub import HubRound
from sobremesa.families.hubs.mexican_train import TrainRound
from sobremesa.families.hubs.super_dominos import SPELLS, SuperRound
from sobremesa.families.lines.bergen import BergenRound
from sobremesa.families.lines.claims import ClaimRound
from sobremesa.families.lines.game import ENDINGS, LineGame
from sobremesa.families.lines.lead import ASKED
from sobremesa.families.lines.line import NO_TILE
from sobremesa.families.lines.muggins import MugginsRound
from sobremesa.families.lines.round import LineRound
from sobremesa.families.lines.tiddle_a_wink import TiddleAWinkRound
from sobremesa.material.dominoes import BIT, WIDTH

# A laid tile has its turn, whether it lies the wrong way round, and the signs of its place.
SIGNS: Final[Int] = 3
LAID: Final[Int] = 5


class LineRows(Rows):
    """Writes rows of a game that builds a line."""

    def __init__(self, game: LineGame, layout: Layout) -> None:
        super().__init__(game, layout)
        self.rules: LineGame = game
        parts = [part.name for part in game.made_of()]
        self.first_at: Int = layout.start("first")
        self.hands_at: Int = layout.start("hands")
        self.leader_at: Int = layout.start("leader")
        self.boneyard_at: Int = layout.start("boneyard")
        self.line_at: Int = layout.start("line")
        self.spinner_at: Int = layout.start("spinner")
        self.blank[self.spinner_at] = SOFTS[SPAN - 1]
        self.ends_at: Int = layout.start("ends")
        self.passes_at: Int = layout.start("passes")
        self.winner_at: Int = layout.start("winner")
        self.lead_at: Int = layout.start("lead") if "lead" in parts else -1
        self.sought_at: Int = layout.start("sought") if "sought" in parts else -1
        self.endings: vec[Int] = layout.places("ending", ENDINGS)
        self.asked: vec[Int] = layout.places("asked", self.questions())
        self.asks: bool = "asked" in parts
        # The tile of every play, the signs of its place, and the place of every arm by name.
        tiles = int(game.tiles)
        plays = int(game.plays)
        self.plays: Int = plays
        # The place of the spinner in the line that is being written.
        self.spun: Int = -1
        self.tile_of: vec[Int] = vec[Int]([play % tiles for play in range(plays)])
        places = ["@" + game.play_text(play).partition("@")[2] for play in range(plays)]
        self.signs: vec[Cell] = table_of(places, int(SIGNS))
        # How many signs the longest place has.
        self.signed: Int = min(int(SIGNS), max([len(signs(place)) for place in places]))
        names = list(dict.fromkeys(game.arm_names[1:]))
        self.arm_places: vec[Int] = vec[Int]([
            names.index(name) if name else 0 for name in game.arm_names
        ])

    def questions(self) -> list[str]:
        """Lists what a seat can be asked, in the order of the numbers that a round has."""
        return ASKED

    def own(self, round: Round, seat: Int) -> None:
        """Writes the hands, the line and how the hand stands."""
        assert isinstance(round, LineRound)
        self.by_seat(self.points_at, round.won)
        self.seat(self.first_at, round.first)
        self.seat(self.leader_at, round.leader)
        self.hands(round, seat)
        self.boneyard(round)
        self.line(round)
        self.ends(round)
        if round.passes != 0:
            self.number(self.passes_at, round.passes)
        self.mark(self.endings[round.ending])
        self.seat(self.winner_at, round.winner)
        if self.lead_at >= 0 and round.lead_tile != NO_TILE:
            self.mark(self.lead_at + round.lead_tile)
        if self.asks:
            self.mark(self.asked[round.asked])
        if self.sought_at >= 0:
            self.number(self.sought_at, round.sought)
        self.more(round)

    def more(self, round: LineRound) -> None:
        """Writes what one game adds."""

    def hands(self, round: LineRound, seat: Int) -> None:
        """Writes the size of every hand, and the tiles of those that are seen."""
        size = self.rules.tiles + 1
        sizes = round.hands.sizes
        cells = self.cells
        softs = SOFTS
        for other in range(self.players):
            at = self.hands_at + size * self.seen_from(other)
            cells[self.at + at] = softs[sizes[other] + SPAN]
            if other == seat or round.over:
                self.held(round, other, at + 1)

    def held(self, round: LineRound, seat: Int, at: Int) -> None:
        """Marks the tiles of a hand."""
        rows = round.hands.rows
        cells = self.cells
        at += self.at
        first = seat * WIDTH
        # Tiles come as they do in a row, and no branch depends on which of them is there.
        for high in range(self.rules.top + 1):
            row = rows[first + high]
            end = at + high + 1
            while at < end:
                cells[at] = Cell(row & 1) * ONE
                row >>= 1
                at += 1

    def boneyard(self, round: LineRound) -> None:
        """Writes how many tiles are left, and which when the hand is over."""
        self.number(self.boneyard_at, round.boneyard())
        if round.over:
            for place in range(round.next, len(round.deck)):
                self.mark(self.boneyard_at + 1 + round.deck[place])

    def line(self, round: LineRound) -> None:
        """Writes when every tile was laid, and where; and the place of the spinner."""
        self.spun = -1
        laid = self.laid(round, round.laid, 0)
        self.laid(round, round.log, laid)
        if self.spun >= 0:
            self.number(self.spinner_at, self.spun)

    def laid(self, round: LineRound, moves: vec[Int], turn: Int) -> Int:
        """Writes when and where those moves laid tiles; answers how many lie then."""
        cells = self.cells
        tile_of = self.tile_of
        signs = self.signs
        signed = self.signed
        softs = SOFTS
        spinner = round.line.spinner
        plays = self.plays
        start = self.at + self.line_at
        for entry in moves:
            play = entry & MOVE_MASK
            if play < plays:
                tile = tile_of[play]
                if tile == spinner:
                    self.spun = turn
                turn += 1
                at = start + LAID * tile
                cells[at] = softs[turn + SPAN]
                sign = SIGNS * play
                for place in range(signed):
                    cells[at + 2 + place] = signs[sign + place]
        return turn

    def ends(self, round: LineRound) -> None:
        """Writes the open number of every arm."""
        ends = round.line.ends
        places = self.arm_places
        cells = self.cells
        softs = SOFTS
        start = self.at + self.ends_at
        for arm in range(1, len(ends)):
            if ends[arm] >= 0 and self.is_told(round, arm):
                at = start + 2 * places[arm]
                cells[at] = ONE
                cells[at + 1] = softs[ends[arm] + SPAN]

    def is_told(self, round: LineRound, arm: Int) -> bool:
        """Tells whether an open arm is among the ends of a view."""
        return True


class ClaimRows(LineRows):
    """Writes rows of Muggins and Bergen."""

    def __init__(self, game: LineGame, layout: Layout) -> None:
        super().__init__(game, layout)
        self.layer_at: Int = layout.start("layer")
        self.count_at: Int = layout.start("count")
        self.doubles: vec[Int] = layout.places("double_ends", game.arm_names)

    def more(self, round: LineRound) -> None:
        """Writes who laid last, and what the ends count or which of them are doubles."""
        assert isinstance(round, ClaimRound)
        self.seat(self.layer_at, round.layer)
        if isinstance(round, MugginsRound):
            self.number(self.count_at, round.count())
        elif isinstance(round, BergenRound):
            doubles = round.line.cross | round.line.fresh
            for arm in range(1, 3):
                if doubles & BIT[arm] != 0:
                    self.mark(self.doubles[arm])


class TiddleRows(LineRows):
    """Writes rows of Tiddle-a-Wink."""

    def __init__(self, game: LineGame, layout: Layout) -> None:
        super().__init__(game, layout)
        self.closed_at: Int = layout.start("closed")
        self.pool_at: Int = layout.start("pool")
        self.takings_at: Int = layout.start("takings")
        self.closes: bool = "closed" in [part.name for part in game.made_of()]

    def more(self, round: LineRound) -> None:
        """Writes the pool and what was taken from it."""
        assert isinstance(round, TiddleAWinkRound)
        if self.closes:
            self.flag(self.closed_at, round.closed)
        if round.tiddle.has_pool():
            stake = round.tiddle.stake
            pool = round.pool()
            for seat in range(self.players):
                taken = round.won[seat] + stake
                pool += taken
                self.number(self.takings_at + self.seen_from(seat), taken)
            self.number(self.pool_at, pool)


class HubRows(LineRows):
    """Writes rows of a game whose lines leave from one double."""

    def __init__(self, game: LineGame, layout: Layout) -> None:
        super().__init__(game, layout)
        self.drawn_at: Int = layout.start("drawn")

    def questions(self) -> list[str]:
        """Lists what a seat can be asked."""
        return HUB_ASKED

    def is_told(self, round: LineRound, arm: Int) -> bool:
        """Of the lines that can be begun a view has the next."""
        return not round.line.is_alike(arm)

    def more(self, round: LineRound) -> None:
        """Writes whether a tile was drawn."""
        assert isinstance(round, HubRound)
        self.flag(self.drawn_at, round.drawn)


class TrainRows(HubRows):
    """Writes rows of Mexican Train."""

    def __init__(self, game: LineGame, layout: Layout) -> None:
        super().__init__(game, layout)
        self.marked_at: Int = layout.start("marked")
        self.begins_at: Int = layout.start("begins")
        self.open: vec[Int] = layout.places("open", game.arm_names)

    def more(self, round: LineRound) -> None:
        """Writes the markers and the open double."""
        super().more(round)
        assert isinstance(round, TrainRound)
        self.seats(self.marked_at, round.marked, 1)
        self.mark(self.open[round.open])
        self.flag(self.begins_at, round.begins)


class SuperRows(HubRows):
    """Writes rows of Super Dominos."""

    def __init__(self, game: LineGame, layout: Layout) -> None:
        super().__init__(game, layout)
        self.direction: vec[Int] = layout.places("direction", ["1", "-1"])
        self.spell: vec[Int] = layout.places("spell", SPELLS)
        self.caster_at: Int = layout.start("caster")
        self.owed_at: Int = layout.start("owed")
        self.layer_at: Int = layout.start("layer")
        self.skips_at: Int = layout.start("skips")

    def more(self, round: LineRound) -> None:
        """Writes the direction, the spell and what is owed."""
        super().more(round)
        assert isinstance(round, SuperRound)
        self.mark(self.direction[0 if round.direction == 1 else 1])
        self.mark(self.spell[round.spell])
        self.seat(self.caster_at, round.caster)
        self.number(self.owed_at, round.owed)
        self.seat(self.layer_at, round.layer)
        self.flag(self.skips_at, round.skips)
