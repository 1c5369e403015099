"""Bots that are programs of their own, in any language, and ours for the programs of others.

They speak lines of text through their standard input and output (docs/engines.md).
"""

from sobremesa.engines.host import Engine, EngineFailed, end_all, is_engine, player
from sobremesa.engines.speech import VERSION
from sobremesa.engines.voice import serve

__all__ = ["VERSION", "Engine", "EngineFailed", "end_all", "is_engine", "player", "serve"]
