"""Integers and arrays that are plain when interpreted and unboxed when compiled.

mypyc resolves these names while it compiles a module that imports them, so compiled code
works on 64-bit integers and librt's `vec` directly and never looks here at run time.
Interpreted code beside a compiled engine, as of a game that another distribution brings, gets
the same `vec`; where nothing is compiled, `int` and `list` do, and librt is not needed.

Three habits keep one source right in both worlds: take a single bit from `BIT` rather than
shift a literal, never rely on overflow, and always keep what `append` and `extend` return.
"""

from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING, Any

COMPILED = not os.environ.get("SOBREMESA_INTERPRETED") and any(
    Path(__file__).with_name(f"game{end}").exists() for end in EXTENSION_SUFFIXES
)

if TYPE_CHECKING or COMPILED:
    from librt.strings import read_i32_le as read_i32_le
    from librt.vecs import append as append
    from librt.vecs import extend as extend
    from librt.vecs import vec as vec
    from mypy_extensions import i32 as Cell
    from mypy_extensions import i64 as Int
    from mypy_extensions import u8 as Byte
else:
    Int = Cell = Byte = int

    def read_i32_le(memory: bytes, place: int) -> int:
        """Reads the whole number of four bytes, the lowest first, that begins at `place`."""
        return int.from_bytes(memory[place: place + 4], "little", signed=True)

    class vec:
        """`vec[Int](…)` makes a list."""

        def __class_getitem__(cls, item: Any) -> Any:
            return list

    def append(items: Any, item: Any) -> Any:
        """Adds `item`; the result replaces `items`, because a `vec` may have moved."""
        items.append(item)
        return items

    def extend(items: Any, more: Any) -> Any:
        """Adds all of `more`; the result replaces `items`, because a `vec` may have moved."""
        items.extend(more)
        return items


__all__ = ["Byte", "Cell", "Int", "append", "extend", "read_i32_le", "vec"]
