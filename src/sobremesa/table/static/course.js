// A course: the steps that were done, and where it goes on.

/** Reads the steps that were done; what is damaged counts for nothing. @param {string | null} written */
export function stepsIn(written) {
  try {
    const found = JSON.parse(written || "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string" && /^(\d{1,2}|hand)$/.test(one)) : [];
  } catch {
    return [];
  }
}

/** Gives the first step that is left of a course; the first of all where none is.
 * @param {string[]} steps @param {string[]} known */
export function nextOf(steps, known) {
  return steps.find((one) => !known.includes(one)) || steps[0];
}
