"""What is asked of the games of locks and keys, against what an onlooker sees."""

from __future__ import annotations

from collections import Counter

import pytest

from sobremesa.core.gains import round_won
from sobremesa.lab.asking.play import Play
from tests.asked import Data, ask, part, played, told
from tests.rules.test_cerrojo import closed


def suit(name: str) -> int:
    """Gives the suit of a tile such as 2C."""
    return int(name.rstrip("CL"))


def has_a_base(hand: list[str], sides: Data) -> bool:
    """Tells whether a hand has a tile that an open side asks for."""
    asked = [one["asks"] for one in sides.values() if one["state"].startswith("open")]
    return any(suit(name) in asked for name in hand)


def hands_before(play: Play) -> list[list[list[str]]]:
    """Lists all hands before every move."""
    [round] = play.rounds
    now = round.reopened()
    found = []
    for move in round.played():
        found.append([now.view(seat).data["hands"][seat] for seat in range(len(play.won))])
        now.play(move)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_locks_keys_and_passes_are_those_of_the_log(seed: int) -> None:
    play = played("cerrojo", "random", seed)
    moves = told(play)
    texts = [text for _, text, _, _ in moves]
    assert ask(play, "locked") == sum("C!" in text for text in texts)
    assert ask(play, "opened") == sum("^" in text for text in texts)
    assert ask(play, "shut") == sum("L!" in text for text in texts)
    laid = Counter(letter for text in texts for letter in text if letter in "CL")
    assert ask(play, "locks_turned") == part(sum("C!" in text for text in texts), laid["C"])
    turned = sum("^" in text or "L!" in text for text in texts)
    assert ask(play, "keys_turned") == part(turned, laid["L"])
    closers = [play.won[seat] for seat, text, _, _ in moves if "C!" in text]
    assert ask(play, "closer_wins") == part(sum(closers), len(closers))


def test_a_pass_with_a_base_in_hand_is_one_by_repetition() -> None:
    seen = 0
    for seed in range(12):
        play = played("cerrojo", "random", seed)
        passing = [
            has_a_base(hands[seat], before["sides"])
            for (seat, text, before, _), hands in zip(told(play), hands_before(play), strict=True)
            if text == "paso" and before["salida"]
        ]
        assert ask(play, "passes") == len(passing)
        assert ask(play, "barred") == part(sum(passing), len(passing))
        seen += sum(passing)
    assert seen


def test_specials_are_counted_where_they_were_dealt() -> None:
    for seed in range(6):
        play = played("cerrojo", "random", seed)
        dealt = hands_before(play)[0]
        for name, letter in (("lock_wins", "C"), ("key_wins", "L")):
            holders = [
                seat for seat, hand in enumerate(dealt) for tile in hand if letter in tile
            ]
            assert ask(play, name) == sum(play.won[seat] for seat in holders) / 2


def test_a_closed_round_is_closed_by_repetition_while_somebody_holds_a_base() -> None:
    ended = repeated = locked = 0
    for seed in range(24):
        play = played("cerrojo", "random", seed)
        end = play.rounds[0].view(-1).data
        if end["ending"] != "closed":
            assert ask(play, "by_repetition") is None is ask(play, "by_a")
            continue
        found = any(has_a_base(hand, end["sides"]) for hand in end["hands"])
        shut = any(not one["state"].startswith("open") for one in end["sides"].values())
        assert ask(play, "by_repetition") == found
        assert ask(play, "with_a_lock") == shut
        ended, repeated, locked = ended + 1, repeated + found, locked + shut
    assert ended > repeated > 0 and locked


@pytest.mark.parametrize(("hands", "test"), [
    (["4 4", "5 4"], "by_points"), (["4 3", "5 1 1"], "by_a"), (["4 3", "5 2"], "by_b"),
    (["2 3", "2 3"], "by_c"),
])
def test_each_rung_of_the_ladder_decides_its_example(hands: list[str], test: str) -> None:
    round = closed(hands).round
    play = Play(round.game, [round], round_won(round), 0, ["random"] * 2)
    for name in ("by_points", "by_a", "by_b", "by_c"):
        assert ask(play, name) == (name == test)


def test_tiles_taken_are_those_of_the_deposit() -> None:
    for seed in range(4):
        play = played("cerrojo", "random", seed, players=2)
        assert ask(play, "draws") == sum(text == "+" for _, text, _, _ in told(play))
