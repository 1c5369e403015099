"""The exact writer: the same match gives the same bytes."""

from __future__ import annotations

import json
from itertools import groupby
from operator import itemgetter

from sobremesa.core.errors import BadRecord
from sobremesa.core.game import NOBODY, Round, View
from sobremesa.core.match import Match
from sobremesa.core.numbers import whole
from sobremesa.record.record import (
    DEAL_PARTS,
    HAND_TAGS,
    LEADING,
    RULES_TAGS,
    Hand,
    Notes,
    Record,
    hidden,
    result_text,
)
from sobremesa.record.scanning import braced, escaped, is_name

LINE_LENGTH = 79


def write(match: Match, *, seat: int | None = None, tags: dict[str, str] | None = None) -> str:
    """Writes a match, whole or as one seat may know it (-1: somebody who only watches).

    :param seat: whose knowledge to write; everything when left out.
    :param tags: more tags, such as Event, Date, Seat1; unknown ones are kept. What the match
        itself says, its game, its options and its hands, they do not change.
    :raises BadRecord: if a tag has a name that cannot be read again.
    """
    return text(recorded(match, seat=seat, tags=tags))


def recorded(
    match: Match, *, seat: int | None = None, tags: dict[str, str] | None = None
) -> Record:
    """Makes the record of a match as data."""
    game = match.game
    all_tags = dict.fromkeys(LEADING, "?")
    all_tags.update({f"Seat{place + 1}": "?" for place in range(game.players)})
    all_tags.update({
        "Game": game.name,
        "Rules": str(game.version),
        "Options": " ".join(f"{name}={value}" for name, value in game.chosen().items()) or "-",
        # The seed would tell the deal, so only the whole record has it.
        "Seed": str(match.seed) if seat is None and match.seed is not None else "?",
        "Result": result_text(match),
    })
    all_tags.update({
        tag: value for tag, value in (tags or {}).items()
        if tag not in RULES_TAGS and tag not in HAND_TAGS
    })
    if seat is None:
        hands = [_whole_hand(round) for round in match.rounds()]
    else:
        hands = [_seen_hand(round.view(seat)) for round in match.rounds()]
    return Record(all_tags, hands)


def _whole_hand(round: Round) -> Hand:
    """Writes a hand with everything that chance decided."""
    watched = round.view(NOBODY)
    told = [
        [seat, round.told(entry, seat), made]
        for entry, (seat, _, made) in enumerate(watched.data["log"])
    ]
    return _seen_hand(View(round.game, {**watched.data, "opening": round.opening(), "log": told}))


def _seen_hand(view: View) -> Hand:
    """Writes a hand as a view tells it."""
    data = view.data
    known = data["opening"]
    tags = {
        "Hand": str(data["number"]),
        "First": str(known.get("first", 0)),
        "Before": " ".join(str(score) for score in data["before"]),
    }
    if set(known) - DEAL_PARTS:
        tags["Position"] = json.dumps(known, separators=(",", ":"), sort_keys=True)
    else:
        groups = [*known["hands"], known["boneyard"]]
        tags["Deal"] = "; ".join(_tiles(group) for group in groups)
    points = " ".join(str(made) for made in data["points"])
    tags["Points"] = points if view.over else "*"
    if hidden(known) or "?" in tags.get("Deal", ""):
        # What the deal does not tell, so that the hand can be shown.
        tags["Seen"] = view.json()
    turns = groupby(data["log"], key=itemgetter(0))
    return Hand(tags, [[text for _, text, _ in turn] for _, turn in turns])


def _tiles(group: list[str] | int) -> str:
    return f"?{group}" if isinstance(group, int) else " ".join(group)


def text(record: Record) -> str:
    """Writes a record in the exact form."""
    lines = [_tag(name, value) for name, value in _ordered(record.tags)]
    for hand in record.hands:
        lines.append("")
        known = [(name, hand.tags[name]) for name in HAND_TAGS if name in hand.tags]
        other = [(name, value) for name, value in hand.tags.items() if name not in HAND_TAGS]
        lines += [_tag(name, value) for name, value in known + other]
        lines += _movetext(hand, hand.tags.get("Points", "*") == "*")
    return "\n".join(lines) + "\n"


def _ordered(tags: dict[str, str]) -> list[tuple[str, str]]:
    seats = sorted(
        (tag for tag in tags if tag.startswith("Seat") and whole(tag[4:]) is not None),
        key=lambda tag: whole(tag[4:]) or 0,
    )
    leading = [tag for tag in LEADING if tag in tags]
    rules = [tag for tag in RULES_TAGS if tag in tags]
    first = [*leading, *seats, *rules]
    return [(tag, tags[tag]) for tag in [*first, *(tag for tag in tags if tag not in first)]]


def _tag(name: str, value: str) -> str:
    if not is_name(name):
        raise BadRecord(
            "a tag cannot be called {name}: letters, figures and _ make a name", name=name
        )
    return f'[{name} "{escaped(value)}"]'


def _movetext(hand: Hand, unfinished: bool) -> list[str]:
    """Numbers the turns, adds what is said of the moves, and breaks the lines."""
    words = _said(hand, 0)
    count = 0
    for number, turn in enumerate(hand.turns):
        for place, move in enumerate(turn):
            count += 1
            words += [move if place else f"{number + 1}. {move}", *_said(hand, count)]
    if unfinished:
        words.append("*")
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= LINE_LENGTH:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def _said(notes: Notes, count: int) -> list[str]:
    """Writes the comments and variations behind so many moves, word by word."""
    found: list[str] = []
    for comment in notes.comments.get(count, []):
        found += braced(comment).split(" ")
    for variation in notes.variations.get(count, []):
        inner = [*_said(variation, 0)]
        for place, move in enumerate(variation.moves):
            inner += [move, *_said(variation, place + 1)]
        found += ["(", *inner, ")"]
    return found
