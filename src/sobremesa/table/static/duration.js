// How long something takes, as clocks show it.

import { fill } from "./text.js";

const A_DAY = 24 * 3600;

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** Writes seconds as a clock does; days with their hours, in the words that are given.
 * @param {number} seconds @param {string} days */
export function duration(seconds, days) {
  if (seconds >= A_DAY) {
    return fill(days, { days: Math.floor(seconds / A_DAY), hours: Math.floor((seconds % A_DAY) / 3600) });
  }
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
