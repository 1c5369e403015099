// The connection: live, with catch-up; and where there is none, asking.

import { QUARTER } from "./motion.js";
import { news } from "./news.js";
import { note, unnote } from "./notes.js";
import { base, words } from "./page.js";
import { calm, wishes } from "./picture.js";
import { Queue } from "./queue.js";
import { road } from "./road.js";
import * as seats from "./seats.js";
import { state } from "./state.js";
import * as talk from "./talk.js";
import { liveAddress, paused, request } from "./wire.js";

/** @import {Message, Seats, Since, Talk, Whole} from "./messages.js" */
/** @import {Line} from "./road.js" */

const LOST = "lost";        // what notes of a lost connection are about
const ASK_AGAIN = 2000;
const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 8000;
let lost = false;
/** @type {Line | null} */
let socket = null;
let patience = SHORTEST_WAIT;
/** @type {ReturnType<typeof wishes>} */
let drawn = {};             // how the picture was asked for last
/** @type {Queue} */
let queue;

/** Says who asks, what is known here and how the picture is wanted. */
export function greet() {
  const { message, seat } = state;
  drawn = wishes();
  if (message && seat !== null && seat !== message.seat) talk.forget(seat);
  /** @type {Record<string, string | number | boolean>} */
  const hello = { last: message ? message.number : 0, heard: talk.heard, seats: true, ...wishes() };
  if (seat !== null) hello.seat = seat;
  if (socket && isLive()) socket.send(JSON.stringify(hello));
  else poll(true);
}

function connect() {
  socket = road.open(liveAddress(`${base}/live`));
  socket.onopen = () => {
    if (lost) note(words.back, { topic: LOST });
    lost = false;
    patience = SHORTEST_WAIT;
    greet();
  };
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = () => {
    patience = Math.min(patience * 2, LONGEST_WAIT);
    setTimeout(connect, patience * (0.75 + Math.random() / 2));
  };
}

function isLive() {
  return socket !== null && socket.readyState === WebSocket.OPEN;
}

/** @param {Whole | Since | Talk | Seats} fresh */
function receive(fresh) {
  if ("presence" in fresh) seats.hear(fresh);
  else if ("talk" in fresh) talk.hear(fresh);
  // Something between the two is missing here: ask for the whole.
  else if (!queue.take(fresh)) greet();
}

/** Asks how the table stands; tells whether there was an answer. @param {boolean} anew */
async function poll(anew) {
  const { message, seat } = state;
  const asked = wishes();
  if (message && !anew) Object.assign(asked, { last: message.number, onward: message.onward });
  if (seat !== null) asked.seat = seat;
  const answer = await request(`${base}/state`, { asked });
  if (answer.unclear) {
    lost = true;
    note(answer.status ? words.server_trouble : words.lost, { topic: LOST, lasting: true });
    return false;
  }
  if (lost) unnote(LOST);
  lost = false;
  if (answer.status === 200) receive(answer.data);
  else if (!answer.ok) note(answer.error);
  await talk.poll();
  await seats.poll();
  return true;
}

/** Without a live connection the page asks, less often while there is no answer. */
async function keepAsking() {
  let pause = ASK_AGAIN;
  for (;;) {
    await paused(pause);
    pause = isLive() || await poll(false) ? ASK_AGAIN : Math.min(2 * pause, 4 * ASK_AGAIN);
  }
}

/** Whether more has come than is shown. */
export function isMoreComing() {
  return !queue.isEmpty;
}

/** Whether the picture still has the room that it was asked for. */
export function isFitting() {
  const now = wishes();
  /** @param {string} side */
  const isNear = (side) => Math.abs(Number(now[side] || 0) - Number(drawn[side] || 0)) < 8;
  return now.shape === drawn.shape && isNear("across") && isNear("down");
}

/** Connects, and shows whatever comes. @param {(message: Message) => Promise<void>} show */
export function openTable(show) {
  drawn = wishes();
  Object.assign(news, { isLive, poll });
  queue = new Queue(show, async () => { if (!calm.matches) await paused(QUARTER); });
  addEventListener("online", () => poll(false));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(false); });
  connect();
  keepAsking();
}
