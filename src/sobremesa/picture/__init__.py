"""Pictures of a view: an SVG table and its twin in plain text, and all that is said there."""

from __future__ import annotations

from typing import Any

from sobremesa.core.game import View
from sobremesa.picture import boards as boards
from sobremesa.picture import hubs as hubs
from sobremesa.picture import lines as lines
from sobremesa.picture import locks as locks
from sobremesa.picture import melds as melds
from sobremesa.picture import plane as plane
from sobremesa.picture import poker as poker
from sobremesa.picture import pool as pool
from sobremesa.picture import puzzle as puzzle
from sobremesa.picture import solo as solo
from sobremesa.picture import tricks as tricks
from sobremesa.picture.family import family_of
from sobremesa.picture.kinds import KINDS
from sobremesa.picture.saying import Names, Say, Voice
from sobremesa.picture.scenes import Scene, difference
from sobremesa.picture.seats import ROOMS, Look, Room, room_for
from sobremesa.picture.style import css


def scene(view: View, *, names: Names = None, say: Say = str, **how: Any) -> Scene:
    """Lays out the table as one seat sees it.

    `shape` is "wide", "tall" (a phone) or "low" (a phone held across), and `room` the size of
    the picture where a page asks for one (`room_for`). `aids` shows what players should find
    themselves, `numerals` writes the numbers of tiles as figures. A `standalone` picture carries
    its own style sheet and the headline; a page links the one and says the other itself.
    """
    look = Look(**how)
    if look.shape not in ROOMS:
        raise ValueError(f"a picture is wide, tall or low, not {look.shape}")
    return family_of(view).scene(view, Voice(say, names), look)


def svg(view: View, *, standalone: bool = True, **how: Any) -> str:
    """Draws the table as one seat sees it, in the ways of `scene`."""
    return scene(view, standalone=standalone, **how).svg(standalone=standalone)


def ascii(view: View, *, width: int = 80, names: Names = None, say: Say = str) -> str:
    """Writes the table as one seat sees it, at most `width` columns wide."""
    return family_of(view).ascii(view, Voice(say, names), width)


def in_lines(view: View, *, names: Names = None, say: Say = str) -> list[list[str]]:
    """Writes the table as one seat sees it in paragraphs of lines that can be read one by one."""
    return family_of(view).lines(view, Voice(say, names))


def diagram(view: View, width: float, height: float, *, say: Say = str) -> str:
    """Draws the middle of the table alone, for a page of rules."""
    return family_of(view).diagram(view, Voice(say), width, height).svg(still=True) + "\n"


def headline(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the round ended."""
    return family_of(view).headline(view, Voice(say, names))


def log_lines(view: View, *, names: Names = None, say: Say = str) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    return family_of(view).log_lines(view, Voice(say, names))


def news(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what happened last."""
    return family_of(view).news(view, Voice(say, names))


def label(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a button for a touch shows."""
    return family_of(view).label(touch, view, Voice(say))


def spoken(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    return family_of(view).spoken(touch, view, Voice(say))


def effects(
    view: View, after: View, text: str, *, names: Names = None, say: Say = str
) -> list[str]:
    """Says in a few words what a move does that leads from one view to another."""
    return family_of(view).effects(view, after, text, Voice(say, names))


def asks(view: View, *, say: Say = str) -> dict[str, str]:
    """Says, for each kind of touch that can follow another, what is asked by it."""
    return {kind: say(sentence) for kind, sentence in family_of(view).asks(view).items()}


__all__ = [
    "KINDS", "ROOMS", "Room", "Scene", "ascii", "asks", "css", "diagram", "difference", "effects",
    "headline", "in_lines",
    "label", "log_lines", "news", "room_for", "scene", "spoken", "svg",
]
