// Counting what was won and lost: one entry for each finished table.

/** How a table ended, best of all its endings.
 * @typedef {{table: string, set: string, ending: string, daily: string}} Result */

const MOST_KEPT = 2000;
const RANK = ["loss", "draw", "close win", "win"];

/** Reads results that were kept; what is damaged counts for nothing. @param {string | null} written @returns {Result[]} */
export function resultsIn(written) {
  try {
    const found = JSON.parse(written || "[]");
    if (!Array.isArray(found)) return [];
    return found.filter((one) => one && typeof one.table === "string" && RANK.includes(one.ending))
      .map(({ table, ending, set, daily }) => ({ table, ending, set: String(set ?? ""), daily: String(daily ?? "") }));
  } catch {
    return [];
  }
}

/** Gives the results with one more; a table that was finished again keeps its best ending.
 * @param {Result[]} results @param {Result} fresh */
export function noted(results, fresh) {
  const known = results.find((one) => one.table === fresh.table);
  if (!known) return [...results, fresh].slice(-MOST_KEPT);
  const isBetter = RANK.indexOf(fresh.ending) > RANK.indexOf(known.ending);
  return results.map((one) => (one === known && isBetter ? { ...one, ending: fresh.ending } : one));
}

/** Counts results, the oldest first. @param {Result[]} results */
export function tally(results) {
  let streak = 0;
  let longest = 0;
  for (const one of results) {
    streak = one.ending === "win" ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  const won = results.filter((one) => one.ending === "win");
  return {
    played: results.length, won: won.length, streak, longest,
    share: results.length ? Math.round((100 * won.length) / results.length) : 0,
    close: results.filter((one) => one.ending === "close win").length,
    days: new Set(won.map((one) => one.daily).filter(Boolean)).size,
  };
}
