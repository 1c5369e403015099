// The page of a game.

import { checkForm } from "./form.js";
import "./languages.js";
import { showMine } from "./mine.js";
import { showStatistics } from "./results.js";

/** Asks who sits where for as many seats as there are players. */
function fitSitters() {
  const players = /** @type {HTMLInputElement} */ (document.querySelector("[name=players]"));
  const fit = () => {
    /** @type {NodeListOf<HTMLElement>} */
    const rows = document.querySelectorAll(".sitter");
    for (const row of rows) row.hidden = Number(row.dataset.seat) >= Number(players.value);
  };
  players.addEventListener("input", fit);
  fit();
}

checkForm();
showStatistics();
showMine();
fitSitters();
