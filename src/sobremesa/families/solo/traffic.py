"""Traffic, a solitaire that grows over the table (Spanish: Tráfico).

A quad is four consecutive numbers in a straight line, each on a half of a domino. Some tiles
lie face up: four with the double-six set, five with double-nine, six with double-twelve. The
first quad is made of two to four of them; if they allow none, more are turned up. Every later
turn attaches new tiles to a number on the table so that a new quad arises, every new tile
having a part in it; then the face-up tiles are brought back to their number. Nothing laid is
moved, and a line of five numbers in sequence must never arise. The game is won when all tiles
are laid, and lost when no quad can be made.

A turn is several moves: first the quad, then a tile for its first free cell, and so on. A quad
is named by the oldest cell in it, the place of that cell in the quad, and the direction in
which its numbers go up; a tile by itself and the way it lies. The first quad always goes up
from cell 0,0 to the east: other places would only turn the plan.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import IllegalMove, written
from sobremesa.core.game import MOVE_MASK, Data
from sobremesa.core.numbers import is_whole
from sobremesa.core.options import Option, Value
from sobremesa.core.reading import tidy
from sobremesa.families.solo.solitaire import (
    LOST,
    PLAYERS,
    WON,
    Solitaire,
    SolitaireRound,
    names_of,
    no_move,
    set_option,
    sorted_moves,
    tiles_of,
)
from sobremesa.material.dominoes import BIT, HIGH, LOW, MARKS, NAMES, WIDTH, ZEROS, parse_tile

# Tiles face up by the highest number of the set (TRAF-04, TRAF-R15).
FACE_UP: Final = {6: 4, 9: 5, 12: 6, 15: 7}
QUAD: Final[Int] = 4
# Directions by number, and the ways of a tile as the quad sees it: its other half ahead in
# line, to the left, to the right, or behind.
COMPASS: Final = "ENWS"
AHEAD: Final[Int] = 0
BEHIND: Final[Int] = 3
TURNS: Final = vec[Int]([0, 1, 3, 2])
NO_QUAD: Final[Int] = -1
# More lowest numbers than any set has quads.
QUADS: Final[Int] = 13
# A position that is set up lies within this many cells of the middle.
REACH: Final[Int] = 40

LYING: Final = re.compile(r"(\d{1,2})-(\d{1,2})@(-?\d{1,3}),(-?\d{1,3})([ENWS])", re.IGNORECASE)
LINE: Final = re.compile(r"(\d{1,2})\.\.(\d{1,2})@(-?\d{1,3}),(-?\d{1,3})([ENWS])", re.IGNORECASE)

FIVE_CELLS: Final = Option(
    "five_cells_forbidden", False,
    "Whether any straight line of five cells is forbidden, whatever their numbers.", "TRAF-R03",
    title="No five cells in a line",
)
SINGLE_CROSS: Final = Option(
    "single_cross", False,
    "Whether one tile may complete three numbers that lie in sequence with one of its halves.",
    "TRAF-R06", title="One half completes a line",
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Traffic(Solitaire):
    """The rules of Traffic."""

    NAME: ClassVar[str] = "traffic"
    TITLE: ClassVar[str] = "Traffic"
    SENTENCE: ClassVar[str] = "Lay every tile into lines of four numbers in sequence, never five."
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, set_option(6, [6, 9, 12, 15], "TRAF-R15"), FIVE_CELLS, SINGLE_CROSS,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {"as printed": {}}
    MANNER: ClassVar[str] = "traffic"

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.face_up: Int = FACE_UP.get(int(self.top), 4)
        self.dealt = self.face_up
        self.five_cells: bool = self.flag("five_cells_forbidden")
        self.single: bool = self.flag("single_cross")
        # The plan as a square of cells; a tile carries it at most two cells further.
        self.side: Int = 4 * self.tiles + 2 * REACH + 16
        self.middle: Int = (self.side // 2) * (self.side + 1)
        self.steps: vec[Int] = vec[Int]([1, self.side, -1, -self.side])
        # Where moves are tried out: one more than the number on each cell, 0 where it is free.
        self.plan: vec[Int] = vec[Int]()
        self.first_quads: Int = 32 * self.tiles
        self.lays: Int = self.first_quads + WIDTH
        self.move_count = self.lays + 4 * self.tiles
        # Every tile is laid once, and every quad takes at least one.
        self.longest = 2 * self.tiles

    def empty_round(self) -> TrafficRound:
        """Makes a round with an empty table."""
        return TrafficRound(self)

    def scratch(self) -> vec[Int]:
        """Gives the empty plan on which moves are tried out."""
        if len(self.plan) == 0:
            self.plan = vec[Int]([0 for _ in range(self.side * self.side)])
        return self.plan

    def cell(self, x: Int, y: Int) -> Int:
        """Gives the number of a cell."""
        return self.middle + y * self.side + x

    def column(self, cell: Int) -> Int:
        """Gives the place of a cell from west to east."""
        return cell % self.side - self.side // 2

    def row(self, cell: Int) -> Int:
        """Gives the place of a cell from south to north."""
        return cell // self.side - self.side // 2

    def place_name(self, cell: Int) -> str:
        """Names a cell: its place to the east and to the north."""
        return f"{self.column(cell)},{self.row(cell)}"

    def layout_parts(self) -> list[str]:
        """Names the table, the face-up tiles, and what a position leaves out of play."""
        return ["table", "up", "aside"]

    def names_in(self, part: str, value: list[Any]) -> list[str]:
        """Tiles on the table are written as they lie, with their place."""
        names = [written(name).partition("@")[0] for name in value]
        return [proper_name(name, int(self.top)) for name in names]

    def bounds(self) -> dict[str, tuple[int, int]]:
        """Bounds the tiles laid in this turn."""
        return {**super().bounds(), "new": (0, 4)}

    def contradictions(self, data: Data) -> list[str]:
        """Says where the table cannot be."""
        found: list[str] = []
        taken: dict[int, str] = {}
        for text in data.get("table", []):
            lying = LYING.fullmatch(text)
            if lying is None:
                return [f"{text} is no tile on the table: write it like 4-6@0,4E"]
            x, y = int(lying.group(3)), int(lying.group(4))
            if not is_whole(abs(x), 0, int(REACH)) or not is_whole(abs(y), 0, int(REACH)):
                return [f"{text} lies too far out: up to {REACH} cells from the middle"]
            start = self.cell(x, y)
            for cell in (start, start + self.steps[COMPASS.index(lying.group(5).upper())]):
                if int(cell) in taken:
                    found.append(f"{text} lies over {taken[int(cell)]} (TRAF-R01)")
                taken[int(cell)] = text
        quad = data.get("quad", "")
        if quad != "" and (not isinstance(quad, str) or LINE.fullmatch(quad) is None):
            found.append("quad must be nothing or a line like 2..5@0,0E")
        if data.get("new", 0) and (quad == "" or data["new"] > len(data.get("table", []))):
            found.append("new tiles belong to a quad and lie on the table")
        if found:
            return found
        return self._unsettled(data)

    def _unsettled(self, data: Data) -> list[str]:
        found: list[str] = []
        if data.get("quad", "") == "" and data.get("table") and data["boneyard"] and (
            len(data.get("up", [])) < self.face_up
        ):
            found.append(f"{self.face_up} tiles are face up while there are more (TRAF-05)")
        round = self.empty_round()
        round.set_up(data)
        if not round.is_sound():
            found.append("five numbers in sequence lie in a line (TRAF-15)")
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class TrafficRound(SolitaireRound):
    """One deal of Traffic.

    Tile number i of the table covers the cells `cells[2i]` and `cells[2i + 1]`, which show
    `numbers[2i]` and `numbers[2i + 1]`; the first was laid into the quad.
    """

    def __init__(self, rules: Traffic) -> None:
        super().__init__(rules)
        self.game_rules: Traffic = rules
        self.cells: vec[Int] = vec[Int]()
        self.numbers: vec[Int] = vec[Int]()
        self.up: vec[Int] = vec[Int]()
        self.aside: vec[Int] = vec[Int]()
        # Tiles that lay on the table when the position was set up.
        self.laid_before: Int = 0
        # The quad being made: the cell of its lowest number, its direction, that number.
        self.start: Int = NO_QUAD
        self.heading: Int = 0
        self.lowest: Int = 0
        # Which of its cells have a number, as a mask, and the tiles laid in this turn.
        self.filled: Int = 0
        self.new: Int = 0
        self.choices: vec[Int] = vec[Int]()
        # The quads that the table leaves open, whatever is face up, through the first `lined`
        # cells. Rounds share these lists, so they are replaced and never changed.
        self.lines: vec[Int] = vec[Int]()
        self.lined: Int = 0

    def lay_out(self) -> None:
        """Turns up the first tiles (TRAF-04)."""
        self.up = self.deck[: self.dealt]

    def settle(self) -> None:
        """Turns up more tiles for the first quad (TRAF-08), and sees whether there is one."""
        if self.over:
            return
        self.choose()
        while len(self.choices) == 0 and len(self.cells) == 0 and self.boneyard() > 0:
            self.up = append(self.up, self.draw())
            self.choose()
        self.decide()

    def decide(self) -> None:
        """Ends the game when all tiles are laid or no quad can be made (TRAF-10, TRAF-R12)."""
        if len(self.up) == 0 and self.boneyard() == 0 and self.start == NO_QUAD:
            self.finish(WON)
        elif len(self.choices) == 0:
            self.finish(LOST)

    def legal(self) -> vec[Int]:
        """Lists the quads that can be made, or the tiles that go on with the one begun."""
        return vec[Int]() if self.over else self.choices[:]

    def choose(self) -> None:
        """Finds the moves."""
        trial = Trial(self.game_rules, self.cells, self.numbers, self.up)
        if self.start != NO_QUAD:
            trial.lay_all(self.cells, self.numbers, 0)
            trial.take_line(self.start, self.heading, self.lowest)
            trial.used = self.new
            trial.inside = self.inside()
            self.choices = trial.lays()
        elif len(self.cells) == 0:
            self.choices = trial.first_quads()
        else:
            trial.follow(self.lines, self.lined)
            self.lines = trial.lines
            self.lined = len(self.cells)
            self.choices = trial.quads
        trial.clear()

    def inside(self) -> Int:
        """Counts the cells of the quad that the tiles of this turn cover."""
        count: Int = 0
        step = self.game_rules.steps[self.heading]
        place: Int = len(self.cells) - 2 * self.new
        while place < len(self.cells):
            for part in range(4):
                if self.cells[place] == self.start + part * step:
                    count += 1
            place += 1
        return count

    def is_sound(self) -> bool:
        """Tells whether no line of five has arisen (TRAF-15, TRAF-R04)."""
        trial = Trial(self.game_rules, self.cells, self.numbers, self.up)
        trial.lay_all(self.cells, self.numbers, 0)
        sound = True
        for cell in self.cells:
            sound = sound and not trial.is_five(cell)
        trial.clear()
        return sound

    def play(self, move: Int) -> None:
        """Chooses a quad, or lays a tile into it; the last tile ends the turn."""
        self.note(move)
        self.fresh = vec[Int]()
        rules = self.game_rules
        if move >= rules.lays:
            self.lay((move - rules.lays) // 4, (move - rules.lays) % 4)
        elif move >= rules.first_quads:
            self.begin_quad(rules.cell(0, 0), 0, move - rules.first_quads)
        else:
            anchor = move // 16
            place = move // 4 % 4
            self.begin_quad(
                self.cells[anchor] - place * rules.steps[move % 4], move % 4,
                self.numbers[anchor] - place,
            )
        self.choose()
        self.decide()

    def begin_quad(self, start: Int, heading: Int, lowest: Int) -> None:
        """Takes up a quad."""
        self.start = start
        self.heading = heading
        self.lowest = lowest
        self.new = 0
        self.filled = 0
        step = self.game_rules.steps[heading]
        for cell in self.cells:
            place: Int = 0
            while place < QUAD:
                if cell == start + place * step:
                    self.filled |= BIT[place]
                place += 1

    def free_place(self) -> Int:
        """Finds the first free cell of the quad by its place in it; 4 when it is full."""
        place: Int = 0
        while place < QUAD and self.filled & BIT[place] != 0:
            place += 1
        return place

    def lay(self, tile: Int, way: Int) -> None:
        """Lays a tile into the first free cell of the quad."""
        rules = self.game_rules
        place = self.free_place()
        cell = self.start + place * rules.steps[self.heading]
        number = self.lowest + place
        self.cells = append(self.cells, cell)
        self.cells = append(self.cells, cell + rules.steps[(self.heading + TURNS[way]) % 4])
        self.numbers = append(self.numbers, number)
        self.numbers = append(self.numbers, HIGH[tile] + LOW[tile] - number)
        rest = vec[Int]()
        for other in self.up:
            if other != tile:
                rest = append(rest, other)
        self.up = rest
        self.fresh = append(self.fresh, tile)
        self.new += 1
        self.filled |= BIT[place]
        if way == AHEAD and place < QUAD - 1:
            self.filled |= BIT[place + 1]
        if self.free_place() == QUAD:
            self.end_turn()

    def end_turn(self) -> None:
        """Brings the face-up tiles back to their number (TRAF-05, TRAF-R10)."""
        self.start = NO_QUAD
        self.new = 0
        while len(self.up) < self.game_rules.face_up and self.boneyard() > 0:
            self.up = append(self.up, self.draw())

    def left(self) -> Int:
        """Counts the tiles that are face up or in the boneyard."""
        return len(self.up) + self.boneyard()

    def quad_text(self, start: Int, heading: Int, lowest: Int) -> str:
        """Writes a quad: its numbers, the cell of the lowest, and where it goes up to."""
        name = self.game_rules.place_name(start)
        return f"{lowest}..{lowest + 3}@{name}{COMPASS[int(heading)]}"

    def tile_text(self, place: Int) -> str:
        """Writes a tile on the table: its numbers, the cell of the first, and its direction."""
        step = self.cells[2 * place + 1] - self.cells[2 * place]
        heading = 0
        while self.game_rules.steps[heading] != step:
            heading += 1
        name = self.game_rules.place_name(self.cells[2 * place])
        return (
            f"{self.numbers[2 * place]}-{self.numbers[2 * place + 1]}@{name}{COMPASS[heading]}"
        )

    def text(self, move: Int) -> str:
        """Writes a quad as `2..5@0,0E` and a tile as `4-6@0,4E`."""
        rules = self.game_rules
        if move < rules.first_quads:
            place = move // 4 % 4
            cell = self.cells[move // 16] - place * rules.steps[move % 4]
            return self.quad_text(cell, move % 4, self.numbers[move // 16] - place)
        if move < rules.lays:
            return self.quad_text(rules.cell(0, 0), 0, move - rules.first_quads)
        tile = (move - rules.lays) // 4
        place = self.free_place()
        cell = self.start + place * rules.steps[self.heading]
        number = self.lowest + place
        heading = (self.heading + TURNS[(move - rules.lays) % 4]) % 4
        other = HIGH[tile] + LOW[tile] - number
        return f"{number}-{other}@{rules.place_name(cell)}{COMPASS[int(heading)]}"

    def told(self, entry: int, seat: int) -> str:
        """Writes a move of the log, with the tile as it came to lie."""
        move = self.log[entry] & MOVE_MASK
        if move < self.game_rules.lays:
            return self.text(move)
        place = self.laid_before
        for before in range(entry):
            if self.log[before] & MOVE_MASK >= self.game_rules.lays:
                place += 1
        return self.tile_text(place)

    def read(self, text: str) -> int:
        """Reads `2..5@0,0E` or `4-6@0,4E`, the tile from either half."""
        word = tidy(text)
        line = LINE.fullmatch(word)
        if line is not None:
            return self.read_quad(word, line.groups())
        lying = LYING.fullmatch(word)
        if lying is None:
            raise no_move(text, "2..5@0,0E or 4-6@0,4E")
        one, other, x, y, toward = lying.groups()
        tile = parse_tile(f"{one}-{other}", int(self.game_rules.top))
        if self.start == NO_QUAD:
            raise IllegalMove("choose the quad first, like 2..5@0,0E (TRAF-R05)")
        return self.read_lay(tile, int(one), self.cell_named(x, y), COMPASS.index(toward.upper()))

    def cell_named(self, x: str, y: str) -> Int:
        """Reads a cell near the plan."""
        most = self.game_rules.side // 2 - 4
        if abs(int(x)) > most or abs(int(y)) > most:
            raise IllegalMove("{x},{y} is far from the tiles on the table", x=x, y=y)
        return self.game_rules.cell(int(x), int(y))

    def read_quad(self, text: str, parts: tuple[Any, ...]) -> int:
        """Reads a quad, which is named by its oldest cell."""
        low, high, x, y, toward = parts
        if int(high) != int(low) + 3 or int(high) > self.game_rules.top:
            raise IllegalMove(
                "a quad is four consecutive numbers of the set (TRAF-02), not {low} to {high}",
                low=low, high=high,
            )
        if self.start != NO_QUAD:
            raise IllegalMove("a quad is begun: lay its tiles (TRAF-R09)")
        heading: Int = COMPASS.index(toward.upper())
        start = self.cell_named(x, y)
        if len(self.cells) == 0:
            if start != self.game_rules.cell(0, 0) or heading != 0:
                raise IllegalMove("the first quad goes up from 0,0 to the east (TRAF-R01)")
            return int(self.game_rules.first_quads) + int(low)
        step = self.game_rules.steps[heading]
        for anchor in range(len(self.cells)):
            for place in range(4):
                if self.cells[anchor] == start + place * step:
                    if self.numbers[anchor] != int(low) + place:
                        raise IllegalMove(
                            "{cell} shows {number}, which the quad {text} does not have there "
                            "(TRAF-02)", cell=self.game_rules.place_name(self.cells[anchor]),
                            number=int(self.numbers[anchor]), text=text,
                        )
                    return 16 * anchor + 4 * place + int(heading)
        raise IllegalMove("a new quad has a number that is on the table (TRAF-09)")

    def read_lay(self, tile: Int, number: Int, cell: Int, heading: Int) -> int:
        """Reads a tile that goes into the first free cell of the quad."""
        rules = self.game_rules
        place = self.free_place()
        wanted = self.start + place * rules.steps[self.heading]
        if cell != wanted and cell + rules.steps[heading] == wanted:
            number = HIGH[tile] + LOW[tile] - number
            cell = wanted
            heading = (heading + 2) % 4
        if cell != wanted or number != self.lowest + place:
            raise IllegalMove(
                "the quad wants {number} at {cell} first (TRAF-R05)",
                number=int(self.lowest + place), cell=rules.place_name(wanted),
            )
        way: Int = 0
        while (self.heading + TURNS[way]) % 4 != heading:
            way += 1
        return int(rules.lays + 4 * tile + way)

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names the ends of a quad, or a tile and the cell of its other half."""
        rules = self.game_rules
        if move >= rules.lays:
            tile = (move - rules.lays) // 4
            heading = (self.heading + TURNS[(move - rules.lays) % 4]) % 4
            cell = self.start + self.free_place() * rules.steps[self.heading]
            other = rules.place_name(cell + rules.steps[heading])
            return ("tile:" + NAMES[tile], "cell:" + other)
        if move >= rules.first_quads:
            return (f"quad:{move - rules.first_quads}-{move - rules.first_quads + 3}",)
        step = rules.steps[move % 4]
        start = self.cells[move // 16] - (move // 4 % 4) * step
        return (
            "cell:" + rules.place_name(start), "cell:" + rules.place_name(start + 3 * step)
        )

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a quad cannot be made or a tile not be laid."""
        rules = self.game_rules
        if move >= rules.lays:
            return self.not_laid((move - rules.lays) // 4, (move - rules.lays) % 4)
        if self.start != NO_QUAD:
            return IllegalMove("a quad is begun: lay its tiles (TRAF-R09)")
        if move >= rules.first_quads:
            if len(self.cells) > 0:
                return IllegalMove("a new quad has a number that is on the table (TRAF-09)")
            if move - rules.first_quads + 3 > rules.top:
                return IllegalMove("a quad is four consecutive numbers of the set (TRAF-02)")
            return IllegalMove("no quad can be made there with the tiles face up (TRAF-R05)")
        if move // 16 >= len(self.cells):
            return IllegalMove("there is no such number on the table (TRAF-09)")
        return self.not_made(move)

    def not_made(self, move: Int) -> IllegalMove:
        """Says why no quad goes through a number on the table like this."""
        rules = self.game_rules
        step = rules.steps[move % 4]
        start = self.cells[move // 16] - (move // 4 % 4) * step
        lowest = self.numbers[move // 16] - move // 4 % 4
        if lowest < 0 or lowest + 3 > rules.top:
            return IllegalMove("a quad is four consecutive numbers of the set (TRAF-02)")
        shown = {int(cell): int(self.numbers[at]) for at, cell in enumerate(self.cells)}
        there = 0
        for place in range(QUAD):
            cell = int(start + place * step)
            if cell not in shown:
                continue
            there += 1
            if shown[cell] != lowest + place:
                return IllegalMove(
                    "{cell} shows {number}, which the quad {text} does not have there (TRAF-02)",
                    cell=rules.place_name(cell), number=shown[cell],
                    text=self.quad_text(start, move % 4, lowest),
                )
        if there == QUAD:
            return IllegalMove("that quad is on the table already (TRAF-09)")
        before, after = int(start - step), int(start + QUAD * step)
        for cell, fifth in ((before, int(lowest) - 1), (after, int(lowest) + QUAD)):
            if cell in shown and (rules.five_cells or shown[cell] == fifth):
                return IllegalMove(
                    "with {cell} five numbers would lie in sequence (TRAF-15)",
                    cell=rules.place_name(cell),
                )
        return IllegalMove("no quad can be made there with the tiles face up (TRAF-R05)")

    def not_laid(self, tile: Int, way: Int) -> IllegalMove:
        """Says why a tile cannot be laid so."""
        if self.start == NO_QUAD:
            return IllegalMove("choose the quad first, like 2..5@0,0E (TRAF-R05)")
        if not any(other == tile for other in self.up):
            return IllegalMove("{tile} is not face up (TRAF-06)", tile=NAMES[tile])
        number = self.lowest + self.free_place()
        if MARKS[tile] & BIT[number] == 0:
            return IllegalMove(
                "the quad wants {number}, which {tile} does not have (TRAF-02)",
                number=int(number), tile=NAMES[tile],
            )
        return self.cannot_lie(tile, way)

    def cannot_lie(self, tile: Int, way: Int) -> IllegalMove:
        """Says what keeps a face-up tile that has the wanted number from lying so."""
        rules = self.game_rules
        name = NAMES[tile]
        place = self.free_place()
        number = self.lowest + place
        cell = self.start + place * rules.steps[self.heading]
        beside = cell + rules.steps[(self.heading + TURNS[way]) % 4]
        if any(other == beside for other in self.cells):
            return IllegalMove(
                "{tile} cannot lie so: {cell} is taken (TRAF-R02)", tile=name,
                cell=rules.place_name(beside),
            )
        other = HIGH[tile] + LOW[tile] - number
        if way == AHEAD and place < QUAD - 1 and other != number + 1:
            return IllegalMove(
                "{tile} cannot lie along the quad, which wants {number} at {cell} (TRAF-R02)",
                tile=name, number=int(number + 1), cell=rules.place_name(beside),
            )
        if not self.lies_free(tile, place, way):
            return IllegalMove(
                "{tile} cannot lie so: five numbers would lie in sequence (TRAF-15)", tile=name
            )
        return IllegalMove(
            "with {tile} so, the tiles face up cannot complete the quad (TRAF-R05)", tile=name
        )

    def lies_free(self, tile: Int, place: Int, way: Int) -> bool:
        """Tells whether a face-up tile can lie so, whatever becomes of the quad."""
        trial = Trial(self.game_rules, self.cells, self.numbers, self.up)
        trial.lay_all(self.cells, self.numbers, 0)
        trial.take_line(self.start, self.heading, self.lowest)
        index: Int = 0
        while self.up[index] != tile:
            index += 1
        lies = trial.try_out(index, place, way)
        if lies:
            trial.take_back(index, place, way)
        trial.clear()
        return lies

    def layout(self) -> Data:
        """Gives the table, the face-up tiles and the quad being made."""
        quad = self.start != NO_QUAD
        return {
            "table": [self.tile_text(place) for place in range(len(self.cells) // 2)],
            "up": names_of(self.up),
            "aside": names_of(self.aside),
            "quad": self.quad_text(self.start, self.heading, self.lowest) if quad else "",
            "new": int(self.new),
        }

    def set_up(self, data: Data) -> None:
        """Takes over a table."""
        rules = self.game_rules
        for text in data.get("table", []):
            lying = LYING.fullmatch(text)
            assert lying is not None
            one, other, x, y, toward = lying.groups()
            cell = rules.cell(int(x), int(y))
            self.cells = append(self.cells, cell)
            self.cells = append(self.cells, cell + rules.steps[COMPASS.index(toward.upper())])
            self.numbers = append(self.numbers, int(one))
            self.numbers = append(self.numbers, int(other))
        self.laid_before = len(self.cells) // 2
        self.up = tiles_of(data.get("up", []))
        self.aside = tiles_of(data.get("aside", []))
        line = LINE.fullmatch(data.get("quad", ""))
        if line is not None:
            low, _, x, y, toward = line.groups()
            self.begin_quad(
                rules.cell(int(x), int(y)), COMPASS.index(toward.upper()), int(low)
            )
            self.new = data.get("new", 0)

    def copy(self) -> TrafficRound:
        """Makes an independent copy."""
        twin = TrafficRound(self.game_rules)
        self.copied_into(twin)
        twin.cells = self.cells[:]
        twin.numbers = self.numbers[:]
        twin.up = self.up[:]
        twin.aside = self.aside
        twin.laid_before = self.laid_before
        twin.start = self.start
        twin.heading = self.heading
        twin.lowest = self.lowest
        twin.filled = self.filled
        twin.new = self.new
        twin.choices = self.choices[:]
        twin.lines = self.lines
        twin.lined = self.lined
        return twin


def proper_name(name: str, top: int) -> str:
    """Names a tile higher number first, however it lies.

    >>> proper_name("4-6", 6)
    '6-4'
    """
    try:
        return NAMES[parse_tile(name, top)]
    except IllegalMove:
        return name


class Trial:
    """The plan of a round on which tiles are tried out and taken back."""

    def __init__(
        self, rules: Traffic, cells: vec[Int], numbers: vec[Int], up: vec[Int]
    ) -> None:
        self.rules: Traffic = rules
        self.plan: vec[Int] = rules.scratch()
        self.steps: vec[Int] = rules.steps
        self.cells: vec[Int] = cells
        self.numbers: vec[Int] = numbers
        self.up: vec[Int] = up
        # The numbers on the face-up tiles, as a mask.
        self.marks: Int = 0
        for tile in up:
            self.marks |= MARKS[tile]
        # The quad that is tried out: its cells and its lowest number.
        self.start: Int = NO_QUAD
        self.heading: Int = 0
        self.step: Int = 0
        self.lowest: Int = 0
        # How many tiles the turn has laid, and how many cells of the quad they cover.
        self.used: Int = 0
        self.inside: Int = 0
        self.taken: Int = 0
        # The quads that the table leaves open, and those of them that can be made now.
        self.lines: vec[Int] = vec[Int]()
        self.quads: vec[Int] = vec[Int]()
        # For a lowest number and a mask of free cells: whether there are tiles for them, 1 for
        # no and 2 for yes.
        self.enough: vec[Int] = vec[Int]()

    def lay_all(self, cells: vec[Int], numbers: vec[Int], start: Int) -> None:
        """Lays the table on the plan, from one cell on."""
        plan = self.plan
        place = start
        while place < len(cells):
            plan[cells[place]] = numbers[place] + 1
            place += 1

    def clear(self) -> None:
        """Leaves the plan empty."""
        plan = self.plan
        for cell in self.cells:
            plan[cell] = 0

    def take_line(self, start: Int, heading: Int, lowest: Int) -> None:
        """Takes up a quad to be tried."""
        self.start = start
        self.heading = heading
        self.step = self.steps[heading]
        self.lowest = lowest

    def first_quads(self) -> vec[Int]:
        """Lists the first quads that the face-up tiles can make (TRAF-06)."""
        moves = vec[Int]()
        lowest: Int = 0
        while lowest + 3 <= self.rules.top:
            self.take_line(self.rules.cell(0, 0), 0, lowest)
            if self.can_fill(0):
                moves = append(moves, self.rules.first_quads + lowest)
            lowest += 1
        return moves

    def follow(self, lines: vec[Int], lined: Int) -> None:
        """Lays the table, and finds the quads through a number on it (TRAF-R05).

        A quad once closed stays so, hence only those known and those of new cells are tried.
        """
        place: Int = 0
        while place < lined:
            self.plan[self.cells[place]] = self.numbers[place] + 1
            place += 1
        fresh = vec[Int]()
        while place < len(self.cells):
            self.plan[self.cells[place]] = self.numbers[place] + 1
            fresh = self.with_lines_of(place, fresh)
            place += 1
        self.enough = ZEROS[: QUADS * WIDTH]
        for line in lines:
            self.sift(line)
        for line in fresh:
            self.sift(line)

    def with_lines_of(self, anchor: Int, lines: vec[Int]) -> vec[Int]:
        """Adds the quads in which a cell is the first that has a number."""
        plan = self.plan
        cell = self.cells[anchor]
        number = self.numbers[anchor]
        place: Int = 0
        while place < QUAD:
            lowest = number - place
            if lowest >= 0 and lowest + 3 <= self.rules.top:
                heading: Int = 0
                while heading < 4:
                    step = self.steps[heading]
                    start = cell - place * step
                    if (
                        plan[start] + plan[start + step] + plan[start + 2 * step]
                        + plan[start + 3 * step] == number + 1
                    ):
                        lines = append(lines, 16 * anchor + 4 * place + heading)
                    heading += 1
            place += 1
        return lines

    def sift(self, line: Int) -> None:
        """Keeps a quad if the table leaves it open, and lists it if it can be made."""
        plan = self.plan
        anchor = line >> 4
        part = (line >> 2) & 3
        step = self.steps[line & 3]
        start = self.cells[anchor] - part * step
        lowest = self.numbers[anchor] - part
        need: Int = 0
        free: Int = 0
        cell = start
        place: Int = 0
        while place < QUAD:
            shown = plan[cell]
            if shown == 0:
                free |= BIT[place]
                need |= BIT[lowest + place]
            elif shown != lowest + place + 1:
                return
            cell += step
            place += 1
        # A full line is no new quad, and a fifth number at an end forbids it (TRAF-15).
        before = plan[start - step]
        if free == 0 or cell_goes_on(before, lowest, self.rules.five_cells) or cell_goes_on(
            plan[cell], lowest + 5, self.rules.five_cells
        ):
            return
        self.lines = append(self.lines, line)
        if need & ~self.marks == 0 and self.has_enough(lowest, free):
            self.take_line(start, line & 3, lowest)
            if self.can_fill(0):
                self.quads = append(self.quads, line)

    def has_enough(self, lowest: Int, free: Int) -> bool:
        """Tells whether the face-up tiles have the numbers for some cells of a quad."""
        known = self.enough[lowest * WIDTH + free]
        if known == 0:
            known = 2 if self.can_match(lowest, free, 0, 0, 0) else 1
            self.enough[lowest * WIDTH + free] = known
        return known == 2

    def can_match(self, lowest: Int, free: Int, taken: Int, used: Int, inside: Int) -> bool:
        """Tells whether tiles not taken have the numbers that are wanted, wherever they lie."""
        if free == 0:
            return used > 1 or inside > 1 or self.rules.single
        place: Int = 0
        while free & BIT[place] == 0:
            place += 1
        number = lowest + place
        index: Int = 0
        while index < len(self.up):
            tile = self.up[index]
            if taken & BIT[index] == 0 and MARKS[tile] & BIT[number] != 0:
                rest = free & ~BIT[place]
                now = taken | BIT[index]
                if self.can_match(lowest, rest, now, used + 1, inside + 1):
                    return True
                if rest & BIT[place + 1] != 0 and HIGH[tile] + LOW[tile] == 2 * number + 1 and (
                    self.can_match(lowest, rest & ~BIT[place + 1], now, used + 1, inside + 2)
                ):
                    return True
            index += 1
        return False

    def free_from(self, place: Int) -> Int:
        """Finds the first free cell of the quad from a place on; 4 if there is none."""
        while place < QUAD and self.plan[self.start + place * self.step] > 0:
            place += 1
        return place

    def can_fill(self, place: Int) -> bool:
        """Tells whether the face-up tiles can complete the quad."""
        place = self.free_from(place)
        if place == QUAD:
            # One tile alone has both halves in the quad (TRAF-12, TRAF-R06).
            return self.used > 1 or self.inside > 1 or self.rules.single
        number = self.lowest + place
        index: Int = 0
        while index < len(self.up):
            tile = self.up[index]
            if self.taken & BIT[index] == 0 and MARKS[tile] & BIT[number] != 0:
                # Crosswise first, which is most often possible.
                turn: Int = 1
                while turn <= 4:
                    way = turn & 3
                    if self.try_out(index, place, way):
                        done = self.can_fill(place + 1)
                        self.take_back(index, place, way)
                        if done:
                            return True
                    turn += 1
            index += 1
        return False

    def lays(self) -> vec[Int]:
        """Lists the ways to lay a tile into the first free cell with which the quad can be
        completed."""
        moves = vec[Int]()
        place = self.free_from(0)
        if place == QUAD:
            return moves
        index: Int = 0
        while index < len(self.up):
            tile = self.up[index]
            if MARKS[tile] & BIT[self.lowest + place] != 0:
                way: Int = 0
                while way < 4:
                    if self.try_out(index, place, way):
                        if self.can_fill(place + 1):
                            moves = append(moves, self.rules.lays + 4 * tile + way)
                        self.take_back(index, place, way)
                    way += 1
            index += 1
        return sorted_moves(moves)

    def try_out(self, index: Int, place: Int, way: Int) -> bool:
        """Lays a tile if it can lie so, and tells whether it does (TRAF-R02)."""
        if way == BEHIND and place > 0:
            return False
        tile = self.up[index]
        number = self.lowest + place
        other = HIGH[tile] + LOW[tile] - number
        in_line = way == AHEAD and place < QUAD - 1
        if in_line and other != number + 1:
            return False
        cell = self.start + place * self.step
        beside = cell + self.steps[(self.heading + TURNS[way]) & 3]
        if self.plan[beside] > 0:
            return False
        self.plan[cell] = number + 1
        self.plan[beside] = other + 1
        if self.makes_five(cell, beside, place):
            self.plan[cell] = 0
            self.plan[beside] = 0
            return False
        self.taken |= BIT[index]
        self.used += 1
        self.inside += 2 if in_line else 1
        return True

    def take_back(self, index: Int, place: Int, way: Int) -> None:
        """Takes a tile back that was tried out last."""
        cell = self.start + place * self.step
        self.plan[cell] = 0
        self.plan[cell + self.steps[(self.heading + TURNS[way]) & 3]] = 0
        self.taken &= ~BIT[index]
        self.used -= 1
        self.inside -= 2 if way == AHEAD and place < QUAD - 1 else 1

    def makes_five(self, cell: Int, beside: Int, place: Int) -> bool:
        """Tells whether a tile just laid into the quad is part of a forbidden line.

        Along the quad only what lies beyond its ends matters, and it does not go on with the
        numbers of the quad: that has been seen before any tile was tried.
        """
        if self.rules.five_cells:
            return self.is_five(cell) or self.is_five(beside)
        step = self.step
        across = self.steps[(self.heading + 1) & 3]
        last = cell
        if beside == cell + step or beside == cell - step:
            if self.is_five_along(cell, across) or self.is_five_along(beside, across):
                return True
            if beside == cell + step and place < QUAD - 1:
                last = beside
                place += 1
            elif self.is_five_along(beside, step):
                return True
            elif beside == cell - step and self.plan[beside] == self.lowest:
                # The quad, once complete, will go on with this number.
                return True
        else:
            away = beside - cell
            if self.plan[cell - away] + self.plan[beside + away] > 0 and (
                self.is_five_along(cell, across) or self.is_five_along(beside, across)
            ):
                return True
            if self.is_five_along(beside, step):
                return True
        # Beyond an end the numbers may turn back: 4 3 2 1 before 0 1 2 3.
        if place == QUAD - 1:
            return self.rising(last, step, -1) >= QUAD
        return cell == self.start and self.rising(cell, -step, 1) >= QUAD

    def is_five(self, cell: Int) -> bool:
        """Tells whether a cell is part of a forbidden line (TRAF-15, TRAF-R03)."""
        return self.is_five_along(cell, self.steps[0]) or self.is_five_along(cell, self.steps[1])

    def is_five_along(self, cell: Int, step: Int) -> bool:
        """Tells whether a cell is part of a forbidden line from west to east, or north."""
        plan = self.plan
        if plan[cell + step] == 0 and plan[cell - step] == 0:
            return False
        if self.rules.five_cells:
            return self.taken_beyond(cell, step) + self.taken_beyond(cell, -step) >= 4
        return (
            self.rising(cell, step, 1) + self.rising(cell, -step, -1) >= 4
            or self.rising(cell, step, -1) + self.rising(cell, -step, 1) >= 4
        )

    def rising(self, cell: Int, step: Int, rise: Int) -> Int:
        """Counts the cells beyond one that go on with its number."""
        plan = self.plan
        length: Int = 0
        shown = plan[cell] + rise
        cell += step
        while shown > 0 and plan[cell] == shown:
            cell += step
            shown += rise
            length += 1
        return length

    def taken_beyond(self, cell: Int, step: Int) -> Int:
        """Counts the cells beyond one that have a number."""
        length: Int = 0
        cell += step
        while self.plan[cell] > 0:
            cell += step
            length += 1
        return length


def cell_goes_on(shown: Int, wanted: Int, any_number: bool) -> bool:
    """Tells whether what the plan has at an end of a quad makes a line of five with it."""
    return shown != 0 and (any_number or shown == wanted)
