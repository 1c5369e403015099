"""What a table of double dummy is worth: what can be made, par, and what a sacrifice costs.

>>> table = {seat: dict.fromkeys(STRAINS, 12 if seat in "NS" else 5) for seat in SEATS}
>>> makeable(table)["N"]
{'C': 4, 'D': 4, 'H': 4, 'S': 4, 'NT': 4}
>>> par(table)
4NT by N, +680
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.errors import BadPosition
from sobremesa.families.tricks.bridge_score import AS_DESCRIBED, Tariff, contract_score
from sobremesa.solvers.open_hands import SEATS, STRAINS, BoundTable, Table, seat_of

# Who is vulnerable, North-South first.
VULNERABLE: Final = {
    "none": (False, False), "NS": (True, False), "EW": (False, True), "both": (True, True),
}
UNDERTRICKS: Final = {False: (100, 200, 200, 300), True: (200, 300, 300, 300)}


@mypyc_attr(allow_interpreted_subclasses=True)
class Scoring:
    """How contracts of Super Bridge score at a table."""

    def __init__(self, tariff: Tariff = AS_DESCRIBED) -> None:
        self.levels: int = 9
        # The tricks that a contract of no level would be.
        self.book: int = 8
        self.tariff: Tariff = tariff

    def score(self, level: int, strain: int, doubling: int, vulnerable: bool, tricks: int) -> int:
        """Scores a contract for the side that bid it."""
        return contract_score(level, strain, doubling, vulnerable, tricks, self.tariff).total()


class ContractBridge(Scoring):
    """How contracts of bridge with 52 cards score (Law 77)."""

    def __init__(self) -> None:
        super().__init__()
        self.levels = 7
        self.book = 6

    def score(self, level: int, strain: int, doubling: int, vulnerable: bool, tricks: int) -> int:
        """Scores a contract for the side that bid it.

        >>> bridge = ContractBridge()
        >>> bridge.score(3, 4, 0, True, 10), bridge.score(6, 3, 1, False, 12)
        (630, 1210)
        >>> [bridge.score(4, 3, 1, False, tricks) for tricks in (9, 8, 7, 6)]
        [-100, -300, -500, -800]
        """
        over = tricks - 6 - level
        if over < 0:
            return -self.penalty(-over, doubling, vulnerable)
        each = 20 if strain < 2 else 30
        bid = (each * level + (10 if strain == 4 else 0)) << doubling
        total = bid + 50 * doubling
        total += (500 if vulnerable else 300) if bid >= 100 else 50
        if level >= 6:
            total += (750 if vulnerable else 500) * (level - 5)
        if doubling == 0:
            return total + each * over
        return total + 100 * over * doubling * (2 if vulnerable else 1)

    def penalty(self, short: int, doubling: int, vulnerable: bool) -> int:
        """Gives what undertricks cost."""
        if doubling == 0:
            return short * (100 if vulnerable else 50)
        each = UNDERTRICKS[vulnerable]
        return doubling * sum(each[min(place, 3)] for place in range(short))


SUPER_BRIDGE: Final = Scoring()
CONTRACT_BRIDGE: Final = ContractBridge()


def makeable(table: Table, scoring: Scoring = SUPER_BRIDGE) -> Table:
    """Gives the highest level that each declarer makes in each strain, 0 where there is none."""
    return {
        seat: {strain: max(0, tricks - scoring.book) for strain, tricks in row.items()}
        for seat, row in table.items()
    }


class Par:
    """The contract that neither side can improve on, and what North-South score by it."""

    def __init__(self, contract: str, declarer: str, doubled: bool, score: int) -> None:
        self.contract: str = contract
        self.declarer: str = declarer
        self.doubled: bool = doubled
        self.score: int = score

    def __repr__(self) -> str:
        if not self.contract:
            return "passed out, 0"
        return f"{self.contract}{'X' if self.doubled else ''} by {self.declarer}, {self.score:+}"


def sides_of(vulnerable: str) -> tuple[bool, bool]:
    """Reads who is vulnerable."""
    if vulnerable not in VULNERABLE:
        raise BadPosition([f"{vulnerable} is no vulnerability: say none, NS, EW or both"])
    return VULNERABLE[vulnerable]


def par(
    table: Table, vulnerable: str = "none", dealer: str = "N", scoring: Scoring = SUPER_BRIDGE
) -> Par:
    """Finds the par of a deal from its table.

    Both sides know the table. From the highest contract down, a side bids on as long as that
    serves it: the result is what the last of such bids scores, doubled if it fails. The contract
    is the lowest of that score which the other side cannot outbid to its gain.
    """
    marks = sides_of(vulnerable)
    first = seat_of(dealer)
    # What follows a bid is known when the bids above it have been looked at.
    reply: list[Par | None] = [None, None]
    for bid in range(5 * scoring.levels - 1, -1, -1):
        found: list[Par] = []
        for side in range(2):
            made = side_par(table, bid, side, marks[side], first, scoring)
            other = reply[1 - side]
            sign = 1 if side == 0 else -1
            # The other side bids on only where that is better for it.
            if other is not None and sign * other.score < sign * made.score:
                made = other
            found.append(made)
        for side in range(2):
            sign = 1 if side == 0 else -1
            now = reply[side]
            if now is None or sign * found[side].score >= sign * now.score:
                reply[side] = found[side]
    opening = first % 2
    sign = 1 if opening == 0 else -1
    bids, waits = reply[opening], reply[1 - opening]
    assert bids is not None and waits is not None
    passed = waits if sign * waits.score < 0 else Par("", "", False, 0)
    found_par = bids if sign * bids.score > sign * passed.score else passed
    return settled(table, found_par, marks, first, scoring) if found_par.contract else found_par


def settled(
    table: Table, reached: Par, marks: tuple[bool, bool], first: int, scoring: Scoring
) -> Par:
    """Find the lowest contract of the same side and score at which the bidding ends: the other
    side has no bid above it that scores more for it."""
    side = SEATS.index(reached.declarer) % 2
    lowest = reached
    for bid in range(5 * scoring.levels - 1, -1, -1):
        if is_outbid(table, reached.score, bid, side, marks, first, scoring):
            break
        made = side_par(table, bid, side, marks[side], first, scoring)
        if made.score == reached.score:
            lowest = made
    return lowest


def is_outbid(
    table: Table, score: int, bid: int, side: int, marks: tuple[bool, bool], first: int,
    scoring: Scoring,
) -> bool:
    """Tell whether the bid above one of a side serves the other side better than a score."""
    if bid + 1 >= 5 * scoring.levels:
        return False
    other = side_par(table, bid + 1, 1 - side, marks[1 - side], first, scoring)
    return other.score < score if side == 0 else other.score > score


def bounded(bounds: BoundTable, side: int) -> Table:
    """Makes the table in which a side takes the least that it may, and the other side the most."""
    return {
        seat: {strain: both[place % 2 != side] for strain, both in bounds[seat].items()}
        for place, seat in enumerate(SEATS)
    }


def par_bounds(
    bounds: BoundTable, vulnerable: str = "none", dealer: str = "N",
    scoring: Scoring = SUPER_BRIDGE,
) -> tuple[Par, Par]:
    """Finds the worst and the best par for North-South that a table of bounds leaves open: a trick
    more for a side never makes par worse for it.

    >>> bounds = {seat: dict.fromkeys(STRAINS, (5, 6)) for seat in SEATS}
    >>> bounds["N"]["S"] = 11, 12
    >>> par_bounds(bounds)
    (1S by N, +340, 1S by N, +440)
    """
    worst, best = bounded(bounds, 0), bounded(bounds, 1)
    return par(worst, vulnerable, dealer, scoring), par(best, vulnerable, dealer, scoring)


def side_par(
    table: Table, bid: int, side: int, vulnerable: bool, first: int, scoring: Scoring
) -> Par:
    """Scores a contract by the better declarer of a side, doubled if it fails."""
    level, strain = bid // 5 + 1, bid % 5
    seats = [seat for seat in ((first + ahead) % 4 for ahead in range(4)) if seat % 2 == side]
    name = STRAINS[strain]
    declarer = max(seats, key=lambda seat: table[SEATS[seat]][name])
    tricks = table[SEATS[declarer]][name]
    doubled = tricks < scoring.book + level
    score = scoring.score(level, strain, 1 if doubled else 0, vulnerable, tricks)
    return Par(f"{level}{name}", SEATS[declarer], doubled, score if side == 0 else -score)


def best_contract(
    table: Table, side: int, vulnerable: str = "none", scoring: Scoring = SUPER_BRIDGE
) -> Par | None:
    """Finds the contract that scores most for a side left in peace, the lowest of equal ones."""
    mark = sides_of(vulnerable)[side]
    sign = 1 if side == 0 else -1
    best: Par | None = None
    for bid in range(5 * scoring.levels):
        made = side_par(table, bid, side, mark, side, scoring)
        if not made.doubled and (best is None or sign * made.score > sign * best.score):
            best = made
    return best


def sacrifice(
    table: Table, side: int, vulnerable: str = "none", scoring: Scoring = SUPER_BRIDGE
) -> Par | None:
    """Finds the doubled contract above the other side's best that costs a side the least, if it
    costs less than leaving that best contract alone, and the other side makes no more above it."""
    theirs = best_contract(table, 1 - side, vulnerable, scoring)
    if theirs is None:
        return None
    marks = sides_of(vulnerable)
    sign = 1 if side == 0 else -1
    best: Par | None = None
    # The most that the other side still makes above a bid.
    answered = 0
    above = 5 * (int(theirs.contract[0]) - 1) + STRAINS.index(theirs.contract[1:]) + 1
    for bid in range(5 * scoring.levels - 1, above - 1, -1):
        made = side_par(table, bid, side, marks[side], side, scoring)
        if not made.doubled:
            return None
        price = -sign * made.score
        if answered <= price < abs(theirs.score) and (best is None or price <= -sign * best.score):
            best = made
        reply = side_par(table, bid, 1 - side, marks[1 - side], 1 - side, scoring)
        answered = max(answered, 0 if reply.doubled else abs(reply.score))
    return best
