"""Notices over the wire: the key of the house, and devices that want notices or no longer do."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, JSONResponse, Response
from pydantic import Field
from starlette.requests import HTTPConnection

from sobremesa.table.events import fingerprint
from sobremesa.table.limits import address_of
from sobremesa.table.meet import own_meeting
from sobremesa.table.notices import PLACE, Notices
from sobremesa.table.numbers import Body
from sobremesa.table.push import LONGEST_ENDPOINT, Device, check_device, check_service
from sobremesa.table.scripts import STATIC
from sobremesa.table.visit import check_plays, enter, house_of, language_of, read

router = APIRouter()

Endpoint = Annotated[str, Field(min_length=1, max_length=LONGEST_ENDPOINT)]


class DeviceGone(Body):
    """A device that wants no more notices."""

    endpoint: Endpoint


class DeviceAsked(DeviceGone):
    """A device that wants notices, as its browser describes it."""

    p256dh: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=32)]


def notices_of(connection: HTTPConnection) -> Notices:
    """Gives the notices of this server."""
    notices = connection.app.state.notices
    assert isinstance(notices, Notices)
    return notices


@router.get("/worker.js")
async def worker() -> Response:
    """Gives the script that shows notices while no page is open; it serves all pages."""
    return FileResponse(
        STATIC / "worker.js", media_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )


@router.get("/api/notices")
async def key(request: Request) -> Response:
    """Answers the key by which browsers know this house."""
    return JSONResponse({"key": await notices_of(request).public_key()})


@router.post("/t/{table}/{secret}/notices")
async def notices_of_table(request: Request) -> Response:
    """Lets a device have the notices of one's seats."""
    _, opened = await enter(request)
    check_plays(opened)
    return await _keep(request)


@router.post("/t/{table}/{secret}/notices/off")
async def no_notices_of_table(request: Request) -> Response:
    """Lets a device have the notices of one's seats no more."""
    _, opened = await enter(request)
    check_plays(opened)
    return await _drop(request)


@router.post("/m/{meeting}/{secret}/notices")
async def notices_of_meeting(request: Request, meeting: str, secret: str) -> Response:
    """Lets a device have the notices of one's chair, and later of the seat."""
    await own_meeting(request, meeting, secret)
    return await _keep(request)


@router.post("/m/{meeting}/{secret}/notices/off")
async def no_notices_of_meeting(request: Request, meeting: str, secret: str) -> Response:
    """Lets a device have the notices of one's chair no more."""
    await own_meeting(request, meeting, secret)
    return await _drop(request)


async def _keep(request: Request) -> Response:
    asked = await read(request, DeviceAsked)
    notices = notices_of(request)
    device = Device(asked.endpoint, asked.p256dh, asked.auth)
    check_device(device, anywhere=notices.anywhere)
    notices.asked.take(address_of(request))
    await check_service(device, anywhere=notices.anywhere)
    link = fingerprint(request.path_params["secret"])
    store = house_of(request).store
    await store.write(notices.keep, link, device, language_of(request))
    return JSONResponse({"place": link[:PLACE]}, 201)


async def _drop(request: Request) -> Response:
    asked = await read(request, DeviceGone)
    link = fingerprint(request.path_params["secret"])
    await house_of(request).store.write(notices_of(request).drop, link, asked.endpoint)
    return JSONResponse({"place": link[:PLACE]})
