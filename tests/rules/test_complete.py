"""Nothing on the rules pages goes untested, and no test speaks of what no page has."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import sobremesa
from sobremesa import rules
from sobremesa.core.game import game_class

# Each game has a page of its own.
pytestmark = pytest.mark.whole
HERE = Path(__file__).parent
HOUSE = HERE.parent.parent / "src" / "sobremesa"

STATED = re.compile(r"^\s*- \*\*([A-Z][A-Z0-9]+-[REF]?\d\d)\b", re.MULTILINE)
MENTIONED = re.compile(r"\b(?:[A-Z][A-Z0-9]{2,}|TI|H5)-[REF]?\d\d\b")

MARKS = ("clause", "pytest.mark.clause")

# What no test of these games can exercise, and why.
UNTESTED = {
    "SETS-12": "describes aims and makes no rule",
    "BLOCK-R09": "explains a Spanish word",
    "MEXTRAIN-08": "says how tiles lie on a real table and makes no rule",
    "TI-R17": "explains a mistranslation",
    "CUAD-05": "lets cards stand for pieces and changes nothing in the rules",
    "CUAD-42": "explains why hands are small and makes no rule",
}


def stated() -> list[str]:
    """The ids of all clauses, rulings, examples and facts, in the order of the pages."""
    return [found for name in rules.pages() for found in STATED.findall(rules.page(name))]


def carried() -> dict[str, list[str]]:
    """The tests that carry each id."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in marked(node):
                    found.setdefault(name, []).append(node.name)
    return found


def marked(test: ast.FunctionDef) -> list[str]:
    """The ids in the clause marks of a test."""
    names = []
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) in MARKS:
            names += [ast.literal_eval(argument) for argument in mark.args]
    return names


def test_every_clause_ruling_example_and_fact_has_a_test() -> None:
    tests = carried()
    assert [name for name in stated() if name not in tests and name not in UNTESTED] == []


def test_no_test_carries_an_id_that_no_page_has() -> None:
    assert sorted(set(carried()) - set(stated())) == []


def test_what_is_left_out_is_on_a_page_and_has_no_test() -> None:
    assert set(UNTESTED) <= set(stated())
    assert not set(UNTESTED) & set(carried())


def test_ids_are_stated_once_and_in_order() -> None:
    names = stated()
    assert len(names) == len(set(names))
    kinds: dict[str, list[int]] = {}
    for name in names:
        kinds.setdefault(name[:-2], []).append(int(name[-2:]))
    for kind, numbers in kinds.items():
        assert numbers == sorted(numbers), kind


@pytest.mark.parametrize(("kind", "count"), [
    ("SETS-", 12), ("SETS-R", 31), ("SETS-E", 40), ("BLOCK-", 8), ("BLOCK-R", 12), ("BLOCK-E", 27),
    ("CERROJO-", 81), ("CERROJO-R", 49), ("CERROJO-E", 28), ("CERROJO-F", 8),
    ("DRAW-", 12), ("DRAW-R", 16), ("DRAW-E", 17), ("MUGGINS-", 15), ("MUGGINS-R", 35),
    ("MEXTRAIN-", 35), ("MEXTRAIN-R", 39), ("MEXTRAIN-E", 33), ("MEXTRAIN-F", 6),
    ("SUPER-", 24), ("SUPER-R", 36), ("SUPER-E", 30), ("SUPER-F", 5),
    ("BERGEN-", 12), ("BERGEN-R", 20), ("BERGEN-E", 24),
    ("MATADOR-", 8), ("MATADOR-R", 16), ("MATADOR-E", 18),
    ("TIDDLE-", 11), ("TIDDLE-R", 24), ("TIDDLE-E", 15),
    ("SEBASTOPOL-", 7), ("SEBASTOPOL-R", 14), ("SEBASTOPOL-E", 14),
    ("TI-", 25), ("TI-R", 22), ("TI-E", 25), ("TI-F", 3), ("H5-", 19), ("H5-R", 15),
    ("H5-E", 14), ("H5-F", 4),
    ("CLOCK-", 17), ("CLOCK-R", 20), ("CLOCK-E", 18), ("CLOCK-F", 3),
    ("DBINGO-", 8), ("DBINGO-R", 7), ("DBINGO-E", 13), ("DBINGO-F", 3),
    ("NEIGH-", 12), ("NEIGH-R", 10), ("NEIGH-E", 14), ("NEIGH-F", 3),
    ("SQZ-", 10), ("SQZ-R", 11), ("SQZ-E", 14), ("SQZ-F", 2),
    ("TRAF-", 15), ("TRAF-R", 15), ("TRAF-E", 17), ("TRAF-F", 4),
    ("MUGGINS-E", 51), ("DPOKER-", 12), ("DPOKER-R", 21), ("DPOKER-E", 26), ("DPOKER-F", 4),
    ("T42-", 26), ("T42-R", 28), ("T42-E", 33), ("T42-F", 5), ("DTAKE-", 25), ("DTAKE-R", 15),
    ("DTAKE-E", 15), ("DTAKE-F", 5), ("BRIDGE-", 61), ("BRIDGE-R", 37), ("BRIDGE-E", 66),
    ("BRIDGE-F", 12),
    ("CUAD-", 42), ("CUAD-R", 32), ("CUAD-E", 18), ("CUAD-F", 8),
    ("PUZ-", 12), ("PUZ-R", 14), ("PUZ-E", 21), ("PUZ-F", 3),
    ("DJAMBI-", 51), ("DJAMBI-R", 47), ("DJAMBI-E", 27), ("DJAMBI-F", 8),
])
def test_the_pages_are_whole(kind: str, count: int) -> None:
    assert sum(re.fullmatch(kind + r"\d\d", name) is not None for name in stated()) == count


def test_ids_named_in_the_engine_and_on_the_pages_exist() -> None:
    known = set(stated())
    texts = [path.read_text(encoding="utf-8") for path in HOUSE.rglob("*.py")]
    texts += [rules.page(name) for name in rules.pages()]
    named = {name for text in texts for name in MENTIONED.findall(text)}
    assert sorted(named - known) == []


@pytest.mark.parametrize("name", sobremesa.games())
def test_every_option_names_a_ruling_that_names_it(name: str) -> None:
    everything = "\n".join(rules.page(page) for page in rules.pages())
    for option in game_class(name).OPTIONS:
        start = everything.index(f"**{option.ruling} ")
        ruling = everything[start:everything.index("\n- **", start)]
        assert option.name in ruling


@pytest.mark.parametrize("name", sobremesa.games())
def test_every_named_option_of_a_page_is_declared(name: str) -> None:
    page = rules.page(name)
    others = {option.name for game in sobremesa.games() for option in game_class(game).OPTIONS}
    own = {option.name for option in game_class(name).OPTIONS}
    words = set(re.findall(r"`([a-z]+_[a-z_]+)`", page[page.index("## Rulings"):]))
    allowed = {
        str(value) for option in game_class(name).OPTIONS for value in option.allowed or []
    }
    assert words - own - allowed - others == set()
