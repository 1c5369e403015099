// How much of one core's time the engine takes to start without a connection, until a table of Block is laid and told:
// `node bench/offline.mjs 5`. It runs in the very interpreter that pages use, here in Node. The time of the processor is
// counted, so that a busy machine tells nearly the same as a quiet one.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(import.meta.url);
const HOUSE = join(HERE, "..", "..");
const INTERPRETER = join(HOUSE, "node_modules", "pyodide");
const PACK = "import sys; from sobremesa.table import offline; sys.stdout.buffer.write(offline.archive())";
const STUDENT = [NaN, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26];

const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Starts the engine from an archive; keeps what Python made of it, if asked. */
async function start(archive, compiled) {
  const { loadPyodide } = await import(join(INTERPRETER, "pyodide.mjs"));
  const python = await loadPyodide({ indexURL: INTERPRETER + "/", packages: [] });
  const loaded = used();
  python.unpackArchive(new Uint8Array(readFileSync(archive)).buffer, "zip", { extractDir: "/engine" });
  python.runPython("import sys; sys.path.insert(0, '/engine'); sys.dont_write_bytecode = False");
  python.globals.set("keep", async () => "kept");
  python.globals.set("tell", () => {});
  const pocket = await python.runPythonAsync(`
from sobremesa.table import pocket as _pocket
_pocket.in_the_page()
_pocket.Pocket(keep, tell, "es")`);
  await pocket.lay(python.toPy({ game: "block" }));
  await pocket.ask("state", "shape=tall", "");
  console.log(JSON.stringify({ loaded, started: used() }));
  if (!existsSync(compiled)) writeFileSync(compiled, python.runPython("_pocket.packed('/engine')").toJs());
  process.exit(0);
}

/** Says a mean with its 95 % interval. */
function said(values) {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const spread = Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1));
  const half = (STUDENT[values.length - 1] * spread) / Math.sqrt(values.length);
  return `${mean.toFixed(2)} s (${(mean - half).toFixed(2)} to ${(mean + half).toFixed(2)})`;
}

function measure(runs) {
  const folder = mkdtempSync(join(tmpdir(), "offline-"));
  const [fresh, compiled] = [join(folder, "sobremesa.zip"), join(folder, "compiled.zip")];
  const python = join(HOUSE, ".venv", "bin", "python");
  writeFileSync(fresh, execFileSync(python, ["-c", PACK], { maxBuffer: 1e8 }));
  const once = (archive) => JSON.parse(execFileSync(process.execPath, [HERE, "start", archive, compiled]).toString());
  const found = Array.from({ length: runs }, () => ({ first: once(fresh), later: once(compiled) }));
  console.log(`interpreter      ${said(found.map(({ first }) => first.loaded))}`);
  console.log(`first start      ${said(found.map(({ first }) => first.started))}`);
  console.log(`every later one  ${said(found.map(({ later }) => later.started))}`);
}

const [, , what, ...rest] = process.argv;
if (what === "start") await start(...rest);
else measure(Math.min(Math.max(Number(what) || 5, 2), 10));
