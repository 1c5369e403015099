"""What a seat can work out about the hidden tiles of a line game.

A seat that passes, or that draws where only players who cannot play may draw, shows that no tile
it holds at that moment fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.game import View
from sobremesa.material.origins import DrawnWorlds

if TYPE_CHECKING:
    from sobremesa.families.lines.game import LineGame


class LineWorlds(DrawnWorlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: LineGame, view: View) -> None:
        super().__init__(rules, view)
        self.rules = rules
        self.moves = [rules.move_of(text) for _, text, _ in view.data["log"]]
        self.read_hands()
        self.origins.see([
            rules.piece_of(play.partition("@")[0]) for play in self.opening.get("line", [])
        ])
        if not self.read_stock():
            self._read_log()
            self.settle()
        self.set_out()

    def _read_log(self) -> None:
        """Follows the game as the seat saw it, with the tiles of the others unknown."""
        rules = self.rules
        shadow = rules.shadow(self.view)
        for time, (seat, text, _) in enumerate(self.view.data["log"]):
            move = self.moves[time]
            self.origins.lack(seat, time, shadow.lacked(seat, move))
            if move < rules.plays:
                self.origins.lay(seat, time, move % int(rules.tiles))
            elif move == rules.draw_move:
                self.origins.draw(seat, time, -1 if text == "+?" else rules.piece_of(text[1:]))
            shadow.follow(seat, move)

    def barred(self, seat: int, since: int) -> list[int]:
        """Lists what cannot have come from a source, by the way the round opened."""
        return self.rules.barred(seat, since, self.view)
