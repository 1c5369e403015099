// Sentences with holes.

/** @import {Forms} from "./messages.js" */

/** Fills the holes of a sentence. @param {string} template @param {Record<string, string | number>} fields */
export function fill(template, fields) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));
}

/** Cuts a sentence before and behind the names of tiles, pieces and clauses, such as 6-4, 0-0-1-2 and BLOCK-R08: every
 * second part is one. @param {string} words */
export function cutAtNames(words) {
  return words.split(/(\d+(?:[-–|]\d+)+|[A-Z][A-Z0-9]+-[A-Z]?\d+)/);
}

/** Says a sentence that goes by a number: it comes in all its forms, each with a number that takes it.
 * @param {Forms} forms @param {number} count @param {string} language */
export function counted(forms, count, language) {
  const rules = new Intl.PluralRules(language);
  const like = Object.keys(forms).find((one) => rules.select(Number(one)) === rules.select(count));
  return fill(forms[like ?? 20], { count });
}
