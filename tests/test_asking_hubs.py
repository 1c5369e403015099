"""What is asked of the games whose lines leave from one double, against what an onlooker sees."""

from __future__ import annotations

import pytest

from tests.asked import ask, part, played, told


def number_of(text: str) -> int:
    """Gives the number of a line such as T2."""
    return int(text.partition("@")[2][1:])


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (6, 4), (8, 5)])
def test_lines_are_those_that_have_tiles(players: int, seed: int) -> None:
    play = played("mexican-train", "random", seed, players=players)
    laid = [(seat, text) for seat, text, _, _ in told(play) if "@" in text]
    lines = {text.partition("@")[2] for _, text in laid}
    assert ask(play, "sidings") == sum(line.startswith("M") for line in lines)
    assert ask(play, "trains") == sum(line.startswith("T") for line in lines)
    assert ask(play, "beyond_eight") == (len(lines) > 8)
    public = sum("@M" in text for _, text in laid)
    others = sum("@T" in text and number_of(text) != seat + 1 for seat, text in laid)
    assert ask(play, "on_sidings") == public / len(laid)
    assert ask(play, "on_others") == others / len(laid)


@pytest.mark.parametrize("seed", range(6))
def test_markers_and_series_are_those_of_the_table(seed: int) -> None:
    play = played("mexican-train", "random", seed)
    moves = told(play)
    begun, marked, tiles, series, begins = 0, 0, 0, 0, -1
    started: set[int] = set()
    for seat, text, before, _ in moves:
        begun += len(started)
        marked += len(before["marked"])
        if seat != begins:
            begins = -1
        if "@T" in text and number_of(text) == seat + 1 and seat not in started:
            started.add(seat)
            begins = seat
            series += 1
        tiles += begins == seat and "@" in text
    assert ask(play, "marked") == part(marked, begun)
    assert ask(play, "series") == part(tiles, series)
    assert ask(play, "markers") == sum(
        len(after["marked"]) > len(before["marked"]) for _, _, before, after in moves
    )


def test_a_double_is_left_open_when_the_turn_passes_on() -> None:
    left = answered = 0
    for seed in range(8):
        play = played("mexican-train", "random", seed)
        moves = told(play)
        open_now = [
            place for place, (_, _, before, after) in enumerate(moves)
            if after["open"] and not before["open"]
        ]
        waiting = 0
        for place in open_now:
            seat = moves[place][0]
            later = next((one for one in moves[place + 1 :] if one[0] != seat), None)
            waiting += later is not None and bool(later[2]["open"])
        assert ask(play, "unanswered") == part(waiting, len(open_now))
        left += waiting
        answered += len(open_now) - waiting
    assert left and answered


def test_the_opener_is_who_set_the_station() -> None:
    for seed in range(6):
        play = played("mexican-train", "random", seed)
        end = play.rounds[0].view(-1).data
        opener, pips = end["leader"], end["points"]
        others = [points for seat, points in enumerate(pips) if seat != opener]
        assert ask(play, "opener_wins") == play.won[opener]
        assert ask(play, "opener_pips") == pytest.approx(pips[opener] - sum(others) / 3)


@pytest.mark.parametrize("seed", range(6))
def test_powers_are_the_numbers_that_tiles_leave(seed: int) -> None:
    play = played("super-dominos", "random", seed)
    left = [
        (seat, after["ends"][text.partition("@")[2]], before["hands"][seat])
        for seat, text, before, after in told(play) if "@" in text
    ]
    for name, after, number in (
        ("fifteens", "after_fifteen", 15), ("fourteens", "after_fourteen", 14),
        ("spells", "after_spell", 13), ("turns", "after_three", 3),
    ):
        assert ask(play, name) == sum(end == number for _, end, _ in left)
        early = [seat for seat, end, hand in left if end == number and hand > 2]
        assert ask(play, after) == part(sum(play.won[seat] for seat in early), len(early))


def test_spells_are_drawn_for_and_come_back() -> None:
    back = drawn = 0.0
    for seed in range(12):
        play = played("super-dominos", "random", seed, players=2)
        moves = told(play)
        cast = ask(play, "spells") or 0
        draws = sum(
            text.startswith("+") and before["spell"].startswith("L")
            for _, text, before, _ in moves
        )
        assert ask(play, "spell_draws") == part(draws, cast)
        share = ask(play, "spell_back")
        assert (share is None) == (cast == 0)
        came = any(
            before["spell"].startswith("L") and seat == before["caster"]
            for seat, _, before, _ in moves
        )
        assert bool(share) == came
        back += came
        drawn += draws
    assert back and drawn


def test_a_fourteen_may_be_followed_by_another_tile() -> None:
    for seed in range(6):
        play = played("super-dominos", "random", seed)
        added = [text for _, text, before, _ in told(play) if before["asked"] == "add"]
        assert ask(play, "again") == part(sum("@" in text for text in added), len(added))


def test_plain_tiles_and_doubles_leave_no_power() -> None:
    for seed in range(6):
        play = played("super-dominos", "random", seed)
        plain: list[float] = []
        doubles: list[float] = []
        for seat, text, before, after in told(play):
            tile, _, leg = text.partition("@")
            if leg and after["ends"][leg] not in (3, 13, 14, 15) and before["hands"][seat] > 2:
                high, _, low = tile.partition("-")
                (doubles if high == low else plain).append(play.won[seat])
        assert ask(play, "after_plain") == part(sum(plain), len(plain))
        assert ask(play, "after_double") == part(sum(doubles), len(doubles))
