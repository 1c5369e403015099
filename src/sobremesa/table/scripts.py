"""The scripts of the pages and all that is served beside them.

A page names every module that its script imports, however deep, so that a browser asks for all of
them at once. Their addresses have a folder that changes when any of them does: browsers keep
what they got, and no page mixes the scripts of two versions.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
FOREVER = "max-age=31536000, immutable"

_IMPORTED = re.compile(r'^import\b[^;]*?"\./([\w-]+)\.js";', re.MULTILINE)
_FOLDER = re.compile(r"v-[0-9a-f]+")


@cache
def folder() -> str:
    """Names the folder of the scripts as they are now."""
    whole = hashlib.sha256()
    for path in sorted(STATIC.glob("*.js")):
        whole.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return f"v-{whole.hexdigest()[:16]}"


@cache
def modules(script: str) -> list[str]:
    """Gives the addresses of a script and of all that it imports, itself last.

    >>> [address.rpartition("/")[2] for address in modules("languages")]
    ['text.js', 'page.js', 'languages.js']
    """
    found: dict[str, None] = {}

    def follow(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"scripts import each other in a circle: {' '.join(above)} {name}")
        for imported in _IMPORTED.findall((STATIC / f"{name}.js").read_text(encoding="utf-8")):
            if imported not in found:
                follow(imported, (*above, name))
        found[name] = None

    follow(script, ())
    return [f"/static/{folder()}/{name}.js" for name in found]


class Files(StaticFiles):
    """Static files, asked for again on every visit but sent only when they changed; those in the
    folder of the scripts as they are now are never asked for again.

    A page of another version, from before or behind a restart, gets what there is.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answers with a file, whatever its folder says of the version."""
        version, *inside = Path(path).parts or ("",)
        if inside and _FOLDER.fullmatch(version):
            path = str(Path(*inside))
        answer = await super().get_response(path, scope)
        is_kept = inside and version == folder()
        answer.headers["Cache-Control"] = FOREVER if is_kept else "no-cache"
        return answer
