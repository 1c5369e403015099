"""A rules page as paragraphs, so that each can be said in another language by itself.

A paragraph is a heading, an item of a list, a row of a table, or lines of text up to an empty one.
What the page shows as it is (code, comments, the table of options, rows without a word) is none.

>>> paragraphs("# Draw\\n\\nBlock with\\na boneyard.\\n\\n- **DRAW-01** Draw.\\n")
['Draw', 'Block with a boneyard.', '**DRAW-01** Draw.']
>>> translated("# Draw\\n\\n- Block.\\n", lambda words: {"Draw": "Robar"}.get(words, words))
'# Robar\\n\\n- Block.\\n'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

# What stands before the words of a heading or an item.
LEAD = re.compile(r"(#+ |\s*(?:[-*]|\d+\.) )")
CODE = re.compile(r"`[^`]*`|\]\([^)]*\)")
WORD = re.compile(r"[^\W\d_]{2,}")
OPTIONS = ("<!-- options -->", "<!-- /options -->")


class Part(NamedTuple):
    """The words of a paragraph and what stands before them, or a line that stays as it is."""

    lead: str
    words: str
    spoken: bool


def cut(page: str) -> Iterator[Part]:
    """Cuts a page into its paragraphs and what lies between them."""
    fence = options = False
    held: list[str] = []
    lead = ""

    def told() -> Iterator[Part]:
        nonlocal lead
        if held:
            words = " ".join(line.strip() for line in held)
            yield Part(lead, words, WORD.search(CODE.sub(" ", words)) is not None)
            held.clear()
        lead = ""

    for line in page.splitlines():
        fenced = line.lstrip().startswith("```")
        options = options or line == OPTIONS[0]
        if fenced or fence or options or not line.strip() or line.startswith("<!--"):
            yield from told()
            yield Part("", line, False)
            fence = fence != fenced
            options = options and line != OPTIONS[1]
        elif line.lstrip().startswith("|"):
            yield from told()
            row = line.lstrip()
            yield Part(line[:-len(row)], row, WORD.search(CODE.sub(" ", row)) is not None)
        else:
            start = LEAD.match(line)
            if start:
                yield from told()
                lead = start.group()
            held.append(line[len(lead):] if start else line)
    yield from told()


def paragraphs(page: str) -> list[str]:
    """Lists the paragraphs of a page, each once."""
    return list(dict.fromkeys(part.words for part in cut(page) if part.spoken))


def translated(page: str, say: Callable[[str], str]) -> str:
    """Says a page in other words, paragraph by paragraph."""
    lines = [part.lead + (say(part.words) if part.spoken else part.words) for part in cut(page)]
    return "\n".join(lines) + "\n"
