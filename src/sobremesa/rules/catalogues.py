"""Catalogues of what is said in other languages: one for each text and language.

The English text is the key, so that whatever changed in English has no translation until
somebody has looked at it, and is shown in English meanwhile.
"""

from __future__ import annotations

import gettext
import logging
import struct
from collections.abc import Callable
from pathlib import Path

log = logging.getLogger(__name__)


class Catalogues:
    """A folder of catalogues: `es/LC_MESSAGES/block.mo` for the text `block` in Spanish."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def sayer(self, name: str, language: str) -> Callable[[str], str]:
        """Gives the function that says a paragraph of a text in a language; without a catalogue,
        or with a damaged one, it says it in English."""
        try:
            return gettext.translation(name, self.folder, [language], fallback=True).gettext
        except (OSError, ValueError, LookupError, struct.error) as fault:
            log.warning("the catalogue of %s in %s cannot be read: %s", name, language, fault)
            return str

    def po(self, name: str, language: str) -> Path:
        """Says where the translations of a text are written down."""
        return self.folder / language / "LC_MESSAGES" / f"{name}.po"
