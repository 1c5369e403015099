"""Playing alone: moves taken back and played again, and questions to the solver."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict

from sobremesa import picture
from sobremesa.core.game import View
from sobremesa.solvers import solvable
from sobremesa.table import solving
from sobremesa.table.limits import address_of
from sobremesa.table.live import House, Table
from sobremesa.table.minds import Asker
from sobremesa.table.numbers import Mark, Whole
from sobremesa.table.problems import Problem
from sobremesa.table.storage import Pass
from sobremesa.table.visit import enter, house_of, read, say_to
from sobremesa.table.words import Say

router = APIRouter()


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


async def _winnable(
    house: House, table: Table, asker: Asker, say: Say
) -> dict[str, Any]:
    found = await house.questions.ask(asker, solving.verdict, *_position(table))
    if type(table.game).ANY_ORDER:
        return {"verdict": found, "text": _finishable(table, found, say)}
    said = {
        solving.WON: say("It can still be won."),
        solving.LOST: say("It can no longer be won."),
        solving.UNKNOWN: say("It is not known whether it can still be won: that takes too long."),
    }
    return {"verdict": found, "text": said[found]}


def _finishable(table: Table, found: str, say: Say) -> str:
    """Says whether a puzzle can still be finished, and of a board that nobody can fill which
    ones are near it."""
    said = {
        solving.WON: say("It can still be finished."),
        solving.LOST: say("It can no longer be finished."),
        solving.UNKNOWN: say(
            "It is not known whether it can still be finished: that takes too long."
        ),
    }
    view = table.match.view(0)
    return picture.headline(view, say=say) if view.data["hopeless"] else said[found]


async def _hint(
    house: House, table: Table, asker: Asker, say: Say
) -> dict[str, Any]:
    view = table.match.view(0)
    if view.over and (view.data["winners"] or not type(table.game).ANY_ORDER):
        raise Problem(409, "match-over", "The match is over.")
    found = await house.questions.ask(asker, solving.hint, *_position(table), table.number)
    if not found.touches:
        return {"verdict": found.verdict, "drop": found.drop, "text": _to_take_up(found, view, say)}
    loose = type(table.game).ANY_ORDER
    things = ", ".join(picture.spoken(touch, view, say=say) for touch in found.touches)
    if loose:
        piece, _, cell = found.text.partition("@")
        things = say("{piece} on {cell}").format(piece=piece, cell=cell)
    return {
        "verdict": found.verdict, "touches": found.touches,
        "text": f"{things[:1].upper()}{things[1:]}: {_reason(found, say, loose=loose)}",
    }


def _to_take_up(found: solving.Hint, view: View, say: Say) -> str:
    """Says which piece is in the way, if one is."""
    if view.data["hopeless"]:
        return picture.headline(view, say=say)
    if found.drop < 0:
        return say("It can no longer be finished, and more than one piece is in the way.")
    laid = view.data["log"][found.drop][1]
    return say("It can no longer be finished; without {laid} it could.").format(laid=laid)


def _loose_reason(found: solving.Hint, say: Say) -> str:
    """Says why a piece goes to a cell, of all that fit there."""
    if found.choices == 1:
        return say("nothing else fits there, and it can be finished.")
    if found.keeping == 0:
        return say("it can be finished like this.")
    if found.keeping == 1:
        return say("of {choices} ways to fill that cell only this one is sure to work.").format(
            choices=found.choices
        )
    return say("{keeping} of {choices} ways to fill that cell work; this is one of them.").format(
        keeping=found.keeping, choices=found.choices
    )


def _reason(found: solving.Hint, say: Say, *, loose: bool) -> str:
    if found.verdict == solving.LOST:
        return say("it can no longer be won; this makes the best of it.")
    if found.verdict == solving.UNKNOWN:
        return say("nothing is certain here; a careful player would do this.")
    if loose:
        return _loose_reason(found, say)
    if found.keeping == 0:
        return say("it leads to a win.")
    if found.choices == 1:
        return say("there is nothing else to do, and it can still be won.")
    if found.keeping == 1:
        return say("only this is sure to keep the win.")
    if found.keeping == found.choices:
        return say("every move keeps the win; this one leads to it.")
    return say("{keeping} of {choices} moves keep the win; this is one of them.").format(
        keeping=found.keeping, choices=found.choices
    )


async def _loss(
    house: House, table: Table, asker: Asker, say: Say
) -> dict[str, Any]:
    found = await house.questions.ask(asker, solving.loss, *_position(table))
    answer: dict[str, Any] = {"verdict": found.verdict, "move": found.move}
    if found.verdict == solving.WON:
        answer["text"] = say("It is not lost.")
    elif found.verdict == solving.UNKNOWN:
        answer["text"] = say(
            "From move {number} on it could not be won; before that it is not known."
        ).format(number=found.known)
    elif found.move < 0:
        answer["text"] = say("This deal could never be won.")
    else:
        answer["text"] = say(
            "Move {number}, {played}, lost it; {better} would have kept the win."
        ).format(number=found.move + 1, played=found.played, better=found.better)
    return answer


def _position(table: Table) -> tuple[str, dict[str, Any], list[int]]:
    round = table.match.round
    return table.game.spec, round.opening(), [int(move) for move in round.played()]
