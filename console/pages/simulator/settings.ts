/** What the simulated device is and knows, kept in this browser. */
import { keepValue, readKept } from '../../parts/browser-store.ts';
import { type Header, type Profile, UPDATE_SOURCES } from './profile.ts';
import { findProfile } from './profiles.ts';

export interface SimulatorSettings {
  readonly profile: string;
  readonly mac: string;
  readonly token: string;
  readonly friendlyId: string;
  readonly width: number;
  readonly height: number;
  readonly volts: number;
  readonly percent: number;
  readonly rssi: number;
  readonly source: string;
  /** What its log says. */
  readonly message: string;
  /** The refresh that the device has stored. */
  readonly refresh: number;
  /** A run wakes at least as often. */
  readonly everySeconds: number;
}

const NAME = 'simulator';
/** What firmware begins with. */
export const FIRST_REFRESH = 900;

/** A MAC address of the kind that no maker gives out. */
export function randomMac(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(5));
  return ['02', ...[...bytes].map((byte) => byte.toString(16).padStart(2, '0'))].join(':').toUpperCase();
}

function freshSettings(): SimulatorSettings {
  const profile = findProfile('');
  const [width, height] = profile.size;
  return {
    profile: profile.id,
    mac: randomMac(),
    token: '',
    friendlyId: '',
    width,
    height,
    volts: 4.12,
    percent: 82,
    rssi: -58,
    source: UPDATE_SOURCES[0],
    message: 'A simulated wake',
    refresh: FIRST_REFRESH,
    everySeconds: 10,
  };
}

/** The device of this browser; a new one at the first visit. */
export function readSettings(): SimulatorSettings {
  const fresh = freshSettings();
  const kept = readKept(NAME);
  if (typeof kept !== 'object' || kept === null) return fresh;
  const values = kept as Readonly<Record<string, unknown>>;
  const entries = Object.entries(fresh).map(([name, value]) => [
    name,
    typeof values[name] === typeof value ? values[name] : value,
  ]);
  return Object.fromEntries(entries) as unknown as SimulatorSettings;
}

export function keepSettings(settings: SimulatorSettings): void {
  keepValue(NAME, settings);
}

/** What stands for `{name}` in the data of a profile. */
export type Said = Readonly<Record<string, string>>;

/** What a device says of itself at a wake. */
export function saidBy(
  settings: SimulatorSettings,
  wake: { readonly serial: number; readonly isCached: boolean; readonly wakeMs: number },
): Said {
  const { mac, token, width, height, volts, percent, rssi, source, message, refresh } = settings;
  const firmware = findProfile(settings.profile).display.headers.find(([name]) => name === 'FW-Version')?.[1];
  return {
    mac,
    token,
    source,
    message,
    firmware: firmware ?? '',
    width: String(width),
    height: String(height),
    volts: volts.toFixed(2),
    percent: String(percent),
    rssi: String(rssi),
    refresh: String(refresh),
    cached: String(wake.isCached),
    wakeMs: String(wake.wakeMs),
    serial: String(wake.serial),
    now: String(Math.floor(Date.now() / 1000)),
  };
}

/** The headers of a call, with their values. */
export function filled(headers: readonly Header[], said: Said): readonly Header[] {
  return headers.map(([name, value]) => [name, fill(value, said)]);
}

function fill(template: string, said: Said): string {
  return template.replaceAll(/\{([a-zA-Z]+)\}/g, (_, name: string) => said[name] ?? '');
}

/** Values that firmware sends as numbers. */
const NUMBERS = new Set(['now', 'serial', 'rssi', 'refresh', 'volts']);

/** The body of a log call. */
export function logText(shape: unknown, said: Said): string {
  return JSON.stringify(shape, (_, value: unknown) => {
    if (typeof value !== 'string') return value;
    const name = /^\{([a-zA-Z]+)\}$/.exec(value)?.[1];
    if (name === undefined) return value;
    return NUMBERS.has(name) ? Number(said[name]) : (said[name] ?? '');
  });
}

/** Take another firmware: the size of the panel goes with it. */
export function withProfile(settings: SimulatorSettings, profile: Profile): SimulatorSettings {
  const [width, height] = profile.size;
  return { ...settings, profile: profile.id, width, height };
}
