// The panel beside the table.

import { $, perhaps } from "./page.js";

/** On a small screen the panel lies over the table: a touch outside closes it, and does no more. */
export function foldSide() {
  const button = perhaps("side-button");
  if (!button) return;
  const side = $("side");
  /** @param {boolean} open */
  const fold = (open) => {
    side.classList.toggle("open", open);
    button.setAttribute("aria-expanded", String(open));
  };
  const isOver = () => side.classList.contains("open") && getComputedStyle(side).position === "fixed";
  button.addEventListener("click", () => fold(!side.classList.contains("open")));
  document.addEventListener("pointerdown", (event) => {
    const target = /** @type {Node} */ (event.target);
    if (!isOver() || side.contains(target) || button.contains(target)) return;
    fold(false);
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOver()) {
      fold(false);
      button.focus();
    }
  });
  fold(side.classList.contains("open"));
}
