"""What is said at the table, and the table in plain text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import sobremesa
from sobremesa import Match, Rng, picture
from sobremesa.core.wording import Template, You, to_you
from sobremesa.picture.lines import words
from sobremesa.picture.saying import PLAIN
from sobremesa.table.strings import gather
from tests.laws import watched

ANA_AND_BEN = ["Ana", "Ben"]


def position(
    game: sobremesa.Game, hands: list[list[str]], line: list[str], next: list[str] | None = None,
    **more: object,
) -> Match:
    """Sets up a position; tiles not named lie in the boneyard, those of `next` on top."""
    named = [name for hand in hands for name in hand] + (next or [])
    named += [play.partition("@")[0] for play in line]
    boneyard = (next or []) + [name for name in game.pieces() if name not in named]
    data = {"hands": hands, "line": line, "boneyard": boneyard, "turn": 0, **more}
    return Match(game, deal=data)


@pytest.mark.parametrize("game", [
    sobremesa.game("block", players=4),
    sobremesa.game("draw", players=7, set=9),
    sobremesa.game("muggins", players=3),
    sobremesa.game("block", players=19, set=15),
], ids=repr)
@pytest.mark.parametrize("width", [80, 60])
def test_the_text_is_never_wider_than_asked(game: sobremesa.Game, width: int) -> None:
    names = [f"Player with a rather long name number {seat} " * 2 for seat in range(19)]
    for number, match in enumerate(watched(game, 4)):
        for seat in (-1, 0, 1) if number % 5 == 0 or match.round.over else ():
            text = picture.ascii(match.view(seat), width=width, names=names)
            assert max(len(row) for row in text.splitlines()) <= width


def test_the_text_of_a_plain_line() -> None:
    match = position(
        sobremesa.game("block", players=2), hands=[["6-5", "1-0"], ["4-3"]],
        line=["6-4", "6-6@W", "4-1@E"], before=[20, 35],
    )
    assert picture.ascii(match.view(0), names=ANA_AND_BEN) == (
        "Block · Hand 1 · first to 100\n\n"
        "> Ana: 20 points, 2 tiles\n"
        "  Ben: 35 points, 1 tile\n"
        "  Set aside: 22 tiles\n\n"
        "Line: [6|6] [6|4] [4|1]\n"
        "Open: west 6, east 1\n\n"
        "Your hand: [1|0] [6|5]\n\n"
        "Your turn"
    )


def test_the_text_of_a_line_with_a_spinner_names_its_arms() -> None:
    match = position(
        sobremesa.game("draw", players=2, spinner="always"), hands=[["6-5"], ["4-3"]],
        line=["6-4", "6-6@W", "6-1@W", "6-2@N"],
    )
    text = picture.ascii(match.view(0), names=ANA_AND_BEN)
    assert (
        "Spinner: [6|6]\n"
        "  west 1: [6|1]\n"
        "  east 4: [6|4]\n"
        "  north 2: [6|2]\n"
        "  south 6: -\n"
        "Open: west 1, east 4, north 2, south 6\n"
    ) in text


def test_a_hidden_draw_does_not_tell_the_tile() -> None:
    match = position(
        sobremesa.game("draw", players=2), hands=[["1-0"], ["4-3"]], line=["6-5"],
        next=["3-3", "5-2"],
    )
    match.play("+")
    match.play("+")
    assert picture.log_lines(match.view(0), names=ANA_AND_BEN) == [
        "Ana draws 3-3.", "Ana draws 5-2."
    ]
    assert picture.log_lines(match.view(1), names=ANA_AND_BEN) == [
        "Ana draws a tile.", "Ana draws a tile."
    ]
    assert picture.news(match.view(1), names=ANA_AND_BEN) == "Ana draws 2 tiles."
    assert "drew 2" in picture.svg(match.view(1))


def test_a_pass_is_told_with_the_open_numbers() -> None:
    match = position(
        sobremesa.game("block", players=2), hands=[["1-0"], ["6-3", "2-2"]], line=["6-5"]
    )
    match.play("/")
    assert picture.log_lines(match.view(1), names=ANA_AND_BEN) == ["Ana: “pass”. Open: 6|5."]
    assert "pass 6|5" in picture.svg(match.view(1))
    assert "Ana: 0 points, 1 tile, pass 6|5" in picture.ascii(match.view(1), names=ANA_AND_BEN)
    match.play("6-3")
    assert "pass 6|5" in picture.svg(match.view(1))


def test_the_spinner_opens_two_numbers_more_once_it_lies() -> None:
    match = position(
        sobremesa.game("block", players=2, spinner="always"),
        hands=[["5-4", "1-0"], ["3-2", "6-6"]], line=["6-5"],
    )
    for move in ("5-4@E", "6-6@W", "/"):
        match.play(move)
    assert [moment.open_numbers for moment in words.moments(match.view(0))] == [
        [6, 5], [6, 4], [6, 4]
    ]


def test_going_domino_is_called_and_counted() -> None:
    match = position(
        sobremesa.game("block", players=2), hands=[["5-4"], ["6-6", "6-4"]], line=["6-5"],
        before=[90, 0],
    )
    match.play("5-4")
    view = match.view(1)
    assert picture.log_lines(view, names=ANA_AND_BEN) == [
        "Ana lays 5-4 on the open 5.",
        "Ana goes domino and scores 22.",
        "Ana wins the match with 112 points.",
        "Ana: 0 pips left, 22 points in this hand, 112 in all.",
        "Ben: 22 pips left, 0 points in this hand, 0 in all.",
    ]
    assert picture.headline(view, names=ANA_AND_BEN) == "Ana wins the match with 112 points."
    assert "Domino!" in picture.svg(view, names=ANA_AND_BEN)
    assert "+22" in picture.ascii(view, names=ANA_AND_BEN)


def test_a_blocked_hand_is_told() -> None:
    match = position(
        sobremesa.game("block", players=2), hands=[["1-0"], ["3-2"]], line=["6-5"], passes=1
    )
    match.play("/")
    assert picture.headline(match.view(0), names=ANA_AND_BEN) == (
        "The hand is blocked; Ana gains 4."
    )


def test_a_block_without_a_winner_is_told() -> None:
    match = position(
        sobremesa.game("block", players=2), hands=[["3-0"], ["2-1"]], line=["6-5"], passes=1
    )
    match.play("/")
    assert picture.headline(match.view(0)) == "The hand is blocked."


def muggins(before: list[int] | None = None) -> Match:
    return position(
        sobremesa.game("muggins", players=2), hands=[["6-3", "1-0"], ["6-2", "4-4"]],
        line=["6-6"], lead="6-6", before=before or [0, 0],
    )


def test_a_right_claim_is_called_at_the_seat() -> None:
    match = muggins()
    match.play("6-3")
    assert picture.headline(match.view(0), names=ANA_AND_BEN) == "What do you claim?"
    assert picture.headline(match.view(1), names=ANA_AND_BEN) == "Ana may claim"
    match.play("=15")
    assert picture.news(match.view(1), names=ANA_AND_BEN) == "Ana: “15”, and scores 15."
    assert re.search(r'class="bubble-text"[^>]*>15<', picture.svg(match.view(1)))


def test_a_forgotten_claim_is_called_muggins() -> None:
    match = muggins()
    match.play("6-3")
    match.play("=0")
    assert picture.headline(match.view(1), names=ANA_AND_BEN) == "Call Muggins on Ana?"
    match.play("muggins")
    assert picture.log_lines(match.view(0), names=ANA_AND_BEN)[1:] == [
        "Ana claims nothing.", "Ben: “Muggins!”, and takes 15."
    ]
    assert "Muggins!" in picture.svg(match.view(0))


def test_wrong_calls_are_told_as_void() -> None:
    match = muggins()
    match.play("6-3")
    match.play("=10")
    match.play("quiet")
    match.play("6-2")
    match.play("=35")
    match.play("muggins")
    told = picture.log_lines(match.view(0), names=ANA_AND_BEN)
    assert told[1] == "Ana: “10”, which does not count."
    assert told[3] == "Ben: “35”, which does not count."
    assert told[4] == "Ana: “Muggins!”, and takes 5."


def test_points_that_win_at_once_end_the_hand() -> None:
    match = muggins(before=[90, 0])
    match.play("6-3")
    match.play("=15")
    assert picture.log_lines(match.view(0), names=ANA_AND_BEN)[2:4] == [
        "Ana reaches 100.", "Ana wins the match with 105 points."
    ]


def test_buttons_and_what_a_screen_reader_says() -> None:
    view = muggins().view(0)
    labels = {
        "pass": "Pass", "claim:15": "Claim 15", "claim:0": "Claim nothing",
        "muggins": "Muggins!", "quiet": "Let it pass", "boneyard": "Draw a tile",
        "tile:6-3": "6-3", "end:W": "At 6-6, open 6", "end:start": "Lead",
    }
    for touch, text in labels.items():
        assert picture.label(touch, view) == text
    assert picture.spoken("tile:6-3", view) == "tile six-three"
    assert picture.spoken("tile:6-6", view) == "tile double six"
    assert picture.spoken("tile:1-0", view) == "tile one-blank"
    assert picture.spoken("end:N", view) == "end at 6-6, open 6"
    assert picture.spoken("boneyard", view) == "boneyard, 23 tiles: draw one"
    assert picture.spoken("pass", view) == "Pass"


def test_whoever_cannot_play_is_told_what_is_left() -> None:
    drawing = position(
        sobremesa.game("draw", players=2), hands=[["1-0"], ["4-3"]], line=["6-5"]
    )
    assert picture.headline(drawing.view(0)) == "Nothing fits: draw a tile"
    passing = position(
        sobremesa.game("block", players=2), hands=[["1-0"], ["4-3"]], line=["6-5"]
    )
    assert picture.headline(passing.view(0)) == "Nothing fits: pass"
    assert picture.headline(passing.view(1)) == "Seat 1 is to play"


def test_whoever_must_lead_is_told_so() -> None:
    match = sobremesa.game("muggins", players=3).start(7)
    lead = match.view(0).data["lead"]
    assert picture.headline(match.view(match.turn)) == f"Your turn: lead {lead}"
    assert picture.headline(match.view((match.turn + 1) % 3)).endswith("is to lead")


def test_every_sentence_goes_through_the_translator() -> None:
    def marked(template: str) -> str:
        return "¡" + template

    for match in watched(sobremesa.game("muggins", players=3), 5):
        view = match.view(0)
        for sentence in [
            *picture.log_lines(view, say=marked), picture.headline(view, say=marked),
            *(picture.spoken(t, view, say=marked) for c in view.data["moves"]
              for t in c["touches"]),
        ]:
            assert sentence.startswith("¡")
        drawn = re.findall(r"<text[^>]*>([^<]+)</text>", picture.svg(view, say=marked))
        for text in drawn:
            assert "¡" in text or re.fullmatch(r"[+\d]+", text)


def test_what_is_said_of_a_player_is_said_to_whoever_looks_on() -> None:
    you = You("Ana")
    said = Template("{name} has no double and hands the opening on.")
    assert said.format(name="Ana") == "Ana has no double and hands the opening on."
    assert said.format(name=you) == "You have no double and hand the opening on."
    assert Template("Fourteen: {name} may go again.").format(name=you) == (
        "Fourteen: you may go again."
    )
    train = Template("{name} lays {tile} on {owner}'s train.")
    assert train.format(name="Ben", tile="6-4", owner=you) == "Ben lays 6-4 on your train."
    assert train.format(name=you, tile="6-4", owner="Ben") == "You lay 6-4 on Ben's train."


def test_no_sentence_says_you_draws() -> None:
    about = [one if isinstance(one, str) else one[1] for one in gather()]
    about = [sentence for sentence in about if "{name} " in sentence]
    assert len(about) > 80
    for sentence in about:
        told = to_you(sentence, ("name",))
        assert "{name}" not in told
        assert not re.search(r"\b[Yy]ou (is|has|\w+[^s]s)\b", told), told
        assert not re.search(r"\b(and|or) (is|has|\w+[^s]s)\b", told), told


def test_points_made_in_play_are_points_of_the_hand() -> None:
    match = position(
        sobremesa.game("muggins", players=2, auto_claim=True), hands=[["5-0"], ["1-0"]],
        line=["5-5"], leader=0,
    )
    match.play("5-0@W")
    made = sum(points for seat, _, points in match.view(0).data["log"] if seat == 0)
    gain = match.view(0).data["points"][0]
    assert made > 0 and gain > made
    assert f"Ana: 0 pips left, {gain} points in this hand, {gain} in all." in (
        picture.log_lines(match.view(0), names=ANA_AND_BEN)
    )
    assert "Ben: 1 pip left, 0 points in this hand, 0 in all." in (
        picture.log_lines(match.view(0), names=ANA_AND_BEN)
    )


def test_a_pass_where_the_ends_ask_for_nothing_is_a_plain_pass() -> None:
    # All matadors are laid and both ends show a blank: the last pass names no number.
    past = [words.Moment(0, "/", 0, [0], [])]
    (badge,) = words.badges_of(past, 1, PLAIN)[0]
    assert (badge.text, badge.short) == ("pass", "pass")


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
@pytest.mark.parametrize("name", ["block", "muggins", "sebastopol", "matador"])
def test_ends_are_named_as_they_lie_on_the_screen(name: str, shape: str) -> None:
    match = sobremesa.game(name).start(seed=5)
    rng = Rng(5)
    compared = 0
    while not match.round.over:
        moves = match.round.moves()
        match.play(moves[int(rng.below(len(moves)))])
        root = ET.fromstring(picture.svg(match.view(0), shape=shape))
        compared += len(check_sides(root))
    assert compared > 10


def check_sides(root: ET.Element) -> list[tuple[str, str]]:
    """Compares the names of all open ends with where they lie; gives the pairs that it compared."""
    lies: dict[str, tuple[float, float]] = {}
    for thing in root.iter():
        if thing.get("data-touch", "").startswith("end:"):
            where = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", thing.get("transform", ""))
            side, ends, _ = thing.get("aria-label", "").partition("end at ")
            assert where and ends
            lies[side.strip()] = float(where[1]), float(where[2])
    pairs = [
        ("left", "right", 0), ("upper", "lower", 1), ("upper left", "right", 0),
        ("lower left", "right", 0), ("upper right", "lower right", 1),
        ("upper left", "lower left", 1), ("left", "upper right", 0), ("left", "lower right", 0),
    ]
    found = [(one, other) for one, other, _ in pairs if one in lies and other in lies]
    for one, other, axis in pairs:
        if (one, other) in found:
            assert lies[one][axis] < lies[other][axis], lies
    return found
