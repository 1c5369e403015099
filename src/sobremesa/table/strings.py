"""Everything the pages can say, gathered for translation.

`python -m sobremesa.table.strings` gathers the sentences of all rooms, brings the catalogues
of the languages up to date and compiles them.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from sobremesa import bots
from sobremesa.bots.levels import SENTENCES
from sobremesa.core.game import REGISTRY
from sobremesa.core.wording import spoken_to
from sobremesa.families.lines.home import COUNTRIES
from sobremesa.rules.translating import ALWAYS, read, write
from sobremesa.solvers import solvable, solver_of
from sobremesa.table.look import in_words
from sobremesa.table.words import DOMAIN, LANGUAGES, LOCALE

ROOT = Path(__file__).parents[1]
ROOMS = ("core", "material", "families", "solvers", "bots", "picture", "record", "rules", "table")
REFUSALS = (
    "Phrase", "Refused", "IllegalMove", "BadOption", "UnknownGame", "UnknownRules", "BadRecord",
)
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    **dict.fromkeys(REFUSALS),
    "plural": (1, 2), "N_": None, "say": None, "t": None, "translate": None, "Problem": (3,),
}
# A kind of problem with one reason of its own says it where it is made.
KINDS_OF_PROBLEMS: dict[str, tuple[int, ...] | None] = {**KEYWORDS, "__init__": (3,)}
# A sentence, or the singular and the plural of one.
Message = str | tuple[str, str]


def gather() -> dict[Message, set[str]]:
    """Finds every sentence, with the files that say it."""
    found: dict[Message, set[str]] = {}
    sources = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    loose = (
        "alone.py", "cli.py", "ending_problems.py", "files.py", "hints.py", "open_deals.py",
        "reviewing.py", "terminal.py", "terminal_lessons.py",
    )
    sources += [ROOT / name for name in loose]
    for path in sources:
        _extract("python", path, found)
    for path in sorted((ROOT / "table" / "templates").glob("*.html")):
        _extract("jinja2.ext:babel_extract", path, found)
    for country in COUNTRIES.values():
        found.setdefault(country, set()).add("games: where they are played")
    for name in REGISTRY:
        for sentence in declared(name):
            found.setdefault(sentence, set()).add(f"games: {name}")
    return found


def declared(name: str) -> list[str]:
    """Lists what a game declares in words: itself, its options with their values, its bots."""
    kind = REGISTRY[name]
    said = [kind.TITLE, kind.SENTENCE, kind.FIGURES, *bots.names(name)]
    said += [SENTENCES[bot] for bot in bots.names(name) if bot in SENTENCES]
    said += [in_words(bundle) for bundle in kind.BUNDLES]
    said += solver_of(name).difficulties.values() if solvable(name) else []
    for option in kind.declared():
        said += [option.title, option.sentence, *option.words.values()]
    return [sentence for sentence in said if sentence]


def _extract(method: str, path: Path, found: dict[Message, set[str]]) -> None:
    where = path.relative_to(ROOT).as_posix()
    keywords = KINDS_OF_PROBLEMS if where.startswith("table/") else KEYWORDS
    for _, words, _, _ in extract_from_file(method, path, keywords=keywords):
        message = words if isinstance(words, str) else (words[0], words[1])
        for one in [message, *_to_you(message)] if where.startswith("picture/") else [message]:
            if one:
                found.setdefault(one, set()).add(where)


def _to_you(message: Message) -> list[Message]:
    """Lists what a sentence of the table becomes when it is about whoever looks on."""
    if isinstance(message, str):
        return [*spoken_to(message)]
    return [*zip(spoken_to(message[0]), spoken_to(message[1]), strict=True)]


def catalogue(language: str) -> Catalog:
    """Reads the translations of a language."""
    return read(_po(language), language)


def _first(found: tuple[Message, set[str]]) -> str:
    return found[0] if isinstance(found[0], str) else found[0][0]


def _po(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def update() -> None:
    """Brings the template and all catalogues up to date and compiles them."""
    template = Catalog(
        project="Sobremesa", domain=DOMAIN, charset="utf-8", creation_date=ALWAYS,
        header_comment="# What the pages of Sobremesa say.",
    )
    for sentence, places in sorted(gather().items(), key=_first):
        template.add(sentence, locations=[(place, 0) for place in sorted(places)])
    with (LOCALE / f"{DOMAIN}.pot").open("wb") as file:
        write_po(file, template, include_lineno=False)
    for language in LANGUAGES:
        if language != "en":
            _update(language, template)


def _update(language: str, template: Catalog) -> None:
    known = catalogue(language)
    known.update(template, no_fuzzy_matching=True)
    write(_po(language), known, "What the pages of Sobremesa say")


if __name__ == "__main__":
    update()
