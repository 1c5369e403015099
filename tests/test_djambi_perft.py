"""Djambi's fast generator against the naive one, and stored counts of lines of play."""

from __future__ import annotations

import random

import pytest

import sobremesa
from sobremesa.families.boards.board import ALL, ESTATE, GONE
from sobremesa.families.boards.djambi import Djambi
from sobremesa.families.boards.fen import FenReader, write_fen
from sobremesa.families.boards.position import Position, start
from tests.laws import configurations
from tests.rules.naive_djambi import Naive, Square, Turn, count

GAMES = [game for game in dict.fromkeys(configurations("djambi")) if isinstance(game, Djambi)]


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


# Game, position (none: the start, seat 0 first) and the lines of one and two turns. Whole turns
# are counted: a decline is one, a further move off the centre is one of its own, and those of
# the last ply are listed without being made.
STORED = [
    (
        "djambi",
        "",
        [291, 100_530],
    ),
    (
        "djambi",
        "1,wT,wG,5,nG,nT,nP/wR,2,wG,3,nG,nG,2/wG,wG,7,nR,nG/11/3,wN,4,nN,2/2,sZ,2,wP,3,x,1/6,"
        "eN,4/sR,sG,2,sG,5,eG/1,sG,3,eZ,4,eG/1,sN,3,nZ,1,eG,2,eR/sP,sT,sG,5,eG,eT,eP 1c 2 - "
        "- 8:03",
        [678, 327_730],
    ),
    (
        "djambi(players=3)",
        "",
        [291, 100_530],
    ),
    (
        "djambi(players=3)",
        "wR,7,nG,nT,1/2,wG,4,nG,nG,1,nG/wG,wG,5,x,wN,2/2,sT,4,x,nZ,2/2,wP,wT,7/5,nP,1,nR,3/2,"
        "sG,8/4,x,4,x,1/sG,sR,5,sN,2,eG=2/5,x,2,eG=2,eN=2,eR=2/2,sG,sG,1,sP,wG,1,eG=2,eT=2,"
        "eP=2 2c 0 - - 4:12",
        [789, 698_137],
    ),
    (
        "djambi(players=2)",
        "",
        [412, 247_758],
    ),
    (
        "djambi(players=2)",
        "wP,wT,wG,5,nG,nT,nP/2,wG,wG,sZ,1,x,1,nG,nN,nR/1,wG,1,eR,2,sN,1,nG,2/10,nG/4,wN,6/1,"
        "x,3,sP,5/2,x,wR,7/6,eZ,4/sG,7,eG,1,eG/sR,1,sG,5,eG,eN,1/1,sT,sG,5,eG,eT,eP 0r 0 - - "
        "1:01",
        [837, 492_487],
    ),
    (
        "djambi(board=9)",
        "",
        [165, 34_339],
    ),
    (
        "djambi(board=9)",
        "wP,wT,wG,4,nT,nP/2,wN,nG,4,nR/wR,1,nG,wG,sG,wZ,x,nN,nG/1,sZ,2,sT,4/3,eN,eP,1,nG,2/2,"
        "sG,wG,2,sN,eG,1/nZ,2,eG,4,eG/1,sR,4,eG,1,eR/sP,2,sG,sG,x,1,eT,1 3c 0 - - 1:12",
        [501, 304_492],
    ),
    (
        "djambi(board=7)",
        "",
        [159, 24_020],
    ),
    (
        "djambi(board=7)",
        "wP,wT,wG,x,nG,nT,1/2,x,wG,x,x,x/wN,x,x,x,1,eZ,nR/1,x,wR,nP,2,x/wG,x,x,x,eN,nG,1/sR,"
        "x,sG,sG,x,1,x/2,sP,eP,1,eG,1 2c 3 - - 0:01",
        [143, 9_044],
    ),
    (
        "djambi(board=13)",
        "",
        [441, 222_721],
    ),
    (
        "djambi(board=13)",
        "1,wT,wG,6,nG,nG,nT,nP/5,nZ,4,wN,1,nR/wG,2,wG,8,nG/2,wR,7,sT,2/3,wG,9/13/6,wP,6/2,nN,"
        "10/1,sR,5,eT,4,eZ/13/sG,sG,sZ,7,eG,eG,eG/x,sN,2,sG,6,eN,eR/sP,1,sG,7,eG,wZ,eP 1c 2 "
        "- - 3:03",
        [1_317, 1_514_244],
    ),
    (
        "djambi(players=2,two_player_layout=single_camp)",
        "",
        [145, 43_428],
    ),
    (
        "djambi(players=2,two_player_layout=single_camp)",
        "2,nN,4,nG,nG,nT,nP/9,nG,nR/4,sN,5,nG/11/11/11/11/1,sG,7,nZ,1/1,sG,9/sR,1,sG,sG,7/sP,"
        "sT,6,sZ,2 0r 0 - - 16:01",
        [312, 203_092],
    ),
    (
        "djambi(own_camp_sending=True,warrior_step=piece_first_move)",
        "",
        [546, 302_001],
    ),
    (
        "djambi(own_camp_sending=True,warrior_step=piece_first_move)",
        "wP,wT,wG,5,nG,nT,1/5,wR,2,nG,nG,1/2,wG,2,x,nZ,4/wG,sT,2,eG,6/4,eN,3,nG,eT,nP/5,sP,3,"
        "wN,1/3,wZ,7/sG,1,wG,2,eZ,2,eG,2/sG,5,sN,2,nR,1/sR,2,sG,3,eG,x,1,eR/2,sG,6,sZ,eP 0c "
        "1 c1.a3.i10.c11.i11 - 2:2",
        [1_377, 1_296_504],
    ),
    (
        "djambi(remote_kill=along_path,remote_kill_count=all,centre_entry=suicide,"
        "send_to_centre=anybody)",
        "",
        [295, 102_692],
    ),
    (
        "djambi(remote_kill=along_path,remote_kill_count=all,centre_entry=suicide,"
        "send_to_centre=anybody)",
        "1,wT,wG,3,nN,nG,1,nT,nP/wR,eZ,wG,5,nG,1,nR/1,wG,8,nG/1,wG,7,nG,1/11/5,wP,5/11/1,sG,"
        "5,sN,1,nZ,wZ/6,eG,1,sZ,eG,eG/sR,sG,3,sT,3,eN,eR/1,sP,sG,sG,2,eG,2,eT,eP 1c 3 - - "
        "3:01",
        [1_195, 1_167_316],
    ),
    (
        "djambi(board=9,camp_layout=modern,direct_killer_corpse=origin,"
        "centre_capture=move_on,warrior_step=always_two,inherit_delay=none,"
        "centre_encircle=safe)",
        "",
        [30, 1_205],
    ),
    (
        "djambi(board=9,camp_layout=modern,direct_killer_corpse=origin,"
        "centre_capture=move_on,warrior_step=always_two,inherit_delay=none,"
        "centre_encircle=safe)",
        "wP,3,wG,1,nG,1,nP/wR,1,x,2,nN,1,wZ,1/wG,wG,2,x,nT,2,nG/3,nG,5/x,1,wT,1,sP,nR,1,sZ,1/"
        "1,sG,x,3,eT,2/1,sG,2,sG,eZ,eN,eG,eG/sR,1,sN,3,x,1,eR/1,sT,3,x,sG,1,eP 0c 1 - - "
        "1:0123",
        [884, 365_605],
    ),
    (
        "djambi(players=3,board=7,centre_capture=move_on,two_left_centre=double,"
        "prince_loss=camp)",
        "",
        [159, 24_020],
    ),
    (
        "djambi(players=3,board=7,centre_capture=move_on,two_left_centre=double,"
        "prince_loss=camp)",
        "2,wG,x,wG,nT,1/wT,1,sZ,x,nG,1,nR/eZ=1,1,nN,x,nP,nZ,nG/wG,nG,sG,wP,wZ,1,nG/3,wR,1,"
        "eG=1,eG=1/sR,sN,1,sG,eG=1,eN=1,eR=1/sP,sT,1,sG,eG=1,eT=1,eP=1 1c 2 - - 5:012",
        [336, 67_951],
    ),
]


def stored(spec: str, line: str) -> tuple[Djambi, Position]:
    game = sobremesa.game(spec)
    assert isinstance(game, Djambi)
    if not line:
        return game, start(game.rules, 0)
    reader = FenReader(game.rules, line)
    assert reader.problems == []
    return game, reader.position


@pytest.mark.parametrize(("spec", "line", "counts"), STORED)
def test_stored_counts(spec: str, line: str, counts: list[int]) -> None:
    game, position = stored(spec, line)
    assert [position.perft(depth) for depth in (1, 2)] == counts
    naive = Naive(dict(game.options), write_fen(position))
    assert count(naive, 1) == counts[0]


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "line", "counts"), STORED)
def test_stored_counts_by_the_naive_engine(spec: str, line: str, counts: list[int]) -> None:
    game, position = stored(spec, line)
    assert count(Naive(dict(game.options), write_fen(position)), 2) == counts[1]


@pytest.mark.slow
def test_three_turns_from_the_start() -> None:
    assert stored("djambi", "")[1].perft(3) == 37_713_264


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=[game.spec for game in GAMES])
def test_both_engines_play_the_same_game(game: Djambi) -> None:
    chance = random.Random(game.spec)
    agree(game, start(game.rules, chance.randrange(int(game.players))), chance, 2000)
    for _ in range(40):
        agree(game, crowded(game, chance), chance, 100)
