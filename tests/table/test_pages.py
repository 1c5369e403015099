"""The pages: gallery, game, table, replay, records; and how they keep to the rules of safety."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa import bots, picture, record
from sobremesa.bots.levels import LEVELS, SENTENCES
from sobremesa.core.game import game_class
from sobremesa.table.guard import HEADERS
from sobremesa.table.scripts import STATIC
from tests.table.host import Json, drawing, lay, opened, send, state, stored_match, wait_for_turn


def test_the_gallery_shows_every_game_with_a_picture(client: TestClient) -> None:
    page = client.get("/").text
    for name in sobremesa.games():
        assert f'href="/games/{name}"' in page
    assert page.count('<img class="card-picture"') == len(sobremesa.games())


@pytest.mark.parametrize("name", sobremesa.games())
def test_the_page_of_a_game_asks_for_every_option_with_its_ruling(
    client: TestClient, name: str
) -> None:
    page = client.get(f"/games/{name}").text
    for option in game_class(name).declared():
        assert f'name="{option.name}"' in page
        assert option.ruling in page
        for value in option.allowed if option.allowed and len(option.allowed) > 1 else []:
            assert isinstance(value, bool) or f'<option value="{value}"' in page
    assert "<h1>" in page.split('<article class="rules"')[1]


@pytest.mark.parametrize("name", sobremesa.games())
def test_the_form_offers_the_levels_with_a_line_each(client: TestClient, name: str) -> None:
    page = client.get(f"/games/{name}").text
    known = bots.names(name)
    offered = re.findall(r'<option value="bot:([^"]+)"', page)
    assert sorted(set(offered)) == sorted(known)
    if "middle" not in known:
        assert name == "bingo" and "levels" not in page
        return
    assert offered[:5] == LEVELS
    listed = re.findall(r"<dt>(.*?)</dt> <dd>(.*?)</dd>", page)
    assert listed == [(level, SENTENCES[level]) for level in LEVELS]
    if int(sobremesa.game(name).players) > 1:
        assert '<option value="bot:middle" selected>' in page


def test_an_unknown_level_is_answered_with_those_there_are(client: TestClient) -> None:
    form = {"game": "block", "players": "2", "sitter0": "me", "sitter1": "bot:grandmaster"}
    answer = client.post("/tables", data=form)
    assert answer.status_code == 422
    shown = unescape(answer.text)
    assert "bot:grandmaster cannot sit here" in shown
    for level in LEVELS:
        assert f"bot:{level}" in shown.split("cannot sit here")[1].split("</p>")[0]


@pytest.mark.parametrize("name", sobremesa.games())
def test_the_form_asks_for_the_time_to_call_where_there_are_calls(
    client: TestClient, name: str
) -> None:
    asks = 'name="silence"' in client.get(f"/games/{name}").text
    assert asks == (name in ("muggins", "bergen", "high-fives", "double-takes"))


def test_a_bundle_fills_in_the_form(client: TestClient) -> None:
    plain = client.get("/games/muggins").text
    casual = client.get("/games/muggins", params={"bundle": "casual"}).text
    ticked = 'name="auto_claim" checked'
    assert ticked not in plain
    assert ticked in casual
    assert client.get("/games/muggins", params={"bundle": "x"}).status_code == 422


def test_the_form_lays_the_table_and_leads_to_it_with_the_links_behind_the_hash(
    client: TestClient, database: Path
) -> None:
    answer = client.post("/tables", data={
        "game": "muggins", "players": "3", "target": "50", "auto_claim": "on",
        "sitter0": "me", "sitter0.name": "Ana", "sitter1": "friend", "sitter2": "bot:greedy",
        "sitter3": "me",
    }, follow_redirects=False)
    assert answer.status_code == 303
    where, _, links = answer.headers["location"].partition("#")
    assert sorted(link.partition("=")[0] for link in links.split("&")) == ["1", "watch"]
    assert client.get(where).status_code == 200
    message = state(client, where)
    assert message["names"][0] == "Ana"
    match = stored_match(database, where.split("/")[2])
    assert match.game == sobremesa.game("muggins", players=3, target=50, auto_claim=True)


def test_a_box_that_is_not_ticked_is_a_no(client: TestClient, database: Path) -> None:
    answer = client.post("/tables", data={
        "game": "draw", "players": "2", "sitter0": "me", "sitter1": "bot:random",
    }, follow_redirects=False)
    match = stored_match(database, answer.headers["location"].split("/")[2])
    assert match.game == sobremesa.game("draw")


def test_the_form_refuses_what_it_does_not_know(client: TestClient) -> None:
    form = {"game": "draw", "players": "2", "sitter0": "me", "sitter1": "bot:random"}
    for more in ({"colour": "1"}, {"players": "x"}, {"sitter1": "robot"}, {"silence": "-1"},
                 {"game": "chess"}):
        answer = client.post("/tables", data={**form, **more}, follow_redirects=False)
        assert answer.status_code in (404, 422)


def test_every_answer_carries_the_headers_of_safety(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    for path in ("/", "/games/block", laid["mine"], laid["mine"] + "/state", "/nowhere",
                 "/static/table.js", "/static/picture.css"):
        answer = client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value


@pytest.mark.parametrize("path", ["/", "/games/muggins", "/records"])
def test_pages_have_no_inline_script_or_style(client: TestClient, path: str) -> None:
    page = client.get(path).text
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)


def test_names_are_shown_as_text(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    name = "<img src=x onerror=1>"
    client.post(f"{laid['mine']}/name", json={"seat": 0, "name": name})
    for path in ("", "/replay"):
        assert name not in client.get(laid["mine"] + path).text
    assert name not in drawing(state(client, laid["mine"]))


def test_the_classes_of_the_page_do_not_touch_the_picture() -> None:
    drawn: set[str] = set()
    match = sobremesa.game("muggins", players=4).start(3)
    while not match.round.over:
        match.play(match.round.moves()[-1])
        for shape in ("wide", "tall"):
            svg = picture.svg(match.view(match.turn), shape=shape, standalone=False)
            drawn |= set(" ".join(re.findall(r'class="([^"]*)"', svg)).split())
    assert {"tile", "touch", "side"} <= drawn
    sheet = re.sub(r":is\((?:[^()]|\([^()]*\))*\)", "", (STATIC / "table.css").read_text())
    for selectors in re.findall(r"([^{}]+)\{", sheet):
        for selector in selectors.split(","):
            if re.fullmatch(r"\s*\.\S+\s*", selector):
                named = set(re.findall(r"\.([a-z][\w-]*)", selector))
                assert not named or named - drawn, selector


def play_hands(client: TestClient, link: str, hands: int) -> Json:
    while True:
        now = wait_for_turn(client, link)
        if now["ended"] or (now["over"] and now["hand"] == hands):
            return now
        if now["next"]:
            client.post(f"{link}/next", json={"number": now["number"]})
        else:
            send(client, link, now["number"], 0, now["moves"][-1]["move"])


def test_the_replay_shows_what_the_seat_saw_then(client: TestClient, database: Path) -> None:
    laid = lay(client, "draw", ["me", "bot:greedy"], target=1000)
    link = laid["mine"]
    done = play_hands(client, link, 1)
    match = stored_match(database, laid["table"])
    own = match.round.opening()["hands"][0]
    theirs = match.round.opening()["hands"][1]
    first = client.get(f"{link}/replay/2").json()
    assert first["number"] == 2
    assert all(f'id="tile-{tile}"' in drawing(first) for tile in own)
    assert not any(f'id="tile-{tile}"' in drawing(first) for tile in theirs)
    last = client.get(f"{link}/replay/{done['number']}").json()
    assert last["scores"] == done["scores"]
    assert last["log"] == done["log"]
    assert "moves" not in last


def test_a_share_link_shows_only_hands_that_are_over(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "bot:greedy"], target=1000, first_player=0)
    link = laid["mine"]
    page = client.get(link + "/replay").text
    share = page.split('data-share="')[1].split('"')[0]
    assert "No hand is finished yet" in client.get(share).text
    assert client.get(f"{share}/2").status_code == 404
    done = play_hands(client, link, 1)
    assert client.get(f"{share}/{done['number']}").status_code == 200
    client.post(f"{link}/next", json={"number": done["number"]})
    assert client.get(f"{share}/{done['number']}").status_code == 200
    assert client.get(f"{share}/{done['number'] + 1}").status_code == 404


def test_a_downloaded_record_can_be_opened_again(client: TestClient, database: Path) -> None:
    laid = lay(client, "muggins", ["me", "bot:greedy"], target=60)
    link = laid["mine"]
    done = play_hands(client, link, 1000)
    answer = client.get(link + "/record")
    assert answer.headers["content-disposition"].startswith('attachment; filename="sobremesa-')
    assert record.read(answer.text).match().scores == done["scores"]
    opened_again = client.post(
        "/records", files={"file": ("match.txt", answer.content)}, follow_redirects=False
    )
    assert opened_again.status_code == 303
    where = opened_again.headers["location"].partition("?")[0]
    last = client.get(f"{where}/{done['number']}").json()
    assert last["scores"] == done["scores"]
    assert last["names"] == done["names"]
    assert client.get(f"{where}?at=2&seat=1").status_code == 200


def test_a_record_of_a_running_match_hides_what_the_seat_does_not_know(
    client: TestClient, database: Path
) -> None:
    laid = lay(client, "draw", ["me", "friend"])
    text = client.get(laid["mine"] + "/record").text
    hands = stored_match(database, laid["table"]).round.opening()["hands"]
    assert all(tile in text for tile in hands[0])
    assert "?7" in text
    assert '[Seed "?"]' in text


def test_the_database_is_durable_and_its_schema_comes_from_the_migrations(
    database: Path,
) -> None:
    import sqlite3

    with opened(database):
        with sqlite3.connect(database) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            version = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        assert version == ("0014",)
    with opened(database) as client:
        assert client.get("/").status_code == 200


def test_figures_and_aids_are_drawn_for_those_who_wish(client: TestClient) -> None:
    link = lay(client, "muggins", ["me", "bot:greedy"])["mine"]
    assert 'id="aids"' in client.get(link).text
    message = wait_for_turn(client, link)
    send(client, link, message["number"], 0, message["moves"][0]["move"])
    wait_for_turn(client, link)
    plain, figures, counted = (
        drawing(state(client, link, **wish)) for wish in ({}, {"numerals": "yes"}, {"aids": "yes"})
    )
    assert len({plain, figures, counted}) == 3


def test_aids_are_not_for_a_table_with_others(client: TestClient) -> None:
    laid = lay(client, "muggins", ["me", "friend"])
    assert 'id="aids"' not in client.get(laid["mine"]).text
    for link in (laid["mine"], laid["watch"]):
        assert state(client, link, aids="yes")["scene"] == state(client, link)["scene"]


def test_a_board_has_no_tiles_to_write_figures_on(client: TestClient) -> None:
    pages = {
        game: client.get(lay(client, game, ["me", "bot:random"])["mine"]).text
        for game in ("block", "djambi")
    }
    assert 'id="numerals"' in pages["block"]
    assert 'id="numerals"' not in pages["djambi"]
