"""What a seat can work out about the hidden tiles of a line game.

A seat that passes, or that draws where only players who cannot play may draw, shows that no tile
it holds at that moment fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.game import View
from sobremesa.material.dominoes import parse_tile
from sobremesa.material.origins import DrawnWorlds

if TYPE_CHECKING:
    from sobremesa.families.lines.game import LineGame


class LineWorlds(DrawnWorlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: LineGame, view: View) -> None:
        super().__init__(rules, view)
        self.rules = rules
        self.moves = [rules.move_of(text) for _, text, _ in view.data["log"]]
        if not view.over:
            self._read_opening()
            self._read_log()
            self.origins.settle(self.opening["boneyard"], self._can_come)

    def _read_opening(self) -> None:
        """Takes note of the deal: own tiles, how many the others got, what lay already."""
        for seat, hand in enumerate(self.opening["hands"]):
            if isinstance(hand, list):
                self.origins.see([parse_tile(name) for name in hand])
            else:
                self.origins.deal(seat, hand)
        self.origins.see([
            parse_tile(play.partition("@")[0]) for play in self.opening.get("line", [])
        ])

    def _read_log(self) -> None:
        """Follows the game as the seat saw it, with the tiles of the others unknown."""
        shadow = self.rules.shadow(self.view)
        for time, (seat, text, _) in enumerate(self.view.data["log"]):
            move = self.moves[time]
            self.origins.lack(seat, time, shadow.lacked(seat, move))
            if move < self.rules.plays:
                self.origins.lay(seat, time, move % int(self.rules.tiles))
            elif move == self.rules.draw_move:
                self.origins.draw(seat, time, -1 if text == "+?" else parse_tile(text[1:]))
            shadow.follow(seat, move)

    def _can_come(self, tile: int, seat: int, since: int) -> bool:
        return self.rules.can_come(tile, seat, since, self.view)
