"""Nothing that one person holds, all of it together, tells what another person's seat hides.

Two servers differ only in what somebody cannot know from the seats they play. For every way in
which a table comes to be, everything that its most powerful person has been given is tried at both
(their seats, the link to watch, the invitations of friends before and after these have come, what
they share, the tournament, their account), and every answer is the same to the byte. The ways and
the questions are those of the routes: a new one fails here until it is sorted in.
"""

from __future__ import annotations

import itertools
import json
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

import sobremesa
from sobremesa.core.game import Round
from sobremesa.table import presence, programs
from sobremesa.table.app import ROOMS, create_app
from sobremesa.table.events import DEAL, MOVE
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Allowance
from sobremesa.table.live import Pace, whole_match
from sobremesa.table.serve import database_url
from sobremesa.table.start import read_start
from sobremesa.table.storage import share_of
from sobremesa.table.tournament import DUPLICATE, ROUND_ROBIN
from tests.table.host import claim, drawing, kept, send, state
from tests.table.test_accounts import register
from tests.table.test_clubs import entered, paired, stored
from tests.table.test_clubs import made as tournament_made

# Bots never move of themselves, and nobody loses a chair or a turn while answers are compared.
STILL = Pace(bot=600.0, answer=600.0, silence=600.0, next_hand=600.0, linger=600.0, company=0.0)
AN_HOUR = 3600.0
PUBLIC, LATE, SEAT, AFTER = "public", "late", "seat:1", "after"
_marks = itertools.count(1000)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets programs ask as often as it takes to ask for everything."""
    for name in ("allowance", "strangers"):
        monkeypatch.setattr(programs, name, Allowance(10_000, 1.0))
    # And nobody goes away meanwhile.
    monkeypatch.setattr(presence, "LINGER", AN_HOUR)


@dataclass
class Held:
    """A table, what one person has been given, and the links of the others.

    The person was handed the invitations too, by their seats; an invitation to a tournament is one
    to its table.
    """

    table: str
    own: dict[int, str]
    others: dict[int, str]
    watch: str = ""
    club: list[str] = field(default_factory=list)
    token: str = ""
    invitations: dict[int, str] = field(default_factory=dict)

    def links(self) -> list[str]:
        """Lists the links to the table that the person holds."""
        every = (*self.own.values(), *self.invitations.values(), self.watch)
        return [link for link in every if link]

    def welcome(self, client: TestClient) -> None:
        """Lets the friends come, each to a seat of their own."""
        for seat, link in self.invitations.items():
            self.others[seat] = claim(client, link, f"the-mark-of-the-friend-{seat}")


@contextmanager
def served(database: Path) -> Iterator[TestClient]:
    app = create_app(database_url(str(database)), pace=STILL, fate=Fate(chance=7), workers=1)
    with TestClient(app) as client:
        yield client


def secret_in(link: str) -> str:
    return link.split("#")[0].rpartition("/")[2]


def post_form(client: httpx.Client, path: str, **fields: str) -> str:
    answer = client.post(path, data=fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


# The ways in which a table comes to be. Each wishes that those who watch see `chosen`.


def by_program(client: TestClient, chosen: str, *kinds: str) -> Held:
    """Lays a table through the API; the first `me` is the person's seat."""
    answer = client.post("/api/tables", json={
        "game": "block", "options": {"players": len(kinds), "first_player": 0, "target": 5},
        "seats": [{"kind": kind} for kind in kinds], "silence": 0, "watching": chosen,
    })
    assert answer.status_code == 201, answer.text
    laid = answer.json()
    own = {kinds.index("me"): laid["mine"]} if "me" in kinds else {}
    invitations = {int(seat): link for seat, link in laid["friends"].items()}
    return Held(laid["table"], own, {}, laid["watch"], invitations=invitations)


def by_form(client: TestClient, chosen: str) -> Held:
    link = post_form(
        client, "/tables", game="block", players="2", sitter0="me", sitter1="friend",
        first_player="1", target="50", watching=chosen,
    )
    mine, _, given = link.partition("#")
    links = {
        name: httpx.URL("?" + part).params[name]
        for part in given.split("&") for name in [part.split("=")[0]]
    }
    return Held(
        mine.split("/")[2], {0: mine}, {}, links.get("watch", ""), invitations={1: links["1"]}
    )


def by_meeting(client: TestClient, chosen: str, **rated: str) -> Held:
    """Opens a table to which somebody comes from the lobby."""
    link = post_form(
        client, "/tables", game="block", players="2", sitter0="me", sitter1="open",
        first_player="1", target="50", watching=chosen, **rated,
    )
    mine, _, given = link.partition("#")
    watch = httpx.URL("?" + given).params.get("watch", "")
    return met(client, mine, "", watch)


def by_meeting_with_friend(client: TestClient, chosen: str) -> Held:
    """Opens a table for a friend and for somebody who comes from the lobby."""
    link = post_form(
        client, "/tables", game="block", players="3", sitter0="me", sitter1="friend",
        sitter2="open", first_player="1", target="50", watching=chosen,
    )
    mine, _, given = link.partition("#")
    named = httpx.QueryParams(given)
    held = met(client, mine, "", named.get("watch", ""))
    theirs = held.others.pop(1)
    return replace(
        held, others={2: theirs}, invitations={1: named["1"].replace("/m/", "/t/")}
    )


def met(client: TestClient, mine: str, theirs: str, watch: str = "") -> Held:
    """Lets somebody else sit down, if nobody has, and both pages come."""
    meeting = mine.split("/")[2]
    theirs = theirs or post_form(client, f"/m/{meeting}/sit", name="Alice")
    for link in (mine, theirs):
        with client.websocket_connect(f"{link}/live") as line:
            line.send_json({"cut": ""})
            line.receive_json()
    assert client.get(mine, follow_redirects=False).headers["location"].startswith("/t/")
    return Held(
        meeting, {0: mine.replace("/m/", "/t/")}, {1: theirs.replace("/m/", "/t/")}, watch
    )


def by_playing_now(client: TestClient, chosen: str) -> Held:
    first, second = (
        post_form(client, "/play", game="block", pace="none", name=name) for name in ("Mal", "Al")
    )
    return met(client, first, second)


def with_bots(client: TestClient, chosen: str) -> Held:
    """Opens a table for three at which two agree to a bot."""
    link = post_form(
        client, "/tables", game="block", players="3", sitter0="me", sitter1="open",
        sitter2="open", first_player="1", target="50", watching=chosen,
    )
    mine, _, given = link.partition("#")
    theirs = post_form(client, f"/m/{mine.split('/')[2]}/sit", name="Alice")
    for one in (mine, theirs):
        with client.websocket_connect(f"{one}/live") as line:
            line.send_json({"cut": ""})
            line.receive_json()
        client.post(f"{one}/bots", json={"bots": True})
    return met(client, mine, theirs, httpx.URL("?" + given).params.get("watch", ""))


def by_rematch(client: TestClient, chosen: str) -> Held:
    held = by_program(client, chosen, "me", "friend")
    held.welcome(client)
    links = {**held.own, **held.others}
    while not (now := state(client, held.own[0]))["ended"]:
        if now["over"]:
            client.post(f"{held.own[0]}/next", json={"number": now["number"]})
        else:
            play(client, links, 1)
    # They agreed for the match that is over.
    for seat, link in links.items():
        agree(client, link, seat)
    name = client.post(f"{held.own[0]}/again").json()["link"].split("/")[2]

    def moved(some: dict[int, str]) -> dict[int, str]:
        return {seat: f"/t/{name}/{secret_in(link)}" for seat, link in some.items()}

    return replace(
        held, table=name, own=moved(held.own), others=moved(held.others),
        watch=f"/t/{name}/{secret_in(held.watch)}", invitations=moved(held.invitations),
    )


def by_tournament(client: TestClient, chosen: str, form: str) -> Held:
    """Plays in a tournament that the person organises."""
    url = str(client.app.state.house.store.url)  # type: ignore[attr-defined]
    organiser = tournament_made(client, game="block", form=form, boards="2", rounds="1")
    links = {
        name: entered(client, organiser, name).split("#")[0]
        for name in ("Mallory", "Alice", "Bo", "Cleo")
    }
    assert paired(client, organiser, 0).status_code == 303
    found = stored(url, organiser)
    tables = {}
    for table, (number, place) in found.awaited().items():
        pair = found.rounds[number - 1][place]
        names = [found.sides[side].name for side in (pair.first, pair.second)]
        if "Mallory" in names:
            tables[table] = names
    table, names = min(tables.items())
    seats = {at: f"/t/{table}/{secret_in(links[name])}" for at, name in enumerate(names)}
    own = names.index("Mallory")
    page = client.get(organiser.rpartition("/")[0]).text
    watch = re.search(rf'href="(/t/{table}/[^"]+)"', page)
    given = [organiser.split("#")[0], links["Mallory"], organiser.rpartition("/")[0]]
    return Held(
        table, {own: seats[own]}, {1 - own: seats[1 - own]}, watch[1] if watch else "", given
    )


def by_partner(client: TestClient, chosen: str) -> Held:
    """Enters somebody in a tournament as a partner."""
    url = str(client.app.state.house.store.url)  # type: ignore[attr-defined]
    organiser = tournament_made(client, game="super-bridge", form=ROUND_ROBIN, deals="1")
    mine, _, invitation = entered(client, organiser, "Mal", "Al", come=False).partition("#partner=")
    their = entered(client, organiser, "Bo", "Cleo").split("#partner=")
    assert paired(client, organiser, 0).status_code == 303
    (table,) = stored(url, organiser).awaited()

    def seated(link: str) -> dict[int, str]:
        at_table = f"/t/{table}/{secret_in(link)}"
        return dict.fromkeys(state(client, at_table)["yours"], at_table)

    own = seated(mine)
    page = client.get(organiser.rpartition("/")[0]).text
    watch = re.search(rf'href="(/t/{table}/[^"]+)"', page)
    assert watch is not None
    partner = (next(iter(own)) + 2) % 4
    return Held(
        table, own, {**seated(their[0]), **seated(their[1])}, watch[1],
        [organiser.split("#")[0], mine, invitation, organiser.rpartition("/")[0]],
        invitations={partner: f"/t/{table}/{secret_in(invitation)}"},
    )


def rated(client: TestClient, chosen: str) -> Held:
    """Meets somebody at a rated table, both signed in."""
    register(client, "Alice Before")
    alice = dict(client.cookies)
    client.cookies.clear()
    register(client, "Mallory")
    token = dict(client.cookies)
    link = post_form(
        client, "/tables", game="block", players="2", sitter0="me", sitter1="open",
        first_player="1", target="50", watching=chosen, rated="on", clock="days",
        **{"clock.days": "3", "clock.late": "bot"},
    )
    mine, _, given = link.partition("#")
    client.cookies.clear()
    client.cookies.update(alice)
    theirs = post_form(client, f"/m/{mine.split('/')[2]}/sit")
    client.cookies.clear()
    held = met(client, mine, theirs, httpx.URL("?" + given).params.get("watch", ""))
    held.token = json.dumps(token)
    return held


Way = Callable[[TestClient, str], Held]
# Every way, and the choices that it accepts.
WAYS: dict[str, tuple[Way, tuple[str, ...]]] = {
    "api, a friend": (lambda c, w: by_program(c, w, "me", "friend"), (LATE, SEAT, AFTER)),
    "api, a friend and a bot": (
        lambda c, w: by_program(c, w, "me", "friend", "bot:random"), (SEAT, LATE)
    ),
    "api, two friends": (lambda c, w: by_program(c, w, "friend", "friend"), (LATE, SEAT)),
    "api, a friend against bots": (
        lambda c, w: by_program(c, w, "bot:random", "friend"), (LATE, SEAT)
    ),
    "form": (by_form, (SEAT, LATE, PUBLIC)),
    "meeting": (by_meeting, (AFTER, PUBLIC)),
    "meeting with a friend": (by_meeting_with_friend, (AFTER, PUBLIC)),
    "meeting with bots": (with_bots, (AFTER,)),
    "playing now": (by_playing_now, (PUBLIC,)),
    "rated": (rated, (AFTER,)),
    "rematch": (by_rematch, (SEAT, LATE)),
    "tournament": (lambda c, w: by_tournament(c, w, ROUND_ROBIN), (PUBLIC,)),
    "duplicate": (lambda c, w: by_tournament(c, w, DUPLICATE), (PUBLIC,)),
    "tournament with a partner": (by_partner, (PUBLIC,)),
}
# Those in which friends are invited; each is tried before they come too.
INVITING = (
    "api, a friend", "form", "meeting with a friend", "tournament with a partner",
    "api, two friends", "api, a friend and a bot",
)
# The routes that lay a table, and those that lay none at which persons sit with hidden hands: a
# record shows what its text says, and daily deals and puzzles are for one person.
CREATING = {
    "/api/tables", "/tables", "/play", "/m/{meeting}/sit", "/m/{meeting}/{secret}/bots",
    "/m/{meeting}/{secret}/live", "/t/{table}/{secret}/again", "/clubs", "/c/{club}/enter",
    "/c/{club}/{secret}/pair",
}
LAYING_NOTHING_HIDDEN = {"/records"}
# What somebody does and not what they see; the answers say a number, or what they did.
DEEDS = {
    "/language", "/api/promises", "/m/{meeting}/{secret}/leave", "/c/{club}/{secret}/decide",
    "/c/{club}/{secret}/leave", "/learn/{name}/{place}/moves",
    *(f"/t/{{table}}/{{secret}}/{deed}" for deed in (
        "answer", "away", "back", "block", "claim", "consent", "cut", "face", "moves", "mute",
        "name", "next", "notices", "notices/off", "offer", "promise", "redo", "report", "review",
        "review/remove", "stand-in", "talk", "undo",
    )),
    *(f"/m/{{meeting}}/{{secret}}/{deed}" for deed in ("claim", "notices", "notices/off")),
    "/c/{club}/{secret}/claim",
    *(f"/api/bots/{deed}" for deed in ("claim", "moves", "name", "next")),
    *(f"/you/{deed}" for deed in (
        "code", "name", "passkeys/begin", "passkeys/end", "passkeys/remove", "recover",
        "register/begin", "register/end", "remove", "sign-in/begin", "sign-in/end", "sign-out",
        "sign-out/others", "unblock", "unmute",
    )),
}
# Pages that say the same to everybody, whatever is played.
SAME_FOR_ALL = (
    "/games/", "/rules/", "/studies/", "/pictures/", "/problems/", "/learn/", "/offline",
    "/records", "/manifest", "/worker.js", "/static/", "/api/schema", "/api/notices",
    "/api/bots/openapi", "/health", "/ready", "/clubs",
)
# A stream never ends, and says what the view says.
STREAMS = {"/api/bots/stream"}
ASKED = {"/api/tables/mine"}


ROUTES = [
    one for room in ROOMS for one in room.router.routes
    if isinstance(one, APIRoute | APIWebSocketRoute)
]


def test_every_route_is_a_way_to_a_table_a_deed_or_asked() -> None:
    sorted_in = CREATING | LAYING_NOTHING_HIDDEN | DEEDS | ASKED
    posts = {
        one.path for one in ROUTES
        if isinstance(one, APIRoute) and "POST" in (one.methods or ())
    }
    assert posts - sorted_in == set()
    gone = sorted_in - {one.path for one in ROUTES}
    assert gone == set()


def play(client: TestClient, links: dict[int, str], most: int) -> None:
    """Plays moves of persons, while it is a person's turn."""
    for _ in range(most):
        turn = state(client, next(iter(links.values())))["turn"]
        if turn not in links:
            return
        now = state(client, links[turn])
        move = now["moves"][-1]["move"]
        assert send(client, links[turn], now["number"], turn, move).status_code == 200


def agree(client: TestClient, link: str, seat: int) -> None:
    client.post(f"{link}/consent", json={
        "seat": seat, "yes": True, "id": f"agreed-{next(_marks)}",
    })


def elsewhere(round: Round, seat: int | None) -> Round:
    """Finds a round that somebody cannot tell from one: from a seat, or only watching."""
    if seat is None:
        assert not round.log
        others = (round.game.start(seed).round for seed in range(100))
        return next(
            one for one in others if one != round and one.view(-1) == round.view(-1)
        )
    worlds, rng = round.game.worlds(round.view(seat)), sobremesa.Rng(5)
    return next(
        one for one in (worlds.sample(rng) for _ in range(200)) if one != round
    )


@contextmanager
def changed(database: Path) -> Iterator[sqlite3.Connection]:
    """Changes a file so that all of it can be copied."""
    with closing(sqlite3.connect(database)) as file:
        yield file
        file.commit()
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def make_twin(real: Path, twin: Path, held: Held) -> None:
    """Copies a database in which nothing that the person cannot know is as it was; everything
    lies an hour back at both, where no clock runs."""
    with kept(real) as store:
        events = store.events(held.table)
    if not read_start(events[0]).clock.kind:
        with changed(real) as file:
            file.execute("UPDATE events SET made = made - ?", (AN_HOUR,))
            file.execute("UPDATE tables SET made = made - ?", (AN_HOUR,))
    shutil.copy(real, twin)
    round = whole_match(events).round
    other = elsewhere(round, next(iter(held.own), None))
    deal, *moves = [one for one in events if one.kind in (DEAL, MOVE)][-1 - len(round.log):]
    assert deal.kind == DEAL and len(moves) == len(round.log)
    with changed(twin) as file:
        for happened, move in zip(moves, other.played(), strict=True):
            file.execute(
                "UPDATE events SET data = ? WHERE table_id = ? AND number = ?",
                (json.dumps({**happened.data, "move": int(move)}), held.table, happened.number),
            )
        # Others may play the same deals.
        same = file.execute(
            "SELECT table_id, number, data FROM events WHERE kind = ?", (DEAL,)
        ).fetchall()
        for table, number, data in same:
            if json.loads(data) == deal.data:
                cut = {name: deal.data[name] for name in ("cut",) if name in deal.data}
                file.execute(
                    "UPDATE events SET data = ? WHERE table_id = ? AND number = ?",
                    (json.dumps({**other.opening(), **cut}), table, number),
                )


CLOCK = re.compile(rb'"clock":\s*(null|\{[^}]*\})')
# What the page of an invitation sends its claim under, which is drawn for every page.
MARK = re.compile(rb'name="id" value="[^"]*"')


def answered(answer: httpx.Response) -> tuple[Any, ...]:
    headers = {
        name: value for name, value in answer.headers.items()
        if name not in ("date", "content-length", "etag", "set-cookie")
    }
    return answer.status_code, headers, MARK.sub(b"", CLOCK.sub(b"", answer.content))


def filled(path: str, held: Held, count: int) -> Iterator[tuple[str, dict[str, str]]]:
    """Gives the addresses of a route that a person can ask for, with the headers they send."""
    secrets = [secret_in(link) for link in held.links()]
    if path.startswith("/api/bots/"):
        for secret in secrets:
            yield path, {"Authorization": f"Bearer {held.table}.{secret}"}
        return
    found = {path.replace("{table}", held.table)}
    if path.startswith("/c/"):
        found = {
            path.replace("/c/{club}/{secret}", link) if "{secret}" in path
            else path.replace("/c/{club}", link)
            for link in held.club if ("{secret}" in path) == (link.count("/") == 3)
        }
    elif "{secret}" in path:
        opening = [share_of(one) for one in secrets] if path.startswith("/r/") else secrets
        found = {one.replace("{secret}", secret) for one in found for secret in opening}
    found = {one.replace("{meeting}", held.table) for one in found}
    for at in range(1, count + 2) if "{at}" in path else [0]:
        for one in found:
            yield one.replace("{at}", str(at)).replace("{what}", "hint").replace(
                "/ratings/{name}", "/ratings/block"
            ), {}


def everything(database: Path, held: Held) -> dict[str, Any]:
    """Asks for everything that the person can ask for."""
    sent: dict[str, Any] = {}
    with served(database) as client:
        client.cookies.update(json.loads(held.token or "{}"))
        with kept(database) as store:
            events = store.events(held.table)
        count, players = len(events), int(read_start(events[0]).game.players)
        seats = ["", *(f"?seat={seat}" for seat in range(-1, players))]
        for route in ROUTES:
            path = route.path
            if path.startswith(SAME_FOR_ALL) or path in STREAMS:
                continue
            for address, headers in filled(path, held, count):
                assert "{" not in address, f"{path}: say what to ask for"
                if isinstance(route, APIWebSocketRoute):
                    for seat in range(-1, players) if "{table}" in path else [-1]:
                        sent[f"{address} {seat}"] = heard(client, address, seat, count)
                elif "GET" in (route.methods or ()):
                    asked = seats if "{table}" in path or headers else [""]
                    for query in asked:
                        answer = client.get(
                            address + query, headers=headers, follow_redirects=False
                        )
                        sent[f"{address}{query} {headers}"] = answered(answer)
        for link in held.links():
            for query in seats[1:]:
                more = "&shape=tall&numerals=yes&aids=yes&fits=yes&text=yes"
                sent[f"{link} more {query}"] = answered(client.get(f"{link}/state{query}{more}"))
            for format in ("", "&format=pbn"):
                sent[f"{link} {format}"] = answered(client.get(f"{link}/record?seat=1{format}"))
            for deed in ({"what": "take-back"}, {"what": "draw"}):
                given = {"seat": 0, "number": count, "id": "the-same-id", **deed}
                sent[f"{link} {deed}"] = answered(client.post(f"{link}/offer", json=given))
            for seat, move in itertools.product(range(players), (0, 5, 20, 10**6)):
                if seat not in held.own:
                    sent[f"{link} {seat} {move}"] = answered(
                        send(client, link, count, seat, move, "another-id")
                    )
        mine = client.post("/api/tables/mine", json={"links": held.links()})
        sent["mine"] = answered(mine)
    return sent


def heard(client: TestClient, address: str, seat: int, count: int) -> list[Any]:
    """Listens to what a page is told first."""
    try:
        with client.websocket_connect(address) as line:
            line.send_json({"last": count - 1, "seat": seat, "seats": True, "text": True})
            return [CLOCK.sub(b"", line.receive_text().encode())]
    except WebSocketDenialResponse as refused:
        return [refused.status_code, refused.content]
    except WebSocketDisconnect as closed:
        return [closed.code, closed.reason]


# Of every way one choice, and both that could show a hand of the one that lies nearest.
SAMPLE = {"api, a friend": 2}


@pytest.mark.parametrize(("way", "chosen"), [
    pytest.param(
        way, chosen, marks=[] if place < SAMPLE.get(way, 1) else pytest.mark.slow
    ) for way, (_, some) in WAYS.items() for place, chosen in enumerate(some)
])
def test_nothing_that_a_person_holds_tells_what_another_seat_hides(
    tmp_path: Path, way: str, chosen: str
) -> None:
    check_people(tmp_path, way, chosen, come=True)


@pytest.mark.parametrize("way", [
    pytest.param(way, marks=[] if place < 4 else pytest.mark.slow)
    for place, way in enumerate(INVITING)
])
def test_an_invitation_tells_nothing_before_its_friend_has_come(tmp_path: Path, way: str) -> None:
    check_people(tmp_path, way, WAYS[way][1][0], come=False)


def check_people(folder: Path, way: str, chosen: str, *, come: bool) -> None:
    """Compares what a person can know at two servers that differ only in what others hold."""
    real, twin = folder / "real.db", folder / "twin.db"
    with served(real) as client:
        held = WAYS[way][0](client, chosen)
        assert (held.watch != "") == (way not in ("duplicate", "playing now"))
        assert (way in INVITING) <= bool(held.invitations)
        if come:
            held.welcome(client)
        # Whoever laid the table agrees; that is nobody else's consent.
        for seat, link in held.own.items():
            agree(client, link, seat)
        if held.own and way != "duplicate":
            play(client, {**held.own, **held.others}, 3)
    make_twin(real, twin, held)
    sent, other = everything(real, held), everything(twin, held)
    assert sent.keys() == other.keys()
    for what, answer in sent.items():
        assert answer == other[what], what
    # What the others see does differ, once they are there.
    for database in (real, twin):
        with served(database) as client:
            held.welcome(client)
    assert any(drawn(real, link, at) != drawn(twin, link, at) for at, link in held.others.items())


def drawn(database: Path, link: str, seat: int) -> str:
    with served(database) as client:
        return drawing(state(client, link, seat=seat))


def test_time_lies_back_far_enough_for_what_is_shown_late(tmp_path: Path) -> None:
    """Else nothing would be tried that `late` could show."""
    with served(tmp_path / "real.db") as client:
        held = by_program(client, LATE, "me", "friend")
        held.welcome(client)
        play(client, {**held.own, **held.others}, 3)
    make_twin(tmp_path / "real.db", tmp_path / "twin.db", held)
    with kept(tmp_path / "twin.db") as store:
        assert all(one.made < time.time() - AN_HOUR / 2 for one in store.events(held.table))
