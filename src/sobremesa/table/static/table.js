// The page of a table: shows what comes, and listens to whoever sits there.

import { listenAlone, showAlone } from "./alone.js";
import { turn } from "./choosing.js";
import { greet, isFitting, openTable } from "./connection.js";
import { noteDay } from "./daily.js";
import { listenToFair, showFair } from "./fairness.js";
import { goOn } from "./going.js";
import { keep, kept } from "./keeping.js";
import { listenToKeys } from "./keys.js";
import "./languages.js";
import { rememberTable } from "./mine.js";
import { note } from "./notes.js";
import { offerNotices } from "./notices.js";
import { listenToOffers, showOffers } from "./offers.js";
import { $, all, base, body, entry, perhaps, words } from "./page.js";
import { introduce, keepName, showFaces } from "./people.js";
import { coarse, listenToWishes, picture } from "./picture.js";
import { isDragging, listenToPointer } from "./pointer.js";
import { post } from "./posting.js";
import { reach } from "./reach.js";
import { noteResult, showStatistics } from "./results.js";
import * as seats from "./seats.js";
import * as shunning from "./shunning.js";
import { showLinks } from "./share.js";
import { showStanding } from "./showing.js";
import { signTurn } from "./sign.js";
import { foldSide } from "./side.js";
import { listenToSounds, sound } from "./sounds.js";
import { state } from "./state.js";
import * as talk from "./talk.js";
import { fill } from "./text.js";
import { listenToWords } from "./walking.js";
import { showWatchers } from "./watchers.js";
import { startZooming } from "./zoom.js";

/** @import {Message} from "./messages.js" */

// Whether it is played on this device alone.
const isPocket = Boolean(body.dataset.pocket);

/** @param {Message} fresh */
async function show(fresh) {
  const old = state.message;
  await showStanding(fresh);
  picture.classList.toggle("settled", fresh.ended);
  talk.look(fresh);
  seats.look(fresh);
  shunning.look(fresh);
  signTurn(fresh.latest && !fresh.over && fresh.yours.includes(fresh.turn));
  showAlone();
  showFaces(fresh);
  sound(old, fresh);
  noteResult(fresh);
  noteDay(fresh);
  showStatistics();
  showOffers(fresh);
  showFair(fresh);
  showWatchers(fresh);
  showOpened(fresh);
  tellLate(old, fresh);
  body.dataset.number = String(fresh.number);
  goOn();
}

/** Shows the way to the deal with all hands open, once it is over. @param {Message} fresh */
function showOpened({ opened, seat, review }) {
  $("opened").hidden = !opened || isPocket;
  $("reviewed").hidden = !review || isPocket;
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
      // On a device that several share nobody's name is the one that is kept.
      if (answer.ok && body.dataset.mySeat === form.dataset.seat) keepName(name.value.trim());
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
listenToWords();
listenToNames();
seats.listenToAways();
listenToPlain();
listenToOffers();
shunning.listen();
listenToFair();
listenToSounds();
introduce();
listenToWishes(greet);
listenToRoom();
if (body.dataset.lookout) state.seat = Number(body.dataset.lookout);
if (!isPocket && showLinks(body.dataset.table || "")) $("side").classList.add("open");
if (!isPocket) rememberTable(base);
offerNotices();
foldSide();
startZooming();
openTable(show);
