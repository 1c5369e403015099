"""The pictures of the games with square pieces."""

from __future__ import annotations

from sobremesa.picture.family import Family, add_family
from sobremesa.picture.plane import plain, table, words
from sobremesa.picture.plane import puzzle as puzzle

add_family("plane", Family(
    svg=table.svg, ascii=plain.ascii, diagram=table.diagram, headline=words.headline,
    log_lines=words.log_lines, news=words.news, label=words.label, spoken=words.spoken,
))
