// What every page has: its body, its language, its words, and things by their ids.

import { cutAtNames } from "./text.js";

/** @import {Words} from "./messages.js" */

export const body = document.body;
export const language = document.documentElement.lang;
// Where the page asks.
export const base = body.dataset.base || "";
/** @type {Words} */
export const words = JSON.parse(body.dataset.words || "{}");

/** Gives what has an id, if it is there. @param {string} id */
export function perhaps(id) {
  return document.getElementById(id);
}

/** Gives what has an id, and has to be there. @param {string} id */
export function $(id) {
  const found = perhaps(id);
  if (!found) throw new Error(`there is no #${id}`);
  return found;
}

/** @param {string} id */
export function button(id) {
  return /** @type {HTMLButtonElement} */ ($(id));
}

/** @param {string} id */
export function field(id) {
  return /** @type {HTMLInputElement} */ ($(id));
}

/** Gives what an event happened on. @param {Event} event */
export function hit(event) {
  return /** @type {Element} */ (event.target);
}

/** Gives what lies around the place of an event. @param {Event} event @param {string} selector */
export function hitThing(event, selector) {
  return /** @type {HTMLElement | SVGElement | null} */ (hit(event).closest(selector));
}

/** Lists the elements of a kind that a selector finds.
 * @template {Element} Kind @param {new () => Kind} kind @param {string} selector @param {ParentNode} around */
export function all(kind, selector, around = document) {
  return /** @type {Kind[]} */ ([...around.querySelectorAll(selector)].filter((one) => one instanceof kind));
}

/** Finds what is nearest, if anything is nearer than a bound.
 * @template One @param {Iterable<One>} all @param {number} bound @param {(one: One) => number} distance */
export function nearest(all, bound, distance) {
  const [first] = [...all].map((one) => ({ one, away: distance(one) })).sort((a, b) => a.away - b.away);
  return first && first.away < bound ? first.one : null;
}

/** Gives the field of a form that has a name. @param {HTMLFormElement} form @param {string} name */
export function entry(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/** Gives words whose lines do not end within the name of a tile or a clause. @param {string} words */
export function unbroken(words) {
  return cutAtNames(words).map((part, place) => (place % 2 ? make("span", { class: "unbroken" }, part) : part));
}

/** Makes an element.
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag
 * @param {Record<string, string | number>} attributes @param {...(Node | string)} children */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
