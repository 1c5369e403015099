"""What a page knows after what it was told: scenes and messages, followed as the page does."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

Json = dict[str, Any]


def follow_scene(known: Json, change: Json) -> Json:
    """Changes what a page knows of a scene: things with their places, faces, descriptions."""
    nodes = {
        id: kept for id, kept in known.get("nodes", {}).items() if id not in change.get("went", [])
    }
    nodes.update(change.get("nodes", {}))
    for id, place in change.get("moved", {}).items():
        node = ET.fromstring(nodes[id])
        node.set("transform", place)
        nodes[id] = ET.tostring(node, encoding="unicode")
    return {
        "nodes": nodes,
        "symbols": {**known.get("symbols", {}), **change.get("symbols", {})},
        "told": change.get("told", known.get("told")),
        "size": change.get("size", known.get("size")),
    }


def follow(known: Json | None, told: Json) -> Json:
    """Changes what a page knows of a table: a message is whole, or says what changed since."""
    if known is None or "since" not in told:
        return {**told, "scene": follow_scene({}, told["scene"])}
    assert told["since"] == known["number"]
    fresh = {name: value for name, value in told.items() if name not in ("since", "more", "scene")}
    if "more" in told:
        kept, lines = told["more"]
        fresh["log"] = [*known["log"][:kept], *lines]
    return {**known, **fresh, "scene": follow_scene(known["scene"], told["scene"])}


def comparable(known: Json) -> Json:
    """Gives what a page knows in one form, without faces that it no longer needs."""
    scene = known["scene"]
    nodes = {
        id: ET.tostring(ET.fromstring(markup), encoding="unicode")
        for id, markup in scene["nodes"].items()
    }
    return {**known, "scene": {"nodes": nodes, "told": scene["told"], "size": scene["size"]}}
