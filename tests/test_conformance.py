"""The eight laws, for every registered game, player count, set size and option value.

A game gets this suite by registering; there is nothing to add here for it.
"""

from __future__ import annotations

import ast
import json
import os
import pickle
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator

import sobremesa
from sobremesa import (
    BadPosition,
    Game,
    IllegalMove,
    Match,
    Refused,
    Rng,
    Round,
    View,
    picture,
    record,
    schema,
)
from sobremesa.core.game import NOBODY
from tests.laws import every_game, pick, played, positions, some

GAMES = every_game()
# Pictures are made from views alone, so equal views are drawn for some games only.
DRAWN = set(GAMES if os.environ.get("SOBREMESA_ALL") else GAMES[::3])
MANY_SEATS = 12
SOURCE = Path(sobremesa.__file__).parent

# What a view tells only those who are to decide: their choice, and nothing that lies on the table.
OWN = {"seat", "moves", "silence", "plain", "quick", "attempts"}

each_game = pytest.mark.parametrize("game", GAMES, ids=[game.spec for game in GAMES])


@each_game
def test_law_1_random_play_ends_within_the_declared_length(game: Game) -> None:
    for seed in range(3):
        length = 0
        for round in positions(game, seed):
            if not round.over:
                moves = round.moves()
                assert moves, "a seat to decide has a move"
                assert moves == sorted(set(moves)), "moves ascend"
                assert moves[0] >= 0 and moves[-1] < game.move_count
                assert 0 <= round.turn < game.players
                length += 1
        assert round.over and round.turn == -1
        assert length <= game.longest
        assert round.moves() == [] and len(round.legal()) == 0, "nothing is played any more"


@each_game
def test_law_2_nothing_is_lost(game: Game) -> None:
    whole = sorted(game.pieces())
    for round in positions(game, seed=11):
        assert sorted(round.pieces()) == whole


@each_game
def test_law_3_copies_are_independent_and_data_comes_back_equal(game: Game) -> None:
    rng = Rng(5)
    for round in some(game, seed=3, looks=8):
        before = round.dump()
        twin = round.copy()
        assert twin.dump() == before
        if not twin.over:
            twin.play(pick(twin, rng))
            assert twin.dump() != before
            assert round.dump() == before, "playing a copy changes the original"
        loaded = game.load(json.loads(json.dumps(before)))
        assert loaded.dump() == before
        assert [loaded.view(seat) for seat in range(-1, game.players)] == [
            round.view(seat) for seat in range(-1, game.players)
        ]
        assert pickle.loads(pickle.dumps(round)) == round


@each_game
def test_law_3_a_record_replays_to_the_same_bytes(game: Game) -> None:
    match = played(game, seed=2, rounds=2)
    text = record.write(match)
    again = record.read(text).match()
    assert record.write(again) == text
    assert again.scores == match.scores
    assert [round.dump() for round in again.rounds()] == [
        round.dump() for round in match.rounds()
    ]


@each_game
def test_law_3_a_move_that_is_taken_back_leaves_no_trace(game: Game) -> None:
    for round in some(game, seed=4, looks=4):
        if round.over:
            continue
        before = json.dumps(round.dump(), sort_keys=True)
        twin = round.copy()
        twin.play(twin.moves()[-1])
        undone = twin.undone()
        assert json.dumps(undone.dump(), sort_keys=True) == before
        assert undone.moves() == round.moves()


@each_game
def test_law_3_a_round_is_its_opening_and_its_moves(game: Game) -> None:
    for round in (one for begun in some(game, seed=8, looks=3) for one in also_set_up(begun)):
        again = round.reopened()
        assert again.dump() == game.load(round.opening()).dump()
        for move in round.played():
            again.play(move)
        assert again.dump() == round.dump()
        assert again.moves() == round.moves()


@each_game
def test_law_4_text_and_touches_name_each_move(game: Game) -> None:
    for round in some(game, seed=4, looks=12):
        if round.over:
            continue
        moves = round.moves()
        assert round.silence() < 0 or (type(game).CALLS and round.silence() in moves)
        paths = [round.touches(move) for move in moves]
        for move, path in zip(moves, paths, strict=True):
            assert round.read(round.text(move)) == move
            assert path and all(path)
        begun = Counter(path[:length] for path in paths for length in range(1, len(path) + 1))
        assert all(begun[path] == 1 for path in paths), "a path is the beginning of another"


@each_game
def test_law_5_a_seat_cannot_tell_a_sampled_world_from_the_real_one(game: Game) -> None:
    rng = Rng(9)
    # Where very many draw, the ways in which late hands can have come take minutes to count.
    for round in some(game, seed=6, looks=3, half=game.players > MANY_SEATS):
        for seat in (-1, 0, int(game.players) - 1):
            view = round.view(seat)
            worlds = game.worlds(view)
            found = [worlds.sample(rng) for _ in range(4)]
            assert all(world.view(seat) == view for world in found)
            drawn = game in DRAWN
            assert shown(game, found[0], seat, drawn) == shown(game, round, seat, drawn)
            if is_open(view):
                assert any(world != round for world in found), "only the real world is found"


@each_game
def test_law_5_a_sampled_world_is_a_round_like_any_other(game: Game) -> None:
    rng = Rng(9)
    half = game.players > MANY_SEATS
    for begun in some(game, seed=13, looks=3, half=half):
        for round in also_set_up(begun):
            for _ in range(4 if round is not begun else 0):
                if not round.over:
                    round.play(pick(round, rng))
            world = game.worlds(round.view(0)).sample(rng)
            assert world.view(0) == round.view(0)
            loaded = game.load(world.dump())
            assert loaded == world and loaded.moves() == world.moves()
            again = world.reopened()
            for move in world.played():
                again.play(move)
            assert again == world


@each_game
def test_a_view_that_no_round_fits_is_refused(game: Game) -> None:
    for round in some(game, seed=14, looks=2, half=True):
        known = round.view(0).data
        points = [made + 1 for made in known["points"]]
        for more in (
            {"points": points}, {"log": [*known["log"], [0, "nonsense", 0]]},
            {"number": known["number"] + 1}, {"turn": (known["turn"] + 1) % 2 - 2},
            {"log": known["log"][:-1] if known["log"] else [[0, "", 0]]},
        ):
            with pytest.raises(BadPosition, match="no round fits this view"):
                game.worlds(View(game, {**known, **more})).sample(Rng(1))


def is_open(view: View) -> bool:
    """Tells whether much is hidden: then four samples cannot all be the real world."""
    hidden = view.data.get("boneyard", 0)
    return isinstance(hidden, int) and hidden > 5 and not view.over


def shown(game: Game, round: Round, seat: int, drawn: bool) -> list[str]:
    """Gives all that goes out to a seat, to be compared to the byte; pictures if `drawn`."""
    view = round.view(seat)
    match = Match(game, deal=round.opening())
    for move in round.played():
        match.play(move)
    pictures = [
        picture.svg(view), picture.svg(view, shape="tall", aids=True, standalone=False),
    ] if drawn else []
    return [
        view.json(),
        picture.ascii(view),
        *(line for lines in picture.in_lines(view) for line in lines),
        picture.headline(view),
        *picture.log_lines(view),
        record.write(match, seat=seat),
        *pictures,
    ]


@each_game
def test_an_open_game_hides_nothing_from_anybody_and_no_other_is_open(game: Game) -> None:
    looked_at = list(some(game, seed=10, looks=6))
    alike = all(
        on_the_table(round, seat) == on_the_table(round, NOBODY)
        for round in looked_at for seat in range(game.players)
    )
    # Where one plays alone there is nobody from whom anything could be hidden.
    assert alike == (type(game).OPEN or game.players == 1)
    if type(game).OPEN:
        assert all(game.worlds(round.view(NOBODY)).count() == 1 for round in looked_at)


def on_the_table(round: Round, seat: int) -> dict[str, object]:
    """Gives what a seat sees, without the choice that it has."""
    return {name: value for name, value in round.view(seat).data.items() if name not in OWN}


@cache
def checker(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema.schema_of(name))


@each_game
def test_every_view_is_of_the_type_that_its_game_names(game: Game) -> None:
    for round in (one for begun in some(game, seed=12, looks=8) for one in also_set_up(begun)):
        for seat in range(NOBODY, game.players):
            checker(game.name).validate(round.view(seat).data)


def also_set_up(round: Round) -> Iterator[Round]:
    """Gives a round and, where its position can be set up as it is, one that begins there."""
    yield round
    position = round.dump()
    position.pop("history", None)
    try:
        yield round.game.load(position)
    except Refused:
        return


@each_game
def test_law_7_an_illegal_move_is_refused_in_words_and_changes_nothing(game: Game) -> None:
    match = game.start(seed=8)
    rng = Rng(8)
    while not match.round.over:
        before = match.round.dump()
        legal = match.round.moves()
        tried = [int(rng.below(game.move_count)) for _ in range(6)]
        for move in [-1, int(game.move_count), *tried]:
            if move not in legal:
                with pytest.raises(IllegalMove) as refused:
                    match.play(move)
                assert len(str(refused.value)) > 10
        for seat in (match.turn + 1, -1, int(game.players)):
            wrong = seat % game.players if seat == match.turn + 1 else seat
            if wrong != match.turn:
                with pytest.raises(IllegalMove):
                    match.play(legal[0], seat=wrong)
        for text in ("", "?", "99-99", "a tile", "6-4@Q", "\x00", "=1001"):
            with pytest.raises(IllegalMove):
                match.play(text)
        assert match.round.dump() == before
        match.play(pick(match.round, rng))
    if not match.over:
        with pytest.raises(IllegalMove, match="round is over"):
            match.play(0)


@each_game
def test_a_turn_whose_time_is_up_ends_without_a_choice(game: Game) -> None:
    for round in some(game, seed=5, looks=6):
        late = int(round.time_out())
        assert (late >= 0) == (game.turn_seconds > 0 and not round.over)
        if late < 0:
            continue
        assert late not in round.moves() and round.read(round.text(late)) == late
        seat = int(round.turn)
        round.check(late)
        round.play(late)
        while round.turn == seat:
            assert round.time_out() == -1 and len(round.moves()) == 1
            round.play(round.moves()[0])


@each_game
def test_law_8_the_same_seed_gives_the_same_game(game: Game) -> None:
    first, second, other = (played(game, seed, rounds=1) for seed in (21, 21, 22))
    assert record.write(first) == record.write(second)
    assert record.write(first) != record.write(other)


# What of the bots works on rounds that were imagined from a view.
IMAGINED = (
    "policy.py", "search.py", "listening.py", "endgames.py", "stakes.py", "bridge_mind.py",
    "outlook.py", "boards/djambi.py",
)


def test_law_6_who_shows_or_chooses_gets_a_view() -> None:
    """No module that draws, chooses or serves takes a Round, nor gives one another name.

    Only `live.py` does, which keeps the truth of a table and shows nothing of it, `offers.py`,
    which decides for it what can be taken back, and what of the bots works on rounds that were
    imagined from a view; quick minds (`policy.py`) are held to what the mover knows by a law of
    their own.
    """
    takers = []
    for room in ("bots", "picture", "table", "cli.py"):
        place = SOURCE / room
        for path in [place] if place.suffix else sorted(place.rglob("*.py")):
            imagines = room == "bots" and path.as_posix().endswith(IMAGINED)
            if imagines or path.name in ("live.py", "offers.py"):
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                takers += [f"{path.name}: {name}" for name in named(node) if "Round" in name]
    assert takers == []


def named(node: ast.AST) -> list[str]:
    """Lists the types that a function takes, and what a name or an import is an alias for."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        return [ast.unparse(one.annotation) for one in given if one.annotation is not None]
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
        return [node.value.id]
    if isinstance(node, ast.ImportFrom):
        return [one.name for one in node.names if one.asname not in (None, one.name)]
    return []


def test_every_game_is_known_by_its_name() -> None:
    assert {game.name for game in GAMES} == set(sobremesa.games())
    for game in GAMES:
        assert sobremesa.game(game.spec) == game
        assert eval(repr(game), {"sobremesa": sobremesa}) == game
