"""Accounts by passkey: made, signed in to, recovered, removed; and whatever is refused."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from sobremesa.core.errors import Refused
from sobremesa.table import account_rows as rows
from sobremesa.table import accounts, passkeys
from sobremesa.table.app import create_app
from sobremesa.table.limits import Limits
from tests.table.authenticator import Device, Json, raw, text
from tests.table.host import kept, opened

HERE = "http://testserver"
ALL = (rows.AccountRow, rows.LookRow, rows.PasskeyRow, rows.SpentRow, rows.SessionRow)


def device(**how: Any) -> Device:
    return Device(HERE, "testserver", **how)


def written(url: str) -> list[int]:
    """Counts what is kept of accounts."""
    with kept(url) as store, Session(store.engine) as session:
        return [session.scalar(select(func.count()).select_from(kind)) or 0 for kind in ALL]


def ask(client: TestClient, where: str, what: Json | None = None) -> httpx.Response:
    answer: httpx.Response = client.post(f"/you/{where}", json=what or {})
    return answer


def register(client: TestClient, name: str, with_device: Device | None = None) -> Json:
    """Makes an account; answers what was shown, with the device."""
    used = with_device or device()
    asked = ask(client, "register/begin", {"name": name}).json()
    answer = ask(client, "register/end", {
        "name": name, "account": asked["account"], "answer": used.make(asked["options"]),
    })
    assert answer.status_code == 201, answer.text
    return {**answer.json(), "device": used, "account": asked["account"]}


def sign_in(client: TestClient, used: Device) -> httpx.Response:
    options = ask(client, "sign-in/begin").json()["options"]
    return ask(client, "sign-in/end", {"answer": used.sign(options)})


def heading(client: TestClient) -> str:
    text: str = client.get("/you").text
    return text.split("<h1>")[1].split("</h1>")[0]


@contextmanager
def refused(url: str, code: str) -> Iterator[list[httpx.Response]]:
    """Expects one refusal after which nothing more is kept."""
    before = written(url)
    answers: list[httpx.Response] = []
    yield answers
    (answer,) = answers
    assert (answer.json()["code"], answer.cookies.get("signed-in")) == (code, None), answer.text
    assert written(url) == before


def test_an_account_is_made_signed_out_and_in_again(url: str) -> None:
    with opened(url) as client:
        assert heading(client) == "Your name"
        made = register(client, "Ana")
        assert heading(client) == "Ana"
        assert ">Ana</a>" in client.get("/lobby").text
        assert ask(client, "sign-out").status_code == 200
        assert heading(client) == "Your name"
        assert sign_in(client, made["device"]).status_code == 200
        assert heading(client) == "Ana"
    # It is there after a restart, and nothing that is kept opens it.
    with opened(url) as client, kept(url) as store:
        assert sign_in(client, made["device"]).status_code == 200
        token = client.cookies["signed-in"]
        with Session(store.engine) as session:
            kept_now = [session.scalars(select(kind)).all() for kind in ALL]
        said = repr([vars(one) for some in kept_now for one in some])
        assert "Ana" in said
        assert token not in said
        assert made["code"] not in said and made["code"].replace("-", "") not in said


def test_the_cookie_is_for_this_site_alone_and_safe_where_pages_are(url: str) -> None:
    with opened(url) as client:
        options = ask(client, "sign-in/begin").json()["options"]
        assert "rpId" in options
        register(client, "Ana")
        answer = ask(client, "sign-out")
        assert "secure" not in answer.headers["set-cookie"].lower()
    app = create_app(url, workers=1, site="https://table.example.org/")
    with TestClient(app) as client:
        used = Device("https://table.example.org", "table.example.org")
        asked = ask(client, "register/begin", {"name": "Ion"}).json()
        assert asked["options"]["rp"]["id"] == "table.example.org"
        answer = ask(client, "register/end", {
            "name": "Ion", "account": asked["account"], "answer": used.make(asked["options"]),
        })
        cookie = answer.headers["set-cookie"].lower()
        assert answer.status_code == 201
        for word in ("httponly", "samesite=lax", "secure", "path=/"):
            assert word in cookie


def test_the_code_opens_an_account_whose_passkey_is_lost(url: str) -> None:
    with opened(url) as client:
        made = register(client, "Ana")
        ask(client, "sign-out")
        with refused(url, "wrong-code") as answers:
            answers.append(ask(client, "recover", {"code": "AAAAA-" + made["code"][6:]}))
        # As people write what they have copied by hand.
        spoken = made["code"].lower().replace("-", " ").replace("0", "o").replace("1", "l")
        before = ask(client, "recover", {"code": spoken}).json()
        assert before["name"] == "Ana" and before["code"] != made["code"]
        another = device()
        options = ask(client, "passkeys/begin").json()["options"]
        known = [one["id"] for one in options["excludeCredentials"]]
        assert known == [text(made["device"].id)]
        assert ask(client, "passkeys/end", {"answer": another.make(options)}).status_code == 201
        # The lost one is removed, the last one cannot be.
        lost, other = (accounts.passkey_id(one.id) for one in (made["device"], another))
        assert ask(client, "passkeys/remove", {"passkey": lost}).status_code == 200
        with refused(url, "last-passkey") as answers:
            answers.append(ask(client, "passkeys/remove", {"passkey": other}))
        with refused(url, "no-passkey") as answers:
            answers.append(ask(client, "passkeys/remove", {"passkey": lost}))
        code = ask(client, "code").json()["code"]
        ask(client, "sign-out")
        assert sign_in(client, another).status_code == 200
        with refused(url, "unknown-passkey") as answers:
            answers.append(sign_in(client, made["device"]))
        with refused(url, "wrong-code") as answers:
            answers.append(ask(client, "recover", {"code": made["code"]}))
        assert ask(client, "recover", {"code": code}).status_code == 200


def test_a_code_is_good_once_gives_the_next_one_and_ends_all_other_sessions(url: str) -> None:
    with opened(url) as client:
        made = register(client, "Ana")
        elsewhere = dict(client.cookies)
        client.cookies.clear()
        given = {"code": made["code"], "id": "one-and-the-same"}
        first = ask(client, "recover", given)
        assert first.status_code == 200
        mine = dict(client.cookies)
        client.cookies.clear()
        client.cookies.update(elsewhere)
        assert heading(client) == "Your name"
        client.cookies.clear()
        # Whoever reads the old code later opens nothing by it, and ends nothing.
        for again in ({"code": made["code"]}, {**given, "id": "somebody-else"}):
            with refused(url, "wrong-code") as answers:
                answers.append(ask(client, "recover", again))
        client.cookies.update(mine)
        assert heading(client) == "Ana"
        # An answer that was lost is given again.
        client.cookies.clear()
        assert ask(client, "recover", given).json() == first.json()
        assert heading(client) == "Ana"
        with kept(url) as store, store.transaction() as session:
            session.execute(update(rows.SpentRow).values(until=0.0))
        with refused(url, "wrong-code") as answers:
            answers.append(ask(client, "recover", given))
        client.cookies.clear()
        following = ask(client, "recover", {"code": first.json()["code"]})
        assert following.status_code == 200
        assert following.json()["code"] not in (first.json()["code"], made["code"])


def test_wrong_codes_leave_others_of_the_household_their_tries_to_sign_in(url: str) -> None:
    few = Limits(sign_ins=6, sign_in_every=1000.0, recoveries=3, recovery_every=1000.0)
    with opened(url, limits=few) as client:
        made = register(client, "Ana")
        ask(client, "sign-out")
        for _ in range(3):
            with refused(url, "wrong-code") as answers:
                answers.append(ask(client, "recover", {"code": "AAAAA"}))
        with refused(url, "too-much") as answers:
            answers.append(ask(client, "recover", {"code": "AAAAA"}))
        assert sign_in(client, made["device"]).status_code == 200


def test_what_was_signed_once_signs_nobody_in_again(url: str) -> None:
    for counts in (True, False):
        name = "Ana" if counts else "Ion"
        with opened(url) as client:
            made = register(client, name, device(counts=counts))
            options = ask(client, "sign-in/begin").json()["options"]
            answer = made["device"].sign(options)
            assert ask(client, "sign-in/end", {"answer": answer}).status_code == 200
            with refused(url, "replayed" if counts else "spent-challenge") as answers:
                answers.append(ask(client, "sign-in/end", {"answer": answer}))
            if counts:
                # A copy of the passkey has not counted on.
                made["device"].count = 0
                with refused(url, "replayed") as answers:
                    answers.append(sign_in(client, made["device"]))


def test_a_registration_sent_again_makes_no_second_account(url: str) -> None:
    with opened(url) as client:
        asked = ask(client, "register/begin", {"name": "Ana"}).json()
        what = {"name": "Ana", "account": asked["account"],
                "answer": device().make(asked["options"])}
        assert ask(client, "register/end", what).status_code == 201
        with refused(url, "spent-challenge") as answers:
            answers.append(ask(client, "register/end", what))


def test_challenges_of_others_and_old_ones_are_refused(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(url) as client:
        made = register(client, "Ana")
        used = made["device"]
        options = ask(client, "sign-in/begin").json()["options"]
        adding = ask(client, "passkeys/begin").json()["options"]
        foreign = text(b"5f000000-" + b"0" * 32 + b"-" + b"0" * 64)
        for challenge in (foreign, text(b"hello"), adding["challenge"]):
            with refused(url, "foreign-challenge") as answers:
                answer = used.sign({"challenge": challenge})
                answers.append(ask(client, "sign-in/end", {"answer": answer}))
        # A challenge to make an account serves that account and that name alone.
        asked = ask(client, "register/begin", {"name": "Ion"}).json()
        answer = device().make(asked["options"])
        for name, account in (("Iona", asked["account"]), ("Ion", "0" * 32)):
            with refused(url, "foreign-challenge") as answers:
                answers.append(ask(
                    client, "register/end", {"name": name, "account": account, "answer": answer}
                ))
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + passkeys.LASTS + 2)
        with refused(url, "old-challenge") as answers:
            answers.append(ask(client, "sign-in/end", {"answer": used.sign(options)}))


def test_a_passkey_of_another_site_opens_nothing(url: str) -> None:
    with opened(url) as client:
        made = register(client, "Ana")
        for origin, site in (
            ("https://elsewhere.example", "testserver"), (HERE, "elsewhere.example"),
            ("http://testserver:8001", "testserver"),
        ):
            other = Device(origin, site)
            asked = ask(client, "register/begin", {"name": "Ion"}).json()
            with refused(url, "wrong-passkey") as answers:
                answers.append(ask(client, "register/end", {
                    "name": "Ion", "account": asked["account"],
                    "answer": other.make(asked["options"]),
                }))
            made["device"].origin, made["device"].site = origin, site
            with refused(url, "wrong-passkey") as answers:
                answers.append(sign_in(client, made["device"]))
        # The right site and passkey, signed by another key.
        thief = device()
        thief.id = made["device"].id
        thief.count = 99
        with refused(url, "wrong-passkey") as answers:
            answers.append(sign_in(client, thief))
        # Nor can it be given to a second account.
        asked = ask(client, "register/begin", {"name": "Ion"}).json()
        with refused(url, "known-passkey") as answers:
            answers.append(ask(client, "register/end", {
                "name": "Ion", "account": asked["account"], "answer": thief.make(asked["options"]),
            }))


ODD_NAMES = [
    ("", "no-name"), ("…", "no-name"), ("An\u202ea", "odd-name"), ("A\x00na", "odd-name"),
    ("Ana\n", "odd-name"), ("A\u200bna", "odd-name"), ("\u2066Ana\u2069", "odd-name"),
    ("e" + "\u0301" * 9, "odd-name"), ("x" * 25, "long-name"), ("А\u200dna", "odd-name"),
]


def test_odd_names_are_refused(url: str) -> None:
    with opened(url) as client:
        for name, code in ODD_NAMES:
            with refused(url, code) as answers:
                answers.append(ask(client, "register/begin", {"name": name}))
            with refused(url, code) as answers:
                answers.append(ask(
                    client, "register/end", {"name": name, "account": "0" * 32, "answer": {}}
                ))


def test_no_two_names_look_the_same(url: str) -> None:
    with opened(url) as client:
        first = ask(client, "register/begin", {"name": "Αnа"}).json()
        register(client, "Ana")
        with refused(url, "name-taken") as answers:
            answers.append(ask(client, "register/begin", {"name": "ANA"}))
        # Who asked before and answers later comes too late.
        with refused(url, "name-taken") as answers:
            answers.append(ask(client, "register/end", {
                "name": "Αnа", "account": first["account"],
                "answer": device().make(first["options"]),
            }))
        assert ask(client, "name", {"name": "Anna"}).json() == {"name": "Anna"}
        ion = register(client, "Ana")
        with refused(url, "name-taken") as answers:
            answers.append(ask(client, "name", {"name": "ánna"}))
        assert heading(client) == ion["name"] == "Ana"
        assert ask(client, "name", {"name": "ANA"}).json() == {"name": "ANA"}


def test_a_removed_account_leaves_nothing_behind(url: str) -> None:
    with opened(url) as client, opened(url) as elsewhere:
        made = register(client, "Ana")
        assert sign_in(elsewhere, made["device"]).status_code == 200
        with refused(url, "another-name") as answers:
            answers.append(ask(client, "remove", {"name": "Ion"}))
        assert ask(client, "remove", {"name": "Ana"}).status_code == 200
        assert heading(client) == heading(elsewhere) == "Your name"
        # Answers that were used cannot be used again for a while.
        assert written(url)[:3] == [0, 0, 0] and written(url)[4] == 0
        with refused(url, "unknown-passkey") as answers:
            answers.append(sign_in(client, made["device"]))
        register(client, "Ana")


def test_sessions_end(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(url) as client, opened(url) as elsewhere:
        made = register(client, "Ana")
        assert sign_in(elsewhere, made["device"]).status_code == 200
        assert ask(client, "sign-out/others").status_code == 200
        assert (heading(client), heading(elsewhere)) == ("Ana", "Your name")
        for wrong in ("", "x", "a" * 32, "a" * 5000, "\u00e9"):
            elsewhere.cookies.clear()
            cookie = f"signed-in={wrong}".encode("latin-1")
            answer = elsewhere.get("/you", headers={b"cookie": cookie})
            assert "<h1>Your name</h1>" in answer.text
        now = time.time()
        for passed, name in ((80, "Ana"), (160, "Ana"), (251, "Your name")):
            later = now + passed * 24 * 3600
            monkeypatch.setattr(time, "time", lambda later=later: later)
            assert heading(client) == name
        assert ask(client, "code").json()["code"] == "sign-in"


def test_only_so_many_passkeys_and_sessions_are_kept(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "MOST_PASSKEYS", 2)
    monkeypatch.setattr(accounts, "MOST_SESSIONS", 2)
    with opened(url) as client:
        made = register(client, "Ana")
        token = client.cookies["signed-in"]
        options = ask(client, "passkeys/begin").json()["options"]
        assert ask(client, "passkeys/end", {"answer": device().make(options)}).status_code == 201
        options = ask(client, "passkeys/begin").json()["options"]
        with refused(url, "passkeys") as answers:
            answers.append(ask(client, "passkeys/end", {"answer": device().make(options)}))
        for _ in range(2):
            assert sign_in(client, made["device"]).status_code == 200
        assert written(url)[4] == 2
        client.cookies.set("signed-in", token, domain="testserver.local")
        assert heading(client) == "Your name"


def test_an_address_has_so_many_tries_and_accounts(url: str) -> None:
    few = Limits(sign_ins=4, sign_in_every=1000.0, accounts=1, account_every=1000.0)
    with opened(url, limits=few) as client:
        register(client, "Ana")
        asked = ask(client, "register/begin", {"name": "Ion"}).json()
        with refused(url, "too-much") as answers:
            answers.append(ask(client, "register/end", {
                "name": "Ion", "account": asked["account"],
                "answer": device().make(asked["options"]),
            }))
        assert answers[0].headers["retry-after"]


def test_an_address_without_a_name_has_no_passkeys(url: str) -> None:
    with opened(url) as client:
        for host in ("127.0.0.1:8000", "[::1]:8000"):
            answer = client.post(
                "/you/register/begin", json={"name": "Ana"}, headers={"host": host}
            )
            assert answer.json()["code"] == "no-site"
            assert "http://localhost" in client.get("/you", headers={"host": host}).text
    for wrong in ("table.example.org", "ftp://x", "https://x/y z"):
        with pytest.raises(Refused, match="no address"):
            passkeys.read_site(wrong)


def test_pages_of_other_sites_can_do_nothing_with_a_session(url: str) -> None:
    with opened(url) as client:
        register(client, "Ana")
        answer = client.post(
            "/you/remove", json={"name": "Ana"}, headers={"sec-fetch-site": "cross-site"}
        )
        assert answer.json()["code"] == "another-site"
        assert heading(client) == "Ana"


def test_answers_that_no_device_gives_are_unreadable(url: str) -> None:
    with opened(url) as client:
        used = register(client, "Ana")["device"]
        options = ask(client, "sign-in/begin").json()["options"]
        good = used.sign(options)
        for wrong in (
            {}, {"response": 3}, {"response": {"clientDataJSON": "!"}}, {**good, "rawId": 5},
            {**good, "response": {**good["response"], "authenticatorData": "AAAA"}},
            {**good, "response": {**good["response"], "signature": []}},
        ):
            with refused(url, "") as answers:
                answers.append(ask(client, "sign-in/end", {"answer": wrong}))
                code = answers[0].json()["code"]
                assert code in ("unreadable-passkey", "wrong-passkey", "unknown-passkey"), wrong
                answers[0]._content = answers[0].content.replace(code.encode(), b"")
        assert raw(good["rawId"]) == used.id
        assert ask(client, "sign-in/end", {"answer": good}).status_code == 200
