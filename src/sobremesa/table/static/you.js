// Your name: a passkey is made or used, the recovery code is shown once, and the account is looked after.

import { showDevice } from "./device.js";
import "./languages.js";
import { $, all, entry, make, perhaps, words } from "./page.js";
import { newId } from "./posting.js";
import { request } from "./wire.js";

/** @param {string} text */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {any} options @returns {PublicKeyCredentialCreationOptions} */
function creation(options) {
  return {
    ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map((/** @type {any} */ one) => ({ ...one, id: bytes(one.id) })),
  };
}

/** What a device answered, as the server reads it. @param {Credential} found */
function told(found) {
  const made = /** @type {PublicKeyCredential} */ (found);
  /** @type {Record<string, string>} */
  const response = {};
  for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    const buffer = /** @type {any} */ (made.response)[part];
    if (buffer instanceof ArrayBuffer) response[part] = text(buffer);
  }
  return {
    id: made.id, rawId: text(made.rawId), type: made.type, response,
    authenticatorAttachment: made.authenticatorAttachment, clientExtensionResults: {},
  };
}

/** @param {string} sentence */
function complain(sentence) {
  const place = $("you-word");
  place.textContent = sentence;
  place.hidden = !sentence;
}

/** Asks the server, and says what it refuses. @param {string} where @param {object} what */
async function ask(where, what = {}) {
  complain("");
  const answer = await request(`/you/${where}`, { what });
  if (answer.ok) return answer.data;
  complain(answer.error);
  return null;
}

/** @param {any} asked */
async function makePasskey(asked) {
  try {
    const made = await navigator.credentials.create({ publicKey: creation(asked.options) });
    return made && told(made);
  } catch (wrong) {
    const isKnown = wrong instanceof DOMException && wrong.name === "InvalidStateError";
    complain(isKnown ? words.passkey_known : words.passkey_failed);
    return null;
  }
}

/** @param {any} asked */
async function usePasskey(asked) {
  try {
    const options = { ...asked.options, challenge: bytes(asked.options.challenge) };
    const used = await navigator.credentials.get({ publicKey: options });
    return used && told(used);
  } catch {
    complain(words.passkey_failed);
    return null;
  }
}

// If the answer to a recovery code is lost, it is given again under the same mark.
const mark = newId();

/** @param {string} code */
async function recover(code) {
  const kept = await ask("recover", { code, id: mark });
  if (kept) showCode(kept.code);
}

/** Shows the recovery code, which is told this once. @param {string} code */
function showCode(code) {
  $("code").textContent = code;
  $("code-shown").hidden = false;
  for (const one of all(HTMLElement, "[data-without-code]")) one.hidden = true;
  $("code").focus();
}

/** @param {string} name */
async function register(name) {
  const asked = await ask("register/begin", { name });
  const answer = asked && await makePasskey(asked);
  const kept = answer && await ask("register/end", { name, account: asked.account, answer });
  if (kept) showCode(kept.code);
}

async function signIn() {
  const asked = await ask("sign-in/begin");
  const answer = asked && await usePasskey(asked);
  if (answer && await ask("sign-in/end", { answer })) location.reload();
}

async function addPasskey() {
  const asked = await ask("passkeys/begin");
  const answer = asked && await makePasskey(asked);
  if (answer && await ask("passkeys/end", { answer })) location.reload();
}

/** @param {string} where @param {object} what */
async function change(where, what = {}) {
  if (await ask(where, what)) location.reload();
}

/** What each button and form of the page does. @type {Record<string, (given: HTMLElement) => Promise<void>>} */
const deeds = {
  "register": (form) => register(value(form, "name")),
  "sign-in": signIn,
  "recover": (form) => recover(value(form, "code")),
  "rename": (form) => change("name", { name: value(form, "name") }),
  "add-passkey": addPasskey,
  "remove-passkey": (button) => change("passkeys/remove", { passkey: button.dataset.passkey }),
  "new-code": async () => {
    const made = await ask("code");
    if (made) showCode(made.code);
  },
  "code-kept": async () => location.reload(),
  "sign-out": () => change("sign-out"),
  "sign-out-others": () => change("sign-out/others"),
  "unblock": (button) => change("unblock", { account: button.dataset.account }),
  "unmute": (button) => change("unmute", { account: button.dataset.account }),
  "remove": (form) => change("remove", { name: value(form, "name") }),
};

/** @param {HTMLElement} form @param {string} name */
function value(form, name) {
  return entry(/** @type {HTMLFormElement} */ (form), name).value;
}

let isBusy = false;

/** One thing at a time: a device asks its person only once. @param {HTMLElement} thing */
async function doIt(thing) {
  if (isBusy) return;
  isBusy = true;
  try {
    await deeds[thing.dataset.deed || ""](thing);
  } finally {
    isBusy = false;
  }
}

for (const thing of all(HTMLElement, "[data-deed]")) {
  thing.addEventListener(thing instanceof HTMLFormElement ? "submit" : "click", (event) => {
    event.preventDefault();
    doIt(thing);
  });
}
// Sent before this script was there, a form would only load the page anew.
for (const button of all(HTMLButtonElement, "form[data-deed] button")) button.disabled = false;
if (!window.PublicKeyCredential) {
  for (const thing of all(HTMLElement, "[data-passkey-needed]")) thing.hidden = true;
  perhaps("no-passkeys")?.append(make("p", { class: "fault" }, words.no_passkeys));
}
showDevice();
