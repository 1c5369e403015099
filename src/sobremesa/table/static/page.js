// What every page has: its body, its language, its words, and things by their ids.

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

/**
 * Gives the fields of a form that have a name.
 * @template {HTMLInputElement | HTMLSelectElement} [Field=HTMLInputElement]
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function entry(form, name) {
  return /** @type {Field} */ (form.elements.namedItem(name));
}

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
