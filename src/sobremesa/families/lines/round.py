"""One hand of a game of the line: dealing, laying, and how moves are written and read."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtRound
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import MOVE_MASK, NO_MOVE, Data
from sobremesa.core.reading import tidy
from sobremesa.families.lines.lead import TO_PLAY, TO_SEEK, heaviest, highest_double
from sobremesa.families.lines.line import EVERY_ARM, NO_TILE, WEST, Line
from sobremesa.material import dominoes
from sobremesa.material.dominoes import (
    BIT,
    NAMES,
    PLACE,
    TILE,
    WIDTH,
    ZEROS,
    empty_hands,
    parse_tile,
)

if TYPE_CHECKING:
    from sobremesa.families.lines.game import LineGame

PLAY: Final = re.compile(r"([^@]+?)(?:\s*@\s*([a-z]+\d*(?::\d+)?))?", re.IGNORECASE)


@mypyc_attr(allow_interpreted_subclasses=True)
class LineRound(DealtRound):
    """One hand of a game that builds a line."""

    def __init__(self, rules: LineGame, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.rules: LineGame = rules
        self.hands: dominoes.Hands = empty_hands(rules.players)
        self.line: Line = rules.empty_line()
        # What lay on the table when a position was set up.
        self.laid: vec[Int] = vec[Int]()
        self.leader: Int = 0
        self.passes: Int = 0
        # The winner went domino, or alone gained most from a block (SETS-R21).
        self.won = ZEROS[: rules.players]
        # What the seat to decide is asked, the tile that must be led, and how many were drawn
        # in search of it.
        self.asked: Int = TO_PLAY
        self.lead_tile: Int = NO_TILE
        self.sought: Int = 0

    @abstractmethod
    def is_four_way(self) -> bool:
        """Tells whether the first double of the hand opens its short ends."""

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Gives every seat its block of the shuffled set; the first player leads."""
        super().deal(deck, first)
        self.leader = first

    def pass_turn(self) -> None:
        """Moves the turn to the neighbour on the left, or on the right (SETS-R27)."""
        self.turn = self.rules.following(self.turn)

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a tile into a hand."""
        self.hands.give(seat, piece)

    def empty_hand(self, seat: Int) -> None:
        """Takes all tiles out of a hand."""
        self.hands.clear(seat)

    def lay(self, arm: Int, tile: Int) -> None:
        """Puts a tile on the table."""
        if arm == 0:
            self.line.lead(tile, self.is_four_way())
        else:
            self.line.join(arm, tile, self.is_four_way())

    def takes(self, tile: Int, arm: Int) -> bool:
        """Tells whether a tile can be joined to an arm."""
        return self.line.takes(tile, arm)

    def reach(self, seat: Int) -> Int:
        """Gives the arms on which a seat may lay at this moment, one bit for each."""
        return EVERY_ARM

    def fitting(self) -> vec[Int]:
        """Lists the moves by which the seat to decide can lay a tile, ascending."""
        if self.line.tiles == 0:
            return self.leads()
        moves = vec[Int]()
        tiles = self.rules.tiles
        reach = self.reach(self.turn)
        for arm in range(1, self.rules.arms + 1):
            number = self.line.asks(arm)
            if number >= 0 and reach & BIT[arm] != 0 and not self.line.is_alike(arm):
                row = self.hands.with_number(self.turn, number)
                while row != 0:
                    bit = row & -row
                    row ^= bit
                    moves = append(moves, arm * tiles + TILE[WIDTH * number + PLACE[bit % 19]])
        return moves

    def leads(self) -> vec[Int]:
        """Lists the tiles that the seat to decide may lead: the one that must be, or any."""
        if self.lead_tile != NO_TILE:
            return vec[Int]([self.lead_tile])
        return self.hands.tiles(self.turn)

    def open_by_double(self) -> None:
        """Finds the tile that leads, or lets all draw in turn for a double."""
        tile = self.tile_to_lead()
        if tile != NO_TILE:
            self.must_lead(tile)
        else:
            self.asked = TO_SEEK

    def tile_to_lead(self) -> Int:
        """Finds the highest double in any hand or, where it leads instead, the heaviest tile."""
        double = highest_double(self.hands, self.rules.top)
        if double == NO_TILE and self.rules.without_double() == "heaviest":
            return heaviest(self.hands)
        return double

    def must_lead(self, tile: Int) -> None:
        """Gives the lead to the holder of a tile, who must lead it."""
        self.lead_tile = tile
        self.asked = TO_PLAY
        for seat in range(self.rules.players):
            if self.hands.holds(seat, tile):
                self.leader = seat
                self.turn = seat

    def can_lay(self) -> bool:
        """Tells whether the seat to decide holds a tile that fits."""
        if self.line.tiles == 0:
            return True
        reach = self.reach(self.turn)
        for arm in range(1, self.rules.arms + 1):
            number = self.line.asks(arm)
            if (
                number >= 0 and reach & BIT[arm] != 0
                and self.hands.with_number(self.turn, number) != 0
            ):
                return True
        return False

    def text(self, move: Int) -> str:
        """Writes a move: `6-6` leads, `6-4@W` joins, `+` draws, `/` passes."""
        wording = self.rules.wordings.get(int(move))
        return self.rules.play_text(int(move)) if wording is None else wording[0]

    def read(self, text: str) -> int:
        """Reads `6-4@W`, `64`, `[4|6]@e` and the like, `/` and `pass`, or `+` and `draw`."""
        word = tidy(text).lower()
        if word in self.rules.spoken:
            return self.rules.spoken[word]
        if self.says_draw(word):
            if self.rules.draw_move == NO_MOVE:
                raise IllegalMove("nothing is drawn in {game} (BLOCK-02)", game=self.rules.title)
            return int(self.rules.draw_move)
        if word in ("muggins", "muggins!") or word.startswith("="):
            raise IllegalMove(
                "nothing is claimed in {game}: fives are not counted (DRAW-R14)",
                game=self.rules.title,
            )
        found = PLAY.fullmatch(tidy(text))
        if found is None:
            raise IllegalMove("{text} is no move: write a tile like 6-4@W", text=text)
        tile = parse_tile(found.group(1), int(self.rules.top))
        if found.group(2) is None:
            return self._read_tile(tile)
        return self._read_play(found.group(2).upper(), tile)

    def _read_tile(self, tile: int) -> int:
        tiles = int(self.rules.tiles)
        if self.line.tiles == 0:
            return tile
        plays = self.rules.plays
        legal = [move for move in self.legal() if move < plays and move % tiles == tile]
        if len(legal) > 1:
            raise IllegalMove(
                "{tile} fits at {ends}: say which, like {tile}@{end}",
                tile=NAMES[tile], end=self.rules.place_text(int(legal[0]) // tiles, tile),
                ends=[self.rules.place_text(int(move) // tiles, tile) for move in legal],
            )
        return int(legal[0]) if legal else self._first_reached() * tiles + tile

    def _first_reached(self) -> int:
        """Gives the first arm at which the seat to decide may lay some tile."""
        reach = self.reach(self.turn)
        arm: Int = 1
        while arm < self.rules.arms and (self.line.ends[arm] < 0 or reach & BIT[arm] == 0):
            arm += 1
        return int(arm)

    def _read_play(self, place: str, tile: int) -> int:
        if self.line.tiles == 0:
            # There is no end yet, whatever its name.
            return int(WEST) * int(self.rules.tiles) + tile
        arm: Int = self.rules.arm_at(place, tile)
        if arm <= 0 and not self.hands.holds(self.turn, tile):
            return self._first_reached() * int(self.rules.tiles) + tile
        if arm <= 0:
            raise self.misnamed(place, tile)
        point = self.rules.point(arm)
        arm += self.line.first_alike(point) - point
        return int(arm * self.rules.tiles + tile)

    def misnamed(self, place: str, tile: int) -> IllegalMove:
        """Says that the line has no such end, whatever lies there."""
        return IllegalMove(
            "there is no end {end}: say {ends}", end=place, ends=self.ends_within_reach()
        )

    def ends_within_reach(self) -> list[str]:
        """Names the ends at which the seat to decide may lay, each of those alike once."""
        reach = self.reach(self.turn)
        found: list[str] = []
        for arm in range(1, len(self.line.ends)):
            is_there = self.line.ends[arm] >= 0 and not self.line.is_alike(arm)
            if is_there and reach & BIT[arm] != 0:
                found.append(self.rules.arm_names[int(arm)])
        return found

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names a tile and an end, or what is touched instead, such as the boneyard."""
        wording = self.rules.wordings.get(int(move))
        if wording is not None:
            return (wording[1],)
        arm = int(move // self.rules.tiles)
        tile = int(move % self.rules.tiles)
        return ("tile:" + NAMES[tile], "end:" + (self.rules.arm_names[arm] or "start"))

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a tile cannot be laid there, or why there is no pass."""
        if self.line.tiles == 0 and self.lead_tile != NO_TILE:
            return IllegalMove(
                "{tile} must be led ({clause})",
                tile=NAMES[self.lead_tile], clause=type(self.rules).LEAD_CLAUSE,
            )
        if move == self.rules.pass_move:
            return IllegalMove("you can play, so you may not pass (SETS-R08)")
        arm = move // self.rules.tiles
        tile = int(move % self.rules.tiles)
        if not self.hands.holds(self.turn, tile):
            return IllegalMove("you do not hold {tile} (SETS-05)", tile=NAMES[tile])
        if self.line.tiles == 0 or arm == 0:
            return self.misplaced(tile)
        if self.line.ends[arm] < 0:
            return IllegalMove(
                "the line has no end {end} (SETS-R12)", end=self.rules.arm_names[int(arm)]
            )
        if self.line.is_alike(arm):
            return IllegalMove("the free points of the double are alike: take the first (SETS-R13)")
        for other in self.fitting():
            if other % self.rules.tiles == tile:
                return self.misfit_at(tile, arm)
        return self.misfit(tile)

    def misplaced(self, tile: int) -> IllegalMove:
        """Says that a tile is led or joined at the wrong time."""
        if self.line.tiles == 0:
            return IllegalMove(
                "the line is empty: {tile} can only be led (SETS-07)", tile=NAMES[tile]
            )
        return IllegalMove(
            "the line has been led: say where {tile} goes (SETS-07)", tile=NAMES[tile]
        )

    def misfit_at(self, tile: int, arm: Int) -> IllegalMove:
        """Says that a tile does not fit an arm, though it fits another."""
        return IllegalMove(
            "{tile} does not fit at {end}, which asks for {number} (SETS-09)",
            tile=NAMES[tile], end=self.rules.arm_names[int(arm)],
            number=int(self.line.ends[arm]),
        )

    def misfit(self, tile: int) -> IllegalMove:
        """Says that a tile fits nowhere, and what the line asks for."""
        return IllegalMove(
            "{tile} does not fit: the line asks for {numbers} (SETS-09)",
            tile=NAMES[tile], numbers=self.line.numbers(self.reach(self.turn)),
        )

    def line_texts(self) -> list[str]:
        """Lists the tiles on the table in the order in which they were laid."""
        laid = [self.rules.play_text(int(play)) for play in self.laid]
        for entry in self.log:
            if entry & MOVE_MASK < self.rules.plays:
                laid.append(self.rules.play_text(int(entry & MOVE_MASK)))
        return laid

    def spinner_place(self) -> int:
        """Gives the place of the spinner in the order of laying, or -1."""
        if self.line.spinner == NO_TILE:
            return -1
        names = [text.partition("@")[0] for text in self.line_texts()]
        return names.index(NAMES[self.line.spinner])

    def hand_names(self, seat: Int) -> list[str]:
        """Lists the tiles of a hand by name."""
        return [NAMES[tile] for tile in self.hands.tiles(seat)]

    def shown(self, seat: int) -> Data:
        """Gives what is public, and the tiles of the seat's own hand (SETS-R15)."""
        return {
            **self.parts_seen(seat),
            "spinner": self.spinner_place(),
            "ends": {
                self.rules.arm_names[arm]: int(self.line.ends[arm])
                for arm in range(1, self.rules.arms + 1)
                if self.line.ends[arm] >= 0
            },
        }

    def set_up(self, data: Data) -> None:
        """Seeks the double that must be led, where the position does not say so."""
        super().set_up(data)
        is_open = not self.over and self.line.tiles == 0 and self.lead_tile == NO_TILE
        if is_open and self.asked == TO_PLAY and self.rules.leads_highest(int(self.number)):
            self.open_by_double()

    def take_parts(self, data: Data) -> None:
        """Takes over what is open; unless it says so, who leads is who moves first, or is first."""
        super().take_parts(data)
        if "leader" not in data:
            is_open = "turn" in data and self.line.tiles == 0 and not self.over
            self.leader = self.turn if is_open else self.first
        elif "turn" not in data and not self.over:
            self.turn = self.leader

    def lay_all(self, plays: list[str]) -> None:
        """Lays the tiles that were on the table when a position was set up."""
        for text in plays:
            play: Int = self.rules.move_of(text)
            self.laid = append(self.laid, play)
            self.lay(play // self.rules.tiles, play % self.rules.tiles)

    def lacked(self, seat: Int, move: int) -> vec[Int]:
        """Lists the tiles that a seat shows not to hold by making a move here."""
        if not self.rules.shows_lack(move) or self.line.tiles == 0:
            return vec[Int]()
        return self.line.fitting(self.rules.tiles, self.reach(seat))

    def follow(self, seat: int, move: int) -> None:
        """Takes over what everybody sees of a move, in a round whose hands are not known."""
        if move < self.rules.plays:
            self.lay(move // self.rules.tiles, move % self.rules.tiles)

    def copied_into(self, twin: LineRound) -> None:
        """Copies everything into a round with nothing dealt."""
        self.copy_deal(twin)
        twin.hands = self.hands.copy()
        twin.line = self.line.copy()
        twin.laid, twin.leader, twin.passes = self.laid, self.leader, self.passes
        twin.asked, twin.lead_tile, twin.sought = self.asked, self.lead_tile, self.sought

    def copy(self) -> LineRound:
        """Makes an independent copy."""
        twin = self.rules.empty_round(self.number, self.before)
        self.copied_into(twin)
        return twin
