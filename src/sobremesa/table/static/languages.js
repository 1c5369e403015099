// The choice of a language comes back to what is shown now.

import { all, entry } from "./page.js";

for (const form of all(HTMLFormElement, ".languages")) {
  form.addEventListener("submit", () => { entry(form, "to").value = location.pathname + location.search; });
}
