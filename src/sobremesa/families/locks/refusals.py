"""Why a move is not legal: not in turn, or because a play cannot lie where it is put."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.arrays import Int
from sobremesa.core.errors import IllegalMove
from sobremesa.families.locks.layout import (
    KEY_CLOSES,
    KEY_OPENS,
    LOCK_CLOSES,
    SALIDA,
    SHUT,
    SIDES,
    Layout,
    name_of,
)
from sobremesa.material.locks import BIT, NAMES, has_specials

if TYPE_CHECKING:
    from sobremesa.families.locks.cerrojo import Cerrojo
    from sobremesa.families.locks.round import CerrojoRound


def refused(round: CerrojoRound, move: Int) -> IllegalMove:
    """Says why a move is not legal."""
    rules = round.rules
    if move == rules.pass_move:
        return _no_pass(round)
    if move == rules.draw_move:
        return _no_draw(round)
    tiles = rules.plays.tiles(move)
    for kind in set(tiles):
        if round.hands.held(round.turn, kind) < tiles.count(kind):
            if kind % 3 and not has_specials(kind // 3):
                break
            wanted = "+".join([NAMES[kind]] * tiles.count(kind))
            others = [
                NAMES[other] for other in range(3 * (kind // 3), 3 * (kind // 3) + 3)
                if other != kind and round.hands.held(round.turn, other) > 0
            ]
            if others and tiles.count(kind) == 1:
                return IllegalMove(
                    "you do not hold {tile} but {others}: say which tile", tile=wanted,
                    others=others,
                )
            return IllegalMove("you do not hold {tile}", tile=wanted)
    barrier = misplaced(rules, round.layout, round.past(), move)
    if barrier is not None:
        return barrier
    if rules.last_alone or round.hands.sizes[round.turn] > 1:
        return IllegalMove("a play is two tiles, a base and a free one (CERROJO-35)")
    return IllegalMove("a last tile may not be played alone (CERROJO-R12)")


def _no_pass(round: CerrojoRound) -> IllegalMove:
    if round.layout.salida == 0:
        return IllegalMove("you have a double and must open with one (CERROJO-31)")
    if len(round.plays_of(round.turn)) > 0:
        return IllegalMove("you can play, so you may not pass (CERROJO-42)")
    return IllegalMove("you may not pass while there are tiles to draw (CERROJO-45)")


def _no_draw(round: CerrojoRound) -> IllegalMove:
    if round.layout.salida == 0:
        return IllegalMove("a round begins with a double, not with drawing (CERROJO-31)")
    if not round.rules.draws or round.boneyard() == 0:
        return IllegalMove("there is no tile in the deposit (CERROJO-R07)")
    if round.rules.draws_one and round.drew:
        return IllegalMove("one tile is drawn in a turn (CERROJO-R05)")
    return IllegalMove("you can play, so you may not draw (CERROJO-R06)")


def misplaced(rules: Cerrojo, layout: Layout, past: list[int], move: Int) -> IllegalMove | None:
    """Says why the table does not allow a play, or None if it does; `past` has the plays
    that lie there."""
    plays = rules.plays
    tiles = plays.tiles(move)
    for kind in tiles:
        if kind % 3 and not has_specials(kind // 3):
            return IllegalMove(
                "{text} is not in the set: only even suits have a lock and a key (CERROJO-06)",
                text=name_of(kind),
            )
        if kind % 3 and tiles.count(kind) > 1:
            return IllegalMove("there is only one {tile} (CERROJO-06)", tile=NAMES[kind])
    if plays.side(move) == SALIDA:
        return _misopened(rules, layout, move)
    if layout.salida == 0:
        return IllegalMove("a round begins with a double, the salida (CERROJO-31)")
    use = plays.use(move)
    if len(tiles) > 1 and use in (LOCK_CLOSES, KEY_CLOSES):
        return IllegalMove(
            "{tile} closes the side, so it is played alone ({clause})", tile=NAMES[tiles[0]],
            clause="CERROJO-49" if use == LOCK_CLOSES else "CERROJO-R21",
        )
    return _off_side(rules, layout, move) or _repeated(rules, layout, past, move)


def _misopened(rules: Cerrojo, layout: Layout, move: Int) -> IllegalMove | None:
    """Says why a salida is not possible."""
    plays = rules.plays
    tiles = plays.tiles(move)
    if layout.salida != 0:
        return IllegalMove("the round has been opened: say on which side to play, like A:3+5")
    if len(tiles) < 2 or tiles[0] // 3 != tiles[1] // 3:
        return IllegalMove("the salida is a double: two tiles of the same suit (CERROJO-31)")
    if plays.use(move) >= LOCK_CLOSES or plays.free_closes(move):
        return IllegalMove("special tiles are plain tiles in the salida (CERROJO-R14)")
    if rules.plain_salida and (tiles[0] % 3 or tiles[1] % 3):
        return IllegalMove("there are no special tiles in the salida (CERROJO-R14)")
    if tiles[0] % 3 > tiles[1] % 3:
        return IllegalMove(
            "the tiles of the salida have no order: write {play}",
            play=f"{NAMES[tiles[1]]}+{NAMES[tiles[0]]}",
        )
    return None


def _off_side(rules: Cerrojo, layout: Layout, move: Int) -> IllegalMove | None:
    """Says why a base cannot be joined to its side."""
    plays = rules.plays
    side = plays.side(move)
    name = SIDES[side]
    suit = int(layout.asks[side])
    use = plays.use(move)
    if layout.states[side] == SHUT:
        return IllegalMove(
            "side {side} was closed by a key: nothing can follow there (CERROJO-57)", side=name
        )
    if layout.is_locked(side):
        if plays.suit(move) != suit or use not in (KEY_OPENS, KEY_CLOSES):
            return IllegalMove(
                "side {side} is closed by {lock}: only {key} can follow, as {key}^ to open it "
                "(CERROJO-53)", side=name, lock=NAMES[3 * suit + 1], key=NAMES[3 * suit + 2],
            )
        if use == KEY_OPENS and plays.free(move) and not rules.free_after_key:
            return IllegalMove("a key that opens is played alone (CERROJO-R45)")
        if use == KEY_CLOSES and not layout.key_may_close(side, rules.shuts_base_lock):
            return IllegalMove(
                "{lock} was a base, so {key} can open the side but not close it (CERROJO-R20)",
                lock=NAMES[3 * suit + 1], key=NAMES[3 * suit + 2],
            )
        return None
    if plays.suit(move) != suit:
        return IllegalMove(
            "side {side} asks for a {number}: {tile} cannot be the base (CERROJO-36)",
            side=name, number=suit, tile=NAMES[plays.base(move)],
        )
    if use == KEY_OPENS:
        return IllegalMove(
            "side {side} is open: there is no lock for the key to open (CERROJO-54)", side=name
        )
    if use == KEY_CLOSES and not layout.key_may_close(side, rules.shuts_base_lock):
        return IllegalMove(
            "a key closes only on a lock that was a free tile and is the end of its side "
            "(CERROJO-56)"
        )
    return None


def _repeated(rules: Cerrojo, layout: Layout, past: list[int], move: Int) -> IllegalMove | None:
    """Names the earlier pair that a play would repeat."""
    plays = rules.plays
    side = plays.side(move)
    base = plays.suit(move)
    free = plays.free_suit(move)
    if free == 0 or layout.may_join(side, base) & BIT[free] != 0:
        return None
    if base == free == layout.salida:
        return IllegalMove(
            "{pair} was the salida and may not be made again (CERROJO-34)", pair=f"{base}-{free}"
        )
    for earlier in past:
        pair = (plays.suit(earlier), plays.free_suit(earlier))
        if plays.side(earlier) == side and pair in ((base, free), (free, base)):
            return IllegalMove(
                "{pair} has been made on side {side} already: {earlier} (CERROJO-40)",
                pair=f"{base}-{free}", side=SIDES[side], earlier=plays.text(earlier),
            )
    raise AssertionError("a pair is barred by an earlier one")
