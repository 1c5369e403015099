// The form of a tournament: it asks what its form needs, and shows the rules of the game that is chosen.

import "./languages.js";
import { $ } from "./page.js";

const game = /** @type {HTMLSelectElement} */ ($("game"));
const form = /** @type {HTMLSelectElement} */ ($("form"));

function showFields() {
  for (const field of document.querySelectorAll("[data-forms]")) {
    if (field instanceof HTMLElement) field.hidden = !(field.dataset.forms || "").split(" ").includes(form.value);
  }
  // Boards have these rules by themselves.
  for (const option of document.querySelectorAll("[data-fixed=yes]")) {
    if (option instanceof HTMLElement) option.hidden = form.value === "duplicate";
  }
}

game.addEventListener("change", () => game.form?.submit());
form.addEventListener("change", showFields);
showFields();
