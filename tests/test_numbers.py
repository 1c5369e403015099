"""Whole numbers from outside: refused in a sentence before they meet compiled integers."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import BadOption, IllegalMove, Match, Rng, UnknownRules, record
from sobremesa.core.game import game_class, make_game
from tests.laws import short

HUGE = [2**31, 2**62, 2**63 - 1, 2**63, 2**64, 2**70, -(2**63), -(2**63) - 1, 10**5000]
OPTIONS = [
    (name, option.name) for name in sobremesa.games()
    for option in game_class(name).declared() if not isinstance(option.default, bool)
]


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_a_huge_option_is_refused_as_number_and_as_text(name: str, option: str) -> None:
    for number in HUGE:
        with pytest.raises(BadOption):
            sobremesa.game(name, **{option: number})
        with pytest.raises(BadOption):
            sobremesa.game(name, **{option: f"{number:x}" if number == HUGE[-1] else str(number)})
    with pytest.raises(BadOption):
        sobremesa.game(name, **{option: "9" * 5000})


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_the_largest_value_of_an_option_is_played_or_refused(name: str, option: str) -> None:
    declared = next(one for one in game_class(name).declared() if one.name == option)
    for number in (declared.highest, declared.low):
        try:
            match = sobremesa.game(name, **{**short(name), option: number}).start(1)
        except BadOption:
            continue
        match.play(match.round.moves()[0])
        assert record.read(record.write(match)).match().round == match.round


@pytest.mark.parametrize("name", sobremesa.games())
def test_a_huge_move_or_seat_is_refused(name: str) -> None:
    match = sobremesa.game(name, **short(name)).start(1)
    for number in HUGE:
        with pytest.raises(IllegalMove):
            match.play(number)
        with pytest.raises(IllegalMove):
            match.play(match.round.moves()[0], seat=number)
        with pytest.raises(IllegalMove):
            match.view(number)
        with pytest.raises(IllegalMove):
            match.take_back(number)
    assert not match.round.played()


def test_a_seed_that_fits_no_64_bits_is_refused() -> None:
    for seed in (-1, 2**64, 2**70, 10**5000):
        with pytest.raises(BadOption, match="a seed is a whole number from 0 to"):
            Rng(seed)
        with pytest.raises(BadOption):
            sobremesa.game("block").start(seed)
    assert Match(sobremesa.game("block"), 2**64 - 1).seed == 2**64 - 1


def test_only_the_known_version_of_the_rules_is_played() -> None:
    assert make_game("block", {}, rules=1) == make_game("block", {}, rules="1")
    for version in (0, 2, "one", 10**5000, ""):
        with pytest.raises(UnknownRules, match="of the rules of block is not known here"):
            make_game("block", {}, rules=version)
