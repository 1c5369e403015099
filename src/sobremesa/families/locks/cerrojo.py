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
from sobremesa.core.dealing import DealtGame, DealtRound
from sobremesa.core.errors import BadOption, IllegalMove
from sobremesa.core.game import (
    MOVE_MASK,
    NOBODY,
    Data,
    Round,
    View,
    Worlds,
)
from sobremesa.core.options import Option, Value, players_option, target_option
from sobremesa.core.reading import tidy
from sobremesa.core.rng import Rng
from sobremesa.core.teams import Teams
from sobremesa.families.locks.layout import (
    AS_PLAIN,
    KEY_AS_PLAIN,
    KEY_CLOSES,
    KEY_OPENS,
    LOCK_AS_PLAIN,
    LOCK_CLOSES,
    SALIDA,
    SIDES,
    STATES,
    Layout,
    Plays,
    empty_layout,
    name_of,
)
from sobremesa.families.locks.positions import problems
from sobremesa.families.locks.refusals import misplaced
from sobremesa.families.locks.settling import Standing, standing
from sobremesa.families.locks.views import LockView
from sobremesa.families.locks.worlds import LockWorlds
from sobremesa.material.locks import (
    BIT,
    LOCK,
    NAMES,
    PLACE,
    WIDTH,
    ZEROS,
    Hands,
    empty_hands,
    has_specials,
    parse_kind,
    tiles_in,
)

# How a round ended: somebody placed all their tiles, both sides are closed, or a player was
# found to have passed although they could play.
UNFINISHED: Final[Int] = 0
FINAL: Final[Int] = 1
CLOSED: Final[Int] = 2
FORFEIT: Final[Int] = 3
ENDINGS: Final = ["", "final", "closed", "forfeit"]

# Up to this many players take a quarter of the set each (CERROJO-R01).
TABLE: Final[Int] = 4

PLAYERS: Final = players_option(4, "CERROJO-R04", high=8)
SUITS: Final = Option(
    "suits", 5, "Suits in the set, of eight tiles each.", "CERROJO-R04", title="Suits",
    allowed=[2, 3, 4, 5, 6, 7, 8, 9, 10],
)
TEAMS: Final = Option(
    "teams", "individual",
    "Whether everybody plays alone, or two pairs of partners sit alternately.", "CERROJO-R04",
    title="Sides",
    words={"individual": "everybody alone", "pairs": "two pairs of partners"},
)
DEAL: Final = Option(
    "deal", "ten_with_deposit",
    "What two or three players take: the hand of four players, leaving a deposit, or the whole "
    "set shared out.",
    "CERROJO-R01", title="Deal for two or three",
    words={
        "ten_with_deposit": "as for four, with a deposit",
        "proportional": "the whole set shared out",
    },
)
LEFTOVER: Final = Option(
    "leftover", "set_aside", "What becomes of the tiles left over when more than four play.",
    "CERROJO-R02", title="Tiles left over",
    words={"set_aside": "set aside", "deposit": "make a deposit"},
)
DRAW: Final = Option(
    "draw", "until_playable", "How many tiles a player who cannot play takes from the deposit.",
    "CERROJO-R05", title="Taking from the deposit",
    words={"until_playable": "until a play is possible", "one": "one tile"},
)
REPEAT_RULE: Final = Option(
    "repeat_rule", "unordered", "Whether 5-3 repeats 3-5.", "CERROJO-R09", title="5-3 and 3-5",
    words={"unordered": "are the same pair", "ordered": "are different pairs"},
)
LAST_SINGLE_TILE: Final = Option(
    "last_single_tile", "allowed", "Whether a last tile may be played alone as a base.",
    "CERROJO-R12", title="Last single tile",
    words={"allowed": "may be played alone", "forbidden": "may not be played alone"},
)
SALIDA_SPECIALS: Final = Option(
    "salida_specials", "plain", "Whether locks and keys may be in the salida, as plain tiles.",
    "CERROJO-R14", title="Locks and keys in the salida",
    words={"plain": "allowed, as plain tiles", "forbidden": "forbidden"},
)
NEXT_STARTER: Final = Option(
    "next_starter", "rotate",
    "Who opens later rounds: the next player to the right, the winner of the last round, or "
    "whoever draws the lowest suit.",
    "CERROJO-R16", title="Who opens later rounds",
    words={
        "rotate": "the next player to the right",
        "winner": "the winner of the last round",
        "redraw": "whoever draws the lowest suit",
    },
)
KEY_CLOSES_BASE_LOCK: Final = Option(
    "key_closes_base_lock", False,
    "Whether a key may close for good on a lock that was played as a base.", "CERROJO-R20",
    title="Keys close on base locks",
)
KEY_ON_LOCKED_SIDE: Final = Option(
    "key_on_locked_side", "compulsory",
    "Whether a player with no other play must use a key on a closed side.", "CERROJO-R26",
    title="Key on a closed side",
    words={"compulsory": "compulsory", "optional": "optional"},
)
FREE_TILE_AFTER_KEY: Final = Option(
    "free_tile_after_key", "optional", "Whether a free tile may follow a key that opens.",
    "CERROJO-R45", title="Free tile after a key",
    words={"optional": "optional", "forbidden": "forbidden"},
)
TIE_B: Final = Option(
    "tie_b", "largest_group", "What decides a tie of points and tiles.", "CERROJO-R30",
    title="Second test of a tie",
    words={
        "largest_group": "the largest group of a suit",
        "lower_median": "the lower middle tile",
    },
)
ROUND_SCORE: Final = Option(
    "round_score", "opponents",
    "What the winner of a round scores: the opponents' tiles, those less the winning side's "
    "own, or all tiles in hand.",
    "CERROJO-R32", title="Points for a round",
    words={
        "opponents": "the opponents' tiles",
        "difference": "the opponents' tiles less your own",
        "all_hands": "all tiles in hand",
    },
)
MAX_ROUNDS: Final = Option(
    "max_rounds", 100,
    "Rounds after which a match ends if rounds score the opponents' tiles less your own.",
    "CERROJO-R32", title="Most rounds", low=1,
)
TARGET: Final = target_option(100, "CERROJO-R34")
LEGALITY: Final = Option(
    "legality", "enforced",
    "Whether false passes are impossible, or accepted and punished once they show.", "CERROJO-R35",
    title="False passes",
    words={"enforced": "impossible", "honour": "punished once they show"},
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Cerrojo(DealtGame):
    """The rules of Cerrojo."""

    NAME: ClassVar[str] = "cerrojo"
    VIEW: ClassVar[type] = LockView
    FAMILY: ClassVar[str] = "locks"
    TITLE: ClassVar[str] = "Cerrojo"
    SENTENCE: ClassVar[str] = "Two tiles a turn, no pair twice on a side, and locks that shut it."
    VERSION: ClassVar[int] = 1
    # Nothing but the calls is said between partners (CERROJO-R44).
    WHISPERS: ClassVar[bool] = False
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, SUITS, TEAMS, DEAL, LEFTOVER, DRAW, REPEAT_RULE, LAST_SINGLE_TILE,
        SALIDA_SPECIALS, NEXT_STARTER, KEY_CLOSES_BASE_LOCK, KEY_ON_LOCKED_SIDE,
        FREE_TILE_AFTER_KEY, TIE_B, ROUND_SCORE, MAX_ROUNDS, TARGET, LEGALITY,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as registered": {}, "in pairs": {"players": 4, "teams": "pairs"},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.suits: Int = self.number("suits")
        self.set: vec[Int] = vec[Int]([kind for kind in tiles_in(self.number("suits"))])
        self.tiles: Int = len(self.set)
        self.plays: Plays = Plays(self.number("suits"))
        self.pass_move: Int = self.plays.count
        self.draw_move: Int = self.plays.count + 1
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
        self.hand_size: Int = self._hand_size()
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

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> CerrojoRound:
        """Shuffles and serves, again if nobody could open (CERROJO-29, R13)."""
        if number > 1 and self.choice("next_starter") == "redraw":
            first = self.opener(rng)
        deck = self.set[:]
        rng.shuffle(deck)
        points = vec[Int]([score for score in before])
        round = self.begin(deck, first, number, points)
        while not round.somebody_can_open():
            rng.shuffle(deck)
            round = self.begin(deck[:], first, number, points)
        return round

    def begin(self, deck: vec[Int], first: Int, number: Int, before: vec[Int]) -> CerrojoRound:
        """Starts a round from the shuffled tiles."""
        round = self.empty_round(number, before)
        round.serve(deck, first)
        return round

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
        return int((last.first + 1) % self.players)

    def winners(self, scores: list[int]) -> list[int]:
        """Finds the team that alone has the highest total at or above the target
        (CERROJO-R34)."""
        leaders = self.leaders(scores)
        alone = len(leaders) == self.players // self.teams.count
        return leaders if alone and max(scores) >= self.target else []

    def side_of(self, seat: int) -> int:
        """Names the team of a seat."""
        return int(self.teams.of(seat))

    def worlds(self, view: View) -> Worlds:
        """Finds the hands that fit everything a seat has seen."""
        return LockWorlds(self, view)

    def move_of(self, text: str) -> int:
        """Reads a move of a log, which stands by itself."""
        if text == "paso":
            return int(self.pass_move)
        return int(self.draw_move) if text.startswith("+") else self.plays.read(text)

    def pieces(self) -> list[str]:
        """Lists the tiles of the set."""
        return [NAMES[kind] for kind in self.set]

    def bare_round(self) -> CerrojoRound:
        """Makes the first round of a match with nothing served."""
        return self.empty_round(1, self.points_before({}))

    def restored(self, opening: Data) -> CerrojoRound:
        """Sets up what `opening` gave, unchecked."""
        round = super().restored(opening)
        assert isinstance(round, CerrojoRound)
        return round

    def piece_name(self, piece: int) -> str:
        """Names a tile by its kind."""
        return NAMES[piece]

    def parse_piece(self, text: str) -> int:
        """Reads the kind of a tile."""
        return parse_kind(text)

    def problems(self, data: Data) -> list[str]:
        """Says everything that is wrong with a position."""
        return problems(self, data)

    def is_dealt(self, data: Data) -> bool:
        """Tells whether nothing is laid and every hand has what is served."""
        sizes = [len(hand) for hand in data["hands"]]
        return not data.get("line") and sizes == [int(self.hand_size)] * int(self.players)


@mypyc_attr(allow_interpreted_subclasses=True)
class CerrojoRound(DealtRound):
    """One round of Cerrojo."""

    def __init__(self, rules: Cerrojo, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.rules: Cerrojo = rules
        self.hands: Hands = empty_hands(rules.players)
        self.layout: Layout = empty_layout(rules.plays, rules.ordered)
        # What lay on the table when a position was set up.
        self.laid: vec[Int] = vec[Int]()
        # Who opened; `first` was due to.
        self.opener: Int = -1
        # Turns in a row without a tile, and whether the mover has drawn in this turn.
        self.passes: Int = 0
        self.drew: bool = False
        # When each seat last laid a tile, counted in plays; 0: not yet.
        self.laid_at: vec[Int] = ZEROS[: rules.players]
        self.clock: Int = 0
        self.won: vec[Int] = ZEROS[: rules.players]
        self.ending: Int = UNFINISHED
        # Who went out, or stands for the team that won; -1 where several teams did.
        self.winner: Int = -1
        # Whose false pass ended the round, and whether its last play is void for that.
        self.offender: Int = -1
        self.void: bool = False
        # The first false pass: who made it, and the points their team held then. And the bases that
        # would show one: whose, of which kind, and how many such tiles they held.
        self.false_seat: Int = -1
        self.false_points: Int = 0
        self.watched: vec[Int] = vec[Int]()

    def serve(self, deck: vec[Int], first: Int) -> None:
        """Gives every seat its tiles from the shuffled set; the deposit is the boneyard."""
        self.deck = deck
        self.first = first
        self.turn = first
        size = self.rules.hand_size
        place: Int = 0
        seat: Int = 0
        while seat < self.rules.players:
            self.dealt = append(self.dealt, size)
            while place < (seat + 1) * size:
                self.hands.give(seat, deck[place])
                place += 1
            seat += 1
        self.next = place

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a tile into a hand."""
        self.hands.give(seat, piece)

    def can_draw(self) -> bool:
        """Tells whether the mover could take a tile (CERROJO-45, R05)."""
        return self.rules.draws and self.boneyard() > 0 and not (
            self.rules.draws_one and self.drew
        )

    def somebody_can_open(self) -> bool:
        """Tells whether some hand has a double (CERROJO-R13)."""
        seat: Int = 0
        while seat < self.rules.players:
            if self.can_open(seat):
                return True
            seat += 1
        return False

    def can_open(self, seat: Int) -> bool:
        """Tells whether a hand has a double for the salida."""
        suit: Int = 1
        while suit <= self.rules.suits:
            if self.rules.plain_salida:
                count = self.hands.held(seat, 3 * suit)
            else:
                count = self.hands.of_suit(seat, suit)
            if count > 1:
                return True
            suit += 1
        return False

    def legal(self) -> vec[Int]:
        """Lists the plays, and passing and drawing where they are allowed."""
        moves = self.plays_of(self.turn)
        rules = self.rules
        if self.layout.salida == 0:
            # The right to open passes on from a player without a double (CERROJO-R13).
            return moves if len(moves) > 0 else vec[Int]([rules.pass_move])
        if rules.honour:
            moves = append(moves, rules.pass_move)
            return append(moves, rules.draw_move) if self.can_draw() else moves
        if len(moves) == 0:
            return vec[Int]([rules.draw_move if self.can_draw() else rules.pass_move])
        if rules.key_optional and not self.must_play(moves):
            moves = append(moves, rules.pass_move)
        return moves

    def must_play(self, moves: vec[Int]) -> bool:
        """Tells whether one of the plays is compulsory; keys on a closed side may be left
        to the player (CERROJO-R26)."""
        if not self.rules.key_optional:
            return len(moves) > 0
        return any(not self.layout.is_locked(self.rules.plays.side(move)) for move in moves)

    def plays_of(self, seat: Int) -> vec[Int]:
        """Lists the plays that a hand allows, ascending."""
        moves = vec[Int]()
        layout = self.layout
        if layout.salida == 0:
            return self._salidas(seat, moves)
        side: Int = 0
        while side < 2:
            if layout.is_open(side):
                moves = self._on_open_side(seat, side, moves)
            elif layout.is_locked(side) and self.hands.keys[seat] & BIT[layout.asks[side]] != 0:
                moves = self._with_key(seat, side, moves)
            side += 1
        return moves

    def _salidas(self, seat: Int, moves: vec[Int]) -> vec[Int]:
        """Adds the doubles of a hand (CERROJO-31, R14)."""
        plays = self.rules.plays
        suits = self.rules.suits
        suit: Int = 1
        while suit <= suits:
            plain = self.hands.held(seat, 3 * suit)
            lock = not self.rules.plain_salida and self.hands.locks[seat] & BIT[suit] != 0
            key = not self.rules.plain_salida and self.hands.keys[seat] & BIT[suit] != 0
            if plain > 1:
                moves = append(moves, plays.move(SALIDA, suit, AS_PLAIN, suit))
            if plain > 0 and lock:
                moves = append(moves, plays.move(SALIDA, suit, AS_PLAIN, suits + suit))
            if plain > 0 and key:
                moves = append(moves, plays.move(SALIDA, suit, AS_PLAIN, 2 * suits + suit))
            if lock and key:
                moves = append(moves, plays.move(SALIDA, suit, LOCK_AS_PLAIN, 2 * suits + suit))
            suit += 1
        return moves

    def _on_open_side(self, seat: Int, side: Int, moves: vec[Int]) -> vec[Int]:
        """Adds the plays on an open side: every base with every free tile that does not
        repeat, and what special tiles and last tiles do alone."""
        plays = self.rules.plays
        hands = self.hands
        suit = self.layout.asks[side]
        bit = BIT[suit]
        alone = self.rules.last_alone and hands.sizes[seat] == 1
        plain = hands.plain[seat * WIDTH + suit]
        if plain > 0:
            rest = hands.suits[seat] if plain > 1 else hands.suits[seat] ^ bit
            start = plays.move(side, suit, AS_PLAIN, 0)
            moves = self._pairs(
                seat, side, alone, start, rest, hands.locks[seat], hands.keys[seat], moves
            )
        lock = hands.locks[seat] & bit
        if lock != 0:
            start = plays.move(side, suit, LOCK_AS_PLAIN, 0)
            moves = self._pairs(
                seat, side, alone, start, hands.suits[seat], hands.locks[seat] ^ bit,
                hands.keys[seat], moves,
            )
        key = hands.keys[seat] & bit
        if key != 0:
            start = plays.move(side, suit, KEY_AS_PLAIN, 0)
            moves = self._pairs(
                seat, side, alone, start, hands.suits[seat], hands.locks[seat],
                hands.keys[seat] ^ bit, moves,
            )
        if lock != 0:
            moves = append(moves, plays.move(side, suit, LOCK_CLOSES, 0))
        if key != 0 and self.layout.key_may_close(side, self.rules.shuts_base_lock):
            moves = append(moves, plays.move(side, suit, KEY_CLOSES, 0))
        return moves

    def _pairs(
        self, seat: Int, side: Int, alone: bool, start: Int, suits: Int, locks: Int, keys: Int,
        moves: vec[Int],
    ) -> vec[Int]:
        """Adds a base with each free tile of what is left of a hand (CERROJO-37, 40)."""
        if alone:
            moves = append(moves, start)
        count = self.rules.suits
        may = self.layout.may_join(side, self.layout.asks[side])
        group: Int = 0
        while group < 4:
            mask = may & (suits if group == 0 else keys if group == 2 else locks)
            while mask != 0:
                bit = mask & -mask
                mask ^= bit
                moves = append(moves, start + group * count + PLACE[bit % 19])
            group += 1
        return moves

    def _with_key(self, seat: Int, side: Int, moves: vec[Int]) -> vec[Int]:
        """Adds what the right key can do on a side closed by a lock (CERROJO-54 to 56)."""
        plays = self.rules.plays
        hands = self.hands
        suit = self.layout.asks[side]
        start = plays.move(side, suit, KEY_OPENS, 0)
        moves = append(moves, start)
        if self.rules.free_after_key:
            moves = self._pairs(
                seat, side, False, start, hands.suits[seat], hands.locks[seat],
                hands.keys[seat] ^ BIT[suit], moves,
            )
        if self.layout.key_may_close(side, self.rules.shuts_base_lock):
            moves = append(moves, plays.move(side, suit, KEY_CLOSES, 0))
        return moves

    def play(self, move: Int) -> None:
        """Lays tiles, draws one or passes."""
        self.note(move)
        if move == self.rules.pass_move:
            self._watch()
            self.pass_by()
        elif move == self.rules.draw_move:
            self._watch()
            self.draw()
        elif self.rules.honour and self._shows_false_pass(move):
            self.void = True
            self.forfeit()
        else:
            self.lay(move)

    def lay(self, move: Int) -> None:
        """Lays a play from the mover's hand; that may empty the hand or close the round."""
        plays = self.rules.plays
        free = plays.free(move)
        self.hands.take(self.turn, plays.base(move))
        if free != 0:
            self.hands.take(self.turn, free)
        if self.layout.salida == 0:
            self.opener = self.turn
        self.layout.lay(move)
        self.clock += 1
        self.laid_at[self.turn] = self.clock
        self.passes = 0
        self.drew = False
        if self.hands.sizes[self.turn] == 0:
            self.go_out()
        elif self.is_seen_closed():
            self.close()
        else:
            self.pass_turn()

    def pass_turn(self) -> None:
        """Moves the turn to the neighbour on the right (CERROJO-33)."""
        self.drew = False
        super().pass_turn()

    def pass_by(self) -> None:
        """Says "Paso"; a lap of turns without a tile laid or drawn closes the round
        (CERROJO-R28)."""
        self.passes = 0 if self.drew else self.passes + 1
        if self.passes == self.rules.players and self.layout.salida != 0:
            self.close()
        else:
            self.pass_turn()

    def draw(self) -> None:
        """Takes the next tile of the deposit; the turn goes on (CERROJO-R05)."""
        self.hands.give(self.turn, self.deck[self.next])
        self.next += 1
        self.drew = True
        self.passes = 0
        if self.is_seen_closed():
            self.close()

    def is_seen_closed(self) -> bool:
        """Tells whether the table alone shows that both sides are dead (CERROJO-R28)."""
        one = False
        if self.rules.last_alone:
            for size in self.hands.sizes:
                if size == 1:
                    one = True
        return self.layout.is_dead(0, one) and self.layout.is_dead(1, one)

    def _watch(self) -> None:
        """Takes note of a false pass or draw (CERROJO-R35)."""
        if not self.rules.honour or self.layout.salida == 0:
            return
        moves = self.plays_of(self.turn)
        if not self.must_play(moves):
            return
        if self.false_seat < 0:
            self.false_seat = self.turn
            self.false_points = self.team_points(self.rules.teams.of(self.turn))
        last: Int = -1
        for move in moves:
            kind = self.rules.plays.base(move)
            if kind == last or (
                self.rules.key_optional and self.layout.is_locked(self.rules.plays.side(move))
            ):
                continue
            last = kind
            self.watched = append(self.watched, self.turn)
            self.watched = append(self.watched, kind)
            self.watched = append(self.watched, self.hands.held(self.turn, kind))

    def _shows_false_pass(self, move: Int) -> bool:
        """Tells whether a base was held and could be played at an earlier pass; of equal
        tiles those that were held longest are laid first."""
        base = self.rules.plays.base(move)
        free = self.rules.plays.free(move)
        place: Int = 0
        shown = False
        while place < len(self.watched):
            if self.watched[place] == self.turn:
                kind = self.watched[place + 1]
                if kind == base and self.watched[place + 2] > 0:
                    shown = True
                if kind == base:
                    self.watched[place + 2] -= 1
                if kind == free:
                    self.watched[place + 2] -= 1
            place += 3
        return shown

    def go_out(self) -> None:
        """Ends the round in favour of the mover, who has placed all their tiles (CERROJO-59)."""
        if self.false_seat >= 0:
            self.forfeit()
            return
        self.winner = self.turn
        self.score(self.rules.teams.of(self.turn))
        self.end_round(FINAL)

    def close(self) -> None:
        """Ends the round in favour of the team with the better hands (CERROJO-60)."""
        if self.false_seat >= 0:
            self.forfeit()
            return
        team = self.best_team()
        self.winner = self.last_layer(team)
        if self.winner < 0:
            self.winner = team
        self.score(team)
        self.end_round(CLOSED)

    def forfeit(self) -> None:
        """Ends the round against the team of the first false pass; every other team scores
        what that team held then (CERROJO-71, R36)."""
        teams = self.rules.teams
        self.offender = self.false_seat
        loser = teams.of(self.false_seat)
        for seat in range(self.rules.players):
            if teams.of(seat) != loser:
                self.won[seat] += self.false_points
        if teams.count == 2:
            self.winner = self.last_layer(1 - loser)
            if self.winner < 0:
                self.winner = 1 - loser
        self.end_round(FORFEIT)

    def end_round(self, ending: Int) -> None:
        """Ends the round."""
        self.ending = ending
        self.over = True
        self.turn = -1

    def score(self, team: Int) -> None:
        """Gives a team what winning the round is worth (CERROJO-R32)."""
        own = self.team_points(team)
        all_hands: Int = 0
        for seat in range(self.rules.players):
            all_hands += self.hands.points(seat)
        gain = all_hands - own
        wish = self.rules.choice("round_score")
        if wish == "all_hands":
            gain = all_hands
        elif wish == "difference":
            gain = max(gain - own, 0)
        for seat in self.rules.teams.seats(int(team)):
            self.won[seat] += gain

    def team_points(self, team: Int) -> Int:
        """Adds up the points in the hands of a team (CERROJO-R33)."""
        total: Int = 0
        for seat in self.rules.teams.seats(int(team)):
            total += self.hands.points(seat)
        return total

    def standing(self, team: Int) -> Standing:
        """Says how good the joint hand of a team is at a closed round (CERROJO-R33)."""
        counts = [0 for _ in range(WIDTH)]
        for seat in self.rules.teams.seats(int(team)):
            for suit in range(1, self.rules.suits + 1):
                counts[suit] += int(self.hands.of_suit(seat, suit))
        return standing(counts, self.rules.median)

    def best_team(self) -> Int:
        """Finds who wins a closed round; where hands are the same, the team that placed a
        tile last (CERROJO-65, R31), or else the first in turn."""
        teams = self.rules.teams
        best = teams.of(self.first)
        for step in range(1, teams.count):
            team = (teams.of(self.first) + step) % teams.count
            one = self.standing(team)
            other = self.standing(best)
            if one < other or (one == other and self.placed(team) > self.placed(best)):
                best = team
        return best

    def placed(self, team: Int) -> Int:
        """Tells when a team last placed a tile, counted in plays; 0: never (CERROJO-R46)."""
        last = self.last_layer(team)
        return 0 if last < 0 else self.laid_at[last]

    def last_layer(self, team: Int) -> Int:
        """Finds the member of a team who placed a tile last, or -1."""
        found: Int = -1
        for seat in self.rules.teams.seats(int(team)):
            if self.laid_at[seat] > 0 and (found < 0 or self.laid_at[seat] > self.laid_at[found]):
                found = seat
        return found

    @property
    def heir(self) -> int:
        """Who opens the next round where the winner does, or -1 (CERROJO-R16)."""
        if self.winner < 0 or self.ending == FINAL:
            return int(self.winner)
        return int(self.last_layer(self.rules.teams.of(self.winner)))

    def is_plain(self) -> bool:
        """Drawing or passing without a play is seen to be the only move, unless somebody may
        keep a key back or passes are not checked."""
        if self.over or len(self.plays_of(self.turn)) > 0:
            return False
        if self.layout.salida == 0:
            return True
        if self.rules.honour:
            return False
        locked = self.layout.is_locked(0) or self.layout.is_locked(1)
        return self.can_draw() or not (self.rules.key_optional and locked)

    def points(self) -> list[int]:
        """Gives the points of this round by seat; partners have the same."""
        return [points for points in self.won]

    def text(self, move: Int) -> str:
        """Writes a move: `3+3` opens, `A:3+5` plays, `+` draws, `paso` passes."""
        if move == self.rules.pass_move:
            return "paso"
        return "+" if move == self.rules.draw_move else self.rules.plays.text(move)

    def told(self, entry: int, seat: int) -> str:
        """Writes a move of the log; a drawn tile is known to its drawer only."""
        if self.log[entry] & MOVE_MASK != self.rules.draw_move:
            return self.text(self.log[entry] & MOVE_MASK)
        if seat != self.mover(entry) and not self.over:
            return "+?"
        earlier: Int = 0
        for before in range(entry):
            if self.log[before] & MOVE_MASK == self.rules.draw_move:
                earlier += 1
        return "+" + NAMES[self.deck[self.first_draw() + earlier]]

    def read(self, text: str) -> int:
        """Reads `A:3+5`, `a 3+5`, `salida 3+3` and the like, `paso` or `+`. A record may
        name a drawn tile, as in `+3`; that is not compared here, or asking would tell."""
        word = tidy(text).lower()
        if word in ("paso", "pass", "/"):
            return int(self.rules.pass_move)
        if word in ("+", "+?", "retirar", "draw"):
            return int(self.rules.draw_move)
        if word.startswith("+"):
            parse_kind(word[1:], int(self.rules.suits))
            return int(self.rules.draw_move)
        move: Int = self.rules.plays.read(text)
        if self.layout.salida == 0 or self.rules.plays.side(move) != SALIDA or "salida" in word:
            return int(move)
        return self._read_side(text)

    def _read_side(self, text: str) -> int:
        """Finds the side of a play that does not name it."""
        both = [self.rules.plays.read(text, side) for side in range(2)]
        found = [move for move in both if move in self.moves()]
        if len(found) == 2:
            raise IllegalMove(
                "{play} can be played on both sides: say A:{play} or B:{play}", play=text.strip()
            )
        return found[0] if found else both[0]

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names the base, where and how it is laid, the free tile, and how a lock among
        these is turned."""
        rules = self.rules
        if move == rules.pass_move:
            return ("pass",)
        if move == rules.draw_move:
            return ("boneyard",)
        plays = rules.plays
        side = plays.side(move)
        free = plays.free(move)
        base = "tile:" + name_of(plays.base(move))
        if side == SALIDA:
            return (base, "end:start", "tile:" + name_of(free))
        use = plays.use(move)
        turn = "^" if use == KEY_OPENS else "!" if use in (LOCK_CLOSES, KEY_CLOSES) else ""
        path = [base, f"end:{SIDES[side]}{turn}"]
        if free != 0:
            path.append("tile:" + name_of(free))
            if free % 3 == LOCK:
                path.append(f"free:{SIDES[side]}{'!' if plays.free_closes(move) else ''}")
        elif use == KEY_OPENS and rules.free_after_key:
            path.append("alone")
        return tuple(path)

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a move is not legal here."""
        rules = self.rules
        if move == rules.pass_move:
            return self._no_pass()
        if move == rules.draw_move:
            return self._no_draw()
        for kind in set(rules.plays.tiles(move)):
            if self.hands.held(self.turn, kind) < rules.plays.tiles(move).count(kind):
                if kind % 3 and not has_specials(kind // 3):
                    break
                return IllegalMove("you do not hold {tile}", tile=play_tiles(rules, move, kind))
        barrier = misplaced(rules, self.layout, self.past(), move)
        if barrier is not None:
            return barrier
        if rules.last_alone or self.hands.sizes[self.turn] > 1:
            return IllegalMove("a play is two tiles, a base and a free one (CERROJO-35)")
        return IllegalMove("a last tile may not be played alone (CERROJO-R12)")

    def _no_pass(self) -> IllegalMove:
        if self.layout.salida == 0:
            return IllegalMove("you have a double and must open with one (CERROJO-31)")
        if len(self.plays_of(self.turn)) > 0:
            return IllegalMove("you can play, so you may not pass (CERROJO-42)")
        return IllegalMove("you may not pass while there are tiles to draw (CERROJO-45)")

    def _no_draw(self) -> IllegalMove:
        if self.layout.salida == 0:
            return IllegalMove("a round begins with a double, not with drawing (CERROJO-31)")
        if not self.rules.draws or self.boneyard() == 0:
            return IllegalMove("there is no tile in the deposit (CERROJO-R07)")
        if self.rules.draws_one and self.drew:
            return IllegalMove("one tile is drawn in a turn (CERROJO-R05)")
        return IllegalMove("you can play, so you may not draw (CERROJO-R06)")

    def past(self) -> list[int]:
        """Lists the plays on the table in the order in which they were laid."""
        found = [int(move) for move in self.laid]
        count = len(self.log) - 1 if self.void else len(self.log)
        for entry in range(count):
            move = self.log[entry] & MOVE_MASK
            if move < self.rules.plays.count:
                found.append(int(move))
        return found

    def line_texts(self) -> list[str]:
        """Lists the plays on the table as they are written."""
        return [self.rules.plays.text(move) for move in self.past()]

    def hand_names(self, seat: Int) -> list[str]:
        """Lists the tiles of a hand by name."""
        return [NAMES[kind] for kind in self.hands.tiles(seat)]

    def recent(self) -> list[int]:
        """Lists the seats that have laid tiles, the last one last."""
        laid = [(int(at), seat) for seat, at in enumerate(self.laid_at) if at > 0]
        return [seat for _, seat in sorted(laid)]

    def side_data(self, side: int) -> Data:
        """Says how a side stands: what it asks for and the combinations made there."""
        pairs: list[str] = []
        plays = self.rules.plays
        for move in self.past():
            if plays.side(move) == side and plays.free(move):
                pairs.append(f"{plays.suit(move)}-{plays.free_suit(move)}")
        state = int(self.layout.states[side])
        dead = self.layout.salida != 0 and self.layout.is_dead(side, self._somebody_has_one())
        return {
            "asks": int(self.layout.asks[side]), "state": STATES[state], "dead": dead,
            "pairs": pairs,
        }

    def _somebody_has_one(self) -> bool:
        return self.rules.last_alone and 1 in [int(size) for size in self.hands.sizes]

    def shown(self, seat: int) -> Data:
        """Gives what is public, and the tiles of the seat's own hand."""
        return {
            "opening": self.opening_seen(seat),
            "first": int(self.first),
            "opener": int(self.opener),
            "teams": [int(self.rules.teams.of(other)) for other in range(self.rules.players)],
            "hands": [
                self.hand_names(other) if other == seat or self.over
                else int(self.hands.sizes[other])
                for other in range(self.rules.players)
            ],
            "boneyard": self.boneyard_names() if self.over else int(self.boneyard()),
            "draws": self.rules.draws,
            "line": self.line_texts(),
            "salida": int(self.layout.salida),
            "sides": {name: self.side_data(side) for side, name in enumerate(SIDES)},
            "specials": self.specials(),
            "passes": int(self.passes),
            "ending": ENDINGS[int(self.ending)],
            "winner": int(self.winner),
            "offender": int(self.offender),
            "void": self.void,
        }

    def specials(self) -> dict[str, bool]:
        """Tells of every lock and key whether it has been played."""
        found: dict[str, bool] = {}
        for suit in range(2, self.rules.suits + 1, 2):
            found[NAMES[3 * suit + 1]] = self.layout.locks & BIT[suit] != 0
            found[NAMES[3 * suit + 2]] = self.layout.keys & BIT[suit] != 0
        return found

    def dump(self) -> Data:
        """Gives the position as a person would set it up, and the history that led to it."""
        return self.with_history({
            **self.heading(),
            "opener": int(self.opener),
            "hands": [self.hand_names(seat) for seat in range(self.rules.players)],
            "boneyard": self.boneyard_names(),
            "line": self.line_texts(),
            "turn": int(self.turn),
            "passes": int(self.passes),
            "drew": self.drew,
            "recent": self.recent(),
            "points": self.points(),
            "over": self.over,
            "ending": ENDINGS[int(self.ending)],
            "winner": int(self.winner),
            "offender": int(self.offender),
        })

    def set_up(self, data: Data) -> None:
        """Takes over a position that has been found possible."""
        self.take_pieces(data)
        self.first = data.get("first", 0)
        for text in data.get("line", []):
            play: Int = self.rules.plays.read(text)
            self.laid = append(self.laid, play)
            self.layout.lay(play)
        for seat in data.get("recent", []):
            self.clock += 1
            self.laid_at[seat] = self.clock
        self.over = bool(data.get("over", False))
        self.turn = data.get("turn", NOBODY if self.over else int(self.first))
        self.opener = data.get("opener", int(self.first) if data.get("line") else NOBODY)
        self.passes = data.get("passes", 0)
        self.drew = bool(data.get("drew", False))
        for seat, points in enumerate(data.get("points", [])):
            self.won[seat] = points
        self.ending = ENDINGS.index(data.get("ending", ""))
        self.winner = data.get("winner", NOBODY)
        self.offender = data.get("offender", NOBODY)

    def pieces(self) -> list[str]:
        """Lists every tile, in the hands, the deposit and on the table."""
        found = self.boneyard_names()
        for seat in range(self.rules.players):
            found += self.hand_names(seat)
        for move in self.past():
            found += [NAMES[kind] for kind in self.rules.plays.tiles(move)]
        return found

    def copy(self) -> CerrojoRound:
        """Makes an independent copy."""
        twin = self.rules.empty_round(self.number, self.before)
        self.copy_deal(twin)
        twin.hands = self.hands.copy()
        twin.layout = self.layout.copy()
        twin.laid = self.laid
        twin.opener = self.opener
        twin.passes = self.passes
        twin.drew = self.drew
        twin.laid_at = self.laid_at[:]
        twin.clock = self.clock
        twin.won = self.won[:]
        twin.ending = self.ending
        twin.winner = self.winner
        twin.offender = self.offender
        twin.void = self.void
        twin.false_seat = self.false_seat
        twin.false_points = self.false_points
        twin.watched = self.watched[:]
        return twin


def play_tiles(rules: Cerrojo, move: Int, kind: int) -> str:
    """Names a tile that is wanted, twice if two of the kind are."""
    return "+".join([NAMES[kind]] * rules.plays.tiles(move).count(kind))
