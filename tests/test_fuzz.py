"""Whatever is read, only declared refusals come out: moves, positions, options, records, PBN."""

from __future__ import annotations

import copy
import random
from functools import cache
from time import process_time
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, IllegalMove, Match, Refused, record
from sobremesa.core.game import Data, game_class
from sobremesa.core.reading import LONGEST_MOVE
from sobremesa.record import fair
from tests.laws import short
from tests.test_fair import played, written

GAMES = sobremesa.games()
FEW, MANY = 60, 20_000
ANYTHING: list[Any] = [
    None, True, False, 0, -1, 1, 7, 54, 2**31, 2**62, 2**63, 2**70, -(2**63) - 1, 10**5000, 1.5,
    float("inf"), "", "x", "54", "5-4", "6-4@W", "?", "9" * 5000, [], [[]], [1], [2**63], ["x"],
    ["54"], {}, {"x": 1}, [None], "a\0b", "\ud800", [[["x"]]], [True], "-1", "0", "²", "٣",
]
WORDS = [
    "6-4", "64", "@", "W", "E", ":", "+", "x", "/", "=", "..", ".", ",", "-", "!", "pass", "draw",
    "claim", "bet", "raise", "1", "12", "0,1", "01/42", "Za1", "c3", "A:", "2C", "L", "nt", "1N",
    "muggins", " ", "\t", "²", "٣", "\0", "9" * 30, "S", "ace", "~", ">", "deal", "fill", "?",
]


@cache
def positions(name: str) -> list[Data]:
    """Plays a little, and keeps the opening and every position, with its history and without."""
    rng = random.Random(5)
    match = sobremesa.game(name, **short(name)).start(3)
    found = [match.round.opening(), match.round.dump()]
    while len(found) < 20 and not match.round.over:
        match.play(rng.choice(match.round.moves()))
        data = match.round.dump()
        found += [data, {part: value for part, value in data.items() if part != "history"}]
    return found


def places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Lists every place within a position."""
    inner = value.items() if isinstance(value, dict) else (
        enumerate(value) if isinstance(value, list) else ()
    )
    return [place, *(one for key, part in inner for one in places(part, (*place, key)))]


def changed(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    """Gives a copy with something else at one place, or with nothing there."""
    twin = copy.copy(value)
    if len(place) > 1:
        twin[place[0]] = changed(twin[place[0]], place[1:], new)
    elif new is places:
        del twin[place[0]]
    else:
        twin[place[0]] = new
    return twin


def is_taken_or_refused(game: sobremesa.Game, data: Data) -> None:
    try:
        round = game.load(data)
    except Refused as refused:
        assert len(str(refused)) < 30_000
        return
    round.view(0)
    assert game.load(round.dump()) == round
    if not round.over:
        round.play(round.moves()[-1])
        round.view(-1)


def fuzz_positions(name: str, times: int) -> None:
    game = sobremesa.game(name, **short(name))
    rng = random.Random(7)
    for _ in range(times):
        data = rng.choice(positions(name))
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            every = [place for place in places(data) if place]
            top = [place for place in every if len(place) == 1]
            if top:
                place = rng.choice(top if rng.random() < 0.4 else every)
                new = places if rng.random() < 0.2 else rng.choice(ANYTHING)
                data = changed(data, place, new)
        is_taken_or_refused(game, data)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_with_anything_in_it_is_taken_or_refused(name: str) -> None:
    fuzz_positions(name, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_positions_with_anything_in_them_are_taken_or_refused(name: str) -> None:
    fuzz_positions(name, MANY)


@pytest.mark.parametrize("name", GAMES)
def test_every_number_and_name_of_a_position_in_another_spelling_is_taken_or_refused(
    name: str
) -> None:
    """A number where a name should be, a tile turned round, text where a number should be."""
    game = sobremesa.game(name, **short(name))
    for data in positions(name)[:1] + positions(name)[-2:]:
        for place in places(data)[1:]:
            value = data
            for key in place:
                value = value[key]
            others: list[Any] = []
            if isinstance(value, str):
                one, _, other = value.partition("-")
                others = [f"{other}-{one}", one + other, f" {value} ", value.swapcase()]
                others += [int(text) for text in [one + other] if text.isdecimal()]
            elif isinstance(value, int):
                others = [str(value), float(value), not value]
            for new in others[:: 1 if len(place) < 3 else 2]:
                is_taken_or_refused(game, changed(data, place, new))


def test_a_poker_deal_may_spell_its_tiles_in_any_way() -> None:
    game = sobremesa.game("domino-poker")
    data = game.start(1).round.opening()
    spelt = {**data, "boneyard": [name.replace("-", "") for name in data["boneyard"]]}
    assert game.load(spelt) == game.load(data)
    with pytest.raises(Refused, match="the number 54 is no tile"):
        game.load({**data, "boneyard": [54, *data["boneyard"][1:]]})


def fuzz_moves(name: str, times: int) -> None:
    rng = random.Random(11)
    match = sobremesa.game(name, **short(name)).start(2)
    for _ in range(times):
        if match.round.over:
            match = sobremesa.game(name, **short(name)).start(rng.randrange(1000))
        legal = match.round.text(rng.choice(match.round.moves()))
        text = "".join(rng.choices([*WORDS, legal], k=rng.randint(1, 5)))
        before = match.round.played()
        try:
            match.play(text)
        except IllegalMove:
            assert match.round.played() == before
        if rng.random() < 0.3 and not match.round.over:
            match.play(rng.choice(match.round.moves()))


@pytest.mark.parametrize("name", GAMES)
def test_any_words_are_a_move_or_refused(name: str) -> None:
    fuzz_moves(name, 2 * FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_words_are_moves_or_refused(name: str) -> None:
    fuzz_moves(name, 3 * MANY)


@pytest.mark.parametrize("name", GAMES)
def test_a_move_of_any_length_is_refused_quickly(name: str) -> None:
    round = sobremesa.game(name, **short(name)).start(1).round
    size = 60_000
    begun = process_time()
    for text in (
        " " * size + "y", "a" + " " * size + "b", "@" * size, "6-4" + "@" * size, "6-4+" * size,
        "6-4.." * size, "1" * size, "x" + "5-5," * size, "bet " + "9" * size, "=" + "9" * size,
        "claim=" + "9" * size, "a@" + " " * size + "1," + " " * size + "x", "\t" * size,
    ):
        with pytest.raises(IllegalMove) as refused:
            round.read(text)
        assert len(str(refused.value)) < 3 * LONGEST_MOVE
    assert process_time() - begun < 1


@pytest.mark.parametrize("name", GAMES)
def test_any_option_is_taken_or_refused(name: str) -> None:
    rng = random.Random(13)
    names = [option.name for option in game_class(name).declared()]
    for _ in range(2 * FEW):
        given = {rng.choice([*names, "x", "bundle"]): rng.choice(ANYTHING) for _ in range(2)}
        try:
            sobremesa.game(name, **given).start(1)
        except BadOption:
            continue


def fuzz_records(name: str, times: int) -> None:
    rng = random.Random(17)
    match = sobremesa.game(name, **short(name)).start(3)
    for _ in range(6):
        if not match.round.over:
            match.play(rng.choice(match.round.moves()))
    text = record.write(match)
    signs = ['"', "[", "]", "{", "}", "(", ")", "\\", "\n", "\r", "\u2028", "9" * 30, "-", "0", "?"]
    for _ in range(times):
        spoilt = text
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(spoilt))
            new = rng.choice([*signs, spoilt[at:at + rng.randrange(40)], ""])
            spoilt = spoilt[:at] + new + spoilt[at + rng.randrange(4):]
        try:
            record.read(spoilt).match()
        except Refused:
            continue


@pytest.mark.parametrize("name", GAMES)
def test_a_spoilt_record_is_read_or_refused(name: str) -> None:
    fuzz_records(name, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_spoilt_records_are_read_or_refused(name: str) -> None:
    fuzz_records(name, MANY)


def fuzz_fair(name: str, times: int) -> None:
    """Spoils records of several hands whose deals were promised, and checks them."""
    rng = random.Random(29)
    text = written(played(name, hands=2))
    signs = ['"', "[", "]", "{", "\\", "\n", "9" * 30, "-", "0", "?", ":", "\ud800", "²", "\0"]
    for _ in range(times):
        spoilt = text
        for _ in range(rng.randint(1, 2)):
            # Most of a record are its moves; its tags are worth as much.
            bound = rng.choice([len(spoilt), spoilt.index("\n\n"), 400])
            at = rng.randrange(min(bound, len(spoilt)))
            spoilt = spoilt[:at] + rng.choice([*signs, ""]) + spoilt[at + rng.randrange(4):]
            spoilt += "\n\n"
        try:
            fair.verify(record.read(spoilt))
        except Refused:
            continue


@pytest.mark.parametrize("name", GAMES)
def test_a_spoilt_record_of_promised_deals_is_checked_or_refused(name: str) -> None:
    fuzz_fair(name, FEW // 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_spoilt_records_of_promised_deals_are_checked_or_refused(name: str) -> None:
    fuzz_fair(name, MANY // 40)


def fuzz_pbn(times: int) -> None:
    rng = random.Random(19)
    match = sobremesa.game("super-bridge", deals=2).start(3)
    while not match.round.over:
        match.play(rng.choice(match.round.moves()))
    match.next_round()
    text = record.pbn(match)
    for _ in range(times):
        spoilt = text
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(spoilt))
            new = rng.choice([*"\"[]{};%\n*-X", "9" * 30, "AP", ""])
            spoilt = spoilt[:at] + new + spoilt[at + rng.randrange(4):]
        try:
            record.read_pbn(spoilt)
        except Refused:
            continue


def test_spoilt_pbn_is_read_or_refused() -> None:
    fuzz_pbn(FEW)


@pytest.mark.slow
def test_much_spoilt_pbn_is_read_or_refused() -> None:
    fuzz_pbn(MANY)


def fuzz_fen(times: int) -> None:
    rng = random.Random(23)
    game = sobremesa.game("djambi")
    match = game.start(1)
    lines = []
    for _ in range(30):
        lines.append(match.round.dump()["fen"])
        match.play(rng.choice(match.round.moves()))
    for _ in range(times):
        line = rng.choice(lines)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(line))
            new = rng.choice([*"swnePNZTRG/=~0123456789+*:rckd -", "9" * 30, "²", line[:at]])
            line = line[:at] + new + line[at + rng.randrange(3):]
        try:
            Match(game, deal={"fen": line})
        except Refused:
            continue


def test_a_spoilt_line_of_djambi_is_read_or_refused() -> None:
    fuzz_fen(4 * FEW)


@pytest.mark.slow
def test_many_spoilt_lines_of_djambi_are_read_or_refused() -> None:
    fuzz_fen(4 * MANY)
