"""Djambi as patented in 1971: two to four princes, and only one becomes king.

Four camps of nine stand in the corners. The prince, the direct killer and the warriors kill by
taking the place of an enemy piece, and put the corpse on any free square; the remote killer kills
what stands beside the square it comes to. The zoomobile takes the place of a living enemy and sends
it anywhere; the necromobile does the same with corpses. All pieces run like a chess queen, except
that warriors go one square, or two in the first turn. Corpses stay and block. A player who
kills a prince takes over his pieces; a prince walled in by corpses is lost. Only a prince may
stand on the centre, and while he does, his player plays after every other player's turn.

A turn comes in steps, each a move of the same seat: a piece goes from one square to another; then,
where there is a choice, the square for the corpse or the sent piece, or the victim of the remote
killer. With n squares, going from square a to square b is move n * a + b, naming square a is
n * n + a; behind these come sparing everybody, killing all within reach, and declining a
centre turn.

Moves are written in long algebraic notation with everything that follows from them: `Ga3-a5` goes,
`Td4xGd9` kills, `Zc3~Zi9` and `Nb2~xb7` take the place of a living piece and of a corpse, `x@c5`
and `Z@e5` put a corpse and a sent piece, `!Ge7` shoots, `!none` spares, `!all` shoots all, `--`
declines. Behind commas: `-Pf6` disappears, `xPa1` dies where it stands, `NE>SW:8` eight pieces of
NE go to SW (`~NE` is what the prince of NE left ownerless), `NE-out`, `NE-skipped`, `centre=SW`,
`ring` (a prince is encircled on the centre), `king=SW`, `draw`.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadOption, BadPosition, IllegalMove
from sobremesa.core.game import (
    MOVE_MASK,
    NOBODY,
    Data,
    Game,
    Round,
    View,
    Worlds,
)
from sobremesa.core.history import OneWorld, replayed
from sobremesa.core.numbers import MANY, MOST_POINTS, is_whole
from sobremesa.core.options import Option, Value
from sobremesa.core.reading import tidy
from sobremesa.core.rng import Rng
from sobremesa.families.boards.fen import FenReader, seats_of, write_fen
from sobremesa.families.boards.position import (
    ALL,
    ALWAYS,
    ANYBODY,
    AT,
    BIT,
    CAMP,
    CAMP_SIZE,
    CAMPS,
    CENTRE,
    CORPSE,
    DEAD,
    DECLINE,
    DELAY,
    DRAW,
    EMPTY,
    ENDING,
    ESTATE,
    FIRST_MOVE,
    FIRST_PRINCE,
    FIRST_TURN,
    GONE,
    IN,
    KIND,
    KINDS,
    KING,
    LAST_PRINCE,
    LETTERS,
    NECROMOBILE,
    NO_SEAT,
    NOBODY_THERE,
    ONWARD,
    OWNER,
    PIECES,
    PLACE,
    PRINCE_ONLY,
    QUIET,
    REMOTE_KILLER,
    RING,
    TURN,
    UNFINISHED,
    WINNER,
    ZOOMOBILE,
    Position,
    Rules,
    in_order,
    is_listed,
    start,
)
from sobremesa.families.boards.squares import parse_square, square_name, step_towards
from sobremesa.families.boards.views import BoardView

# What a game is worth: the king has all of it, players who draw share it (DJAMBI-R37).
STAKE: Final = 12
ENDINGS: Final = ["", "king", "draw"]
# How many turns ahead a view tells whose they are.
AHEAD: Final = 5
# More moves than a game without a limit of quiet rounds ever takes.
ENDLESS: Final = 1 << 20

# All pieces, princes first: the order in which consequences are written.
BY_KIND: Final = [piece for kind in range(6) for piece in range(36) if min(piece % 9, 5) == kind]

GOING: Final = re.compile(
    r"([PNZTRG])?([a-o]\d{1,2})([-x~])?([PNZTRGx])?([a-o]\d{1,2})"
)
PUTTING: Final = re.compile(r"(?:([PNZTRGx])?@|!([PNZTRG])?)?([a-o]\d{1,2})")


def option(
    name: str, sentence: str, ruling: str, values: list[Value], title: str, words: dict[str, str]
) -> Option:
    """Declares a choice of words, the default first."""
    return Option(
        name, values[0], sentence, "DJAMBI-" + ruling, allowed=values, title=title, words=words
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class Djambi(Game):
    """The rules of Djambi."""

    NAME: ClassVar[str] = "djambi"
    VIEW: ClassVar[type] = BoardView
    FAMILY: ClassVar[str] = "boards"
    TITLE: ClassVar[str] = "Djambi"
    SENTENCE: ClassVar[str] = (
        "Kill the princes, bury your enemies in their own corpses, take the centre, be king."
    )
    VERSION: ClassVar[int] = 1
    OPEN: ClassVar[bool] = True
    OPTIONS: ClassVar[list[Option]] = [
        Option("players", 4, "How many play.", "DJAMBI-R05", title="Players", low=2, high=4),
        Option(
            "board", 11, "Squares along a side.", "DJAMBI-R02", title="Squares along a side",
            allowed=[7, 9, 11, 13],
        ),
        option(
            "camp_layout", "Whether the necromobile or the zoomobile is next to the prince.",
            "R03", ["patent", "modern"], title="Beside the prince",
            words={"patent": "the necromobile", "modern": "the zoomobile"},
        ),
        option(
            "two_player_layout", "Whether two players have two camps each, or one.", "R04",
            ["corners", "single_camp"], title="Camps for two players",
            words={"corners": "two camps each", "single_camp": "one camp each"},
        ),
        Option(
            "first_player", -1, "Who begins.", "DJAMBI-R05", title="First player", low=-1, high=3,
            seat=True, words={"-1": "by chance"},
        ),
        Option(
            "own_camp_sending", False,
            "Variant 1: whether the zoomobile may send pieces of its own camp.", "DJAMBI-R09",
            title="Sending your own pieces",
        ),
        option(
            "remote_kill",
            "Where the remote killer kills from: its end square, or any square of its path.",
            "R10", ["end_square", "along_path"], title="Remote killing",
            words={
                "end_square": "from the end square",
                "along_path": "from any square of the path",
            },
        ),
        option(
            "remote_kill_count", "How many the remote killer kills: one, or all within reach.",
            "R11", ["one", "all"], title="Remote victims",
            words={"one": "one", "all": "all within reach"},
        ),
        option(
            "direct_killer_corpse",
            "Where the direct killer's corpse goes: any free square, or the killer's square of "
            "origin.",
            "R12", ["any_free", "origin"], title="Corpse of a direct kill",
            words={
                "any_free": "on any free square",
                "origin": "on the killer's square of origin",
            },
        ),
        option(
            "centre_entry",
            "Whether a piece other than a prince may stop on the empty centre and disappear.",
            "R14", ["capture_only", "suicide"], title="Stopping on the centre",
            words={"capture_only": "only to capture", "suicide": "also to disappear"},
        ),
        option(
            "send_to_centre", "Whom the zoomobile may send to the centre.", "R15",
            ["prince_only", "nobody", "anybody"], title="Sending to the centre",
            words={"prince_only": "princes only", "nobody": "nobody", "anybody": "anybody"},
        ),
        option(
            "centre_capture",
            "What becomes of a piece that takes a prince's place on the centre: it disappears, "
            "or moves on.",
            "R17", ["vanish", "move_on"], title="After a capture on the centre",
            words={"vanish": "the piece disappears", "move_on": "the piece moves on"},
        ),
        option(
            "warrior_step",
            "When a warrior may go two squares: in its player's first turn, in its own first "
            "move, or always.",
            "R20", ["player_first_turn", "piece_first_move", "always_two"],
            title="Two squares for a warrior",
            words={
                "player_first_turn": "in its player's first turn",
                "piece_first_move": "in its own first move",
                "always_two": "always",
            },
        ),
        option(
            "two_left_centre",
            "Whether the centre gives two turns running when two players are left.", "R24",
            ["no_extra", "double"], title="The centre with two players left",
            words={"no_extra": "no extra turn", "double": "two turns running"},
        ),
        Option(
            "encircle_needs_no_necromobile", True,
            "Whether an encircled prince is lost only if its player has no necromobile.",
            "DJAMBI-R26", title="A necromobile saves the prince",
        ),
        option(
            "inherit_delay",
            "When the pieces of an encircled prince can be claimed: after one round, or at "
            "once.",
            "R29", ["one_round", "none"], title="Claiming an encircled camp",
            words={"one_round": "after one round", "none": "at once"},
        ),
        option(
            "centre_encircle", "What becomes of a prince encircled on the centre for a round.",
            "R31", ["vanish", "safe"], title="A prince encircled on the centre",
            words={"vanish": "disappears", "safe": "is safe"},
        ),
        option(
            "prince_loss",
            "What a player with two princes loses along with one of them: only the prince, its "
            "camp, or everything.",
            "R33", ["last_prince", "camp", "first_prince"], title="Losing one of two princes",
            words={
                "last_prince": "costs the prince",
                "camp": "costs its camp",
                "first_prince": "costs everything",
            },
        ),
        option(
            "fourth_prince",
            "With three players: whether the prince of the fourth camp lives on when it is "
            "claimed.",
            "R34", ["extra_prince", "dies_on_takeover"], title="Prince of the fourth camp",
            words={"extra_prince": "lives on", "dies_on_takeover": "dies when claimed"},
        ),
        Option(
            "no_kill_rounds", 50, "Rounds without a kill that make a draw; 0 sets no limit.",
            "DJAMBI-R37", title="Rounds without a kill", low=0,
        ),
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as_printed": {},
        "modern": {
            "board": 9, "camp_layout": "modern", "warrior_step": "always_two",
            "direct_killer_corpse": "origin", "centre_capture": "move_on",
            "inherit_delay": "none", "centre_encircle": "safe",
        },
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.rules: Rules = self.read_rules()
        squares: Int = self.rules.side * self.rules.side
        self.squares: Int = squares
        self.naming: Int = squares * squares
        self.spare_move: Int = self.naming + squares
        self.all_move: Int = self.spare_move + 1
        self.decline_move: Int = self.spare_move + 2
        self.move_count = self.spare_move + 3
        # At most 36 kills, and so many quiet rounds before each and after the last; in a
        # round each player has a turn, each turn a centre turn behind it, each four steps.
        quiet = self.number("no_kill_rounds")
        self.longest = 37 * (quiet + 1) * 32 if quiet else ENDLESS
        first = self.number("first_player")
        if first >= self.players:
            raise BadOption(
                "seat {first} cannot begin: there are {players} players (DJAMBI-R05)",
                option="first_player", first=first, players=int(self.players),
            )

    def read_rules(self) -> Rules:
        """Makes numbers of the options."""
        rules = Rules(self.number("board"), self.players, self.homes())
        rules.modern_camp = self.choice("camp_layout") == "modern"
        rules.own_sending = self.flag("own_camp_sending")
        rules.along_path = self.choice("remote_kill") == "along_path"
        rules.kill_all = self.choice("remote_kill_count") == "all"
        rules.corpse_to_origin = self.choice("direct_killer_corpse") == "origin"
        rules.suicide = self.choice("centre_entry") == "suicide"
        rules.send_to_centre = {
            "nobody": NOBODY_THERE, "prince_only": PRINCE_ONLY, "anybody": ANYBODY,
        }[self.choice("send_to_centre")]
        rules.move_on = self.choice("centre_capture") == "move_on"
        rules.warrior_step = {
            "player_first_turn": FIRST_TURN, "piece_first_move": FIRST_MOVE,
            "always_two": ALWAYS,
        }[self.choice("warrior_step")]
        rules.double_turn = self.choice("two_left_centre") == "double"
        rules.necromobile_saves = self.flag("encircle_needs_no_necromobile")
        rules.delay = self.choice("inherit_delay") == "one_round"
        rules.ring_vanishes = self.choice("centre_encircle") == "vanish"
        rules.prince_loss = {
            "last_prince": LAST_PRINCE, "camp": CAMP, "first_prince": FIRST_PRINCE,
        }[self.choice("prince_loss")]
        rules.fourth_dies = self.choice("fourth_prince") == "dies_on_takeover"
        rules.quiet_limit = self.number("no_kill_rounds")
        return rules

    def homes(self) -> list[int]:
        """Says who controls each camp at the beginning (DJAMBI-46 to DJAMBI-48, R04, R34)."""
        if self.players == 4:
            return [0, 1, 2, 3]
        if self.players == 3:
            return [0, 1, 2, int(ESTATE) + 3]
        if self.choice("two_player_layout") == "single_camp":
            return [0, int(GONE), 1, int(GONE)]
        return [0, 1, 1, 0]

    def seat_camps(self, seat: int) -> list[str]:
        """Lists the camps with which a seat begins."""
        return [CAMPS[camp] for camp in range(4) if self.rules.homes[camp] == seat]

    def seat_name(self, seat: int) -> str:
        """Names a seat in the notation: by its camp, or S and N with two camps each."""
        camps = self.seat_camps(seat)
        return camps[0] if len(camps) == 1 else camps[0][0]

    def owner_name(self, owner: int) -> str:
        """Names a seat, or an estate by the camp of the prince who left it."""
        return self.seat_name(owner) if owner < ESTATE else "~" + CAMPS[owner - 4]

    def opener(self, rng: Rng) -> int:
        """Takes the seat that was named, or draws lots (DJAMBI-R05)."""
        named = self.number("first_player")
        return named if named >= 0 else int(rng.below(self.players))

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> Round:
        """Sets up the camps; nothing else is left to chance (DJAMBI-07)."""
        scores = vec[Int]([score for score in before])
        return DjambiRound(self, number, scores, start(self.rules, first), None)

    def next_first(self, last: Round) -> int:
        """Moves the beginning on; a match is one game, so nobody asks."""
        return (int(last.number)) % int(self.players)

    def winners(self, scores: list[int]) -> list[int]:
        """Finds the king, or those who share a draw."""
        best = max(scores)
        return [seat for seat, score in enumerate(scores) if best > 0 and score == best]

    def pieces(self) -> list[str]:
        """Lists the pieces of all camps that play."""
        return [
            piece_name(piece) for piece in range(PIECES)
            if self.rules.homes[piece // CAMP_SIZE] != GONE
        ]

    def square_of(self, index: Int) -> Int:
        """Gives the engine's number of a square, counted from the south-western corner."""
        return self.rules.squares[index]

    def index_of(self, square: Int) -> Int:
        """Counts a square from the south-western corner, rank by rank."""
        return (square // 16 - 1) * self.rules.side + square % 16 - 1

    def load(self, data: Data) -> DjambiRound:
        """Sets up a position, or a position with the history that led to it."""
        if "history" in data:
            round = replayed(self, data)
            assert isinstance(round, DjambiRound)
            return round
        known = ("number", "before", "first", "fen", "chosen")
        wrong = [
            f"a position has no {part}: its parts are {', '.join(known)}"
            for part in data if part not in known
        ]
        number = data.get("number", 1)
        if not is_whole(number, 1, MANY):
            wrong.append(f"number must be a whole number from 1 to {MANY}")
        before = data.get("before", [0 for _ in range(self.players)])
        if not isinstance(before, list) or len(before) != self.players or not all(
            is_whole(score, 0, MOST_POINTS) for score in before
        ):
            wrong.append(f"before must have the points of each of the {self.players} seats")
        first = data.get("first", 0)
        if not is_whole(first, 0, int(self.players) - 1):
            wrong.append("first must be the seat that began")
        fen = data.get("fen")
        if not isinstance(fen, str):
            raise BadPosition([*wrong, "fen must be the position in one line"])
        reader = FenReader(self.rules, fen)
        wrong += reader.problems
        if wrong:
            raise BadPosition(wrong)
        scores = vec[Int]([score for score in before])
        fresh = DjambiRound(self, number, scores, reader.position, None)
        if "first" in data:
            fresh.first = first
        fresh.choose_first(data.get("chosen", []))
        fresh.opened = fresh.standing()
        return fresh

    def worlds(self, view: View) -> Worlds:
        """Finds the one round that fits a view: nothing is hidden (DJAMBI-07)."""
        return OneWorld(self, view)


def piece_name(piece: int) -> str:
    """Names a piece by its camp and letter.

    >>> piece_name(0), piece_name(35)
    ('SW P', 'SE G')
    """
    return f"{CAMPS[piece // 9]} {LETTERS[KINDS[piece]]}"


def position_of(view: View) -> Position:
    """Makes the position at the beginning of the turn that a view shows, for search.

    What was there before is not remembered, so only repetitions from here on are found.
    """
    assert isinstance(view.game, Djambi)
    return FenReader(view.game.rules, str(view.data["fen"])).position


@mypyc_attr(allow_interpreted_subclasses=True)
class DjambiRound(Round):
    """One game of Djambi."""

    def __init__(
        self, game: Djambi, number: Int, before: vec[Int], position: Position,
        opened: Data | None,
    ) -> None:
        super().__init__(game, number, before)
        self.djambi: Djambi = game
        self.position: Position = position
        # The first step of the turn in hand: from where and to where, or 0.
        self.origin: Int = 0
        self.target: Int = 0
        # The squares or victims among which the second step chooses.
        self.choices: vec[Int] = vec[Int]()
        # The position that was set up, or None for the beginning of a game, and who began.
        self.opened: Data | None = opened
        self.first: Int = position.row[PLACE]
        # What has been told of the log so far, and a round that far on.
        self.texts: list[str] = []
        self.scribe: DjambiRound | None = None
        self.follow()

    def follow(self) -> None:
        """Takes over whose turn it is from the position."""
        self.turn = self.position.row[TURN]
        self.over = self.position.over

    def standing(self) -> Data:
        """Gives the position in one line, with the step in hand."""
        data: Data = {
            "number": int(self.number),
            "before": [int(score) for score in self.before],
            "first": int(self.first),
            "fen": write_fen(self.position),
        }
        if self.origin:
            data["chosen"] = self.chosen()
        return data

    def chosen(self) -> list[str]:
        """Names the squares of the step in hand."""
        if not self.origin:
            return []
        return [square_name(int(self.origin)), square_name(int(self.target))]

    def choose_first(self, squares: object) -> None:
        """Makes the first step of a turn in a position that is set up."""
        if squares == []:
            return
        if not isinstance(squares, list) or len(squares) != 2:
            raise BadPosition(["chosen must be the two squares of the step in hand"])
        try:
            move = self.read(f"{squares[0]}{squares[1]}")
            self.check(move)
        except IllegalMove as refused:
            raise BadPosition([f"the step in hand: {refused}"]) from None
        self.play(move)
        if not self.origin:
            raise BadPosition(["chosen is a whole turn, not the step in hand"])
        self.log = vec[Int]()

    # Playing, step by step.

    def legal(self) -> vec[Int]:
        """Lists the legal moves of this step."""
        game = self.djambi
        found = vec[Int]()
        if self.over:
            return found
        if self.origin != 0:
            for third in self.choices:
                if third != ALL:
                    found = append(found, game.naming + game.index_of(third))
            if self.is_shot():
                found = append(found, game.spare_move)
                if game.rules.kill_all:
                    found = append(found, game.all_move)
            return found
        position = self.position
        row = position.row
        seat = self.turn
        for square in game.rules.squares:
            held = row[square]
            if EMPTY < held < CORPSE and row[OWNER + held - 1] == seat and (
                row[ONWARD] == 0 or square == game.rules.centre
            ):
                base = game.index_of(square) * game.squares
                for target in in_order(position.targets(held - 1)):
                    found = append(found, base + game.index_of(target))
        if row[KIND] == CENTRE and row[ONWARD] == 0:
            found = append(found, game.decline_move)
        return found

    def is_legal(self, move: Int) -> bool:
        """Tells whether a move is legal, without listing those of the other pieces."""
        game = self.djambi
        if self.over or self.origin != 0 or move >= game.naming:
            return is_listed(self.legal(), move)
        row = self.position.row
        origin = game.square_of(move // game.squares)
        held = row[origin]
        if held == EMPTY or held >= CORPSE or row[OWNER + held - 1] != self.turn:
            return False
        if row[ONWARD] != 0 and origin != game.rules.centre:
            return False
        return is_listed(
            self.position.targets(held - 1), game.square_of(move % game.squares)
        )

    def check(self, move: int) -> None:
        """Raises `IllegalMove` with the reason unless `move` is legal here."""
        known = is_whole(move, 0, int(self.djambi.move_count) - 1)
        if not known or not self.is_legal(move):
            super().check(move)

    def is_shot(self) -> bool:
        """Tells whether the second step is the choice of a remote killer."""
        return self.position.row[self.target] == EMPTY

    def play(self, move: Int) -> None:
        """Plays one step; the last one plays the turn."""
        self.note(move)
        game = self.djambi
        position = self.position
        if move == game.decline_move:
            position.make(DECLINE)
        elif self.origin != 0:
            position.make(self.origin | (self.target << 8) | (self.third_of(move) << 16))
            self.origin = 0
            self.target = 0
        else:
            origin = game.square_of(move // game.squares)
            target = game.square_of(move % game.squares)
            piece = position.row[origin] - 1
            self.choices = position.thirds(piece, target)
            if len(self.choices) > 0:
                self.origin = origin
                self.target = target
                return
            third = position.forced_third(piece, target)
            position.make(origin | (target << 8) | (third << 16))
        position.top = 0
        self.follow()

    def third_of(self, move: Int) -> Int:
        """Gives the third square of a turn from its second step."""
        game = self.djambi
        if move == game.spare_move:
            return 0
        return ALL if move == game.all_move else game.square_of(move - game.naming)

    def is_plain(self) -> bool:
        """Tells whether there is one move only, as everybody can see."""
        return len(self.legal()) == 1

    def copy(self) -> DjambiRound:
        """Makes an independent copy."""
        twin = DjambiRound(
            self.djambi, self.number, self.before, self.position.copy(), self.opened
        )
        twin.first = self.first
        twin.origin = self.origin
        twin.target = self.target
        twin.choices = self.choices
        twin.log = self.log[:]
        twin.texts = self.texts[:]
        return twin

    def points(self) -> list[int]:
        """Gives the stake to the king, or in equal parts to those who draw (DJAMBI-R37)."""
        row = self.position.row
        seats = int(self.djambi.players)
        if row[ENDING] == UNFINISHED:
            return [0] * seats
        if row[ENDING] == KING:
            return [STAKE if seat == row[WINNER] else 0 for seat in range(seats)]
        sharing = seats_of(row[IN])
        return [STAKE // len(sharing) if seat in sharing else 0 for seat in range(seats)]

    # Writing and reading moves.

    def text(self, move: Int) -> str:
        """Writes a step with everything that follows from it."""
        game = self.djambi
        if move == game.decline_move:
            return "--" + self.effects(DECLINE, NOBODY)
        row = self.position.row
        if self.origin != 0:
            third = self.third_of(move)
            named = self.named_piece(third)
            turn = self.origin | (self.target << 8) | (third << 16)
            return self.second_text(third) + self.effects(turn, named)
        origin = game.square_of(move // game.squares)
        target = game.square_of(move % game.squares)
        piece = row[origin] - 1
        held = row[target]
        words = LETTERS[KINDS[piece]] + square_name(int(origin))
        if held == EMPTY:
            words += "-"
        elif held >= CORPSE:
            words += "~x"
        else:
            words += ("~" if KINDS[piece] == ZOOMOBILE else "x") + LETTERS[KINDS[held - 1]]
        words += square_name(int(target))
        if len(self.position.thirds(piece, target)) > 0:
            return words
        third = self.position.forced_third(piece, target)
        if third:
            words += ",x@" + square_name(int(third))
        turn = origin | (target << 8) | (third << 16)
        return words + self.effects(turn, int(held) - 1 if third else NOBODY)

    def second_text(self, third: Int) -> str:
        """Writes where a corpse or a sent piece goes, or who is shot."""
        row = self.position.row
        if third == 0:
            return "!none"
        if third == ALL:
            return "!all"
        name = square_name(int(third))
        if self.is_shot():
            return "!" + LETTERS[KINDS[row[third] - 1]] + name
        taken = row[self.target]
        mover = row[self.origin] - 1
        if taken < CORPSE and KINDS[mover] == ZOOMOBILE:
            return LETTERS[KINDS[taken - 1]] + "@" + name
        return "x@" + name

    def named_piece(self, third: Int) -> int:
        """Gives the piece whose death or journey the second step names, or -1."""
        if third == 0 or third == ALL:
            return NOBODY
        held = self.position.row[third if self.is_shot() else self.target]
        return int(held) - 1 if held < CORPSE else int(held - CORPSE)

    def effects(self, turn: Int, named: int) -> str:
        """Writes what a turn brings about besides the death of a piece that it names."""
        position = self.position
        master = position.centre_seat()
        position.top = 0
        position.make(turn)
        before: dict[int, int] = {}
        places: list[int] = []
        top: Int = 2
        while top < position.top:
            entry = int(position.trail[top])
            if entry not in before:
                before[entry] = int(position.trail[top + 1])
            elif entry == PLACE:
                places.append(int(position.trail[top + 1]))
            top += 2
        words = self.effect_words(before, named, places)
        now = position.centre_seat()
        if now != master and now != NO_SEAT and not position.over:
            words.append("centre=" + self.djambi.seat_name(int(now)))
        row = position.row
        if before.get(int(RING), 0) < 0 <= row[RING]:
            words.append("ring")
        if row[ENDING] == KING:
            words.append("king=" + self.djambi.seat_name(int(row[WINNER])))
        if row[ENDING] == DRAW:
            words.append("draw")
        position.unmake()
        return "".join("," + word for word in words)

    def effect_words(
        self, before: dict[int, int], named: int, skipped: list[int]
    ) -> list[str]:
        """Writes what became of pieces and seats, from what was there before."""
        game = self.djambi
        row = self.position.row
        words: list[str] = []
        passed: dict[str, int] = {}
        for piece in BY_KIND:
            old = before.get(int(OWNER) + piece, -1)
            new = int(row[OWNER + piece])
            if old < 0 or old == new:
                continue
            letter = LETTERS[KINDS[piece]]
            if new == GONE:
                words.append(f"-{letter}{square_name(int(game.rules.centre))}")
            elif new == DEAD:
                if piece != named:
                    words.append(f"x{letter}{square_name(int(row[AT + piece]))}")
            else:
                way = f"{game.owner_name(old)}>{game.owner_name(new)}"
                passed[way] = passed.get(way, 0) + 1
        words += [f"{way}:{count}" for way, count in passed.items()]
        seats = before.get(int(IN), int(row[IN]))
        words += [f"{game.seat_name(seat)}-out" for seat in seats_of(seats & ~row[IN])]
        words += [f"{game.seat_name(seat)}-skipped" for seat in skipped]
        return words

    def read(self, text: str) -> int:
        """Reads a step as `text` writes it; letters, signs and consequences may be left out."""
        words = tidy(text)
        base, _, said = words.partition(",")
        move = self.read_base(base, text)
        if said and self.is_legal(move) and self.text(move) != words:
            raise IllegalMove(
                "{text} does not follow: it is {right}", text=text, right=self.text(move)
            )
        return move

    def read_base(self, base: str, text: str) -> int:
        """Reads a step without what follows from it."""
        game = self.djambi
        if base in ("--", "decline"):
            return int(game.decline_move)
        if base in ("!none", "nobody"):
            return int(game.spare_move)
        if base in ("!all", "all"):
            return int(game.all_move)
        side = int(game.rules.side)
        if self.origin != 0:
            put = PUTTING.fullmatch(base)
            if put is not None:
                square = parse_square(put.group(3), side)
                self.check_letter(put.group(1) or put.group(2) or "", square)
                return int(game.naming + game.index_of(square))
            if GOING.fullmatch(base) is not None:
                raise self.second_refusal(0)
            raise IllegalMove("{text} is no square to choose: write it like c5", text=text)
        going = GOING.fullmatch(base)
        if going is None:
            raise IllegalMove("{text} is no move: write it like Pa1-f6", text=text)
        origin = parse_square(going.group(2), side)
        target = parse_square(going.group(5), side)
        self.check_standing(going.group(1) or "", origin)
        self.check_standing(going.group(4) or "", target)
        move = int(game.index_of(origin) * game.squares + game.index_of(target))
        sign = going.group(3)
        # A stroke between two squares says nothing, unless it names what stands on the second.
        tells = sign in ("x", "~") or (sign == "-" and going.group(4))
        if tells and self.is_legal(move) and sign != self.sign_of(move):
            raise IllegalMove(
                "{text} does not follow: it is {right}", text=text, right=self.text(move)
            )
        return move

    def sign_of(self, move: int) -> str:
        """Gives the sign of a step: it goes, kills, or takes up what it moves elsewhere."""
        going = GOING.match(self.text(move))
        return going.group(3) or "" if going is not None else ""

    def check_letter(self, letter: str, square: int) -> None:
        """Refuses a second step that names another piece than it concerns."""
        if letter and letter != self.second_text(square).lstrip("!")[:1]:
            raise IllegalMove("{letter} is not the piece that is meant", letter=letter)

    def check_standing(self, letter: str, square: int) -> None:
        """Refuses a letter that is not that of the piece on a square."""
        if letter and letter != self.letter_on(square):
            raise IllegalMove(
                "there is no {letter} on {square}", letter=letter, square=square_name(square)
            )

    def letter_on(self, square: int) -> str:
        """Gives the letter of what stands on a square, or nothing."""
        held = self.position.row[square]
        if held == EMPTY:
            return ""
        return "x" if held >= CORPSE else LETTERS[KINDS[held - 1]]

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names the squares touched, or one of the words."""
        game = self.djambi
        if move == game.decline_move:
            return ("decline",)
        if move == game.spare_move:
            return ("nobody",)
        if move == game.all_move:
            return ("all",)
        if move >= game.naming:
            return ("square:" + square_name(int(game.square_of(move - game.naming))),)
        target = "square:" + square_name(int(game.square_of(move % game.squares)))
        if self.position.row[ONWARD] != 0:
            return (target,)
        return ("square:" + square_name(int(game.square_of(move // game.squares))), target)

    def told(self, entry: int, seat: int) -> str:
        """Writes an entry of the log; everything is open (DJAMBI-07)."""
        while len(self.texts) <= entry:
            self.tell_next()
        return self.texts[entry]

    def tell_next(self) -> None:
        """Writes the next entry of the log, by a round that plays it again."""
        if self.scribe is None:
            self.scribe = self.djambi.load(self.opening())
        while len(self.scribe.log) < len(self.texts):
            self.scribe.play(self.log[len(self.scribe.log)] & MOVE_MASK)
        move = self.log[len(self.texts)] & MOVE_MASK
        self.texts.append(self.scribe.text(move))
        self.scribe.play(move)

    # What is refused, and why.

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a step is not legal here."""
        game = self.djambi
        row = self.position.row
        if self.origin != 0:
            return self.second_refusal(move)
        if move == game.decline_move:
            if row[ONWARD] != 0:
                return IllegalMove("the piece on the centre has to move on (DJAMBI-R17)")
            return IllegalMove("only a centre turn may be declined (DJAMBI-R23)")
        if move >= game.naming:
            return IllegalMove("first a piece has to move (DJAMBI-09)")
        origin = game.square_of(move // game.squares)
        target = game.square_of(move % game.squares)
        name = square_name(int(origin))
        held = row[origin]
        if held == EMPTY:
            return IllegalMove("there is no piece on {square} (DJAMBI-09)", square=name)
        if held >= CORPSE:
            return IllegalMove(
                "{square} holds a corpse, which moves nowhere by itself (DJAMBI-31)", square=name
            )
        if row[OWNER + held - 1] != self.turn:
            return IllegalMove("the piece on {square} is not yours (DJAMBI-09)", square=name)
        if row[ONWARD] != 0 and origin != game.rules.centre:
            return IllegalMove("the piece on the centre has to move on (DJAMBI-R17)")
        return self.going_refusal(held - 1, origin, target)

    def going_refusal(self, piece: Int, origin: Int, target: Int) -> IllegalMove:
        """Says why a piece cannot go to a square."""
        row = self.position.row
        kind = KINDS[piece]
        letter = LETTERS[kind]
        name = square_name(int(target))
        step = step_towards(origin, target)
        if origin == target or step == 0:
            return IllegalMove(
                "{piece} goes in one of the eight directions, not to {square} (DJAMBI-10)",
                piece=letter, square=name,
            )
        square = origin + step
        run: Int = 1
        while square != target and row[square] == EMPTY:
            square += step
            run += 1
        if square != target:
            return IllegalMove(
                "what stands on {square} is in the way (DJAMBI-11)",
                square=square_name(int(square)),
            )
        if run > self.position.run_of(piece):
            return IllegalMove("a warrior does not go so far (DJAMBI-29)")
        held = row[target]
        if held == EMPTY:
            return IllegalMove("only a prince can occupy the centre (DJAMBI-33)")
        if held >= CORPSE:
            return IllegalMove(
                "{square} holds a corpse: only a necromobile, or the prince on the centre, "
                "takes its place (DJAMBI-15)", square=name,
            )
        if kind == REMOTE_KILLER:
            return IllegalMove("a remote killer takes nobody's place (DJAMBI-24)")
        if kind == NECROMOBILE:
            return IllegalMove("a necromobile has no power over the living (DJAMBI-18)")
        if kind == ZOOMOBILE:
            return IllegalMove("a zoomobile does not move its own camp (DJAMBI-20)")
        return IllegalMove("the piece on {square} is your own (DJAMBI-R07)", square=name)

    def second_refusal(self, move: Int) -> IllegalMove:
        """Says why a square or a victim cannot be chosen."""
        game = self.djambi
        if self.is_shot():
            if move == game.all_move:
                return IllegalMove("a remote killer kills one piece only (DJAMBI-R11)")
            if move < game.naming or move == game.decline_move:
                return IllegalMove("say whom the remote killer kills, or nobody (DJAMBI-23)")
            if game.rules.kill_all:
                return IllegalMove("a remote killer kills all or nobody here (DJAMBI-R11)")
            return IllegalMove("there is nobody to kill on that square (DJAMBI-23)")
        if move < game.naming or move >= game.spare_move:
            return IllegalMove("say where the piece that was taken goes (DJAMBI-R12)")
        square = game.square_of(move - game.naming)
        if square == game.rules.centre:
            return IllegalMove("it may not be put on the centre (DJAMBI-37, DJAMBI-R15)")
        return IllegalMove(
            "{square} is not free (DJAMBI-R12)", square=square_name(int(square))
        )

    # What a seat sees.

    def shown(self, seat: int) -> Data:
        """Gives everything: nothing is hidden (DJAMBI-07)."""
        game = self.djambi
        position = self.position
        row = position.row
        return {
            "opening": self.opening(),
            "first": int(self.first),
            "board": int(game.rules.side),
            "centre": square_name(int(game.rules.centre)),
            "fen": write_fen(position),
            "chosen": self.chosen(),
            "pieces": self.piece_list(),
            "seats": [
                {"camps": game.seat_camps(other), "in": row[IN] & BIT[other] != 0}
                for other in range(game.players)
            ],
            "kind": "centre" if row[KIND] == CENTRE else "rotation",
            "step": self.step(),
            "acting": self.acting(),
            "held": self.held(),
            "coming": position.coming(AHEAD),
            "timers": self.timers(),
            "waiting": self.waiting(),
            "quiet": int(row[QUIET]),
            "ending": ENDINGS[int(row[ENDING])],
            "winner": int(row[WINNER]),
        }

    def step(self) -> str:
        """Names what is asked: a piece, a place, a victim, or to move on."""
        if self.over:
            return ""
        if self.origin != 0:
            return "victim" if self.is_shot() else "place"
        return "move_on" if self.position.row[ONWARD] != 0 else "piece"

    def acting(self) -> str:
        """Names the square of the piece in the middle of its turn, or nothing."""
        if self.origin != 0:
            return square_name(int(self.target))
        if self.position.row[ONWARD] != 0:
            return square_name(int(self.djambi.rules.centre))
        return ""

    def held(self) -> int:
        """Gives the piece that has been taken up and not put down yet, or -1."""
        if self.origin == 0 or self.is_shot():
            return NOBODY
        held = self.position.row[self.target]
        return int(held - CORPSE) if held >= CORPSE else int(held) - 1

    def piece_list(self) -> list[Data]:
        """Lists the pieces on the board as they lie in the middle of a turn.

        The piece that moves stands on its new square; what it took up is on none.
        """
        row = self.position.row
        held = self.held()
        mover = int(row[self.origin]) - 1 if self.origin else NOBODY
        kills = mover >= 0 and KINDS[mover] != ZOOMOBILE
        found: list[Data] = []
        for piece in range(PIECES):
            owner = int(row[OWNER + piece])
            if owner == GONE:
                continue
            square = self.target if piece == mover else row[AT + piece]
            is_dead = owner == DEAD or (piece == held and kills)
            found.append({
                "id": piece,
                "kind": "x" if is_dead else LETTERS[KINDS[piece]],
                "camp": "" if is_dead else CAMPS[piece // 9],
                "owner": owner if owner < ESTATE and not is_dead else NOBODY,
                "square": "" if piece == held else square_name(int(square)),
            })
        return found

    def timers(self) -> list[Data]:
        """Lists what is waited for, and whose rotation turns have to come first."""
        row = self.position.row
        found: list[Data] = [
            {
                "what": "estate", "camp": CAMPS[camp],
                "seats": seats_of(row[DELAY + camp] & row[IN]),
            }
            for camp in range(4) if row[DELAY + camp] != 0
        ]
        if row[RING] >= 0:
            found.append({"what": "ring", "camp": "", "seats": seats_of(row[RING] & row[IN])})
        return found

    def waiting(self) -> list[Data]:
        """Lists what is ownerless, by the camp of the prince who left it."""
        row = self.position.row
        found: list[Data] = []
        for camp in range(4):
            pieces = [
                piece for piece in range(PIECES) if row[OWNER + piece] == ESTATE + camp
            ]
            if pieces:
                found.append({
                    "camp": CAMPS[camp], "pieces": pieces, "free": row[DELAY + camp] == 0,
                })
        return found

    def opening(self) -> Data:
        """Gives the position from which this game began."""
        if self.opened is not None:
            return dict(self.opened)
        return {
            "number": int(self.number),
            "before": [int(score) for score in self.before],
            "first": int(self.first),
            "fen": write_fen(start(self.djambi.rules, self.first)),
        }

    def dump(self) -> Data:
        """Gives the position, and the history that led to it."""
        data = self.standing()
        if len(self.log):
            self.told(len(self.log) - 1, NOBODY)
            data["history"] = {"start": self.opening(), "moves": self.texts[:]}
        return data

    def pieces(self) -> list[str]:
        """Lists every piece, those that have disappeared too."""
        row = self.position.row
        found = [
            piece_name(piece) for piece in range(PIECES)
            if row[OWNER + piece] == GONE
            and self.djambi.rules.homes[piece // CAMP_SIZE] != GONE
        ]
        for square in self.djambi.rules.squares:
            held = int(row[square])
            if held != EMPTY:
                found.append(piece_name(held - int(CORPSE) if held >= CORPSE else held - 1))
        return found
