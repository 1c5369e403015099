"""Playing alone: moves taken back and played again, and questions to the solver."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from sobremesa import alone, hints
from sobremesa.solvers import solvable
from sobremesa.table.limits import address_of
from sobremesa.table.live import Table
from sobremesa.table.messages import addressed
from sobremesa.table.minds import Asker
from sobremesa.table.numbers import Body, Mark, Whole
from sobremesa.table.problems import Problem
from sobremesa.table.visit import check_plays, enter, house_of, read, say_to

router = APIRouter()


class AgainAsked(Body):
    """The wish to play again what was taken back."""

    number: Whole
    id: Mark


class BackAsked(AgainAsked):
    """The wish to take moves back: to the last choice, until `keep` moves are left, or only
    the move `drop`."""

    keep: Whole | None = None
    drop: Whole | None = None


@router.post("/t/{table}/{secret}/undo")
async def undo(request: Request) -> Response:
    """Takes moves back; sent again under the same id it is answered as before."""
    table, opened = await enter(request)
    check_plays(opened)
    asked = await read(request, BackAsked)
    number = await table.undo(asked.number, f"0:{asked.id}", asked.keep, asked.drop)
    return JSONResponse({"number": number})


@router.post("/t/{table}/{secret}/redo")
async def redo(request: Request) -> Response:
    """Plays again what was taken back last."""
    table, opened = await enter(request)
    check_plays(opened)
    asked = await read(request, AgainAsked)
    return JSONResponse({"number": await table.redo(asked.number, f"0:{asked.id}")})


@router.get("/t/{table}/{secret}/ask/{what}")
async def ask(request: Request) -> Response:
    """Answers somebody who plays alone: a hint, whether it can be won, where it was lost; and
    somebody who plays against bots what the strong player would do."""
    table, opened = await enter(request)
    seat = check_plays(opened)
    if request.path_params["what"] == "hint" and table.game.players > 1:
        return await advised(request, table, seat)
    if not table.is_solitaire or not solvable(table.game.name):
        raise Problem(409, "no-solver", "Nothing can be worked out at this table.")
    what = request.path_params["what"]
    if what not in alone.QUESTIONS:
        raise Problem(404, "not-found", "There is nothing here.")
    view, number = table.match.view(0), table.number
    if what == "hint" and view.over and (table.match.winners or not type(table.game).ANY_ORDER):
        raise Problem(409, "match-over", "The match is over.")
    found = await house_of(request).questions.ask(
        Asker(address_of(request), table.id), alone.QUESTIONS[what], table.match.round.copy()
    )
    return JSONResponse({
        "number": number, "verdict": found.verdict, "text": found.said(view, say_to(request)),
        **found.told(),
    })


async def advised(request: Request, table: Table, seat: int) -> Response:
    """Answers what the strong player would do from what a seat knows, and why."""
    if not table.has_hints:
        raise Problem(
            409, "no-hints", "There are hints only where one person plays against bots, unrated.",
        )
    table.check_turn(seat)
    view, number = table.match.view(seat), table.number
    advice = await house_of(request).questions.ask(
        Asker(address_of(request), table.id), hints.advise_on, view.game.spec, view.data
    )
    say = say_to(request)
    names = addressed(table.names(say), seat)
    return JSONResponse({
        "number": number, "text": hints.said(advice, view, names=names, say=say),
        "touches": advice.best.touches,
    })
