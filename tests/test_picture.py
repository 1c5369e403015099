"""The picture of a line game: what is drawn, where it lies, and that nothing hidden shows."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

import sobremesa
from sobremesa import View, picture
from sobremesa.picture import parts, style
from sobremesa.picture.lines import route, tree
from sobremesa.picture.lines.table import counted_ends, lay_out
from sobremesa.picture.plane.pieces import SIDE
from sobremesa.picture.puzzle import table as puzzle
from sobremesa.picture.saying import PLAIN
from sobremesa.picture.scenes import nodes_in, num
from sobremesa.picture.seats import Frame, Look, framed, hand_size, wide
from sobremesa.table.words import speech
from tests.laws import some, watched

SHAPES = ["wide", "tall", "low"]
# Words, not the numerals of tiles, which grow and shrink with them.
LETTERS = re.compile(r'<text class="(?:quiet|name|news|badge-text|aid|score|title)[^"]*"[^>]*'
                     r'font-size="([\d.]+)"')
LARGE = [
    sobremesa.game("block", players=4),
    sobremesa.game("draw", players=2),
    sobremesa.game("muggins", players=3),
    sobremesa.game("muggins", players=2, set=9),
    sobremesa.game("draw", players=5, set=9, spinner="never"),
    sobremesa.game("block", players=9, set=12),
    sobremesa.game("draw", players=2, set=15, voluntary_draw=True),
    sobremesa.game("muggins", bundle="Texan Five-Up"),
    sobremesa.game("muggins", players=2, set=12, spinner="every", auto_claim=True),
]


def stride(game: sobremesa.Game) -> int:
    """Looks at fewer moments of the long rounds with large sets."""
    return 1 if int(game.options["set"]) <= 9 else 7


def finished(game: sobremesa.Game, seed: int) -> View:
    """Plays a random round to its end."""
    match = list(watched(game, seed))[-1]
    return match.view(0)


def frame_of(view: View, shape: str) -> Frame:
    return framed(view, Look(shape))


def touchables(svg: str) -> Counter[str]:
    return Counter(re.findall(r'data-touch="([^"]+)"', svg))


@pytest.mark.parametrize("game", LARGE, ids=repr)
def test_every_touch_of_a_legal_move_is_one_thing_on_the_table(game: sobremesa.Game) -> None:
    for number, match in enumerate(watched(game, 3)):
        if match.round.over:
            break
        if number % stride(game):
            continue
        view = match.view(match.turn)
        found = touchables(picture.svg(view, shape=SHAPES[number % 3]))
        wanted = {
            touch
            for choice in view.data["moves"]
            for touch in choice["touches"]
            if touch.partition(":")[0] in ("tile", "end", "boneyard")
        }
        assert all(found[touch] == 1 for touch in wanted)
        assert max(found.values(), default=1) == 1


@pytest.mark.parametrize("shape", SHAPES)
def test_pass_claims_and_calls_are_no_things_on_the_table(shape: str) -> None:
    kinds = {
        touch.partition(":")[0]
        for match in watched(sobremesa.game("muggins", players=2), 5)
        for touch in touchables(picture.svg(match.view(0), shape=shape))
    }
    assert kinds == {"tile", "end", "boneyard"}


def test_the_tiles_set_aside_in_block_cannot_be_touched() -> None:
    svg = picture.svg(sobremesa.game("block", players=2).start(1).view(0))
    assert "boneyard" not in touchables(svg)
    assert 'id="back-b-13"' in svg


def test_who_only_watches_can_touch_no_tile() -> None:
    for match in watched(sobremesa.game("draw", players=3), 2):
        view = match.view(-1)
        assert not [touch for touch in touchables(picture.svg(view)) if "tile" in touch]
        assert "Seat 1" in picture.ascii(view)


def overlapping(boxes: list[tuple[float, float, float, float]]) -> list[object]:
    """Lists the pairs of boxes that share more than an edge."""
    boxes = sorted(boxes)
    found: list[object] = []
    for place, one in enumerate(boxes):
        for other in boxes[place + 1:]:
            if other[0] >= one[2] - 1e-6:
                break
            if one[1] < other[3] - 1e-6 and other[1] < one[3] - 1e-6:
                found.append((one, other))
    return found


def box_of(lying: route.Lying, unit: float) -> tuple[float, float, float, float]:
    across, along = (0.5, 1.0) if lying.turn in (route.UP, route.DOWN) else (1.0, 0.5)
    return (
        lying.x - across * unit, lying.y - along * unit,
        lying.x + across * unit, lying.y + along * unit,
    )


def check_layout(view: View, shape: str) -> route.Course:
    """Lays out a line and checks that nothing overlaps or leaves its part of the table."""
    frame = frame_of(view, shape)
    area = frame.line
    laid = lay_out(view, area, frame.largest)
    boxes = [box_of(lying, laid.unit) for lying in [*laid.tiles, *laid.slots.values()]]
    assert not overlapping(boxes)
    assert min(box[0] for box in boxes) >= area.x - 1e-6
    assert min(box[1] for box in boxes) >= area.y - 1e-6
    assert max(box[2] for box in boxes) <= area.right + 1e-6
    assert max(box[3] for box in boxes) <= area.bottom + 1e-6
    return laid


@pytest.mark.parametrize("spinner", ["always", "never"])
@pytest.mark.parametrize("top", [6, 9, 12, 15])
def test_no_two_tiles_of_a_line_overlap(top: int, spinner: str) -> None:
    most = {6: 4, 9: 7, 12: 9, 15: 9}[top]
    for seed in range(30):
        name = ["block", "draw"][seed % 2]
        game = sobremesa.game(name, players=2 + seed % (most - 1), set=top, spinner=spinner)
        view = finished(game, seed)
        for shape in SHAPES:
            laid = check_layout(view, shape)
            names = sorted(lying.name for lying in laid.tiles)
            assert names == sorted(play.partition("@")[0] for play in view.data["line"])


def test_no_two_tiles_overlap_at_any_point_of_a_round() -> None:
    for seed in range(6):
        for match in watched(sobremesa.game("muggins", players=4), seed):
            for shape in SHAPES:
                check_layout(match.view(0), shape)


@pytest.mark.parametrize("top", [6, 9, 12, 15])
def test_no_two_tiles_of_a_tree_overlap(top: int) -> None:
    for seed in range(6 if top < 12 else 2):
        game = sobremesa.game("muggins", players=2 + seed, set=top, hand_size=4, spinner="every")
        view = finished(game, seed)
        for shape in SHAPES:
            laid = check_layout(view, shape)
            names = [lying.name for lying in laid.tiles]
            assert names == [play.partition("@")[0] for play in view.data["line"]]


def test_the_tiles_of_a_tree_lie_at_those_to_which_they_were_joined() -> None:
    for seed in range(4):
        for match in watched(sobremesa.game("muggins", bundle="Texan Five-Up"), seed):
            view = match.view(0)
            if not view.data["line"]:
                continue
            for shape in SHAPES:
                laid = check_layout(view, shape)
                where = {lying.name: box_of(lying, laid.unit) for lying in laid.tiles}
                for one, other in parents(view.data["line"]):
                    assert distance(where[one], where[other]) <= 1e-6
                apart = {frozenset(pair) for pair in parents(view.data["line"])}
                for one, box in where.items():
                    for other, another in where.items():
                        if one != other and frozenset((one, other)) not in apart:
                            assert distance(box, another) >= 0.5 * laid.unit - 1e-6


def parents(line: list[str]) -> list[tuple[str, str]]:
    """Pairs each tile of a tree with the one to which it was joined."""
    last: dict[str, str] = {}
    found: list[tuple[str, str]] = []
    for play in line:
        tile, _, arm = play.partition("@")
        number = arm[1:]
        if arm:
            found.append((last.get(arm, f"{number}-{number}" if number else last[""]), tile))
        last[arm] = tile
    return found


def test_every_end_of_a_tree_that_something_fits_has_its_place() -> None:
    for seed in range(3):
        for match in watched(sobremesa.game("muggins", bundle="Texan Five-Up"), seed):
            view = match.view(match.turn if match.turn >= 0 else 0)
            wanted = {
                touch for choice in view.data["moves"] for touch in choice["touches"]
                if touch.startswith("end:")
            }
            for shape in SHAPES:
                frame = frame_of(view, shape)
                slots = lay_out(view, frame.line, frame.largest).slots
                assert wanted <= {f"end:{arm}" for arm in slots}


def test_laying_a_tile_seldom_moves_the_others_of_a_tree() -> None:
    moved = laid = 0
    for seed in range(8):
        before: dict[str, tuple[float, float]] = {}
        for match in watched(sobremesa.game("muggins", bundle="Texan Five-Up"), seed):
            view = match.view(0)
            frame = wide(view)
            tiles = lay_out(view, frame.line, frame.largest).tiles
            now = {lying.name: (lying.x, lying.y) for lying in tiles}
            if before and len(now) > len(before):
                laid += 1
                moved += any(now[name] != place for name, place in before.items())
            before = now
    # A tree grows in four directions and needs the whole table sooner.
    assert moved < 0.3 * laid


def test_a_tree_without_room_is_refused() -> None:
    view = sobremesa.game("muggins", spinner="every").start(4).view(0)
    data = {**view.data, "line": ["6-6", "6-4@E"], "ends": {"W": 6, "E": 4}}
    with pytest.raises(ValueError, match="no room on 3 by 2"):
        tree.lay_out(data, 0, 0, 3, 2, 40)  # type: ignore[arg-type]


def joined(view: View, shape: str) -> None:
    """Checks that in every arm each tile touches the one before it with the same number."""
    line = route.chains(view.data["line"], view.data["spinner"])
    for arm, pieces in line.arms:
        number = line.root.outer if arm == "E" else line.root.inner
        for piece in pieces:
            assert piece.inner == number
            number = piece.outer
        assert number == view.data["ends"][arm]
    laid = check_layout(view, shape)
    where = {lying.name: box_of(lying, laid.unit) for lying in laid.tiles}
    for _, pieces in line.arms:
        for one, other in zip((line.root, *pieces), pieces, strict=False):
            gap = distance(where[one.name], where[other.name])
            assert gap <= 0.25 * laid.unit


def distance(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> float:
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    down = max(one[1] - other[3], other[1] - one[3], 0.0)
    return max(across, down)


def test_each_tile_lies_at_the_one_it_was_joined_to() -> None:
    for seed in range(20):
        game = sobremesa.game("draw", players=3, set=9, spinner=["always", "never"][seed % 2])
        for shape in SHAPES:
            joined(finished(game, seed), shape)


def test_laying_a_tile_seldom_moves_the_others() -> None:
    moved = laid = 0
    for seed in range(8):
        before: dict[str, tuple[float, float]] = {}
        for match in watched(sobremesa.game("block", players=4), seed):
            view = match.view(0)
            frame = wide(view)
            tiles = route.lay_out(view.data, *frame.line, frame.largest).tiles
            now = {lying.name: (lying.x, lying.y) for lying in tiles}
            if before and len(now) > len(before):
                laid += 1
                moved += any(now[name] != place for name, place in before.items())
            before = now
    assert moved < 0.2 * laid


def test_a_spinner_that_was_not_led_is_the_middle_of_four_arms() -> None:
    line = route.chains(["5-3", "5-1@W", "1-1@W", "1-0@W", "3-2@E", "4-1@N"], 2)
    assert line.root.name == "1-1"
    arms = {arm: [piece.name for piece in pieces] for arm, pieces in line.arms}
    assert arms == {"W": ["1-0"], "E": ["5-1", "5-3", "3-2"], "N": ["4-1"], "S": []}


def test_a_led_tile_lies_with_its_higher_number_to_the_west() -> None:
    match = sobremesa.game("block", players=2).start(4)
    lead = next(move for move in match.round.moves() if len(set(match.round.text(move))) == 3)
    match.play(lead)
    frame = wide(match.view(0))
    laid = route.lay_out(match.view(0).data, *frame.line, frame.largest)
    assert laid.tiles[0].turn == route.LEFT


def test_a_line_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="no room on 12 by 9"):
        route.lay_out({"line": ["6-6", "6-4@E"], "spinner": -1}, 0, 0, 12, 9, 40)


def test_a_double_lies_crosswise_and_a_slot_beside_it_along_the_line() -> None:
    data = {"line": ["6-6", "6-4@E", "4-4@E"], "spinner": -1}
    laid = route.lay_out(data, 0, 0, 1000, 400, 40)
    turns = {lying.name: lying.turn for lying in laid.tiles}
    assert turns == {"6-6": route.UP, "6-4": route.LEFT, "4-4": route.UP}
    assert laid.slots["E"].turn in (route.LEFT, route.RIGHT)


@pytest.mark.parametrize("game", LARGE, ids=repr)
def test_no_hidden_tile_is_named_anywhere(game: sobremesa.Game) -> None:
    for number, match in enumerate(watched(game, 11)):
        if match.round.over:
            break
        if number % stride(game):
            continue
        seat = number % (int(game.players) + 1) - 1
        view = match.view(seat)
        known = set(view.data["hands"][seat]) if seat >= 0 else set()
        known |= {play.partition("@")[0] for play in view.data["line"]}
        known.add(view.data.get("lead", ""))
        told = [
            picture.svg(view, shape=SHAPES[number % 3], standalone=False),
            *(
                f"{max(face)}-{min(face)}"
                for face in [
                    (int(one), int(other))
                    for one, other in re.findall(r"\[(\d+)\|(\d+)\]", picture.ascii(view))
                ]
            ),
            *picture.log_lines(view),
        ]
        named = set(re.findall(r"(?<![\d.-])\d{1,2}-\d{1,2}(?![\d.-])", " ".join(told)))
        drawn = set(re.findall(r'id="tile-([^"]+)"', told[0]))
        assert drawn <= known
        assert {name for name in named if name in game.pieces()} <= known


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("standalone", [True, False])
def test_a_picture_is_sound_xml_with_a_title_and_unique_ids(
    shape: str, standalone: bool
) -> None:
    names = ["<Ana & \"Ben\">", "D'Artagnan\x00", "名前", "x" * 60]
    for match in watched(sobremesa.game("muggins", players=4), 8):
        svg = picture.svg(match.view(1), shape=shape, names=names, standalone=standalone)
        root = ElementTree.fromstring(svg)
        assert root.find("{http://www.w3.org/2000/svg}title") is not None
        assert root.find("{http://www.w3.org/2000/svg}desc") is not None
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))


def test_a_picture_for_a_page_has_no_style_of_its_own() -> None:
    view = finished(sobremesa.game("draw", players=2), 3)
    svg = picture.svg(view, standalone=False)
    assert "style" not in svg
    assert "script" not in svg
    # Faces are used within the picture; nothing is fetched from elsewhere.
    assert not re.findall(r'href="[^#]|src=', svg)
    assert "<style>" in picture.svg(view)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_page_says_the_headline_itself(shape: str) -> None:
    view = sobremesa.game("draw", players=2).start(3).view(0)
    written = f">{picture.headline(view)}</text>"
    assert written in picture.svg(view, shape=shape)
    assert written not in picture.svg(view, shape=shape, standalone=False)


def test_every_class_of_a_picture_that_is_painted_is_in_the_style_sheet() -> None:
    view = finished(sobremesa.game("muggins", players=3, set=12), 3)
    svg = picture.svg(view, numerals=True) + picture.svg(view)
    used = set(re.findall(r'<(?:rect|path|text|stop) class="([a-z0-9-]+)', svg))
    assert {name for name in used if f".{name}" not in style.css()} == set()


def test_every_colour_of_the_style_sheet_can_be_changed_by_the_page() -> None:
    for line in style.RULES.splitlines():
        assert not re.search(r"(?:fill|stroke):#", line)
    assert "var(--sm-ivory,#" in picture.css()
    assert "@" not in re.sub(r"@media", "", picture.css())


@pytest.mark.parametrize("game", LARGE, ids=repr)
def test_the_same_view_gives_the_same_bytes(game: sobremesa.Game) -> None:
    one, other = finished(game, 6), finished(game, 6)
    assert one is not other
    assert picture.svg(one) == picture.svg(other)
    assert picture.ascii(one) == picture.ascii(other)


def test_games_and_notebooks_find_the_picture() -> None:
    view = sobremesa.game("muggins", players=3).start(7).view(0)
    assert view.game.svg(view) == view._repr_svg_() == picture.svg(view)
    assert view.game.ascii(view) == str(view) == picture.ascii(view)


def test_tiles_in_the_hand_on_a_phone_are_wide_enough_to_touch() -> None:
    for match in watched(sobremesa.game("draw", players=2, voluntary_draw=True), 4):
        view = match.view(0)
        svg = picture.svg(view, shape="tall")
        scales = re.findall(r'data-touch="tile:[^>]*scale\(([\d.]+)\)', svg)
        if 0 < hand_size(view, 0) <= 24 and not view.over:
            assert min(float(scale) for scale in scales) * 40 >= 40


def test_all_hands_lie_open_when_the_hand_is_over() -> None:
    view = finished(sobremesa.game("block", players=4), 2)
    svg = picture.svg(view)
    for hand in view.data["hands"]:
        assert all(f'id="tile-{tile}"' in svg for tile in hand)


def test_the_last_tile_laid_is_outlined() -> None:
    for match in watched(sobremesa.game("block", players=2), 9):
        view = match.view(0)
        fresh = re.findall(r'id="tile-([^"]+)"(?:(?!</g>).)*"#fresh"', picture.svg(view))
        laid = [text for _, text, _ in view.data["log"] if text != "/"]
        assert fresh == [text.partition("@")[0] for text in laid[-1:]]


def test_the_count_of_the_ends_is_shown_as_an_aid_only() -> None:
    match = sobremesa.game("muggins", players=2).start(3)
    match.play(match.round.moves()[0])
    count = match.view(0).data["count"]
    assert f"add up to {count}" in picture.svg(match.view(0), aids=True)
    assert "add up to" not in picture.svg(match.view(0))
    assert "add up to" not in picture.ascii(match.view(0))


def test_every_seat_of_a_large_table_has_its_card() -> None:
    for players in range(2, 20):
        view = sobremesa.game("block", players=players, set=15).start(1).view(0)
        for shape in SHAPES:
            frame = frame_of(view, shape)
            boxes = [(box.x, box.y, box.right, box.bottom) for box in frame.seats.values()]
            boxes += [
                (box.x, box.y, box.right, box.bottom)
                for box in (frame.line, frame.hand, frame.boneyard, frame.talk)
            ]
            assert len(frame.seats) == players
            assert not overlapping(boxes)
            assert min(box[0] for box in boxes) >= 0
            assert max(box[2] for box in boxes) <= frame.width
            assert max(box[3] for box in boxes) <= frame.height


def test_every_number_has_a_pattern_and_a_colour_of_its_own() -> None:
    patterns = {tuple(sorted(picture.parts.pattern(number))) for number in range(16)}
    assert len(patterns) == 16
    assert len(set(style.NUMBER_COLOURS[1:])) == 15


def test_a_picture_is_wide_or_tall() -> None:
    view = sobremesa.game("block", players=2).start(1).view(0)
    with pytest.raises(ValueError, match="round"):
        picture.svg(view, shape="round")


def test_what_counts_of_the_open_ends_is_told_as_it_adds_up() -> None:
    seen = 0
    for seed in range(12):
        for match in watched(sobremesa.game("muggins", players=2 + seed % 3), seed):
            view = match.view(0)
            if not view.data["ends"]:
                continue
            counted, free = counted_ends(view)
            added = sum(int(half) for end in counted for half in end.split("-"))
            assert added == view.data["count"]
            assert {int(half) for end in [*counted, *free] for half in end.split("-")} == (
                set(view.data["ends"].values())
            )
            seen += len(free)
    assert seen


def test_a_lone_double_is_not_told_as_four_ends() -> None:
    for match in watched(sobremesa.game("muggins", players=2), 1):
        view = match.view(0)
        if view.data["line"] == ["6-6"] and not view.over:
            svg = picture.svg(view, shape="tall", standalone=False)
            assert ">Open 6-6<" in svg
            return
    raise AssertionError("the hand does not begin with the double six")


@pytest.mark.parametrize("shape", picture.ROOMS)
@pytest.mark.parametrize("name", sobremesa.games())
def test_every_game_is_drawn_in_every_shape_within_its_room(name: str, shape: str) -> None:
    game = sobremesa.game(name)
    rooms = [picture.ROOMS[shape]]
    if shape != "wide":
        across, down = rooms[0]
        rooms += [picture.room_for(shape, across * 0.94, down * 0.9)]
    for number, match in enumerate(watched(game, 5)):
        if number % 25 and not match.round.over:
            continue
        view = match.view(max(match.turn, 0))
        for room in rooms:
            svg = picture.svg(view, shape=shape, room=room, standalone=False)
            assert f'viewBox="0 0 {num(room.width)} {num(room.height)}"' in svg
            sizes = [float(size) for size in LETTERS.findall(svg)]
            assert shape == "wide" or min(sizes) >= 12


# A wide screen of 1440 points shows a picture that is 1200 wide a little smaller than it is.
READABLE = 12 / 0.945


@pytest.mark.parametrize("name", sobremesa.games())
def test_nothing_on_a_wide_table_is_written_too_small_to_read(name: str) -> None:
    for round in some(sobremesa.game(name), seed=2, looks=3):
        svg = picture.svg(round.view(0), standalone=False)
        written = re.findall(r'<text [^>]*font-size="([\d.]+)"[^>]*>([^<]*[a-z]{3}[^<]*)', svg)
        assert [text for size, text in written if float(size) < READABLE] == []


def test_the_pieces_of_a_puzzle_are_as_large_as_the_room_they_have() -> None:
    view = sobremesa.game("cuadrominos-puzzle").start(1).view(0)
    for shape, least in (("wide", 80.0), ("tall", 50.0), ("low", 50.0)):
        tray = puzzle.tray(view, PLAIN, puzzle.frame_of(shape, view, asking=False))
        scales = [node.at.scale for node in nodes_in(tray) if node.at is not None and node.touch]
        assert min(scales) * SIDE >= least


def test_the_heap_of_a_boneyard_lies_beside_its_words_in_every_language() -> None:
    match = sobremesa.game("draw").start(1)
    for language in ("en", "es", "fr", "ro"):
        svg = picture.svg(match.view(0), shape="tall", say=speech(language), standalone=False)
        stock = svg[svg.index('class="touch boneyard"'):]
        told = re.findall(r'<text class="quiet" x="([\d.]+)"[^>]*>([^<]+)', stock)[0]
        first = re.findall(r'id="back-b-0" transform="translate\(([\d.]+)', stock)[0]
        assert float(told[0]) + parts.breadth(told[1], 12) <= float(first) - 7
