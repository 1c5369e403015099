"""Steps of Djambi as people write them, and why a step is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sobremesa.core.arrays import Int
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import NOBODY
from sobremesa.core.reading import tidy
from sobremesa.families.boards.board import (
    ALL,
    AT,
    CORPSE,
    DEAD,
    DECLINE,
    DRAW,
    EMPTY,
    ENDING,
    GONE,
    IN,
    KINDS,
    KING,
    LETTERS,
    NECROMOBILE,
    NO_SEAT,
    ONWARD,
    OWNER,
    PLACE,
    REMOTE_KILLER,
    RING,
    WINNER,
    ZOOMOBILE,
)
from sobremesa.families.boards.fen import seats_of
from sobremesa.families.boards.squares import parse_square, square_name, step_towards

if TYPE_CHECKING:
    from sobremesa.families.boards.djambi import DjambiRound

# All pieces, princes first: the order in which consequences are written.
BY_KIND: Final = [piece for kind in range(6) for piece in range(36) if min(piece % 9, 5) == kind]

GOING: Final = re.compile(r"([PNZTRG])?([a-o]\d{1,2})([-x~])?([PNZTRGx])?([a-o]\d{1,2})")
PUTTING: Final = re.compile(r"(?:([PNZTRGx])?@|!([PNZTRG])?)?([a-o]\d{1,2})")


def write_step(round: DjambiRound, move: Int) -> str:
    """Writes a step with everything that follows from it."""
    game = round.djambi
    if move == game.decline_move:
        return "--" + _effects(round, DECLINE, NOBODY)
    row = round.position.row
    if round.origin != 0:
        third = round.third_of(move)
        named = _named_piece(round, third)
        turn = round.origin | (round.target << 8) | (third << 16)
        return _second_text(round, third) + _effects(round, turn, named)
    origin = game.square_of(move // game.squares)
    target = game.square_of(move % game.squares)
    piece = row[origin] - 1
    held = row[target]
    words = LETTERS[KINDS[piece]] + square_name(int(origin))
    if held == EMPTY:
        words += "-"
    elif held >= CORPSE:
        words += "~x"
    else:
        words += ("~" if KINDS[piece] == ZOOMOBILE else "x") + LETTERS[KINDS[held - 1]]
    words += square_name(int(target))
    if len(round.position.thirds(piece, target)) > 0:
        return words
    third = round.position.forced_third(piece, target)
    if third:
        words += ",x@" + square_name(int(third))
    turn = origin | (target << 8) | (third << 16)
    return words + _effects(round, turn, int(held) - 1 if third else NOBODY)


def _second_text(round: DjambiRound, third: Int) -> str:
    """Writes where a corpse or a sent piece goes, or who is shot."""
    row = round.position.row
    if third == 0:
        return "!none"
    if third == ALL:
        return "!all"
    name = square_name(int(third))
    if round.is_shot():
        return "!" + LETTERS[KINDS[row[third] - 1]] + name
    taken = row[round.target]
    mover = row[round.origin] - 1
    if taken < CORPSE and KINDS[mover] == ZOOMOBILE:
        return LETTERS[KINDS[taken - 1]] + "@" + name
    return "x@" + name


def _named_piece(round: DjambiRound, third: Int) -> int:
    """Gives the piece whose death or journey the second step names, or -1."""
    if third == 0 or third == ALL:
        return NOBODY
    held = round.position.row[third if round.is_shot() else round.target]
    return int(held) - 1 if held < CORPSE else int(held - CORPSE)


def _effects(round: DjambiRound, turn: Int, named: int) -> str:
    """Writes what a turn brings about besides the death of a piece that it names."""
    position = round.position
    master = position.centre_seat()
    position.top = 0
    position.make(turn)
    before: dict[int, int] = {}
    places: list[int] = []
    top: Int = 2
    while top < position.top:
        entry = int(position.trail[top])
        if entry not in before:
            before[entry] = int(position.trail[top + 1])
        elif entry == PLACE:
            places.append(int(position.trail[top + 1]))
        top += 2
    words = _effect_words(round, before, named, places)
    now = position.centre_seat()
    if now != master and now != NO_SEAT and not position.over:
        words.append("centre=" + round.djambi.seat_name(int(now)))
    row = position.row
    if before.get(int(RING), 0) < 0 <= row[RING]:
        words.append("ring")
    if row[ENDING] == KING:
        words.append("king=" + round.djambi.seat_name(int(row[WINNER])))
    if row[ENDING] == DRAW:
        words.append("draw")
    position.unmake()
    return "".join("," + word for word in words)


def _effect_words(
    round: DjambiRound, before: dict[int, int], named: int, skipped: list[int]
) -> list[str]:
    """Writes what became of pieces and seats, from what was there before."""
    game = round.djambi
    row = round.position.row
    words: list[str] = []
    passed: dict[str, int] = {}
    for piece in BY_KIND:
        old = before.get(int(OWNER) + piece, -1)
        new = int(row[OWNER + piece])
        if old < 0 or old == new:
            continue
        letter = LETTERS[KINDS[piece]]
        if new == GONE:
            words.append(f"-{letter}{square_name(int(game.rules.centre))}")
        elif new == DEAD:
            if piece != named:
                words.append(f"x{letter}{square_name(int(row[AT + piece]))}")
        else:
            way = f"{game.owner_name(old)}>{game.owner_name(new)}"
            passed[way] = passed.get(way, 0) + 1
    words += [f"{way}:{count}" for way, count in passed.items()]
    seats = before.get(int(IN), int(row[IN]))
    words += [f"{game.seat_name(seat)}-out" for seat in seats_of(seats & ~row[IN])]
    words += [f"{game.seat_name(seat)}-skipped" for seat in skipped]
    return words


def read_step(round: DjambiRound, text: str) -> int:
    """Reads a step as `text` writes it; letters, signs and consequences may be left out."""
    words = tidy(text)
    base, _, said = words.partition(",")
    move = _read_base(round, base, text)
    if said and round.is_legal(move) and round.text(move) != words:
        raise IllegalMove(
            "{text} does not follow: it is {right}", text=text, right=round.text(move)
        )
    return move


def _read_base(round: DjambiRound, base: str, text: str) -> int:
    """Reads a step without what follows from it."""
    game = round.djambi
    if base in ("--", "decline"):
        return int(game.decline_move)
    if base in ("!none", "nobody"):
        return int(game.spare_move)
    if base in ("!all", "all"):
        return int(game.all_move)
    side = int(game.rules.side)
    if round.origin != 0:
        put = PUTTING.fullmatch(base)
        if put is not None:
            square = parse_square(put.group(3), side)
            _check_letter(round, put.group(1) or put.group(2) or "", square)
            return int(game.naming + game.index_of(square))
        if GOING.fullmatch(base) is not None:
            raise _second_refused(round, 0)
        raise IllegalMove("{text} is no square to choose: write it like c5", text=text)
    going = GOING.fullmatch(base)
    if going is None:
        raise IllegalMove("{text} is no move: write it like Pa1-f6", text=text)
    origin = parse_square(going.group(2), side)
    target = parse_square(going.group(5), side)
    _check_standing(round, going.group(1) or "", origin)
    _check_standing(round, going.group(4) or "", target)
    move = int(game.index_of(origin) * game.squares + game.index_of(target))
    sign = going.group(3)
    # A stroke between two squares says nothing, unless it names what stands on the second.
    tells = sign in ("x", "~") or (sign == "-" and going.group(4))
    if tells and round.is_legal(move) and sign != _sign_of(round, move):
        raise IllegalMove(
            "{text} does not follow: it is {right}", text=text, right=round.text(move)
        )
    return move


def _sign_of(round: DjambiRound, move: int) -> str:
    """Gives the sign of a step: it goes, kills, or takes up what it moves elsewhere."""
    going = GOING.match(round.text(move))
    return going.group(3) or "" if going is not None else ""


def _check_letter(round: DjambiRound, letter: str, square: int) -> None:
    """Refuses a second step that names another piece than it concerns."""
    held = round.position.row[square]
    if round.is_shot() and (held == EMPTY or held >= CORPSE):
        # Nobody can be shot there, whatever was meant.
        return
    right = _second_text(round, square).lstrip("!")
    if letter and letter != right[:1]:
        raise IllegalMove(
            "{text} does not follow: it is {right}",
            text=f"{letter}{square_name(square)}", right=right,
        )


def _check_standing(round: DjambiRound, letter: str, square: int) -> None:
    """Refuses a letter that is not that of the piece on a square."""
    if letter and letter != _letter_on(round, square):
        raise IllegalMove(
            "there is no {letter} on {square}", letter=letter, square=square_name(square)
        )


def _letter_on(round: DjambiRound, square: int) -> str:
    """Gives the letter of what stands on a square, or nothing."""
    held = round.position.row[square]
    if held == EMPTY:
        return ""
    return "x" if held >= CORPSE else LETTERS[KINDS[held - 1]]


def refused(round: DjambiRound, move: Int) -> IllegalMove:
    """Says why a step is not legal here."""
    game = round.djambi
    row = round.position.row
    if round.origin != 0:
        return _second_refused(round, move)
    if move == game.decline_move:
        if row[ONWARD] != 0:
            return IllegalMove("the piece on the centre has to move on (DJAMBI-R17)")
        return IllegalMove("only a centre turn may be declined (DJAMBI-R23)")
    if move >= game.naming:
        return IllegalMove("first a piece has to move (DJAMBI-09)")
    origin = game.square_of(move // game.squares)
    target = game.square_of(move % game.squares)
    name = square_name(int(origin))
    held = row[origin]
    if held == EMPTY:
        return IllegalMove("there is no piece on {square} (DJAMBI-09)", square=name)
    if held >= CORPSE:
        return IllegalMove(
            "{square} holds a corpse, which moves nowhere by itself (DJAMBI-31)", square=name
        )
    if row[OWNER + held - 1] != round.turn:
        return IllegalMove("the piece on {square} is not yours (DJAMBI-09)", square=name)
    if row[ONWARD] != 0 and origin != game.rules.centre:
        return IllegalMove("the piece on the centre has to move on (DJAMBI-R17)")
    return _going_refused(round, held - 1, origin, target)


def _going_refused(round: DjambiRound, piece: Int, origin: Int, target: Int) -> IllegalMove:
    """Says why a piece cannot go to a square."""
    row = round.position.row
    kind = KINDS[piece]
    letter = LETTERS[kind]
    name = square_name(int(target))
    step = step_towards(origin, target)
    if origin == target or step == 0:
        return IllegalMove(
            "{piece} goes in one of the eight directions, not to {square} (DJAMBI-10)",
            piece=letter, square=name,
        )
    square = origin + step
    run: Int = 1
    while square != target and row[square] == EMPTY:
        square += step
        run += 1
    if square != target:
        return IllegalMove(
            "what stands on {square} is in the way (DJAMBI-11)",
            square=square_name(int(square)),
        )
    if run > round.position.run_of(piece):
        return IllegalMove("a warrior does not go so far (DJAMBI-29)")
    held = row[target]
    if held == EMPTY:
        return IllegalMove("only a prince can occupy the centre (DJAMBI-33)")
    if held >= CORPSE:
        return IllegalMove(
            "{square} holds a corpse: only a necromobile, or the prince on the centre, "
            "takes its place (DJAMBI-15)", square=name,
        )
    if kind == REMOTE_KILLER:
        return IllegalMove("a remote killer takes nobody's place (DJAMBI-24)")
    if kind == NECROMOBILE:
        return IllegalMove("a necromobile has no power over the living (DJAMBI-18)")
    if kind == ZOOMOBILE:
        return IllegalMove("a zoomobile does not move its own camp (DJAMBI-20)")
    return IllegalMove("the piece on {square} is your own (DJAMBI-R07)", square=name)


def _second_refused(round: DjambiRound, move: Int) -> IllegalMove:
    """Says why a square or a victim cannot be chosen."""
    game = round.djambi
    if round.is_shot():
        if move == game.all_move:
            return IllegalMove("a remote killer kills one piece only (DJAMBI-R11)")
        if move < game.naming or move == game.decline_move:
            return IllegalMove("say whom the remote killer kills, or nobody (DJAMBI-23)")
        if game.rules.kill_all:
            return IllegalMove("a remote killer kills all or nobody here (DJAMBI-R11)")
        return IllegalMove("there is nobody to kill on that square (DJAMBI-23)")
    if move < game.naming or move >= game.spare_move:
        return IllegalMove("say where the piece that was taken goes (DJAMBI-R12)")
    square = game.square_of(move - game.naming)
    if square == game.rules.centre:
        return IllegalMove("it may not be put on the centre (DJAMBI-37, DJAMBI-R15)")
    return IllegalMove("{square} is not free (DJAMBI-R12)", square=square_name(int(square)))
