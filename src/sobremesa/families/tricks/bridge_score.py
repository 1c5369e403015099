"""What a contract of Super Bridge scores (BRIDGE-37 to BRIDGE-57)."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int

# The strains in rising order (BRIDGE-13).
CLUBS: Final[Int] = 0
DIAMONDS: Final[Int] = 1
NO_TRUMP: Final[Int] = 4
# The tricks below which none counts, and the points of bid tricks that make a game.
BOOK: Final[Int] = 8
GAME_POINTS: Final[Int] = 180

PART_SCORE: Final[Int] = 100


class Tally:
    """A score and what it is made of, in the order in which a score sheet lists it."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, int]] = []

    def add(self, what: str, points: int) -> None:
        """Writes a line, if it is worth anything."""
        if points:
            self.lines.append((what, points))

    def total(self) -> int:
        """Adds up the lines; what was lost is negative."""
        return sum(points for _, points in self.lines)


def trick_points(level: int, strain: int) -> int:
    """Counts the tricks bid above eight (BRIDGE-37 to BRIDGE-39, BRIDGE-R33).

    >>> trick_points(4, NO_TRUMP), trick_points(5, 3), trick_points(6, CLUBS)
    (180, 200, 180)
    """
    if strain == NO_TRUMP:
        return 60 + 40 * (level - 1)
    return level * (30 if strain <= DIAMONDS else 40)


def slam_bonus(level: int, vulnerable: bool) -> int:
    """Gives the bonus of a slam bid and made (BRIDGE-46 to BRIDGE-48).

    >>> [slam_bonus(level, True) for level in (6, 7, 8, 9)]
    [0, 1500, 3000, 6000]
    """
    if level < 7:
        return 0
    return (1500 if vulnerable else 1000) << (level - 7)


class Tariff:
    """What a table pays for a contract, where the document leaves a choice.

    `multiplied` counts the bid tricks of a doubled contract twice, as in contract bridge
    (BRIDGE-R09); `cap` stops the penalties at that many undertricks (BRIDGE-R18); `tenth_free`
    charges nothing for the tenth undertrick of a doubled contract that is not vulnerable, as
    claim 7 prints it (BRIDGE-R17).
    """

    def __init__(self, multiplied: bool = False, cap: int = 0, tenth_free: bool = False) -> None:
        self.multiplied: bool = multiplied
        self.cap: int = cap
        self.tenth_free: bool = tenth_free


AS_DESCRIBED: Final = Tariff()


def penalty(short: int, doubling: int, vulnerable: bool, tariff: Tariff = AS_DESCRIBED) -> int:
    """Return what `short` undertricks cost (BRIDGE-53 to BRIDGE-57).

    >>> [penalty(10, doubling, False) for doubling in (0, 1, 2)]
    [1000, 2450, 4900]
    >>> [penalty(short, 1, False, Tariff(tenth_free=True)) for short in (9, 10, 11)]
    [2200, 2200, 2450]
    """
    if tariff.cap:
        short = min(short, tariff.cap)
    if doubling == 0:
        return short * (200 if vulnerable else 100)
    if vulnerable:
        return (400 + 500 * (short - 1)) * doubling
    if tariff.tenth_free and short >= 10:
        short -= 1
    return (200 + 250 * (short - 1)) * doubling


def contract_score(
    level: int, strain: int, doubling: int, vulnerable: bool, tricks: int,
    tariff: Tariff = AS_DESCRIBED,
) -> Tally:
    """Return the score of a contract for the side that bid it; `doubling` is 0, 1 or 2.

    >>> contract_score(9, NO_TRUMP, 0, True, 17).lines
    [('tricks', 380), ('game', 800), ('slam', 6000)]
    """
    tally = Tally()
    over = tricks - (BOOK + level)
    if over < 0:
        tally.add("undertricks", -penalty(-over, doubling, vulnerable, tariff))
        return tally
    bid = trick_points(level, strain)
    if tariff.multiplied:
        bid *= 1 << doubling
    tally.add("tricks", bid)
    if bid >= GAME_POINTS:
        tally.add("game", 800 if vulnerable else 500)
    else:
        tally.add("part", int(PART_SCORE))
    tally.add("slam", slam_bonus(level, vulnerable))
    tally.add("overtricks", over * (200 if vulnerable else 100) * (1 << doubling))
    return tally
