"""The gallery and the form of a game: what is sent, what is found, what is refused and how."""

from __future__ import annotations

import html
import re
from urllib.parse import unquote

import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa.core.game import game_class
from sobremesa.families.lines.home import BY_COUNTRY, COUNTRIES
from sobremesa.picture.family import FAMILIES
from sobremesa.table.look import KINDS, late_picture
from sobremesa.table.words import LANGUAGES
from tests.table.host import lay

PAGE = {"Accept": "text/html"}
FIVE_AT_BLOCK = {
    "game": "block", "players": "5", "set": "6", "hand_size": "7", "first_player": "2",
    "next_lead": "winner", "spinner": "auto", "target": "77", "finish_hand": "on",
    "sitter0": "me", "sitter0.name": "Ana", "sitter1": "friend", "sitter1.name": "Luc",
    "sitter2": "bot:random", "sitter3": "hot", "sitter4": "bot:greedy",
}


def cards(page: str) -> dict[str, str]:
    found = re.findall(r'<li class="game-card".*?</li>', page, re.DOTALL)
    return {re.findall(r'href="/games/([^"]+)"', card)[0]: card for card in found}


def shown(page: str) -> list[str]:
    return [name for name, card in cards(page).items() if " hidden>" not in card.split("\n")[0]]


def test_every_card_says_for_how_many_the_game_is(client: TestClient) -> None:
    page = client.get("/").text
    assert ">4 players<" in cards(page)["sebastopol"]
    assert ">2 to 4 players<" in cards(page)["block"]
    assert ">1 player<" in cards(page)["squeeze"]
    assert not re.search(r">0 ", page)


@pytest.mark.parametrize("query", ["players=3", "kind=tricks", "players=1&kind=alone", "players=x"])
def test_games_are_found_by_players_and_kind_without_a_script(
    client: TestClient, query: str
) -> None:
    wish = dict(part.split("=") for part in query.split("&"))
    wanted = [
        name for name in sobremesa.games()
        if wish.get("kind") in (None, FAMILIES[game_class(name).FAMILY].kind)
        and (not wish.get("players", "").isdecimal() or _takes(name, int(wish["players"])))
    ]
    page = client.get(f"/?{query}").text
    assert shown(page) == wanted
    assert f">{len(wanted)} games<" in page


def _takes(name: str, players: int) -> bool:
    try:
        sobremesa.game(name, players=players)
    except sobremesa.BadOption:
        return False
    return True


def test_every_game_is_found_under_a_kind_and_every_kind_has_a_game() -> None:
    assert {FAMILIES[game_class(name).FAMILY].kind for name in sobremesa.games()} == set(KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_is_kept_by_the_browser_and_sent_again_only_when_it_changed(
    client: TestClient, language: str
) -> None:
    for name in sobremesa.games():
        address = f"/pictures/{language}/{name}.svg"
        answer = client.get(address)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "max-age" in answer.headers["cache-control"]
        assert answer.text == late_picture(name, language).svg
        again = client.get(address, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.text) == (304, "")
    assert client.get(f"/pictures/{language}/chess.svg").status_code == 404
    assert client.get("/pictures/xx/block.svg").status_code == 404


def test_what_everybody_gets_is_compressed_and_what_a_link_opens_is_not(
    client: TestClient,
) -> None:
    laid = lay(client, "block", ["me", "friend"])
    public = ["/", "/games/block", "/rules/block", "/records", "/static/table.js",
              "/static/picture.css", "/pictures/en/block.svg"]
    secret = [laid["mine"], laid["mine"] + "/state", laid["mine"] + "/replay", laid["watch"]]
    for paths, encoding in ((public, "gzip"), (secret, None)):
        for path in paths:
            answer = client.get(path, headers={"Accept-Encoding": "gzip"})
            assert answer.status_code == 200
            assert answer.headers.get("content-encoding") == encoding, path
    plain = client.get("/", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_five_at_block_get_the_form_again_with_all_they_entered(client: TestClient) -> None:
    answer = client.post("/tables", data=FIVE_AT_BLOCK, headers=PAGE)
    assert answer.status_code == 422
    form = html.unescape(answer.text).split('<form class="lay"')[1].split("</form>")[0]
    reason = "5 players with 7 tiles each need 35 tiles; the double-six set has 28 (SETS-R03)"
    field = re.findall(r'<input id="option-players"[^>]*>', form)[0]
    assert 'value="5"' in field
    assert 'aria-invalid="true"' in field
    assert 'aria-errormessage="fault-players"' in field
    told = '<p id="fault-players" class="fault" role="alert" data-fault="players">'
    assert f'{told}{reason}</p>' in form
    assert form.count('aria-invalid="true"') == 1
    for kept in ('name="target" value="77"', 'value="Ana"', 'value="Luc"',
                 '<option value="winner" selected>', '<option value="2" selected>seat 2<',
                 '<option value="friend" selected>', '<option value="hot" selected>',
                 '<option value="bot:random" selected>', 'name="finish_hand" checked'):
        assert kept in form
    rows = re.findall(r'<div class="sitter" data-seat="(\d+)"( hidden)?>', form)
    assert [seat for seat, hidden in rows if not hidden] == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize(("game", "entered", "field"), [
    ("block", {"players": "x"}, "players"),
    ("block", {"target": "0"}, "target"),
    ("block", {"first_player": "3"}, "first_player"),
    ("block", {"first_player": "0"}, "first_player"),
    ("muggins", {"silence": "99"}, "silence"),
    ("block", {"sitter1": "robot"}, "sitter1"),
    ("block", {"sitter1.name": "n" * 25}, "sitter1.name"),
    ("cuadrominos", {"players": "8", "hand_size": "1"}, "hand_size"),
    ("cuadrominos-puzzle", {"rows": "60", "columns": "60"}, "rows"),
    ("tiddle-a-wink", {"version": "2", "players": "3"}, "players"),
    ("double-takes", {"partnership": "on", "players": "3"}, "players"),
    ("block", {"teams": "pairs", "players": "3"}, "players"),
    ("draw", {"first_lead": "every_hand", "next_lead": "winner"}, "next_lead"),
])
def test_what_is_wrong_is_said_beside_the_field(
    client: TestClient, game: str, entered: dict[str, str], field: str
) -> None:
    bots = {f"sitter{seat}": "bot:random" for seat in range(1, 8)}
    form = {"game": game, "sitter0": "me", **bots, **entered}
    answer = client.post("/tables", data=form, headers=PAGE)
    assert answer.status_code == 422
    beside = re.findall(rf'data-fault="{field}">([^<]+)</p>', answer.text)
    assert len(beside) == 1
    assert re.search(rf'name="{field}"[^>]* aria-invalid="true"', answer.text)
    assert "_" not in beside[0]


def test_a_refusal_in_the_form_names_the_option_as_the_form_does(client: TestClient) -> None:
    form = {"game": "block", "players": "2", "sitter0": "me", "sitter1": "friend"}
    wrong = client.post("/tables", data={**form, "first_player": "3"}, headers=PAGE).text
    assert "First player cannot be 3: it is by chance, or a seat from 1 to 2 (SETS-R06)" in wrong
    wrong = client.post("/tables", data={**form, "next_lead": "loser"}, headers=PAGE).text
    assert "it is the same player every time or the next player in turn or" in wrong
    spanish = client.post(
        "/tables", data={**form, "first_player": "3"},
        headers={**PAGE, "Accept-Language": "es"},
    ).text
    assert "First player" not in spanish.split("<article")[0]


def test_seats_in_the_form_count_from_one(client: TestClient) -> None:
    page = client.get("/games/block", params={"first_player": "2"}).text
    asked = page.split('id="option-first_player"')[1].split("</select>")[0]
    assert re.findall(r'value="([^"]+)"[^>]*>([^<]+)<', asked)[:3] == [
        ("-1", "by chance"), ("1", "seat 1"), ("2", "seat 2"),
    ]
    assert re.findall(r'value="([^"]+)" selected', asked) == ["2"]
    bridge = client.get("/games/super-bridge").text
    asked = bridge.split('id="option-first_dealer"')[1].split("</select>")[0]
    assert re.findall(r">([^<]+)</option>", asked) == ["North", "East", "South", "West"]


def test_the_first_player_of_the_form_is_the_one_who_begins(client: TestClient) -> None:
    for seat in ("1", "2", "3"):
        answer = client.post("/tables", data={
            "game": "block", "players": "3", "first_player": seat, "sitter0": "friend",
            "sitter1": "friend", "sitter2": "me",
        }, follow_redirects=False)
        link = answer.headers["location"].partition("#")[0]
        assert client.get(f"{link}/state").json()["turn"] == int(seat) - 1


def test_a_form_that_is_checked_as_it_is_filled_in_says_whom_the_set_serves(
    client: TestClient,
) -> None:
    def check(**entered: str) -> dict[str, object]:
        answer: dict[str, object] = client.get("/games/block/check", params=entered).json()
        return answer

    six = check(players="5", set="6")
    assert six["players"] == [2, 3, 4]
    assert six["fault"] == "players"
    assert "the double-six set has 28" in str(six["reason"])
    nine = check(players="5", set="9")
    assert nine["players"] == [2, 3, 4, 5, 6, 7]
    assert (nine["fault"], nine["reason"]) == ("", "")
    assert check(players="4", set="6", first_player="5")["fault"] == "first_player"
    assert client.get("/games/chess/check").status_code == 404


@pytest.mark.parametrize("name", sobremesa.games())
def test_options_have_names_for_people(name: str) -> None:
    for option in game_class(name).declared():
        assert re.fullmatch(r"[A-Z0-9][^_]*", option.title)
        assert option.title != option.name
        for value in option.allowed or []:
            if isinstance(value, str):
                assert value in option.words
                assert "_" not in option.word(value)
        if option.low < 0 and option.allowed is None:
            assert option.seat


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_is_read_in_the_form(client: TestClient, language: str) -> None:
    for name in sobremesa.games():
        page = client.get(f"/games/{name}", headers={"Accept-Language": language}).text
        form = page.split('<form class="lay"')[1].split("</form>")[0]
        assert not [text for text in re.findall(r">([^<>]+)<", form) if "_" in text]


def test_the_gallery_leads_to_a_game_as_a_country_plays_it(client: TestClient) -> None:
    page = html.unescape(client.get("/").text)
    found = re.findall(
        r'<a href="/games/([^?"]+)[?]bundle=([^"]+)"><strong>([^<]+)</strong>',
        page.split('class="places"')[1].split("</details>")[0],
    )
    assert [country for _, _, country in found] == sorted(country for _, _, country in found)
    assert {unquote(bundle) for _, bundle, _ in found} >= {*BY_COUNTRY, "British Fives and Threes"}
    for game, bundle, country in found:
        assert COUNTRIES[unquote(bundle)] == country
        assert unquote(bundle) in game_class(game).BUNDLES
        assert client.get(f"/games/{game}?bundle={bundle}").status_code == 200
    assert "Block · Jamaican partner" in page and "Block · Brazilian" not in page


def test_countries_are_sorted_as_people_read_them(client: TestClient) -> None:
    page = client.get("/", headers={"Accept-Language": "fr"}).text
    places = page.split('class="places"')[1].split("</details>")[0]
    named = re.findall(r"<strong>([^<]+)</strong>", places)
    assert named.index("Espagne") < named.index("France") < named.index("Mexique")
    assert "Spain" not in named and "Martinique" in named


def of_bundle(page: str) -> dict[str, str]:
    """What a game page says that its bundle changes."""
    told = html.unescape(page).split('<section class="changes"')[1].split("</section>")[0]
    rows = re.findall(r"<dt>(.*?)</dt> <dd>(.*?)</dd>", told)
    return {name: re.sub(r"\s*<[^>]+>", " ", value).strip() for name, value in rows}


def test_a_game_page_tells_what_its_bundle_changes(client: TestClient) -> None:
    page = client.get("/games/block", params={"bundle": "Brazilian"}).text
    assert "What “Brazilian” changes" in page and "Where it is played: Brazil<" in page
    told = of_bundle(page)
    assert told["Players"] == "4 (printed: 2)"
    assert told["Blocked hands"] == "the lowest side takes all (printed: the differences)"
    assert told["Carroça"] == "1 Points for going out with a double that fits one end only."
    assert len(told) == len(game_class("block").BUNDLES["Brazilian"])
    assert 'name="target" value="6"' in page
    spanish = client.get(
        "/games/block", params={"bundle": "Brazilian"}, headers={"Accept-Language": "es"}
    ).text
    assert of_bundle(spanish)["Parejas"] == "dos parejas (impreso: cada uno por su cuenta)"


def test_yes_and_no_are_words_too(client: TestClient) -> None:
    casual = client.get("/games/muggins", params={"bundle": "casual"}).text
    assert of_bundle(casual) == {"Automatic claims": "yes (printed: no)"}


@pytest.mark.parametrize("query", ["", "?bundle=as+printed", "?target=77"])
def test_what_is_printed_changes_nothing(client: TestClient, query: str) -> None:
    assert 'class="changes"' not in client.get(f"/games/block{query}").text


def test_options_that_exclude_each_other_are_named_before_the_start(client: TestClient) -> None:
    both = {"exact_target": "on", "finish_hand": "on"}
    told = client.get("/games/muggins/check", params=both).json()
    reason = "exact_target ends a hand when the target is reached, and finish_hand does not"
    assert told["fault"] == "finish_hand" and reason in told["reason"]
    three = client.get("/games/block/check", params={"teams": "pairs", "players": "3"}).json()
    assert (three["fault"], three["reason"]) == (
        "players", "pairs are for four players, not 3 (SETS-R23)",
    )
    assert three["players"] == [4]
    form = {"game": "muggins", "players": "2", "sitter0": "me", "sitter1": "friend", **both}
    answer = client.post("/tables", data=form, headers=PAGE)
    assert answer.status_code == 422 and reason in answer.text
    lead = {"first_lead": "every_hand", "next_lead": "winner"}
    assert client.get("/games/block/check", params=lead).json()["reason"] == (
        "Who leads later hands matters only where the highest double does not open every hand: "
        "see Lead of the first hand (SETS-R30)"
    )
