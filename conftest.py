"""Settings of the test run."""

import os

# Doctests are collected from the .py files while the modules are imported compiled.
os.environ.setdefault("PY_IGNORE_IMPORTMISMATCH", "1")
