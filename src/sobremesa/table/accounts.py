"""What is kept of people who want a name of their own: passkeys, sessions, seats, blocks.

Nobody needs an account. Of whoever has one, the name, the public keys of their passkeys and hashes
are kept, nothing that opens anything. Accounts and seats are apart: a seat is opened by its link,
whoever has it, and belongs to an account only because its person was signed in.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from sobremesa.table.account_rows import (
    AccountRow,
    AccountSeatRow,
    BlockRow,
    LookRow,
    MuteRow,
    PasskeyRow,
    RatingRow,
    ReportRow,
    SessionRow,
    SpentRow,
)
from sobremesa.table.database import is_sqlite
from sobremesa.table.events import fingerprint
from sobremesa.table.names import clean_name, looks, visible
from sobremesa.table.problems import Problem
from sobremesa.table.storage import Store, TableRow, new_secret

# Seconds for which somebody stays signed in on a device that is not used, and after which the
# use of a day is noted.
SIGNED_IN: Final = 90 * 24 * 3600.0
NOTED_EVERY: Final = 24 * 3600.0
MOST_PASSKEYS: Final = 10
# From what recovery codes follow that take the place of used ones, and the seconds for which such
# an answer is given again.
HOUSE_KEY: Final = "recovery"
ANSWERED_AGAIN: Final = 600.0
MOST_SESSIONS: Final = 20
# People whom one account may block, and may mute.
MOST_SHUNNED: Final = 500
# Matches that a page of history shows.
MOST_SHOWN: Final = 100

# Figures and letters that are not taken for each other when they are copied by hand.
SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD: Final = str.maketrans("OIL", "011")
GROUPS: Final = 5
GROUP: Final = 5


@dataclass(frozen=True)
class Account:
    """Somebody with a name."""

    id: str
    name: str
    made: float = 0.0


@dataclass(frozen=True)
class Passkey:
    """A passkey that is known."""

    account: str
    credential: bytes
    key: bytes
    count: int
    made: float = 0.0
    used: float = 0.0


@dataclass(frozen=True)
class Sitting:
    """One match of somebody's history."""

    table: str
    seat: int
    game: str
    rated: bool
    ended: float
    place: int
    won: bool
    left: bool
    mu: float | None
    mu_before: float | None


@dataclass(frozen=True)
class Report:
    """What a seat of a table told the owner of the server about another, with the last lines that
    it heard from there; each names its account where it has one."""

    table_id: str
    seat: int
    by_seat: int
    name: str
    account_id: str
    by_account: str
    reason: str
    words: str
    lines: list[dict[str, Any]]
    id: int = 0
    made: float = 0.0


class SignInFirst(Problem):
    """Only somebody who is signed in can have that."""

    def __init__(self) -> None:
        super().__init__(401, "sign-in", "Sign in first.")


def account_name(name: str) -> str:
    """Takes a name that somebody wants for good.

    :raises Problem: if it is empty, too long, or holds what cannot be seen.
    """
    plain = clean_name(name, "name")
    written = " ".join(part for part in name.split(" ") if part)
    if plain != unicodedata.normalize("NFC", written):
        raise Problem(
            422, "odd-name",
            "That name has a character that is invisible or reverses the writing: leave it out.",
            field="name",
        )
    if not looks(plain):
        raise Problem(
            422, "no-name", "A name needs at least one letter or figure.", field="name"
        )
    return plain


def new_code() -> str:
    """Makes a recovery code: 125 bits, in groups that can be copied by hand."""
    return "-".join(
        "".join(secrets.choice(SIGNS) for _ in range(GROUP)) for _ in range(GROUPS)
    )


def code_after(key: str, old: str, mark: str) -> str:
    """Make the recovery code that follows one that was used, the same for the same mark.

    >>> code_after("key", "AB", "x") == code_after("key", "AB", "x") != code_after("key", "AB", "y")
    True
    """
    made = hmac.new(key.encode(), f"{old}:{mark}".encode(), hashlib.sha256).digest()
    number = int.from_bytes(made)
    signs = "".join(SIGNS[(number >> 5 * place) % len(SIGNS)] for place in range(GROUPS * GROUP))
    return "-".join(signs[at:at + GROUP] for at in range(0, len(signs), GROUP))


def read_code(written: str) -> str:
    """Reads a recovery code as people write it.

    >>> read_code(" 0oil1-abcde ")
    '00111ABCDE'
    """
    signs = visible(written).upper().translate(_MISREAD)
    return "".join(sign for sign in signs if sign in SIGNS)


def passkey_id(credential: bytes) -> str:
    """Gives the short name under which a passkey is found."""
    return hashlib.sha256(credential).hexdigest()


class NameTaken(Problem):
    """Another account has a name that looks the same."""

    def __init__(self) -> None:
        super().__init__(
            409, "name-taken", "Somebody has a name that looks the same: choose another.",
            field="name",
        )


class Spent(Problem):
    """A challenge was answered before."""

    def __init__(self) -> None:
        super().__init__(409, "spent-challenge", "That was sent before: begin again.")


class Accounts:
    """The accounts of a database; every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.store = store
        is_file = is_sqlite(store.engine.url)
        self.insert = sqlite.insert if is_file else postgresql.insert

    # Names and passkeys

    def is_free(self, name: str, mine: str = "") -> bool:
        """Tells whether nobody else has a name that looks the same."""
        wanted = select(LookRow.account_id).where(LookRow.look.in_(_looks(name)))
        with self.store.transaction() as session:
            return all(one == mine for one in session.scalars(wanted))

    def register(
        self, account: Account, passkey: Passkey, code: str, challenge: str, until: float
    ) -> str:
        """Keeps a new account with its first passkey, and signs it in; answers the session.

        :raises Problem: if the name was taken meanwhile, or all this was sent before.
        """
        with self.store.transaction() as session:
            self._spend(session, challenge, until)
            session.add(AccountRow(
                id=account.id, name=account.name, made=time.time(),
                recovery=fingerprint(read_code(code)),
            ))
            session.flush()
            self._take_name(session, account)
            self._add_passkey(session, account.id, passkey)
            return self._begin(session, account.id)

    def _take_name(self, session: Session, account: Account) -> None:
        session.add_all(
            LookRow(look=look, account_id=account.id) for look in _looks(account.name)
        )
        try:
            session.flush()
        except IntegrityError as clash:
            raise NameTaken from clash

    def _spend(self, session: Session, challenge: str, until: float) -> None:
        """Notes that a challenge was answered; forgets those that are too old by now."""
        session.execute(delete(SpentRow).where(SpentRow.until < time.time()))
        session.add(SpentRow(id=fingerprint(challenge), until=until))
        try:
            session.flush()
        except IntegrityError as clash:
            raise Spent from clash

    def _add_passkey(self, session: Session, account: str, passkey: Passkey) -> None:
        now = time.time()
        session.add(PasskeyRow(
            id=passkey_id(passkey.credential), account_id=account, key=passkey.key,
            credential=passkey.credential, count=passkey.count, made=now, used=now,
        ))
        try:
            session.flush()
        except IntegrityError as clash:
            raise Problem(
                409, "known-passkey", "That passkey belongs to an account already."
            ) from clash

    def add_passkey(self, account: str, passkey: Passkey, challenge: str, until: float) -> None:
        """Gives an account one more passkey."""
        with self.store.transaction() as session:
            self._spend(session, challenge, until)
            # Whoever adds one waits for others who do.
            session.execute(
                update(AccountRow).where(AccountRow.id == account).values(made=AccountRow.made)
            )
            if len(self._passkeys(session, account)) >= MOST_PASSKEYS:
                raise Problem(
                    409, "passkeys", "An account has at most {most} passkeys: remove one first.",
                    most=MOST_PASSKEYS,
                )
            self._add_passkey(session, account, passkey)

    def remove_passkey(self, account: str, passkey: str) -> None:
        """Takes a passkey from an account, but never the last one."""
        with self.store.transaction() as session:
            session.execute(
                update(AccountRow).where(AccountRow.id == account).values(made=AccountRow.made)
            )
            own = {passkey_id(one.credential) for one in self._passkeys(session, account)}
            if passkey not in own:
                raise Problem(404, "no-passkey", "This account has no such passkey.")
            if len(own) == 1:
                raise Problem(409, "last-passkey", "The last passkey stays: add another first.")
            session.execute(delete(PasskeyRow).where(PasskeyRow.id == passkey))

    def passkeys(self, account: str) -> list[Passkey]:
        """Lists the passkeys of an account, the oldest first."""
        with self.store.transaction() as session:
            return self._passkeys(session, account)

    def _passkeys(self, session: Session, account: str) -> list[Passkey]:
        wanted = select(PasskeyRow).where(PasskeyRow.account_id == account)
        return [_passkey(row) for row in session.scalars(wanted.order_by(PasskeyRow.made))]

    def passkey(self, credential: bytes) -> Passkey | None:
        """Finds a passkey by the name that its device gave it."""
        with self.store.transaction() as session:
            row = session.get(PasskeyRow, passkey_id(credential))
            return None if row is None else _passkey(row)

    def sign_in(self, passkey: Passkey, count: int, challenge: str, until: float) -> str:
        """Signs somebody in by a passkey whose device has counted on; answers the session.

        :raises Problem: if the same answer was used before.
        """
        chosen = update(PasskeyRow).where(
            PasskeyRow.id == passkey_id(passkey.credential), PasskeyRow.count == passkey.count
        )
        with self.store.transaction() as session:
            self._spend(session, challenge, until)
            noted = session.execute(
                chosen.values(count=count, used=time.time()).returning(PasskeyRow.id)
            )
            if not noted.all():
                raise Spent
            return self._begin(session, passkey.account)

    def recover(self, code: str, mark: str) -> tuple[Account, str, str]:
        """Sign somebody in by the recovery code, which opens nothing any more, as do all other
        sessions; answer the session and the code that takes its place.

        Sent again under the same mark soon after it is answered the same: whoever did not get the
        answer would have no code at all.

        :raises Problem: if no account has that code.
        """
        old = read_code(code)
        fresh = code_after(self.store.key(HOUSE_KEY), old, mark)
        place = fingerprint(read_code(fresh))
        used = fingerprint(f"recovered:{old}:{mark}")
        taken = update(AccountRow).where(AccountRow.recovery == fingerprint(old))
        with self.store.transaction() as session:
            now = time.time()
            account = session.scalar(taken.values(recovery=place).returning(AccountRow.id))
            if account is not None:
                session.add(SpentRow(id=used, until=now + ANSWERED_AGAIN))
            else:
                wanted = select(AccountRow.id).join(SpentRow, SpentRow.id == used).where(
                    AccountRow.recovery == place, SpentRow.until > now
                )
                account = session.scalar(wanted)
            if account is None:
                raise Problem(
                    403, "wrong-code", "No account has that recovery code.", field="code"
                )
            row = session.get_one(AccountRow, account)
            session.execute(delete(SessionRow).where(SessionRow.account_id == account))
            return Account(row.id, row.name, row.made), self._begin(session, account), fresh

    def new_code(self, account: str) -> str:
        """Makes another recovery code; the old one opens nothing any more."""
        code = new_code()
        with self.store.transaction() as session:
            session.execute(
                update(AccountRow).where(AccountRow.id == account)
                .values(recovery=fingerprint(read_code(code)))
            )
        return code

    # Sessions

    def _begin(self, session: Session, account: str) -> str:
        """Signs an account in on one more device; those it used longest ago give way."""
        now = time.time()
        session.execute(delete(SessionRow).where(SessionRow.until < now))
        own = select(SessionRow.id).where(SessionRow.account_id == account)
        old = list(session.scalars(own.order_by(SessionRow.until.desc()).offset(MOST_SESSIONS - 1)))
        session.execute(delete(SessionRow).where(SessionRow.id.in_(old)))
        token = new_secret()
        session.add(SessionRow(
            id=fingerprint(token), account_id=account, until=now + SIGNED_IN
        ))
        return token

    def who(self, token: str) -> Account | None:
        """Finds who is signed in by a session."""
        now = time.time()
        wanted = select(AccountRow, SessionRow.until).join(
            SessionRow, SessionRow.account_id == AccountRow.id
        ).where(SessionRow.id == fingerprint(token), SessionRow.until > now)
        with self.store.transaction() as session:
            found = session.execute(wanted).one_or_none()
            if found is None:
                return None
            row, until = found
            if until < now + SIGNED_IN - NOTED_EVERY:
                session.execute(
                    update(SessionRow).where(SessionRow.id == fingerprint(token))
                    .values(until=now + SIGNED_IN)
                )
            return Account(row.id, row.name, row.made)

    def sign_out(self, token: str) -> None:
        """Ends a session."""
        with self.store.transaction() as session:
            session.execute(delete(SessionRow).where(SessionRow.id == fingerprint(token)))

    def sign_out_others(self, account: str, token: str) -> None:
        """Ends all other sessions of an account."""
        with self.store.transaction() as session:
            session.execute(delete(SessionRow).where(
                SessionRow.account_id == account, SessionRow.id != fingerprint(token)
            ))

    def remove(self, account: str) -> None:
        """Removes an account with all that is kept of it; tables and results of others stay."""
        with self.store.transaction() as session:
            for column in (ReportRow.account_id, ReportRow.by_account):
                session.execute(update(ReportRow).where(column == account).values({column: ""}))
            for pair in (BlockRow, MuteRow):
                session.execute(delete(pair).where(
                    or_(pair.account_id == account, pair.other_id == account)
                ))
            for kind in (SessionRow, PasskeyRow, LookRow, AccountSeatRow, RatingRow):
                session.execute(delete(kind).where(kind.account_id == account))
            session.execute(delete(AccountRow).where(AccountRow.id == account))

    def rename(self, account: str, name: str) -> None:
        """Gives an account another name.

        :raises Problem: if somebody has one that looks the same.
        """
        with self.store.transaction() as session:
            session.execute(delete(LookRow).where(LookRow.account_id == account))
            session.execute(
                update(AccountRow).where(AccountRow.id == account).values(name=name)
            )
            self._take_name(session, Account(account, name))

    # Seats

    def attach(
        self, table: str, seats: dict[int, str], game: str, *, rated: bool = False
    ) -> None:
        """Gives seats of a table to accounts; a seat that has one keeps it."""
        wanted = {account for account in seats.values() if account}
        if not wanted:
            return
        known = select(AccountRow.id).where(AccountRow.id.in_(wanted))
        # Somebody may remove the account at this very moment.
        with suppress(IntegrityError), self.store.transaction() as session:
            here = set(session.scalars(known))
            given = [
                {"table_id": table, "seat": seat, "account_id": account, "game": game,
                 "rated": rated, "made": time.time()}
                for seat, account in seats.items() if account in here
            ]
            if given:
                session.execute(
                    self.insert(AccountSeatRow).values(given).on_conflict_do_nothing()
                )

    def follow(self, table: str, onward: str) -> None:
        """Gives the seats of the next table to the accounts that had those of the last; it is
        not rated, because nobody was asked."""
        wanted = select(AccountSeatRow.seat, AccountSeatRow.account_id, AccountSeatRow.game)
        with self.store.transaction() as session:
            rows = session.execute(wanted.where(AccountSeatRow.table_id == table)).all()
        if rows:
            self.attach(onward, {row.seat: row.account_id for row in rows}, rows[0].game)

    def seated(self, table: str) -> dict[int, Account]:
        """Gives the accounts of the seats of a table."""
        wanted = select(AccountSeatRow.seat, AccountRow).join(
            AccountRow, AccountRow.id == AccountSeatRow.account_id
        ).where(AccountSeatRow.table_id == table)
        with self.store.transaction() as session:
            return {
                seat: Account(row.id, row.name, row.made)
                for seat, row in session.execute(wanted)
            }

    def history(self, account: str) -> list[Sitting]:
        """Lists the last matches that somebody has finished, the newest first."""
        wanted = select(AccountSeatRow).where(
            AccountSeatRow.account_id == account, AccountSeatRow.ended.is_not(None)
        ).order_by(AccountSeatRow.ended.desc(), AccountSeatRow.seat).limit(MOST_SHOWN)
        with self.store.transaction() as session:
            return [
                Sitting(
                    row.table_id, row.seat, row.game, row.rated, row.ended or 0.0, row.place or 0,
                    bool(row.won), bool(row.left), row.mu, row.mu_before,
                )
                for row in session.scalars(wanted)
            ]

    def statistics(self, account: str) -> dict[str, tuple[int, int]]:
        """Counts by game how many matches somebody has finished, and won."""
        seats = AccountSeatRow
        wanted = select(
            seats.game, func.count(), func.count().filter(seats.won.is_(True))
        ).where(seats.account_id == account, seats.ended.is_not(None)).group_by(seats.game)
        with self.store.transaction() as session:
            return {game: (played, won) for game, played, won in session.execute(wanted)}

    def own_seats(self, account: str, table: str) -> list[int]:
        """Lists the seats that somebody has at a table."""
        wanted = select(AccountSeatRow.seat).where(
            AccountSeatRow.account_id == account, AccountSeatRow.table_id == table
        )
        with self.store.transaction() as session:
            return sorted(session.scalars(wanted))

    def uncounted(self) -> list[str]:
        """Lists the tables with seats of accounts that are over and were not counted."""
        wanted = select(AccountSeatRow.table_id).join(
            TableRow, TableRow.id == AccountSeatRow.table_id
        ).where(AccountSeatRow.ended.is_(None), TableRow.ended.is_(True)).distinct()
        with self.store.transaction() as session:
            return list(session.scalars(wanted))

    # What people do not want of each other

    def shun(self, kind: type[BlockRow] | type[MuteRow], account: str, other: str) -> None:
        """Lets somebody block or mute another."""
        counted = select(func.count()).where(kind.account_id == account)
        with self.store.transaction() as session:
            session.execute(
                self.insert(kind).values(account_id=account, other_id=other)
                .on_conflict_do_nothing()
            )
            if (session.scalar(counted) or 0) > MOST_SHUNNED:
                raise Problem(
                    409, "shunned", "You can block or mute at most {most} people.",
                    most=MOST_SHUNNED,
                )

    def unshun(self, kind: type[BlockRow] | type[MuteRow], account: str, other: str) -> None:
        """Lets somebody no longer block or mute another."""
        with self.store.transaction() as session:
            session.execute(delete(kind).where(
                kind.account_id == account, kind.other_id == other
            ))

    def shunned(self, kind: type[BlockRow] | type[MuteRow], account: str) -> list[Account]:
        """Lists whom somebody blocks or mutes, by name."""
        wanted = select(AccountRow).join(kind, kind.other_id == AccountRow.id)
        wanted = wanted.where(kind.account_id == account).order_by(AccountRow.name)
        with self.store.transaction() as session:
            return [Account(row.id, row.name, row.made) for row in session.scalars(wanted)]

    def apart(self, account: str) -> frozenset[str]:
        """Names the accounts that are not to meet somebody: whom they block, and who block them."""
        wanted = select(BlockRow.account_id, BlockRow.other_id).where(
            or_(BlockRow.account_id == account, BlockRow.other_id == account)
        )
        with self.store.transaction() as session:
            return frozenset(
                one for pair in session.execute(wanted) for one in pair if one != account
            )

    def deaf_pairs(self, accounts: Iterable[str]) -> set[tuple[str, str]]:
        """Lists who of some accounts does not want to hear whom of them."""
        ids = list(accounts)
        mutes = select(MuteRow.account_id, MuteRow.other_id).where(
            MuteRow.account_id.in_(ids), MuteRow.other_id.in_(ids)
        )
        blocks = select(BlockRow.account_id, BlockRow.other_id).where(
            BlockRow.account_id.in_(ids), BlockRow.other_id.in_(ids)
        )
        with self.store.transaction() as session:
            return {
                (one, other) for wanted in (mutes, blocks)
                for one, other in session.execute(wanted)
            }

    def report(self, told: Report) -> None:
        """Keeps what somebody tells the owner of the server.

        :raises Problem: if they have reported the same seat before.
        """
        try:
            with self.store.transaction() as session:
                session.add(ReportRow(made=time.time(), **{
                    name: value for name, value in vars(told).items() if name not in ("id", "made")
                }))
        except IntegrityError as clash:
            raise Problem(
                409, "reported", "You have reported them at this table already."
            ) from clash

    def reports(self) -> list[Report]:
        """Lists what was reported, the newest first."""
        with self.store.transaction() as session:
            return [
                Report(
                    row.table_id, row.seat, row.by_seat, row.name, row.account_id, row.by_account,
                    row.reason, row.words, row.lines, row.id, row.made,
                )
                for row in session.scalars(select(ReportRow).order_by(ReportRow.id.desc()))
            ]

    def drop_report(self, number: int) -> bool:
        """Removes a report that was dealt with; tells whether there was one."""
        with self.store.transaction() as session:
            gone = delete(ReportRow).where(ReportRow.id == number).returning(ReportRow.id)
            return bool(session.execute(gone).all())


def _looks(name: str) -> list[str]:
    return [fingerprint(look) for look in sorted(looks(name))]


def _passkey(row: PasskeyRow) -> Passkey:
    return Passkey(row.account_id, row.credential, row.key, row.count, row.made, row.used)
