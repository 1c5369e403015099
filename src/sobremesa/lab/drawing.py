"""What the plots of the lab share."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def sheet(title: str, width: int, height: int, style: str, drawn: Iterable[str]) -> str:
    """Puts what was drawn on a sheet with a title and a style."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(title)}</title><style>{style}</style>" + "".join(drawn) + "</svg>\n"
    )
