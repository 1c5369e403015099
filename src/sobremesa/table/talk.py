"""Talk at a table: lines in public or between two seats, and offers in the reader's language.

Each seat has its own list of what it heard, counted from 1, so that nobody can tell from a
number that others whisper. Talk changes nothing on the board.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from sobremesa.core.game import NOBODY
from sobremesa.picture.saying import N_
from sobremesa.table.events import Line, Taken
from sobremesa.table.names import visible
from sobremesa.table.problems import Problem
from sobremesa.table.words import Say, plural

if TYPE_CHECKING:
    from sobremesa.table.asked import TalkAsked
    from sobremesa.table.storage import Store

LONGEST_LINE: Final = 300
# A seat may say so many lines within so many seconds, and a table holds so many.
MOST_LINES: Final = 8
WITHIN: Final = 10.0
MOST_KEPT: Final = 2000
# Another server may take the next number; so often it is tried again.
TRIES: Final = 5
# A page that comes late gets the last of what was said.
SENT_AT_ONCE: Final = 200


# Ready-made sentences. Those with {name} speak of a third player.
OFFERS: Final = {
    "hello": N_("Hello, everybody!"),
    "well-played": N_("Well played!"),
    "moment": N_("One moment, please."),
    "peace": N_("Leave me alone and I will leave you alone."),
    "against": N_("Let us both go against {name}."),
    "beware": N_("Beware of {name}!"),
    "yes": N_("Agreed."),
    "no": N_("No, thank you."),
}
# What the table lets somebody say when a bot holds a seat, and when its person is back.
STANDS_IN: Final = "stand-in"
CAME_BACK: Final = "back"
# What is said for somebody who steps away, or whose time is up.
STEPS_AWAY: Final = "away"
TIME_UP: Final = "time-up"
# What is said for somebody who makes an offer, and for those who answer.
OFFERED: Final = {"take-back": "offer-back", "draw": "offer-draw"}
AGREES: Final = "yes"
DECLINES: Final = "no"
WITHDRAWS: Final = "withdraws"
NOTICES: Final = {
    "offer-back": N_("May I take back my last move?"),
    "offer-draw": N_("I offer a draw."),
    WITHDRAWS: N_("I take my offer back."),
    STEPS_AWAY: N_("I step away: a bot holds my seat until I am back."),
    TIME_UP: N_("My time is up: a bot holds my seat until I am back."),
    STANDS_IN: N_("{name} is away: a bot holds the seat until they are back."),
    CAME_BACK: N_("I am back."),
}


def notice(number: int, seat: int, what: str, about: int) -> Line:
    """Makes the line by which everybody is told of a seat."""
    return Line(number, seat, NOBODY, "", what, about, f"{what}:{number}")


def clean_line(text: str) -> str:
    """Takes out what cannot be shown and folds white space.

    :raises Problem: if nothing is left, or too much.
    """
    shown = visible(text)
    if not shown:
        raise Problem(422, "nothing-said", "That says nothing.")
    if len(shown) > LONGEST_LINE:
        raise Problem(
            422, "long-line",
            plural(
                "That is {count} character long: at most {most} can be said at once.",
                "That is {count} characters long: at most {most} can be said at once.",
            ),
            count=len(shown), most=LONGEST_LINE,
        )
    return shown


class Talk:
    """What was said at one table."""

    def __init__(self, table: str, store: Store, lines: list[Line]) -> None:
        self.table = table
        self.store = store
        self.lines = lines
        self.lock = asyncio.Lock()
        self.said: dict[int, deque[float]] = {}

    def heard_by(self, seat: int) -> list[Line]:
        """Lists what a seat could hear; somebody who watches (-1) hears what is said in public."""
        return [
            line for line in self.lines
            if line.to == NOBODY or (seat != NOBODY and seat in (line.seat, line.to))
        ]

    def behind(
        self, seat: int, heard: int, names: list[str], say: Say, deaf_to: frozenset[int]
    ) -> dict[str, Any]:
        """Tells a seat that has heard so many lines what it missed; of those whom it does not want
        to hear only that there was something."""
        lines = self.heard_by(seat)
        first = max(heard, len(lines) - SENT_AT_ONCE)
        return {
            "talk": [
                _unheard(line) if line.seat in deaf_to and line.offer not in NOTICES
                else _told(line, names, say) for line in lines[first:]
            ],
            "heard": len(lines), "from": seat,
        }

    async def add(self, asked: TalkAsked, players: int, deaf: set[int]) -> int:
        """Says a line; the same line sent again is not said twice. Answers the version of the
        table, or 0 if nothing was written.

        `deaf` are the seats of bots.
        """
        text, offer, about = _checked(asked, players, deaf)
        mark = f"{asked.seat}:{asked.id}"
        async with self.lock:
            self._check_manners(asked.seat)
            for _ in range(TRIES):
                await self._catch_up()
                if any(line.mark == mark for line in self.lines):
                    return 0
                line = Line(self.next_number, asked.seat, asked.to, text, offer, about, mark)
                try:
                    version = await self.store.write(self.store.say, self.table, line)
                except Taken:
                    continue
                self.take([line])
                return version
            raise Problem(409, "stale", "Others spoke at the same moment: say it again.")

    def _check_manners(self, seat: int) -> None:
        # What the table tells of persons is no line of theirs.
        if sum(line.offer not in NOTICES for line in self.lines) >= MOST_KEPT:
            raise Problem(
                409, "enough-said",
                plural(
                    "Enough has been said at this table: {most} line.",
                    "Enough has been said at this table: {most} lines.", by="most",
                ),
                most=MOST_KEPT,
            )
        now = time.monotonic()
        spoken = self.said.setdefault(seat, deque(maxlen=MOST_LINES))
        if len(spoken) == MOST_LINES and now - spoken[0] < WITHIN:
            raise Problem(
                429, "too-much",
                plural(
                    "That is too much at once: at most {most} lines in {time} second.",
                    "That is too much at once: at most {most} lines in {time} seconds.", by="time",
                ),
                most=MOST_LINES, time=int(WITHIN),
            )
        spoken.append(now)

    @property
    def next_number(self) -> int:
        """The number of the next line."""
        return len(self.lines) + 1

    def take(self, lines: list[Line]) -> None:
        """Takes in lines that are written; those that are known already are left out."""
        for line in lines:
            if line.number == self.next_number:
                self.lines.append(line)

    async def _catch_up(self) -> None:
        self.take(await self.store.read(self.store.talk, self.table, len(self.lines)))


def _checked(asked: TalkAsked, players: int, deaf: set[int]) -> tuple[str, str, int]:
    """Checks to whom and what is said; gives the text, the offer and whom it speaks of."""
    if asked.to != NOBODY:
        if not 0 <= asked.to < players:
            raise Problem(
                422, "no-such-seat", "There is no seat {number} at this table.",
                number=asked.to + 1,
            )
        if asked.to == asked.seat:
            raise Problem(422, "to-oneself", "You cannot whisper to yourself.")
        if asked.to in deaf:
            raise Problem(
                422, "to-a-bot", "A bot sits on seat {number}, and bots do not talk.",
                number=asked.to + 1,
            )
    if not asked.offer:
        return clean_line(asked.text), "", NOBODY
    if asked.offer not in OFFERS or asked.text:
        raise Problem(
            422, "unknown-offer", "There is no offer {offer}: there are {known}.",
            offer=asked.offer[:20], known=list(OFFERS),
        )
    if "{name}" not in OFFERS[asked.offer]:
        return "", asked.offer, NOBODY
    if not 0 <= asked.about < players or asked.about in (asked.seat, asked.to):
        raise Problem(422, "about-whom", "That offer must speak of a third player.")
    return "", asked.offer, asked.about


def _told(line: Line, names: list[str], say: Say) -> dict[str, Any]:
    """Tells one line to somebody who may hear it."""
    text = line.text
    if line.offer:
        about = names[line.about] if line.about >= 0 else ""
        known = OFFERS | NOTICES
        text = say(known.get(line.offer, line.offer)).replace("{name}", about)
    return {
        "seat": line.seat, "name": names[line.seat], "text": text, "private": line.to != NOBODY,
        "to": names[line.to] if line.to != NOBODY else "", "muted": False,
    }


def _unheard(line: Line) -> dict[str, Any]:
    """Counts a line of somebody whom one does not want to hear."""
    return {"seat": line.seat, "name": "", "text": "", "private": False, "to": "", "muted": True}


def offers(seats: list[int], names: list[str], say: Say) -> list[dict[str, Any]]:
    """Lists the ready-made sentences for a page of some seats, one for each third player."""
    found: list[dict[str, Any]] = []
    for offer, template in OFFERS.items():
        if "{name}" not in template:
            found.append({"offer": offer, "about": NOBODY, "text": say(template)})
        elif len(names) > 2:
            found += [
                {"offer": offer, "about": seat, "text": say(template).replace("{name}", name)}
                for seat, name in enumerate(names) if seats != [seat]
            ]
    return found
