// Ways to the table in words: a key, and a button before everything else.

import { $, all, field, hit, perhaps } from "./page.js";
import { isTold } from "./telling.js";

/** Opens whatever folds the table in words away. */
function unfold() {
  const side = perhaps("side");
  if (side && !side.classList.contains("open")) perhaps("side-button")?.click();
  for (let one = $("in-words").closest("details"); one; one = one.parentElement?.closest("details") || null) one.open = true;
}

/** Goes to the table in words, or to the moves there; it is told from then on. @param {boolean} toMoves */
function go(toMoves) {
  unfold();
  if (!isTold()) {
    field("text").checked = true;
    field("text").dispatchEvent(new Event("change"));
  }
  const [first] = all(HTMLButtonElement, "#choice-list button");
  (toMoves && first ? first : $("in-words")).focus();
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || hit(event).matches("input:not([type=checkbox]), textarea, select")) return;
  if (/^[tm]$/i.test(event.key)) {
    go(/^m$/i.test(event.key));
    event.preventDefault();
  }
}

/** Listens to whoever wants the table in words. */
export function listenToWords() {
  if (!perhaps("in-words")) return;
  perhaps("to-words")?.addEventListener("click", () => go(false));
  document.addEventListener("keydown", press);
}
