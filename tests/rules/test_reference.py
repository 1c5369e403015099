"""The engine against a slow reading of the rules that looks at the table anew in every turn."""

from __future__ import annotations

from typing import Any

import pytest

import sobremesa
from sobremesa import Rng

Tile = tuple[int, int]


def tile(name: str) -> Tile:
    high, low = name.split("-")
    return int(high), int(low)


class Table:
    """A line read from the tiles as they were laid."""

    def __init__(self, line: list[str], four_way: bool) -> None:
        self.lead = tile(line[0])
        self.arms: dict[str, list[Tile]] = {"W": [], "E": [], "N": [], "S": []}
        self.spinner: Tile | None = None
        # The arm on which the spinner was joined, and how many tiles lay there with it.
        self.spinner_arm = ""
        self.inward = 0
        if four_way and self.lead[0] == self.lead[1]:
            self.spinner = self.lead
        for play in line[1:]:
            name, arm = play.split("@")
            self.arms[arm].append(tile(name))
            if four_way and self.spinner is None and tile(name)[0] == tile(name)[1]:
                self.spinner = tile(name)
                self.spinner_arm = arm
                self.inward = len(self.arms[arm])

    def ends(self) -> dict[str, int]:
        found = {"W": self.lead[0], "E": self.lead[1]}
        if self.spinner is not None:
            found["N"] = found["S"] = self.spinner[0]
        for arm in found:
            for high, low in self.arms[arm]:
                assert found[arm] in (high, low)
                found[arm] = low if found[arm] == high else high
        return found

    def free(self) -> list[str]:
        """The arms whose points are still those of the spinner, or of a led double."""
        if self.spinner_arm:
            arms = [self.spinner_arm, "N", "S"]
            return [arm for arm in arms if len(self.arms[arm]) == self.used_up(arm)]
        if self.lead[0] == self.lead[1]:
            return [arm for arm in self.ends() if not self.arms[arm]]
        return []

    def used_up(self, arm: str) -> int:
        return self.inward if arm == self.spinner_arm else 0

    def legal(self, hand: list[str]) -> set[str]:
        free = self.free()
        return {
            f"{name}@{arm}"
            for arm, number in self.ends().items() if arm not in free[1:]
            for name in hand if number in tile(name)
        }

    def count(self) -> int:
        """MUGGINS-R01 and MUGGINS-R02, arm by arm."""
        free = self.free() if self.spinner else []
        begun = [arm for arm in self.ends() if arm not in free]
        total = 2 * self.spinner[0] if self.spinner and len(begun) < 2 else 0
        for arm in begun:
            last = self.arms[arm][-1] if self.arms[arm] else None
            number = self.ends()[arm]
            total += 2 * number if last is not None and last[0] == last[1] else number
        return total


def pips(hand: list[str]) -> int:
    return sum(sum(tile(name)) for name in hand)


def settlement(data: dict[str, Any]) -> list[int]:
    """What each seat gains when a hand is over (BLOCK-06, BLOCK-07)."""
    held = [pips(hand) for hand in data["hands"]]
    if data["ending"] == "target":
        return [0] * len(held)
    if data["ending"] == "domino":
        return [sum(held) if seat == data["winner"] else 0 for seat in range(len(held))]
    return [sum(max(0, other - own) for other in held) for own in held]


SPECS = [
    "block", "block(players=4)", "block(players=3,set=9)", "block(players=4,spinner=always)",
    "draw", "draw(players=3,voluntary_draw=True)", "draw(players=4,set=12)",
    "draw(players=3,spinner=always,boneyard_reserve=2)", "muggins", "muggins(players=4)",
    "muggins(players=3,next_lead=rotate)", "muggins(players=5,set=9,next_lead=winner)",
    "muggins(players=9,set=15,finish_hand=True)",
]


@pytest.mark.parametrize("spec", SPECS)
def test_every_turn_agrees_with_the_slow_reading(spec: str) -> None:
    game = sobremesa.game(spec)
    is_muggins = game.name == "muggins"
    wish = "always" if is_muggins else game.choice("spinner")
    four_way = wish == "always" or (wish == "auto" and game.number("set") > 6)
    for seed in range(4 if game.players < 9 else 1):
        rng = Rng(seed)
        match = game.start(seed)
        fives = [0] * game.players
        while not match.over:
            if match.round.over:
                expected = settlement(match.round.dump())
                assert match.round.points() == [
                    made + gain for made, gain in zip(fives, expected, strict=True)
                ]
                match.next_round()
                fives = [0] * game.players
            data = match.round.dump()
            moves = match.round.moves()
            texts = {match.round.text(move) for move in moves}
            if data["line"]:
                table = Table(data["line"], four_way)
                assert match.view(-1).data["ends"] == table.ends()
                if data.get("asked", "play") == "play":
                    fitting = table.legal(data["hands"][match.turn])
                    assert {text for text in texts if "@" in text} == fitting
                    assert ("/" in texts) == (not fitting and "+" not in texts)
                else:
                    assert match.view(-1).data["count"] == table.count()
            move = moves[int(rng.below(len(moves)))]
            if is_muggins and data["asked"] == "claim" and rng.below(4):
                worth = table.count() if table.count() % 5 == 0 else 0
                move = match.round.read(f"={worth}")
            text, seat = match.round.text(move), match.turn
            match.play(move)
            if is_muggins and data["asked"] in ("claim", "call"):
                count = table.count()
                if count % 5 == 0 and text in (f"={count}", "muggins"):
                    fives[seat] += count
        expected = settlement(match.round.dump())
        assert match.round.points() == [
            made + gain for made, gain in zip(fives, expected, strict=True)
        ]
