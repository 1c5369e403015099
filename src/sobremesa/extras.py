"""Libraries that not everybody needs: what is missing, and the command that installs it.

The command names the place that this installation came from, which pip notes: a folder, a file of
a release, an address. So it can be typed as it stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname


def install_command(extra: str) -> str:
    """Return the command that installs what an extra of this installation needs."""
    return f"pip install {wanted(extra, origin())}"


def origin() -> dict[str, Any]:
    """Return what pip noted of where this installation came from."""
    try:
        noted = distribution("sobremesa").read_text("direct_url.json")
    except PackageNotFoundError:
        noted = json.dumps({"url": Path(__file__).parents[2].as_uri(), "dir_info": {}})
    return dict(json.loads(noted or "{}"))


def wanted(extra: str, came_from: dict[str, Any]) -> str:
    """Write what pip is to install, for an extra of what came from somewhere.

    >>> wanted("lab", {"url": "file:///home/ana/sobremesa", "dir_info": {"editable": True}})
    "-e '/home/ana/sobremesa[lab]'"
    >>> wanted("lab", {"url": "https://example.org/sobremesa.whl", "archive_info": {}})
    "'sobremesa[lab] @ https://example.org/sobremesa.whl'"
    """
    url = came_from.get("url", "")
    if url.startswith("file:"):
        editable = "-e " if came_from.get("dir_info", {}).get("editable") else ""
        return f"{editable}'{url2pathname(urlsplit(url).path)}[{extra}]'"
    if vcs := came_from.get("vcs_info"):
        url = f"{vcs['vcs']}+{url}@{vcs['commit_id']}"
    return f"'sobremesa[{extra}]" + (f" @ {url}'" if url else "'")


def missing_library(what: str, missing: ImportError, extra: str) -> str:
    """Say in one sentence what is missing, for what, and how to get it."""
    return f"{what} needs {missing.name}, which is not installed here: {install_command(extra)}"


@contextmanager
def needed_for(what: str, extra: str) -> Iterator[None]:
    """Say for what a library is needed, if importing it fails.

    :raises ModuleNotFoundError: with the sentence, in place of the bare one.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "sobremesa":
            raise
        raise ModuleNotFoundError(
            missing_library(what, missing, extra), name=missing.name
        ) from None
