"""Runs the notebooks of the documents and keeps what they show: `python -m tests.notebooks`.

Their cells are played by a real kernel. What depends on the machine or on the day is left out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
# How a value is shown: its picture where it has one.
SHOWN = ("image/svg+xml", "text/plain")
# Seconds for one cell.
PATIENCE = 120


def played(path: Path) -> str:
    """Runs a notebook from top to bottom; gives it as it is kept, with what its cells show."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3").execute()
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [kept(output) for output in cell.outputs]
    return str(nbformat.writes(notebook)) + "\n"


def kept(output: Any) -> Any:
    """Keeps one way to show an output."""
    if "data" in output:
        kind = next(kind for kind in SHOWN if kind in output.data)
        output.data = {kind: output.data[kind]}
        output.metadata = {}
    return output


if __name__ == "__main__":
    for notebook in NOTEBOOKS:
        notebook.write_text(played(notebook), encoding="utf-8")
