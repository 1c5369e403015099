"""One round of Cerrojo, in the order of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtRound
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import MOVE_MASK, Data
from sobremesa.core.reading import tidy
from sobremesa.families.locks.layout import SALIDA, SIDES, STATES, Layout, empty_layout
from sobremesa.families.locks.listing import plays_of
from sobremesa.families.locks.refusals import refused
from sobremesa.families.locks.settling import Standing, standing
from sobremesa.material.locks import BIT, NAMES, WIDTH, ZEROS, Hands, empty_hands

if TYPE_CHECKING:
    from sobremesa.families.locks.cerrojo import Cerrojo

# How a round ended: somebody placed all their tiles, both sides are closed, or a player was
# found to have passed although they could play.
FINAL: Final[Int] = 1
CLOSED: Final[Int] = 2
FORFEIT: Final[Int] = 3
ENDINGS: Final = ["", "final", "closed", "forfeit"]


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
        # The winner went out, or stands for the team that won; nobody does for several teams.
        self.won = ZEROS[: rules.players]
        # Whose false pass ended the round, and whether its last play is void for that.
        self.offender: Int = -1
        self.void: bool = False
        # The first false pass: who made it, and the points their team held then. And the bases that
        # would show one: whose, of which kind, and how many such tiles they held.
        self.false_seat: Int = -1
        self.false_points: Int = 0
        self.watched: vec[Int] = vec[Int]()

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a tile into a hand."""
        self.hands.give(seat, piece)

    def empty_hand(self, seat: Int) -> None:
        """Takes all tiles out of a hand."""
        self.hands.clear(seat)

    def can_draw(self) -> bool:
        """Tells whether the mover could take a tile (CERROJO-45, R05)."""
        return self.rules.draws and self.boneyard() > 0 and not (self.rules.draws_one and self.drew)

    def somebody_can_open(self) -> bool:
        """Tells whether some hand has a double (CERROJO-R13)."""
        return any(
            self.rules.can_open(self.hands.tiles(seat)) for seat in range(self.rules.players)
        )

    def legal(self) -> vec[Int]:
        """Lists the plays, and passing and drawing where they are allowed."""
        if self.over:
            return vec[Int]()
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
        return plays_of(self.rules, self.hands, self.layout, seat)

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
        one = self.somebody_has_one()
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
        self.finish(FINAL)

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
        self.finish(CLOSED)

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
        self.finish(FORFEIT)

    def score(self, team: Int) -> None:
        """Gives a team what winning the round is worth (CERROJO-R32)."""
        own = self.team_points(team)
        all_hands: Int = sum(self.hands.points(seat) for seat in range(self.rules.players))
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
        return sum(self.hands.points(seat) for seat in self.rules.teams.seats(int(team)))

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

    def text(self, move: Int) -> str:
        """Writes a move: `3+3` opens, `A:3+5` plays, `+` draws, `paso` passes."""
        if move == self.rules.pass_move:
            return "paso"
        return "+" if move == self.rules.draw_move else self.rules.plays.text(move)

    def read(self, text: str) -> int:
        """Reads `A:3+5`, `a 3+5`, `salida 3+3` and the like, `paso` or `+`."""
        word = tidy(text).lower()
        if word in ("paso", "pass", "/"):
            return int(self.rules.pass_move)
        if word == "retirar" or self.says_draw(word):
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
        """Names the tiles of a play and where they go, the boneyard, or the pass."""
        rules = self.rules
        if move == rules.pass_move:
            return ("pass",)
        if move == rules.draw_move:
            return ("boneyard",)
        return rules.plays.touches(move, rules.free_after_key)

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a move is not legal here."""
        return refused(self, move)

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
        dead = self.layout.salida != 0 and self.layout.is_dead(side, self.somebody_has_one())
        return {
            "asks": int(self.layout.asks[side]), "state": STATES[state], "dead": dead,
            "pairs": pairs,
        }

    def somebody_has_one(self) -> bool:
        """Tells whether somebody may play their last tile alone (CERROJO-R12)."""
        return self.rules.last_alone and any(size == 1 for size in self.hands.sizes)

    def shown(self, seat: int) -> Data:
        """Gives what is public, and the tiles of the seat's own hand."""
        return {
            **self.parts_seen(seat),
            "teams": [int(self.rules.teams.of(other)) for other in range(self.rules.players)],
            "draws": self.rules.draws,
            "salida": int(self.layout.salida),
            "sides": {name: self.side_data(side) for side, name in enumerate(SIDES)},
            "specials": self.specials(),
            "void": self.void,
        }

    def specials(self) -> dict[str, bool]:
        """Tells of every lock and key whether it has been played."""
        found: dict[str, bool] = {}
        for suit in range(2, self.rules.suits + 1, 2):
            found[NAMES[3 * suit + 1]] = self.layout.locks & BIT[suit] != 0
            found[NAMES[3 * suit + 2]] = self.layout.keys & BIT[suit] != 0
        return found

    def lay_all(self, texts: list[str]) -> None:
        """Lays the plays that were on the table when a position was set up."""
        for text in texts:
            play: Int = self.rules.plays.read(text)
            self.laid = append(self.laid, play)
            self.layout.lay(play)

    def lay_in_order(self, seats: list[int]) -> None:
        """Notes who has laid tiles, the last one last."""
        for seat in seats:
            self.clock += 1
            self.laid_at[seat] = self.clock

    def take_parts(self, data: Data) -> None:
        """Takes over what is open; unless it says so, who was due to open did."""
        super().take_parts(data)
        if "opener" not in data and data.get("line"):
            self.opener = self.first

    def copy(self) -> CerrojoRound:
        """Makes an independent copy."""
        twin = self.rules.empty_round(self.number, self.before)
        self.copy_deal(twin)
        twin.hands = self.hands.copy()
        twin.layout = self.layout.copy()
        twin.laid = self.laid
        twin.opener, twin.passes, twin.drew = self.opener, self.passes, self.drew
        twin.laid_at = self.laid_at[:]
        twin.clock = self.clock
        twin.offender, twin.void = self.offender, self.void
        twin.false_seat, twin.false_points = self.false_seat, self.false_points
        twin.watched = self.watched[:]
        return twin
