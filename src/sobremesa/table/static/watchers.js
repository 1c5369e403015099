// What those who watch may see: said to everybody, and asked of those who play.

import { note } from "./notes.js";
import { make, perhaps, words } from "./page.js";
import { newId, post } from "./posting.js";

/** @import {Message, Watchers} from "./messages.js" */

const question = perhaps("consent");   // only for those who play
const line = perhaps("watchers");   // only where somebody can watch

/** @param {Watchers} watchers @param {boolean} yes @param {string} label @param {string} look */
function answer({ seat }, yes, label, look) {
  const button = make("button", { type: "button", class: look, "data-yes": String(yes) }, label);
  button.addEventListener("click", async () => {
    button.disabled = true;
    const sent = await post("consent", { id: newId(), seat, yes });
    button.disabled = false;
    if (!sent.ok) note(sent.error);
  });
  return button;
}

/** @param {Watchers} watchers */
function standing(watchers) {
  const { text, asks, agreed } = watchers;
  if (!asks || agreed === null) return [text];
  const change = agreed
    ? answer(watchers, false, words.take_consent_back, "quiet-act")
    : answer(watchers, true, words.agree, "quiet-act");
  return [`${text} ${asks} ${words.consent_rule} ${agreed ? words.consented : words.not_consented} `, change];
}

/** Shows who may watch what, and asks for consent where that is needed. @param {Message} message */
export function showWatchers({ watchers }) {
  const shown = JSON.stringify(watchers);
  // A button under a finger stays where it is.
  if (!line || line.dataset.shown === shown) return;
  line.dataset.shown = shown;
  line.replaceChildren(...standing(watchers));
  if (!question) return;
  question.hidden = !watchers.asks || watchers.agreed !== null;
  question.replaceChildren(...(question.hidden ? [] : [
    make("span", {}, watchers.asks),
    answer(watchers, true, words.agree, "act"),
    answer(watchers, false, words.decline, "quiet-act"),
  ]));
}
