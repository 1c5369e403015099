"""Readers of records and PBN: linear, bounded, precise, and exact there and back."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sobremesa
from sobremesa import BadRecord, Refused, record
from sobremesa.record import scanning, writing
from tests.test_record import SAME_TEXTS, kept

HAND = '[Game "block"]\n[Hand "1"]\n'
# Each makes a text of about so many signs that a careless pattern goes through again and again.
SHAPES: dict[str, Callable[[int], str]] = {
    "open braces": lambda size: '[Deal "N:\n' + "{" * size,
    "open braces in a hand": lambda size: HAND + "{" * size,
    "nested brackets": lambda size: HAND + "(" * (size // 2) + ")" * (size // 2),
    "brackets that never close": lambda size: HAND + "(" * size,
    "pairs of brackets": lambda size: HAND + "(a) " * (size // 4),
    "pairs of braces": lambda size: HAND + "{a} " * (size // 4),
    "braces that close nothing": lambda size: HAND + "}" * size,
    "an open quote": lambda size: HAND + '[Event "' + "a" * size,
    "open quotes": lambda size: HAND + '[Event "\n' * (size // 9),
    "backslashes": lambda size: HAND + '[Event "' + "\\" * size,
    "escaped signs": lambda size: HAND + '[Event "' + '\\"' * (size // 2) + '"]',
    "names without end": lambda size: HAND + "[" + "a" * size,
    "spaces in a tag": lambda size: HAND + "[" + " " * size + '"',
    "spaces behind a value": lambda size: HAND + '[Event "a"' + " " * size + "x",
    "open tags": lambda size: "[Deal" * (size // 5),
    "spaces": lambda size: HAND + "a" + " " * size + "b",
    "empty lines": lambda size: HAND + "\n" * size + "[",
    "many lines of a comment": lambda size: HAND + "{" + "[a\n" * (size // 3) + "}",
    "comments to the end of the line": lambda size: HAND + ";(\n" * (size // 3),
    "move numbers": lambda size: HAND + "1" * size + "." * size,
    "glyphs": lambda size: HAND + "$" * size,
    "many tags": lambda size: '[A "b"]\n' * (size // 8),
    "many hands": lambda size: '[Hand "1"]\n' * (size // 11),
    "notes of PBN": lambda size: '[Deal "N:"]\n[Auction "N"]\n' + "=1" * (size // 2),
    "signs of PBN": lambda size: '[Deal "N:"]\n[Auction "N"]\n' + "!?" * (size // 2) + "x",
    "deep positions": lambda size: HAND + '[Position "' + "[" * size + '"]',
}


def reading(text: str) -> float:
    """Reads a text in every way and gives the processor time that it took."""
    begun = process_time()
    with contextlib.suppress(Refused):
        record.read(text).match()
    with contextlib.suppress(Refused):
        record.read_pbn(text)
    record.is_pbn(text)
    return process_time() - begun


@pytest.mark.parametrize("shape", SHAPES)
def test_eight_times_the_text_takes_about_eight_times_as_long(shape: str) -> None:
    """Something quadratic takes 64 times as long, and seconds where this takes milliseconds."""
    small, large = SHAPES[shape](20_000), SHAPES[shape](160_000)
    quick = min(reading(small) for _ in range(3))
    slow = min(reading(large) for _ in range(2))
    assert slow < max(32 * quick, 0.25), (quick, slow)


def test_what_is_too_much_is_refused() -> None:
    with pytest.raises(BadRecord, match="the record is too long"):
        record.read(" " * (scanning.LARGEST + 1))
    with pytest.raises(BadRecord, match="the record is too long"):
        record.read_pbn(" " * (scanning.LARGEST + 1))
    with pytest.raises(BadRecord, match="line 3: variations lie too deep in each other"):
        record.read(HAND + "(" * 101 + ")" * 101)
    with pytest.raises(BadRecord, match="there are too many moves"):
        record.read(HAND + "a " * (scanning.MOST_WORDS + 1))
    with pytest.raises(BadRecord, match=f"line {scanning.MOST_TAGS + 1}: there are too many tags"):
        record.read('[A "b"]\n' * (scanning.MOST_TAGS + 1))
    with pytest.raises(BadRecord, match="1001 boards; 1000 is the most"):
        record.read_pbn('[Event "a"]\n[Deal "N:"]\n' * 1001)


@pytest.mark.parametrize(("text", "reason"), [
    (HAND + "a (b\n\n", "line 3: a variation is not closed"),
    (HAND + "a\n(b {c)", "line 4: a comment is not closed"),
    (HAND + "a\nb )", r"line 4: \) closes nothing"),
    (HAND + "a }", "line 3: } closes nothing"),
    ('[Game "block"', "line 1: a tag is written"),
    ('[Game\n"block"]', "line 1: a tag is written"),
    ('[Game "block"] x', "line 1: a tag is written"),
    ('[Game "bl\\\nock"]', "line 1: a tag is written"),
    ('[Game "block"]\nx', "line 2: moves before the first hand"),
])
def test_a_refusal_names_the_line(text: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        record.read(text)


def test_lines_end_as_any_machine_ends_them() -> None:
    text = kept()
    for ending in ("\r\n", "\r"):
        assert record.read(text.replace("\n", ending)).tags == record.read(text).tags
        assert record.read(text.replace("\n", ending)).hands == record.read(text).hands


def test_signs_of_comments_within_a_value_are_part_of_it() -> None:
    for value in ("a; b", "a {b} c", "(a", "%", "[6|4]", "]"):
        assert record.read(f'[Event "{value}"] ; said').tags["Event"] == value


NASTY = ["\r", "\n", "\r\n", "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1b[2J", "\0",
         "\\", '"', '\\"', "\\n", "\\u2028", "\ud800", "\ufeff", "a]", '"]\n[Hand "9"]', "\t", "%"]


@pytest.mark.parametrize("value", NASTY)
def test_a_tag_of_any_signs_is_read_again_as_it_was(value: str) -> None:
    match = sobremesa.game("block").start(1)
    tags = {"Seat1": value, "Event": f"a{value}b", "Weather": value * 3}
    text = record.write(match, tags=tags)
    again = record.read(text)
    assert {name: again.tags[name] for name in tags} == tags
    assert writing.text(again).splitlines()[:3] == text.splitlines()[:3]
    assert record.write(again.match(), tags=again.tags) == text
    assert all(sign.isprintable() for sign in text.replace("\n", "").replace("\ufeff", ""))


@settings(SAME_TEXTS, max_examples=150)
@given(st.text(max_size=60))
def test_any_value_comes_back(value: str) -> None:
    assert scanning.unescaped(scanning.escaped(value)) == value
    assert record.read(f'[Event "{scanning.escaped(value)}"]').tags["Event"] == value


def test_a_tag_with_a_name_that_cannot_be_read_is_refused() -> None:
    match = sobremesa.game("block").start(1)
    for name in ("", "two words", "a\n", 'x"]'):
        with pytest.raises(BadRecord, match="a tag cannot be called"):
            record.write(match, tags={name: "x"})


def test_a_tag_given_from_outside_begins_no_hand_and_changes_no_rules() -> None:
    match = sobremesa.game("block").start(1)
    tags = {"Hand": "9", "Deal": "?", "Game": "draw", "Seat" + "9" * 5000: "x"}
    again = record.read(record.write(match, tags=tags))
    assert again.match().round == match.round


@pytest.mark.parametrize(("old", "new", "reason"), [
    ('[Seed "5"]', '[Seed "18446744073709551616"]', "the seed must be a whole number"),
    ('[Seed "5"]', f'[Seed "{"7" * 5000}"]', "the seed must be a whole number"),
    ('[Hand "1"]', f'[Hand "{"7" * 5000}"]', "Hand must be a number"),
    ('[First "1"]', f'[First "{2**63}"]', "First must be a number"),
    ('[Before "0 0 0"]', f'[Before "0 0 {"7" * 5000}"]', "Before must be numbers"),
    ("[First", f'[Position "{"[" * 5000}"]\n[First', "the position of hand 1 cannot be read"),
    ("[First", f'[Position "{"7" * 5000}"]\n[First', "the position of hand 1 cannot be read"),
    ("[First", '[Position "{\\"hands\\":7}"]\n[First', "hands must be a list"),
    ("target=60", f"target={2**64}", "target cannot be"),
    ("target=60", f"target={'7' * 5000}", "target cannot be 777.*…"),
])
def test_a_number_that_is_too_large_is_refused(old: str, new: str, reason: str) -> None:
    text = kept()
    assert old in text
    with pytest.raises(Refused, match=reason) as refused:
        record.read(text.replace(old, new, 1)).match()
    assert len(str(refused.value)) < 2000


@pytest.mark.parametrize(("tag", "reason"), [
    ('[Options "deals="]', "deals cannot be : it is a whole number from 1"),
    (f'[Options "deals={2**63}"]', "deals cannot be 9223"),
    (f'[Options "deals={"7" * 5000}"]', "deals cannot be 777"),
    ('[Options "deals=-1"]', "deals cannot be -1"),
    ('[Dealer "7"]', "7 is no dealer: say N, E, S or W"),
])
def test_pbn_with_a_number_that_is_none_is_refused(tag: str, reason: str) -> None:
    text = record.pbn(sobremesa.game("super-bridge", deals=1).start(1))
    lines = [line for line in text.splitlines() if not line.startswith(tag[:8])]
    with pytest.raises(BadRecord, match=reason):
        record.read_pbn("\n".join([lines[0], tag, *lines[1:]]))


def test_pbn_with_a_result_of_any_size_is_read_without_a_claim() -> None:
    text = record.pbn(sobremesa.game("super-bridge", deals=1).start(1))
    huge = text.replace('[Result "?"]', f'[Result "{"7" * 5000}"]')
    assert huge != text and not record.read_pbn(huge).round.over
