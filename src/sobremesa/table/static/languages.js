// The choice of a language comes back to what is shown now.

import { entry } from "./page.js";

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll(".languages");
for (const form of forms) {
  form.addEventListener("submit", () => { entry(form, "to").value = location.pathname + location.search; });
}
