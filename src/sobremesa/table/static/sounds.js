// Sounds of tiles, made here and silent until somebody asks for them.

import { keep, kept } from "./keeping.js";
import { perhaps } from "./page.js";

/** @import {Message} from "./messages.js" */

const MOST_AT_ONCE = 3;
const APART = 0.11;         // seconds between two of them
/** @type {AudioContext | null} */
let air = null;

function isOn() {
  return kept("sounds") === "yes";
}

/** Browsers let a page sound only after somebody has touched it. */
function wake() {
  if (!isOn() || typeof AudioContext !== "function") return;
  air ||= new AudioContext();
  if (air.state === "suspended") air.resume().catch(() => {});
}

/** A tile on wood: a short knock of noise with a low tone under it. @param {AudioContext} here @param {number} at */
function knock(here, at) {
  const length = Math.round(here.sampleRate * 0.05);
  const noise = here.createBuffer(1, length, here.sampleRate);
  const grains = noise.getChannelData(0);
  for (let place = 0; place < length; place += 1) grains[place] = (2 * Math.random() - 1) * (1 - place / length) ** 5;
  const source = new AudioBufferSourceNode(here, { buffer: noise });
  const wood = new BiquadFilterNode(here, { type: "bandpass", frequency: 1700 + 500 * Math.random(), Q: 1.1 });
  source.connect(wood).connect(new GainNode(here, { gain: 0.5 })).connect(here.destination);
  source.start(at);
  tone(here, at, 190, 0.07, 0.25);
}

/** @param {AudioContext} here @param {number} at @param {number} pitch @param {number} long @param {number} loud */
function tone(here, at, pitch, long, loud) {
  const sound = new OscillatorNode(here, { type: "sine", frequency: pitch });
  const shape = new GainNode(here, { gain: 0 });
  shape.gain.setValueAtTime(0, at);
  shape.gain.linearRampToValueAtTime(loud, at + 0.005);
  shape.gain.exponentialRampToValueAtTime(0.001, at + long);
  sound.connect(shape).connect(here.destination);
  sound.start(at);
  sound.stop(at + long);
}

/** Sounds what happened since. @param {Message | null} old @param {Message} fresh */
export function sound(old, fresh) {
  if (!old || !isOn() || !air || old.number >= fresh.number) return;
  const lines = old.hand === fresh.hand ? fresh.log.length - old.log.length : 1;
  for (let place = 0; place < Math.min(Math.max(lines, 1), MOST_AT_ONCE); place += 1) knock(air, air.currentTime + place * APART);
  if (fresh.ended && !old.ended) [392, 494, 587].forEach((pitch, place) => { if (air) tone(air, air.currentTime + 0.3 + place * 0.12, pitch, 0.5, 0.12); });
}

/** Listens to the switch, which this device keeps. */
export function listenToSounds() {
  const box = /** @type {HTMLInputElement | null} */ (perhaps("sounds"));
  if (!box) return;
  box.checked = isOn();
  box.addEventListener("change", () => {
    keep("sounds", box.checked ? "yes" : "no");
    wake();
    if (air && isOn()) knock(air, air.currentTime);
  });
  document.addEventListener("pointerdown", wake, { passive: true });
  document.addEventListener("keydown", wake);
}
