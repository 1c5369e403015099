"""How tournaments are kept: one row each, changed only in the version that was read."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import JSON, Double, String, select, update
from sqlalchemy.orm import Mapped, mapped_column

from sobremesa.table.storage import Base, SeatRow, Store, TableRow, is_spelled
from sobremesa.table.tournament import Tournament, read_tournament


class TournamentRow(Base):
    """A tournament as `tournament.py` writes it; `version` counts its changes, and `running` says
    that results may still come."""

    __tablename__ = "tournaments"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    made: Mapped[float] = mapped_column(Double)
    version: Mapped[int]
    running: Mapped[bool] = mapped_column(index=True)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


def add_tournament(store: Store, found: Tournament) -> None:
    """Keeps a new tournament, in its first version."""
    with store._session() as session:
        session.add(TournamentRow(
            id=found.id, made=time.time(), version=1, running=True, data=found.data()
        ))


def tournament(store: Store, name: str) -> Tournament | None:
    """Reads a tournament."""
    if not is_spelled(name):
        return None
    with store._session() as session:
        row = session.get(TournamentRow, name)
        return None if row is None else read_tournament(row.id, row.version, row.made, row.data)


def running(store: Store) -> list[str]:
    """Names the tournaments that are not over."""
    with store._session() as session:
        return list(session.scalars(
            select(TournamentRow.id).where(TournamentRow.running.is_(True))
        ))


def change_tournament(store: Store, old: Tournament, new: Tournament) -> bool:
    """Writes the next version of a tournament; tells whether nobody was faster."""
    chosen = update(TournamentRow).where(
        TournamentRow.id == old.id, TournamentRow.version == old.version
    )
    written = chosen.values(version=old.version + 1, running=not new.is_over, data=new.data())
    with store._session() as session:
        return bool(session.execute(written.returning(TournamentRow.id)).all())


def held_by(store: Store, tables: list[str], keys: list[str]) -> list[tuple[str, str]]:
    """Find at which of some tables seats are kept for some fingerprints, with those."""
    wanted = select(SeatRow.table_id, SeatRow.key).where(
        SeatRow.table_id.in_(tables), SeatRow.key.in_(keys)
    )
    with store._session() as session:
        return [(table, key or "") for table, key in session.execute(wanted)]


def ended(store: Store, tables: list[str]) -> set[str]:
    """Finds at which of some tables nothing more will happen."""
    wanted = select(TableRow.id).where(TableRow.id.in_(tables), TableRow.ended.is_(True))
    with store._session() as session:
        return set(session.scalars(wanted))


def laid(store: Store, tables: list[str]) -> set[str]:
    """Finds which of some tables are there."""
    with store._session() as session:
        return set(session.scalars(select(TableRow.id).where(TableRow.id.in_(tables))))
