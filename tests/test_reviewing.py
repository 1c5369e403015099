"""Reviews: chances add up exactly, blunders that brute force knows are found, records are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import sobremesa
from sobremesa import Match, Rng, Round, bots, record, reviewing
from sobremesa.bots.outlook import Outlook
from sobremesa.cli import main
from sobremesa.core.gains import round_won
from tests.laws import short

FAMILIES = ["block", "cerrojo", "domino-poker", "good-neighbors"]


def played(name: str, seed: int = 5) -> Match:
    """Plays a short match, or the beginning of one, between bots that make mistakes."""
    small = {"set": 6} if name == "good-neighbors" else {}
    match = sobremesa.game(name, **short(name, **small)).start(seed)
    rng = Rng(seed)
    while not match.round.over:
        match.play(bots.choose("random", match.view(match.turn), rng))
    return match


def value(round: Round, seat: int) -> float:
    """Finds what a seat wins with everything open and both at their best, by brute force."""
    if round.over:
        return round_won(round)[seat]
    found = []
    for move in round.moves():
        after = round.copy()
        after.play(move)
        found.append(value(after, seat))
    return max(found) if round.turn == seat else min(found)


def endings() -> list[tuple[Round, list[float]]]:
    """Gives late positions in which nothing is hidden and a choice decides, with what every move
    is worth."""
    found = []
    for seed in range(60):
        round = sobremesa.game("block", hand_size=14).start(seed).round
        rng = Rng(seed)
        while not round.over:
            moves = round.moves()
            left = sum(len(hand) for hand in round.dump()["hands"])
            if left <= 9 and len(moves) > 1:
                worth = []
                for move in moves:
                    after = round.copy()
                    after.play(move)
                    worth.append(value(after, int(round.turn)))
                if max(worth) > min(worth):
                    found.append((round.copy(), worth))
            round.play(moves[int(rng.below(len(moves)))])
    return found


def test_a_planted_blunder_costs_what_brute_force_says() -> None:
    found = endings()
    assert len(found) >= 3
    for round, worth in found[:8]:
        view = round.view(int(round.turn))
        for move, kept in zip(round.moves(), worth, strict=True):
            told = reviewing.compared(view, move)
            assert told["loss"] == pytest.approx(max(worth) - kept)
            expected = reviewing.BEST if kept == max(worth) else reviewing.BLUNDER
            assert reviewing.graded(told["loss"]) == expected
            assert told["known"] == pytest.approx(max(worth))


@pytest.mark.parametrize("name", FAMILIES)
def test_choices_and_luck_are_the_whole_change(name: str) -> None:
    match = played(name)
    review = reviewing.reviewed(match)
    [hand] = review.hands
    assert len(hand.steps) == len(match.round.log)
    end = [float(one) for one in Outlook(match.game).worth(match.round)]
    assert hand.steps[-1].chances == pytest.approx(end)
    for seat in range(match.game.players):
        parts = [review.of_deal(hand, seat)] + [
            review.of_step(hand, place, seat) for place in range(len(hand.steps))
        ]
        change = end[seat] - hand.before[seat]
        assert sum(part.own + part.others + part.luck for part in parts) == pytest.approx(change)
        assert review.total(seat).total == pytest.approx(change)
        assert all(part.own <= 0 <= part.others for part in parts)
        assert review.of_deal(hand, seat).own == 0
        counted = sum(step.seat == seat and step.is_graded for step in hand.steps)
        assert sum(review.counts(seat).values()) == counted


def test_between_two_hands_of_a_match_the_chance_goes_on_where_it_was() -> None:
    match = sobremesa.game("block", target=20).start(5)
    rng = Rng(5)
    while not match.over:
        if match.round.over:
            match.next_round()
        match.play(bots.choose("random", match.view(match.turn), rng))
    parts = [reviewing.bare(part) for part in reviewing.parts_of(match)]
    review = reviewing.put_together(match, parts)
    assert len(review.hands) > 1
    for seat in range(2):
        change = review.hands[-1].ended[seat] - review.hands[0].before[seat]
        assert review.total(seat).total == pytest.approx(change)


def test_what_leaves_no_choice_is_luck_alone() -> None:
    review = reviewing.reviewed(played("block"))
    [hand] = review.hands
    forced = [place for place, step in enumerate(hand.steps) if not step.is_graded]
    assert forced
    for place in forced:
        shares = review.of_step(hand, place, 0)
        assert shares.own == shares.others == 0


def test_a_part_comes_out_the_same_again() -> None:
    parts = reviewing.parts_of(played("block"))
    assert reviewing.work_out(parts[0]) == reviewing.work_out(parts[0])


def test_parts_that_do_not_fit_are_refused() -> None:
    match = played("block")
    found = [reviewing.work_out(part) for part in reviewing.parts_of(match)]
    for wrong in (
        found[:-1], [*found, found[-1]], [[{"x": 1}], *found[1:]],
        [[{**found[0][0], "dealt": [2.0, -1.0]}, *found[0][1:]], *found[1:]],
    ):
        with pytest.raises(ValueError, match="review"):
            reviewing.put_together(match, wrong)


def test_what_could_not_be_worked_out_has_no_grades() -> None:
    match = played("block")
    parts = reviewing.parts_of(match)
    review = reviewing.put_together(match, [reviewing.bare(part) for part in parts])
    assert all(not step.is_graded for step in review.hands[0].steps)
    assert review.total(0).total == pytest.approx(0)


def test_a_record_is_reviewed_in_the_terminal(tmp_path: Path) -> None:
    match = played("block")
    file = tmp_path / "match.txt"
    file.write_text(record.write(match, tags={"Seat1": "Ana"}), encoding="utf-8")
    told = CliRunner().invoke(main, ["record", "review", str(file)])
    assert told.exit_code == 0, told.output
    assert "The chance of Ana to win the match" in told.output
    assert "together" in told.output
