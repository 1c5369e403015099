"""What is asked of the games of tricks."""

from __future__ import annotations

from typing import Final

from sobremesa.lab.asking.double_takes import TAKES
from sobremesa.lab.asking.play import Own
from sobremesa.lab.asking.super_bridge import BRIDGE
from sobremesa.lab.asking.texas_42 import TEXAS

ASKED: Final[dict[str, list[Own]]] = {
    "double-takes": TAKES, "super-bridge": BRIDGE, "texas-42": TEXAS,
}
