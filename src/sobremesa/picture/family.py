"""How a family of games is drawn and spoken of; `sobremesa.picture` asks the game's family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Final

from sobremesa.core.game import DRAWERS, WRITERS, View
from sobremesa.picture import advising
from sobremesa.picture.plain import paragraphs
from sobremesa.picture.saying import PLAIN, Voice
from sobremesa.picture.scenes import Scene
from sobremesa.picture.seats import Look

# A line that is read and not looked at is not folded.
LONGEST_LINE: Final = 2000


@dataclass(frozen=True)
class Family:
    """Everything that shows or says what a view holds, for the games of one family.

    `scene` lays out the table and `ascii` writes it as plain text, `lines` so that it can be read
    line by line; `diagram` is the middle of it alone, for a page of rules.
    `headline` says whose turn it is and what is asked, `log_lines` what happened so far,
    `news` what happened last; `label` is what a button for a touch shows and `spoken` what a
    screen reader says of it; `asks` says what is asked by each kind of touch that can follow
    another.
    """

    scene: Callable[..., Scene]
    ascii: Callable[..., str]
    lines: Callable[[View, Voice], list[list[str]]]
    diagram: Callable[[View, Voice, float, float], Scene]
    headline: Callable[..., str]
    log_lines: Callable[..., list[str]]
    news: Callable[..., str]
    label: Callable[..., str]
    spoken: Callable[..., str]
    asks: Callable[[View], dict[str, str]]
    # The heading under which people find the games.
    kind: str
    # Says what a move does: by the view, the view after it, and how it is written.
    effects: Callable[..., list[str]] = advising.effects


FAMILIES: Final[dict[str, Family]] = {}


def add_family(
    name: str, table: ModuleType, plain: ModuleType, words: ModuleType, *, kind: str,
    advice: ModuleType = advising,
) -> None:
    """Makes known how the games whose FAMILY is `name` are drawn, spoken of and found: `table`
    draws them, `plain` writes them as plain text, `words` says what there is to be said, people
    look for them under `kind`, and `advice` says what a move does."""
    FAMILIES[name] = Family(
        scene=table.scene, ascii=plain.ascii,
        lines=getattr(plain, "lines", None) or (
            lambda view, say: paragraphs(plain.ascii(view, say, LONGEST_LINE))
        ),
        diagram=table.diagram, headline=words.headline,
        log_lines=words.log_lines, news=words.news, label=words.label, spoken=words.spoken,
        asks=words.asks, kind=kind, effects=advice.effects,
    )
    DRAWERS[name] = lambda view: table.scene(view, PLAIN, Look()).svg()
    WRITERS[name] = lambda view: plain.ascii(view, PLAIN)


def family_of(view: View) -> Family:
    """Finds the family of a view's game."""
    return FAMILIES[type(view.game).FAMILY]
