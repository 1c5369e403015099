"""A table that is played on a device by itself, without a server."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest

from sobremesa.core.game import known_games
from sobremesa.table.fate import Fate
from sobremesa.table.live import Pace
from sobremesa.table.pocket import Pocket

AT_ONCE = Pace(bot=0.0, answer=0.0, silence=0.0)


class Shelf:
    """A device: keeps events by match and number, as long as there is room."""

    def __init__(self, room: int = 10**6) -> None:
        self.room = room
        self.events: dict[str, dict[int, str]] = {}
        self.told: list[dict[str, Any]] = []

    async def keep(self, match: str, number: int, text: str, ended: bool) -> str:
        kept = self.events.setdefault(match, {})
        if number in kept:
            return "taken"
        if sum(map(len, self.events.values())) >= self.room:
            return "QuotaExceededError"
        kept[number] = text
        return "kept"

    def pocket(self, language: str = "en") -> Pocket:
        fate = Fate(seed=5, chance=6, day="2026.11.18")
        return Pocket(self.keep, self._hear, language, pace=AT_ONCE, fate=fate)

    def _hear(self, text: str) -> None:
        self.told.append(json.loads(text))

    def kept(self, match: str) -> list[str]:
        return [text for _, text in sorted(self.events[match].items())]


async def asked(pocket: Pocket, where: str, **body: Any) -> tuple[int, dict[str, Any]]:
    status, text = await pocket.ask(where, "", json.dumps(body))
    return status, json.loads(text)


async def state(pocket: Pocket) -> dict[str, Any]:
    status, text = await pocket.ask("state", "shape=tall", "")
    assert status == 200
    found: dict[str, Any] = json.loads(text)
    return found


async def play_hand(pocket: Pocket, most: int = 200) -> dict[str, Any]:
    """Plays a hand: always the first move."""
    for turn in range(most):
        now = await state(pocket)
        if now["over"]:
            break
        if now["moves"]:
            status, _ = await asked(
                pocket, "moves", seat=0, move=now["moves"][0]["move"], number=now["number"],
                id=f"{turn:08}",
            )
            assert status == 200
        await asyncio.sleep(0.002)
    return await state(pocket)


def test_a_hand_against_a_bot_is_played_and_kept() -> None:
    async def evening() -> None:
        shelf = Shelf()
        pocket = shelf.pocket()
        match = await pocket.lay({"game": "block", "bot": "greedy"})
        pocket.hear('{"last": 0, "shape": "tall", "seats": true}')
        over = await play_hand(pocket)
        assert over["over"] and over["bots"] == ["", "greedy"]
        # The page was told what a server would tell: the whole first, then what is different.
        assert "since" not in shelf.told[0] and shelf.told[0]["yours"] == [0]
        assert any("since" in one for one in shelf.told)
        pocket.close()
        other = shelf.pocket()
        other.open(match, shelf.kept(match))
        again = await state(other)
        assert {**again, "clock": None, "latest": True} == {**over, "clock": None}
        other.close()

    asyncio.run(evening())


def test_the_hand_of_a_bot_is_never_told() -> None:
    async def evening() -> None:
        shelf = Shelf()
        pocket = shelf.pocket()
        await pocket.lay({"game": "block", "bot": "greedy"})
        assert pocket.table is not None
        hidden = pocket.table.match.view(1).data["hands"][1]
        public = json.dumps(await state(pocket))
        own = json.dumps(pocket.table.match.view(0).data["hands"][0])
        for tile in hidden:
            assert f'"tile-{tile}"' not in public or tile in own
        pocket.close()

    asyncio.run(evening())


def test_what_the_device_cannot_keep_does_not_happen() -> None:
    async def evening() -> None:
        shelf = Shelf(room=2)
        pocket = shelf.pocket("es")
        await pocket.lay({"game": "traffic"})
        now = await state(pocket)
        move = {"seat": 0, "move": now["moves"][0]["move"], "number": now["number"]}
        status, told = await asked(pocket, "moves", **move, id="a" * 8)
        assert (status, told["code"]) == (409, "not-kept")
        assert told["error"].startswith("Este dispositivo")
        assert await state(pocket) == now
        shelf.room = 10
        status, _ = await asked(pocket, "moves", **move, id="b" * 8)
        assert status == 200
        pocket.close()

    asyncio.run(evening())


def test_bad_input_is_refused_in_words() -> None:
    async def evening() -> None:
        shelf = Shelf()
        pocket = shelf.pocket()
        match = await pocket.lay({"game": "traffic"})
        now = await state(pocket)
        for where, body, code in [
            ("moves", {"move": "x", "number": 2}, "unreadable"),
            ("moves", {"move": 10**8, "number": 2, "id": "a" * 8}, "illegal-move"),
            ("moves", {"move": 1, "number": 99, "id": "a" * 8}, "stale"),
            ("undo", {"number": 2, "id": "b" * 8}, "nothing-to-undo"),
            ("talk", {}, "not-found"),
        ]:
            status, told = await asked(pocket, where, **body)
            assert status in (404, 409, 422) and told["code"] == code and told["error"]
        assert await state(pocket) == now
        with pytest.raises(Exception, match="damaged"):
            pocket.open(match, ["{}", "nonsense"])
        with pytest.raises(Exception, match="cannot sit here"):
            await pocket.lay({"game": "block", "bot": "nobody"})
        pocket.close()

    asyncio.run(evening())


def test_who_plays_alone_takes_back_and_asks() -> None:
    async def evening() -> None:
        shelf = Shelf()
        pocket = shelf.pocket()
        await pocket.lay({"game": "good-neighbors", "daily": True})
        now = await state(pocket)
        assert now["alone"]["daily"] == "2026.11.18"
        status, hint = await asked(pocket, "ask/hint")
        assert status == 200 and hint["touches"] and hint["text"]
        move = {"seat": 0, "move": now["moves"][0]["move"], "number": now["number"]}
        await asked(pocket, "moves", **move, id="a" * 8)
        status, back = await asked(pocket, "undo", number=3, id="b" * 8)
        assert (status, back) == (200, {"number": 4})
        assert (await state(pocket))["moves"] == now["moves"]
        pocket.close()

    asyncio.run(evening())


@pytest.mark.parametrize("name", known_games())
def test_every_game_can_be_laid(name: str) -> None:
    async def evening() -> None:
        pocket = Shelf().pocket()
        await pocket.lay({"game": name})
        assert (await state(pocket))["scene"]
        pocket.close()

    asyncio.run(evening())


# The interpreter in a page has Python's own library and the engine, and nothing else; here
# the engine is compiled, with what that needs.
BARE = """
import sys
ALSO = {"librt", "mypy_extensions", "sobremesa", "sobremesa__mypyc"}
class Nothing:
    def find_spec(self, name, path=None, target=None):
        first = name.split(".")[0]
        if first not in ALSO and first not in sys.stdlib_module_names:
            raise ImportError(name)
sys.meta_path.insert(0, Nothing())
import sobremesa.table.pocket
"""


def test_it_needs_nothing_but_python_itself() -> None:
    subprocess.run([sys.executable, "-c", BARE], check=True)
