"""What the site does to pages, notebooks and docstrings: links that lead out of the pages, to files
of the repository, are names there, notebooks are pages with their pictures, rules
pages are there in every language, and examples in docstrings are code."""

import json
import re
from pathlib import PurePosixPath
from typing import Any

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from sobremesa import rules
from sobremesa.rules import draw
from sobremesa.table.words import LANGUAGES, speech

OUT = re.compile(
    r"\[([^\]]+)\]\((?:\.\./)+(?:src/|tests/|examples/|bench/|deploy/|[A-Z]+\.md|Makefile)[^)]*\)"
)
EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)


# Notebooks are pages here.
NOTEBOOK = re.compile(r"(\.\./notebooks/[\w-]+)\.ipynb\)")


RULES = re.compile(r"rules/(?:(es|fr|ro)/)?([\w-]+)\.md")


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Leaves the words of a link that leads nowhere here, leads to the pages of notebooks, and
    from a rules page to the same page in other languages."""
    found = RULES.fullmatch(page.file.src_uri)
    if found:
        markdown = f"{elsewhere(found[2], found[1] or 'en')}\n\n{markdown}"
    return NOTEBOOK.sub(r"\1.md)", OUT.sub(r"\1", markdown))


def elsewhere(name: str, language: str) -> str:
    """Links the languages in which a rules page can be read."""
    up = "" if language == "en" else "../"
    links = {
        other: f"[{title}]({up}{name}.md)" if other == "en" else f"[{title}]({up}{other}/{name}.md)"
        for other, title in LANGUAGES.items()
    }
    return " · ".join({**links, language: LANGUAGES[language]}.values())


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Makes a page of every notebook, beside the notebook itself."""
    for notebook in [file for file in files if file.src_uri.endswith(".ipynb")]:
        page, pictures = page_of(json.loads(notebook.content_string), notebook.src_uri)
        name = notebook.src_uri.removesuffix(".ipynb")
        files.append(File.generated(config, f"{name}.md", content=page))
        for number, picture in enumerate(pictures):
            files.append(File.generated(config, f"{name}-{number}.svg", content=picture))
    for language in LANGUAGES:
        if language != "en":
            add_rules(files, config, language)
    return files


def add_rules(files: Files, config: MkDocsConfig, language: str) -> None:
    """Adds the rules pages and their pictures in a language."""
    say = speech(language)
    for name in rules.pages():
        page = rules.page(name, language, say)
        files.append(File.generated(config, f"rules/{language}/{name}.md", content=page))
    for name in draw.names():
        place = f"rules/{language}/pictures/{name}.svg"
        files.append(File.generated(config, place, content=draw.drawn(name, say)))


def page_of(notebook: Any, place: str) -> tuple[str, list[str]]:
    """Writes a notebook as a page; gives the pictures that the page shows by their number."""
    name = PurePosixPath(place).stem
    parts: list[str] = []
    pictures: list[str] = []
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(text)
            continue
        parts.append(f"```python\n{text}\n```")
        for output in cell["outputs"]:
            shown = output.get("data", {"text/plain": output.get("text", "")})
            if "image/svg+xml" in shown:
                parts.append(f"![What the cell above shows]({name}-{len(pictures)}.svg)")
                pictures.append("".join(shown["image/svg+xml"]))
            else:
                told = "".join(shown["text/plain"]).rstrip()
                parts.append(f"```text\n{told}\n```")
    parts.append(f"[This notebook as a file]({name}.ipynb)")
    return "\n\n".join(parts) + "\n", pictures


class Examples(griffe.Extension):
    """Fences the examples in docstrings."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Looks at everything that has a docstring."""
        if obj.docstring is not None and "```" not in obj.docstring.value:
            obj.docstring.value = EXAMPLE.sub(
                lambda found: f"```python\n{found.group()}\n```", obj.docstring.value
            )
