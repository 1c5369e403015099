"""Cerrojo, the lock-and-key game that Rafael Femenía Prats of Játiva registered in 1957.

Every tile shows one number, its suit; a suit has eight tiles, and every even suit has among
them a lock and a key. The round begins with a double, the salida, and grows on two sides. A
turn is two tiles: a base of the suit that a side asks for, and joined to it a free tile of
any suit, which the side then asks for. The same two suits may be joined only once on a side,
and the salida's double never again.

How a special tile is turned is the rule. A lock may close a side: alone as base, or as free tile.
Only its key then goes on: it opens the side, with or without a free tile, or, if the lock was a
free tile, closes it for good. Otherwise locks and keys are plain tiles. A player who can play
must; one who cannot takes tiles from the deposit, where there is one, or says "Paso". The first
to lay their last tile wins the round and scores the points left to the others; when both sides
are closed, the team with the fewest points in hand does.

Two moves without a tile are added to the plays of `layout`: to pass, and to draw.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import Boneyard, DealtGame, DealtRound, Hands
from sobremesa.core.errors import BadOption, IllegalMove
from sobremesa.core.game import NOBODY, Data, Round, Views
from sobremesa.core.options import Option, Value
from sobremesa.core.parts import Flag, Number, Part
from sobremesa.core.rng import Rng
from sobremesa.core.teams import Teams
from sobremesa.families.locks.layout import Plays
from sobremesa.families.locks.options import OPTIONS
from sobremesa.families.locks.positions import Laid, Recent, read_all
from sobremesa.families.locks.refusals import misplaced
from sobremesa.families.locks.round import ENDINGS, CerrojoRound
from sobremesa.families.locks.views import LockView
from sobremesa.families.locks.worlds import LockWorlds
from sobremesa.material.locks import BIT, NAMES, PLAIN, WIDTH, kinds_in, parse_kind, tiles_in

# Up to this many players take a quarter of the set each (CERROJO-R01).
TABLE: Final[Int] = 4


@mypyc_attr(allow_interpreted_subclasses=True)
class Cerrojo(DealtGame):
    """The rules of Cerrojo."""

    NAME: ClassVar[str] = "cerrojo"
    VIEWS: ClassVar[Views] = Views(LockView, LockWorlds)
    FAMILY: ClassVar[str] = "locks"
    TOUCHED: ClassVar[dict[str, str]] = {
        "tile": "{0}+*tile", "tile end": "{1}:{0}+*tile", "tile end tile": "{1}:{0}+{2}",
        "boneyard": "+",
    }
    TITLE: ClassVar[str] = "Cerrojo"
    SENTENCE: ClassVar[str] = "Two tiles a turn, no pair twice on a side, and locks that shut it."
    # Nothing but the calls is said between partners (CERROJO-R44).
    WHISPERS: ClassVar[bool] = False
    OPTIONS: ClassVar[list[Option]] = OPTIONS
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as registered": {}, "in pairs": {"players": 4, "teams": "pairs"},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.suits: Int = self.number("suits")
        self.set = vec[Int]([kind for kind in tiles_in(self.number("suits"))])
        self.names = NAMES
        self.tiles: Int = len(self.set)
        self.plays: Plays = Plays(self.number("suits"))
        # The plays that have been read of logs.
        self._read: dict[str, int] = {}
        self.pass_move: Int = self.plays.count
        self.draw_move = self.plays.count + 1
        self.move_count = self.plays.count + 2
        # Every tile is drawn and laid at most once, and in between not everybody can pass.
        self.longest = 2 * self.tiles * (self.players + 1) + self.players
        if self.choice("teams") == "pairs" and self.players != TABLE:
            raise BadOption(
                "pairs are for four players, not {players} (CERROJO-R04)",
                option="players", players=int(self.players),
            )
        pairs = self.choice("teams") == "pairs"
        self.teams: Teams = Teams(int(self.players), 2 if pairs else int(self.players))
        self.hand_size = self._hand_size()
        # Whether the tiles that are left over can be drawn.
        self.draws: bool = self.players < TABLE or self.choice("leftover") == "deposit"
        self.draws_one: bool = self.choice("draw") == "one"
        self.ordered: bool = self.choice("repeat_rule") == "ordered"
        self.last_alone: bool = self.choice("last_single_tile") == "allowed"
        self.plain_salida: bool = self.choice("salida_specials") == "forbidden"
        self.shuts_base_lock: bool = self.flag("key_closes_base_lock")
        self.key_optional: bool = self.choice("key_on_locked_side") == "optional"
        self.free_after_key: bool = self.choice("free_tile_after_key") == "optional"
        self.median: bool = self.choice("tie_b") == "lower_median"
        self.honour: bool = self.choice("legality") == "honour"
        self.target: Int = self.number("target")
        if self.choice("round_score") == "difference":
            self.last_round = self.number("max_rounds")

    def _hand_size(self) -> Int:
        """A quarter of the set, or an equal share (CERROJO-R01, R02, R03)."""
        if self.players <= TABLE and self.choice("deal") == "ten_with_deposit":
            return 2 * self.suits
        return self.tiles // self.players

    def opener(self, rng: Rng) -> int:
        """Lets everybody uncover a tile; the lowest suit begins (CERROJO-24, R17)."""
        drawing = vec[Int]([seat for seat in range(self.players)])
        while len(drawing) > 1:
            apart = vec[Int]()
            while len(apart) < len(drawing):
                for suit in range(1, self.suits + 1):
                    apart = append(apart, suit)
            rng.shuffle(apart)
            lowest = vec[Int]()
            least: Int = WIDTH
            for place in range(len(drawing)):
                if apart[place] < least:
                    least = apart[place]
                    lowest = vec[Int]()
                if apart[place] == least:
                    lowest = append(lowest, drawing[place])
            drawing = lowest
        return int(drawing[0])

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> DealtRound:
        """Shuffles and serves, again if nobody could open (CERROJO-29, R13)."""
        if number > 1 and self.choice("next_starter") == "redraw":
            first = self.opener(rng)
        return super().deal(rng, first, number, before)

    def is_playable(self, deck: vec[Int], number: int) -> bool:
        """Tells whether somebody is served a double (CERROJO-R13)."""
        size = self.hand_size
        return any(
            self.can_open(deck[seat * size : (seat + 1) * size]) for seat in range(self.players)
        )

    def can_open(self, hand: vec[Int]) -> bool:
        """Tells whether a hand has a double for the salida (CERROJO-31, R14)."""
        suits: Int = 0
        for kind in hand:
            if kind % 3 == PLAIN or not self.plain_salida:
                bit = BIT[kind // 3]
                if suits & bit != 0:
                    return True
                suits |= bit
        return False

    def empty_round(self, number: Int, before: vec[Int]) -> CerrojoRound:
        """Makes a round with nothing served."""
        return CerrojoRound(self, number, before)

    def shuffler(self, first: int) -> int:
        """Names who shuffles: the last in turn, on the left of the opener (CERROJO-26)."""
        return (first - 1) % int(self.players)

    def next_first(self, last: Round) -> int:
        """Finds who is due to open the next round (CERROJO-R16)."""
        assert isinstance(last, CerrojoRound)
        if self.choice("next_starter") == "winner" and last.heir >= 0:
            return int(last.heir)
        return super().next_first(last)

    def most_gain(self) -> int:
        """The points in all hands are the most that a round brings (CERROJO-R32)."""
        return sum([int(kind) // 3 for kind in self.set])

    def winners(self, scores: list[int]) -> list[int]:
        """Finds the team that alone has the highest total at or above the target
        (CERROJO-R34)."""
        leaders = self.leaders(scores)
        alone = len(leaders) == self.players // self.teams.count
        return leaders if alone and max(scores) >= self.target else []

    def side_of(self, seat: int) -> int:
        """Names the team of a seat."""
        return int(self.teams.of(seat))

    def move_of(self, text: str) -> int:
        """Reads a move of a log, which stands by itself."""
        if text == "paso":
            return int(self.pass_move)
        if text.startswith("+"):
            return int(self.draw_move)
        known = self._read.get(text, -1)
        if known < 0:
            known = self.plays.read(text)
            if text == self.plays.text(known):
                self._read[text] = known
        return known

    def bare_round(self) -> CerrojoRound:
        """Makes the first round of a match with nothing served."""
        return self.empty_round(1, self.points_before({}))

    def restored(self, opening: Data) -> CerrojoRound:
        """Sets up what `opening` gave, unchecked."""
        round = super().restored(opening)
        assert isinstance(round, CerrojoRound)
        return round

    def parse_piece(self, text: str) -> int:
        """Reads the kind of a tile."""
        return parse_kind(text, int(self.suits))

    def parts(self) -> list[Part]:
        """Lists the parts of a position."""
        players = int(self.players)
        return [
            *self.heading_parts(),
            Number("opener", NOBODY, players - 1),
            Hands(players),
            Boneyard(),
            Laid(self.plays),
            self.turn_part(),
            Number("passes", 0, players),
            Flag("drew", shown=False),
            Recent(players),
            *self.ending_parts(ENDINGS),
            Number("offender", NOBODY, players - 1),
        ]

    def miscounted(self, names: list[str], unread: list[str]) -> list[str]:
        """Finds kinds of which there are too many or too few tiles (CERROJO-02), if all tiles can
        be read; adds those that cannot to what is `unread`."""
        kinds: list[int] = []
        for name in names:
            try:
                kinds.append(self.parse_piece(name))
            except IllegalMove as refused:
                unread.append(str(refused))
        whole = [int(kind) for kind in self.set]
        return [
            f"there are {kinds.count(kind)} of {NAMES[kind]}, not {whole.count(kind)} (CERROJO-02)"
            for kind in kinds_in(int(self.suits))
            if kinds.count(kind) != whole.count(kind) and not unread
        ]

    def misplaced(self, data: Data) -> list[str]:
        """Says where a line that can be read breaks the rules."""
        layout = self.bare_round().layout
        moves, unread = read_all(self.plays, data.get("line"))
        for place, move in enumerate([] if unread else moves):
            barrier = misplaced(self, layout, moves[:place], move)
            if barrier is not None:
                return [f"{data['line'][place]}: {barrier}"]
            layout.lay(move)
        return []

    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a position, each possible, do not go together."""
        found: list[str] = []
        if self.winners(data.get("before", [0 for _ in range(self.players)])):
            found.append("the match was won before this round (CERROJO-R34)")
        over = data.get("over", False)
        ending = data.get("ending", "")
        if over != (ending != ""):
            found.append("a round that is over, and no other, has an ending")
        if over:
            winner = data.get("winner", NOBODY)
            if ending == "final" and (winner == NOBODY or data["hands"][winner]):
                found.append("who went out has no tiles left (CERROJO-59)")
            if data.get("turn", NOBODY) != NOBODY:
                found.append("nobody is to move in a round that is over: turn must be -1")
            return found
        return found + self._running_problems(data)

    def _running_problems(self, data: Data) -> list[str]:
        """Says what is wrong with a round that is not over."""
        found: list[str] = []
        if data.get("turn", 0) == NOBODY:
            found.append("a round that is not over has somebody to move: turn must be a seat")
        if data.get("passes", 0) == self.players:
            found.append("everybody has passed, so the round is over (CERROJO-R28)")
        for seat, hand in enumerate(data["hands"]):
            if not hand:
                found.append(f"seat {seat} has no tiles left, so the round is over (CERROJO-59)")
        if "turn" not in data and not data.get("line") and not self.are_full(data["hands"]):
            found.append(f"each player takes {self.hand_size} tiles (CERROJO-27)")
        if not found and not data.get("line"):
            round = self.bare_round()
            round.take_pieces(data)
            if not round.somebody_can_open():
                found.append("nobody has a double to open with (CERROJO-R13)")
        return found
