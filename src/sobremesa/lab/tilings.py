"""The boards that the document about Cuadróminos asks for, and what they can be filled with."""

from __future__ import annotations

from typing import Final

from sobremesa.solvers.tilings import Progress, rectangle

# Boards by their numbers, rows and columns: first those that the document asks about, then their
# neighbours as far as they can be counted.
BOARDS: Final = [
    (2, 2, 2), (2, 1, 5),
    (3, 2, 2), (3, 2, 3), (3, 2, 4), (3, 2, 5), (3, 2, 6), (3, 2, 7), (3, 3, 3), (3, 3, 4),
    (3, 3, 5), (3, 1, 15),
    (4, 2, 2), (4, 2, 3), (4, 3, 3), (4, 3, 4), (4, 3, 5), (4, 3, 6), (4, 3, 10), (4, 3, 11),
    (4, 4, 4), (4, 4, 5), (4, 4, 6), (4, 4, 7), (4, 4, 8), (4, 5, 5), (4, 5, 6), (4, 5, 7),
    (5, 2, 2), (5, 2, 3), (5, 3, 3), (5, 3, 4), (5, 4, 4),
]

# A filling of every board that is drawn: the numbers, and the lattice.
DRAWN: Final = {
    "2x2-a": (2, "000/001/111"),
    "2x2-b": (2, "001/001/011"),
    "2x2-c": (2, "111/110/000"),
    "2x2-d": (2, "110/110/100"),
    "3x3": (3, "0000/0011/0211/0210"),
    "3x4": (3, "00000/00210/22210/22111"),
    "3x5": (3, "000000/220011/122112/022110"),
    "5x5": (4, "012301/222331/223333/111100/311002/221033"),
    "4x7": (4, "00012301/30011322/22001333/12221133/03221103"),
    "3x10": (4, "33012300122/22000311122/12200333113/03203332110"),
    "2x17": (4, "222312302301301201/122333300001111222/032103321003211003"),
    "1x35": (4, "122302301331113200022033331002222112/032103321032103210321033111000022113"),
    "6x6": (5, "0123401/4333422/3314423/2214444/1111004/0310000/4310321"),
    "6x7": (5, "12344401/00334422/40331444/33311400/22311100/12221002/04221032"),
    "5x9": (5, "0124023412/4444023410/3440003111/2220033112/1221033314/0421043210"),
    "4x12": (5, "4001240230111/3301142230022/2311144220003/1331444220433/0431043210433"),
    "3x18": (5, "3400123412340123402/2220333314441123422/1220003314411100423/0421043110432100443"),
    "2x31": (
        5, "01244022401234013401240123401344/31144222221433333100000320411442/"
        "21104214321432033100320320431143",
    ),
    "1x67": (
        5, "01233301234012234400133444023421243302401002334401134412303022223344/"
        "43221000000042230422132214004421443322211004314431111111103321044310",
    ),
}


class Finding:
    """How many fillings a board has; `known` is false if they were not all counted."""

    def __init__(self, numbers: int, rows: int, columns: int) -> None:
        self.numbers: int = numbers
        self.rows: int = rows
        self.columns: int = columns
        self.known: bool = False
        self.counts: list[int] = []

    def count(self, nodes: int, progress: Progress | None) -> None:
        """Counts, looking at no more than so many corners, or at all for 0."""
        found = rectangle(self.rows, self.columns, self.numbers).count(
            nodes or None, progress=progress
        )
        self.known = found.known
        self.counts = [found.labelled, found.up_to_rotation, found.up_to_symmetry]

    def row(self) -> str:
        """Writes a row of the table."""
        said = [f"{count:,}" for count in self.counts]
        if not self.known:
            said = [f"at least {said[0]}", "", ""]
        return f"| {self.numbers} | {self.rows} × {self.columns} | {' | '.join(said)} |"


def table(findings: list[Finding]) -> str:
    """Writes a table of boards and their fillings."""
    rows = [
        "| numbers | board | fillings | up to rotation | up to all symmetries |",
        "|---|---|---|---|---|",
    ]
    return "\n".join([*rows, *(finding.row() for finding in findings)])
