// Gives pages what this device keeps when there is no connection; `shelf.js` keeps it, and nothing is kept here.
//
// Shows notices while no page of a table is looked at, and opens the table of a notice that is touched. A notice names
// the link only by a mark; the link itself is kept on this device, by `notices.js`.

/** @typedef {import("./messages.js").Notice} Notice */

const worker = /** @type {import("./messages.js").NoticeWorker} */ (/** @type {unknown} */ (self));
const KEPT = "notices";
const SHELF = "offline-";
const OFFLINE = "/offline";
// What can be on the shelf, besides pages.
const SHELVED = /^\/(offline|static|pictures)\//;

/** Reads what came, as far as it can be read. @param {string} text @returns {Notice | null} */
function readNotice(text) {
  try {
    const { title, body, where, place } = JSON.parse(text);
    const isSound = /^\/[mt]\/[\w-]{1,100}$/.test(where) && /^[0-9a-f]{16}$/.test(place);
    return isSound ? { title: String(title), body: String(body), where, place } : null;
  } catch {
    return null;
  }
}

/** @param {string} address @param {string} where */
function leadsTo(address, where) {
  const { pathname } = new URL(address);
  // A meeting and the table that it becomes have one name.
  return pathname.replace(/^\/m\//, "/t/").startsWith(`${where.replace(/^\/m\//, "/t/")}/`);
}

/** @param {Notice} notice */
async function showNotice(notice) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => page.visibilityState === "visible" && leadsTo(page.url, notice.where))) return;
  const { title, body, where } = notice;
  // What is newer stands in place of what is older, and is heard again.
  const how = { body, tag: where.slice(3), renotify: true, icon: "/static/icon.svg", data: notice };
  await worker.registration.showNotification(title, how);
}

/** @param {Notice} notice */
async function openTable(notice) {
  const found = await (await caches.open(KEPT)).match(`/notices/${notice.place}`);
  const secret = found && await found.text();
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => leadsTo(one.url, notice.where));
  if (page) await page.focus();
  else await worker.clients.openWindow(secret ? `${notice.where}/${secret}` : "/");
}

/** Finds something on the shelf. @param {string} path @returns {Promise<Response | undefined>} */
async function shelved(path) {
  for (const name of await caches.keys()) {
    const found = name.startsWith(SHELF) && await (await caches.open(name)).match(path);
    if (found) return found;
  }
  return undefined;
}

/** @param {Request} asked */
async function answer(asked) {
  const { pathname } = new URL(asked.url);
  // The engine is named by its version, and never changes.
  const first = pathname.startsWith(`${OFFLINE}/engine/`) && await shelved(pathname);
  if (first) return first;
  try {
    return await fetch(asked);
  } catch (lost) {
    const found = await shelved(pathname) || (asked.mode === "navigate" && await shelved(OFFLINE));
    if (found) return found;
    throw lost;
  }
}

worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate" || SHELVED.test(pathname)) event.respondWith(answer(event.request));
});
worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("push", (event) => {
  const notice = readNotice(event.data ? event.data.text() : "");
  if (notice) event.waitUntil(showNotice(notice));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data));
});
