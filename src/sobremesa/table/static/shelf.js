// What this device keeps so that games can be played without a connection: the pages, the scripts and the engine of one
// version. Nothing that a link or an account opens is ever among it.

import { keep, kept } from "./keeping.js";
import { request } from "./wire.js";

const SHELF = "offline-";
const KEPT = "offline";     // the version that is here as a whole

export function isPossible() {
  return "serviceWorker" in navigator && "caches" in window;
}

/** The version that this device keeps, or nothing. */
export function keptVersion() {
  return isPossible() ? kept(KEPT) || "" : "";
}

/** Whether all of it is still there: a browser may throw things away. @param {string} version */
export async function isWhole(version) {
  try {
    const { length } = await (await caches.open(SHELF + version)).keys();
    // The engine may have added what it made of itself.
    return length > 0 && length >= Number(kept(`${KEPT}:files`));
  } catch {
    return false;
  }
}

/** @param {Cache} shelf @param {string} address */
async function fetchOne(shelf, address) {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
  await shelf.put(new URL(address, location.href).pathname, answer);
}

/** Keeps all that is needed; tells how far it is, from 0 to 1. A version that is not whole is thrown away, and the one
 * before it stays. @param {(share: number) => void} tell */
export async function fillShelf(tell) {
  const list = await request("/offline/files");
  if (!list.ok) throw new Error(list.error);
  /** @type {{version: string, files: {address: string, bytes: number}[]}} */
  const { version, files } = list.data;
  const whole = files.reduce((sum, one) => sum + one.bytes, 0);
  let here = 0;
  await navigator.serviceWorker.register("/worker.js");
  try {
    const shelf = await caches.open(SHELF + version);
    for (const { address, bytes } of files) {
      await fetchOne(shelf, address);
      here += bytes;
      tell(here / whole);
    }
  } catch (wrong) {
    if (version !== kept(KEPT)) await caches.delete(SHELF + version);
    throw wrong;
  }
  keep(KEPT, version);
  keep(`${KEPT}:files`, files.length);
  for (const name of await caches.keys()) {
    if (name.startsWith(SHELF) && name !== SHELF + version) await caches.delete(name);
  }
}

export async function emptyShelf() {
  keep(KEPT, "");
  for (const name of await caches.keys()) if (name.startsWith(SHELF)) await caches.delete(name);
}

/** An installed table keeps itself for playing offline, and what is kept is renewed when there is something newer.
 * @param {string} newest @param {boolean} isInstalled */
export async function renewShelf(newest, isInstalled = matchMedia("(display-mode: standalone)").matches) {
  if (!newest || !isPossible() || !(keptVersion() || isInstalled)) return;
  if (keptVersion() === newest && await isWhole(newest)) return;
  try {
    await fillShelf(() => {});
  } catch { /* What was kept before is still there. */ }
}
