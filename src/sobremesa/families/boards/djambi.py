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
from sobremesa.core.game import MOVE_MASK, NOBODY, Data, Game, Round, View, Views
from sobremesa.core.history import OneWorld, replayed
from sobremesa.core.numbers import MANY, is_whole
from sobremesa.core.options import Option, Value
from sobremesa.core.parts import Number, Row
from sobremesa.core.rng import Rng
from sobremesa.families.boards.board import (
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
    NOBODY_THERE,
    ONWARD,
    OWNER,
    PIECES,
    PLACE,
    PRINCE_ONLY,
    QUIET,
    RING,
    TURN,
    UNFINISHED,
    WINNER,
    ZOOMOBILE,
    Rules,
)
from sobremesa.families.boards.fen import FenReader, seats_of, write_fen
from sobremesa.families.boards.notation import read_step, refused, write_step
from sobremesa.families.boards.options import OPTIONS
from sobremesa.families.boards.position import Position, start
from sobremesa.families.boards.squares import square_name
from sobremesa.families.boards.views import BoardView
from sobremesa.material.rows import in_order, place_in

# Where a step comes from, in its text.
COMES_FROM: Final = re.compile(r"[A-Z]?([a-z]\d+)-")
# What a game is worth: the king has all of it, players who draw share it (DJAMBI-R37).
STAKE: Final = 12
ENDINGS: Final = ["", "king", "draw"]
# How many turns ahead a view tells whose they are.
AHEAD: Final = 5
# More moves than a game without a limit of quiet rounds ever takes.
ENDLESS: Final = 1 << 20


@mypyc_attr(allow_interpreted_subclasses=True)
class Djambi(Game):
    """The rules of Djambi."""

    NAME: ClassVar[str] = "djambi"
    VIEWS: ClassVar[Views] = Views(BoardView, OneWorld)
    FAMILY: ClassVar[str] = "boards"
    TOUCHED: ClassVar[dict[str, str]] = {"square": "{0}-*square", "square square": "{0}-{1}"}
    FIGURES: ClassVar[str] = ""
    TITLE: ClassVar[str] = "Djambi"
    SENTENCE: ClassVar[str] = (
        "Kill the princes, bury your enemies in their own corpses, take the centre, be king."
    )
    VERSION: ClassVar[int] = 1
    OPEN: ClassVar[bool] = True
    OPTIONS: ClassVar[list[Option]] = OPTIONS
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

    def most_gain(self) -> int:
        """The stake goes to the king (DJAMBI-R37)."""
        return int(STAKE)

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
        players = int(self.players)
        parts = [Number("number", 1, MANY), Row("before", players), Number("first", 0, players - 1)]
        known = [*[part.name for part in parts], "fen", "chosen"]
        wrong = [
            f"a position has no {part}: its parts are {', '.join(known)}"
            for part in data if part not in known
        ]
        wrong += [problem for part in parts for problem in part.check(data)]
        fen = data.get("fen")
        if not isinstance(fen, str):
            raise BadPosition([*wrong, "fen must be the position in one line"])
        reader = FenReader(self.rules, fen)
        wrong += reader.problems
        if wrong:
            raise BadPosition(wrong)
        scores = vec[Int]([score for score in data.get("before", self.starting_points())])
        fresh = DjambiRound(self, data.get("number", 1), scores, reader.position, None)
        fresh.first = data.get("first", int(fresh.first))
        fresh.choose_first(data.get("chosen", []))
        fresh.opened = fresh.standing()
        return fresh


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
        data = self.written(self.position)
        if self.origin:
            data["chosen"] = self.chosen()
        return data

    def written(self, position: Position) -> Data:
        """Writes a position of this game."""
        return {
            "number": int(self.number),
            "before": [int(score) for score in self.before],
            "first": int(self.first),
            "fen": write_fen(position),
        }

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
            return place_in(self.legal(), move) >= 0
        row = self.position.row
        origin = game.square_of(move // game.squares)
        held = row[origin]
        if held == EMPTY or held >= CORPSE or row[OWNER + held - 1] != self.turn:
            return False
        if row[ONWARD] != 0 and origin != game.rules.centre:
            return False
        target = game.square_of(move % game.squares)
        return place_in(self.position.targets(held - 1), target) >= 0

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
        twin = DjambiRound(self.djambi, self.number, self.before, self.position.copy(), self.opened)
        twin.first, twin.origin, twin.target = self.first, self.origin, self.target
        twin.choices, twin.log, twin.texts = self.choices, self.log[:], self.texts[:]
        return twin

    def reopened(self) -> Round:
        """Gives the game as it began."""
        if self.opened is not None:
            return self.djambi.load(self.opened)
        return DjambiRound(
            self.djambi, self.number, self.before, start(self.djambi.rules, self.first), None
        )

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

    def contenders(self) -> list[int]:
        """Lists the seats in the game, who would share a draw (DJAMBI-R37)."""
        return seats_of(self.position.row[IN])

    # Writing and reading moves.

    def text(self, move: Int) -> str:
        """Writes a step with everything that follows from it."""
        return write_step(self, move)

    def read(self, text: str) -> int:
        """Reads a step as `text` writes it; letters, signs and consequences may be left out."""
        return read_step(self, text)

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a step is not legal here."""
        return refused(self, move)

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

    def touched(self, kinds: str, first: str) -> str:
        """A square that goes on with a turn is where a piece is put, or goes from the centre."""
        form = super().touched(kinds, first)
        if not form or any(len(self.touches(move)) > 1 for move in self.moves()):
            return form
        going = COMES_FROM.match(self.text(self.moves()[0]))
        return going.group(1) + "-{0}" if going else "{0}"

    def told(self, entry: int, seat: int) -> str:
        """Writes an entry of the log; everything is open (DJAMBI-07)."""
        while len(self.texts) <= entry:
            self.tell_next()
        return self.texts[entry]

    def remember(self, texts: list[str]) -> None:
        """Takes over what has been told of the log."""
        self.texts = texts

    def tell_next(self) -> None:
        """Writes the next entry of the log, by a round that plays it again."""
        if self.scribe is None:
            scribe = self.reopened()
            assert isinstance(scribe, DjambiRound)
            self.scribe = scribe
        while len(self.scribe.log) < len(self.texts):
            self.scribe.play(self.log[len(self.scribe.log)] & MOVE_MASK)
        move = self.log[len(self.texts)] & MOVE_MASK
        self.texts.append(self.scribe.text(move))
        self.scribe.play(move)

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
            {"what": "estate", "camp": CAMPS[camp], "seats": seats_of(row[DELAY + camp] & row[IN])}
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
            pieces = [piece for piece in range(PIECES) if row[OWNER + piece] == ESTATE + camp]
            if pieces:
                found.append({
                    "camp": CAMPS[camp], "pieces": pieces, "free": row[DELAY + camp] == 0,
                })
        return found

    def opening(self) -> Data:
        """Gives the position from which this game began."""
        if self.opened is not None:
            return dict(self.opened)
        return self.written(start(self.djambi.rules, self.first))

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
