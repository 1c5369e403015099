// The deal of the day: what came of it is kept here, and can be told without telling how it was played.

import { daysIn, daysInRow, week, withDay } from "./days.js";
import { keep, kept } from "./keeping.js";
import { body, language, make, perhaps, words } from "./page.js";
import { shareText } from "./share.js";
import { counted } from "./text.js";

/** @import {Daily, Message} from "./messages.js" */

/** @param {Message} message */
export function noteDay({ daily, seat }) {
  if (!daily || !daily.ending) return;
  const { game = "", table = "" } = body.dataset;
  // One's own points first.
  const points = daily.points.length ? [daily.points[seat], ...daily.points.filter((_, place) => place !== seat)] : [];
  keep("days", JSON.stringify(withDay(daysIn(kept("days")), daily.date, game, { ending: daily.ending, points, table })));
}

/** Tells what came of a deal in a few lines. @param {string} game @param {string} title @param {string} date */
function told(game, title, date) {
  const days = daysIn(kept("days"));
  const outcome = days[date]?.[game];
  if (!outcome) return "";
  const said = { "win": words.deal_won, "close win": words.deal_close, "draw": words.deal_shared, "loss": words.deal_lost };
  const lines = [
    `Sobremesa · ${title} · ${date}`,
    [said[/** @type {keyof typeof said} */ (outcome.ending)], outcome.points.join(" : ")].filter(Boolean).join(" · "),
    [week(days, date, game), counted(words.days_in_row, daysInRow(days, date), language)].join(" · "),
    new URL(`/games/${game}`, location.href).href,
  ];
  return lines.join("\n");
}

/** Makes the button that tells others. @param {string} game @param {string} title @param {string} date */
export function tellButton(game, title, date) {
  const button = make("button", { type: "button", class: "act quiet-act", id: "tell-day" }, words.tell_day);
  button.addEventListener("click", () => shareText(told(game, title, date), button));
  return button;
}

/** @param {Daily} daily */
export function tellDaily({ game, date }) {
  return tellButton(body.dataset.game || "", game, date);
}

/** Shows on the page of a game what came of today's deal here. */
export function showDay() {
  const place = perhaps("day");
  if (!place) return;
  const { game = "", title = "", date = "" } = place.dataset;
  const text = told(game, title, date);
  place.hidden = !text;
  if (text) place.replaceChildren(make("span", {}, `${text.split("\n")[1]} · ${text.split("\n")[2]} `), tellButton(game, title, date));
}
