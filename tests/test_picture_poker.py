"""The poker table in pictures and words."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import sobremesa
from sobremesa import Match, View, picture
from sobremesa.families.poker.ranks import ORDER
from sobremesa.picture.poker.table import chips_of

HANDS = [
    "6-6 5-5 4-4 2-1 3-1", "3-3 2-2 6-5 6-4 4-1", "6-3 5-4 4-2 5-1 6-1", "6-2 5-3 4-3 3-2 5-2",
]
NAMES = ["Ana", "Bruno", "Inés", "Marcel"]


def table(players: int, *moves: str, stacks: list[int] | None = None, **options: Any) -> Match:
    if stacks is not None:
        options["stack"] = sum(stacks) // players
    game = sobremesa.game("domino-poker", players=players, **options)
    held = [hand.split() for hand in HANDS[:players]]
    deal: dict[str, Any] = {
        "hands": held, "first": 0,
        "boneyard": [name for name in ORDER if not any(name in hand for hand in held)],
    }
    if stacks is not None:
        deal["before"] = stacks
    match = Match(game, deal=deal)
    for move in moves:
        match.play(move)
    return match


def told(match: Match, seat: int = -1) -> list[str]:
    return picture.log_lines(match.view(seat), names=NAMES)


def drawn(view: View, shape: str = "wide") -> dict[str, ElementTree.Element]:
    """The things of a picture that have an id."""
    svg = ElementTree.fromstring(picture.svg(view, shape=shape, names=NAMES))
    return {str(one.get("id")): one for one in svg.iter() if one.get("id")}


def words_in(element: ElementTree.Element) -> str:
    return " ".join(element.itertext())


@pytest.mark.parametrize("amount", [1, 4, 7, 37, 99, 100, 263, 4000])
def test_chips_add_up_to_the_amount(amount: int) -> None:
    assert sum(worth * count for worth, count in chips_of(amount)) == amount


def test_a_deal_is_told_from_the_antes_to_the_stacks() -> None:
    match = table(3, "bet", "call", "fold", stacks=[14, 2, 14])
    assert told(match) == [
        "Everybody antes 1.", "Ana bets 2.", "Bruno calls with 1 and is all-in.", "Inés folds.",
        "Ana gets 1 back, which nobody matched.",
        "Ana shows Full Hand: 6-6 5-5 4-4 3-1 2-1.", "Bruno shows One Pair: 3-3 2-2 6-5 6-4 4-1.",
        "Ana takes the pot of 5.",
        "Ana: +3, 17 in all.", "Bruno has no chips left and is out.", "Inés: −1, 13 in all.",
    ]


def test_side_pots_are_told_apart() -> None:
    match = table(4, "bet2", "all-in", "call", "call", "call", stacks=[11, 4, 2, 11])
    assert "Ana takes all 2 pots: 14." in told(match)
    poor = table(3, "check", "bet", "call", "call", stacks=[2, 20, 20])
    assert "Ana takes the main pot of 6." in told(poor)
    assert "Bruno takes a side pot of 2." in told(poor)


def test_a_raise_and_an_all_in_are_told_with_what_they_come_to() -> None:
    match = table(2, "bet 5", "raise 12", "all-in", "fold", betting="no_limit", stack=30)
    assert told(match)[1:] == [
        "Ana bets 5.", "Bruno raises to 12.", "Ana raises to 29 and is all-in.", "Bruno folds.",
        "Ana gets 17 back, which nobody matched.",
        "All others have folded: Ana takes 26.", "Ana: +13, 43 in all.", "Bruno: −13, 17 in all.",
    ]


def test_an_exchange_is_told_to_its_seat_in_full_and_to_others_by_number() -> None:
    match = table(2, "check", "check", "x21 31", "x41", draw=True)
    assert told(match, 0)[3] == "Ana throws 3-1 2-1 away and draws 4-2 3-2."
    assert told(match, 0)[4] == "Bruno exchanges 1 tile."
    assert told(match, 1)[3] == "Ana exchanges 2 tiles."
    assert told(table(2, "check", "check", "pat", draw=True))[3] == "Ana stands pat."


@pytest.mark.parametrize(("moves", "seat", "options", "line"), [
    ([], 0, {}, "Your turn: check or bet"),
    (["bet"], 1, {}, "Your turn: 2 to call"),
    (["bet"], 0, {}, "Bruno is to act"),
    (["check", "check"], 0, {"draw": True}, "Exchange up to 3 tiles, or stand pat"),
    (["check", "check"], 1, {"draw": True}, "Ana may exchange tiles"),
    (["check", "check"], 1, {"hands": 1}, "Ana wins the session with 101 chips."),
])
def test_the_headline_says_what_is_asked(
    moves: list[str], seat: int, options: dict[str, Any], line: str
) -> None:
    assert picture.headline(table(2, *moves, **options).view(seat), names=NAMES) == line


def labels(match: Match) -> list[str]:
    view = match.view(match.turn)
    touches = dict.fromkeys(touch for one in view.data["moves"] for touch in one["touches"])
    return [picture.label(touch, view) for touch in touches]


def test_buttons_say_what_they_cost() -> None:
    assert labels(table(2)) == ["Check", "Bet 2"]
    assert labels(table(2, "bet")) == ["Fold", "Call 2", "Raise to 4"]
    assert labels(table(2, "bet", stacks=[20, 2])) == ["Fold", "Call all-in: 1"]
    wide = labels(table(2, "bet 4", betting="no_limit", stack=20))
    assert wide[:4] == ["Fold", "Call 4", "Raise to 8", "Half pot: 9"]
    assert "Pot: 14" in wide and wide[-1] == "All-in: 19"


def test_quick_raises_are_the_pot_and_half_of_it() -> None:
    match = table(2, "bet 4", betting="no_limit", stack=20)
    assert match.view(1).data["quick"] == ["raise:9", "raise:14"]
    assert match.view(0).data["quick"] == []
    assert table(2, "bet 9", betting="no_limit", stack=20).view(1).data["quick"] == ["raise:18"]
    assert table(2, "bet").view(1).data["quick"] == []


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
def test_bets_pots_and_the_dealer_are_drawn(shape: str) -> None:
    things = drawn(table(3, "bet", "call").view(2), shape)
    assert words_in(things["chip-bet-0"]) == "2" and words_in(things["chip-bet-1"]) == "2"
    assert "chip-bet-2" not in things
    assert words_in(things["chip-pot-0"]) == "Pot 3"
    assert words_in(things["chip-dealer"]) == "D"
    assert "turn" in str(things["seat-2"].get("class"))
    assert [name for name in things if name.startswith("tile-")] == [
        f"tile-{name}" for name in ("6-3", "6-1", "5-4", "5-1", "4-2")
    ]


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
def test_at_the_showdown_the_winner_is_marked_and_folded_hands_stay_hidden(shape: str) -> None:
    things = drawn(table(3, "bet", "fold", "call").view(-1), shape)
    assert "seat won" in str(things["seat-0"].get("class"))
    assert "★" in words_in(things["seat-0"]) and "Full Hand" in words_in(things["seat-0"])
    assert "seat folded" in str(things["seat-1"].get("class"))
    assert "back-1-0" in things and "tile-3-3" not in things
    assert "tile-6-3" in things and "High Piece" in words_in(things["seat-2"])


def spot(element: ElementTree.Element) -> tuple[float, float]:
    """The place of a tile."""
    x, y = re.findall(r"translate\(([\d.]+) ([\d.]+)\)", str(element.get("transform")))[0]
    return float(x), float(y)


def cloth(view: View, shape: str = "wide") -> list[float]:
    """Where the cloth lies, and how far it reaches across and down."""
    felt = re.search('class="felt"[^>]*', picture.svg(view, shape=shape))
    assert felt
    return [float(part) for part in re.findall(r'"([\d.]+)"', felt[0])]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_a_wide_table_the_tiles_of_all_lie_on_the_cloth(players: int) -> None:
    view = table(players).view(0)
    things = drawn(view)
    x, y, across, down = cloth(view)
    for seat in range(1, players):
        middle = spot(things[f"back-{seat}-2"])
        assert ((middle[0] - x) / across) ** 2 + ((middle[1] - y) / down) ** 2 < 1
        assert spot(things[f"back-{seat}-3"])[0] - middle[0] > 45


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
def test_the_hand_that_won_lies_in_the_middle(shape: str) -> None:
    view = table(3, "bet", "call", "fold", stacks=[14, 2, 14]).view(1)
    won = spot(drawn(view, shape)["tile-4-4"])
    x, y, _, _ = cloth(view, shape)
    assert abs(won[0] - x) <= 1 and abs(won[1] - y) <= 25


def test_tiles_can_be_picked_only_when_they_may_be_exchanged() -> None:
    match = table(2, "check", draw=True)
    assert "pick:" not in picture.svg(match.view(1))
    match.play("check")
    touches = re.findall(r'data-touch="pick:([^"]*)"', picture.svg(match.view(0)))
    assert touches == match.view(0).data["hands"][0]
    assert "pick:" not in picture.svg(match.view(1))


def test_plain_text_has_the_table_within_its_width() -> None:
    match = table(4, "bet2", "all-in", "call", "call", "call", stacks=[11, 4, 2, 11])
    text = picture.ascii(match.view(0), width=60, names=NAMES)
    assert max(len(row) for row in text.splitlines()) <= 60
    assert "Main pot: 8 (Ana, Bruno, Inés, Marcel)" in text
    assert "Your hand: [6|6] [5|5] [4|4] [3|1] [2|1] Full Hand" in text
