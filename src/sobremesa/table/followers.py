"""Whoever follows a table: from where they look, what they were told last, and what is new."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from typing import Any

from sobremesa.core.game import NOBODY
from sobremesa.table.events import Pass
from sobremesa.table.live import Table
from sobremesa.table.messages import Drawn, Sight, Told, seated
from sobremesa.table.problems import Problem
from sobremesa.table.sights import seat_seen, sight_of, unreadable
from sobremesa.table.watching import last_seen
from sobremesa.table.words import Say
from sobremesa.table.written import number_in

# Who missed more than this gets the table as it stands, not every step to it.
CATCH_UP = 12


def _counted(said: dict[str, Any], field: str, usual: int) -> int:
    """Reads a number of a greeting."""
    given = said.get(field, usual)
    number = number_in(given) if type(given) is int else None
    if number is None:
        raise unreadable(field, given)
    return number


class Follower(ABC):
    """One open page, however it is connected: it is told every event of a table, numbered."""

    def __init__(self, table: Table, opened: Pass, say: Say, drawn: Drawn) -> None:
        self.table = table
        self.opened = opened
        self.say = say
        self.drawn = drawn
        self.seat = NOBODY
        # The seat from which the page wishes to look.
        self.wished: object = None
        self.sight = Sight()
        self.last = 0
        self.shown: Told | None = None
        self.heard = 0
        self.asks_talk = False
        # Who was here when the page was last told; nothing unless it asks.
        self.asks_seats = False
        self.seated: dict[str, Any] = {}
        self.stamp = -1
        self.bell = asyncio.Event()

    @abstractmethod
    async def deliver(self, text: str) -> None:
        """Sends a message."""

    def hear(self, said: Any) -> None:
        """Takes in from where the page looks, and what it knows already."""
        if not isinstance(said, dict):
            raise ValueError
        last, heard = _counted(said, "last", self.last), _counted(said, "heard", 0)
        self.wished = said.get("seat")
        self.seat = seat_seen(self.table, self.opened, self.wished)
        self.sight = sight_of(self.table, self.opened, said)
        self.last = min(last, self._limit())
        # A page that greets, or wishes for another picture, is told the whole.
        self.shown = None
        self.heard = heard
        # A page that counts what it heard is told even that it missed nothing.
        self.asks_talk = "heard" in said
        self.asks_seats = said.get("seats") is True
        self.seated = {}
        self.stamp = -1

    async def send_missing(self) -> None:
        """Sends the events that the page has not seen."""
        self._look_from_where_one_may()
        if self._limit() - self.last > CATCH_UP:
            self.last = self._limit() - 1
        stamp = self.table.stamp
        if self.last == self._limit() and self.stamp != stamp:
            await self._send(self.last)
        while self.last < self._limit():
            await self._send(max(self.last + 1, 2))
            self._look_from_where_one_may()
        self.stamp = stamp

    def _look_from_where_one_may(self) -> None:
        """Look from another place if those who watch may see more by now, or less."""
        if self.opened.seats != (NOBODY,):
            return
        try:
            seat = seat_seen(self.table, self.opened, self.wished)
        except Problem:
            seat = seat_seen(self.table, self.opened, None)
        if seat != self.seat:
            self.seat, self.shown, self.stamp = seat, None, -1
            self.last = min(self.last, self._limit())

    def _limit(self) -> int:
        """Gives the last event that this page may see."""
        return last_seen(self.table, self.opened.seats, self.seat)

    async def send_seats(self) -> None:
        """Sends who is here, if that is asked and new."""
        now = seated(self.table, self.opened.seats)
        if self.asks_seats and now != self.seated:
            self.seated = now
            await self.deliver(json.dumps(now))

    async def _send(self, number: int) -> None:
        told = self.drawn.look(
            self.table, number, self.seat, self.opened.seats, self.sight, self.say
        )
        await self.deliver(self.drawn.text(self.table, told, self.shown))
        self.shown = told
        self.last = number
