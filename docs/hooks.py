"""What the site does to pages and docstrings: links that lead out of the pages, to files of the
repository, are names there, and examples in docstrings are code."""

import re
from typing import Any

import griffe

OUT = re.compile(
    r"\[([^\]]+)\]\((?:\.\./)+(?:src/|tests/|examples/|bench/|deploy/|[A-Z]+\.md|Makefile)[^)]*\)"
)
EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)


def on_page_markdown(markdown: str, **_: object) -> str:
    """Leaves the words of a link that leads nowhere here."""
    return OUT.sub(r"\1", markdown)


class Examples(griffe.Extension):
    """Fences the examples in docstrings."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Looks at everything that has a docstring."""
        if obj.docstring is not None and "```" not in obj.docstring.value:
            obj.docstring.value = EXAMPLE.sub(
                lambda found: f"```python\n{found.group()}\n```", obj.docstring.value
            )
