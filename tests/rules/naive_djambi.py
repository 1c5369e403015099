"""Djambi once more, slowly and plainly, to check the engine by.

Nothing here comes from the engine but the format of positions. Squares are pairs, pieces are
triples of kind, camp and owner; every turn copies the board. Owners are seats, or the letter of
the camp whose lost prince left the piece ownerless.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

Square = tuple[int, int]
Owner = int | str
Turn = tuple[Square, Square, Square | str | None] | None

LETTERS = "swne"
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
BESIDE = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class Naive:
    """A position, read from its line of text."""

    def __init__(self, options: dict[str, Any], line: str) -> None:
        self.options = options
        self.side: int = options["board"]
        self.players: int = options["players"]
        self.centre = (self.side // 2 + 1, self.side // 2 + 1)
        self.board: dict[Square, tuple[str, str, Owner]] = {}
        self.killed = False
        self.seen: list[str] = []
        fields = line.split()
        for place, words in enumerate(fields[0].split("/")):
            self.read_rank(self.side - place, words)
        mover = re.fullmatch(r"(\d)([rc])([+*]?)", fields[1])
        assert mover is not None
        self.turn = int(mover[1])
        self.is_centre_turn = mover[2] == "c"
        self.onward = mover[3]
        self.place = int(fields[2])
        self.first: set[int] = set()
        self.fresh: set[Square] = set()
        if fields[3] != "-" and options["warrior_step"] == "piece_first_move":
            self.fresh = {read_square(name) for name in fields[3].split(".")}
        elif fields[3] != "-":
            self.first = {int(seat) for seat in fields[3]}
        self.delays: dict[str, set[int]] = {}
        self.ring: set[int] | None = None
        for word in fields[4].split(",") if fields[4] != "-" else []:
            seats = {int(seat) for seat in word[2:]}
            if word[0] == "+":
                self.ring = seats
            else:
                self.delays[word[0]] = seats
        quiet, _, lap = fields[5].partition(":")
        self.quiet = int(quiet)
        self.lap = {int(seat) for seat in lap}
        self.ending = ""
        self.note()

    def home(self, camp: str) -> Owner:
        if self.players == 4:
            return LETTERS.index(camp)
        if self.players == 3:
            return "e" if camp == "e" else LETTERS.index(camp)
        if self.options["two_player_layout"] == "single_camp":
            return 0 if camp == "s" else 1
        return 0 if camp in "se" else 1

    def read_rank(self, rank: int, words: str) -> None:
        file = 1
        for word in words.split(","):
            if word.isdecimal():
                file += int(word)
                continue
            owner: Owner = ""
            if word != "x":
                owner = self.home(word[0])
                if "=" in word:
                    owner = int(word[3])
                if "~" in word:
                    owner = word[3]
            camp, kind = ("", "x") if word == "x" else (word[0], word[1])
            self.board[file, rank] = (kind, camp, owner)
            file += 1

    def line(self) -> str:
        """Writes the position, or how the game ended."""
        if self.ending:
            return self.ending
        ranks = []
        for rank in range(self.side, 0, -1):
            text = ""
            for file in range(1, self.side + 1):
                text += "," + self.word((file, rank))
            text = re.sub(r"(,\.)+", lambda run: f",{len(run[0]) // 2}", text)
            ranks.append(text[1:])
        timers = [f"{camp}:{joined(self.delays[camp])}" for camp in LETTERS if camp in self.delays]
        if self.ring is not None:
            timers.append(f"+:{joined(self.ring)}")
        licences = joined(self.first)
        if self.options["warrior_step"] == "piece_first_move":
            ordered = sorted(self.fresh, key=lambda square: (square[1], square[0]))
            licences = ".".join(name(square) for square in ordered)
        return " ".join([
            "/".join(ranks), f"{self.turn}{'c' if self.is_centre_turn else 'r'}{self.onward}",
            str(self.place), licences or "-", ",".join(timers) or "-",
            f"{self.quiet}:{joined(self.lap)}",
        ])

    def word(self, square: Square) -> str:
        if square not in self.board:
            return "."
        kind, camp, owner = self.board[square]
        if kind == "x" or owner == self.home(camp):
            return camp + kind
        return f"{camp}{kind}={owner}" if isinstance(owner, int) else f"{camp}{kind}~{owner}"

    def inside(self, square: Square) -> bool:
        return 1 <= square[0] <= self.side and 1 <= square[1] <= self.side

    def everywhere(self) -> Iterator[Square]:
        for rank in range(1, self.side + 1):
            for file in range(1, self.side + 1):
                yield file, rank

    def players_in(self) -> set[int]:
        return {
            owner for kind, _, owner in self.board.values()
            if kind == "P" and isinstance(owner, int)
        }

    # Which turns there are.

    def turns(self) -> set[Turn]:
        """Lists every legal turn."""
        found: set[Turn] = set()
        if self.is_centre_turn and not self.onward:
            found.add(None)
        for origin, (kind, _, owner) in self.board.items():
            if kind != "x" and owner == self.turn and (not self.onward or origin == self.centre):
                for target in self.reach(origin):
                    found |= {(origin, target, third) for third in self.thirds(origin, target)}
        return found

    def reach(self, origin: Square) -> Iterator[Square]:
        kind = self.board[origin][0]
        longest = self.side
        if kind == "G":
            step = self.options["warrior_step"]
            longest = 2 if (
                step == "always_two" or (step == "player_first_turn" and self.turn in self.first)
                or (step == "piece_first_move" and origin in self.fresh)
            ) else 1
        for x, y in AROUND:
            for run in range(1, longest + 1):
                square = (origin[0] + run * x, origin[1] + run * y)
                if not self.inside(square):
                    break
                if square in self.board:
                    if self.takes(origin, square):
                        yield square
                    break
                may_stop = kind == "P" or self.options["centre_entry"] == "suicide"
                if square != self.centre or may_stop:
                    yield square

    def takes(self, origin: Square, square: Square) -> bool:
        kind, _, owner = self.board[origin]
        other, _, others = self.board[square]
        if other == "x":
            return kind == "N" or (kind == "P" and origin == self.centre)
        if kind == "Z":
            return others != owner or self.options["own_camp_sending"]
        return kind in "PTG" and others != owner

    def thirds(self, origin: Square, target: Square) -> list[Square | str | None]:
        kind = self.board[origin][0]
        if target not in self.board:
            if kind != "R" or target == self.centre:
                return [None]
            victims = self.victims(origin, target)
            if self.options["remote_kill_count"] == "all":
                return [None, "all"] if victims else [None]
            return [None, *victims]
        taken = self.board[target][0]
        free = [
            square for square in self.everywhere()
            if square != self.centre and (square not in self.board or square == origin)
        ]
        moves_on = self.options["centre_capture"] == "move_on"
        if kind == "Z":
            allowed = self.options["send_to_centre"]
            centre_is_free = self.centre not in self.board or self.centre == origin
            if centre_is_free and (
                allowed == "anybody" or (allowed == "prince_only" and taken == "P")
            ):
                free.append(self.centre)
            return list(free)
        if target == self.centre and not moves_on:
            return [None]
        to_origin = self.options["direct_killer_corpse"] == "origin"
        if kind == "T" and to_origin and origin != self.centre:
            return [origin]
        return list(free)

    def victims(self, origin: Square, target: Square) -> list[Square]:
        path = [target]
        if self.options["remote_kill"] == "along_path":
            x, y = sign(target[0] - origin[0]), sign(target[1] - origin[1])
            path = []
            square = origin
            while square != target:
                square = (square[0] + x, square[1] + y)
                path.append(square)
        found = []
        for square in path:
            for x, y in BESIDE:
                victim = (square[0] + x, square[1] + y)
                if (
                    victim in self.board and self.board[victim][0] != "x"
                    and self.board[victim][2] != self.turn and victim not in found
                ):
                    found.append(victim)
        return found

    # Playing one.

    def after(self, turn: Turn) -> Naive:
        """Plays a turn on a copy."""
        twin = copy.deepcopy(self)
        twin.play(turn)
        return twin

    def play(self, turn: Turn) -> None:
        self.killed = self.onward == "*"
        mover = self.turn
        if turn is not None:
            if self.act(*turn):
                return
            self.first.discard(mover)
        if self.ending:
            return
        self.claim()
        self.settle(mover, not self.is_centre_turn)
        if not self.ending:
            self.pass_on(mover)

    def act(self, origin: Square, target: Square, third: Square | str | None) -> bool:
        """Moves the piece; answers whether the turn is not finished by that."""
        self.onward = ""
        piece = self.board.pop(origin)
        self.fresh.discard(origin)
        kind, _, owner = piece
        assert isinstance(owner, int)
        if target not in self.board:
            if target == self.centre and kind != "P":
                self.killed = True
                return False
            self.board[target] = piece
            if third == "all":
                self.shoot(self.victims(origin, target), owner)
            elif third is not None:
                assert not isinstance(third, str)
                self.shoot([third], owner)
            return False
        taken = self.board.pop(target)
        taken_fresh = target in self.fresh
        self.fresh.discard(target)
        comes_to_centre = target == self.centre and kind != "P"
        moves_on = comes_to_centre and self.options["centre_capture"] == "move_on"
        if not comes_to_centre or moves_on:
            self.board[target] = piece
        else:
            self.killed = True
        assert not isinstance(third, str)
        if taken[0] == "x":
            assert third is not None
            self.board[third] = taken
        elif kind == "Z":
            assert third is not None
            if third == self.centre and taken[0] != "P":
                self.killed = True
            else:
                self.board[third] = taken
                if taken_fresh:
                    self.fresh.add(third)
        else:
            self.killed = True
            if third is not None:
                self.board[third] = ("x", "", "")
            if taken[0] == "P":
                self.take_over(taken[1], taken[2], owner)
        if not moves_on or self.ending:
            return False
        self.onward = "*" if self.killed else "+"
        if list(self.reach(self.centre)):
            return True
        self.onward = ""
        del self.board[self.centre]
        self.killed = True
        return False

    def shoot(self, squares: list[Square], killer: int) -> None:
        fallen = []
        for square in squares:
            fallen.append(self.board.pop(square))
            self.fresh.discard(square)
            self.killed = True
            if square != self.centre:
                self.board[square] = ("x", "", "")
        for kind, camp, owner in fallen:
            if kind == "P":
                self.take_over(camp, owner, killer)

    def princes(self, owner: Owner) -> int:
        return sum(kind == "P" and who == owner for kind, _, who in self.board.values())

    def hand_over(self, old: Owner, new: Owner, camp: str = "") -> None:
        for square, (kind, origin, owner) in self.board.items():
            if kind != "x" and owner == old and (not camp or origin == camp):
                self.board[square] = (kind, origin, new)

    def take_over(self, camp: str, owner: Owner, killer: int) -> None:
        rule = self.options["prince_loss"]
        if isinstance(owner, str):
            self.hand_over(owner, killer)
            self.delays.pop(owner, None)
        elif rule == "first_prince" or not self.princes(owner):
            self.hand_over(owner, killer)
            self.check_king()
        elif rule == "camp":
            self.hand_over(owner, killer, camp)

    def leave(self, camp: str, owner: Owner, in_game: set[int], delayed: bool) -> None:
        """Leaves the pieces of a prince who was encircled or vanished to an heir."""
        rule = self.options["prince_loss"]
        if isinstance(owner, str) or owner not in in_game:
            return
        if rule == "first_prince" or not self.princes(owner):
            self.hand_over(owner, camp)
            in_game.discard(owner)
        elif rule == "camp":
            self.hand_over(owner, camp, camp)
        else:
            return
        self.check_king()
        if delayed and self.options["inherit_delay"] == "one_round":
            self.delays[camp] = set(in_game)
        if not self.ending:
            self.claim()

    def check_king(self) -> None:
        left = self.players_in()
        if len(left) == 1:
            self.ending = f"king {min(left)}"

    def master(self) -> int | None:
        kind, _, owner = self.board.get(self.centre, ("", "", ""))
        return owner if kind == "P" and isinstance(owner, int) else None

    def claim(self) -> None:
        heir = self.master()
        if heir is None:
            return
        for camp in LETTERS:
            if camp not in self.delays:
                claimed = any(owner == camp for _, _, owner in self.board.values())
                self.hand_over(camp, heir)
                if (
                    claimed and self.players == 3 and camp == "e"
                    and self.options["fourth_prince"] == "dies_on_takeover"
                ):
                    self.end_fourth_prince()

    def end_fourth_prince(self) -> None:
        for square, (kind, camp, _) in self.board.items():
            if kind == "P" and camp == "e":
                self.board[square] = ("x", "", "")
                self.killed = True

    def settle(self, mover: int, in_rotation: bool) -> None:
        done = {mover} if in_rotation else set()
        in_game = self.players_in()
        for camp in list(self.delays):
            self.delays[camp] = (self.delays[camp] & in_game) - done
            if not self.delays[camp] or all(
                owner != camp for _, _, owner in self.board.values()
            ):
                del self.delays[camp]
        self.claim()
        self.test_princes(mover)
        if not self.ending:
            self.test_ring(done)
        if not self.ending:
            self.count_quiet(done)

    def ringed(self, square: Square) -> bool:
        beside = [(square[0] + x, square[1] + y) for x, y in AROUND]
        return all(
            self.board.get(other, ("", "", ""))[0] == "x" for other in beside if self.inside(other)
        )

    def test_princes(self, mover: int) -> None:
        lost = []
        for square, (kind, camp, owner) in self.board.items():
            if kind == "P" and square != self.centre and self.ringed(square):
                saved = self.options["encircle_needs_no_necromobile"] and isinstance(
                    owner, int
                ) and any(
                    other == "N" and who == owner for other, _, who in self.board.values()
                )
                if not saved:
                    lost.append((owner == mover, LETTERS.index(camp), square, owner))
        in_game = self.players_in()
        for _, camp_number, square, owner in sorted(lost, key=lambda one: one[:2]):
            if not self.ending:
                self.board[square] = ("x", "", "")
                self.killed = True
                self.leave(LETTERS[camp_number], owner, in_game, True)

    def test_ring(self, done: set[int]) -> None:
        if (
            self.centre not in self.board or not self.ringed(self.centre)
            or self.options["centre_encircle"] == "safe"
        ):
            self.ring = None
            return
        if self.ring is None:
            self.ring = self.players_in()
            return
        self.ring = (self.ring & self.players_in()) - done
        if not self.ring:
            self.ring = None
            in_game = self.players_in()
            _, camp, owner = self.board.pop(self.centre)
            self.killed = True
            self.leave(camp, owner, in_game, False)

    def count_quiet(self, done: set[int]) -> None:
        if self.killed:
            self.quiet = 0
            self.lap = self.players_in()
            return
        self.lap = (self.lap & self.players_in()) - done
        if not self.lap:
            self.lap = self.players_in()
            self.quiet += 1
            if self.quiet == self.options["no_kill_rounds"]:
                self.ending = "draw"

    def following(self) -> int:
        seat = self.place
        while True:
            seat = (seat + 1) % self.players
            if seat in self.players_in():
                return seat

    def pass_on(self, mover: int) -> None:
        while not self.ending:
            master = self.master()
            following = self.following()
            double = (
                self.options["two_left_centre"] == "double" and len(self.players_in()) == 2
            )
            if master is not None and master != mover and (master != following or double):
                self.turn, self.is_centre_turn = master, True
                self.note()
                return
            self.place = self.turn = following
            self.is_centre_turn = False
            self.note()
            if self.ending or self.turns():
                return
            if following == master:
                mover = following
            self.killed = False
            self.settle(following, True)

    def note(self) -> None:
        """Remembers the position but for the count of quiet rounds."""
        position = self.line().rpartition(" ")[0]
        self.seen.append(position)
        if self.seen.count(position) == 3:
            self.ending = "draw"


def count(position: Naive, depth: int) -> int:
    """Counts lines of so many turns."""
    if position.ending:
        return 0
    turns = position.turns()
    if depth == 1:
        return len(turns)
    return sum(count(position.after(turn), depth - 1) for turn in turns)


def read_square(text: str) -> Square:
    return "abcdefghijklm".index(text[0]) + 1, int(text[1:])


def name(square: Square) -> str:
    return f"{'abcdefghijklm'[square[0] - 1]}{square[1]}"


def joined(seats: set[int]) -> str:
    return "".join(str(seat) for seat in sorted(seats))


def sign(number: int) -> int:
    return (number > 0) - (number < 0)
