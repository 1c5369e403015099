"""What is asked of Cuadróminos, against what an onlooker sees."""

from __future__ import annotations

import pytest

from sobremesa.material.quadrominoes import FITS_FROM, FITTING, FREE, PIECE_NAMES, pattern
from tests.asked import Data, ask, part, played, told

POINTS = {2: 0, 3: 2, 4: 4}


def corners(before: Data, text: str) -> int:
    """Counts the corners of a cell that meet pieces, as the table shows them."""
    asks = before["cells"][text.partition("@")[2]]["asks"]
    return sum(asked >= 0 for asked in asks)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (4, 4), (8, 5)])
def test_corners_are_those_that_the_cells_ask_for(players: int, seed: int) -> None:
    play = played("cuadrominos", "greedy", seed, players=players)
    moves = told(play)
    met = [
        corners(before, text) for _, text, before, _ in moves
        if "@" in text and before["plane"]
    ]
    assert set(met) <= {2, 3, 4}
    for name, count in (("two", 2), ("three", 3), ("four", 4)):
        assert ask(play, name) == part(met.count(count), len(met))
    assert ask(play, "corner_points") == sum(POINTS[count] for count in met)
    assert ask(play, "draws") == sum(text == "+" for _, text, _, _ in moves)
    assert ask(play, "passes") == sum(text == "/" for _, text, _, _ in moves)


def test_a_turn_is_stuck_or_offered_points_by_the_moves_that_there_are() -> None:
    stuck = offered = turns = 0
    for seed in range(6):
        play = played("cuadrominos", "random", seed, players=3)
        [round] = play.rounds
        now = round.reopened()
        mine = []
        for move in round.played():
            data = now.view(-1).data
            if data["plane"] and data["drawn"] == 0:
                texts = [now.text(int(one)) for one in now.moves()]
                fits = [corners(data, text) for text in texts if "@" in text]
                mine.append((not fits, any(count > 2 for count in fits)))
            now.play(move)
        assert ask(play, "stuck") == part(sum(one for one, _ in mine), len(mine))
        assert ask(play, "offered") == part(sum(one for _, one in mine), len(mine))
        stuck += sum(one for one, _ in mine)
        offered += sum(one for _, one in mine)
        turns += len(mine)
    assert 0 < stuck < turns and 0 < offered < turns


def test_points_of_corners_turn_a_round_that_somebody_else_would_have_won() -> None:
    turned = 0
    for seed in range(20):
        play = played("cuadrominos", "greedy", seed, players=3)
        moves = told(play)
        points = play.rounds[0].points()
        without = list(points)
        for seat, text, before, _ in moves:
            if "@" in text and before["plane"]:
                without[seat] -= POINTS[corners(before, text)]
        best = [
            {seat for seat, own in enumerate(made) if own == max(made)}
            for made in (points, without)
        ]
        assert ask(play, "turned") == (best[0] != best[1])
        turned += best[0] != best[1]
        winner = play.rounds[0].view(-1).data["winner"]
        assert ask(play, "stalled") == (winner < 0)
        assert ask(play, "out_wins") == (play.won[winner] if winner >= 0 else None)
    assert turned


def test_a_hole_is_lost_when_all_pieces_that_would_fit_lie() -> None:
    lost = holes = 0
    for seed in range(6):
        play = played("cuadrominos", "greedy", seed)
        end = play.rounds[0].view(-1).data
        left = {*end["boneyard"], *(name for hand in end["hands"] for name in hand)}
        given = [cell["asks"] for cell in end["cells"].values() if -1 not in cell["asks"]]
        assert ask(play, "holes") == len(given)
        fitting = []
        for asks in given:
            asked = pattern(*asks)
            assert FREE not in asks
            fitting.append({
                PIECE_NAMES[FITTING[place] >> 2]
                for place in range(FITS_FROM[asked], FITS_FROM[asked + 1])
            } & left)
        assert ask(play, "lost") == part(sum(not names for names in fitting), len(given))
        lost += sum(not names for names in fitting)
        holes += len(given)
    assert 0 < lost <= holes
