// Links to give away: shared, copied, or shown as a code for the camera of another device.
"use strict";

function isLoopback(host) {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

// Where others can open a link: a page that was opened on the machine itself asks the server.
function originForOthers() {
  return (isLoopback(location.hostname) && body.dataset.house) || location.origin;
}

async function share(address, title, button) {
  if (navigator.share) {
    try {
      await navigator.share({ title, url: address });
      return;
    } catch (wrong) {
      if (wrong.name === "AbortError") return;
    }
  }
  copy(address, button);
}

// A code is made by the server when somebody wants to see it.
function codeFor(path, label) {
  const shown = make("details", { class: "code" }, make("summary", {}, words.code));
  shown.addEventListener("toggle", () => {
    if (!shown.open || shown.querySelector("img")) return;
    const source = addressed(`${path}/code`, { origin: originForOthers() });
    shown.append(make("img", { src: source.href, alt: fill(words.code_for, { who: label }), width: 220, height: 220 }));
  });
  return shown;
}

function linkItem(who, path) {
  const address = new URL(path, originForOthers()).href;
  const label = who === "watch" ? words.watch : fill(words.seat, { number: Number(who) + 1 });
  const field = make("input", { readonly: "", value: address, "aria-label": label });
  field.addEventListener("focus", () => field.select());
  const button = make("button", { type: "button", class: "share" }, navigator.share ? words.share : words.copy);
  button.addEventListener("click", () => share(address, document.title, button));
  const item = make("li", { "data-who": who }, make("span", { class: "who" }, label), field, button);
  // No camera of another device could follow a link to this machine's own address.
  if (!isLoopback(new URL(address).hostname)) item.append(codeFor(path, label));
  return item;
}

// Keeps the links that came behind the #, or those of the table that was played before, and
// shows them. Tells whether they are new here.
function showLinks(table) {
  const key = (name) => `sobremesa:links:${name}`;
  const before = new URLSearchParams(location.search).get("from");
  const fresh = location.hash.length > 1;
  if (fresh) keep(key(table), location.hash.slice(1));
  const old = before && !keep(key(table)) && keep(key(before));
  if (old) keep(key(table), new URLSearchParams([...new URLSearchParams(old)]
    .map(([who, path]) => [who, path.replace(`/t/${before}/`, `/t/${table}/`)])).toString());
  if (fresh || before) history.replaceState(null, "", location.pathname);
  const kept = new URLSearchParams(keep(key(table)) || "");
  $("invite").hidden = !kept.size;
  $("links").replaceChildren(...[...kept].map(([who, path]) => linkItem(who, path)));
  $("only-here").hidden = !isLoopback(new URL(originForOthers()).hostname);
  return fresh && kept.size > 1;
}
