"""What a board of square pieces can be turned into.

Turning a region takes its fillings to those of the turned region, and so does adding the same
to every number modulo k. A mirror image is no filling, because pieces are not turned over; but a
mirror image with the numbers reversed is one (PUZ-R08).
"""

from __future__ import annotations

from sobremesa.solvers.scan import Cell, Point, Tie, corner_points


class Symmetry:
    """Quarter turns clockwise, before them perhaps a mirror image, and a renaming of numbers.

    A number becomes `shift + number`, or `shift - number` after a mirror image, modulo k.
    """

    def __init__(self, numbers: int, turns: int, mirrored: bool, shift: int) -> None:
        self.numbers: int = numbers
        self.turns: int = turns
        self.mirrored: bool = mirrored
        self.shift: int = shift
        self.sign: int = -1 if mirrored else 1

    def is_rotation(self) -> bool:
        """Tells whether the numbers stay as they are and nothing is mirrored."""
        return not self.mirrored and self.shift == 0

    def is_renaming(self) -> bool:
        """Tells whether every place stays and every number changes; no filling stays as it is."""
        return self.turns == 0 and not self.mirrored and self.shift != 0

    def is_nothing(self) -> bool:
        """Tells whether everything stays as it is."""
        return self.turns == 0 and self.is_rotation()

    def number(self, number: int) -> int:
        """Renames a number."""
        return (self.sign * number + self.shift) % self.numbers

    def tie(self, tie: Tie, points: dict[Point, Point]) -> Tie:
        """Says what a tie becomes when corners go to `points` and numbers are renamed."""
        shift = self.sign * tie.shift + self.shift - tie.sign * self.shift
        return Tie(points[tie.point], points[tie.other], tie.sign, shift % self.numbers)

    def moved(self, row: int, column: int) -> Point:
        """Moves a place round the top left corner of the board."""
        if self.mirrored:
            column = -column
        for _ in range(self.turns):
            row, column = column, -row
        return row, column

    def points(self, cells: list[Cell]) -> dict[Point, Point]:
        """Says where each corner of a region goes; the result lies as far up and left as before."""
        points = corner_points(cells)
        moved = [self.moved(row, column) for row, column in points]
        down = min(row for row, _ in points) - min(row for row, _ in moved)
        along = min(column for _, column in points) - min(column for _, column in moved)
        return {
            point: (row + down, column + along)
            for point, (row, column) in zip(points, moved, strict=True)
        }


def cells_moved(cells: list[Cell], points: dict[Point, Point]) -> list[Cell]:
    """Says where the cells of a region go when its corners go to `points`."""
    found: list[Cell] = []
    for row, column in cells:
        corners = [
            points[row, column], points[row, column + 1], points[row + 1, column],
            points[row + 1, column + 1],
        ]
        found.append((min(r for r, _ in corners), min(c for _, c in corners)))
    return found


def symmetries(
    numbers: int, cells: list[Cell], domains: dict[Point, int]
) -> list[tuple[Symmetry, dict[Point, Point]]]:
    """Lists the symmetries that keep a region and what its corners may show."""
    found: list[tuple[Symmetry, dict[Point, Point]]] = []
    inside = set(cells)
    for mirrored in (False, True):
        for turns in range(4):
            points = Symmetry(numbers, turns, mirrored, 0).points(cells)
            if set(cells_moved(cells, points)) != inside:
                continue
            for shift in range(numbers):
                symmetry = Symmetry(numbers, turns, mirrored, shift)
                if keeps(symmetry, points, domains):
                    found.append((symmetry, points))
    return found


def keeps(symmetry: Symmetry, points: dict[Point, Point], domains: dict[Point, int]) -> bool:
    """Tells whether what corners may show goes to what their images may show."""
    every = (1 << symmetry.numbers) - 1
    return all(
        renamed(domains.get(point, every), symmetry) == domains.get(points[point], every)
        for point in points
    )


def renamed(mask: int, symmetry: Symmetry) -> int:
    """Renames the numbers of a mask."""
    return sum(
        1 << symmetry.number(number) for number in range(symmetry.numbers) if mask >> number & 1
    )


def ties(symmetry: Symmetry, points: dict[Point, Point]) -> list[Tie]:
    """Says what a filling keeps to that a symmetry leaves as it is."""
    return [Tie(image, point, symmetry.sign, symmetry.shift) for point, image in points.items()]
