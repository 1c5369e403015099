// SHA-256, also where a page is not served safely enough for the browser's own.

/** The first 32 bits of the fractional parts of roots of the first primes. @param {number} root @param {number} count */
function fractions(root, count) {
  const found = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) isPrime = false;
    if (isPrime) found.push(((candidate ** (1 / root)) % 1) * 2 ** 32 | 0);
  }
  return found;
}

const START = fractions(2, 8);
const ROUNDS = fractions(3, 64);

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** Mixes a block of sixteen words into a state of eight. @param {number[]} state @param {number[]} block */
function mixed(state, block) {
  const words = block.slice();
  for (let place = 16; place < 64; place += 1) {
    const [early, late] = [words[place - 15], words[place - 2]];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[place] = (words[place - 16] + low + words[place - 7] + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let place = 0; place < 64; place += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUNDS[place] + words[place];
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) | 0);
}

/** Gives the SHA-256 of a text in 64 figures. @param {string} text */
export function digest(text) {
  const told = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((told.length + 9) / 64) * 64);
  padded.set(told);
  padded[told.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, told.length * 8);
  let state = START;
  for (let at = 0; at < padded.length; at += 64) {
    state = mixed(state, Array.from({ length: 16 }, (_, place) => view.getInt32(at + 4 * place)));
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
