"""Compiles the engine rooms with mypyc where there is a C compiler; else all stays Python.

The rules pages of `docs/rules`, the courses of `docs/lessons`, the studies of `docs/studies`, the
examples and the interpreter of offline play come into the package when it is built.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

# Folders that come into the package, where they lie in it, and which of their files.
TAKEN = [
    (Path("docs/rules"), "sobremesa/rules/pages", (".md", ".svg")),
    (Path("docs/lessons"), "sobremesa/rules/courses", (".toml",)),
    (Path("docs/studies"), "sobremesa/rules/study_pages", (".md", ".json", ".svg")),
    (Path("examples"), "sobremesa/example_files", (".py", ".mjs")),
    # The interpreter of offline play, if npm has fetched it.
    (Path("node_modules/pyodide"), "sobremesa/table/pyodide", (".mjs", ".wasm", ".zip", ".json")),
]
ROOMS = ["core", "material", "families", "bots", "solvers"]
# arrays.py is what interpreted code uses in place of the compiler's own integers; wording.py
# has strings of its own, which the compiler cannot make; breath.py works because it is
# interpreted. The types of views (views.py) are read at run time, when a compiler has dropped them.
PLAIN = {
    f"src/sobremesa/core/{module}.py" for module in ("arrays", "breath", "wording")
}
# What asks for names and versions alone, or packs the source as it is.
PAPERWORK = {"dist_info", "egg_info", "sdist"}


def engine_sources() -> list[str]:
    """Lists the modules of the engine."""
    found = [
        path.as_posix()
        for room in ROOMS
        for path in sorted(Path("src/sobremesa", room).rglob("*.py"))
        if path.name not in ("__init__.py", "views.py")
    ]
    return [source for source in found if source not in PLAIN]


def can_compile() -> bool:
    """Tells whether a C compiler and Python's headers are there, by compiling a line of C."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return 0; }\n", encoding="utf-8")
        command = build_ext(Distribution({"ext_modules": [Extension("probe", [str(source)])]}))
        command.build_lib = command.build_temp = folder
        try:
            command.ensure_finalized()
            command.run()
        except Exception as reason:
            print(f"sobremesa: no C compiler ({reason})", file=sys.stderr)
            return False
    return True


class ParallelBuild(build_ext):
    """Compiles the C files of an extension side by side, as many as there are processors."""

    def build_extension(self, ext: Extension) -> None:
        """Hands the files to the compiler one by one, from several threads."""
        compiler = self.compiler
        compile_all = compiler.compile

        def compile_apart(sources: list[str], *given: Any, **named: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
                made = threads.map(lambda one: compile_all([one], *given, **named), sources)
                return [path for paths in made for path in paths]

        compiler.compile = compile_apart
        try:
            super().build_extension(ext)
        finally:
            compiler.compile = compile_all


class BuildWithPages(build_py):
    """Takes the rules pages, the courses, the studies and the examples into the package, with
    their pictures; a source tree reads its own."""

    def run(self) -> None:
        """Builds the package, then copies the files."""
        super().run()
        if not self.editable_mode:
            for folder, place, ends in TAKEN:
                for file in folder.rglob("*"):
                    if file.suffix in ends:
                        copy = Path(self.build_lib, place, file.relative_to(folder))
                        copy.parent.mkdir(parents=True, exist_ok=True)
                        shutil.copyfile(file, copy)


def extensions() -> list[Any]:
    """Translates the engine to C, or gives nothing to compile."""
    if os.environ.get("SOBREMESA_INTERPRETED") or PAPERWORK & set(sys.argv):
        return []
    if not can_compile():
        print("sobremesa: installing the engine uncompiled; it works, slower", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    # One file for each module: a single one takes the C compiler several times as long.
    # A name of its own keeps what has not changed in a compiler's cache.
    return mypycify(
        engine_sources(), opt_level="3", debug_level="0", multi_file=True, group_name="sobremesa",
    )


setup(ext_modules=extensions(), cmdclass={"build_ext": ParallelBuild, "build_py": BuildWithPages})
