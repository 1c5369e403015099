"""Positions set up by hand: what is refused and how it is said, and what comes back."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import sobremesa
from sobremesa import BadPosition, Match, Rng, record
from tests.rules.playing import held, legal, play, shown
from tests.rules.positions import dealt, position, set_up

SMALL = ["6-5 5-5", "4-4"]


def problems(spec: str, data: dict[str, Any]) -> list[str]:
    with pytest.raises(BadPosition) as caught:
        sobremesa.game(spec).load(data)
    assert str(caught.value) == "; ".join(caught.value.problems)
    return caught.value.problems


def made(spec: str, hands: list[str], **parts: Any) -> dict[str, Any]:
    return position(sobremesa.game(spec), hands, **parts)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    data = made("block", SMALL, line="6-6 6-4@W", turn=0)
    data["boneyard"][0] = "6-6"
    data["boneyard"][1] = "9-9"
    data["line"].append("3-2@E")
    data["boneyard"].remove("3-2")
    data.update({"trun": 1, "passes": 5, "points": [1], "ending": "won"})
    assert problems("block", data) == [
        "a position has no trun: did you mean turn?",
        "passes must be a whole number from 0 to 2",
        "points must have the points of each of the 2 seats",
        "ending must be one of: nothing, domino, blocked, target",
        "9-9 is not in the double-six set",
        "6-6 is there twice (SETS-01)",
        "missing: 0-0, 1-0 (SETS-01)",
        "3-2@E is not joined to an equal number, 6 (SETS-09)",
    ]


def test_parts_that_do_not_go_together_are_all_said() -> None:
    data = made("block", ["6-5 5-5", ""], line="6-6", turn=-1, passes=2, before=[120, 3])
    assert problems("block", data) == [
        "the match was won before this hand (SETS-R14)",
        "a hand that is not over has somebody to move: turn must be a seat",
        "everybody has passed, so the hand is over (BLOCK-R02)",
        "seat 1 has no tiles left, so the hand is over (SETS-10)",
    ]


@pytest.mark.parametrize(("change", "reason"), [
    ({"hands": 7}, "hands must be a list of tiles for each seat"),
    ({"hands": [["6-6"], "6-5"]}, "hands must be a list of tiles for each seat"),
    ({"hands": [["6-6"], ["6-5"], ["6-4"]]}, "there are 3 hands for 2 players"),
    ({"hands": [["six"], ["6-5"]]}, "six is no tile: write it like 6-4"),
    ({"boneyard": None}, "boneyard must be a list of tiles"),
    ({"line": "6-6"}, "the line must be a list of tiles"),
    ({"turn": 2}, "turn must be a whole number from -1 to 1"),
    ({"turn": "0"}, "turn must be a whole number from -1 to 1"),
    ({"turn": True}, "turn must be a whole number from -1 to 1"),
    ({"first": -1}, "first must be a whole number from 0 to 1"),
    ({"number": 0}, "number must be a whole number from 1 to 1000000"),
    ({"before": [0, -5]}, "before must have the points of each of the 2 seats"),
    ({"over": 1}, "over must be true or false"),
    ({"over": True}, "a hand that is over, and no other, has an ending"),
    ({"ending": "blocked"}, "a hand that is over, and no other, has an ending"),
    ({"over": True, "ending": "domino", "winner": 0, "turn": -1},
     "who went domino has no tiles left (SETS-10)"),
    ({"over": True, "ending": "blocked"},
     "nobody is to move in a hand that is over: turn must be -1"),
    ({"line": ["6-6", "6-4"]}, "6-4 is no place on the line: write 6-6 for the lead, then 6-4@W"),
    ({"line": ["6-6@W"]}, "6-6@W is no place on the line: write 6-6 for the lead, then 6-4@W"),
    ({"line": ["6-6", "6-4@N"]}, "6-4@N: the line has no end N (SETS-R12)"),
    ({"line": []}, "missing: 6-4, 6-6 (SETS-01)"),
])
def test_what_cannot_be_is_refused_in_words(change: dict[str, Any], reason: str) -> None:
    data = made("block", SMALL, line="6-6 6-4@W", turn=0)
    assert reason in problems("block", {**data, **change})


@pytest.mark.parametrize(("spec", "parts", "reason"), [
    ("muggins", {"line": "", "turn": 0, "hands": ["5-5", "6-6"]},
     "6-6 must be led by seat 1 (MUGGINS-R07)"),
    ("muggins", {"line": "", "turn": 1, "lead": "5-5", "hands": ["5-5", "6-6"]},
     "6-6 must be led by seat 1 (MUGGINS-R07)"),
    ("muggins", {"line": "", "turn": 0, "lead": "5-4", "hands": ["5-4", "6-4"]},
     "nobody holds a double that could be led (MUGGINS-R07)"),
    ("muggins", {"line": "", "turn": 1, "asked": "seek", "hands": ["5-5", "6-6"]},
     "no double is sought when 6-6 leads (SETS-R07)"),
    ("muggins(no_double=redeal)", {"line": "", "turn": 1, "hands": ["5-4", "6-3"]},
     "nobody holds a double: the tiles are dealt again (SETS-R07)"),
    ("muggins", {"asked": "seek"}, "no double is sought once a tile is led (SETS-R07)"),
    ("muggins", {"asked": "shout"}, "asked must be one of: play, seek, claim, call"),
    ("muggins", {"lead": "7-7"}, "lead must be a tile of the set, or nothing"),
    ("muggins", {"lead": 7}, "lead must be a tile of the set, or nothing"),
    ("muggins", {"asked": "claim", "layer": 1},
     "the seat that laid the last tile claims: turn and layer must be one seat"),
    ("muggins", {"asked": "call", "layer": 0},
     "an opponent is asked to call: layer must be a seat, turn another"),
    ("muggins", {"asked": "call"},
     "an opponent is asked to call: layer must be a seat, turn another"),
    ("muggins(auto_claim=True)", {"asked": "claim"},
     "asked must be one of: play, seek"),
    ("muggins", {"line": "", "asked": "claim", "hands": ["5-5", "6-6"]},
     "there is no tile yet to claim for (MUGGINS-R13)"),
    ("muggins", {"points": [100, 0]}, "the match is won, so the hand is over (SETS-R14)"),
    ("muggins", {"before": [60, 0], "points": [40, 0]},
     "the match is won, so the hand is over (SETS-R14)"),
])
def test_what_cannot_be_in_muggins_is_refused(
    spec: str, parts: dict[str, Any], reason: str
) -> None:
    settings = {"hands": SMALL, "line": "6-6 6-4@W", "turn": 0, **parts}
    hands = settings.pop("hands")
    assert problems(spec, made(spec, hands, **settings)) == [reason]


def test_a_finished_hand_may_have_won_the_match() -> None:
    round = sobremesa.game("muggins").load(made(
        "muggins", SMALL, line="6-6 6-4@W", over=True, ending="target", winner=0,
        points=[100, 0],
    ))
    assert round.over and round.turn == -1
    finishing = set_up(
        "muggins(finish_hand=True)", SMALL, line="6-6 6-4@W", points=[100, 0]
    )
    assert not finishing.over


def test_a_deal_needs_full_hands() -> None:
    assert problems("draw", made("draw", ["6-6", "5-5"])) == [
        "each hand is dealt 7 tiles (SETS-R03)"
    ]


def test_a_claim_can_be_set_up_with_an_empty_hand() -> None:
    data = made("muggins", ["", "6-4"], line="6-6 6-3@W", turn=0, asked="claim")
    match = Match(sobremesa.game("muggins"), deal=data)
    play(match, "=15")
    assert shown(match, "ending") == "domino" and match.scores == [25, 0]


def test_the_tile_that_leads_is_found_by_itself() -> None:
    match = Match(sobremesa.game("muggins"), deal=made(
        "muggins", ["5-5 1-0", "6-6 2-0"], turn=1
    ))
    assert match.turn == 1 and legal(match) == ["6-6"]
    seeking = Match(sobremesa.game("muggins"), deal=made(
        "muggins", ["5-4 1-0", "6-4 2-0"], boneyard="1-1", turn=1, first=1
    ))
    assert legal(seeking) == ["+"]
    play(seeking, "+")
    assert legal(seeking) == ["1-1"] and seeking.turn == 1


def test_who_leads_from_a_position_is_the_leader() -> None:
    match = set_up("block(next_lead=rotate,players=3)", ["6-6 1-1", "5-5", "4-4"], turn=1, first=0)
    play(match, "5-5")
    assert shown(match, "leader") == 1 and shown(match, "ending") == "domino"
    match.next_round()
    assert match.turn == 2


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_worlds_of_a_set_up_search_and_lead_keep_the_double_where_it_is(seat: int) -> None:
    game = sobremesa.game("muggins")
    rng = Rng(2)
    match = Match(game, deal=made(
        "muggins", ["5-4 1-0", "6-4 2-0"], boneyard="3-2 1-1 2-2", turn=1, first=1
    ))
    for move in ("+", "+", "1-1", "=0", "quiet", "+"):
        view = match.view(seat)
        for _ in range(20):
            assert game.worlds(view).sample(rng).view(seat) == view
        play(match, move)
    led = Match(game, deal=made("muggins", ["5-5 1-0", "6-6 2-0"], turn=1))
    for _ in range(20):
        assert "6-6" in game.worlds(led.view(seat)).sample(rng).dump()["hands"][1]


@pytest.mark.parametrize("spec", [
    "block(players=3)", "draw(players=3,set=9)", "muggins(players=3)",
])
def test_a_round_comes_back_from_its_dump_with_and_without_history(spec: str) -> None:
    game = sobremesa.game(spec)
    rng = Rng(7)
    match = game.start(7)
    while not match.round.over:
        data = json.loads(json.dumps(match.round.dump()))
        again = game.load(data)
        assert again == match.round
        assert again.view(1) == match.view(1)
        data.pop("history", None)
        bare = game.load(data)
        assert bare.dump() == data
        assert bare.moves() == match.round.moves()
        moves = match.round.moves()
        match.play(moves[int(rng.below(len(moves)))])
    assert game.load(match.round.dump()) == match.round


@pytest.mark.parametrize("spec", ["block", "draw", "muggins"])
def test_play_goes_on_from_a_bare_position_as_it_went_on_from_the_deal(spec: str) -> None:
    game = sobremesa.game(spec)
    for seed in range(12):
        rng = Rng(seed)
        match = game.start(seed)
        for _ in range(9):
            if not match.round.over:
                moves = match.round.moves()
                match.play(moves[int(rng.below(len(moves)))])
        data = match.round.dump()
        data.pop("history", None)
        bare = Match(game, deal=data)
        while not match.round.over:
            moves = match.round.moves()
            move = moves[int(rng.below(len(moves)))]
            match.play(move)
            bare.play(move)
        end, bare_end = match.round.dump(), bare.round.dump()
        end.pop("history")
        bare_end.pop("history", None)
        assert bare_end == end


def test_a_position_that_contradicts_its_history_is_refused() -> None:
    match = play(dealt("draw", ["6-6 6-5", "6-4"]), "6-6", "6-4")
    data = match.round.dump()
    changed = copy.deepcopy(data)
    changed["turn"] = 1
    changed["passes"] = 1
    hint = (
        "does not follow from the history; leave the history out to set up a position of your own"
    )
    assert problems("draw", changed) == [f"turn {hint}", f"passes {hint}"]
    loose = {"history": data["history"]}
    assert sobremesa.game("draw").load(loose) == match.round


@pytest.mark.parametrize(("moves", "reason"), [
    (["6-6", "5-5"], "move 2 of the history, 5-5: you do not hold 5-5 (SETS-05)"),
    (["6-5", "/"], "move 2 of the history, /: you can play, so you may not pass (SETS-R08)"),
    (["6-6", "nothing"], "move 2 of the history, nothing: nothing is no tile: write it like 6-4"),
])
def test_a_history_that_breaks_the_rules_is_refused(moves: list[str], reason: str) -> None:
    match = dealt("draw", ["6-6 6-5 5-5", "6-4 6-3"])
    start = match.round.opening()
    assert problems("draw", {"history": {"start": start, "moves": moves}}) == [reason]


@pytest.mark.parametrize("history", [{}, [], {"start": [], "moves": []}, {"start": {}, "moves": 1}])
def test_a_history_without_start_or_moves_is_refused(history: object) -> None:
    assert problems("draw", {"history": history}) == [
        "a history is the start and the list of moves"
    ]


def test_a_position_is_its_own_once_it_is_set_up() -> None:
    data = made("draw", ["1-1 2-1", "3-3"], line="6-6", turn=0)
    round = sobremesa.game("draw").load(data)
    before = round.dump()
    data["hands"][0].append("nonsense")
    data["boneyard"].clear()
    round.view(0).data["opening"]["before"].append(99)
    assert round.dump() == before
    assert round.opening() == before


def test_tiles_of_a_position_may_be_written_as_people_do() -> None:
    data = made("draw", ["1-1 2-1", "3-3"], line="6-6", turn=0)
    data["hands"][0] = ["[1|2]", "11"]
    data["line"] = ["66"]
    match = Match(sobremesa.game("draw"), deal=data)
    assert held(match, 0) == ["1-1", "2-1"]
    assert shown(match, "line") == ["6-6"]


def test_a_deal_in_any_order_is_still_a_deal() -> None:
    match = sobremesa.game("draw").start(3)
    opening = match.round.opening()
    shuffled = {**opening, "hands": [hand[::-1] for hand in opening["hands"]]}
    assert sobremesa.game("draw").load(shuffled) == match.round


@pytest.mark.parametrize("spec", ["block", "draw", "muggins"])
def test_a_match_from_a_position_can_be_recorded_and_read_back(spec: str) -> None:
    match = set_up(spec, ["6-3 1-1 2-2", "6-5 6-4"], line="6-6 6-1@W", before=[10, 20])
    rng = Rng(1)
    while not match.round.over:
        moves = match.round.moves()
        match.play(moves[int(rng.below(len(moves)))])
    text = record.write(match)
    again = record.read(text).match()
    assert again.round == match.round
    assert record.write(again) == text


def test_a_record_that_names_another_drawn_tile_is_refused() -> None:
    match = set_up("draw", ["1-1 2-1", "3-3"], line="6-6", boneyard="5-5 6-1")
    play(match, "+", "+", "6-1")
    text = record.write(match)
    assert "+5-5 +6-1" in text
    with pytest.raises(sobremesa.BadRecord, match="the next tile of the boneyard is 5-5"):
        record.read(text.replace("+5-5", "+4-4")).match()


ODD: list[Any] = [
    None, -1, 0, 1, 2, 99, True, "", "6-6", "x", [], [[]], {}, ["6-6"], "claim", "call", "seek",
]


@pytest.mark.parametrize("spec", [
    "block(players=3)", "draw(set=9,voluntary_draw=True)", "muggins(players=3)",
    "muggins(hand_size=2,next_lead=winner)", "muggins(no_double=heaviest,hand_size=3)",
])
def test_a_spoilt_position_is_refused_or_played_to_the_end(spec: str) -> None:
    game = sobremesa.game(spec)
    loaded = 0
    for seed in range(80):
        rng = Rng(seed)
        match = game.start(seed)
        for _ in range(rng.below(30)):
            if not match.round.over:
                moves = match.round.moves()
                match.play(moves[int(rng.below(len(moves)))])
        data = match.round.dump()
        data.pop("history", None)
        spoil(data, rng)
        try:
            round = game.load(data)
        except BadPosition:
            continue
        loaded += 1
        assert sorted(round.pieces()) == sorted(game.pieces())
        assert game.load(round.dump()) == round
        while not round.over:
            moves = round.moves()
            move = moves[int(rng.below(len(moves)))]
            assert round.read(round.text(move)) == move
            round.play(move)
            seat = int(rng.below(6 * game.players)) - 1
            if seat < game.players:
                view = round.view(seat)
                assert game.worlds(view).sample(rng).view(seat) == view
    assert 15 < loaded < 75


def spoil(data: dict[str, Any], rng: Rng) -> None:
    """Changes, drops or moves a part of a position."""
    parts = sorted(data)
    part = parts[int(rng.below(len(parts)))]
    way = rng.below(4)
    if way == 0:
        data[part] = ODD[int(rng.below(len(ODD)))]
    elif way == 1:
        del data[part]
    elif way == 2 and isinstance(data[part], list) and data[part]:
        data[part][int(rng.below(len(data[part])))] = ODD[int(rng.below(len(ODD)))]
    else:
        hand = data["hands"][int(rng.below(len(data["hands"])))]
        if hand:
            data["boneyard"].append(hand.pop())
