// Notices of one's turn: asked for by a click, sent by the server, shown by `worker.js` while the page is closed.

import { keep, kept } from "./keeping.js";
import { $, base, button, perhaps, words } from "./page.js";
import { request } from "./wire.js";

const KEPT = "notices";
const A_DAY = 24 * 3600 * 1000;
// The secret of the link, by which tables that follow each other are the same to this device.
const secret = base.slice(base.lastIndexOf("/") + 1);
const mine = `notices:${secret}`;

/** Tells whether this browser can show notices here: most can by https, or on this very machine. */
function isPossible() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && "caches" in window;
}

/** @param {string} sentence */
function say(sentence) {
  $("notices-word").textContent = sentence;
}

function isOn() {
  return Boolean(kept(mine)) && Notification.permission === "granted";
}

function show() {
  button("notices-on").hidden = isOn();
  button("notices-off").hidden = !isOn();
}

/** @param {string} text */
function bytes(text) {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
}

/** A browser has one subscription, which belongs to the key of one server.
 * @param {ServiceWorkerRegistration} worker @param {string} key */
async function subscribed(worker, key) {
  const own = bytes(key);
  const old = await worker.pushManager.getSubscription();
  const known = old && old.options.applicationServerKey;
  if (old && known && String(new Uint8Array(known)) === String(own)) return old;
  await old?.unsubscribe();
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: own });
}

/** Lets this device have the notices; tells what went wrong. @returns {Promise<string>} */
async function ask() {
  const told = await request("/api/notices");
  if (!told.ok) return told.error;
  let subscription;
  try {
    await navigator.serviceWorker.register("/worker.js");
    subscription = await subscribed(await navigator.serviceWorker.ready, told.data.key);
  } catch {
    return words.notices_failed;
  }
  const { endpoint, keys } = subscription.toJSON();
  const answer = await request(`${base}/notices`, { what: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } });
  if (!answer.ok) return answer.error;
  await (await caches.open(KEPT)).put(`/notices/${answer.data.place}`, new Response(secret));
  keep(mine, Date.now());
  return "";
}

async function turnOn() {
  button("notices-on").disabled = true;
  say("");
  if (await Notification.requestPermission() !== "granted") say(words.notices_denied);
  else say(await ask() || words.notices_on);
  button("notices-on").disabled = false;
  show();
}

async function turnOff() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  const subscription = await worker?.pushManager.getSubscription();
  const answer = subscription && await request(`${base}/notices/off`, { what: { endpoint: subscription.endpoint } });
  if (answer && !answer.ok) {
    say(answer.error);
    return;
  }
  keep(mine, "");
  say(words.notices_off);
  show();
}

/** Offers notices; a device that has them asks again from time to time, as its address may have changed. */
export function offerNotices() {
  const place = perhaps("notices");
  if (!place || !isPossible()) return;
  place.hidden = false;
  button("notices-on").addEventListener("click", turnOn);
  button("notices-off").addEventListener("click", turnOff);
  show();
  if (isOn() && Date.now() - Number(kept(mine)) > A_DAY) ask();
}
