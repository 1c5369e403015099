// The sign of a page among others: its title and its icon say that it waits for whoever has it.

import { words } from "./page.js";
import { fill } from "./text.js";

const title = document.title;
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const usual = icon?.getAttribute("href") || "";

/** @param {boolean} isMyTurn */
export function signTurn(isMyTurn) {
  document.title = isMyTurn ? fill(words.your_turn, { title }) : title;
  icon?.setAttribute("href", isMyTurn ? usual.replace("icon.svg", "icon-turn.svg") : usual);
}
