// The one script of the pages: a path of touches by mouse, finger, drag or keys, the live
// connection with catch-up, and the motion of tiles. No framework, no build.
"use strict";

const body = document.body;
const words = JSON.parse(body.dataset.words || "{}");
const $ = (id) => document.getElementById(id);
const QUARTER = 250;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const coarse = matchMedia("(any-pointer: coarse)");

function fill(template, fields) {
  return template.replace(/\{(\w+)\}/g, (_, name) => fields[name]);
}

// A sentence that goes by a number comes in all its forms, each with a number that takes it.
function counted(forms, count) {
  const rules = new Intl.PluralRules(document.documentElement.lang);
  const like = Object.keys(forms).find((one) => rules.select(Number(one)) === rules.select(count));
  return fill(forms[like ?? 20], { count });
}

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function keep(key, value) {
  try {
    if (value === undefined) return localStorage.getItem(key);
    localStorage.setItem(key, value);
  } catch { /* A browser without storage forgets; nothing else depends on it. */ }
  return null;
}

// The picture ------------------------------------------------------------------------------

const picture = $("picture");

// A phone gets a picture of its own, upright or across; every other screen the wide one.
function shape() {
  const box = (picture || body).getBoundingClientRect();
  if (box.height > box.width) return "tall";
  return box.height < 480 ? "low" : "wide";
}

// How much room there is for it, so that type and what is touched are large enough.
function room() {
  const box = (picture || body).getBoundingClientRect();
  return { across: Math.round(box.width), down: Math.round(box.height) };
}

// What a person wants drawn, kept from table to table.
function wishes() {
  const found = { shape: shape() };
  if (found.shape !== "wide") Object.assign(found, room());
  for (const box of document.querySelectorAll(".wish")) {
    if (box.checked) found[box.id] = "yes";
  }
  return found;
}

function listenToWishes(redraw) {
  for (const box of document.querySelectorAll(".wish")) {
    box.checked = keep(`sobremesa:${box.id}`) === "yes";
    box.addEventListener("change", () => {
      keep(`sobremesa:${box.id}`, box.checked ? "yes" : "no");
      redraw();
    });
  }
}

function places() {
  const found = new Map();
  for (const element of picture.querySelectorAll("[id]")) {
    if (typeof element.getScreenCTM === "function" && /^(tile|card|piece|chip|back)-/.test(element.id)) {
      found.set(element.id, element.getScreenCTM());
    }
  }
  return found;
}

const drawn = picture && stage(picture, (drawing) => zooming.keep(drawing));

function css(matrix) {
  return `matrix(${matrix.a},${matrix.b},${matrix.c},${matrix.d},${matrix.e},${matrix.f})`;
}

// Browsers do not carry single shapes of a drawing through a view transition, so tiles glide
// by themselves: from where each lay on the screen to where it lies now.
function glide(before) {
  const now = places();
  const gone = [...before.keys()].filter((id) => id.startsWith("back-") && !now.has(id));
  for (const [id, here] of now) {
    const element = $(id);
    let from = before.get(id);
    if (!from && /^(tile|card)-/.test(id) && gone.length) from = before.get(gone.shift());
    const home = element.transform.baseVal.consolidate();
    if (!home) continue;
    if (!from) {
      element.animate([{ opacity: 0 }, { opacity: 1 }], QUARTER);
      continue;
    }
    const moved = Math.hypot(from.e - here.e, from.f - here.f) > 1 || Math.abs(from.a - here.a) > 0.01;
    if (!moved) continue;
    const start = element.parentNode.getScreenCTM().inverse().multiply(from);
    element.animate(
      [{ transform: css(start) }, { transform: css(home.matrix) }],
      { duration: QUARTER, easing: "cubic-bezier(.2,.7,.3,1)" },
    );
  }
}

// Shows a drawing: tiles glide within a hand; another hand or seat fades in as a whole.
async function draw(scene, sameHand) {
  if (calm.matches || !picture.querySelector("svg")) {
    drawn.show(scene);
    return;
  }
  if (!sameHand && document.startViewTransition) {
    const change = document.startViewTransition(() => drawn.show(scene));
    change.ready.catch(() => {});
    change.finished.catch(() => {});
    await change.updateCallbackDone;
    return;
  }
  const before = places();
  drawn.show(scene);
  if (sameHand) glide(before);
}

function fillList(list, lines) {
  const kept = [...list.children].slice(0, lines.length);
  while (list.children.length > lines.length) list.lastChild.remove();
  kept.forEach((item, place) => { if (item.textContent !== lines[place]) item.textContent = lines[place]; });
  for (const line of lines.slice(kept.length)) list.append(make("li", {}, line));
  list.scrollTop = list.scrollHeight;
}

// Partners have one score, which stands above their names.
function showScores(message) {
  const sides = message.sides || [];
  const order = sides.length ? sides.flatMap((side) => side.seats) : message.names.map((_, seat) => seat);
  const heads = new Map(sides.map((side) => [side.seats[0], make("li", { class: "side" },
    make("strong", { class: "name" }, side.names), make("strong", { class: "total" }, String(side.score)))]));
  $("scores").classList.toggle("sides", sides.length > 0);
  $("scores").replaceChildren(...order.flatMap((seat) => {
    const name = message.names[seat];
    const item = make("li", { "data-seat": seat },
      make("span", { class: "name" }, name),
      make("span", { class: "points" }, String(message.scores[seat])));
    if (message.bots && message.bots[seat]) {
      item.firstChild.append(" ", make("small", { class: "faint" }, words.bot));
    }
    if (message.turn === seat) item.classList.add("turn");
    if (message.winners.includes(seat)) item.classList.add("winner");
    return heads.has(seat) ? [heads.get(seat), item] : [item];
  }));
}

// On a small screen the panel lies over the table: a touch outside closes it, and does no more.
function foldSide() {
  const button = $("side-button");
  if (!button) return;
  const side = $("side");
  const fold = (open) => {
    side.classList.toggle("open", open);
    button.setAttribute("aria-expanded", open);
  };
  const isOver = () => side.classList.contains("open") && getComputedStyle(side).position === "fixed";
  button.addEventListener("click", () => fold(!side.classList.contains("open")));
  document.addEventListener("pointerdown", (event) => {
    if (!isOver() || side.contains(event.target) || button.contains(event.target)) return;
    fold(false);
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOver()) {
      fold(false);
      button.focus();
    }
  });
  fold(side.classList.contains("open"));
}

// A choice of language comes back to what is shown now.
function keepPlace() {
  for (const form of document.querySelectorAll(".languages")) {
    form.addEventListener("submit", () => { form.elements.to.value = location.pathname + location.search; });
  }
}

async function copy(text, button) {
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

// What was won and lost on this device -----------------------------------------------------

const MOST_KEPT = 2000;

// One entry for each finished table: how it ended, best of all its endings, and when.
function results(game) {
  try {
    return JSON.parse(keep(`sobremesa:results:${game}`) || "[]");
  } catch {
    return [];
  }
}

function noteResult(game, set, message) {
  const { ending, daily } = message.alone;
  if (!message.ended || !ending) return;
  const kept = results(game);
  const table = body.dataset.table;
  const known = kept.find((one) => one.table === table);
  const rank = ["loss", "close win", "win"];
  if (known) {
    if (rank.indexOf(ending) > rank.indexOf(known.ending)) known.ending = ending;
  } else {
    kept.push({ table, set, ending, daily });
  }
  keep(`sobremesa:results:${game}`, JSON.stringify(kept.slice(-MOST_KEPT)));
}

function showStatistics() {
  const place = $("statistics");
  if (!place) return;
  const { game, set } = place.dataset;
  const kept = results(game).filter((one) => !set || one.set === set);
  place.hidden = !kept.length;
  if (!kept.length) return;
  let streak = 0;
  let longest = 0;
  for (const one of kept) {
    streak = one.ending === "win" ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  const won = kept.filter((one) => one.ending === "win").length;
  const days = new Set(kept.filter((one) => one.daily && one.ending === "win").map((one) => one.daily));
  place.querySelector("p").textContent = fill(words.statistics, {
    played: kept.length, won, streak, longest, share: Math.round((100 * won) / kept.length),
    close: kept.filter((one) => one.ending === "close win").length,
    days: counted(words.days, days.size),
  });
}

// The table --------------------------------------------------------------------------------

function table() {
  const base = body.dataset.base;
  const title = document.title;
  let message = null;       // what is shown
  let seat = null;          // from which seat we look; null: the only one we have
  let path = [];            // what was touched so far
  let ahead = null;         // a tile touched before its time
  const amounts = new Map();  // how far each slider was moved
  const turned = new Map();   // quarter turns of each piece from how it is drawn
  let held = null;          // a piece that was taken up from the board
  let wanted = null;        // a free cell, touched to see what fits there
  let sending = false;
  let byKeys = false;
  let drag = null;
  let plainTimer = 0;
  let clockTimer = 0;
  const MOVE = "move";      // what notes of the position that is shown are about
  const LONGEST_THOUGHT = 120000;
  const talk = talking({ post, newId, seat: () => seat });
  const seats = seating({ post, newId });

  // Connection ---------------------------------------------------------------------------

  const LOST = "lost";      // what notes of a lost connection are about
  const ASK_AGAIN = 2000;
  let lost = false;
  let socket = null;
  let patience = 500;
  let drawn = wishes();
  const queue = [];
  let pumping = false;

  function greet() {
    drawn = wishes();
    if (message && seat !== null && seat !== message.seat) talk.forget(seat);
    const hello = { last: message ? message.number : 0, heard: talk.heard(), seats: true, ...wishes() };
    if (seat !== null) hello.seat = seat;
    if (isLive()) socket.send(JSON.stringify(hello));
    else poll(true);
  }

  function connect() {
    socket = new WebSocket(liveAddress(`${base}/live`));
    socket.onopen = () => {
      if (lost) note(words.back, { topic: LOST });
      lost = false;
      patience = 500;
      greet();
    };
    socket.onmessage = (event) => receive(JSON.parse(event.data));
    socket.onclose = () => {
      patience = Math.min(patience * 2, 8000);
      setTimeout(connect, patience * (0.75 + Math.random() / 2));
    };
  }

  function isLive() {
    return socket !== null && socket.readyState === WebSocket.OPEN;
  }

  async function poll(anew) {
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
    await talk.poll(base);
    await seats.poll(base);
    return true;
  }

  // Without a live connection the page asks, less often while there is no answer.
  async function keepAsking() {
    let pause = ASK_AGAIN;
    for (;;) {
      await paused(pause);
      pause = isLive() || await poll(false) ? ASK_AGAIN : Math.min(2 * pause, 4 * ASK_AGAIN);
    }
  }

  // Where there are thousands of moves, each comes as its number and the places of its touches.
  function unfolded({ touches, moves }) {
    return moves.map(([move, ...places]) => ({ move, touches: places.map((place) => touches[place]) }));
  }

  function receive(fresh) {
    if (fresh.presence) {
      seats.hear(fresh);
      return;
    }
    if (fresh.talk) {
      talk.hear(fresh);
      return;
    }
    const newest = queue.length ? queue[queue.length - 1] : message;
    if (fresh.since !== undefined && (!newest || newest.number !== fresh.since)) {
      // Something between the two is missing here: ask for the whole.
      greet();
      return;
    }
    if (newest && fresh.number < newest.number) return;
    queue.push(fresh.since === undefined ? begun(fresh) : followed(newest, fresh));
    pump();
  }

  function begun(fresh) {
    const moves = fresh.folded ? unfolded(fresh.folded) : fresh.moves;
    return { ...fresh, moves, scene: nextScene(null, fresh.scene) };
  }

  // What is told since something else was: what it does not say is as it was.
  function followed(old, { since, more, ...fresh }) {
    const log = more ? [...old.log.slice(0, more[0]), ...more[1]] : old.log;
    if (fresh.folded !== undefined) fresh.moves = fresh.folded ? unfolded(fresh.folded) : fresh.moves || [];
    return { ...old, ...fresh, log, scene: nextScene(old.scene, fresh.scene) };
  }

  async function pump() {
    if (pumping) return;
    pumping = true;
    try {
      while (queue.length) {
        if (queue.length > 6) queue.splice(0, queue.length - 1);
        await show(queue.shift());
        if (queue.length && !calm.matches) await paused(QUARTER);
      }
    } finally {
      pumping = false;
    }
  }

  // Showing ------------------------------------------------------------------------------

  async function show(fresh) {
    const old = message;
    if (old && old.number !== fresh.number) unnote(MOVE);
    const focused = document.activeElement && document.activeElement.closest("[data-touch]");
    const hadFocus = focused ? focused.dataset.touch : null;
    if (drag) letGo();
    message = fresh;
    path = [];
    wanted = null;
    if (!old || old.hand !== fresh.hand || old.seat !== fresh.seat || fresh.over) ahead = null;
    if (!old || old.number !== fresh.number) amounts.clear();
    sending = false;
    clearTimeout(plainTimer);
    await draw(fresh.scene, Boolean(old) && old.hand === fresh.hand && old.seat === fresh.seat);
    showScores(fresh);
    talk.look(fresh);
    seats.look(fresh);
    fillList($("log"), fresh.log);
    tell(old, fresh);
    hold();
    ask();
    if (hadFocus || byKeys) refocus(hadFocus);
    showAlone();
    body.dataset.number = fresh.number;
    goOn();
  }

  function tell(old, fresh) {
    let known = 0;
    if (old && old.hand === fresh.hand) {
      // The last line may go on, as a turn of several steps does.
      while (known < old.log.length && old.log[known] === fresh.log[known]) known += 1;
    }
    const said = fresh.log.slice(Math.max(known, fresh.log.length - (old ? 4 : 1)));
    $("spoken").textContent = [...said, fresh.headline].join(" ");
    const mine = fresh.latest && !fresh.over && fresh.yours.includes(fresh.turn);
    document.title = mine ? fill(words.your_turn, { title }) : title;
    body.classList.toggle("my-turn", fresh.moves.length > 0);
  }

  // What is asked: of the seat that is shown, or of another at the same device.
  // What is asked next, after a touch: the table names it by the kind of touch that follows.
  function question(open) {
    const asks = asked().asks || {};
    const kinds = [...open].map((touch) => touch.split(":")[0]);
    return asks[kinds.find((kind) => asks[kind])] || words.choose_end;
  }

  function asked() {
    return message.moves.length || !message.aside ? message : message.aside;
  }

  function ask() {
    const now = asked();
    $("headline").textContent = now.headline;
    const many = new Set(now.quick.map(kindOf));
    const buttons = now.buttons.filter((one) => !many.has(kindOf(one.touch)) || now.quick.includes(one.touch))
      .map((one) => touchButton(one));
    for (const kind of many) {
      buttons.push(amountField(kind, now.buttons.filter((one) => kindOf(one.touch) === kind)));
    }
    if (message.next) {
      const next = make("button", { type: "button", class: "act", id: "next-hand" }, words.next_hand);
      next.addEventListener("click", nextHand);
      buttons.push(next);
    }
    for (const one of (message.alone && message.alone.near) || []) {
      buttons.push(make("a", { class: "act quiet-act", href: one.href }, one.text));
    }
    if (message.ended) buttons.push(wayOn());
    $("buttons").replaceChildren(...buttons);
    showLapse();
    showClock();
    light();
  }

  // After a match: to the next one, with the same people, by the same links.
  function wayOn() {
    if (!message.yours.length && !message.onward) {
      return make("a", { class: "act", href: `/games/${body.dataset.game}` }, words.other_table);
    }
    const button = make("button", { type: "button", class: "act", id: "again" }, message.onward ? words.onward : words.again);
    button.addEventListener("click", () => playOn(button));
    return button;
  }

  async function playOn(button) {
    button.disabled = true;
    const secret = base.split("/").at(-1);
    const answer = message.onward ? { ok: true, data: { link: `/t/${message.onward}/${secret}` } }
      : await insist(`${base}/again`, {}, () => false);
    if (answer.ok) {
      location.href = `${answer.data.link}?from=${body.dataset.table}`;
      return;
    }
    note(answer.error);
    button.disabled = false;
  }

  function touchButton(one) {
    const button = make("button", {
      type: "button", "data-touch": one.touch, class: "touch-button", "aria-label": one.label,
    }, one.short);
    button.addEventListener("click", () => touch(button.dataset.touch));
    return button;
  }

  function kindOf(touch) {
    return touch.split(":")[0];
  }

  // Where there are many numbers to choose from, all of them are behind one field and a slider.
  function amountField(kind, choices) {
    const numbers = choices.map((one) => Number(one.touch.split(":")[1]));
    const slider = make("input", { type: "range", min: 0, max: numbers.length - 1, "aria-hidden": "true", tabindex: -1 });
    const field = make("input", { type: "number", min: numbers[0], max: numbers.at(-1), "aria-label": words.amount });
    const button = touchButton(choices[0]);
    function show(place) {
      amounts.set(kind, place);
      slider.value = place;
      field.value = numbers[place];
      button.dataset.touch = choices[place].touch;
      button.textContent = asked().spoken[choices[place].touch];
      button.setAttribute("aria-label", button.textContent);
    }
    slider.addEventListener("input", () => show(Number(slider.value)));
    field.addEventListener("change", () => {
      const wished = Number(field.value);
      const above = numbers.findIndex((number) => number >= wished);
      show(above < 0 ? numbers.length - 1 : above);
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      field.dispatchEvent(new Event("change"));
      button.click();
    });
    show(Math.min(amounts.get(kind) || 0, numbers.length - 1));
    return make("div", { class: "amount" }, slider, field, button);
  }

  function showLapse() {
    const bar = $("lapse");
    for (const old of bar.getAnimations()) old.cancel();
    bar.hidden = !message.lapse;
    if (message.lapse) {
      bar.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }],
        { duration: message.lapse * 1000, fill: "forwards" });
    }
  }

  // The time of a turn, for all to see.
  function showClock() {
    clearInterval(clockTimer);
    const clock = message.clock;
    $("clock").hidden = !clock;
    if (!clock) return;
    const end = performance.now() + 1000 * clock.left;
    const tick = () => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      $("clock").textContent = fill(words.time_left, { seconds: left });
      $("clock").classList.toggle("short", left <= Math.max(5, clock.of / 5));
    };
    tick();
    clockTimer = setInterval(tick, 250);
  }

  // Tiles that belong together may be touched in any order, and picks can be taken back.
  function isPick(name) {
    return name.startsWith("pick:");
  }

  function isLoose(name) {
    return isPick(name) || name.startsWith("tile:");
  }

  // What is left of a path after some touches, or null.
  function leftOf(touches, touched) {
    const left = [...touches];
    for (const name of touched) {
      const place = left.indexOf(name);
      if (place < 0 || (place > 0 && !left.slice(0, place + 1).every(isLoose))) return null;
      left.splice(place, 1);
    }
    return left;
  }

  function fitting(touched) {
    const way = touched.length ? turnOf(touched[0]) : null;
    return asked().moves.filter((one) => leftOf(one.touches, touched) !== null
      && (!way || !isTurn(one.touches.at(-1)) || one.touches.at(-1) === way));
  }

  // Pieces that are turned in the hand before they are laid. The last touch of such a path
  // names the turn, and is not made: it follows from how the piece lies in the hand.

  function isTurn(name) {
    return name.startsWith("turn:");
  }

  function turnable(name) {
    return picture.querySelector(`[data-turns][data-touch="${CSS.escape(name)}"]`);
  }

  function turnOf(name) {
    const thing = turnable(name);
    const ways = thing && thing.dataset.turns.split(" ");
    return ways && ways.length > 1 ? ways[(((turned.get(name) || 0) % 4) + 4) % 4] : null;
  }

  function setTurn(name, quarters) {
    turned.set(name, quarters);
    turnable(name).style.setProperty("--turn", quarters);
  }

  function turn(step) {
    const name = path[0];
    if (sending || !name || !turnOf(name)) return;
    setTurn(name, (turned.get(name) || 0) + step);
    $("spoken").textContent = asked().spoken[turnOf(name)] || turnOf(name).slice(5);
    light();
  }

  // A piece that fits nowhere as it lies is taken up turned to the next way that fits.
  function pickUp(name) {
    path = [name];
    wanted = null;
    for (let quarters = 0; quarters < 4 && !nextTouches().size; quarters += 1) {
      setTurn(name, (turned.get(name) || 0) + 1);
    }
    light();
    if (byKeys) refocus(null);
  }

  // Shows the pieces as they lie in the hand, and takes into it what came from the board.
  function hold() {
    for (const thing of picture.querySelectorAll("[data-turns]")) {
      thing.style.setProperty("--turn", turned.get(thing.dataset.touch) || 0);
    }
    if (!held) return;
    const { name, quarters } = held;
    held = null;
    if (!turnable(name)) return;
    setTurn(name, quarters);
    path = [name];
  }

  // A cell where a piece can be laid, or tried.
  function isCell(thing) {
    return thing.dataset.add !== undefined && thing.dataset.turns === undefined;
  }

  // Who plays alone may ask a free cell which pieces fit there, however they are turned.
  function fittingOn(cell) {
    return new Set(asked().moves.filter((one) => one.touches[1] === cell).map((one) => one.touches[0]));
  }

  // A piece that fits there in one way goes there; otherwise it is taken up turned to fit.
  function layOn(cell, name) {
    const ways = asked().moves.filter((one) => one.touches[0] === name && one.touches[1] === cell);
    wanted = null;
    if (ways.length === 1) {
      send(ways[0]);
      return;
    }
    pickUp(name);
    if (ways.length) setTurn(name, turnable(name).dataset.turns.split(" ").indexOf(ways[0].touches[2]));
    light();
  }

  // What the numbers of a piece, its turn and a cell add up to is a move, allowed or not; the
  // table says why not.
  async function tryOn(cell) {
    const piece = turnable(path[0]);
    const ways = piece.dataset.turns.split(" ");
    const quarters = Math.max(ways.indexOf(turnOf(path[0])), 0);
    const move = Number(cell.dataset.add) + Number(piece.dataset.add) + quarters;
    const shown = message;
    sending = true;
    const answer = await post("moves", { number: shown.number, seat: asked().seat, move, id: newId() }, shown);
    if (answer.ok || answer.code !== "illegal-move" || message !== shown) {
      settle(answer, shown);
      return;
    }
    sending = false;
    note(answer.error, { topic: MOVE });
    light();
  }

  // The piece in the hand is shown on the cell under the pointer.
  function shadow(cell) {
    for (const old of picture.querySelectorAll(".shade")) old.replaceChildren();
    const piece = path.length === 1 && cell && cell.classList.contains("lit") && turnable(path[0]);
    const place = piece && cell.querySelector(".shade");
    if (!place) return;
    place.append(piece.querySelector(".lift").cloneNode(true));
    place.style.setProperty("--turn", turned.get(path[0]) || 0);
  }

  picture.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && message) shadow(event.target.closest("[data-add]"));
  });
  picture.addEventListener("focusin", (event) => { if (byKeys) shadow(event.target.closest("[data-add]")); });

  // Where the page does not say what fits, every piece may be tried on every cell.
  function triable() {
    const tries = asked().attempts;
    if (!tries || path.length > 1) return [];
    if (!path.length) return Object.keys(tries.tiles);
    return tries.tiles[path[0]] ? Object.keys(tries.cells) : [];
  }

  function nextTouches() {
    return new Set(fitting(path).flatMap((one) => {
      const left = leftOf(one.touches, path);
      const loose = left.findIndex((name) => !isLoose(name));
      return left.slice(0, loose < 0 ? left.length : Math.max(1, loose));
    }).concat(triable()));
  }

  function mayWait(name) {
    const others = message.names.length > 1;
    return others && name.startsWith("tile:") && message.yours.includes(message.seat)
      && !message.over && !isDeciding();
  }

  function light() {
    const open = sending ? new Set() : wanted ? fittingOn(wanted) : nextTouches();
    for (const thing of picture.querySelectorAll("[data-touch]")) {
      const name = thing.dataset.touch;
      const lit = open.has(name);
      thing.classList.toggle("lit", lit);
      thing.classList.toggle("chosen", path.includes(name) || wanted === name);
      thing.classList.toggle("ahead", ahead === name);
      // A picture that names its things knows more than words without one: where they lie.
      if (asked().spoken[name] && !thing.hasAttribute("aria-label")) thing.setAttribute("aria-label", asked().spoken[name]);
      thing.setAttribute("aria-pressed", path.includes(name) || ahead === name);
      const asks = message.alone && isCell(thing) && !message.over;
      if (lit || asks || path.includes(name) || (!open.size && mayWait(name))) thing.setAttribute("tabindex", "0");
      else thing.removeAttribute("tabindex");
    }
    for (const button of $("buttons").querySelectorAll("[data-touch]")) {
      button.classList.toggle("lit", open.has(button.dataset.touch));
      if (!sending) button.hidden = !open.has(button.dataset.touch);
      button.disabled = sending;
    }
    for (const laid of picture.querySelectorAll("[data-drop]")) {
      laid.classList.toggle("loose", Boolean(message.alone));
      if (message.alone) laid.setAttribute("tabindex", "0");
    }
    picture.classList.toggle("wanting", Boolean(wanted));
    $("turn").hidden = !(path.length === 1 && turnOf(path[0]));
    shadow(null);
    showAhead();
    if (coarse.matches) reaching(picture);
    $("headline").classList.toggle("asks", open.size > 0);
    if (wanted) $("headline").textContent = open.size ? words.what_fits : words.nothing_fits;
    else if (path.length === 1 && turnOf(path[0])) $("headline").textContent = words.turn_or_lay;
    else if (path.length && open.size > 1 && !path.some(isPick)) $("headline").textContent = question(open);
    else $("headline").textContent = asked().headline;
  }

  // What happens by itself once a picture is shown: the curtain, a tile touched ahead, a
  // move that everybody can see is forced.
  function goOn() {
    if (!message.latest || queue.length) return;
    if (drawCurtain()) return;
    if (ahead && message.moves.length && message.silence < 0) {
      const wished = ahead;
      const fits = nextTouches().has(wished);
      forgetAhead(fits ? "" : words.forgotten);
      light();
      if (fits) {
        touch(wished);
        return;
      }
    }
    if (message.plain && keep("sobremesa:plain") !== "no") {
      const only = message.moves[0];
      plainTimer = setTimeout(() => send(only), 900);
    }
  }

  function drawCurtain() {
    const other = message.turn !== message.seat && message.yours.includes(message.turn);
    const needed = message.yours.length > 1 && other && !message.aside;
    $("curtain").hidden = !needed || message.open;
    if (!needed) return false;
    if (message.open) {
      // Everybody sees everything: the next player simply goes on.
      seat = message.turn;
      greet();
      return true;
    }
    const name = message.names[message.turn];
    if (message.seat !== -1) {
      seat = -1;
      greet();
    }
    $("curtain-text").textContent = fill(words.pass_device, { name });
    const button = $("curtain-button");
    button.textContent = fill(words.ready, { name });
    button.onclick = () => {
      seat = message.turn;
      $("curtain").hidden = true;
      greet();
    };
    if (byKeys) button.focus();
    return true;
  }

  // Touching -----------------------------------------------------------------------------

  function touch(name) {
    if (!message || sending) return;
    const place = path.length === 1 && turnable(path[0])
      && picture.querySelector(`[data-add][data-touch="${CSS.escape(name)}"]:not([data-turns])`);
    const cell = !path.length && message.alone && [...picture.querySelectorAll("[data-add]")]
      .some((one) => one.dataset.touch === name && isCell(one));
    if (cell) {
      wanted = wanted === name ? null : name;
      light();
      if (byKeys) refocus(name);
    } else if (wanted && turnable(name)) {
      layOn(wanted, name);
    } else if (turnable(name) && name === path[0] && turnOf(name)) {
      turn(1);
    } else if (turnable(name) && name !== path[0] && asked().moves.length) {
      pickUp(name);
    } else if (place && (asked().attempts || !nextTouches().has(name))) {
      tryOn(place);
    } else if (nextTouches().has(name)) {
      path.push(name);
      const left = fitting(path);
      // A pick can be taken back, so what was picked is played only when that is said.
      if (left.length === 1 && !(isPick(name) && leftOf(left[0].touches, path).length)) send(left[0]);
      else {
        light();
        if (byKeys) refocus(null);
      }
    } else if (isPick(name) && path.length) {
      path = path.filter((one) => one !== name);
      light();
    } else if (path.length) {
      const begun = path;
      path = [];
      if (name === begun[0]) light();
      else if (nextTouches().has(name)) touch(name);
      else explain([...begun, name]);
    } else if (isDeciding()) {
      explain([name]);
    } else if (mayWait(name)) {
      wait(name);
    }
  }

  // Whether the seat that is asked has to decide; a call can also be let pass.
  function isDeciding() {
    return !message.over && message.latest && message.turn === asked().seat && asked().silence < 0;
  }

  function thingOf(name) {
    return picture.querySelector(`[data-touch="${CSS.escape(name)}"]`);
  }

  function labelOf(name) {
    const thing = thingOf(name);
    return (thing && thing.getAttribute("aria-label")) || name;
  }

  // Says which rule stands against what was touched. Nothing is left of the touch.
  async function explain(touches) {
    light();
    const thing = thingOf(touches.at(-1));
    if (thing && thing.closest("[data-peek]")) return;
    if (thing && !calm.matches) thing.animate([{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], QUARTER);
    const shown = message;
    const answer = await request(`${base}/why`, {
      asked: { number: shown.number, seat: asked().seat, touch: touches },
    });
    if (message.number !== shown.number || sending || path.length || answer.code === "stale") return;
    const meant = answer.ok && asked().moves.find((one) => one.move === answer.data.move);
    if (meant) send(meant);
    else note((answer.ok && answer.data.text) || words.not_now, { topic: MOVE });
  }

  // A tile may be touched before its turn; touched again it is taken back.
  function wait(name) {
    ahead = ahead === name ? null : name;
    if (ahead) $("spoken").textContent = fill(words.ahead, { thing: labelOf(name) });
    if (ahead && message.silence >= 0) send(message.moves.find((one) => one.move === message.silence));
    else light();
  }

  // What was touched ahead is forgotten with the hand it was for, and when it does not fit.
  function forgetAhead(why) {
    if (ahead && why) note(fill(why, { thing: labelOf(ahead) }), { topic: MOVE });
    ahead = null;
  }

  function showAhead() {
    for (const old of picture.querySelectorAll(".ahead-mark")) old.remove();
    const thing = ahead && thingOf(ahead);
    $("ahead").hidden = !thing;
    if (!thing) return;
    $("ahead").textContent = fill(words.ahead, { thing: labelOf(ahead) });
    const box = thing.getBBox();
    const mark = document.createElementNS(picture.firstChild.namespaceURI, "circle");
    const size = Math.min(box.width, box.height) / 5;
    for (const [name, value] of Object.entries({
      class: "ahead-mark", cx: box.x + box.width, cy: box.y, r: size,
    })) mark.setAttribute(name, value);
    thing.append(mark);
  }

  function takeBack() {
    path = [];
    wanted = null;
    ahead = null;
    light();
  }

  function newId() {
    return [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16).padStart(2, "0")).join("");
  }

  // Sends until the answer is clear, or the table that was shown is no longer there.
  function post(where, what, shown) {
    return insist(`${base}/${where}`, what, () => Boolean(shown) && message.number > shown.number);
  }

  async function send(one) {
    if (sending || !one) return;
    clearTimeout(plainTimer);
    sending = true;
    const now = asked();
    const shown = message;
    light();
    // The id makes a move that is sent again after a lost answer the same move.
    settle(await post("moves", {
      number: shown.number, seat: now.seat, move: one.move, id: newId(),
    }, shown), shown);
  }

  // Goes on after an answer; what it was about may have been shown meanwhile.
  function settle(answer, shown) {
    if (message.number > shown.number) return;
    if (!answer.ok) {
      if (answer.code !== "stale") note(answer.error, { topic: MOVE });
      sending = false;
      path = [];
      ask();
    }
    if (!answer.ok || !isLive()) poll(!answer.ok);
    if (answer.ok) awaitNews(shown);
  }

  // A live connection may be dead without knowing it: what does not come is asked for.
  async function awaitNews(shown) {
    for (let pause = 3000; ; pause = Math.min(2 * pause, 12000)) {
      await paused(pause);
      if (message.number > shown.number) return;
      await poll(false);
    }
  }

  // Playing alone: the past can be changed, and the whole deal asked about.

  function showAlone() {
    const now = message.alone;
    $("alone").hidden = !now;
    if (!now) return;
    $("undo").disabled = sending || !now.undo;
    $("redo").disabled = sending || !now.redo;
    for (const button of document.querySelectorAll(".solver")) button.hidden = !now.solvable;
    $("hint").hidden = $("winnable").hidden = !now.solvable || message.over;
    // Where pieces can be taken up again nothing is lost for good.
    if (now.loose && now.ending === "loss") $("hint").hidden = false;
    $("loss").hidden = !now.solvable || !message.over || now.ending === "win";
    noteResult(body.dataset.game, $("statistics").dataset.set, message);
    showStatistics();
  }

  async function changePast(where, wish) {
    if (sending || !message || !message.alone) return;
    clearTimeout(plainTimer);
    sending = true;
    const shown = message;
    light();
    settle(await post(where, { number: shown.number, id: newId(), ...wish }, shown), shown);
  }

  async function askSolver(what) {
    const shown = message;
    const buttons = [...document.querySelectorAll(".solver")];
    for (const button of buttons) button.disabled = true;
    note(words.thinking, { topic: MOVE, lasting: true });
    const { data, error } = await request(`${base}/ask/${what}`, { longest: LONGEST_THOUGHT });
    const answer = data || {};
    for (const button of buttons) button.disabled = false;
    unnote(MOVE);
    if (message !== shown) return;
    const more = what === "loss" && answer.move >= 0 ? [" ", wayBack(answer.move)] : [];
    note(answer.text || error, { topic: MOVE, lasting: true, more });
    if (what === "hint" && answer.touches) pointAt(answer.touches);
    if (what === "hint" && answer.drop >= 0) {
      picture.querySelector(`[data-drop="${answer.drop}"]`).classList.add("chosen", "hinted");
    }
  }

  function wayBack(move) {
    const button = make("button", { type: "button", id: "go-back" }, words.go_back);
    button.addEventListener("click", () => {
      unnote(MOVE);
      changePast("undo", { keep: move });
    });
    return button;
  }

  // Shows a hint as if the first things had been touched, so that one more touch makes the move.
  function pointAt(touches) {
    wanted = null;
    const way = touches.find(isTurn);
    const steps = touches.filter((one) => !isTurn(one));
    if (way) setTurn(steps[0], turnable(steps[0]).dataset.turns.split(" ").indexOf(way));
    path = steps.slice(0, -1);
    light();
    const last = document.querySelector(`[data-touch="${CSS.escape(steps.at(-1))}"]`);
    if (last) {
      last.classList.add("chosen", "hinted");
      if (byKeys) last.focus({ preventScroll: true });
    }
  }

  // Takes one piece up from the board, whenever it was laid.
  function takeUp(laid) {
    held = { name: `piece:${laid.id.slice(6)}`, quarters: Number(laid.dataset.turned) };
    changePast("undo", { drop: Number(laid.dataset.drop) });
  }

  $("turn").addEventListener("click", () => turn(1));
  $("undo").addEventListener("click", () => changePast("undo", {}));
  $("redo").addEventListener("click", () => changePast("redo", {}));
  for (const what of ["hint", "winnable", "loss"]) $(what).addEventListener("click", () => askSolver(what));

  async function nextHand() {
    const shown = message;
    const button = $("next-hand");
    if (button) button.disabled = true;
    settle(await post("next", { number: shown.number }, shown), shown);
  }

  // Pointer: a press and release touches; a press that moves drags the tile to an end.

  function thingAt(event) {
    const thing = event.target.closest && event.target.closest("[data-touch]");
    return thing && picture.contains(thing) ? thing : null;
  }

  picture.addEventListener("pointerdown", (event) => {
    byKeys = false;
    const thing = thingAt(event);
    if (!thing || event.button !== 0) return;
    drag = { thing, name: thing.dataset.touch, x: event.clientX, y: event.clientY, moving: false };
  });

  picture.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.moving) {
      if (Math.hypot(dx, dy) < 9 || !message) return;
      const inHand = path.length === 1 && path[0] === drag.name && turnable(drag.name);
      if (!inHand && (path.length || !nextTouches().has(drag.name))) return;
      drag.moving = true;
      picture.setPointerCapture(event.pointerId);
      drag.home = drag.thing.transform.baseVal.consolidate();
      if (turnable(drag.name)) pickUp(drag.name);
      else path = [drag.name];
      light();
      drag.thing.classList.add("dragged");
      drag.thing.parentNode.append(drag.thing);
    }
    if (drag.home) {
      const inverse = drag.thing.parentNode.getScreenCTM().inverse();
      const m = drag.home.matrix;
      const x = m.e + inverse.a * dx + inverse.c * dy;
      const y = m.f + inverse.b * dx + inverse.d * dy;
      drag.thing.style.transform = `matrix(${m.a},${m.b},${m.c},${m.d},${x},${y})`;
    }
  });

  function letGo() {
    if (drag && drag.moving) {
      drag.thing.classList.remove("dragged");
      drag.thing.style.transform = "";
    }
    drag = null;
  }

  // Where a drag ends: for a piece the cell under it, for a tile the nearest end.
  function goal(name, x, y) {
    if (!turnable(name)) return nearest(x, y);
    const under = document.elementsFromPoint(x, y).map((one) => one.closest("[data-add]"))
      .find((one) => one && one.dataset.touch !== name && !one.dataset.turns);
    return under ? under.dataset.touch : null;
  }

  function nearest(x, y) {
    let best = null;
    let least = 140;
    for (const name of nextTouches()) {
      const thing = picture.querySelector(`[data-touch="${CSS.escape(name)}"]`);
      if (!thing) continue;
      const box = thing.getBoundingClientRect();
      const away = Math.hypot(
        Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom),
      );
      if (away < least) {
        least = away;
        best = name;
      }
    }
    return best;
  }

  let handled = false;
  picture.addEventListener("pointerup", (event) => {
    handled = Boolean(drag);
    if (!drag) return;
    const { name, moving } = drag;
    const end = moving ? goal(name, event.clientX, event.clientY) : null;
    letGo();
    if (!moving) touch(name);
    else if (end) touch(end);
    else takeBack();
  });

  picture.addEventListener("pointercancel", () => {
    const moving = drag && drag.moving;
    letGo();
    if (moving) takeBack();
  });

  // A screen reader presses without a pointer.
  picture.addEventListener("click", (event) => {
    const thing = thingAt(event);
    if (thing && event.detail === 0) touch(thing.dataset.touch);
    else if (!thing && !handled && (path.length || wanted)) takeBack();
    else if (!thing && event.target.closest(".loose")) takeUp(event.target.closest(".loose"));
    peek(event, thing);
    handled = false;
  });

  // Looking into a pile, where touching it does nothing else.
  function peek(event, thing) {
    const pile = event.target.closest("[data-peek]");
    const used = thing && (thing.classList.contains("lit") || thing.classList.contains("chosen"));
    if (pile && !used) note(pile.dataset.peek, { topic: MOVE });
  }

  // Keys ---------------------------------------------------------------------------------

  function reachable() {
    const lit = [...document.querySelectorAll("#picture .lit, #buttons button.lit, #next-hand")]
      .filter((one) => !one.hidden && !one.disabled);
    const all = lit.length ? lit : [...picture.querySelectorAll("[data-touch][tabindex]")];
    return all.map((one) => [one, one.getBoundingClientRect()])
      .sort(([a, first], [b, second]) => {
        const drawnFirst = picture.contains(b) - picture.contains(a);
        return drawnFirst || first.left + first.width / 2 - second.left - second.width / 2;
      })
      .map(([one]) => one);
  }

  // On a board an arrow leads to the nearest thing on that side.
  function beside(list, from, key) {
    const [dx, dy] = { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] }[key];
    const here = from.getBoundingClientRect();
    let best = null;
    let least = Infinity;
    for (const one of list) {
      const box = one.getBoundingClientRect();
      const x = box.left + box.width / 2 - here.left - here.width / 2;
      const y = box.top + box.height / 2 - here.top - here.height / 2;
      const along = x * dx + y * dy;
      const off = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 4 && along + 2 * off < least) {
        least = along + 2 * off;
        best = one;
      }
    }
    return best;
  }

  function refocus(name) {
    const list = reachable();
    const same = list.find((one) => one.dataset.touch === name);
    const chosen = same || list[0];
    if (chosen) chosen.focus({ preventScroll: true });
  }

  document.addEventListener("keydown", (event) => {
    if (!message || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, textarea, select")) return;
    const thing = event.target.closest("#picture [data-touch]");
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step && !event.target.closest(".log")) {
      byKeys = true;
      const list = reachable();
      if (!list.length) return;
      const at = list.indexOf(document.activeElement);
      const next = at < 0 ? (step > 0 ? 0 : list.length - 1) : (at + step + list.length) % list.length;
      const isSquare = at >= 0 && thing && /^(square|cell|piece):/.test(thing.dataset.touch);
      const chosen = isSquare ? beside(list, thing, event.key) : list[next];
      if (chosen) chosen.focus({ preventScroll: true });
      event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && thing) {
      byKeys = true;
      touch(thing.dataset.touch);
      event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && event.target.closest(".loose")) {
      byKeys = true;
      takeUp(event.target.closest(".loose"));
      event.preventDefault();
    } else if (/^r$/i.test(event.key) && path.length) {
      turn(event.shiftKey ? -1 : 1);
    } else if (event.key === "Enter" || event.key === " " || event.key === "Tab") {
      byKeys = true;
    } else if (event.key === "Escape") {
      takeBack();
    } else if (message.alone && /^[uyh]$/i.test(event.key)) {
      const button = $({ u: "undo", y: "redo", h: "hint" }[event.key.toLowerCase()]);
      if (!button.disabled && !button.hidden) button.click();
    } else if (/^[1-9]$/.test(event.key)) {
      const one = reachable()[Number(event.key) - 1];
      if (one) {
        byKeys = true;
        one.focus({ preventScroll: true });
        if (one.dataset.touch) touch(one.dataset.touch);
        else one.click();
      }
    }
  });

  // Around the table -----------------------------------------------------------------------

  for (const form of document.querySelectorAll(".name-form")) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const answer = await post("name", {
        seat: Number(form.dataset.seat), name: form.elements.name.value,
      });
      if (!answer.ok) note(answer.error);
      else form.elements.name.blur();
    });
  }

  const plain = $("plain");
  if (plain) {
    plain.checked = keep("sobremesa:plain") !== "no";
    plain.addEventListener("change", () => {
      keep("sobremesa:plain", plain.checked ? "yes" : "no");
      if (message) goOn();
    });
  }

  listenToWishes(greet);
  // The picture is drawn anew where its room has changed, but never under a move that was begun.
  const fits = () => {
    const now = wishes();
    return now.shape === drawn.shape && Math.abs((now.across || 0) - (drawn.across || 0)) < 8
      && Math.abs((now.down || 0) - (drawn.down || 0)) < 8;
  };
  new ResizeObserver(() => { if (message && !path.length && !wanted && !drag && !fits()) greet(); })
    .observe(picture.parentNode);
  picture.addEventListener("zoomed", () => { if (coarse.matches) reaching(picture); });
  addEventListener("online", () => poll(false));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(false); });
  if (showLinks(body.dataset.table)) $("side").classList.add("open");
  rememberTable(base);
  foldSide();
  zooming.start(picture);
  connect();
  keepAsking();
}

// The replay -------------------------------------------------------------------------------

function replay() {
  foldSide();
  if (!picture) return;
  const last = Number(body.dataset.last);
  const base = body.dataset.base;
  const seat = body.dataset.seat;
  let at = Number(picture.dataset.at);
  const STEP = "step";
  let hand = null;
  let asking = 0;

  // Shows a step; tells whether it could be had.
  async function go(number) {
    const to = Math.min(Math.max(number, 2), last);
    const turn = ++asking;
    at = to;
    $("slider").value = to;
    const answer = await request(`${base}/${to}`, { asked: { seat, ...wishes() } });
    if (turn !== asking) return false;
    const fresh = answer.data;
    if (!answer.ok || answer.unclear) {
      note(answer.error, { topic: STEP, lasting: true });
      return false;
    }
    unnote(STEP);
    await draw(nextScene(null, fresh.scene), hand === null || hand === fresh.hand);
    hand = fresh.hand;
    picture.dataset.at = to;
    $("headline").textContent = fresh.headline;
    $("count").textContent = fill(words.step, { step: to - 1, steps: last - 1 });
    fillList($("log"), fresh.log);
    showScores(fresh);
    $("spoken").textContent = fresh.log.slice(-1).concat(fresh.headline).join(" ");
    history.replaceState(null, "", `${location.pathname}?at=${to}&seat=${seat}`);
    return true;
  }

  const rolling = player({ at: () => at, first: 2, last, go });
  function step(number) {
    rolling.pause();
    go(number);
  }

  const steps = { first: () => 2, back: () => at - 1, forth: () => at + 1, last: () => last };
  for (const [id, where] of Object.entries(steps)) {
    $(id).addEventListener("click", (event) => {
      event.preventDefault();
      step(where());
    });
  }
  $("slider").addEventListener("input", () => step(Number($("slider").value)));
  for (const link of document.querySelectorAll(".jumps [data-at]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      step(Number(link.dataset.at));
    });
  }
  for (const link of document.querySelectorAll(".jumps [data-seat]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      location.search = `?at=${at}&seat=${link.dataset.seat}`;
    });
  }
  $("share").addEventListener("click", () => {
    const number = Math.min(at, Number(body.dataset.shareLast));
    const address = new URL(body.dataset.share, location.href);
    if (number >= 2) address.searchParams.set("at", number);
    copy(address.href, $("share"));
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, textarea, select") && event.target.id !== "slider") return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 2, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    step(to);
  });
  listenToWishes(() => go(at));
  zooming.start(picture);
  if (Object.keys(wishes()).length > 1 || shape() !== "wide") go(at);
}

// The page of a game -----------------------------------------------------------------------

function game() {
  showStatistics();
  showMine();
  const players = document.querySelector("[name=players]");
  const fit = () => {
    for (const row of document.querySelectorAll(".sitter")) {
      row.hidden = Number(row.dataset.seat) >= Number(players.value);
    }
  };
  players.addEventListener("input", fit);
  fit();
}

keepPlace();
({ table, replay, game, gallery: showMine }[body.dataset.page] || (() => {}))();
