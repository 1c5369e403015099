"""What is asked of the puzzles."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa.core.gains import round_won
from sobremesa.lab.asking.play import Play
from tests.asked import ask, played, told


def test_on_a_board_that_is_filled_nothing_is_laid_in_vain() -> None:
    game = sobremesa.game("cuadrominos-puzzle", numbers=2, rows=1, columns=3)
    round = game.load({"laid": []})
    for move in ("00/00@0,0", "11/11@0,2", "01/01@0,1"):
        round.play(round.read(move))
    play = Play(game, [round], round_won(round), 0, ["x"])
    assert ask(play, "covered") == ask(play, "alive") == 1
    assert ask(play, "in_vain") == ask(play, "left") == ask(play, "almost") == 0


@pytest.mark.parametrize("seed", range(8))
def test_pieces_in_vain_are_those_after_the_first_dead_cell(seed: int) -> None:
    play = played("cuadrominos-puzzle", "random", seed)
    [round] = play.rounds
    now = round.reopened()
    cells = {f"{row},{column}" for row in range(3) for column in range(3)}
    alive, vain = 0, 0
    for move in round.played():
        free = cells - {now.text(int(past)).split("@")[1] for past in now.played()}
        open_cells = {now.text(int(one)).split("@")[1] for one in now.moves()}
        vain += free != open_cells
        alive = alive if free != open_cells else len(now.played())
        now.play(move)
    won = round.view(-1).data["ending"] == "won"
    assert ask(play, "in_vain") == vain
    assert ask(play, "alive") == (1 if won else alive / 9)
    assert ask(play, "left") == 9 - len(round.played())
    assert ask(play, "covered") == pytest.approx(len(round.played()) / 9)
    assert len(told(play)) == len(round.played())
