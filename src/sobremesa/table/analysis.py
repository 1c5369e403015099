"""Deals that are over, looked at with all hands open: what could be made, par, and what cards cost.

A deal is opened from the view of a seat that shows all hands, so nothing is told that the seat does
not know. The parts of the work are questions to the solvers, each bounded by its positions; a page
asks again until all are done, and pages that look at the same deal share what was found.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from sobremesa import open_deals
from sobremesa.core.game import View
from sobremesa.open_deals import OpenBoard, OpenDeal, Work
from sobremesa.picture.saying import Voice
from sobremesa.picture.tricks import openhands
from sobremesa.table.limits import address_of
from sobremesa.table.live import Table
from sobremesa.table.look import page
from sobremesa.table.minds import Asker, Questions
from sobremesa.table.numbers import number_in
from sobremesa.table.pages import enter_replay, open_hands_of, replay_seat
from sobremesa.table.problems import Problem
from sobremesa.table.sentences import script_words
from sobremesa.table.visit import say_to

router = APIRouter()

# Positions to look at for each result: some seconds.
NODES: Final = 4_000_000
# Deals of which a server keeps what was found.
KEPT: Final = 256
# Seconds after which a page that waits is told how far the work is.
PATIENCE: Final = 10.0

# A table and the number of a deal.
Key = tuple[str, int]


class Analyses:
    """What was found out of deals, and what is being worked on."""

    def __init__(self, questions: Questions) -> None:
        self.questions = questions
        self.found: OrderedDict[Key, dict[str, Any]] = OrderedDict()
        self.working: dict[tuple[Key, str], asyncio.Task[None]] = {}

    def known(self, key: Key) -> dict[str, Any]:
        """Gives what was found out of a deal so far."""
        found = self.found.setdefault(key, {})
        self.found.move_to_end(key)
        while len(self.found) > KEPT:
            self.found.popitem(last=False)
        return found

    async def go_on(self, key: Key, deal: OpenDeal, asker: Asker) -> int:
        """Waits for the next part of the work, tells the deal all that is known, and counts the
        parts that are left.

        :raises Problem: if too many questions are open.
        """
        works = deal.works()
        missing = [what for what in works if what not in self.known(key)]
        if missing:
            task = self._begin(key, missing[0], works[missing[0]], asker)
            await asyncio.wait({task}, timeout=PATIENCE)
            if task.done():
                task.result()
        known = self.known(key)
        for what, answer in known.items():
            deal.learn(what, answer)
        return sum(what not in known for what in works)

    def _begin(self, key: Key, what: str, work: Work, asker: Asker) -> asyncio.Task[None]:
        """Begins with a part of the work, unless somebody has."""
        task = self.working.get((key, what))
        if task is None:
            task = asyncio.create_task(self._solve(key, what, work, asker))
            self.working[key, what] = task
            # Nobody need wait any more when it fails.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task

    async def _solve(self, key: Key, what: str, work: Work, asker: Asker) -> None:
        """Does a part of the work; what takes too long stays unknown."""
        try:
            answer = await self.questions.ask(asker, work.do, *work.given)
        except Problem as refused:
            if refused.code != "too-hard":
                raise
            answer = None
        finally:
            del self.working[key, what]
        self.known(key)[what] = answer


@router.get("/t/{table}/{secret}/analysis")
@router.get("/r/{table}/{secret}/analysis")
@router.get("/you/matches/{table}/analysis")
async def analysis_page(request: Request) -> Response:
    """Shows a deal that is over with all hands open; the script fetches what is found."""
    table, opened = await enter_replay(request)
    seat = replay_seat(request, table, opened)
    views = open_hands_of(table, opened, seat)
    number = _number(request.query_params.get("hand") or str(max(views, default=0)), views)
    path = request.url.path.removesuffix("/analysis")
    say = say_to(request)
    return page(
        request, "analysis.html", game=table.game, base=f"{path}/analysis", hand=number, seat=seat,
        hands=list(views), words=script_words(say),
        back=path if path.startswith("/t/") else "",
        replay=f"{path}/replay" if path.startswith("/t/") else path,
    )


@router.get("/t/{table}/{secret}/analysis/{at}")
@router.get("/r/{table}/{secret}/analysis/{at}")
@router.get("/you/matches/{table}/analysis/{at}")
async def analysis(request: Request) -> Response:
    """Answers what is known of a deal by now, after the next part of the work."""
    table, opened = await enter_replay(request)
    seat = replay_seat(request, table, opened)
    views = open_hands_of(table, opened, seat)
    number = _number(request.path_params["at"], views)
    say = Voice(say_to(request), table.names(say_to(request)))
    deal = open_deals.opened(views[number], NODES, say)
    analyses = request.app.state.analyses
    assert isinstance(analyses, Analyses)
    left = await analyses.go_on(
        (table.id, number), deal, Asker(address_of(request), table.id)
    )
    shape = "tall" if request.query_params.get("shape") == "tall" else "wide"
    return JSONResponse(told(table, deal, number, left, shape, say))


def _number(asked: str, views: dict[int, View]) -> int:
    """Reads the number of a deal that can be looked at."""
    number = number_in(asked, 1)
    if number is None or number not in views:
        raise Problem(
            404, "not-open", "There is no such deal to look at: it is not over, or its hands were "
            "never shown.",
        )
    return number


def told(
    table: Table, deal: OpenDeal, number: int, left: int, shape: str, say: Voice
) -> dict[str, Any]:
    """Tells what is known of a deal: the diagram, and trick by trick what each card cost."""
    costs = deal.costs()
    is_bridge = isinstance(deal, OpenBoard)
    return {
        "hand": number,
        "svg": openhands.svg(deal.diagram(), shape=shape, standalone=False),
        "lead": costs.lead if costs else "",
        "tricks": [
            [{"seat": laid.seat, "text": laid.text, "cost": laid.cost} for laid in trick]
            for trick in (costs.tricks if costs else [])
        ],
        "given": open_deals.given_lines(costs, is_bridge, say) if costs else [],
        "names": table.names(say.say),
        "left": left,
    }
