"""What the games for hands of double-fifteen tiles have in common: no line is built."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.dealing import DealtGame, DealtRound
from sobremesa.material.dominoes import EVERY_TILE, NAMES, ZEROS, parse_tile
from sobremesa.material.racks import Racks, empty_racks

NO_TILE: Final[Int] = -1
TILES: Final[Int] = 136


@mypyc_attr(allow_interpreted_subclasses=True)
class TileGame(DealtGame):
    """Rules of a game in which hands of a double-fifteen set are played without a line."""

    COUNTED: ClassVar[str] = "SETS-01"

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.set = EVERY_TILE[:TILES]
        self.names = NAMES

    @abstractmethod
    def empty_round(self, number: Int, before: vec[Int]) -> TileRound:
        """Makes a round with nothing dealt, to be set up."""

    def parse_piece(self, text: str) -> int:
        """Reads a tile."""
        return parse_tile(text)


@mypyc_attr(allow_interpreted_subclasses=True)
class TileRound(DealtRound):
    """One round of a game for hands of tiles."""

    def __init__(self, rules: TileGame, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.tile_rules: TileGame = rules
        self.racks: Racks = empty_racks(rules.players)
        self.won = ZEROS[: rules.players]

    def hand_names(self, seat: Int) -> list[str]:
        """Lists the tiles of a hand by name."""
        return self.racks.names(seat)

    def noted(self, entry: int) -> str:
        """Writes an entry of the log as its mover knows it."""
        return self.told(entry, self.mover(entry))

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a tile into a hand."""
        self.racks.give(seat, piece)

    def empty_hand(self, seat: Int) -> None:
        """Takes all tiles out of a hand."""
        self.racks.sizes[seat] = 0

    def copied_into(self, twin: TileRound) -> None:
        """Copies everything into a round with nothing dealt."""
        self.copy_deal(twin)
        twin.racks = self.racks.copy()

    def copy(self) -> TileRound:
        """Makes an independent copy."""
        twin = self.tile_rules.empty_round(self.number, self.before)
        self.copied_into(twin)
        return twin
