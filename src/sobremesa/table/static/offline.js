// The gallery of what can be played without a connection: matches to go on with, games to begin, and what is kept here.

import "./languages.js";
import { forgetMatch, keptMatches } from "./matches.js";
import { $, all, body, button, language, make, words } from "./page.js";
import { emptyShelf, fillShelf, isPossible, isWhole, keptVersion, renewShelf } from "./shelf.js";
import { fill } from "./text.js";

/** @import {KeptMatch} from "./matches.js" */

const titles = new Map(all(HTMLElement, ".game-card[data-game]")
  .map((card) => [card.dataset.game, card.querySelector("h2")?.textContent || ""]));

/** @param {KeptMatch} one */
function matchItem({ match, game, touched, ended }) {
  const title = titles.get(game) || game;
  const when = new Date(touched).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const away = make("button", { type: "button", class: "forget", "aria-label": fill(words.forget, { game: title }) }, "×");
  const item = make("li", { class: ended ? "ended" : "running" },
    make("a", { href: `/offline/${game}#match=${match}` }, make("b", {}, title)),
    make("span", { class: "standing" }, ended ? `${words.is_over} · ${when}` : when), away);
  away.addEventListener("click", async () => {
    await forgetMatch(match);
    showMatches();
  });
  return item;
}

async function showMatches() {
  const found = (await keptMatches()).filter(({ game }) => titles.has(game))
    .sort((one, other) => Number(one.ended) - Number(other.ended));
  $("pocket-list").replaceChildren(...found.map(matchItem));
  $("pocket-matches").hidden = !found.length;
}

/** What is chosen stands behind the #, where no server reads it. @param {HTMLFormElement} form @param {string} daily */
function begin(form, daily) {
  const wish = new URLSearchParams();
  for (const [name, value] of new FormData(form)) wish.append(name, String(value));
  if (daily) wish.append("daily", daily);
  if (!String(wish)) wish.append("new", "");
  location.href = `${form.action}#${wish}`;
}

function listenToCards() {
  for (const form of all(HTMLFormElement, ".begin")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      begin(form, /** @type {HTMLButtonElement | null} */ (event.submitter)?.value || "");
    });
  }
}

async function showShelf() {
  const version = keptVersion();
  const isHere = Boolean(version) && await isWhole(version);
  button("keep").hidden = isHere;
  button("unkeep").hidden = !isHere;
  $("kept-word").textContent = isHere ? words.is_kept : version ? words.is_damaged : "";
}

async function keepAll() {
  button("keep").disabled = true;
  try {
    await fillShelf((share) => {
      $("kept-word").textContent = fill(words.keeping, { percent: Math.round(100 * share) });
    });
    await showShelf();
  } catch {
    await showShelf();
    $("kept-word").textContent = navigator.onLine ? words.not_kept : words.lost;
  }
  button("keep").disabled = false;
}

function listenToShelf() {
  $("shelf").hidden = !isPossible();
  button("keep").addEventListener("click", keepAll);
  button("unkeep").addEventListener("click", async () => {
    await emptyShelf();
    await showShelf();
  });
}

/** A choice of language is sent to the server. */
function showLanguages() {
  for (const form of all(HTMLFormElement, ".languages")) form.hidden = !navigator.onLine;
}

listenToCards();
showLanguages();
addEventListener("online", showLanguages);
addEventListener("offline", showLanguages);
listenToShelf();
showMatches();
renewShelf(navigator.onLine ? body.dataset.offline || "" : "").then(showShelf);
addEventListener("pageshow", showMatches);
