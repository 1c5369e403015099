"""What the site does to pages, notebooks and docstrings: links that lead out of the pages, to files
of the repository, are names there, notebooks are pages with their pictures, and examples in
docstrings are code."""

import json
import re
from pathlib import PurePosixPath
from typing import Any

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

OUT = re.compile(
    r"\[([^\]]+)\]\((?:\.\./)+(?:src/|tests/|examples/|bench/|deploy/|[A-Z]+\.md|Makefile)[^)]*\)"
)
EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)


# Notebooks are pages here.
NOTEBOOK = re.compile(r"(\.\./notebooks/[\w-]+)\.ipynb\)")


def on_page_markdown(markdown: str, **_: object) -> str:
    """Leaves the words of a link that leads nowhere here, and leads to the pages of notebooks."""
    return NOTEBOOK.sub(r"\1.md)", OUT.sub(r"\1", markdown))


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Makes a page of every notebook, beside the notebook itself."""
    for notebook in [file for file in files if file.src_uri.endswith(".ipynb")]:
        page, pictures = page_of(json.loads(notebook.content_string), notebook.src_uri)
        name = notebook.src_uri.removesuffix(".ipynb")
        files.append(File.generated(config, f"{name}.md", content=page))
        for number, picture in enumerate(pictures):
            files.append(File.generated(config, f"{name}-{number}.svg", content=picture))
    return files


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
