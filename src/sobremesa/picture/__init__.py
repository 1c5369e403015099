"""Pictures of a view: an SVG table and its twin in plain text, and all that is said there."""

from __future__ import annotations

from sobremesa.core.game import DRAWERS, WRITERS
from sobremesa.picture.lines import svg
from sobremesa.picture.plain import ascii
from sobremesa.picture.style import css
from sobremesa.picture.words import headline, label, log_lines, news, spoken

DRAWERS["lines"] = svg
WRITERS["lines"] = ascii

__all__ = ["ascii", "css", "headline", "label", "log_lines", "news", "spoken", "svg"]
