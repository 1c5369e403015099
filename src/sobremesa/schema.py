"""JSON Schemas of what a seat may know, made from the types of views.

>>> found = schema_of("muggins")
>>> found["properties"]["ending"]["enum"]
['', 'domino', 'blocked', 'target']
"""

from __future__ import annotations

import json
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from sobremesa.core.game import Data, game_class
from sobremesa.core.options import Option

NAMES = {bool: "boolean", int: "integer", str: "string"}


def schema_of(game: str) -> Data:
    """Gives the JSON Schema (draft 2020-12) of the views of a game.

    :raises UnknownGame: if there is no such game.
    """
    kind = game_class(game)
    defs: dict[str, Data] = {}
    found = _fields(kind.VIEWS.holds, defs)
    found["properties"]["game"] = {"const": kind.NAME}
    found["properties"]["options"] = {
        "type": "object",
        "properties": {option.name: _option(option) for option in kind.declared()},
        "required": [option.name for option in kind.declared()],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A view of {kind.TITLE}",
        **found,
        "$defs": defs,
    }


def text(game: str) -> str:
    """Writes the JSON Schema of the views of a game."""
    return json.dumps(schema_of(game), ensure_ascii=False, indent=2) + "\n"


def _fields(kind: Any, defs: dict[str, Data]) -> Data:
    hints = get_type_hints(kind, include_extras=True)
    return {
        "description": (kind.__doc__ or "").replace("\n    ", "\n").strip(),
        "type": "object",
        "properties": {name: _described(hint, defs) for name, hint in hints.items()},
        "required": [name for name in hints if name in kind.__required_keys__],
        "additionalProperties": False,
    }


def _option(option: Option) -> Data:
    limits: Data = {"enum": list(option.allowed)} if option.allowed is not None else {
        "type": "integer", "minimum": option.low,
        **({} if option.high is None else {"maximum": option.high}),
    }
    return {"description": option.sentence, "default": option.default, **limits}


def _described(hint: Any, defs: dict[str, Data]) -> Data:
    """Says what a value may be; of the notes of `Annotated` the outermost comes first."""
    if get_origin(hint) is not Annotated:
        return _shape(hint, get_origin(hint), get_args(hint), defs)
    base, *notes = get_args(hint)
    shapes = [note for note in notes if not isinstance(note, str)]
    words = [note for note in reversed(notes) if isinstance(note, str)]
    return {**_described(shapes[0] if shapes else base, defs), "description": " ".join(words)}


def _shape(hint: Any, origin: Any, parts: tuple[Any, ...], defs: dict[str, Data]) -> Data:
    if is_typeddict(hint):
        if hint.__name__ not in defs:
            defs[hint.__name__] = _fields(hint, defs)
        return {"$ref": f"#/$defs/{hint.__name__}"}
    if hint in NAMES:
        return {"type": NAMES[hint]}
    if origin is Literal:
        return {"enum": list(parts)}
    if origin is list:
        return {"type": "array", "items": _described(parts[0], defs)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _described(parts[1], defs)}
    if origin is tuple:
        places = [_described(part, defs) for part in parts]
        return {"type": "array", "prefixItems": places, "minItems": len(parts), "items": False}
    if origin in (Union, UnionType):
        return {"anyOf": [_described(part, defs) for part in parts]}
    return _described(parts[0], defs)
