"""The bots of Djambi: legal everywhere, the same from the same view, and with some judgement."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sobremesa
from sobremesa import Rng, Round, View
from sobremesa.bots import choose, names
from sobremesa.bots.boards.djambi import (
    BEST_REPLY,
    MAX_N,
    NODES,
    PARANOID,
    ROOM,
    TABLE,
    Search,
    remembered,
)
from sobremesa.bots.boards.judge import SEARCHING, THUMB, Judge
from sobremesa.bots.levels import LEVELS
from sobremesa.families.boards.board import (
    BIT,
    DRAW,
    ENDING,
    IN,
    KIND,
    PLACE,
    ROTATION,
    TURN,
    UNFINISHED,
)
from sobremesa.families.boards.position import Position
from sobremesa.lab.arena import duel

SMALL = {"players": 2, "board": 7, "two_player_layout": "single_camp"}
SEARCHES = list(NODES)


def small(rows: str, tail: str = "0r", **options: Any) -> Round:
    """Sets up a board of seven for SW and NE, SW to move."""
    return sobremesa.game("djambi", **{**SMALL, **options}).load({"fen": f"{rows} {tail}"})


def whole_turn(round: Round, kind: str) -> list[str]:
    """Lets a bot play a whole turn; gives its steps as texts."""
    seat = int(round.turn)
    texts: list[str] = []
    while not round.over and round.turn == seat:
        move = choose(kind, round.view(seat), Rng(3))
        texts.append(round.text(move))
        round.play(move)
        if round.view(seat).data["step"] == "piece":
            break
    return texts


def test_the_levels_are_known_from_the_weakest_to_the_strongest() -> None:
    assert names("djambi") == ["random", "greedy", *SEARCHES, *LEVELS]
    assert list(NODES.values()) == sorted(NODES.values())


@pytest.mark.parametrize("kind", ["greedy", "search-fast"])
@pytest.mark.parametrize("options", [
    {"board": 7}, {"players": 3, "board": 7}, {"players": 2, "board": 7}, SMALL,
    {"bundle": "modern"}, {"board": 7, "remote_kill_count": "all", "remote_kill": "along_path"},
    {"board": 7, "centre_entry": "suicide", "send_to_centre": "anybody"},
    {"board": 7, "own_camp_sending": True, "prince_loss": "first_prince"},
])
def test_every_choice_is_legal(options: dict[str, Any], kind: str) -> None:
    match = sobremesa.game("djambi", **options).start(3)
    rng = Rng(5)
    for step in range(24):
        if match.over:
            break
        mover = kind if step % 3 == 0 else "random"
        match.play(choose(mover, match.view(match.turn), rng))


@pytest.mark.parametrize("kind", ["greedy", "search-fast"])
def test_a_bot_needs_nothing_but_the_data_of_its_view_and_chooses_the_same_again(
    kind: str,
) -> None:
    game = sobremesa.game("djambi", board=7)
    round = game.start(11).round
    rng = Rng(8)
    for step in range(12):
        view = round.view(int(round.turn))
        if step % 4 == 0:
            sent = View(game, json.loads(view.json()))
            assert choose(kind, view, Rng(2)) == choose(kind, sent, Rng(2))
        round.play(choose("random", view, rng))


@pytest.mark.parametrize("kind", ["greedy", "search-fast", "search"])
def test_a_prince_who_can_be_killed_is_killed(kind: str) -> None:
    round = small("6,nP/7/7/7/7/1,sT,1,nG,3/sP,6")
    assert whole_turn(round, kind)[0] == "Tb2xPg7"


@pytest.mark.parametrize("kind", ["greedy", "search-fast"])
def test_a_prince_is_walled_in_where_that_wins(kind: str) -> None:
    round = small("5,x,nP/5,x,1/7/7/1,x,5/1,sN,5/sP,6")
    assert whole_turn(round, kind)[1].startswith("x@g6")
    assert round.over


@pytest.mark.parametrize("kind", ["greedy", "search-fast"])
def test_a_prince_under_attack_is_saved(kind: str) -> None:
    round = small("2,nT,3,nP/7/7/7/sG,6/7/2,sP,4")
    whole_turn(round, kind)
    replies = [text for text in map(round.text, round.moves()) if "xP" in text]
    assert replies == []


def test_a_shot_at_the_prince_is_seen() -> None:
    round = small("5,nP,1/7/7/7/7/1,sR,5/sP,6")
    steps = whole_turn(round, "greedy")
    assert steps[-1].startswith("!P")


def test_looking_ahead_sees_the_trap_that_greed_does_not() -> None:
    """A warrior can be had, but then the direct killer takes the prince's place."""
    round = small("nT,5,nP/7/7/7/nG,6/1,sP,5/7")
    after = round.copy()
    after.play(after.read("b2a3"))
    after.play(after.moves()[0])
    assert any("xP" in after.text(move) for move in after.moves())
    assert whole_turn(round, "search-fast")[0] != "Pb2xGa3"


def test_a_search_stays_within_its_number_of_positions() -> None:
    match = sobremesa.game("djambi", board=7).start(2)
    position = remembered(match.view(match.turn), Rng(1))
    turns = position.turns()
    before = list(position.row)
    search = Search(position, match.turn, 800)
    assert search.choose(turns, Rng(1)) in list(turns)
    assert search.left > -100
    assert list(position.row) == before


@pytest.mark.parametrize("players", [2, 4])
def test_the_greedy_bot_beats_chance(players: int) -> None:
    game = sobremesa.game("djambi", players=players, board=7, no_kill_rounds=10)
    outcome = duel(game, ["greedy", "random"], matches=4, seed=1, workers=1)
    assert outcome.wins[0] >= 2
    assert sum(outcome.wins[1:]) == 0


def test_who_has_only_turns_that_the_search_leaves_out_is_not_taken_for_beaten() -> None:
    """NE can do nothing but send a warrior away."""
    round = small("4,x,x,nP/4,x,nZ,x/4,sG,x,x/7/7/1,sT,5/sP,6", "1r")
    search = Search(remembered(round.view(1), Rng(1)), 0, 1000)
    assert search.candidates(-1, 1) == ROOM
    assert abs(int(search.value(2, -10**7, 10**7, 1))) < 10**6


# The search against plain ones that try everything, on turns that both list.

BEYOND = 10**7


def crowded(players: int, seed: int) -> Position:
    """Plays some turns by chance on a small board, and gives what is there then."""
    game = sobremesa.game("djambi", players=players, board=7)
    position = remembered(game.start(seed).view(0), Rng(1))
    rng = Rng(seed)
    for _ in range(12):
        turns = position.turns()
        position.make(turns[int(rng.below(len(turns)))])
    return position


def thorough(position: Position, outlook: int, entries: int = int(TABLE)) -> Search:
    """Makes a search that follows every quiet turn."""
    return Search(position, position.turn, 10**6, outlook, ROOM, entries)


def listed(search: Search) -> list[int]:
    """Lists the turns that a search tries, in its order."""
    first = int(ROOM)
    last = int(search.candidates(-1, 1))
    return [int(search.pick(place, last)) for place in range(first, last)]


def is_open(search: Search, depth: int) -> bool:
    """Tells whether the plain searches go on from here."""
    row = search.position.row
    return depth > 0 and row[ENDING] == UNFINISHED and row[IN] & BIT[search.seat] != 0


def paranoid(search: Search, depth: int) -> int:
    """Values a position if all others play against the seat."""
    position = search.position
    turns = listed(search) if is_open(search, depth) else []
    values = []
    for turn in turns:
        position.make(turn)
        values.append(paranoid(search, depth - 1))
        position.unmake()
    if not values:
        return int(search.judge.value(depth))
    return max(values) if position.turn == search.seat else min(values)


def best_reply(search: Search, depth: int) -> int:
    """Values a position if the others have one turn together."""
    position = search.position
    if not is_open(search, depth):
        return int(search.judge.value(depth))
    row = position.row
    own = position.turn == search.seat
    others = [
        seat for seat in range(position.rules.players)
        if seat != search.seat and row[IN] & BIT[seat] != 0
    ]
    values = []
    for seat in [position.turn] if own else others:
        position.mark()
        if not own:
            set_turn(position, seat)
        for turn in listed(search):
            position.make(turn)
            position.mark()
            if not own and row[ENDING] == UNFINISHED:
                set_turn(position, search.seat)
            values.append(best_reply(search, depth - 1))
            position.unmake()
            position.unmake()
        position.unmake()
    return max(values) if own else min(values)


def set_turn(position: Position, seat: int) -> None:
    """Makes it a seat's turn."""
    for place, value in ((TURN, seat), (PLACE, seat), (KIND, ROTATION)):
        position.put(place, value)


def max_n(search: Search, depth: int) -> list[int]:
    """Values a position for everybody if each plays for themselves."""
    position = search.position
    mover = int(position.turn)
    best = [int(judge.value(depth)) for judge in search.judges]
    found = False
    for turn in listed(search) if is_open(search, depth) else []:
        position.make(turn)
        gains = max_n(search, depth - 1)
        position.unmake()
        if not found or gains[mover] > best[mover]:
            best, found = gains, True
    return best


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_alpha_beta_finds_what_a_plain_search_finds(players: int, seed: int) -> None:
    position = crowded(players, seed)
    wanted = paranoid(thorough(position, int(PARANOID)), 2)
    assert thorough(position, int(PARANOID)).value(2, -BEYOND, BEYOND, 1) == wanted


@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_reply_is_the_worst_that_any_of_the_others_can_do(seed: int) -> None:
    position = crowded(4, seed)
    seat = (position.turn + 1) % 4
    assert position.row[IN] == 15
    search = Search(position, seat, 10**6, BEST_REPLY, ROOM)
    wanted = best_reply(search, 2)
    assert Search(position, seat, 10**6, BEST_REPLY, ROOM).value(2, -BEYOND, BEYOND, 1) == wanted


@pytest.mark.parametrize("seed", [1, 2])
def test_in_max_n_everybody_takes_their_own_best(seed: int) -> None:
    position = crowded(3, seed)
    search = thorough(position, int(MAX_N))
    wanted = max_n(search, 2)
    search.share(2, 1)
    assert [int(search.gains[4 + seat]) for seat in range(3)] == wanted


@pytest.mark.parametrize("seed", [1, 2])
def test_the_table_changes_no_value(seed: int) -> None:
    position = crowded(2, seed)
    with_table = thorough(position, int(PARANOID))
    without = thorough(position, int(PARANOID), 1)
    assert with_table.value(3, -BEYOND, BEYOND, 1) == without.value(3, -BEYOND, BEYOND, 1)
    assert with_table.left >= without.left


@pytest.mark.parametrize("outlook", [PARANOID, MAX_N, BEST_REPLY])
def test_a_search_leaves_the_board_as_it_was_and_answers_the_same_again(outlook: int) -> None:
    position = crowded(4, 5)
    before = list(position.row)
    found = {
        int(Search(position, position.turn, 2000, outlook).choose(position.turns(), Rng(7)))
        for _ in range(3)
    }
    assert len(found) == 1
    assert list(position.row) == before


def test_who_is_ahead_shuns_a_draw_and_who_is_behind_seeks_it() -> None:
    round = small("6,nP/7/7/7/7/1,sT,sR,sZ,3/sP,6")
    position = remembered(round.view(0), Rng(1))
    playing = [int(Judge(position, seat, SEARCHING).possessions()) for seat in range(2)]
    position.row[ENDING] = DRAW
    drawn = [int(Judge(position, seat, SEARCHING).value(0)) for seat in range(2)]
    assert drawn[0] < playing[0]
    assert drawn[1] > playing[1]


def test_a_pocket_without_a_free_square_is_no_wall() -> None:
    """Two princes side by side among corpses cannot be encircled: they have to be killed."""
    round = small("x,nP,x,4/wP,x,x,4/x,x,5/7/7/1,sT,5/sP,6", two_player_layout="corners")
    position = remembered(round.view(0), Rng(1))
    princes = [piece for piece in range(0, 36, 9) if position.row[292 + piece] == 1]
    assert len(princes) == 2
    for prince in princes:
        assert Judge(position, 0, SEARCHING).walls(prince) == 0
        assert Judge(position, 0, THUMB).walls(prince) > 0
