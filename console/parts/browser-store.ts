/** What this browser keeps for the console between visits. Where it keeps nothing, the page lives without. */

/** Read what was kept as JSON; undefined for nothing, and for what somebody else has put there. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(globalThis.localStorage.getItem(`stipple.${name}`) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keep a value as JSON, in the place of the one before. */
export function keepValue(name: string, value: unknown): void {
  try {
    globalThis.localStorage.setItem(`stipple.${name}`, JSON.stringify(value));
  } catch {
    // No room, or not allowed: then it is gone with the page.
  }
}

/** Forget a value. */
export function dropKept(name: string): void {
  try {
    globalThis.localStorage.removeItem(`stipple.${name}`);
  } catch {
    // Nothing is kept here.
  }
}
