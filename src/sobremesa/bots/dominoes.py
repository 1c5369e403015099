"""What bots for games with dominoes share: tiles by name, and hands to think about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sobremesa.core.arrays import Int, vec
from sobremesa.core.views import face_up
from sobremesa.material.dominoes import NAMES

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
