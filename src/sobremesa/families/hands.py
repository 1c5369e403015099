"""What the games for hands of double-fifteen tiles have in common: no line is built."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.dealing import DealtGame, DealtRound
from sobremesa.core.errors import BadOption, suggestion, written
from sobremesa.core.game import NOBODY, Data
from sobremesa.core.numbers import MANY
from sobremesa.core.rng import Rng
from sobremesa.material.dominoes import EVERY_TILE, NAMES, TOP, ZEROS, parse_tile
from sobremesa.material.positions import (
    as_list,
    miscounted,
    mishanded,
    misshapen,
    unnamed,
)
from sobremesa.material.racks import Racks, empty_racks

NO_TILE: Final[Int] = -1
TILES: Final[Int] = 136


@mypyc_attr(allow_interpreted_subclasses=True)
class TileGame(DealtGame):
    """Rules of a game in which hands of a double-fifteen set are played without a line."""

    @abstractmethod
    def empty_round(self, number: Int, before: vec[Int]) -> TileRound:
        """Makes a round with nothing dealt, to be set up."""

    @abstractmethod
    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a position, each possible, do not go together."""

    def open_parts(self) -> list[str]:
        """Names the parts of a position that are lists of tiles lying open."""
        return []

    def lone_parts(self) -> list[str]:
        """Names the parts of a position that are one tile, or nothing."""
        return []

    def bounds(self) -> dict[str, tuple[int, int]]:
        """Names the parts of a position that are whole numbers, with the least and the most."""
        last = int(self.players) - 1
        return {"number": (1, MANY), "first": (0, last), "turn": (-1, last), "winner": (-1, last)}

    def words(self) -> dict[str, list[str]]:
        """Names the parts of a position that are words, with the words there are."""
        return {}

    def check_first(self, ruling: str) -> None:
        """Refuses a first player who has no seat."""
        if self.number("first_player") >= self.players:
            raise BadOption(
                "{option} cannot be {seat}: the seats are 0 to {last} ({ruling})",
                option="first_player", seat=self.number("first_player"),
                last=int(self.players) - 1, ruling=ruling,
            )

    def opener(self, rng: Rng) -> int:
        """Takes the seat that was named, or draws lots (SETS-R06)."""
        named = self.number("first_player")
        return named if named >= 0 else int(rng.below(self.players))

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> TileRound:
        """Shuffles once and gives each seat a consecutive block (SETS-R02)."""
        deck = EVERY_TILE[:TILES]
        rng.shuffle(deck)
        return self.begin(deck, first, number, vec[Int]([score for score in before]))

    def begin(self, deck: vec[Int], first: Int, number: Int, before: vec[Int]) -> TileRound:
        """Starts a round from a shuffled set: hands in seat order, then what the game needs."""
        round = self.empty_round(number, before)
        round.begin(deck, first)
        return round

    def piece_name(self, piece: int) -> str:
        """Names a tile."""
        return NAMES[piece]

    def parse_piece(self, text: str) -> int:
        """Reads a tile."""
        return parse_tile(text)

    def pieces(self) -> list[str]:
        """Lists the tiles of the set."""
        return list(NAMES)

    def problems(self, data: Data) -> list[str]:
        """Says everything that is wrong with a position."""
        known = list(self.bare_round().dump())
        found = [
            f"a position has no {part}: {suggestion(str(part), known)}"
            for part in data if part not in known
        ]
        names = self._names(data)
        shapes = misshapen(data, int(self.players), self.bounds(), self.words())
        shapes += mishanded(data, int(self.players))
        shapes += [
            f"{part} must be a list of tiles"
            for part in self.open_parts() if not isinstance(data.get(part, []), list)
        ]
        shapes += unnamed(names, TOP)
        found += shapes + miscounted(names, TOP, self.pieces())
        return found if shapes else found + self.contradictions(data)

    def _names(self, data: Data) -> list[str]:
        """Lists the names of all tiles of a position, as far as they can be found."""
        names: list[str] = []
        groups = [*as_list(data.get("hands")), data.get("boneyard")]
        for part in self.open_parts():
            groups += self.heaps(data, part)
        for group in groups:
            names += [written(name) for name in as_list(group)]
        return names + [written(data[part]) for part in self.lone_parts() if data.get(part)]

    def heaps(self, data: Data, part: str) -> list[object]:
        """Gives the lists of tiles that an open part of a position has."""
        return [data.get(part)]


@mypyc_attr(allow_interpreted_subclasses=True)
class TileRound(DealtRound):
    """One round of a game for hands of tiles."""

    def __init__(self, rules: TileGame, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.tile_rules: TileGame = rules
        self.racks: Racks = empty_racks(rules.players)
        self.won: vec[Int] = ZEROS[: rules.players]
        self.winner: Int = -1

    @abstractmethod
    def begin(self, deck: vec[Int], first: Int) -> None:
        """Deals a shuffled set: hands in seat order, then what the game needs."""

    def points(self) -> list[int]:
        """Gives the points of this round by seat, as far as they are made."""
        return [points for points in self.won]

    def hand_names(self) -> list[list[str]]:
        """Lists every hand by name."""
        return [self.racks.names(seat) for seat in range(self.game.players)]

    def noted(self, entry: int) -> str:
        """Writes an entry of the log as its mover knows it."""
        return self.told(entry, self.mover(entry))

    def take_over(self, data: Data) -> None:
        """Takes over what every position has: hands, boneyard, turn, points and the end."""
        self.take_pieces(data)
        self.first = data.get("first", 0)
        self.over = bool(data.get("over", False))
        self.turn = data.get("turn", NOBODY if self.over else int(self.first))
        for seat, points in enumerate(data.get("points", [])):
            self.won[seat] = points
        self.winner = data.get("winner", -1)

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a tile into a hand."""
        self.racks.give(seat, piece)

    def copied_into(self, twin: TileRound) -> None:
        """Copies everything into a round with nothing dealt."""
        self.copy_deal(twin)
        twin.racks = self.racks.copy()
        twin.won = self.won[:]
        twin.winner = self.winner

    def copy(self) -> TileRound:
        """Makes an independent copy."""
        twin = self.tile_rules.empty_round(self.number, self.before)
        self.copied_into(twin)
        return twin
