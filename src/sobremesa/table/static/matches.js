// Matches that are kept on this device: every event by its match and number, and a list of the matches.

/** @typedef {{match: string, game: string, touched: number, ended: boolean}} KeptMatch */

const HOUSE = "sobremesa";

/** @template Found @param {IDBRequest<Found>} asked @returns {Promise<Found>} */
function answered(asked) {
  return new Promise((give, fail) => {
    asked.onsuccess = () => give(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

/** @returns {Promise<IDBDatabase>} */
function house() {
  const asked = indexedDB.open(HOUSE, 1);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore("events", { keyPath: ["match", "number"] });
    asked.result.createObjectStore("matches", { keyPath: "match" });
  };
  return answered(asked);
}

/** @param {IDBTransaction} work @returns {Promise<void>} */
function done(work) {
  return new Promise((give, fail) => {
    work.oncomplete = () => give();
    work.onabort = work.onerror = () => fail(work.error);
  });
}

/** @param {string} match */
function eventsOf(match) {
  return IDBKeyRange.bound([match, 0], [match, Infinity]);
}

/** Keeps an event for good before it answers: "kept", "taken" if there is one of its number, or what went wrong.
 * @param {string} game @param {string} match @param {number} number @param {string} text @param {boolean} ended */
export async function keepEvent(game, match, number, text, ended) {
  try {
    const work = (await house()).transaction(["events", "matches"], "readwrite", { durability: "strict" });
    const finished = done(work);
    work.objectStore("events").add({ match, number, text });
    work.objectStore("matches").put({ match, game, touched: Date.now(), ended });
    await finished;
    return "kept";
  } catch (wrong) {
    const { name } = /** @type {Error} */ (wrong);
    return name === "ConstraintError" ? "taken" : name || "unknown";
  }
}

/** @param {string} match @returns {Promise<string[]>} */
export async function keptEvents(match) {
  const events = (await house()).transaction("events").objectStore("events");
  return (await answered(events.getAll(eventsOf(match)))).map(({ text }) => text);
}

/** Lists the matches, the last one first; none where the browser keeps nothing. @returns {Promise<KeptMatch[]>} */
export async function keptMatches() {
  try {
    const found = await answered((await house()).transaction("matches").objectStore("matches").getAll());
    return found.sort((one, other) => other.touched - one.touched);
  } catch {
    return [];
  }
}

/** @param {string} match */
export async function forgetMatch(match) {
  const work = (await house()).transaction(["events", "matches"], "readwrite");
  const finished = done(work);
  work.objectStore("events").delete(eventsOf(match));
  work.objectStore("matches").delete(match);
  await finished;
}
