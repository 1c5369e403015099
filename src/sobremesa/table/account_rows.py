"""The schema of accounts: names, passkeys, sessions, seats, ratings, and what people do not want of
each other."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, Double, ForeignKey, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from sobremesa.table.storage import Base


class AccountRow(Base):
    """Somebody with a name; `recovery` is the hash of the code that opens the account without a
    passkey."""

    __tablename__ = "accounts"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    made: Mapped[float] = mapped_column(Double)
    recovery: Mapped[str] = mapped_column(String(64), unique=True)


class LookRow(Base):
    """How a name looks, hashed: no two accounts have names that look the same."""

    __tablename__ = "account_looks"
    look: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)


class PasskeyRow(Base):
    """The public half of a passkey, found by the hash of its name; `count` is what its device
    counted last."""

    __tablename__ = "passkeys"
    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    credential: Mapped[bytes] = mapped_column(LargeBinary)
    key: Mapped[bytes] = mapped_column(LargeBinary)
    count: Mapped[int] = mapped_column(BigInteger)
    made: Mapped[float] = mapped_column(Double)
    used: Mapped[float] = mapped_column(Double)


class SpentRow(Base):
    """A challenge that was answered, kept until it would be too old anyway."""

    __tablename__ = "spent_challenges"
    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    until: Mapped[float] = mapped_column(Double, index=True)


class SessionRow(Base):
    """Somebody who is signed in on a device, by the hash of its cookie."""

    __tablename__ = "sessions"
    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    until: Mapped[float] = mapped_column(Double, index=True)


class AccountSeatRow(Base):
    """A seat that somebody took while signed in, and how the match ended for it.

    It may be there before its table is. `left` says that a bot held the seat in the end.
    """

    __tablename__ = "account_seats"
    table_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    game: Mapped[str] = mapped_column(String(40))
    rated: Mapped[bool]
    made: Mapped[float] = mapped_column(Double)
    ended: Mapped[float | None] = mapped_column(Double, index=True)
    place: Mapped[int | None]
    won: Mapped[bool | None]
    left: Mapped[bool | None]
    mu: Mapped[float | None] = mapped_column(Double)
    mu_before: Mapped[float | None] = mapped_column(Double)


class RatingRow(Base):
    """How well somebody plays a game: a mean and how sure that is."""

    __tablename__ = "ratings"
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    matches: Mapped[int]


class BlockRow(Base):
    """Somebody who does not want to meet another."""

    __tablename__ = "blocks"
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    other_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)


class MuteRow(Base):
    """Somebody who does not want to hear another."""

    __tablename__ = "mutes"
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    other_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)


class ReportRow(Base):
    """What somebody told the owner of the server about another, with what they had heard last.

    Each names a seat and, where it has one, its account.
    """

    __tablename__ = "reports"
    __table_args__ = (UniqueConstraint("table_id", "by_seat", "seat", name="uq_report"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    made: Mapped[float] = mapped_column(Double)
    table_id: Mapped[str] = mapped_column(String(32))
    seat: Mapped[int]
    by_seat: Mapped[int]
    name: Mapped[str] = mapped_column(String(80))
    account_id: Mapped[str] = mapped_column(String(32))
    by_account: Mapped[str] = mapped_column(String(32))
    reason: Mapped[str] = mapped_column(String(16))
    words: Mapped[str] = mapped_column(String(500))
    lines: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
