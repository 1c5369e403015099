"""The documentation as a site: every page is reached, every link and every name leads somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mkdocs")
pytest.importorskip("mkdocstrings")

ROOT = Path(__file__).parent.parent


def test_the_site_is_built_strictly(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(tmp_path / "site")],
        cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    site = tmp_path / "site"
    api = (site / "api" / "index.html").read_text(encoding="utf-8")
    for name in ("sobremesa.game", "sobremesa.batch", "sobremesa.core.game.Round"):
        assert f'id="{name}"' in api, name
    assert "Muggins" in (site / "rules" / "muggins.html").read_text(encoding="utf-8")
    # Every page of the documents is on the site.
    assert not [
        page for page in ROOT.glob("docs/**/*.md")
        if not (site / page.relative_to(ROOT / "docs").with_suffix(".html")).exists()
    ]
    # The rules are there in every language, with their pictures, and lead to each other.
    rules = (site / "rules" / "ro" / "super-bridge.html").read_text(encoding="utf-8")
    assert 'href="../es/super-bridge.html"' in rules and 'href="../super-bridge.html"' in rules
    assert (site / "rules" / "es" / "pictures" / "block-two-ends.svg").exists()
    # So is every notebook, with its pictures, and as a file.
    for notebook in ROOT.glob("docs/notebooks/*.ipynb"):
        page = (site / "notebooks" / f"{notebook.stem}.html").read_text(encoding="utf-8")
        pictures = re.findall(r'<img[^>]* src="([^"]+[.]svg)"', page)
        assert len(pictures) == notebook.read_text(encoding="utf-8").count('"image/svg+xml"') > 0
        for picture in pictures:
            assert "<svg" in (site / "notebooks" / picture).read_text(encoding="utf-8")
        assert (site / "notebooks" / notebook.name).exists()
