/** The engine version that a screen requires: `service: "0.3"` in its metadata, read as a caret range. */

type Version = readonly [major: number, minor: number, patch: number];

const REQUIREMENT = /^\^?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/;
const ENGINE = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:[-+].*)?$/;

/**
 * Why a screen may not work with this engine; null when it requires no version, or this one satisfies it.
 * @param requirement `service` of the screen: `1`, `0.3`, `0.3.2`, each with or without `^`
 * @param engine      version of the running engine, `major.minor.patch`
 */
export function compatWarning(requirement: string | null, engine: string): string | null {
  if (requirement === null) return null;
  const asked = REQUIREMENT.exec(requirement.trim());
  if (asked === null) {
    return `service: expected an engine version such as "0.3", got ${JSON.stringify(requirement)}`;
  }
  const running = ENGINE.exec(engine);
  const lowest = version(asked);
  const end = caretEnd(asked);
  if (running !== null) {
    const current = version(running);
    if (compare(current, lowest) >= 0 && compare(current, end) < 0) return null;
  }
  return `made for engine ${requirement.trim()} (${lowest.join('.')} up to, not including, ${end.join('.')}); this is ${engine}`;
}

function version(match: RegExpExecArray): Version {
  return [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)];
}

/** First version past the range: the leftmost number that is not zero may not change, as in npm and Cargo. */
function caretEnd(match: RegExpExecArray): Version {
  const [major, minor, patch] = version(match);
  if (major > 0 || match[2] === undefined) return [major + 1, 0, 0];
  if (minor > 0 || match[3] === undefined) return [0, minor + 1, 0];
  return [0, 0, patch + 1];
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
