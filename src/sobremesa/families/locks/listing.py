"""The plays that a hand allows, each listed once and all ascending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.arrays import Int, append, vec
from sobremesa.families.locks.layout import (
    AS_PLAIN,
    KEY_AS_PLAIN,
    KEY_CLOSES,
    KEY_OPENS,
    LOCK_AS_PLAIN,
    LOCK_CLOSES,
    SALIDA,
    Layout,
)
from sobremesa.material.locks import BIT, PLACE, WIDTH, Hands

if TYPE_CHECKING:
    from sobremesa.families.locks.cerrojo import Cerrojo


def plays_of(rules: Cerrojo, hands: Hands, layout: Layout, seat: Int) -> vec[Int]:
    """Lists the plays of a hand."""
    if layout.salida == 0:
        return salidas(rules, hands, seat)
    moves = vec[Int]()
    for side in range(2):
        if layout.is_open(side):
            moves = on_open_side(rules, hands, layout, seat, side, moves)
        elif layout.is_locked(side) and hands.keys[seat] & BIT[layout.asks[side]] != 0:
            moves = with_key(rules, hands, layout, seat, side, moves)
    return moves


def salidas(rules: Cerrojo, hands: Hands, seat: Int) -> vec[Int]:
    """Lists the doubles of a hand (CERROJO-31, R14)."""
    moves = vec[Int]()
    plays = rules.plays
    suits = rules.suits
    for suit in range(1, suits + 1):
        plain = hands.held(seat, 3 * suit)
        lock = not rules.plain_salida and hands.locks[seat] & BIT[suit] != 0
        key = not rules.plain_salida and hands.keys[seat] & BIT[suit] != 0
        if plain > 1:
            moves = append(moves, plays.move(SALIDA, suit, AS_PLAIN, suit))
        if plain > 0 and lock:
            moves = append(moves, plays.move(SALIDA, suit, AS_PLAIN, suits + suit))
        if plain > 0 and key:
            moves = append(moves, plays.move(SALIDA, suit, AS_PLAIN, 2 * suits + suit))
        if lock and key:
            moves = append(moves, plays.move(SALIDA, suit, LOCK_AS_PLAIN, 2 * suits + suit))
    return moves


def on_open_side(
    rules: Cerrojo, hands: Hands, layout: Layout, seat: Int, side: Int, moves: vec[Int]
) -> vec[Int]:
    """Adds the plays on an open side: every base with every free tile that does not repeat,
    and what special tiles and last tiles do alone."""
    plays = rules.plays
    suit = layout.asks[side]
    may = layout.may_join(side, suit)
    bit = BIT[suit]
    suits = hands.suits[seat]
    locks = hands.locks[seat]
    keys = hands.keys[seat]
    alone = rules.last_alone and hands.sizes[seat] == 1
    plain = hands.plain[seat * WIDTH + suit]
    if plain > 0:
        start = plays.move(side, suit, AS_PLAIN, 0)
        rest = suits if plain > 1 else suits ^ bit
        moves = pairs(rules.suits, start, alone, may, rest, locks, keys, moves)
    if locks & bit != 0:
        start = plays.move(side, suit, LOCK_AS_PLAIN, 0)
        moves = pairs(rules.suits, start, alone, may, suits, locks ^ bit, keys, moves)
    if keys & bit != 0:
        start = plays.move(side, suit, KEY_AS_PLAIN, 0)
        moves = pairs(rules.suits, start, alone, may, suits, locks, keys ^ bit, moves)
    if locks & bit != 0:
        moves = append(moves, plays.move(side, suit, LOCK_CLOSES, 0))
    if keys & bit != 0 and layout.key_may_close(side, rules.shuts_base_lock):
        moves = append(moves, plays.move(side, suit, KEY_CLOSES, 0))
    return moves


def with_key(
    rules: Cerrojo, hands: Hands, layout: Layout, seat: Int, side: Int, moves: vec[Int]
) -> vec[Int]:
    """Adds what the right key can do on a side closed by a lock (CERROJO-54 to 56)."""
    plays = rules.plays
    suit = layout.asks[side]
    start = plays.move(side, suit, KEY_OPENS, 0)
    moves = append(moves, start)
    if rules.free_after_key:
        moves = pairs(
            rules.suits, start, False, layout.may_join(side, suit), hands.suits[seat],
            hands.locks[seat], hands.keys[seat] ^ BIT[suit], moves,
        )
    if layout.key_may_close(side, rules.shuts_base_lock):
        moves = append(moves, plays.move(side, suit, KEY_CLOSES, 0))
    return moves


def pairs(
    count: Int, start: Int, alone: bool, may: Int, suits: Int, locks: Int, keys: Int,
    moves: vec[Int],
) -> vec[Int]:
    """Adds a base, alone or with each free tile of what is left of a hand that it may be
    joined to (CERROJO-37, 40)."""
    if alone:
        moves = append(moves, start)
    for group in range(4):
        mask = may & (suits if group == 0 else keys if group == 2 else locks)
        while mask != 0:
            bit = mask & -mask
            mask ^= bit
            moves = append(moves, start + group * count + PLACE[bit % 19])
    return moves
