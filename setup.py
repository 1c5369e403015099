"""Compiles the engine rooms with mypyc where there is a C compiler; else all stays Python.

What travels with the package, such as the rules pages, comes into it when it is built.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import runpy
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path
from typing import Any

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

# What travels with the package stands in one place; the package itself cannot be imported yet.
PLACES = runpy.run_path("src/sobremesa/places.py")
ROOMS = ["core", "material", "families", "bots", "solvers"]
# arrays.py is what interpreted code uses in place of the compiler's own integers; wording.py
# has strings of its own, which the compiler cannot make; breath.py works because it is
# interpreted. The types of views (views.py) are read at run time, when a compiler has dropped them.
PLAIN = {
    f"src/sobremesa/core/{module}.py" for module in ("arrays", "breath", "wording")
}
# The engine does not know its adapters, so their libraries need not be there to compile it.
MEANT_FOR_THE_COMPILER = ["--always-false=ADAPTERS_ARE_KNOWN"]
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


class KeptObjects:
    """What was compiled before and is still right, so that a build that was stopped goes on.

    Beside each object stands the digest of all that it was made from.
    """

    def __init__(self, compiler: Any, sources: list[str], named: dict[str, Any]) -> None:
        self.compiler = compiler
        self.folder = named.get("output_dir") or ""
        self.common = digest(
            sys.version, version("mypy"), str(getattr(compiler, "compiler_so", "")),
            str(sorted(named.items())), headers("build"),
        )
        self.number, self.done = len(sources), 0

    def mark(self, source: str) -> tuple[Path, str, str]:
        """Names the object of a source, where its digest stands, and which that should be."""
        (made,) = self.compiler.object_filenames([source], output_dir=self.folder)
        return Path(f"{made}.of"), made, digest(
            self.common, Path(source).read_text(encoding="utf-8")
        )

    def take(self, source: str) -> list[str]:
        """Gives the object that is there, or nothing."""
        mark, made, wanted = self.mark(source)
        if Path(made).exists() and mark.exists() and mark.read_text() == wanted:
            return self.keep(source, [made])
        mark.unlink(missing_ok=True)
        return []

    def keep(self, source: str, made: list[str]) -> list[str]:
        """Notes that an object was made, and tells how far the build is."""
        mark, _, wanted = self.mark(source)
        mark.write_text(wanted)
        self.done += 1
        if os.environ.get("SOBREMESA_PROGRESS") and self.number > 1:
            print(f"compiled {100 * self.done // self.number} %", flush=True)
        return made


@cache
def headers(folder: str) -> str:
    """Makes a digest of all that C files of the build may include."""
    return digest(*(path.read_text() for path in sorted(Path(folder).rglob("*.h"))))


def digest(*texts: str) -> str:
    """Makes one digest of several texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def digests() -> str:
    """Write the digests of the engine's sources, as `sha256sum` does."""
    return "".join(
        f"{hashlib.sha256(Path(source).read_bytes()).hexdigest()}  {source}\n"
        for source in engine_sources()
    )


def cache_compiled(compiler: Any) -> None:
    """Compile through ccache where it is installed, so that it knows a file again in other folders.

    Whoever has settings of their own keeps them.
    """
    command = getattr(compiler, "compiler_so", None)
    if command and shutil.which("ccache") and not any("ccache" in part for part in command):
        os.environ.setdefault("CCACHE_BASEDIR", os.getcwd())
        os.environ.setdefault("CCACHE_NOHASHDIR", "1")
        compiler.compiler_so = ["ccache", *command]


class ParallelBuild(build_ext):
    """Compiles the C files of an extension side by side, as many as there are processors."""

    def copy_extensions_to_source(self) -> None:
        """Puts the library into the source tree, with what it was compiled from: nothing of it
        where that fails, and no half of it where somebody stops the build."""
        laid = []
        for built, place in self.get_output_mapping().items():
            laid.append((f"{place}.new", place))
            shutil.copyfile(built, f"{place}.new")
        stopping = [signal.SIGINT, signal.SIGTERM]
        kept = [(sign, signal.signal(sign, signal.SIG_IGN)) for sign in stopping]
        record = Path("src", f"sobremesa__mypyc{EXTENSION_SUFFIXES[0]}.sources")
        if laid:
            # Until all is in place the library is of no source at all.
            record.write_text("-  the end of its build\n", encoding="utf-8")
        for new, place in laid:
            os.replace(new, place)
        if laid:
            record.write_text(COMPILED_FROM, encoding="utf-8")
        for sign, handler in kept:
            signal.signal(sign, handler)

    def build_extension(self, ext: Extension) -> None:
        """Hands the files to the compiler one by one, from several threads."""
        compiler = self.compiler
        cache_compiled(compiler)
        compile_all = compiler.compile

        def compile_apart(sources: list[str], *given: Any, **named: Any) -> list[str]:
            kept = KeptObjects(compiler, sources, named)
            with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
                made = threads.map(
                    lambda one: (
                        kept.take(one) or kept.keep(one, compile_all([one], *given, **named))
                    ), sources,
                )
                return [path for paths in made for path in paths]

        compiler.compile = compile_apart
        try:
            super().build_extension(ext)
        finally:
            compiler.compile = compile_all


class BuildWithPages(build_py):
    """Takes into the package what travels with it; a source tree reads its own."""

    def run(self) -> None:
        """Builds the package, then copies the files."""
        super().run()
        if not self.editable_mode:
            for place, file in travelling_files().items():
                copy = Path(self.build_lib, "sobremesa", place)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)


class PackedSource(sdist):
    """Packs what travels with the package too, so that the packed source builds the same."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Lays out what is packed."""
        travelling = [path.as_posix() for path in travelling_files(optional=False).values()]
        super().make_release_tree(base_dir, [*files, *travelling])


def travelling_files(**how: bool) -> dict[str, Path]:
    """Lists what travels with the package by its place there; a missing folder ends the build."""
    try:
        files: dict[str, Path] = PLACES["travelling_files"](Path(), **how)
    except FileNotFoundError as missing:
        sys.exit(f"sobremesa: {missing}")
    return files


def definitions(parent: Any, owner: str = "") -> Iterator[tuple[str, Any]]:
    """List what a module defines by dotted name: functions, classes and declared attributes."""
    for node in parent.body:
        match node:
            case ast.ClassDef(name=name):
                yield owner + name, node
                yield from definitions(node, f"{owner}{name}.")
            case ast.FunctionDef(name=name):
                # A setter has the name of its property.
                if not any(getattr(mark, "attr", "") == "setter" for mark in node.decorator_list):
                    yield owner + name, node
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield owner + name, node


def declared(name: str, source: dict[str, Any]) -> str:
    """Write how something is declared, with its types."""
    short = name.rpartition(".")[2]
    match source.get(name):
        case ast.FunctionDef(args=args, returns=returns, decorator_list=marks):
            to = ast.unparse(returns) if returns else ""
            if any(getattr(mark, "id", "").endswith("property") for mark in marks):
                return f"{short}: {to}"
            return f"{short}({ast.unparse(args)})" + (f" -> {to}" if to else "")
        case ast.ClassDef():
            made = source.get(f"{name}.__init__")
            given = ast.unparse(made.args).partition(", ")[2] if made else ""
            return f"{short}({given})"
        case ast.AnnAssign(annotation=annotation):
            return f"{short}: {ast.unparse(annotation)}"
    return ""


def documentation(name: str, source: dict[str, Any]) -> str:
    """Write what `help` shows: the declaration, then the docstring."""
    node = source.get(name)
    text = None if node is None or isinstance(node, ast.AnnAssign) else ast.get_docstring(node)
    return "\n\n".join(filter(None, (declared(name, source), text)))


def as_c(text: str) -> str:
    """Write a string of C; what is not ASCII in octal, which ends after three digits."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return "".join(chr(byte) if 31 < byte < 127 else f"\\{byte:03o}" for byte in escaped.encode())


# Where the C of mypyc names a class or something in it, and where it has room for a docstring.
IN_CLASS = re.compile(
    r"static Py(?:MethodDef|GetSetDef|TypeObject) (?:\w+___)?(\w+?)"
    r"(?:_methods\[\]|_getseters\[\]|_template_) = "
)
NAMED = re.compile(r'^\s*\{"(\w+)",')
TOLD = re.compile(r'PyDoc_STR\((?:NULL|"((?:[^"\\]|\\.)*)")\)')


def with_docstrings(code: str, source: dict[str, Any]) -> Iterator[str]:
    """Copy the C of a module, with the docstrings and types of its source."""
    owner = name = ""
    for line in code.splitlines(keepends=True):
        if "module_methods[] = " in line:
            owner = name = ""
        elif opened := IN_CLASS.search(line):
            owner, name = opened[1], ""
        elif named := NAMED.match(line):
            name = named[1]
        text = as_c(documentation(".".join(filter(None, (owner, name))), source))
        if text and (told := TOLD.search(line)):
            whole = f'PyDoc_STR("{told[1] or ""}{text}")'
            yield line[:told.start()] + whole + line[told.end():]
        elif text and line.endswith("NULL, NULL},\n"):
            yield line.replace("NULL, NULL},", f'PyDoc_STR("{text}"), NULL}},')
        else:
            yield line


def keep_docstrings(extension: Any) -> None:
    """Put docstrings and types into the C that mypyc wrote: it tells names of parameters alone."""
    for path in map(Path, extension.sources):
        module = path.stem.removeprefix("__native_").replace("___", "/")
        if (written := Path("src", module).with_suffix(".py")).is_file():
            source = dict(definitions(ast.parse(written.read_text("utf-8"))))
            code = path.read_text("utf-8")
            path.write_text("".join(with_docstrings(code, source)), "utf-8")


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
    made = mypycify(
        [*MEANT_FOR_THE_COMPILER, *engine_sources()],
        opt_level="3", debug_level="0", multi_file=True, group_name="sobremesa",
    )
    keep_docstrings(made[0])
    return list(made)


# Taken before the compiler reads them: what is edited during a build is not in it.
COMPILED_FROM = digests()

if __name__ == "__main__":
    travelling_files()
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": ParallelBuild, "build_py": BuildWithPages, "sdist": PackedSource},
    )
