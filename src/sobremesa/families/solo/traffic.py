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

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import Pieces
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import MOVE_MASK, Data, Views
from sobremesa.core.numbers import is_whole
from sobremesa.core.options import Option
from sobremesa.core.parts import Number, Part, texts
from sobremesa.families.solo.solitaire import LOST, WON, Solitaire, SolitaireRound
from sobremesa.families.solo.traffic_plan import AHEAD, NO_QUAD, QUAD, TURNS, Trial
from sobremesa.families.solo.traffic_words import COMPASS, LINE, LYING, read_move, refused
from sobremesa.families.solo.views import TrafficView
from sobremesa.material.dominoes import BIT, HIGH, LOW, NAMES, WIDTH, parse_tile

# Tiles face up by the highest number of the set (TRAF-04, TRAF-R15).
FACE_UP: Final = {6: 4, 9: 5, 12: 6, 15: 7}
# A position that is set up lies within this many cells of the middle.
REACH: Final[Int] = 40

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


class Table(Part):
    """The tiles on the table, each as it lies, with its place."""

    def wrong(self, value: Any) -> str:
        """Asks for a list."""
        return "" if isinstance(value, list) else "table must be a list of tiles"

    def pieces(self, value: Any) -> list[str]:
        """Names the tiles, higher number first."""
        return [proper_name(text.partition("@")[0]) for text in texts(value)]


def proper_name(name: str) -> str:
    """Names a tile higher number first, however it lies.

    >>> proper_name("4-6")
    '6-4'
    """
    try:
        return NAMES[parse_tile(name)]
    except IllegalMove:
        return name


@mypyc_attr(allow_interpreted_subclasses=True)
class Traffic(Solitaire):
    """The rules of Traffic."""

    NAME: ClassVar[str] = "traffic"
    VIEWS: ClassVar[Views] = Solitaire.VIEWS.holding(TrafficView)
    TITLE: ClassVar[str] = "Traffic"
    SENTENCE: ClassVar[str] = "Lay every tile into lines of four numbers in sequence, never five."
    OPTIONS: ClassVar[list[Option]] = Solitaire.with_sets(
        "TRAF-R15", [6, 9, 12, 15], FIVE_CELLS, SINGLE_CROSS
    )
    MANNER: ClassVar[str] = "traffic"

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.face_up: Int = FACE_UP.get(int(self.top), 4)
        self.hand_size = self.face_up
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

    def empty_round(self, number: Int, before: vec[Int]) -> TrafficRound:
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

    def layout_parts(self) -> list[Part]:
        """Lists the table, the face-up tiles, what a position leaves out of play, and the quad."""
        return [
            Table("table", write="table_texts", read="lay_all"),
            Pieces("up"),
            Pieces("aside"),
            Part("quad", write="quad_named", read="take_quad"),
            Number("new", 0, int(QUAD)),
        ]

    def mislaid(self, data: Data) -> list[str]:
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
        round = TrafficRound(self)
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
        self.toward: Int = 0
        self.lowest: Int = 0
        # Which of its cells have a number, as a mask, and the tiles laid in this turn.
        self.filled: Int = 0
        self.new: Int = 0
        self.choices: vec[Int] = vec[Int]()
        # The quads that the table leaves open, whatever is face up, through the first `lined`
        # cells. Rounds share these lists, so they are replaced and never changed.
        self.lines: vec[Int] = vec[Int]()
        self.lined: Int = 0

    def hold(self, seat: Int, piece: Int) -> None:
        """Turns up a tile (TRAF-04)."""
        self.up = append(self.up, piece)

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
            trial.take_line(self.start, self.toward, self.lowest)
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
        step = self.game_rules.steps[self.toward]
        for place in range(len(self.cells) - 2 * self.new, len(self.cells)):
            for part in range(4):
                if self.cells[place] == self.start + part * step:
                    count += 1
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
        self.toward = heading
        self.lowest = lowest
        self.new = 0
        self.filled = 0
        step = self.game_rules.steps[heading]
        for cell in self.cells:
            for place in range(QUAD):
                if cell == start + place * step:
                    self.filled |= BIT[place]

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
        cell = self.start + place * rules.steps[self.toward]
        number = self.lowest + place
        self.cells = append(self.cells, cell)
        self.cells = append(self.cells, cell + rules.steps[(self.toward + TURNS[way]) % 4])
        self.numbers = append(self.numbers, number)
        self.numbers = append(self.numbers, HIGH[tile] + LOW[tile] - number)
        rest = vec[Int]([other for other in self.up if other != tile])
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
        return (f"{self.numbers[2 * place]}-{self.numbers[2 * place + 1]}@{name}{COMPASS[heading]}")

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
        cell = self.start + place * rules.steps[self.toward]
        number = self.lowest + place
        heading = (self.toward + TURNS[(move - rules.lays) % 4]) % 4
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

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names the ends of a quad, or a tile and the cell of its other half."""
        rules = self.game_rules
        if move >= rules.lays:
            tile = (move - rules.lays) // 4
            heading = (self.toward + TURNS[(move - rules.lays) % 4]) % 4
            cell = self.start + self.free_place() * rules.steps[self.toward]
            other = rules.place_name(cell + rules.steps[heading])
            return ("tile:" + NAMES[tile], "cell:" + other)
        if move >= rules.first_quads:
            return (f"quad:{move - rules.first_quads}-{move - rules.first_quads + 3}",)
        step = rules.steps[move % 4]
        start = self.cells[move // 16] - (move // 4 % 4) * step
        return ("cell:" + rules.place_name(start), "cell:" + rules.place_name(start + 3 * step))

    def read(self, text: str) -> int:
        """Reads `2..5@0,0E` or `4-6@0,4E`, the tile from either half."""
        return read_move(self, text)

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a quad cannot be made or a tile not be laid."""
        return refused(self, move)

    def table_texts(self) -> list[str]:
        """Lists the tiles on the table as they lie."""
        return [self.tile_text(place) for place in range(len(self.cells) // 2)]

    def quad_named(self) -> str:
        """Writes the quad being made, or nothing."""
        if self.start == NO_QUAD:
            return ""
        return self.quad_text(self.start, self.toward, self.lowest)

    def lay_all(self, texts: list[str]) -> None:
        """Takes over a table."""
        rules = self.game_rules
        for text in texts:
            lying = LYING.fullmatch(text)
            assert lying is not None
            one, other, x, y, toward = lying.groups()
            cell = rules.cell(int(x), int(y))
            self.cells = append(self.cells, cell)
            self.cells = append(self.cells, cell + rules.steps[COMPASS.index(toward.upper())])
            self.numbers = append(self.numbers, int(one))
            self.numbers = append(self.numbers, int(other))
        self.laid_before = len(self.cells) // 2

    def take_quad(self, text: str) -> None:
        """Takes over the quad being made."""
        line = LINE.fullmatch(text)
        if line is not None:
            low, _, x, y, toward = line.groups()
            self.begin_quad(
                self.game_rules.cell(int(x), int(y)), COMPASS.index(toward.upper()), int(low)
            )

    def copy(self) -> TrafficRound:
        """Makes an independent copy."""
        twin = TrafficRound(self.game_rules)
        self.copied_into(twin)
        twin.cells, twin.numbers, twin.up = self.cells[:], self.numbers[:], self.up[:]
        twin.aside, twin.laid_before, twin.start = self.aside, self.laid_before, self.start
        twin.toward, twin.lowest, twin.filled = self.toward, self.lowest, self.filled
        twin.new, twin.choices, twin.lines = self.new, self.choices[:], self.lines
        twin.lined = self.lined
        return twin
