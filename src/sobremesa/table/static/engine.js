// The engine in the page: a worker that runs the Python of the table, and answers as a server does. It is served
// beside the interpreter, by a policy that allows what the pages' own does not: WebAssembly.

import { keepEvent, keptEvents } from "./matches.js";

/** @typedef {{language: string, game: string, match: string, wish: object}} Opening */

/** @type {any} */
let python;
/** @type {any} */
let pocket;
let isCompiled = false;
const COMPILED = beside("compiled.zip");
const A_WHILE = 5000;       // milliseconds in which the first picture is shown and bots may lead

/** @param {string} name */
function beside(name) {
  return new URL(name, import.meta.url).href;
}

/** The engine as it was packed after its first start here, with what Python made of it; else as the server packs it. */
async function archived() {
  const kept = await caches.match(COMPILED).catch(() => undefined);
  isCompiled = kept !== undefined;
  const answer = kept || await fetch(beside("sobremesa.zip"));
  if (!answer.ok) throw new Error(`sobremesa.zip: ${answer.status}`);
  return answer.arrayBuffer();
}

/** A device that keeps the engine starts it sooner the next time. */
async function keepCompiled() {
  const shelf = (await caches.keys()).find((name) => name.startsWith("offline-"));
  if (isCompiled || !shelf) return;
  const whole = await caches.open(shelf);
  if (!await whole.match(beside("sobremesa.zip"))) return;
  const packed = python.runPython("_pocket.packed('/engine')").toJs();
  await whole.put(COMPILED, new Response(packed));
}

/** Fails if a file cannot be had; no more of it is read than that tells. @param {string} name */
async function present(name) {
  const answer = await fetch(beside(name));
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
}

/** @param {string} game */
async function start(game) {
  const { loadPyodide } = await import(beside("pyodide.mjs"));
  const archive = archived();
  // Without its core the interpreter would be waited for in vain: it does not say that it failed.
  [python] = await Promise.all([
    loadPyodide({ indexURL: beside("."), packages: [] }), present("pyodide.asm.wasm"),
  ]);
  python.unpackArchive(await archive, "zip", { extractDir: "/engine" });
  python.runPython("import sys; sys.path.insert(0, '/engine'); sys.dont_write_bytecode = False");
  /** @param {string} match @param {number} number @param {string} text @param {boolean} ended */
  const keep = (match, number, text, ended) => keepEvent(game, match, number, text, ended);
  /** @param {string} text */
  const tell = (text) => postMessage({ told: text });
  python.globals.set("keep", keep);
  python.globals.set("tell", tell);
}

/** Lays a match or goes on with one; tells its name. @param {Opening} opening */
async function open({ language, game, match, wish }) {
  await start(game);
  python.globals.set("language", language);
  pocket = await python.runPythonAsync(`
from sobremesa.table import pocket as _pocket
_pocket.in_the_page()
_pocket.Pocket(keep, tell, language)`);
  if (match) pocket.open(match, python.toPy(await keptEvents(match)));
  return match || await pocket.lay(python.toPy(wish));
}

/** What Python refused, in its last line, without the name of the refusal. @param {unknown} wrong */
function reason(wrong) {
  const lines = String(/** @type {Error} */ (wrong).message || wrong).trim().split("\n");
  return (lines.at(-1) || "").replace(/^[\w.]+: /, "");
}

/** @param {{id: number, where: string, query: string, body: string}} asked */
async function answer({ id, where, query, body }) {
  const found = where === "again" ? [201, JSON.stringify({ match: await pocket.again() })]
    : (await pocket.ask(where, query, body)).toJs();
  postMessage({ id, status: found[0], text: found[1] });
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.opening) {
      postMessage({ opened: await open(data.opening) });
      setTimeout(() => keepCompiled().catch(console.warn), A_WHILE);
    }
    else if (data.said) pocket.hear(data.said);
    else await answer(data);
  } catch (wrong) {
    console.warn(wrong);
    postMessage(data.id === undefined ? { failed: reason(wrong) } : { id: data.id, status: 500, text: "{}" });
  }
});
