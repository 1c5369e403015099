"""What bots for games with dominoes share: tiles by name, and hands to think about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.core.views import face_up
from sobremesa.material.dominoes import NAMES, PLACE

TILE_OF: Final = {name: tile for tile, name in enumerate(NAMES)}


def held_in(hand: list[str] | int) -> vec[Int]:
    """Lists the tiles of a hand that the seat sees."""
    return vec[Int]([TILE_OF[name] for name in face_up(hand)])


def unseen(tiles: Int, hand: vec[Int], lying: Iterable[str]) -> vec[Int]:
    """Lists those of the first so many tiles that are neither in a hand nor on the table, where
    a tile may be named with its place."""
    seen = {TILE_OF[name.partition("@")[0]] for name in lying}
    for tile in hand:
        seen.add(int(tile))
    return vec[Int]([tile for tile in range(tiles) if tile not in seen])


def without(hand: vec[Int], tile: Int) -> vec[Int]:
    """Lists a hand without a tile."""
    return vec[Int]([held for held in hand if held != tile])


def bits(mask: Int) -> Int:
    """Counts the numbers of a mask, 0 to 15.

    >>> bits(0b1011)
    3
    """
    mask -= mask >> 1 & 0x5555
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = mask + (mask >> 4) & 0x0F0F
    return mask + (mask >> 8) & 0x1F


def touching(rows: vec[Int], start: Int, numbers: Int, lacked: Int) -> Int:
    """Counts the tiles that show one of some numbers and none that is lacked, where
    `rows[start + n]` has the other halves of the tiles with the number n.

    >>> touching(vec[Int]([0b110, 0b101, 0b011]), 0, 0b011, 0)
    3
    """
    found: Int = 0
    left = numbers & ~lacked
    while left != 0:
        bit = left & -left
        left ^= bit
        found += bits(rows[start + PLACE[bit % 19]] & ~lacked)
        # A tile with two of the numbers has been counted with the first.
        lacked |= bit
    return found
