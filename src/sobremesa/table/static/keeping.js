// What this device keeps. A browser without storage forgets; nothing else depends on it.

const OURS = "sobremesa:";

/** @param {string} name @param {string | number} value */
export function keep(name, value) {
  try {
    localStorage.setItem(OURS + name, String(value));
  } catch { /* It is forgotten. */ }
}

/** @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(OURS + name);
  } catch {
    return null;
  }
}
