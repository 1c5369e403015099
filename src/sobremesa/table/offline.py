"""The table as an app: it can be installed, and played on without a connection.

Offline the same engine plays in the page, as Python in an interpreter of WebAssembly (Pyodide). The
interpreter comes from its npm package. Where its files are not there everything else works, and
offline play is not offered.
"""

from __future__ import annotations

import ast
import asyncio
import gzip
import hashlib
import importlib.util
import io
import json
import zipfile
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from sobremesa import bots
from sobremesa.bots.levels import LEVELS
from sobremesa.core.game import NOBODY, Game, game_class, known_games, make_game, served
from sobremesa.picture.family import FAMILIES
from sobremesa.places import place_of
from sobremesa.solvers import solvable, solver_of
from sobremesa.table import laying
from sobremesa.table.look import KINDS, TEMPLATES, page
from sobremesa.table.problems import Problem
from sobremesa.table.scripts import FOREVER, STATIC, folder, modules
from sobremesa.table.sentences import script_words
from sobremesa.table.visit import language_of, say_to
from sobremesa.table.words import LOCALE

router = APIRouter()

PACKAGE: Final = Path(__file__).parent.parent
INTERPRETER: Final = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)
OURS: Final = ("engine.js", "matches.js")
ARCHIVE: Final = "sobremesa.zip"
KINDS_OF_FILES: Final = {
    ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm",
    ".zip": "application/zip", ".json": "application/json",
}
# What the worker may do that no page may: compile WebAssembly.
ENGINE_POLICY: Final = "; ".join([
    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'",
])
# The rooms that play; of the table itself what `pocket.py` needs.
ROOMS: Final = (
    "core", "material", "families", "solvers", "bots", "engines", "picture", "record",
)
LEFT_OUT: Final = ("cli.py", "terminal.py", "terminal_lessons.py", "schema.py", "examples.py")
# A bot that would keep people waiting: in some games it thinks for seconds even when compiled.
SLOW: Final = "master"
# Sizes of the icon in pixels.
ICONS: Final = (192, 512)


def interpreter() -> Path | None:
    """Finds the folder of the interpreter; nothing if it is not there as a whole."""
    place = place_of("interpreter")
    return place if all((place / name).is_file() for name in INTERPRETER) else None


def imported(source: str) -> set[str]:
    """Lists the modules of this package that a module imports when it is imported itself.

    >>> sorted(imported("from sobremesa.table import bell\\nimport json"))
    ['sobremesa.table', 'sobremesa.table.bell']
    """
    found: set[str] = set()
    for one in ast.parse(source).body:
        if isinstance(one, ast.ImportFrom) and one.module and one.module.startswith("sobremesa"):
            found.add(one.module)
            found.update(f"{one.module}.{name.name}" for name in one.names)
    return found


def table_modules(first: str = "pocket") -> list[Path]:
    """Lists the modules of the table that one of them needs, itself among them."""
    here = Path(__file__).parent
    found = {here / "__init__.py"}
    left = [first]
    while left:
        path = here / f"{left.pop()}.py"
        if path in found or not path.exists():
            continue
        found.add(path)
        wanted = imported(path.read_text(encoding="utf-8"))
        left += [name.split(".")[2] for name in wanted if name.startswith("sobremesa.table.")]
    return sorted(found)


def sources() -> list[Path]:
    """Lists the files of this package that play in a page: Python, what it reads, and words."""
    rooms = [
        path for room in ROOMS for path in (PACKAGE / room).rglob("*")
        if path.suffix in (".py", ".json", ".bin")
    ]
    top = [path for path in PACKAGE.glob("*.py") if path.name not in LEFT_OUT]
    return sorted([*rooms, *top, *table_modules(), *LOCALE.rglob("*.mo")])


@cache
def archive() -> bytes:
    """Packs the engine, uncompiled, the same way whenever it is packed."""
    made = io.BytesIO()
    files = [(f"sobremesa/{path.relative_to(PACKAGE).as_posix()}", path) for path in sources()]
    extensions = importlib.util.find_spec("mypy_extensions")
    assert extensions is not None and extensions.origin is not None
    files.append(("mypy_extensions.py", Path(extensions.origin)))
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
        for name, path in files:
            packed.writestr(_entry(name), path.read_bytes())
    return made.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


@cache
def version() -> str:
    """Names all that is kept for playing offline, so that it is fetched anew when any of it
    changes; nothing if it cannot be had."""
    place = interpreter()
    if place is None:
        return ""
    whole = hashlib.sha256(folder().encode())
    for path in [*sources(), place / "pyodide-lock.json", *sorted(TEMPLATES.glob("*.html")),
                 *sorted(STATIC.glob("*.css"))]:
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


@cache
def content(name: str) -> bytes:
    """Reads a file of the engine."""
    place = interpreter()
    if name == ARCHIVE:
        return archive()
    if name in OURS:
        return (STATIC / name).read_bytes()
    if place is None or name not in INTERPRETER:
        raise Problem(404, "not-found", "There is nothing here.")
    return (place / name).read_bytes()


@cache
def compressed(name: str) -> bytes:
    """Compresses a file of the engine, once."""
    return gzip.compress(content(name), 6, mtime=0)


def check_offered() -> None:
    """Refuses where the interpreter is not there."""
    if not version():
        raise Problem(404, "no-offline", "This table cannot be played offline.")


def engine_folder() -> str:
    """Names the folder of the engine as it is now."""
    return f"/offline/engine/{version()}"


def kept_version(language: str) -> str:
    """Names what a page of a language keeps; nothing where offline play is not offered."""
    return f"{version()}-{language}" if version() else ""


@router.get("/offline")
async def gallery(request: Request) -> Response:
    """Shows what can be played without a connection."""
    await asyncio.to_thread(check_offered)
    return page(
        request, "offline.html", offline=kept_version(language_of(request)), cards=cards(),
        kinds=KINDS, words=script_words(say_to(request)),
        megabytes=round(await asyncio.to_thread(weight) / 1e6, 1),
    )


def cards() -> list[dict[str, Any]]:
    """Lists the games with what can be chosen of each."""
    return [_card(name) for name in known_games()]


@cache
def _card(name: str) -> dict[str, Any]:
    game = game_class(name)
    players = served(name, {}, laying.MOST_SEATS)
    return {
        "game": game, "kind": FAMILIES[game.FAMILY].kind, "players": players,
        "bots": [kind for kind in LEVELS if kind in bots.names(name) and kind != SLOW],
        "usual": bots.usual(name),
        "puzzle": solvable(name) and bool(solver_of(name).usual),
    }


@router.get("/offline/files")
async def files(request: Request) -> Response:
    """Lists all that a device keeps to play offline, in the visitor's language."""
    await asyncio.to_thread(check_offered)
    language = language_of(request)
    engine = [(f"{engine_folder()}/{name}", name) for name in (*OURS, *INTERPRETER, ARCHIVE)]
    listed = await asyncio.to_thread(
        lambda: [{"address": path, "bytes": len(compressed(name))} for path, name in engine]
    )
    others = ["/offline", *(f"/offline/{name}" for name in known_games())]
    others += dict.fromkeys([*modules("offline"), *modules("pocket-table")])
    others += ["/static/table.css", "/static/picture.css", "/static/icon.svg"]
    others += [f"/pictures/{language}/{name}.svg" for name in known_games()]
    listed += [{"address": f"{path}?language={language}", "bytes": 5000} for path in others]
    return JSONResponse({"version": kept_version(language), "files": listed})


@cache
def weight() -> int:
    """Counts the bytes that a device fetches for the engine."""
    return sum(len(compressed(name)) for name in (*OURS, *INTERPRETER, ARCHIVE))


@router.get("/offline/engine/{version}/{name}")
async def engine_file(request: Request, name: str) -> Response:
    """Gives a file of the engine, which a browser may keep for ever."""
    await asyncio.to_thread(check_offered)
    is_packed = "gzip" in request.headers.get("accept-encoding", "")
    body = await asyncio.to_thread(compressed if is_packed else content, name)
    headers = {"Content-Security-Policy": ENGINE_POLICY, "Vary": "Accept-Encoding"}
    is_newest = request.path_params["version"] == version()
    headers["Cache-Control"] = FOREVER if is_newest else "no-cache"
    if is_packed:
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=KINDS_OF_FILES[Path(name).suffix], headers=headers)


@router.get("/offline/{name}")
async def table_page(request: Request, name: str) -> Response:
    """Shows a table that is played in the page; which match it is stands behind the #."""
    await asyncio.to_thread(check_offered)
    kind: type[Game] = game_class(name)
    say = say_to(request)
    counts = "count" in make_game(name, {}).start(seed=1).view(NOBODY).data
    return page(
        request, "table.html", pocket=f"{engine_folder()}/engine.js", game=make_game(name, {}),
        base=f"/offline/{name}", words=script_words(say), seats=[0], names=[], talks=False,
        figures=kind.FIGURES, countable=counts,
    )


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Describes the table to browsers that can install it."""
    say = say_to(request)
    icons = [
        {"src": f"/static/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png",
         "purpose": "any"}
        for size in ICONS
    ]
    icons.append({"src": "/static/icon-whole-512.png", "sizes": "512x512", "type": "image/png",
                  "purpose": "maskable"})
    icons.append({"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml",
                  "purpose": "any"})
    offered = await asyncio.to_thread(version)
    shortcuts = [{"name": say("Play offline"), "url": "/offline"}] if offered else []
    told = {
        "id": "/", "name": "Sobremesa", "short_name": "Sobremesa", "lang": language_of(request),
        "description": say("Dominoes, cards and boards that existed only on paper."),
        "start_url": "/", "scope": "/", "display": "standalone", "background_color": "#f6efe2",
        "theme_color": "#1c6e8c", "icons": icons, "categories": ["games"], "shortcuts": shortcuts,
    }
    return Response(
        json.dumps(told, ensure_ascii=False), media_type="application/manifest+json",
        headers={"Cache-Control": "no-cache"},
    )
