// Deals of days: what came of them, and how many days in a row.

/** What came of a deal, and at which table. @typedef {{ending: string, points: number[], table: string}} Outcome */
/** By day, then by game. @typedef {Record<string, Record<string, Outcome>>} Days */

const MOST_DAYS = 400;
const A_DAY = 24 * 3600 * 1000;
const RANK = ["loss", "draw", "close win", "win"];
/** @type {Record<string, string>} */
const SIGNS = { "win": "●", "close win": "◐", "draw": "◐", "loss": "○" };

/** @param {unknown} one @returns {one is Outcome} */
function isOutcome(one) {
  const found = /** @type {Outcome | null} */ (one);
  return typeof found === "object" && found !== null && RANK.includes(found.ending) && typeof found.table === "string"
    && Array.isArray(found.points) && found.points.every((made) => typeof made === "number");
}

/** Reads what was kept; what is damaged counts for nothing. @param {string | null} written @returns {Days} */
export function daysIn(written) {
  /** @type {Days} */
  const days = {};
  try {
    for (const [date, games] of Object.entries(JSON.parse(written || "{}"))) {
      if (!/^\d{4}\.\d\d\.\d\d$/.test(date) || typeof games !== "object" || games === null) continue;
      const found = Object.entries(games).filter(([, one]) => isOutcome(one));
      if (found.length) days[date] = Object.fromEntries(found);
    }
  } catch { /* Nothing is known. */ }
  return days;
}

/** Adds an outcome: the first of a day stays, unless the same table came to a better end.
 * @param {Days} days @param {string} date @param {string} game @param {Outcome} fresh @returns {Days} */
export function withDay(days, date, game, fresh) {
  const known = days[date]?.[game];
  const isBetter = known && known.table === fresh.table && RANK.indexOf(fresh.ending) > RANK.indexOf(known.ending);
  if (known && !isBetter) return days;
  const all = { ...days, [date]: { ...days[date], [game]: fresh } };
  return Object.fromEntries(Object.keys(all).sort().slice(-MOST_DAYS).map((one) => [one, all[one]]));
}

/** Names the day so many days before another. @param {string} date @param {number} before */
function dayBefore(date, before) {
  const [year, month, day] = date.split(".").map(Number);
  return new Date(Date.UTC(year, month - 1, day) - before * A_DAY).toISOString().slice(0, 10).replaceAll("-", ".");
}

/** Counts the days in a row with a deal, up to a day or the one before it. @param {Days} days @param {string} date */
export function daysInRow(days, date) {
  const start = days[date] ? 0 : 1;
  let count = 0;
  while (days[dayBefore(date, start + count)]) count += 1;
  return count;
}

/** Draws the last week of a game, the day itself last. @param {Days} days @param {string} date @param {string} game */
export function week(days, date, game) {
  return [6, 5, 4, 3, 2, 1, 0].map((before) => SIGNS[days[dayBefore(date, before)]?.[game]?.ending] || "·").join("");
}
