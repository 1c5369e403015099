"""Matador: Draw, but halves that touch add up to seven, and four tiles are wild.

An open 6 asks for a 1, a 5 for a 2, a 4 for a 3, and the other way round. Nothing adds up to
seven with a blank, so an open blank takes only a matador: 0-0 and the tiles whose own halves add
up to seven, 6-1, 5-2 and 4-3. A matador may be joined to any end by either half. It may also be
held back: a player who could play only matadors may draw instead, while there is something to
draw. Doubles lie in line. Everything else is as in Draw. In a larger set, double-N, the total is
N + 1 (MATADOR-R09).

The moves are those of Draw. A matador joined by its lower half has moves of its own: the arms
3 and 4 of the moves stand for the ends W and E again.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadOption, IllegalMove
from sobremesa.core.game import Data, Views
from sobremesa.core.options import Option, choice_option
from sobremesa.families.lines.block import NEXT_LEAD
from sobremesa.families.lines.draw import (
    BONEYARD_RESERVE,
    DEAD_ENDS_BLOCK,
    VOLUNTARY_DRAW,
    Draw,
    DrawRound,
)
from sobremesa.families.lines.game import (
    FINISH_HAND,
    FIRST_PLAYER,
    HAND_SIZE,
    MATCH_TARGET,
    PLAYERS,
    SET,
)
from sobremesa.families.lines.home import AT_HOME
from sobremesa.families.lines.lead import NO_DOUBLE
from sobremesa.families.lines.line import EAST, WEST, Line
from sobremesa.families.lines.round import LineRound
from sobremesa.families.lines.views import MatadorView
from sobremesa.material.dominoes import HIGH, LOW, NAMES, PIPS

LEAD_TILE: Final = choice_option(
    "lead_tile", "Tile to lead", "MATADOR-R01",
    "What is led: any tile, or the highest double in every hand.",
    any="any tile", highest_double="the highest double",
)
MATADOR_COMPULSORY: Final = Option(
    "matador_compulsory", False, "Whether a matador must be played when nothing else fits.",
    "MATADOR-R06", title="Matadors must be played",
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Matador(Draw):
    """The rules of Matador."""

    NAME: ClassVar[str] = "matador"
    VIEWS: ClassVar[Views] = Draw.VIEWS.holding(MatadorView)
    SAMPLE: ClassVar[tuple[int, int, float]] = (11, 5, 0.7)
    LEAD_CLAUSE: ClassVar[str] = "MATADOR-R01"
    TITLE: ClassVar[str] = "Matador"
    SENTENCE: ClassVar[str] = "Join halves that add up to seven; blanks need a matador."
    # No four-way double among them: only the ends of the line are open (MATADOR-R02).
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, SET, HAND_SIZE, FIRST_PLAYER, LEAD_TILE, NEXT_LEAD, NO_DOUBLE, MATCH_TARGET,
        FINISH_HAND, VOLUNTARY_DRAW, MATADOR_COMPULSORY, BONEYARD_RESERVE, DEAD_ENDS_BLOCK,
        *AT_HOME,
    ]

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        if not self.leads_highest(1) and "no_double" in self.chosen():
            raise BadOption(
                "{option} matters only where the highest double leads: any other lead needs no "
                "double (MATADOR-R01)", option="no_double",
            )
        self.compulsory: bool = self.flag("matador_compulsory")
        self.total: Int = self.top + 1
        self.mates = vec[Int]([
            self.total - number if number > 0 else -1 for number in range(self.total)
        ])
        self.wild = vec[Int]([
            1 if tile == 0 or PIPS[tile] == self.total else 0 for tile in range(self.tiles)
        ])
        self.matadors: vec[Int] = vec[Int]([
            tile for tile in range(self.tiles) if self.wild[tile] != 0
        ])

    def leads_highest(self, number: int) -> bool:
        """Any tile is led, unless the table wants the highest double (MATADOR-R01)."""
        return self.choice("lead_tile") == "highest_double"

    def empty_line(self) -> Line:
        """Makes a line before the lead, with no matador laid."""
        line = super().empty_line()
        line.wild_left = len(self.matadors)
        return line

    def arms_named(self) -> list[str]:
        """Names the two ends, and once more for matadors joined by the lower half."""
        return ["W", "E", "W", "E"]

    def point(self, arm: Int) -> Int:
        """Gives the end to which the tiles laid at an arm are joined."""
        return arm - EAST if arm > EAST else arm

    def has_two_ways(self, tile: int) -> bool:
        """Tells whether a tile may be joined by either of two halves (MATADOR-06)."""
        return self.wild[tile] != 0 and HIGH[tile] != LOW[tile]

    def place_text(self, arm: int, tile: int) -> str:
        """Writes the end and, for a matador, the half by which it is joined: `W:6`."""
        end = super().place_text(arm, tile)
        if not self.has_two_ways(tile):
            return end
        return f"{end}:{HIGH[tile] if arm <= EAST else LOW[tile]}"

    def arm_at(self, place: str, tile: int) -> int:
        """Finds the arm for a tile; a matador needs the half by which it is joined."""
        end, _, half = place.partition(":")
        arm = super().arm_at(end, tile)
        if arm <= 0 or not self.has_two_ways(tile):
            return arm if half == "" else -1
        if half == str(HIGH[tile]):
            return arm
        return arm + int(EAST) if half == str(LOW[tile]) else -1

    def misjoin(self, play: str, end: int) -> str:
        """Says that the halves do not add up."""
        return f"{play} does not add up to {self.total} with {end} (MATADOR-02)"

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a hand with nothing dealt."""
        return MatadorRound(self, number, before)


@mypyc_attr(allow_interpreted_subclasses=True)
class MatadorRound(DrawRound):
    """One hand of Matador."""

    def __init__(self, rules: Matador, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.matador: Matador = rules

    def lay(self, arm: Int, tile: Int) -> None:
        """Joins a tile by the half that adds up, a matador by the half that was chosen."""
        point = self.matador.point(arm)
        if arm > 0:
            # The half that is joined takes the place of the end, as an equal number would.
            self.line.ends[point] = self.half_joined(arm, tile)
        super().lay(point, tile)

    def half_joined(self, arm: Int, tile: Int) -> Int:
        """Gives the half by which a tile is joined to an arm (MATADOR-R04, MATADOR-06)."""
        if self.matador.wild[tile] != 0:
            return HIGH[tile] if arm <= EAST else LOW[tile]
        return self.line.asks(self.matador.point(arm))

    def fitting(self) -> vec[Int]:
        """Lists the tiles that add up and the matadors, these by either half (MATADOR-R05)."""
        if self.line.tiles == 0:
            return self.leads()
        held = self.hands.tiles(self.turn)
        moves = vec[Int]()
        for arm in range(WEST, self.rules.arms + 1):
            point = self.matador.point(arm)
            if not self.line.is_alike(point):
                for tile in held:
                    if arm == point:
                        fits = self.line.takes(tile, point)
                    else:
                        fits = self.matador.wild[tile] != 0 and HIGH[tile] != LOW[tile]
                    if fits:
                        moves = append(moves, arm * self.rules.tiles + tile)
        return moves

    def can_lay(self) -> bool:
        """A matador can always be laid (MATADOR-06)."""
        return super().can_lay() or self.holds_matador()

    def holds_matador(self) -> bool:
        """Tells whether the seat to decide holds a matador."""
        return any(self.hands.holds(self.turn, tile) for tile in self.matador.matadors)

    def may_draw_instead(self, plays: vec[Int]) -> bool:
        """A player who could play only matadors may hold them back and draw (MATADOR-R06)."""
        return self.voluntary or (not self.matador.compulsory and self.are_matadors(plays))

    def are_matadors(self, plays: vec[Int]) -> bool:
        """Tells whether all plays are those of matadors."""
        return all(self.matador.wild[move % self.rules.tiles] != 0 for move in plays)

    def is_plain(self) -> bool:
        """Nobody sees that a draw was forced while a matador may be held back."""
        if self.line.tiles > 0 and self.can_draw() and self.may_hold_back():
            return False
        return super().is_plain()

    def may_hold_back(self) -> bool:
        """Tells whether a matador outside the line may be kept in a hand that draws."""
        return not self.matador.compulsory and self.line.wild_left > 0

    def lacked(self, seat: Int, move: int) -> vec[Int]:
        """A player who draws may hold matadors back, but nothing else that fits (MATADOR-R06)."""
        found = super().lacked(seat, move)
        if move == self.draw_move and not self.matador.compulsory:
            return vec[Int]([tile for tile in found if self.matador.wild[tile] == 0])
        return found

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names, for a matador, the half by which it is joined too."""
        path = super().touches(move)
        tile = int(move % self.rules.tiles)
        arm = int(move // self.rules.tiles)
        if move >= self.rules.plays or arm == 0 or not self.matador.has_two_ways(tile):
            return path
        return (path[0], path[1], f"half:{HIGH[tile] if arm <= EAST else LOW[tile]}")

    def shown(self, seat: int) -> Data:
        """Adds, for each tile of the line, the half by which it is joined (-1: the lead), and
        that doubles lie in line (MATADOR-07)."""
        found = super().shown(seat)
        table = self.rules.bare_round()
        assert isinstance(table, MatadorRound)
        joined: list[int] = []
        for text in found["line"]:
            move: Int = self.rules.move_of(text)
            arm = move // self.rules.tiles
            tile = move % self.rules.tiles
            joined.append(int(table.half_joined(arm, tile)) if arm > 0 else -1)
            table.lay(arm, tile)
        found["joined"] = joined
        found["crosswise"] = False
        return found

    def misnamed(self, place: str, tile: int) -> IllegalMove:
        """Asks for the half of a matador, or says that there is no such end."""
        end, _, half = place.partition(":")
        if end not in ("W", "E"):
            return IllegalMove("there is no end {end}: say {ends}", end=end, ends=["W", "E"])
        if self.matador.has_two_ways(tile):
            return IllegalMove(
                "{tile} is a matador: say by which half it is joined, like {tile}@{end}:{half} "
                "(MATADOR-06)",
                tile=NAMES[tile], end=end, half=int(HIGH[tile]),
            )
        return IllegalMove(
            "{tile} is joined by one half only: leave out the {half} (MATADOR-R04)",
            tile=NAMES[tile], half=half,
        )

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a matador must be played, or that a tile is none."""
        tile = int(move % self.rules.tiles)
        arm = move // self.rules.tiles
        if move < self.rules.plays and arm > EAST:
            if self.matador.has_two_ways(tile):
                return super().refusal(move - EAST * self.rules.tiles)
            return IllegalMove(
                "{tile} is no matador to be joined by either half (MATADOR-06)", tile=NAMES[tile]
            )
        is_drawing = move == self.draw_move and self.line.tiles > 0 and self.can_draw()
        if is_drawing and self.are_matadors(self.fitting()):
            return IllegalMove("a matador must be played when nothing else fits (MATADOR-R06)")
        return super().refusal(move)

    def misfit_at(self, tile: int, arm: Int) -> IllegalMove:
        """Says what an end asks for."""
        if self.line.asks(arm) < 0:
            return IllegalMove(
                "{end} is closed by a blank: only a matador fits there (MATADOR-04)",
                end=self.rules.arm_names[int(arm)],
            )
        return IllegalMove(
            "{tile} does not fit at {end}, which asks for {number} or a matador (MATADOR-02)",
            tile=NAMES[tile], end=self.rules.arm_names[int(arm)],
            number=int(self.line.asks(arm)),
        )

    def misfit(self, tile: int) -> IllegalMove:
        """Says that a tile fits nowhere, and what the line asks for."""
        wanted = self.line.wanted()
        if not wanted:
            return IllegalMove(
                "{tile} does not fit: both ends are closed, only a matador fits (MATADOR-04)",
                tile=NAMES[tile],
            )
        return IllegalMove(
            "{tile} does not fit: the line asks for {numbers} or a matador (MATADOR-02)",
            tile=NAMES[tile], numbers=wanted,
        )
