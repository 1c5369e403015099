"""How much of a server one address may take, so that nobody can take it from all others.

The limits leave a household behind one address all the room it needs.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sobremesa.table.problems import Problem

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

# Addresses that are remembered; the one that came longest ago is forgotten first.
REMEMBERED = 20_000
# A provider gives a household a whole network, of this size or smaller.
HOUSEHOLD = 56


@dataclass(frozen=True)
class Limits:
    """The limits of a server; times are in seconds."""

    # Tables that an address may lay at once, and after how long it may lay one more.
    tables: int = 120
    table_every: float = 5.0
    # Accounts that an address may make at once, tries to make one or to sign in, and reports; and
    # after how long there may be one more.
    accounts: int = 20
    account_every: float = 300.0
    sign_ins: int = 30
    sign_in_every: float = 6.0
    # Recovery codes that an address may try, apart from signing in.
    recoveries: int = 10
    recovery_every: float = 30.0
    reports: int = 5
    report_every: float = 600.0
    # Devices for which an address may ask for notices at once, and after how long for one more.
    devices: int = 60
    device_every: float = 60.0
    # Whether notices may go to services in the house and without TLS, as in tests.
    push_anywhere: bool = False
    # Questions to the solvers that may be open: of an address, of that at one table, of everybody.
    questions: int = 4
    table_questions: int = 2
    all_questions: int = 128
    # Reviews that are worked on at the same time: of an address, and of everybody.
    reviews: int = 4
    all_reviews: int = 64
    # Live connections: from an address to seats and, apart, to tables it only watches; with the
    # link of one seat, and of all who watch one table.
    playing: int = 120
    watching: int = 60
    seat_pages: int = 20
    table_watchers: int = 100
    # Connections of any kind from one address; behind a proxy the proxy counts them.
    connections: int = 256
    # How long the head of a request may take, how long its body, and how long a client may
    # leave an answer unread.
    head_time: float = 10.0
    body_time: float = 30.0
    unread_time: float = 60.0
    # Bytes and lines that a head may have.
    head_bytes: int = 32 * 1024
    head_lines: int = 100
    # How long a table is kept where nothing happens, before its record is put away; 0: for ever.
    put_away: float = 90 * 24 * 3600.0


def address_of(connection: HTTPConnection) -> str:
    """Gives the address that a request counts for."""
    return household(connection.client.host if connection.client else "")


def household(host: str) -> str:
    """Takes the addresses together that one household has.

    >>> household("192.0.2.7"), household("::ffff:192.0.2.7"), household("2001:db8:0:5:1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/56')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, HOUSEHOLD), strict=False))


class Allowance:
    """So many at once for everybody, and one more each time some seconds have passed."""

    def __init__(
        self, most: int, every: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.every = every
        self.clock = clock
        # When each of them has the whole allowance again.
        self.whole_at: OrderedDict[str, float] = OrderedDict()

    def take(self, who: str) -> None:
        """Takes one of somebody's allowance.

        :raises Problem: if nothing is left, with the time after which there is.
        """
        now = self.clock()
        whole_at = max(self.whole_at.get(who, now), now) + self.every
        wait = whole_at - now - self.most * self.every
        if wait > 1e-6:
            raise Problem(
                429, "too-much", "That is too much at once; try again in {seconds} s.",
                seconds=int(wait) + 1, retry=int(wait) + 1,
            )
        self.whole_at[who] = whole_at
        self.whole_at.move_to_end(who)
        while len(self.whole_at) > REMEMBERED:
            self.whole_at.popitem(last=False)


class Places:
    """Counts what is open, each thing under several names with a most for each."""

    def __init__(self) -> None:
        self.taken: Counter[Hashable] = Counter()

    @contextmanager
    def held(self, wanted: dict[Hashable, int]) -> Iterator[None]:
        """Holds a place under each name while something goes on.

        :raises Problem: if one of them has no place left.
        """
        self.check(wanted)
        for name in wanted:
            self.taken[name] += 1
        try:
            yield
        finally:
            for name in wanted:
                self.taken[name] -= 1
                if not self.taken[name]:
                    del self.taken[name]

    def check(self, wanted: dict[Hashable, int]) -> None:
        """Refuses unless there is a place under each name."""
        if any(self.taken[name] >= most for name, most in wanted.items()):
            raise Problem(503, "crowded", "Too many are looking at this table.", retry=30)
