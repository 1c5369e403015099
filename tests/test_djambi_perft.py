"""Djambi's fast generator against the naive one, and stored counts of lines of play."""

from __future__ import annotations

import random

import pytest

from sobremesa.games.boards.djambi import Djambi
from sobremesa.games.boards.fen import FenReader, write_fen
from sobremesa.games.boards.position import ALL, ESTATE, GONE, Position, start
from tests.laws import configurations
from tests.rules.naive_djambi import Naive, Square, Turn, count

GAMES = [game for game in configurations("djambi") if isinstance(game, Djambi)]


def packed(turn: Turn) -> int:
    """Writes a naive turn as the engine does."""
    if turn is None:
        return 0
    origin, target, third = turn
    last = 0 if third is None else int(ALL) if isinstance(third, str) else number(third)
    return number(origin) | number(target) << 8 | last << 16


def number(square: Square) -> int:
    return 16 * square[1] + square[0]


def ending(position: Position) -> str:
    """Writes a position as the naive one does, or how the game ended."""
    line = write_fen(position)
    mover = line.split()[1]
    return {"k": "king " + mover[1:], "d": "draw"}.get(mover[0], line)


def agree(game: Djambi, position: Position, chance: random.Random, turns: int) -> None:
    """Plays at random on both engines, comparing every list of turns and every position."""
    naive = Naive(dict(game.options), write_fen(position))
    for _ in range(turns):
        legal = {packed(turn): turn for turn in naive.turns()}
        found = [int(turn) for turn in position.turns()]
        assert sorted(found) == sorted(legal)
        chosen = pick(found, chance)
        before, key = list(position.row), position.key
        position.make(chosen)
        position.unmake()
        assert (list(position.row), position.key) == (before, key)
        position.make(chosen)
        naive.play(legal[chosen])
        assert ending(position) == naive.line()
        if position.over:
            return
        assert FenReader(game.rules, write_fen(position)).position.key == position.key


def pick(turns: list[int], chance: random.Random) -> int:
    """Chooses a way to go, then a third square, so that sending does not drown all else."""
    way = chance.choice(sorted({turn & 0xFFFF for turn in turns}))
    return chance.choice(sorted(turn for turn in turns if turn & 0xFFFF == way))


def crowded(game: Djambi, chance: random.Random) -> Position:
    """Sets up a small crowd with many corpses, where princes are soon encircled."""
    side = int(game.rules.side)
    squares = [(file, rank) for file in range(1, side + 1) for rank in range(1, side + 1)]
    centre = (side // 2 + 1, side // 2 + 1)
    camps = [camp for camp in range(4) if game.rules.homes[camp] != GONE]
    while True:
        seats = chance.sample(range(int(game.players)), chance.randint(2, int(game.players)))
        places = chance.sample(squares, len(squares))
        board = {
            places.pop(): "swne"[camp] + "P" for camp in camps
            if game.rules.homes[camp] in seats or game.rules.homes[camp] == ESTATE + camp
        }
        others = ["swne"[camp] + kind for camp in camps for kind in "NZTRGGGG"]
        places = [square for square in places if square != centre]
        for piece in chance.sample(others, chance.randint(4, 10)):
            owner = chance.choice([f"={chance.choice(seats)}", "~" + "swne"[chance.choice(camps)]])
            board[places.pop()] = piece + owner
        while len(board) < 9 * len(camps) - 1:
            board[places.pop()] = "x"
        line = board_line(board, side)
        reader = FenReader(game.rules, f"{line} {chance.choice(seats)}{chance.choice('rrrc')}")
        if not reader.problems:
            return reader.position


def board_line(board: dict[Square, str], side: int) -> str:
    """Writes a board as positions do."""
    return "/".join(
        ",".join(board.get((file, rank), "1") for file in range(1, side + 1))
        for rank in range(side, 0, -1)
    )


@pytest.mark.parametrize("game", GAMES[::6], ids=[game.spec for game in GAMES[::6]])
def test_both_engines_play_the_same_opening(game: Djambi) -> None:
    chance = random.Random(game.spec)
    agree(game, start(game.rules, chance.randrange(int(game.players))), chance, 40)


@pytest.mark.parametrize("game", GAMES, ids=[game.spec for game in GAMES])
def test_both_engines_play_the_same_among_corpses(game: Djambi) -> None:
    chance = random.Random(game.spec)
    for _ in range(2):
        agree(game, crowded(game, chance), chance, 12)


# Whole turns: a decline counts, a further move off the centre is a turn of its own, and the
# turns of the last ply are listed without being made.
MIDDLE = (
    "2,wG,wP,5,nG,nP/1,wN,7,nN,nR/wG,x,wZ,3,x,1,nZ,1,nG/3,wT,5,nG,1/5,sR,5/1,x,3,sP,1,eG,2,x/"
    "6,nT,4/2,sG,3,eZ,4/sG,sG,3,x,3,eG,1/1,sN,sZ,5,eG,eN,1/x,sT,x,5,eG,1,eP 1r 1 - - 2:0123"
)
RINGED = "x,x,1,x,1,wG,nP/x,sP,x,2,wT,x/x,x,x,2,1,x/1,nN=0,1,wP,3/7/2,nZ,2,eR=1,1/eP,1,x,3,sT 0r"
CAPTURE = "nP,5,wP/7/2,sT,1,nG,wZ,1/1,sZ,1,nP=0,1,wN,1/7/2,wR,1,nT,2/sP,3,x,1,eP 1r 1"
STORED = [
    ("djambi", "start", [291, 100_530, 37_713_264]),
    ("djambi(board=9)", "start", [165, 34_339]),
    ("djambi(players=3)", "start", [291, 100_530]),
    ("djambi(players=2)", "start", [412]),
    ("djambi(bundle=modern)", "start", [0]),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=[game.spec for game in GAMES])
def test_both_engines_play_the_same_game(game: Djambi) -> None:
    chance = random.Random(game.spec)
    agree(game, start(game.rules, chance.randrange(int(game.players))), chance, 2000)
    for _ in range(40):
        agree(game, crowded(game, chance), chance, 100)
