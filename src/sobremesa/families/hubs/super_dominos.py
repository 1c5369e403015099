"""Super Dominos: six legs from one double, and numbers with powers.

The first player who has a double sets it, and up to six legs leave from it. In turn each player
lays one tile: on the double as a new leg, or at the end of any leg. A double also fits any 13.
What the tile leaves at the end of its leg has a power: a 15 makes all others draw, a 14 lets the
player go again, a 3 turns the direction, and a 13 casts a spell: nobody may play anywhere but on
it until it is answered by a double or another 13. A turn that ends with a double costs the next
player their turn. A player who cannot play draws two tiles and then plays if possible. Some
doubles have such powers when they are set, and 13-13 asks for all six legs first.

A player who lays their last tile scores one point for every tile, or every pip, that the others
hold. When nobody can play, the player with the fewest tiles scores.

The moves are those of all games with a hub: the arms are the legs L1 to L6 in the order in
which they are begun.
"""

from __future__ import annotations

from typing import ClassVar, Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadOption, IllegalMove
from sobremesa.core.game import NOBODY, Data, Round, Views
from sobremesa.core.numbers import MOST_POINTS
from sobremesa.core.options import Option, Value, choice_option, players_option
from sobremesa.core.parts import Flag, Number, Part, Word
from sobremesa.families.hubs.hub import TO_ADD, TO_OPEN, TO_PLAY, TO_TAKE, HubGame, HubRound
from sobremesa.families.hubs.views import SuperView
from sobremesa.families.lines.game import FIRST_PLAYER
from sobremesa.families.lines.round import LineRound
from sobremesa.material.dominoes import BIT, HIGH, LOW, NAMES, SET_WORDS

PLAYERS: Final = players_option(4, "SUPER-R02", high=15)
SET: Final = Option(
    "set", 15, "Highest number on the tiles.", "SUPER-R01", title="Domino set", allowed=[15],
    words=SET_WORDS,
)
NEXT_LEAD: Final = choice_option(
    "next_lead", "Who leads later hands", "SUPER-R03",
    "Who is first in later hands: the player to the left of the last winner, or to the left of "
    "the last first player.",
    left_of_winner="the player to the left of the winner", rotate="the next player to the left",
)
SCORING: Final = choice_option(
    "scoring", "Scoring", "SUPER-R35",
    "What the winner scores: a point for every tile the others still hold, or all their pips.",
    simple="a point for every tile", super="all pips",
)
ZERO_SUM: Final = Option(
    "zero_sum", False, "Whether the others lose what the winner gains from them.", "SUPER-R34",
    title="Losers pay",
)
HANDS: Final = Option(
    "hands", 0, "Hands in a match; 0 plays one or, with a target, as many as it takes.",
    "SUPER-R35", title="Hands", low=0,
)
TARGET: Final = Option(
    "target", 0, "Points that win the match; 0 leaves the end to the number of hands.",
    "SUPER-R35", title="Points to win", low=0,
)
SKIP_ON_13_13: Final = Option(
    "skip_on_13_13", False, "Whether 13-13 also costs the next player a turn.", "SUPER-R11",
    title="Double thirteen skips a player",
)
FINAL_TILE_EFFECTS: Final = Option(
    "final_tile_effects", True, "Whether the others still draw for a 15 that ends the hand.",
    "SUPER-R14", title="A last 15 still counts",
)
CASTER_EXEMPT: Final = Option(
    "caster_exempt", False,
    "Whether players are spared from drawing for a spell they cast themselves.", "SUPER-R22",
    title="Spared by your own spell",
)

START_SKIPS: Final = Option(
    "start_skips", False, "Whether the start double also costs the next player a turn.",
    "SUPER-R07", title="The start double skips a player",
)
FIFTEEN_TAKES: Final = choice_option(
    "fifteen_takes", "Who draws for a 15", "SUPER-R12",
    "Who draws a tile for a 15: all others, or every second player in the direction of play, "
    "beginning with the next.",
    all_others="all others", every_second="every second player",
)
DRAW_BY_CHOICE: Final = Option(
    "draw_by_choice", False,
    "Whether players under a spell may draw two tiles although they could play on the 13.",
    "SUPER-R18", title="Drawing by choice under a spell",
)
LEGS_OF_13: Final = choice_option(
    "legs_of_13", "Start with 13-13", "SUPER-R24",
    "What a start with 13-13 asks for: that all six legs are begun before any goes on, or only "
    "that each is begun before it goes on.",
    all_first="all six legs first", each="each leg for itself",
)
OWN_PIPS: Final = Option(
    "own_pips", False,
    "Whether the winner of a blocked hand also counts the pips in their own hand (super scoring).",
    "SUPER-R33", title="The winner's own pips count",
)

HAND: Final = 9
LEGS: Final[Int] = 6

# The numbers with powers.
REVERSAL: Final[Int] = 3
SPELL: Final[Int] = 13
AGAIN: Final[Int] = 14
OTHERS_DRAW: Final[Int] = 15

# A spell lies on a leg, by its arm, on the start double, or nowhere.
NO_SPELL: Final[Int] = 0
ON_START: Final[Int] = 7
# The names of these, as a position has them.
SPELLS: Final = ["", "L1", "L2", "L3", "L4", "L5", "L6", "start"]

# A player who cannot play draws this many tiles (SUPER-17).
TWO: Final[Int] = 2

# The double whose spell lies on the start (SUPER-20), and how many doubles are in the set.
START_13: Final[Int] = 104
DOUBLES: Final[Int] = 16


class SuperDominos(HubGame):
    """The rules of Super Dominos."""

    NAME: ClassVar[str] = "super-dominos"
    VIEWS: ClassVar[Views] = HubGame.VIEWS.holding(SuperView)
    TITLE: ClassVar[str] = "Super Dominos"
    SENTENCE: ClassVar[str] = "Six legs, and numbers that draw, reverse, bewitch and go again."
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, SET, FIRST_PLAYER, NEXT_LEAD, SCORING, HANDS, TARGET, ZERO_SUM,
        SKIP_ON_13_13, FINAL_TILE_EFFECTS, CASTER_EXEMPT, START_SKIPS, FIFTEEN_TAKES,
        DRAW_BY_CHOICE, LEGS_OF_13, OWN_PIPS,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as printed": {}, "super scoring": {"scoring": "super"},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.last_round = self.number("hands") or (0 if self.target > 0 else 1)
        self.by_pips: bool = self.choice("scoring") == "super"
        self.zero_sum: bool = self.flag("zero_sum")
        self.skip_on_13_13: bool = self.flag("skip_on_13_13")
        self.final_effects: bool = self.flag("final_tile_effects")
        self.caster_exempt: bool = self.flag("caster_exempt")
        self.start_skips: bool = self.flag("start_skips")
        # How far apart those sit who draw for a 15.
        self.takers_apart: Int = 2 if self.choice("fifteen_takes") == "every_second" else 1
        self.draw_by_choice: bool = self.flag("draw_by_choice")
        self.legs_first: bool = self.choice("legs_of_13") == "all_first"
        self.own_pips: bool = self.flag("own_pips")
        if self.own_pips and not self.by_pips:
            raise BadOption(
                "own_pips matters only where pips are scored: scoring is simple (SUPER-R33)",
                option="own_pips",
            )

    def tiles_each(self) -> int:
        """Everybody gets nine tiles (SUPER-02)."""
        return HAND

    def arms_named(self) -> list[str]:
        """Names the legs (SUPER-05)."""
        return SPELLS[1 : LEGS + 1]

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a hand with nothing dealt."""
        return SuperRound(self, number, before)

    def next_first(self, last: Round) -> int:
        """Finds who is first in the next hand (SUPER-R03)."""
        assert isinstance(last, LineRound)
        if self.choice("next_lead") == "left_of_winner" and last.winner >= 0:
            return int((last.winner + 1) % self.players)
        return super().next_first(last)

    def parts(self) -> list[Part]:
        """Adds the direction, the spell and who cast it, who laid last and what is still to
        be drawn."""
        last = int(self.players) - 1
        return [
            *super().parts(), Number("direction", -1, 1), Word("spell", SPELLS),
            Number("caster", NOBODY, last), Number("owed", 0, last),
            Number("layer", NOBODY, last), Flag("skips"),
        ]

    def least(self) -> int:
        """Points may go below zero where losers pay (SUPER-R34)."""
        return -MOST_POINTS if self.zero_sum else 0

    def may_be_out(self, seat: int, data: Data) -> bool:
        """A player who ends the hand with a 15 lets the others draw first (SUPER-R14)."""
        return data.get("asked") == "take" and seat == data.get("layer", NOBODY)

    def contradictions(self, data: Data) -> list[str]:
        """Adds what does not go with the spell, the direction or the draws of a 15."""
        found = super().contradictions(data)
        if data.get("direction", 1) == 0:
            found.append("direction must be 1 or -1")
        if found or not data.get("line"):
            return found
        table = self.bare_round()
        assert isinstance(table, SuperRound)
        table.take_parts(data)
        return table.problems() if not data.get("over", False) else []


class SuperRound(HubRound):
    """One hand of Super Dominos."""

    def __init__(self, rules: SuperDominos, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.superb: SuperDominos = rules
        # 1 clockwise, -1 the other way.
        self.direction: Int = 1
        # Where a spell lies, and who cast it.
        self.spell: Int = NO_SPELL
        self.caster: Int = NOBODY
        # How many tiles are still to be drawn: by the seat to decide that cannot play, or by
        # as many seats for a 15.
        self.owed: Int = 0
        # Who laid the last tile, and whether it costs the next player their turn.
        self.layer: Int = NOBODY
        self.skips: bool = False
        self.doubles_left: Int = DOUBLES

    def alike(self) -> Int:
        """Any free place of the start double is as good as another (SUPER-R36)."""
        return BIT[LEGS + 1] - 2

    def lay(self, arm: Int, tile: Int) -> None:
        """Puts a tile on the table."""
        super().lay(arm, tile)
        if HIGH[tile] == LOW[tile]:
            self.doubles_left -= 1

    def reach(self, seat: Int) -> Int:
        """Gives all legs or, under a spell, where it lies (SUPER-R17, SUPER-R24)."""
        if self.spell == ON_START:
            return self.line.fresh
        return BIT[self.spell] if self.spell != NO_SPELL else -1

    def takes(self, tile: Int, arm: Int) -> bool:
        """A double also fits any 13 (SUPER-08)."""
        is_double = HIGH[tile] == LOW[tile]
        return self.line.takes(tile, arm) or (is_double and self.line.ends[arm] == SPELL)

    def fitting_of(self, seat: Int) -> vec[Int]:
        """A double also fits any 13 (SUPER-08)."""
        found = super().fitting_of(seat)
        reach = self.reach(seat)
        for arm in range(1, LEGS + 1):
            if reach & BIT[arm] != 0 and self.line.ends[arm] == SPELL:
                for number in range(DOUBLES):
                    found = append(found, number * (number + 3) // 2)
                break
        return found

    def bewitched(self) -> Int:
        """Gives the arm on which the spell lies: a leg, or the next place for one."""
        return self.line.first_fresh() if self.spell == ON_START else self.spell

    def fitting(self) -> vec[Int]:
        """Lists the moves by which the seat to decide can lay a tile, ascending.

        Every open 13 carries a spell (SUPER-R23), so that doubles need a look only then.
        """
        if self.spell == NO_SPELL:
            return super().fitting()
        moves = vec[Int]()
        arm = self.bewitched()
        for tile in self.hands.tiles(self.turn):
            if self.takes(tile, arm):
                moves = append(moves, arm * self.rules.tiles + tile)
        return moves

    def can_lay(self) -> bool:
        """Tells whether the seat to decide holds a tile that fits."""
        if self.spell == NO_SPELL:
            return super().can_lay()
        return len(self.fitting()) > 0

    def without_a_tile(self) -> Int:
        """Gives what is left to a player who cannot lay: to draw two, then to pass."""
        is_exempt = (
            self.superb.caster_exempt and self.turn == self.caster
            and self.spell != NO_SPELL and self.spell != ON_START
        )
        return self.rules.pass_move if is_exempt else super().without_a_tile()

    def legal(self) -> vec[Int]:
        """Adds that two tiles are drawn before another look at the hand (SUPER-R29)."""
        if self.owed > 0 and self.is_drawing_on():
            return vec[Int]([self.rules.draw_move])
        moves = super().legal()
        if self.spell != NO_SPELL and self.may_draw_instead() and moves[0] < self.rules.plays:
            moves = append(moves, self.rules.draw_move)
        return moves

    def may_draw_instead(self) -> bool:
        """Tells whether somebody under a spell may draw although they can play (SUPER-R18)."""
        return (
            self.superb.draw_by_choice and self.spell != NO_SPELL and self.asked == TO_PLAY
            and not self.drawn and not self.over and self.boneyard() > 0
        )

    def lacked(self, seat: Int, move: int) -> vec[Int]:
        """A draw by choice shows nothing."""
        if move == self.rules.draw_move and self.may_draw_instead():
            return vec[Int]()
        return super().lacked(seat, move)

    def is_drawing_on(self) -> bool:
        """Tells whether the seat to decide has one of two tiles still to draw."""
        return self.asked == TO_PLAY and self.owed > 0

    def is_plain(self) -> bool:
        """Draws that are owed are seen to be the only move."""
        if self.over or self.may_draw_instead():
            return False
        return self.is_drawing_on() or super().is_plain()

    def tile_drawn(self) -> None:
        """Goes on drawing: the second of two tiles, or the next player for a 15."""
        if self.asked == TO_TAKE:
            self.owed -= 1
            if self.owed == 0 or self.boneyard() == 0:
                self.others_drew()
            else:
                self.turn = self.neighbour(self.superb.takers_apart)
            return
        self.owed = self.owed - 1 if self.drawn else TWO - 1
        self.drawn = True
        if self.boneyard() == 0:
            self.owed = 0

    def neighbour(self, steps: Int) -> Int:
        """Finds who sits that many places on in the direction of play."""
        return (self.turn + self.direction * steps + 2 * self.rules.players) % self.rules.players

    def double_set(self, tile: Int) -> None:
        """The start double has a power of its own; it costs somebody a turn by agreement only
        (SUPER-R07)."""
        number = HIGH[tile]
        self.skips = self.superb.start_skips and (number != SPELL or self.superb.skip_on_13_13)
        self.layer = self.turn
        if number == SPELL and self.superb.legs_first:
            self.spell = ON_START
        if number == REVERSAL and self.rules.players > 2:
            self.direction = -1
        self.leave(number)

    def add(self, arm: Int, tile: Int) -> None:
        """Joins a tile: the powers of the number that it leaves follow (SUPER-R10)."""
        self.lay(arm, tile)
        self.passes = 0
        self.drawn = False
        self.asked = TO_PLAY
        self.layer = self.turn
        left = self.line.ends[arm]
        is_double = HIGH[tile] == LOW[tile]
        self.skips = is_double and (left != SPELL or self.superb.skip_on_13_13)
        if self.spell != ON_START or self.line.fresh == 0:
            self.spell = NO_SPELL
        if left == SPELL:
            self.spell = arm
            self.caster = self.turn
        if left == REVERSAL and self.rules.players > 2:
            self.direction = -self.direction
        self.leave(left)

    def leave(self, number: Int) -> None:
        """Lets the others draw for a 15, ends the hand, or lets the player of a 14 go again."""
        is_out = self.hands.sizes[self.turn] == 0
        if number == OTHERS_DRAW and (not is_out or self.superb.final_effects):
            apart = self.superb.takers_apart
            self.owed = min(self.boneyard(), (self.rules.players - 1 + apart - 1) // apart)
            if self.owed > 0:
                self.asked = TO_TAKE
                self.turn = self.neighbour(1)
                return
        if is_out:
            self.go_out()
        elif number == AGAIN:
            self.asked = TO_ADD
        else:
            self.end_turn()

    def others_drew(self) -> None:
        """Goes back to the player of a 15 when the others have drawn."""
        self.owed = 0
        self.asked = TO_PLAY
        self.turn = self.layer
        if self.hands.sizes[self.turn] == 0:
            self.go_out()
        else:
            self.end_turn()

    def fail(self) -> None:
        """Passes; when all have, with nothing to draw, the hand is blocked (SUPER-R31)."""
        if self.boneyard() == 0:
            self.passes += 1
        self.skips = False
        if self.passes == self.rules.players:
            self.block()
        else:
            self.next_turn()

    def end_turn(self) -> None:
        """Ends the hand if all can see that it is blocked, else the turn."""
        if self.boneyard() == 0 and self.is_dead():
            self.block()
        else:
            self.next_turn()

    def is_dead(self) -> bool:
        """Tells whether no tile, wherever it is, could be laid as things are."""
        reach = self.reach(self.turn)
        for arm in range(1, LEGS + 1):
            number = self.line.ends[arm]
            if reach & BIT[arm] != 0 and (
                self.line.left[number] > 0 or (number == SPELL and self.doubles_left > 0)
            ):
                return False
        return True

    def next_turn(self) -> None:
        """Gives the turn to the next player, or past them to the one after (SUPER-16)."""
        self.turn = self.neighbour(2 if self.skips else 1)
        self.asked = TO_PLAY
        self.drawn = False
        self.owed = 0

    def settle(self) -> None:
        """Gives the winner a point for every tile, or every pip, of the others."""
        if self.winner == NOBODY:
            self.winner = self.fewest()
        if self.winner == NOBODY:
            return
        for seat in range(self.rules.players):
            if seat != self.winner:
                lost = self.hands.pips(seat) if self.superb.by_pips else self.hands.sizes[seat]
                self.won[self.winner] += lost
                if self.superb.zero_sum:
                    self.won[seat] -= lost
        if self.superb.own_pips:
            self.won[self.winner] += self.hands.pips(self.winner)

    def fewest(self) -> Int:
        """Finds who alone holds the fewest tiles, among equals the fewest pips (SUPER-R32)."""
        best: Int = 0
        tied = False
        for seat in range(1, self.rules.players):
            tiles = self.hands.sizes[seat] - self.hands.sizes[best]
            pips = self.hands.pips(seat) - self.hands.pips(best)
            if tiles < 0 or (tiles == 0 and pips < 0):
                best = seat
                tied = False
            elif tiles == 0 and pips == 0:
                tied = True
        return NOBODY if tied else best

    def draw_clause(self) -> str:
        """Names the clause by which two tiles are drawn."""
        return "SUPER-17" if self.spell == NO_SPELL else "SUPER-11"

    def misopened(self, move: Int) -> IllegalMove:
        """Says how the hand is opened."""
        doubles = self.doubles()
        if len(doubles) == 0:
            return IllegalMove("you have no double: leave the start to the next (SUPER-03)")
        return IllegalMove(
            "the hand opens with a double of yours: {doubles} (SUPER-R04)",
            doubles=[NAMES[tile] for tile in doubles],
        )

    def stop_clause(self) -> str:
        """Names the clause on going again."""
        return "SUPER-10"

    def unstopped(self) -> IllegalMove:
        """Says why there is nothing to stop."""
        return IllegalMove("there is nothing to stop: only a 14 lets you go again (SUPER-10)")

    def refusal(self, move: Int) -> IllegalMove:
        """Names the spell, the draws that are owed, or what else is in the way."""
        if self.asked == TO_TAKE:
            return IllegalMove("a 15 was left: draw a tile (SUPER-09)")
        if self.is_drawing_on():
            return IllegalMove("draw the second tile first (SUPER-R29)")
        arm = move // self.rules.tiles
        tile = int(move % self.rules.tiles)
        if (
            self.asked == TO_OPEN or move >= self.rules.plays or arm == 0
            or not self.hands.holds(self.turn, tile) or self.spell == NO_SPELL
        ):
            return super().refusal(move)
        if self.spell == ON_START:
            return IllegalMove(
                "13-13 was set: until all six legs are begun, begin one with a 13 or a double "
                "(SUPER-20)"
            )
        return IllegalMove(
            "the 13 at {leg} casts a spell: only a 13 or a double on it will do (SUPER-R17)",
            leg=self.rules.arm_names[int(self.spell)],
        )

    def problems(self) -> list[str]:
        """Says where the spell or the draws of a 15 do not go with the table."""
        found: list[str] = []
        open_13 = [
            arm for arm in range(1, LEGS + 1)
            if self.line.ends[arm] == SPELL and self.line.fresh & BIT[arm] == 0
        ]
        if self.line.spinner == START_13 and self.line.fresh != 0 and self.superb.legs_first:
            if self.spell != ON_START:
                found.append("until 13-13 has six legs its spell lies on the start (SUPER-20)")
        elif open_13 != ([int(self.spell)] if self.spell != NO_SPELL else []):
            found.append("a spell lies on the only open 13, and on nothing else (SUPER-R23)")
        if self.asked == TO_TAKE and (
            self.layer == NOBODY or self.layer == self.turn or self.owed == 0
        ):
            found.append("for a 15 others draw than who left it, one each (SUPER-09)")
        return found

    def copied_into(self, twin: LineRound) -> None:
        """Copies spell, direction and draws too."""
        super().copied_into(twin)
        assert isinstance(twin, SuperRound)
        twin.direction, twin.spell, twin.caster = self.direction, self.spell, self.caster
        twin.owed, twin.layer, twin.skips = self.owed, self.layer, self.skips
        twin.doubles_left = self.doubles_left
