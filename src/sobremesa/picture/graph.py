"""The chance to win as it went, drawn in the look of the house."""

from __future__ import annotations

from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

WIDTH, HEIGHT = 720.0, 260.0
# Words on a phone are twice as large in the same drawing.
LEFT, RIGHT, TOP, BOTTOM = 84.0, 14.0, 14.0, 32.0


class Mark(NamedTuple):
    """A point worth a look: its place on its line, what it is, and where it leads."""

    at: int
    chance: float
    kind: str
    text: str
    href: str


class Graph(NamedTuple):
    """Lines of chances from 0 to 1 at equal steps; the first is that of whoever looks on.

    `breaks` are the steps at which a hand begins, each with its name.
    """

    lines: list[list[float]]
    breaks: list[tuple[int, str]]
    marks: list[Mark]
    told: str

    def svg(self) -> str:
        """Draws it; colours come from the page."""
        # What is one picture to a screen reader hides the links in it.
        role = "group" if self.marks else "img"
        return "".join([
            f'<svg class="chances" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="{role}" '
            f"aria-label={quoteattr(self.told)}>",
            *self._grid(), *self._hands(), *self._lines(), *(self._mark(one) for one in self.marks),
            "</svg>",
        ])

    def _x(self, step: int) -> float:
        steps = max(1, max(len(line) for line in self.lines) - 1)
        return LEFT + (WIDTH - LEFT - RIGHT) * step / steps

    def _y(self, chance: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)

    def _grid(self) -> list[str]:
        found = []
        for percent in (0, 25, 50, 75, 100):
            y = self._y(percent / 100)
            kind = "half" if percent == 50 else "grid"
            found.append(
                f'<path class="{kind}" d="M{LEFT:g} {y:.1f}H{WIDTH - RIGHT:g}"/>'
                f'<text class="scale" x="{LEFT - 6:g}" y="{y + 4:.1f}">{percent} %</text>'
            )
        return found

    def _hands(self) -> list[str]:
        found, last = [], -100.0
        for step, name in self.breaks:
            x = self._x(step)
            found.append(f'<path class="deal" d="M{x:.1f} {TOP:g}V{HEIGHT - BOTTOM:g}"/>')
            # Names that would lie over each other are left out.
            if x - last >= 14.5 * len(name) + 8.0:
                found.append(
                    f'<text class="hand" x="{x + 3:.1f}" y="{HEIGHT - 8:g}">{escape(name)}</text>'
                )
                last = x
        return found

    def _lines(self) -> list[str]:
        found = []
        for number, line in reversed([*enumerate(self.lines)]):
            points = [f"{self._x(step):.1f} {self._y(one):.1f}" for step, one in enumerate(line)]
            if number == 0:
                floor = HEIGHT - BOTTOM
                found.append(
                    f'<path class="under" d="M{self._x(0):.1f} {floor:g}L{" ".join(points)}'
                    f'V{floor:g}Z"/>'
                )
            found.append(f'<path class="line line-{number}" d="M{"L".join(points)}"/>')
        return found

    def _mark(self, mark: Mark) -> str:
        x, y = self._x(mark.at), self._y(mark.chance)
        return (
            f"<a href={quoteattr(mark.href)} aria-label={quoteattr(mark.text)}>"
            f"<title>{escape(mark.text)}</title>"
            f'<circle class="reach" cx="{x:.1f}" cy="{y:.1f}" r="14"/>'
            f'<circle class="mark {mark.kind}" cx="{x:.1f}" cy="{y:.1f}" r="5.5"/></a>'
        )
