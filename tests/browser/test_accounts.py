"""Accounts in a real Chromium whose devices are virtual: made, left, opened again, recovered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser.test_access import complaints
from tests.browser.visits import PHONE
from tests.spread import spread
from tests.table.host import Server

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
}


class Person:
    """Somebody with a browser of their own and a device that holds passkeys."""

    def __init__(self, browser: Browser, server: Server, screen: dict[str, Any]) -> None:
        # Passkeys belong to names, and 127.0.0.1 is none.
        address = server.url.replace("127.0.0.1", "localhost")
        self.context = browser.new_context(base_url=address, locale="en-GB", **screen)
        self.page: Page = self.context.new_page()
        self.line: CDPSession = self.context.new_cdp_session(self.page)
        self.line.send("WebAuthn.enable")
        self.device = self.get_device()

    def get_device(self) -> str:
        found = self.line.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        return str(found["authenticatorId"])

    def lose_device(self) -> None:
        self.line.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self.device})
        self.device = self.get_device()

    def register(self, name: str) -> str:
        """Makes an account; answers the recovery code."""
        self.page.goto("/lobby")
        self.page.get_by_role("banner").get_by_role("link", name="Your name").click()
        self.page.get_by_label("Your name", exact=True).fill(name)
        self.page.get_by_role("button", name="Make an account").click()
        code = self.page.locator("#code")
        expect(code).to_be_visible()
        told = code.inner_text()
        self.page.get_by_role("button", name="I have kept it").click()
        expect(self.heading).to_have_text(name)
        return told

    @property
    def heading(self) -> Any:
        return self.page.locator("h1")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()


@pytest.fixture(params=spread(["wide", "phone"], ["wide"]))
def person(
    request: pytest.FixtureRequest, browser: Browser, server: Server
) -> Iterator[Person]:
    found = Person(browser, server, PHONE if request.param == "phone" else WIDE)
    yield found
    found.context.close()


def test_a_name_is_taken_left_opened_again_and_recovered(person: Person) -> None:
    page = person.page
    name = f"Ana {person.device[:6]}"
    code = person.register(name)
    assert complaints(page) == []
    person.press("Sign out")
    expect(person.heading).to_have_text("Your name")
    assert complaints(page) == []
    # Somebody else cannot have it.
    page.get_by_label("Your name", exact=True).fill(name.upper())
    person.press("Make an account")
    expect(page.get_by_role("alert")).to_contain_text("looks the same")
    person.press("Sign in with a passkey")
    expect(person.heading).to_have_text(name)

    person.press("Sign out")
    person.lose_device()
    person.press("Sign in with a passkey")
    expect(page.get_by_role("alert")).to_contain_text("No passkey was made or used")
    page.get_by_text("Passkey lost?").click()
    page.get_by_label("Recovery code", exact=True).fill(code.lower())
    person.press("Sign in with the code")
    following = page.locator("#code")
    expect(following).to_be_visible()
    assert following.inner_text() != code
    person.press("I have kept it")
    expect(person.heading).to_have_text(name)
    person.press("Add a passkey")
    expect(page.locator(".kept li")).to_have_count(2)
    page.get_by_role("button", name="Remove the passkey").first.click()
    expect(page.locator(".kept li")).to_have_count(1)
    person.press("Sign out")
    person.press("Sign in with a passkey")
    expect(person.heading).to_have_text(name)

    page.get_by_text("Remove the account").first.click()
    page.get_by_label("Write your name once more").fill(name)
    page.locator("[data-deed=remove] button").click()
    expect(person.heading).to_have_text("Your name")


def test_a_page_without_a_name_says_where_passkeys_are(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, locale="en-GB")
    page = context.new_page()
    page.goto("/you")
    expect(page.locator(".fault:visible")).to_contain_text("http://localhost")
    expect(page.get_by_role("button", name="Make an account")).to_have_count(0)
    context.close()
