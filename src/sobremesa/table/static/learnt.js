// What this device has learnt: of each game the steps that were done.

import { keep, kept } from "./keeping.js";

/** Reads the steps that were done; what is damaged counts for nothing. @param {string | null} written */
export function stepsIn(written) {
  try {
    const found = JSON.parse(written || "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string" && /^(\d{1,2}|hand)$/.test(one)) : [];
  } catch {
    return [];
  }
}

/** @param {string} game */
export function learnt(game) {
  return stepsIn(kept(`learnt:${game}`));
}

/** Notes that a step was done. @param {string} game @param {string} step */
export function noteLearnt(game, step) {
  const known = learnt(game);
  if (!known.includes(step)) keep(`learnt:${game}`, JSON.stringify([...known, step]));
}

/** Gives the first step that is left of a course; the first of all where none is.
 * @param {string[]} steps @param {string[]} known */
export function nextOf(steps, known) {
  return steps.find((one) => !known.includes(one)) || steps[0];
}
