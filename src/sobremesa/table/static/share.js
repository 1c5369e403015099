// Links to give away: shared, copied, or shown as a code for the camera of another device.

import { keep, kept } from "./keeping.js";
import { $, body, make, words } from "./page.js";
import { fill } from "./text.js";
import { addressed } from "./wire.js";

/** @param {string} host */
function isLoopback(host) {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

/** Where others can open a link: a page that was opened on the machine itself asks the server. */
function originForOthers() {
  return (isLoopback(location.hostname) && body.dataset.house) || location.origin;
}

/** Copies a text, and says so on the button. @param {string} text @param {HTMLElement} button */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { class: "sr" });
    field.value = text;
    body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  const label = button.textContent;
  button.textContent = words.copied;
  setTimeout(() => { button.textContent = label; }, 1500);
}

/** @param {string} address @param {string} title @param {HTMLElement} button */
async function share(address, title, button) {
  if (navigator.share) {
    try {
      await navigator.share({ title, url: address });
      return;
    } catch (wrong) {
      if (wrong instanceof Error && wrong.name === "AbortError") return;
    }
  }
  copy(address, button);
}

/** Shares a text, or copies it. @param {string} text @param {HTMLElement} button */
export async function shareText(text, button) {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ text });
      return;
    } catch (wrong) {
      if (wrong instanceof Error && wrong.name === "AbortError") return;
    }
  }
  copy(text, button);
}

/** A code is made by the server when somebody wants to see it. @param {string} path @param {string} label */
function codeFor(path, label) {
  const shown = make("details", { class: "camera" }, make("summary", {}, words.code));
  shown.addEventListener("toggle", () => {
    if (!shown.open || shown.querySelector("img")) return;
    const source = addressed(`${path}/code`, { origin: originForOthers() });
    shown.append(make("img", { src: source.href, alt: fill(words.code_for, { who: label }), width: 220, height: 220 }));
  });
  return shown;
}

/** @param {string} who @param {string} path */
export function linkItem(who, path) {
  const address = new URL(path, originForOthers()).href;
  const named = { watch: words.watch, invitation: words.invitation, partner: words.partner, organiser: words.organiser }[who];
  const label = named || fill(words.seat, { number: Number(who) + 1 });
  const field = make("input", { readonly: "", value: address, "aria-label": label });
  field.addEventListener("focus", () => field.select());
  const canShare = typeof navigator.share === "function";
  const button = make("button", { type: "button", class: "share" }, canShare ? words.share : words.copy);
  button.addEventListener("click", () => share(address, document.title, button));
  const item = make("li", { "data-who": who }, make("span", { class: "who" }, label), field, button);
  // No camera of another device could follow a link to this machine's own address.
  if (!isLoopback(new URL(address).hostname)) item.append(codeFor(path, label));
  return item;
}

/** Says it where links lead nowhere from another device. */
export function showReach() {
  $("only-here").hidden = !isLoopback(new URL(originForOthers()).hostname);
}

/** Keeps the links that came behind the #, or those of the table that was played before, and shows them. Tells whether
 * they are new here. @param {string} table */
export function showLinks(table) {
  /** @param {string} name */
  const key = (name) => `links:${name}`;
  const before = new URLSearchParams(location.search).get("from");
  const isFresh = location.hash.length > 1;
  if (isFresh) keep(key(table), location.hash.slice(1));
  const old = before && !kept(key(table)) && kept(key(before));
  if (old) keep(key(table), new URLSearchParams([...new URLSearchParams(old)]
    .map(([who, path]) => [who, path.replace(`/t/${before}/`, `/t/${table}/`)])).toString());
  if (isFresh || before) history.replaceState(null, "", location.pathname);
  const links = [...new URLSearchParams(kept(key(table)) || "")];
  $("invite").hidden = !links.length;
  $("links").replaceChildren(...links.map(([who, path]) => linkItem(who, path)));
  showReach();
  return isFresh && links.length > 1;
}
