// What the device is like, and what whoever uses it asked it for.

// Nothing is to move.
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
// Fingers touch it.
export const coarse = matchMedia("(any-pointer: coarse)");
