// The page of a table: shows what comes, and listens to whoever sits there.

import { forgetHint, listenAlone, showAlone } from "./alone.js";
import { ask, forgetAmounts } from "./buttons.js";
import { turn } from "./choosing.js";
import { greet, isFitting, openTable } from "./connection.js";
import { listenToFair, showFair } from "./fairness.js";
import { refocus } from "./focus.js";
import { goOn } from "./going.js";
import { keep, kept } from "./keeping.js";
import { listenToKeys } from "./keys.js";
import "./languages.js";
import { rememberTable } from "./mine.js";
import { draw } from "./motion.js";
import { MOVE, note, unnote } from "./notes.js";
import { offerNotices } from "./notices.js";
import { listenToOffers, showOffers } from "./offers.js";
import { $, all, base, body, entry, perhaps, words } from "./page.js";
import { coarse, listenToWishes, picture } from "./picture.js";
import { isDragging, letGo, listenToPointer } from "./pointer.js";
import { post } from "./posting.js";
import { reach } from "./reach.js";
import * as seats from "./seats.js";
import * as shunning from "./shunning.js";
import { holdBack } from "./sending.js";
import { showLinks } from "./share.js";
import { signTurn } from "./sign.js";
import { fillList, foldSide, showScores } from "./side.js";
import { state } from "./state.js";
import * as talk from "./talk.js";
import { fill } from "./text.js";
import { hold } from "./turning.js";
import { startZooming } from "./zoom.js";

/** @import {Message} from "./messages.js" */

// Whether it is played on this device alone.
const isPocket = Boolean(body.dataset.pocket);

/** Forgets what was begun on what is no longer shown. @param {Message | null} old @param {Message} fresh */
function forgetBegun(old, fresh) {
  const isOther = !old || old.number !== fresh.number;
  if (old && isOther) unnote(MOVE);
  letGo();
  forgetHint();
  state.message = fresh;
  state.path = [];
  state.wanted = null;
  if (!old || old.hand !== fresh.hand || old.seat !== fresh.seat || fresh.over) state.ahead = null;
  if (isOther) forgetAmounts();
  state.sending = false;
  holdBack();
}

/** @param {Message} fresh */
async function show(fresh) {
  const old = state.message;
  /** @type {HTMLElement | SVGElement | null | undefined} */
  const focused = document.activeElement?.closest("[data-touch]");
  const hadFocus = focused?.dataset.touch || null;
  forgetBegun(old, fresh);
  const isSameHand = old !== null && old.hand === fresh.hand && old.seat === fresh.seat;
  await draw(fresh.scene, fresh.kinds, isSameHand);
  picture.classList.toggle("settled", fresh.ended);
  showScores(fresh);
  talk.look(fresh);
  seats.look(fresh);
  shunning.look(fresh);
  fillList($("log"), fresh.log);
  tell(old, fresh);
  hold();
  ask();
  if (hadFocus || state.byKeys) refocus(hadFocus);
  showAlone();
  showOffers(fresh);
  showFair(fresh);
  showOpened(fresh);
  tellLate(old, fresh);
  body.dataset.number = String(fresh.number);
  goOn();
}

/** Says what is new to those who cannot see it. @param {Message | null} old @param {Message} fresh */
function tell(old, fresh) {
  let known = 0;
  if (old && old.hand === fresh.hand) {
    // The last line may go on, as a turn of several steps does.
    while (known < old.log.length && old.log[known] === fresh.log[known]) known += 1;
  }
  const said = fresh.log.slice(Math.max(known, fresh.log.length - (old ? 4 : 1)));
  $("spoken").textContent = [...said, fresh.headline].join(" ");
  const isMine = fresh.latest && !fresh.over && fresh.yours.includes(fresh.turn);
  signTurn(isMine);
  body.classList.toggle("my-turn", fresh.moves.length > 0);
}

/** Shows the way to the deal with all hands open, once it is over. @param {Message} fresh */
function showOpened({ opened, seat }) {
  $("opened").hidden = !opened || isPocket;
  const way = /** @type {HTMLAnchorElement} */ ($("opened").firstElementChild);
  way.href = `${base}/analysis?hand=${opened}${seat < 0 ? "" : `&seat=${seat}`}`;
}

/** Says that the table moved for somebody whose time was up. @param {Message | null} old @param {Message} fresh */
function tellLate(old, fresh) {
  if (fresh.late < 0 || !old || old.number === fresh.number) return;
  const isMine = fresh.yours.includes(fresh.late) && fresh.yours.length === 1;
  note(isMine ? words.were_late : fill(words.was_late, { name: fresh.names[fresh.late] }));
}

function listenToNames() {
  for (const form of all(HTMLFormElement, ".name-form")) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const name = entry(form, "name");
      const answer = await post("name", { seat: Number(form.dataset.seat), name: name.value });
      if (!answer.ok) note(answer.error);
      else name.blur();
    });
  }
}

function listenToPlain() {
  const plain = /** @type {HTMLInputElement | null} */ (perhaps("plain"));
  if (!plain) return;
  plain.checked = kept("plain") !== "no";
  plain.addEventListener("change", () => {
    keep("plain", plain.checked ? "yes" : "no");
    if (state.message) goOn();
  });
}

/** The picture is drawn anew where its room has changed, but never under a move that was begun. */
function listenToRoom() {
  new ResizeObserver(() => {
    const isBegun = state.path.length || state.wanted || isDragging();
    if (state.message && !isBegun && !isFitting()) greet();
  }).observe(/** @type {HTMLElement} */ (picture.parentNode));
  picture.addEventListener("zoomed", () => { if (coarse.matches) reach(picture); });
}

$("turn").addEventListener("click", () => turn(1));
listenAlone();
listenToPointer();
listenToKeys();
listenToNames();
seats.listenToAways();
listenToPlain();
listenToOffers();
shunning.listen();
listenToFair();
listenToWishes(greet);
listenToRoom();
if (body.dataset.lookout) state.seat = Number(body.dataset.lookout);
if (!isPocket && showLinks(body.dataset.table || "")) $("side").classList.add("open");
if (!isPocket) rememberTable(base);
offerNotices();
foldSide();
startZooming();
openTable(show);
