"""Settings of the test run."""

import os
from importlib.util import find_spec

import pytest

# Doctests are collected from the .py files while the modules are imported compiled.
os.environ.setdefault("PY_IGNORE_IMPORTMISMATCH", "1")
# The terminal speaks English to the tests, whoever runs them.
os.environ["LANGUAGE"] = "en"
# An adapter can be read only where the library is to which it opens.
collect_ignore = [
    f"src/sobremesa/adapters/{module}.py"
    for module, library in {
        "gymnasium": "gymnasium", "openspiel": "pyspiel", "pettingzoo": "pettingzoo",
    }.items()
    if find_spec(library) is None
]


def pytest_configure() -> None:
    """Refuse a compiled engine that would be tested in place of what was edited since."""
    try:
        from sobremesa import loading
    except ImportError as stale:
        raise pytest.UsageError(str(stale)) from None
    if not loading.INTERPRETED and (edited := loading.stale_source(thorough=True)):
        raise pytest.UsageError(loading.refusal(edited))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the long run without a compiler try everything that is not slow in itself."""
    parser.addoption("--whole", action="store_true", help="every game and database in every test")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to `make test-all` what need not be tested every time."""
    from tests.spread import thin

    if not config.getoption("whole"):
        thin(items)
