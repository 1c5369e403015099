"""A position of Djambi, made for search: whole turns, with all that follows from them.

A turn is one number: the square that the piece leaves, 256 times the square that it goes to,
and 65536 times the third square: where the corpse or the sent piece is put, or the victim of
the remote killer. 0 declines a centre turn. Where a piece that took a prince's place on the
centre moves on from there (DJAMBI-R17), that further move is a turn of its own by the same
seat.
"""

from __future__ import annotations

from sobremesa.core.arrays import Int, append, vec
from sobremesa.families.boards.board import (
    ALL,
    AT,
    BIT,
    CAMP,
    CAMP_COUNT,
    CAMP_SIZE,
    CENTRE,
    CORPSE,
    DEAD,
    DECLINE,
    DELAY,
    DRAW,
    EDGE,
    EMPTY,
    ENCIRCLED,
    ENDING,
    ESTATE,
    FIRST,
    FIRST_MOVE,
    FIRST_PRINCE,
    FIRST_TURN,
    FRESH,
    GONE,
    IN,
    KIND,
    KINDS,
    KING,
    LAP,
    NECROMOBILE,
    NO_SEAT,
    ONWARD,
    ONWARD_FROM_KILL,
    OWNER,
    PIECES,
    PLACE,
    PRINCE,
    QUIET,
    RING,
    ROTATION,
    SEEN,
    SINCE,
    SIZE,
    TURN,
    UNFINISHED,
    VANISHED,
    WAITING,
    WARRIOR,
    WINNER,
    ZOOMOBILE,
    Board,
    Rules,
)
from sobremesa.families.boards.squares import AREA, DIRECTIONS


class Position(Board):
    """Where everything stands and who is to move."""

    def copy(self) -> Position:
        """Makes an independent copy, which cannot take back turns made before."""
        row = self.row[:]
        since = row[SINCE]
        row[SEEN] -= since
        row[SINCE] = 0
        return Position(self.rules, row, self.past[since : self.row[SEEN]])

    # Making a turn, in the order of DJAMBI-R46.

    def make(self, turn: Int) -> None:
        """Plays a legal turn with all that follows from it."""
        self.mark()
        row = self.row
        self.killed = row[ONWARD] == ONWARD_FROM_KILL
        seat = row[TURN]
        if turn != DECLINE:
            is_due = self.move_piece(turn, seat)
            if row[ONWARD] != 0:
                self.put(ONWARD, 0)
            if is_due and row[ENDING] == UNFINISHED and self.begin_onward():
                return
            self.put(FIRST, row[FIRST] & ~BIT[seat])
        if row[ENDING] == UNFINISHED:
            self.claim()
            self.settle(seat, row[KIND] == ROTATION)
        if row[ENDING] == UNFINISHED:
            self.pass_on(seat)

    def move_piece(self, turn: Int, seat: Int) -> bool:
        """Moves, kills, carries or sends, and takes over the pieces of princes killed.

        Answers whether the piece has taken the centre and has to move on.
        """
        row = self.row
        rules = self.rules
        origin = turn & 255
        target = (turn >> 8) & 255
        third = turn >> 16
        piece = row[origin] - 1
        kind = KINDS[piece]
        held = row[target]
        self.lift(piece)
        self.spend_licence(piece)
        if held == EMPTY:
            if target == rules.centre and kind != PRINCE:
                self.remove(piece)
                return False
            self.lay(piece, target)
            if third != 0:
                self.shoot(origin, target, third, seat)
            return False
        if held >= CORPSE:
            self.lift(held - CORPSE)
            self.lay(held - CORPSE, third)
            self.lay(piece, target)
            return False
        victim = held - 1
        stays = target != rules.centre or kind == PRINCE
        self.lift(victim)
        if stays or rules.move_on:
            self.lay(piece, target)
        else:
            self.remove(piece)
        if kind == ZOOMOBILE:
            self.send(victim, third)
        else:
            self.kill(victim, third, seat)
        return not stays and rules.move_on

    def kill(self, victim: Int, square: Int, seat: Int) -> None:
        """Turns a lifted victim over on a square, or lets it disappear if there is none."""
        owner = self.row[OWNER + victim]
        self.bury(victim, square)
        if KINDS[victim] == PRINCE:
            self.lose_killed(victim, owner, seat)

    def bury(self, victim: Int, square: Int) -> None:
        """Makes a lifted victim a corpse on a square, or removes it if there is none."""
        if square == 0:
            self.remove(victim)
        else:
            self.spend_licence(victim)
            self.put(OWNER + victim, DEAD)
            self.killed = True
            self.lay(victim, square)

    def send(self, victim: Int, square: Int) -> None:
        """Puts a living piece elsewhere; on the centre all but a prince disappear."""
        if square == self.rules.centre and KINDS[victim] != PRINCE:
            self.remove(victim)
        else:
            self.lay(victim, square)

    def shoot(self, origin: Int, target: Int, third: Int, seat: Int) -> None:
        """Kills one piece within the remote killer's reach, or all of them (DJAMBI-R11)."""
        if third != ALL:
            victim = self.row[third] - 1
            self.lift(victim)
            self.kill(victim, self.grave(third), seat)
            return
        # All fall before anything is taken over, so that no shot makes a friend of the next.
        princes = vec[Int]()
        owners = vec[Int]()
        for square in self.within_reach(origin, target):
            victim = self.row[square] - 1
            if KINDS[victim] == PRINCE:
                princes = append(princes, victim)
                owners = append(owners, self.row[OWNER + victim])
            self.lift(victim)
            self.bury(victim, self.grave(square))
        for place in range(len(princes)):
            self.lose_killed(princes[place], owners[place], seat)

    def grave(self, square: Int) -> Int:
        """Gives where the victim of a shot lies: there, or nowhere on the centre (R19)."""
        return 0 if square == self.rules.centre else square

    def begin_onward(self) -> bool:
        """Lets the piece on the centre move on; one that cannot disappears (DJAMBI-R17)."""
        piece = self.row[self.rules.centre] - 1
        self.put(ONWARD, ONWARD_FROM_KILL if self.killed else 1)
        if len(self.targets(piece)) > 0:
            return True
        self.put(ONWARD, 0)
        self.lift(piece)
        self.remove(piece)
        return False

    # Princes lost, and what becomes of their pieces.

    def has_prince(self, owner: Int) -> bool:
        """Tells whether a seat controls a living prince."""
        row = self.row
        return (
            row[OWNER] == owner or row[OWNER + 9] == owner
            or row[OWNER + 18] == owner or row[OWNER + 27] == owner
        )

    def hand_over(self, old: Int, new: Int, camp: Int) -> None:
        """Gives the pieces of an owner to another: all, or those that began in one camp."""
        row = self.row
        for piece in range(PIECES):
            if row[OWNER + piece] == old and (camp < 0 or piece // CAMP_SIZE == camp):
                self.give(piece, new)

    def inheritance(self, prince: Int, owner: Int) -> Int:
        """Says which pieces a lost prince leaves: -1 all, a camp, or 4 none (DJAMBI-R33)."""
        if owner >= ESTATE:
            return -1
        loss = self.rules.prince_loss
        if loss == FIRST_PRINCE or not self.has_prince(owner):
            return -1
        return prince // CAMP_SIZE if loss == CAMP else 4

    def lose_killed(self, prince: Int, owner: Int, killer: Int) -> None:
        """Gives the killer of a prince what the prince leaves (DJAMBI-42)."""
        left = self.inheritance(prince, owner)
        if left < 4:
            self.hand_over(owner, killer, left)
        if owner >= ESTATE:
            self.put(WAITING, self.row[WAITING] & ~BIT[owner - ESTATE])
            self.put(DELAY + owner - ESTATE, 0)
        elif left < 0:
            self.drop_out(owner)

    def lose_prince(self, prince: Int, owner: Int, how: Int) -> None:
        """Leaves the pieces of an encircled or vanished prince to an heir (R28, R29, R31)."""
        if owner >= ESTATE or self.row[IN] & BIT[owner] == 0:
            return
        left = self.inheritance(prince, owner)
        if left == 4:
            return
        camp = prince // CAMP_SIZE
        self.hand_over(owner, ESTATE + camp, left)
        self.put(WAITING, self.row[WAITING] | BIT[camp])
        if left < 0:
            self.drop_out(owner)
        if how == ENCIRCLED and self.rules.delay:
            self.put(DELAY + camp, self.row[IN])
        self.claim()

    def drop_out(self, seat: Int) -> None:
        """Takes a seat out of the rotation; the last one left is king (R32, R39)."""
        row = self.row
        left = row[IN] & ~BIT[seat]
        if left == row[IN]:
            return
        self.put(IN, left)
        if left & (left - 1) == 0:
            winner: Int = 0
            while BIT[winner] != left:
                winner += 1
            self.end(KING, winner)

    def end(self, ending: Int, winner: Int) -> None:
        """Ends the game."""
        self.put(ENDING, ending)
        self.put(WINNER, winner)
        self.put(TURN, NO_SEAT)
        self.put(ONWARD, 0)

    def centre_seat(self) -> Int:
        """Gives the player whose prince stands on the centre, or -1."""
        held = self.row[self.rules.centre]
        if held == EMPTY or KINDS[held - 1] != PRINCE:
            return NO_SEAT
        owner = self.row[OWNER + held - 1]
        return owner if owner < ESTATE else NO_SEAT

    def claim(self) -> None:
        """Gives everything that waits for an heir to the prince on the centre (R29)."""
        row = self.row
        if row[WAITING] == 0:
            return
        heir = self.centre_seat()
        if heir == NO_SEAT:
            return
        for camp in range(CAMP_COUNT):
            if row[WAITING] & BIT[camp] != 0 and row[DELAY + camp] == 0:
                self.put(WAITING, row[WAITING] & ~BIT[camp])
                self.hand_over(ESTATE + camp, heir, -1)
                if self.rules.fourth_dies and self.rules.homes[camp] >= ESTATE:
                    self.die_in_place(camp * CAMP_SIZE)

    def die_in_place(self, piece: Int) -> None:
        """Turns a living piece over where it stands."""
        if self.row[OWNER + piece] < DEAD:
            self.lift(piece)
            self.bury(piece, self.row[AT + piece])

    # What follows a turn.

    def settle(self, mover: Int, in_rotation: bool) -> None:
        """Runs the timers, tests every prince, counts quiet rounds (R46, steps 5 and 6)."""
        done: Int = BIT[mover] if in_rotation else 0
        self.run_delays(done)
        self.test_princes(mover)
        if self.row[ENDING] == UNFINISHED:
            self.test_ring(done)
        if self.row[ENDING] == UNFINISHED:
            self.count_quiet(done)

    def run_delays(self, done: Int) -> None:
        """Counts a completed rotation turn for the estates that wait (DJAMBI-R29)."""
        row = self.row
        if row[WAITING] == 0:
            return
        for camp in range(CAMP_COUNT):
            if row[WAITING] & BIT[camp] != 0 and not self.has_pieces(ESTATE + camp):
                self.put(WAITING, row[WAITING] & ~BIT[camp])
                self.put(DELAY + camp, 0)
            if row[DELAY + camp] != 0:
                self.put(DELAY + camp, row[DELAY + camp] & row[IN] & ~done)
        self.claim()

    def has_pieces(self, owner: Int) -> bool:
        """Tells whether anything is left of an owner's pieces."""
        return any(self.row[OWNER + piece] == owner for piece in range(PIECES))

    def is_ringed(self, square: Int) -> bool:
        """Tells whether every square next to this one holds a corpse (DJAMBI-R26)."""
        row = self.row
        return all(row[square + step] >= CORPSE for step in DIRECTIONS)

    def is_lost(self, prince: Int) -> bool:
        """Tells whether a prince off the centre is encircled and not saved (R26, R27)."""
        row = self.row
        owner = row[OWNER + prince]
        square = row[AT + prince]
        if owner >= DEAD or square == self.rules.centre or not self.is_ringed(square):
            return False
        if owner >= ESTATE or not self.rules.necromobile_saves:
            return True
        for camp in range(CAMP_COUNT):
            if row[OWNER + camp * CAMP_SIZE + NECROMOBILE] == owner:
                return False
        return True

    def test_princes(self, mover: Int) -> None:
        """Tests all princes together; the mover's own fall last (DJAMBI-R38)."""
        lost: Int = 0
        for camp in range(CAMP_COUNT):
            if self.is_lost(camp * CAMP_SIZE):
                lost |= BIT[camp]
        if lost == 0:
            return
        owners = vec[Int]([self.row[OWNER + CAMP_SIZE * place] for place in range(4)])
        self.fall(lost, owners, mover, False)
        self.fall(lost, owners, mover, True)

    def fall(self, lost: Int, owners: vec[Int], mover: Int, is_own: bool) -> None:
        """Turns over the encircled princes of the mover, or of all others."""
        for camp in range(CAMP_COUNT):
            is_his = owners[camp] == mover
            if lost & BIT[camp] != 0 and is_his == is_own and self.row[ENDING] == UNFINISHED:
                self.die_in_place(camp * CAMP_SIZE)
                self.lose_prince(camp * CAMP_SIZE, owners[camp], ENCIRCLED)

    def test_ring(self, done: Int) -> None:
        """Runs the timer of a prince encircled on the centre (DJAMBI-R31)."""
        row = self.row
        centre = self.rules.centre
        held = row[centre]
        if held == EMPTY or not self.rules.ring_vanishes or not self.is_ringed(centre):
            if row[RING] >= 0:
                self.put(RING, -1)
            return
        if row[RING] < 0:
            self.put(RING, row[IN])
            return
        self.put(RING, row[RING] & row[IN] & ~done)
        if row[RING] == 0:
            self.put(RING, -1)
            owner = row[OWNER + held - 1]
            self.lift(held - 1)
            self.remove(held - 1)
            self.lose_prince(held - 1, owner, VANISHED)

    def count_quiet(self, done: Int) -> None:
        """Counts the rounds without a kill; too many are a draw (DJAMBI-R37)."""
        row = self.row
        if self.killed:
            self.put(QUIET, 0)
            self.put(LAP, row[IN])
            self.put(SINCE, row[SEEN])
            return
        left = row[LAP] & row[IN] & ~done
        if left != row[LAP]:
            self.put(LAP, left)
        if left == 0:
            self.put(LAP, row[IN])
            self.put(QUIET, row[QUIET] + 1)
            if row[QUIET] == self.rules.quiet_limit:
                self.end(DRAW, NO_SEAT)

    def next_in_rotation(self, seat: Int) -> Int:
        """Gives the next seat in the game after this one."""
        seat = seat + 1 if seat + 1 < self.rules.players else 0
        while self.row[IN] & BIT[seat] == 0:
            seat = seat + 1 if seat + 1 < self.rules.players else 0
        return seat

    def has_centre_turn(self, mover: Int, following: Int) -> bool:
        """Tells whether the centre's player comes between mover and following (R22, R24)."""
        master = self.centre_seat()
        if master == NO_SEAT:
            return False
        if master == following and not (self.rules.double_turn and self.are_two_left()):
            return False
        return master != mover

    def are_two_left(self) -> bool:
        """Tells whether two players are in the game."""
        most = self.row[IN] & (self.row[IN] - 1)
        return most & (most - 1) == 0

    def pass_on(self, mover: Int) -> None:
        """Finds who has the next turn; a player who cannot move in rotation is skipped (R36)."""
        row = self.row
        while row[ENDING] == UNFINISHED:
            following = self.next_in_rotation(row[PLACE])
            if self.has_centre_turn(mover, following):
                self.begin_turn(self.centre_seat(), CENTRE)
                return
            self.put(PLACE, following)
            self.begin_turn(following, ROTATION)
            if row[ENDING] != UNFINISHED or self.can_move(following):
                return
            if following == self.centre_seat():
                mover = following
            self.killed = False
            self.settle(following, True)

    def begin_turn(self, seat: Int, kind: Int) -> None:
        """Gives a seat its turn; a position there for the third time is a draw (R37)."""
        row = self.row
        if row[TURN] != seat:
            self.put(TURN, seat)
        if row[KIND] != kind:
            self.put(KIND, kind)
        if self.remember() == 3:
            self.end(DRAW, NO_SEAT)

    def remember(self) -> Int:
        """Writes down the position; answers how often it has been there."""
        row = self.row
        key = self.key
        past = self.past
        last = row[SEEN]
        times: Int = 1
        for place in range(row[SINCE], last):
            if past[place] == key:
                times += 1
        if last == len(past):
            self.past = append(past, key)
        else:
            past[last] = key
        self.put(SEEN, last + 1)
        return times

    def perft(self, depth: Int) -> Int:
        """Counts the lines of that many turns; those of the last ply are listed, not made."""
        turns = self.turns()
        if depth <= 1:
            return len(turns)
        lines: Int = 0
        for turn in turns:
            self.make(turn)
            lines += self.perft(depth - 1)
            self.unmake()
        return lines

    def coming(self, count: int) -> list[int]:
        """Lists whose turns come next if nothing happens on the centre (DJAMBI-R22)."""
        found: list[int] = []
        mover = self.row[TURN]
        place = self.row[PLACE]
        while len(found) < count and not self.over:
            following = self.next_in_rotation(place)
            if self.has_centre_turn(mover, following):
                mover = self.centre_seat()
            else:
                mover = following
                place = following
            found.append(int(mover))
        return found


def empty_position(rules: Rules) -> Position:
    """Makes a board with no piece on it, every piece gone."""
    row = vec[Int]([0 for _ in range(SIZE)])
    for place in range(AREA):
        row[place] = EDGE
    for square in rules.squares:
        row[square] = EMPTY
    for place in range(PIECES):
        row[OWNER + place] = GONE
    row[RING] = -1
    row[WINNER] = NO_SEAT
    return Position(rules, row, vec[Int]())


def set_piece(position: Position, piece: Int, square: Int, owner: Int) -> None:
    """Puts a piece on the board, or a corpse if its owner is DEAD; not on the trail."""
    row = position.row
    row[OWNER + piece] = owner
    position.lay(piece, square)
    position.top = 0


def start(rules: Rules, first: Int) -> Position:
    """Sets up all camps; `first` is to move (DJAMBI-46 to DJAMBI-48)."""
    position = empty_position(rules)
    row = position.row
    for camp in range(CAMP_COUNT):
        home = rules.homes[camp]
        piece = camp * CAMP_SIZE
        if home != GONE:
            for square in rules.home_squares(camp):
                set_piece(position, piece, square, home)
                if KINDS[piece] == WARRIOR and rules.warrior_step == FIRST_MOVE:
                    set_fresh(position, piece)
                piece += 1
            if home >= ESTATE:
                row[WAITING] = BIT[camp]
    row[IN] = BIT[rules.players] - 1
    row[LAP] = row[IN]
    row[FIRST] = row[IN] if rules.warrior_step == FIRST_TURN else 0
    row[TURN] = first
    row[PLACE] = first
    position.remember()
    position.top = 0
    return position


def set_fresh(position: Position, warrior: Int) -> None:
    """Gives a warrior on the board the licence of its own first move (DJAMBI-R20)."""
    position.toggle(warrior)
    position.row[FRESH] |= BIT[warrior]
    position.toggle(warrior)
    position.top = 0
