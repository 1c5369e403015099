"""What is kept of reviews: their parts, each worked out by one server, and comments on moves."""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import JSON, Double, String, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from sobremesa import record
from sobremesa.core.game import NOBODY
from sobremesa.core.match import Match
from sobremesa.table.events import Unreachable
from sobremesa.table.numbers import number_in
from sobremesa.table.storage import Base, Store

# Seconds after which a part is taken to be left by the server that began with it.
LEFT: Final = 150.0
# Comments of a table that are kept at most.
MOST_COMMENTS: Final = 500
LONGEST_COMMENT: Final = 1000
LONGEST_LINE: Final = 300
# So often a comment is added again when somebody was faster.
TRIES: Final = 30


class ReviewRow(Base):
    """Part `part` of the review of a match; without data it is being worked out by `owner`."""

    __tablename__ = "reviews"
    table_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    version: Mapped[str] = mapped_column(String(16), primary_key=True)
    part: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(String(32))
    since: Mapped[float] = mapped_column(Double)
    data: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))


class CommentRow(Base):
    """Something said behind `move` moves of a hand, and what could have been played then."""

    __tablename__ = "comments"
    table_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    hand: Mapped[int]
    move: Mapped[int]
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(String(1000))
    line: Mapped[str] = mapped_column(String(1000))
    made: Mapped[float] = mapped_column(Double)


@dataclass(frozen=True)
class Comment:
    """A comment as it is kept; `line` are moves in place of the last one, or nothing."""

    hand: int
    move: int
    seat: int
    text: str
    line: str


def version_of(match: Match) -> str:
    """Names what was played, so that a match that is played on gets a review of its own."""
    played = [(round.opening(), [int(move) for move in round.played()]) for round in match.rounds()]
    return hashlib.sha256(repr((match.game.spec, played)).encode()).hexdigest()[:16]


def kept_parts(store: Store, table: str, version: str) -> dict[int, list[Any]]:
    """Reads the parts that are done."""
    wanted = select(ReviewRow.part, ReviewRow.data).where(
        ReviewRow.table_id == table, ReviewRow.version == version, ReviewRow.data.is_not(None)
    )
    with store._session() as session:
        return {part: data for part, data in session.execute(wanted) if data is not None}


def claim(store: Store, table: str, version: str, part: int) -> bool:
    """Begins with a part, unless another server has; one that was left is taken over."""
    now = time.time()
    row = ReviewRow(table_id=table, version=version, part=part, owner=store.server, since=now)
    try:
        with store._session() as session:
            session.add(row)
        return True
    except IntegrityError:
        pass
    left = update(ReviewRow).where(
        ReviewRow.table_id == table, ReviewRow.version == version, ReviewRow.part == part,
        ReviewRow.data.is_(None), ReviewRow.since < now - LEFT,
    ).values(owner=store.server, since=now)
    with store._session() as session:
        return int(getattr(session.execute(left), "rowcount", 0)) > 0


def hold(store: Store, table: str, version: str, part: int) -> None:
    """Tell that this server is still at a part."""
    own = update(ReviewRow).where(
        ReviewRow.table_id == table, ReviewRow.version == version, ReviewRow.part == part,
        ReviewRow.data.is_(None), ReviewRow.owner == store.server,
    ).values(since=time.time())
    with store._session() as session:
        session.execute(own)


def keep(store: Store, table: str, version: str, part: int, data: list[Any]) -> None:
    """Keeps a part that is done."""
    own = update(ReviewRow).where(
        ReviewRow.table_id == table, ReviewRow.version == version, ReviewRow.part == part
    ).values(data=data)
    with store._session() as session:
        session.execute(own)


def forget(store: Store, table: str, version: str) -> None:
    """Drops a review that cannot be read."""
    with store._session() as session:
        session.execute(delete(ReviewRow).where(
            ReviewRow.table_id == table, ReviewRow.version == version
        ))


def comments_of(store: Store, table: str) -> list[Comment]:
    """Lists what is said of the moves of a table, in order."""
    wanted = select(CommentRow).where(CommentRow.table_id == table).order_by(CommentRow.number)
    with store._session() as session:
        return [_comment(row) for row in session.scalars(wanted)]


def _comment(row: CommentRow) -> Comment:
    return Comment(row.hand, row.move, row.seat, row.text, row.line)


def add_comments(store: Store, table: str, said: list[Comment]) -> bool:
    """Adds comments, once each; tells whether there was room.

    :raises Unreachable: if others were faster again and again.
    """
    for _ in range(TRIES):
        # Somebody else may take the next number at the same moment.
        with suppress(IntegrityError):
            return _add_comments(store, table, said)
    raise Unreachable


def _add_comments(store: Store, table: str, said: list[Comment]) -> bool:
    own = CommentRow.table_id == table
    with store._session() as session:
        last = session.scalar(select(func.max(CommentRow.number)).where(own)) or 0
        known = {_comment(row) for row in session.scalars(select(CommentRow).where(own))}
        if len(known) + len(said) > MOST_COMMENTS:
            return False
        for one in said:
            if one in known:
                continue
            last += 1
            session.add(CommentRow(
                table_id=table, number=last, hand=one.hand, move=one.move, seat=one.seat,
                text=one.text, line=one.line, made=time.time(),
            ))
    return True


def remove_comment(store: Store, table: str, said: Comment) -> None:
    """Removes a comment, which is known by what it says."""
    with store._session() as session:
        session.execute(delete(CommentRow).where(
            CommentRow.table_id == table, CommentRow.hand == said.hand,
            CommentRow.move == said.move, CommentRow.seat == said.seat,
            CommentRow.text == said.text, CommentRow.line == said.line,
        ))


def add_notes(kept: record.Record, comments: list[Comment], names: list[str]) -> None:
    """Writes comments and variations into a record."""
    hands = {hand.tags.get("Hand", ""): hand for hand in kept.hands}
    for one in comments:
        hand = hands.get(str(one.hand))
        if hand is None:
            continue
        if one.text:
            name = names[one.seat] if 0 <= one.seat < len(names) else ""
            said = f"{name}: {one.text}" if name else one.text
            hand.comments.setdefault(one.move, []).append(said)
        if one.line:
            hand.variations.setdefault(one.move, []).append(
                record.Variation(moves=one.line.split())
            )


def notes_in(kept: record.Record) -> list[Comment]:
    """Lists the comments and variations of a record, as far as a table keeps them."""
    found: list[Comment] = []
    for hand in kept.hands:
        number = number_in(hand.tags.get("Hand", "1"), 1) or 0
        for move, texts in hand.comments.items():
            found += [Comment(number, move, NOBODY, text[:LONGEST_COMMENT], "") for text in texts]
        for move, lines in hand.variations.items():
            found += [
                Comment(number, move, NOBODY, "", " ".join(one.moves)[:LONGEST_LINE])
                for one in lines if one.moves
            ]
    return found[: MOST_COMMENTS]
