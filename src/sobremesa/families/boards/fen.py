"""Positions of Djambi as one line of text, both ways.

Six fields, parted by spaces; all but the first two may be left out from the end::

    wP,wT,wG,5,nG,nT,nP/…/sP,sT,sG,5,eG,eT,eP 0r 0 0123 - 0:0123

1. The board from the northernmost rank to the southernmost, ranks parted by `/`, squares by
   commas: a number is that many empty squares, `x` a corpse, any other piece its camp (`s`
   south-west, `w` north-west, `n` north-east, `e` south-east) and its letter. `nT=0` is
   controlled by seat 0, `nT~e` is ownerless and waits with what the prince of `e` left; without
   a sign a piece is with its first owner.
2. The seat to move and `r` for a rotation turn, `c` for a centre turn; a `+` behind it when
   the piece on the centre has to move on, `*` when it came there by a kill. When the game is
   over, `k` and the king's seat, or `d` for a draw.
3. The seat that has, or last had, a rotation turn.
4. Unused licences to go two squares: seats, or the squares of warriors parted by dots, or `-`.
5. Timers, parted by commas: `n:013` when seats 0, 1 and 3 have to complete a rotation turn
   before what the prince of `n` left can be claimed; `+:01` for a prince ringed on the centre;
   `-` when there is none.
6. Rounds without a kill, and the seats that have still to play in the present one.
"""

from __future__ import annotations

import re
from typing import Final

from sobremesa.core.arrays import Int
from sobremesa.core.errors import IllegalMove
from sobremesa.core.numbers import whole
from sobremesa.families.boards.board import (
    AT,
    BIT,
    CAMP_SIZE,
    CAMPS,
    CENTRE,
    CORPSE,
    DEAD,
    DELAY,
    DRAW,
    EMPTY,
    ENDING,
    ESTATE,
    FIRST,
    FIRST_MOVE,
    FIRST_TURN,
    FRESH,
    GONE,
    IN,
    KIND,
    KINDS,
    KING,
    LAP,
    LETTERS,
    NO_SEAT,
    ONWARD,
    OWNER,
    PIECES,
    PLACE,
    PRINCE,
    QUIET,
    RING,
    TURN,
    UNFINISHED,
    WAITING,
    WARRIOR,
    WINNER,
    Rules,
)
from sobremesa.families.boards.position import Position, empty_position, set_fresh, set_piece
from sobremesa.families.boards.squares import parse_square, square_at, square_name

CAMP_LETTERS: Final = "swne"
PIECE: Final = re.compile(r"([swne])([PNZTRG])(?:=([0-3])|~([swne]))?")
MOVER: Final = re.compile(r"([0-3])([rc])([+*]?)|k([0-3])|d")
TIMER: Final = re.compile(r"([swne+]):([0-3]*)")
LULL: Final = re.compile(r"(\d{1,6}):([0-3]*)")


def seats_of(mask: Int) -> list[int]:
    """Lists the seats of a mask."""
    return [seat for seat in range(4) if mask & BIT[seat] != 0]


def digits(mask: Int) -> str:
    """Writes the seats of a mask."""
    return "".join(str(seat) for seat in seats_of(mask))


def mask_of(text: str) -> int:
    """Reads the seats that `digits` wrote."""
    return sum(1 << seat for seat in {int(digit) for digit in text})


def write_fen(position: Position) -> str:
    """Writes a position in one line."""
    row = position.row
    rules = position.rules
    ranks = [_rank(position, rank) for rank in range(int(rules.side), 0, -1)]
    lull = f"{int(row[QUIET])}:{digits(row[LAP])}"
    return " ".join([
        "/".join(ranks), _mover(position), str(int(row[PLACE])), _licences(position),
        _timers(position), lull,
    ])


def _rank(position: Position, rank: int) -> str:
    words: list[str] = []
    empty = 0
    for file in range(1, int(position.rules.side) + 1):
        held = position.row[square_at(file, rank)]
        if held == EMPTY:
            empty += 1
            continue
        if empty:
            words.append(str(empty))
            empty = 0
        words.append("x" if held >= CORPSE else piece_word(position, int(held) - 1))
    if empty:
        words.append(str(empty))
    return ",".join(words)


def piece_word(position: Position, piece: int) -> str:
    """Writes a living piece with its camp and, where it is not the first one, its owner."""
    camp = piece // int(CAMP_SIZE)
    owner = int(position.row[OWNER + piece])
    word = CAMP_LETTERS[camp] + LETTERS[KINDS[piece]]
    if owner == position.rules.homes[camp]:
        return word
    return f"{word}={owner}" if owner < ESTATE else f"{word}~{CAMP_LETTERS[owner - 4]}"


def _mover(position: Position) -> str:
    row = position.row
    if row[ENDING] == KING:
        return f"k{int(row[WINNER])}"
    if row[ENDING] == DRAW:
        return "d"
    onward = ["", "+", "*"][int(row[ONWARD])]
    return f"{int(row[TURN])}{'c' if row[KIND] == CENTRE else 'r'}{onward}"


def _licences(position: Position) -> str:
    row = position.row
    if position.rules.warrior_step == FIRST_MOVE:
        squares = sorted(
            int(row[AT + piece]) for piece in range(PIECES)
            if row[FRESH] & BIT[piece] != 0 and row[OWNER + piece] < DEAD
        )
        return ".".join(square_name(square) for square in squares) or "-"
    return digits(row[FIRST]) or "-"


def _timers(position: Position) -> str:
    row = position.row
    words = [
        f"{CAMP_LETTERS[camp]}:{digits(row[DELAY + camp])}"
        for camp in range(4) if row[DELAY + camp] != 0
    ]
    if row[RING] >= 0:
        words.append(f"+:{digits(row[RING])}")
    return ",".join(words) or "-"


class FenReader:
    """Reads a position and gathers everything that is wrong with it in `problems`."""

    def __init__(self, rules: Rules, text: str) -> None:
        self.rules: Rules = rules
        self.position: Position = empty_position(rules)
        self.problems: list[str] = []
        fields = text.split()
        if not 2 <= len(fields) <= 6:
            self.problems.append("a position has two to six fields: the board and who is to move")
            return
        fields += ["", "-", "-", ""][len(fields) - 2:]
        self.read_board(fields[0])
        if self.problems:
            return
        self.count_owners()
        self.read_mover(fields[1], fields[2])
        self.read_licences(fields[3])
        self.read_timers(fields[4])
        self.read_lull(fields[5])
        if not self.problems:
            self.check_whole()
        if not self.problems and not self.position.over:
            self.position.remember()
            self.position.top = 0

    def read_board(self, text: str) -> None:
        """Puts the pieces on the board."""
        side = int(self.rules.side)
        ranks = text.split("/")
        if len(ranks) != side:
            self.problems.append(f"the board has {side} ranks, not {len(ranks)} (DJAMBI-R02)")
            return
        corpses: list[int] = []
        for place, words in enumerate(reversed(ranks)):
            rank = place + 1
            file = 1
            for word in words.split(","):
                empty = whole(word, 0, side * side)
                if empty is not None:
                    file += empty
                    continue
                if file <= side:
                    self.read_piece(word, int(square_at(file, rank)), corpses)
                file += 1
            if file != side + 1:
                self.problems.append(f"rank {rank} has {file - 1} squares, not {side}")
        self.lay_corpses(corpses)

    def read_piece(self, word: str, square: int, corpses: list[int]) -> None:
        """Puts one piece on its square; corpses come when all others have their numbers."""
        name = square_name(square)
        if word == "x":
            if square == self.rules.centre:
                self.problems.append("a corpse cannot lie on the centre (DJAMBI-37)")
            corpses.append(square)
            return
        found = PIECE.fullmatch(word)
        if found is None:
            self.problems.append(f"{word} on {name} is no piece: write it like sP, nT=0 or x")
            return
        camp = CAMP_LETTERS.index(found.group(1))
        kind = LETTERS.index(found.group(2))
        home = int(self.rules.homes[camp])
        piece = self.next_piece(camp, kind)
        if home == GONE:
            self.problems.append(f"{word} on {name}: the camp {CAMPS[camp]} does not play")
        elif piece < 0:
            self.problems.append(f"{word} on {name} is one too many (DJAMBI-04)")
        else:
            owner = home
            if found.group(3):
                owner = int(found.group(3))
            elif found.group(4):
                owner = 4 + CAMP_LETTERS.index(found.group(4))
            if owner < ESTATE and owner >= self.rules.players:
                self.problems.append(f"{word} on {name}: there is no seat {owner}")
            else:
                set_piece(self.position, piece, square, owner)

    def next_piece(self, camp: int, kind: int) -> int:
        """Finds a piece of that camp and kind that is not on the board yet, or -1."""
        first = camp * int(CAMP_SIZE)
        for piece in range(first, first + int(CAMP_SIZE)):
            if KINDS[piece] == kind and self.position.row[OWNER + piece] == GONE:
                return piece
        return -1

    def lay_corpses(self, squares: list[int]) -> None:
        """Makes corpses of pieces that are not on the board, whichever (DJAMBI-R44)."""
        spare = [
            piece for piece in range(PIECES)
            if self.position.row[OWNER + piece] == GONE
            and self.rules.homes[piece // CAMP_SIZE] != GONE
        ]
        if len(squares) > len(spare):
            self.problems.append("there are more pieces than the camps have (DJAMBI-04)")
            return
        for place, square in enumerate(sorted(squares)):
            set_piece(self.position, spare[place], square, DEAD)

    def count_owners(self) -> None:
        """Finds who is in the game and what is ownerless."""
        row = self.position.row
        for piece in range(PIECES):
            owner = row[OWNER + piece]
            if owner < ESTATE and KINDS[piece] == PRINCE:
                row[IN] |= BIT[owner]
            if ESTATE <= owner < DEAD:
                row[WAITING] |= BIT[owner - ESTATE]
        for piece in range(PIECES):
            owner = row[OWNER + piece]
            if owner < ESTATE and row[IN] & BIT[owner] == 0:
                self.problems.append(
                    f"{piece_word(self.position, piece)} on {square_name(int(row[AT + piece]))}: "
                    f"seat {int(owner)} has no prince and owns nothing (DJAMBI-R32)"
                )

    def read_mover(self, text: str, place: str) -> None:
        """Reads whose turn it is, or how the game ended."""
        row = self.position.row
        found = MOVER.fullmatch(text)
        if found is None:
            self.problems.append(f"{text} does not say who is to move: write it like 0r or 2c")
            return
        seat = int(found.group(1) or "0")
        if found.group(1) is None:
            row[ENDING] = KING if found.group(4) else DRAW
            row[WINNER] = int(found.group(4)) if found.group(4) else NO_SEAT
            row[TURN] = NO_SEAT
        else:
            row[TURN] = seat
            row[KIND] = CENTRE if found.group(2) == "c" else 0
            row[ONWARD] = ["", "+", "*"].index(found.group(3))
            if row[IN] & BIT[seat] == 0:
                self.problems.append(f"seat {seat} is to move and has no prince (DJAMBI-R32)")
        began = whole(place, 0, int(self.rules.players) - 1) if place else seat
        if began is None:
            self.problems.append(f"{place} is no seat that can have had a rotation turn")
        else:
            row[PLACE] = began

    def read_licences(self, text: str) -> None:
        """Reads who may still go two squares (DJAMBI-R20)."""
        row = self.position.row
        if text == "-":
            return
        if self.rules.warrior_step == FIRST_TURN:
            if text.isdecimal() and all(int(digit) < self.rules.players for digit in text):
                row[FIRST] = mask_of(text)
            else:
                self.problems.append(f"{text} does not list seats with a first turn to play")
            return
        if self.rules.warrior_step != FIRST_MOVE:
            self.problems.append("warriors have no licences here: write - (DJAMBI-R20)")
            return
        for name in text.split("."):
            try:
                held = row[parse_square(name, int(self.rules.side))]
            except IllegalMove as refused:
                self.problems.append(str(refused))
                continue
            if 0 < held < CORPSE and KINDS[held - 1] == WARRIOR:
                set_fresh(self.position, held - 1)
            else:
                self.problems.append(f"there is no warrior on {name} to go two squares")

    def read_timers(self, text: str) -> None:
        """Reads what is being waited for (DJAMBI-R29, DJAMBI-R31)."""
        row = self.position.row
        if text == "-":
            return
        for word in text.split(","):
            found = TIMER.fullmatch(word)
            mask = mask_of(found.group(2)) if found is not None else 0
            if found is None or mask == 0 or mask & ~int(row[IN]):
                self.problems.append(f"{word} is no timer: write it like n:013 or +:02")
            elif found.group(1) == "+":
                row[RING] = mask
            else:
                camp = CAMP_LETTERS.index(found.group(1))
                row[DELAY + camp] = mask
                if row[WAITING] & BIT[camp] == 0:
                    self.problems.append(f"{word}: nothing waits with the camp {CAMPS[camp]}")

    def read_lull(self, text: str) -> None:
        """Reads the rounds without a kill (DJAMBI-R37)."""
        row = self.position.row
        row[LAP] = row[IN]
        if not text:
            return
        found = LULL.fullmatch(text)
        mask = mask_of(found.group(2)) if found is not None else 0
        # Somebody who still had to move in this lap may have left the game in it.
        seated = 2 ** int(self.rules.players) - 1
        if found is None or mask & ~seated or (mask == 0 and not self.position.over):
            self.problems.append(f"{text} is no count of quiet rounds: write it like 0:0123")
            return
        row[QUIET] = int(found.group(1))
        row[LAP] = mask
        limit = self.rules.quiet_limit
        if 0 < limit <= row[QUIET] and not self.position.over:
            self.problems.append(f"{int(limit)} rounds without a kill are a draw (DJAMBI-R37)")

    def check_whole(self) -> None:
        """Finds what does not go together."""
        position = self.position
        row = position.row
        held = row[self.rules.centre]
        master = position.centre_seat()
        in_game = len(seats_of(row[IN]))
        if row[ENDING] != UNFINISHED:
            if row[ENDING] == KING and row[IN] & BIT[row[WINNER]] == 0:
                self.problems.append("the king has a prince (DJAMBI-06)")
            return
        if in_game < 2:
            self.problems.append("a game that is not over has two players with a prince (R39)")
        if row[ONWARD] != 0:
            if not self.rules.move_on or held == EMPTY or row[OWNER + held - 1] != row[TURN]:
                self.problems.append("there is nothing on the centre to move on (DJAMBI-R17)")
        elif held != EMPTY and KINDS[held - 1] != PRINCE:
            self.problems.append("only a prince can stand on the centre (DJAMBI-33)")
        elif row[KIND] == CENTRE and master != row[TURN]:
            self.problems.append(
                f"seat {int(row[TURN])} has a centre turn and no prince on the centre (DJAMBI-38)"
            )
        if master != NO_SEAT and any(
            row[WAITING] & BIT[camp] != 0 and row[DELAY + camp] == 0 for camp in range(4)
        ):
            self.problems.append("what waits belongs to the prince on the centre (DJAMBI-44)")
        if row[RING] >= 0 and not position.is_ringed(self.rules.centre):
            self.problems.append("the prince on the centre is not encircled (DJAMBI-R31)")
        if (
            row[KIND] != CENTRE and row[ONWARD] == 0 and not self.problems
            and not position.can_move(row[TURN])
        ):
            self.problems.append(f"seat {int(row[TURN])} cannot move: it is skipped (DJAMBI-R36)")
