"""What is asked of Djambi, against what an onlooker sees."""

from __future__ import annotations

import pytest

from tests.asked import ask, played, told


@pytest.mark.parametrize(("players", "seed"), [(4, 3), (3, 1), (2, 2)])
def test_reigns_and_losses_are_those_of_the_board(players: int, seed: int) -> None:
    play = played("djambi", "easy", seed, players=players, no_kill_rounds=10)
    moves = told(play)
    end = play.rounds[0].view(-1).data
    on_centre = any(
        piece["kind"] == "P" and piece["square"] == after["centre"]
        for _, _, _, after in moves for piece in after["pieces"]
    )
    assert ask(play, "enthroned") == on_centre
    alive = [
        sum(piece["kind"] != "x" for piece in data["pieces"]) for data in (moves[0][2], end)
    ]
    assert ask(play, "kills") == alive[0] - alive[1] > 0
    others = [ask(play, name) for name in ("second", "third", "fourth")]
    assert others[players - 1 :] == [None] * (4 - players)
    assert sum(part or 0 for part in others) == pytest.approx(1 - play.won[play.first])


def test_the_first_and_the_last_on_the_centre_are_told_apart() -> None:
    seen = 0
    for seed in range(6):
        play = played("djambi", "easy", seed, board=9, no_kill_rounds=10)
        holders: list[int] = []
        before = -1
        for _, _, _, after in told(play):
            now = next((
                piece["owner"] for piece in after["pieces"]
                if piece["kind"] == "P" and piece["square"] == after["centre"]
            ), -1)
            if now >= 0 and now != before:
                holders.append(now)
            before = now
        assert ask(play, "reigns") == len(holders)
        assert ask(play, "first_reign") == (play.won[holders[0]] if holders else None)
        assert ask(play, "last_reign") == (play.won[holders[-1]] if holders else None)
        seen += len(holders)
    assert seen


def test_the_first_kill_and_the_first_who_is_out() -> None:
    for seed in range(3):
        play = played("djambi", "easy", seed, board=9, no_kill_rounds=10)
        moves = told(play)
        killer = next((
            seat for seat, _, before, after in moves
            if sum(piece["kind"] == "x" for piece in after["pieces"])
            + len(before["pieces"]) - len(after["pieces"])
            > sum(piece["kind"] == "x" for piece in before["pieces"])
        ), None)
        assert ask(play, "first_kill") == (None if killer is None else play.won[killer])
        out = next((
            place + 1 for place, (_, _, _, after) in enumerate(moves)
            if not all(seat["in"] for seat in after["seats"])
        ), None)
        assert ask(play, "first_out") == out
        turns = sum(before["kind"] == "centre" for _, _, before, _ in moves)
        assert ask(play, "centre_turns") == turns / len(moves)
