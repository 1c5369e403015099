"""Playing alone: moves taken back and played again, and questions to the solver."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict

from sobremesa import alone
from sobremesa.solvers import solvable
from sobremesa.table.limits import address_of
from sobremesa.table.live import House, Table
from sobremesa.table.minds import Asker
from sobremesa.table.numbers import Mark, Whole
from sobremesa.table.problems import Problem
from sobremesa.table.storage import Pass
from sobremesa.table.visit import enter, house_of, read, say_to
from sobremesa.table.words import Say

router = APIRouter()
Answer = dict[str, Any]


class BackAsked(BaseModel):
    """The wish to take moves back: to the last choice, until `keep` moves are left, or only
    the move `drop`."""

    model_config = ConfigDict(extra="forbid", strict=True)
    number: Whole
    id: Mark
    keep: Whole | None = None
    drop: Whole | None = None


class AgainAsked(BaseModel):
    """The wish to play again what was taken back."""

    model_config = ConfigDict(extra="forbid", strict=True)
    number: Whole
    id: Mark


@router.post("/t/{table}/{secret}/undo")
async def undo(request: Request) -> Response:
    """Takes moves back; sent again under the same id it is answered as before."""
    table, opened = await enter(request)
    _check_player(opened)
    asked = await read(request, BackAsked)
    number = await table.undo(asked.number, f"0:{asked.id}", asked.keep, asked.drop)
    return JSONResponse({"number": number})


@router.post("/t/{table}/{secret}/redo")
async def redo(request: Request) -> Response:
    """Plays again what was taken back last."""
    table, opened = await enter(request)
    _check_player(opened)
    asked = await read(request, AgainAsked)
    return JSONResponse({"number": await table.redo(asked.number, f"0:{asked.id}")})


@router.get("/t/{table}/{secret}/ask/{what}")
async def ask(request: Request) -> Response:
    """Answers somebody who plays alone: a hint, whether it can be won, where it was lost."""
    table, opened = await enter(request)
    _check_player(opened)
    if not table.is_solitaire or not solvable(table.game.name):
        raise Problem(409, "no-solver", "Nothing can be worked out at this table.")
    answers = {"hint": _hint, "winnable": _winnable, "loss": _loss}
    what = request.path_params["what"]
    if what not in answers:
        raise Problem(404, "not-found", "There is nothing here.")
    number = table.number
    asker = Asker(address_of(request), table.id)
    answer = await answers[what](house_of(request), table, asker, say_to(request))
    return JSONResponse({"number": number, **answer})


def _check_player(opened: Pass) -> None:
    if opened.seats != (0,):
        raise Problem(403, "only-watching", "You are only watching; the players decide.")


async def _winnable(house: House, table: Table, asker: Asker, say: Say) -> Answer:
    found = await house.questions.ask(asker, alone.verdict, table.match.round.copy())
    return {"verdict": found, "text": alone.said_verdict(found, table.match.view(0), say)}


async def _hint(house: House, table: Table, asker: Asker, say: Say) -> Answer:
    view = table.match.view(0)
    if view.over and (view.data["winners"] or not type(table.game).ANY_ORDER):
        raise Problem(409, "match-over", "The match is over.")
    found = await house.questions.ask(asker, alone.hint, table.match.round.copy(), table.number)
    what = {"touches": found.touches} if found.touches else {"drop": found.drop}
    return {"verdict": found.verdict, "text": alone.said_hint(found, view, say), **what}


async def _loss(house: House, table: Table, asker: Asker, say: Say) -> Answer:
    found = await house.questions.ask(asker, alone.loss, table.match.round.copy())
    return {"verdict": found.verdict, "move": found.move, "text": alone.said_loss(found, say)}
