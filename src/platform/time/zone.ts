/** Offsets and abbreviations of time zones, from the zone data of the JavaScript runtime. */

export interface Zone {
  /** Seconds east of UTC at an instant (seconds since the epoch). */
  offsetSeconds(epochSeconds: number): number;
  /** `CET`, `EDT`; `+09` where the zone has no common abbreviation. */
  abbreviation(epochSeconds: number): string;
}

/** Zones change their offset at full quarters of an hour, so one answer holds for a quarter. */
const QUARTER_SECONDS = 900;
/** Limits of the caches: scripts can ask for any names and instants. */
const MAX_ZONES = 64;
const MAX_QUARTERS = 4_096;
/** English locales have different sets of abbreviations. */
const ABBREVIATION_LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA'];

const zones = new Map<string, Zone>();
let processZone: Zone | undefined;

/**
 * The zone with a name (`Europe/Berlin`, `UTC`, `+02:00`), or of the process without one.
 * @throws {RangeError} for a name that is not known
 */
export function zoneOf(name: string | undefined): Zone {
  if (name === undefined) {
    processZone ??= new ProcessZone();
    return processZone;
  }
  let zone = zones.get(name);
  if (zone === undefined) {
    zone = makeZone(name);
    if (zones.size >= MAX_ZONES) zones.clear();
    zones.set(name, zone);
  }
  return zone;
}

/** True for the name of a zone, as `zoneOf` takes it. */
export function isZone(name: string): boolean {
  try {
    makeZone(name);
    return true;
  } catch {
    return false;
  }
}

function makeZone(name: string): Zone {
  const fixed = /^([+-])(\d\d):?(\d\d)$/.exec(name);
  if (fixed !== null) {
    const seconds = (Number(fixed[2]) * 60 + Number(fixed[3])) * 60;
    return new FixedZone(fixed[1] === '-' ? -seconds : seconds, name);
  }
  if (name === 'UTC' || name === 'Z') return new FixedZone(0, 'UTC');
  return new NamedZone(name);
}

class FixedZone implements Zone {
  readonly #seconds: number;
  readonly #name: string;

  constructor(seconds: number, name: string) {
    this.#seconds = seconds;
    this.#name = name;
  }

  offsetSeconds(): number {
    return this.#seconds;
  }

  abbreviation(): string {
    return this.#name;
  }
}

class NamedZone implements Zone {
  readonly #name: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();
  readonly #abbreviations = new Map<number, string>();

  constructor(name: string) {
    this.#name = name;
    try {
      this.#format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
    } catch {
      throw new RangeError(
        `unknown time zone '${name.slice(0, 64)}', expected a name like Europe/Berlin or UTC`,
      );
    }
  }

  offsetSeconds(epochSeconds: number): number {
    return cached(this.#offsets, epochSeconds, (quarter) => readOffset(zonePart(this.#format, quarter)));
  }

  abbreviation(epochSeconds: number): string {
    return cached(this.#abbreviations, epochSeconds, (quarter) => {
      for (const locale of ABBREVIATION_LOCALES) {
        const format = new Intl.DateTimeFormat(locale, { timeZone: this.#name, timeZoneName: 'short' });
        const text = zonePart(format, quarter);
        if (/^[A-Z]{2,5}$/.test(text)) return text;
      }
      return numericName(this.offsetSeconds(epochSeconds));
    });
  }
}

/** The zone of the process (`TZ`): offsets come from Date, which is faster than Intl. */
class ProcessZone implements Zone {
  #named: Zone | undefined;
  /** For a `TZ` that names no zone: the system may have understood an offset in it. */
  readonly #offsets: Zone = {
    offsetSeconds: (epochSeconds) => this.offsetSeconds(epochSeconds),
    abbreviation: (epochSeconds) => {
      const seconds = this.offsetSeconds(epochSeconds);
      return seconds === 0 ? 'UTC' : numericName(seconds);
    },
  };

  offsetSeconds(epochSeconds: number): number {
    return Math.round(new Date(epochSeconds * 1000).getTimezoneOffset() * -60);
  }

  abbreviation(epochSeconds: number): string {
    this.#named ??= runtimeZone() ?? this.#offsets;
    return this.#named.abbreviation(epochSeconds);
  }
}

/** The zone that the JavaScript runtime has found in `TZ` or on the system; null when it knows none by name. */
function runtimeZone(): Zone | null {
  // Not a text where `TZ` names no zone, whatever its type says.
  const name: unknown = new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone;
  return typeof name === 'string' && isZone(name) ? zoneOf(name) : null;
}

function cached<T>(cache: Map<number, T>, epochSeconds: number, make: (instant: number) => T): T {
  const quarter = Math.floor(epochSeconds / QUARTER_SECONDS);
  let value = cache.get(quarter);
  if (value === undefined) {
    value = make(quarter * QUARTER_SECONDS);
    if (cache.size >= MAX_QUARTERS) cache.clear();
    cache.set(quarter, value);
  }
  return value;
}

function zonePart(format: Intl.DateTimeFormat, epochSeconds: number): string {
  const parts = format.formatToParts(epochSeconds * 1000);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** `GMT+05:30` to seconds; plain `GMT` is 0. */
function readOffset(text: string): number {
  const match = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text);
  if (match === null) return 0;
  const seconds = (Number(match[2]) * 60 + Number(match[3])) * 60 + Number(match[4] ?? 0);
  return match[1] === '-' ? -seconds : seconds;
}

/** The name that the zone database has for zones without an abbreviation: `+09`, `+0530`. */
function numericName(seconds: number): string {
  const minutes = Math.abs(Math.trunc(seconds / 60));
  const hours = String(Math.trunc(minutes / 60)).padStart(2, '0');
  const rest = minutes % 60 === 0 ? '' : String(minutes % 60).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${hours}${rest}`;
}
