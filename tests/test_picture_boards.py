"""The picture of a board, its twin in text, and what is said at it."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import sobremesa
from sobremesa import Round, picture
from sobremesa.bots import choose
from sobremesa.picture.boards import board, pieces, story
from sobremesa.picture.boards.squares import CAMPS, Grid
from sobremesa.picture.scenes import difference, nodes_in
from sobremesa.picture.seats import room_for
from sobremesa.table.words import speech

SMALL = {"players": 2, "board": 7, "two_player_layout": "single_camp"}


def late(steps: int, **options: Any) -> Round:
    """Plays some steps at random, with every kill that offers itself."""
    match = sobremesa.game("djambi", **options).start(2)
    rng = sobremesa.Rng(4)
    for _ in range(steps):
        if not match.over:
            moves = match.round.moves()
            kills = [move for move in moves if "x" in match.round.text(move)] or moves
            match.play(kills[int(rng.below(len(kills)))])
    return match.round


def small(rows: str, tail: str = "0r", chosen: list[str] | None = None) -> Round:
    """Sets up a board of seven for SW and NE."""
    data: dict[str, Any] = {"fen": f"{rows} {tail}"}
    if chosen:
        data["chosen"] = chosen
    return sobremesa.game("djambi", **SMALL).load(data)


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
@pytest.mark.parametrize("options", [
    {}, {"players": 3, "board": 13}, {"players": 2}, {"board": 7}, SMALL, {"bundle": "modern"},
])
def test_every_touch_of_every_move_is_drawn_once_or_is_a_button(
    options: dict[str, Any], shape: str
) -> None:
    round = late(40, **options)
    seat = int(round.turn)
    view = round.view(seat)
    scene = picture.scene(view, shape=shape, standalone=False)
    ElementTree.fromstring(scene.svg(standalone=False))
    asked = {touch for choice in view.data["moves"] for touch in choice["touches"]}
    assert {touch for touch in asked if touch.startswith("square:")} <= scene.touches.keys()
    things = list(nodes_in(scene.drawn))
    names = [thing.touch for thing in things if thing.touch]
    assert len(names) == len(set(names))
    ids = [thing.id for thing in things if thing.id]
    assert len(ids) == len(set(ids))
    assert sum(id.startswith("piece-") for id in ids) == len(view.data["pieces"])


def test_everything_drawn_lies_within_the_picture() -> None:
    for shape, width, height in (("wide", 1200, 760), ("tall", 400, 720)):
        svg = picture.svg(late(30).view(0), shape=shape)
        for x, y in re.findall(r'translate\(([-\d.]+) ([-\d.]+)\)', svg):
            assert -20 <= float(x) <= width and -20 <= float(y) <= height


PLATE = re.compile(r'<g id="seat-\d" class="seat.*?(?=<g id="|$)', re.DOTALL)
CARD = re.compile(r'<rect class="card"[^>]* y="([\d.]+)"[^>]* height="([\d.]+)"')
WORDS = re.compile(r'<text class="(?:name|quiet)[^"]*"[^>]* y="([\d.]+)"')


def test_cards_stay_whole_with_all_their_words_on_a_short_phone() -> None:
    crowned = small("sG,6/6,nP/7/3,sP,3/7/7/7")
    room = room_for("tall", 390, 513)
    svg = picture.svg(crowned.view(0), shape="tall", room=room, standalone=False)
    plates = PLATE.findall(svg)
    assert len(plates) == 2
    for plate in plates:
        top, high = map(float, CARD.findall(plate)[0])
        lines = [float(y) for y in WORDS.findall(plate)]
        assert top + high <= room.height
        assert all(top < y <= top + high - 3 for y in lines)
    assert max(len(WORDS.findall(plate)) for plate in plates) == 3


@pytest.mark.parametrize("camp", CAMPS)
def test_the_board_is_turned_so_that_each_camp_plays_from_the_lower_left(camp: str) -> None:
    round = sobremesa.game("djambi").start(1).round
    seat = CAMPS.index(camp)
    grid = Grid(11, 0, 0, 1, board.turns_for(round.view(seat)))
    corner = {"SW": "a1", "NW": "a11", "NE": "k11", "SE": "k1"}[camp]
    assert grid.cell(corner) == (0, 10)
    assert grid.cell("f6") == (5, 5)
    assert sorted(grid.cell(name) for name in grid.squares()) == [
        (column, row) for column in range(11) for row in range(11)
    ]


def test_two_players_sit_along_their_sides() -> None:
    round = sobremesa.game("djambi", players=2).start(1).round
    assert [board.turns_for(round.view(seat)) for seat in (0, 1, -1)] == [0, 2, 0]


def test_pieces_differ_by_sign_and_camps_by_outline_and_not_by_colour_alone() -> None:
    assert len(set(pieces.SIGNS.values())) == 6
    outlines = [pieces.base(camp, "same") for camp in CAMPS]
    assert len(set(outlines)) == 4
    assert all(sign not in pieces.DEAD.markup for sign in pieces.SIGNS.values())
    faces = [
        pieces.living(kind, owner, camp)
        for kind in pieces.SIGNS for owner in (*CAMPS, "") for camp in CAMPS
    ]
    assert len({face.name for face in faces}) == len({face.markup for face in faces}) == 120


def test_a_captured_piece_has_its_owners_base_and_a_mark_of_its_origin() -> None:
    own, taken = pieces.living("T", "SW", "SW"), pieces.living("T", "SW", "NE")
    assert "origin" not in own.markup
    assert pieces.base("SW", "camp-sw base") in taken.markup
    assert pieces.base("NE", "camp-ne") in taken.markup
    nobodys = pieces.living("T", "", "NE").markup
    assert "camp-none" in nobodys and "nobody" in nobodys and "camp-ne" in nobodys


def test_the_last_turn_and_what_followed_is_shown() -> None:
    round = small("6,nP/7/1,nG,5/7/7/1,sT,5/sP,6")
    round.play(round.read("b2b5"))
    view = round.view(0)
    assert story.last_traces(view) == [("b2", "b5", "moved")]
    assert 'class="in-hand"' in picture.svg(view)
    round.play(round.read("g1"))
    assert story.last_traces(round.view(0)) == [("b2", "b5", "moved"), ("b5", "g1", "put")]
    assert 'class="in-hand"' not in picture.svg(round.view(0))
    round = small("6,nP/7/1,nG,5/7/7/1,sR,5/sP,6")
    round.play(round.read("b2b4"))
    round.play(round.read("b5"))
    assert story.last_traces(round.view(1)) == [("b2", "b4", "moved"), ("", "b5", "shot")]


def test_a_move_tells_a_page_of_the_square_where_it_ends_and_of_no_piece() -> None:
    round = small("6,nP/7/7/7/7/1,sT,5/sP,6")
    before = picture.scene(round.view(-1), standalone=False)
    round.play(round.read("b2b4"))
    told = difference(before, picture.scene(round.view(-1), standalone=False))
    assert "symbols" not in told
    assert told["nodes"].keys() == {
        "seat-0", "seat-1", "sm-coming", "sm-happened", "sm-board", "sm-square-b4", "sm-talk",
    }


@pytest.mark.parametrize(("rows", "moves", "said"), [
    ("7/6,nP/7/7/7/1,sT,5/sP,6", ["b2c2"], "Ada: the direct killer b2–c2."),
    ("7/6,nP/1,nG,5/7/7/1,sT,5/sP,6", ["b2b5", "g1"],
     "Ada: the direct killer b2–b5; killed: a warrior; the corpse goes to g1."),
    ("7/6,nP/1,nG,5/7/7/1,sR,5/sP,6", ["b2b4", "b5"],
     "Ada: the remote killer b2–b4; killed: a warrior on b5."),
    ("7/6,nP/1,nG,5/7/7/1,sR,5/sP,6", ["b2b4", "nobody"],
     "Ada: the remote killer b2–b4; kills nobody."),
    ("7/6,nP/1,nT,5/7/7/1,sZ,5/sP,6", ["b2b5", "g1"],
     "Ada: the zoomobile b2–b5; sent to g1: the direct killer."),
    ("7/6,nP/1,x,5/7/7/1,sN,5/sP,6", ["b2b5", "g1"],
     "Ada: the necromobile b2–b5; the corpse goes to g1."),
    ("7/6,nP/7/7/7/7/3,sP,3", ["d1d4"], "Ada: the prince d1–d4. Ada takes the centre."),
    ("7/7/7/3,nP,3/4,sG,2/6,nT/sP,6", ["e3d4"],
     "Ada: a warrior e3–d4; killed: the prince. It disappears from d4: the prince. It "
     "disappears from d4: a warrior. Ada takes over what Bea had: 1 piece. Bea is out of the "
     "game."),
])
def test_a_turn_in_words(rows: str, moves: list[str], said: str) -> None:
    round = small(rows)
    for move in moves:
        round.play(round.read(move))
    line = picture.log_lines(round.view(0), names=["Ada", "Bea"])[0]
    assert sorted(line.split(". ")) == sorted(said.split(". "))


def test_a_prince_walled_in_is_told_with_what_he_leaves() -> None:
    round = sobremesa.game("djambi").load({
        "fen": "wP,9,nP/11/11/7,x,3/11/11/11/11/4,sG,6/x,6,nN,3/sP,x,8,eP 2r 2"
    })
    for move in ("h2h8", "b2"):
        round.play(round.read(move))
    names = ["Ada", "Bea", "Cid", "Dan"]
    assert picture.news(round.view(3), names=names) == (
        "Cid: the necromobile h2–h8; the corpse goes to b2. It dies where it stands, on a1: the "
        "prince. What Ada had belongs to nobody now: 1 piece. Ada is out of the game."
    )
    assert (
        "The pieces of south-west can be claimed when Bea, Cid, Dan have played."
        in picture.ascii(round.view(3), names=names)
    )


@pytest.mark.parametrize(("rows", "chosen", "asked"), [
    ("7/6,nP/7/7/7/1,sT,5/sP,6", None, "Your turn"),
    ("7/6,nP/1,nG,5/7/7/1,sT,5/sP,6", ["b2", "b5"], "Where does the corpse go?"),
    ("7/6,nP/1,nG,5/7/7/1,sZ,5/sP,6", ["b2", "b5"], "Where do you send it: a warrior?"),
    ("7/6,nP/1,nG,5/7/7/1,sR,5/sP,6", ["b2", "b4"], "Whom does the remote killer kill?"),
])
def test_what_is_asked_at_each_step(rows: str, chosen: list[str] | None, asked: str) -> None:
    round = small(rows, chosen=chosen)
    assert picture.headline(round.view(0)) == asked
    assert picture.headline(round.view(1), names=["Ada", "Bea"]) == "Ada is to play"


def test_the_right_to_a_turn_and_the_turns_to_come_are_shown() -> None:
    round = sobremesa.game("djambi", first_player=0).load({
        "fen": "wP,9,nP/11/11/11/11/5,sP,5/11/11/11/11/10,eP 0c 1"
    })
    view = round.view(0)
    assert picture.headline(view) == "Your turn, for your prince is on the centre"
    assert picture.label("decline", view) == "Decline the turn"
    svg = picture.svg(view)
    assert "a turn by the centre" in svg
    assert svg.count('class="token ') == 4 + 1 + len(view.data["coming"])
    assert len(view.data["coming"]) == 5
    assert picture.svg(round.view(1)).count("with a prince on the centre") >= 1


def test_timers_and_what_waits_are_told() -> None:
    round = sobremesa.game("djambi", players=3).start(1).round
    text = picture.ascii(round.view(0))
    assert "The pieces of south-east wait for a prince on the centre." in text


def test_the_end_is_told() -> None:
    match = sobremesa.game("djambi", board=7, no_kill_rounds=8).start(1)
    rng = sobremesa.Rng(3)
    while not match.over:
        match.play(choose("random", match.view(match.turn), rng))
    view = match.view(0)
    assert picture.headline(view) == picture.log_lines(view)[-1]
    assert "king and wins" in picture.headline(view) or "drawn" in picture.headline(view)
    assert "Turns to come" not in picture.svg(view)


def test_the_text_twin_fits_its_width_and_shows_every_piece() -> None:
    round = late(25)
    text = picture.ascii(round.view(0), width=60)
    assert max(len(line) for line in text.splitlines()) <= 60
    shown = [line for line in text.splitlines() if re.match(r" *\d+ ", line)]
    assert len(shown) == 11
    corpses = sum(
        piece["kind"] == "x" and piece["square"] != ""
        for piece in round.view(0).data["pieces"]
    )
    assert "".join(shown).count(" x") == corpses


def test_a_screen_reader_hears_what_stands_on_a_square() -> None:
    view = small("6,nP/7/1,x,5/7/7/1,sT,5/sP,6").view(0)
    assert picture.spoken("square:b2", view) == "b2: the direct killer, south-west"
    assert picture.spoken("square:b5", view) == "b5: a corpse"
    assert picture.spoken("square:d4", view) == "d4, the centre, free"
    assert picture.spoken("square:a2", view) == "a2, free"


@pytest.mark.parametrize("language", ["es", "fr", "ro"])
def test_a_game_is_told_in_other_languages(language: str) -> None:
    view = late(30, players=3).view(0)
    say = speech(language)
    told = picture.log_lines(view, say=say)
    english = picture.log_lines(view)
    assert len(told) == len(english)
    assert all(one != other for one, other in zip(told, english, strict=True))


def test_a_diagram_lights_what_its_piece_can_do() -> None:
    view = small("7/6,nP/1,nG,5/7/7/1,sT,5/sP,6").view(0)
    assert story.shown_piece(view) == "b2"
    lit = story.lit_in_diagram(view)
    assert "b5" in lit and "b4" in lit and "b6" not in lit and "d4" not in lit
    svg = picture.diagram(view, 400, 400)
    assert svg.count('class="lit"') == len(lit)
    assert "data-touch" not in svg and 'role="button"' not in svg
