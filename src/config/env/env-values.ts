/** Reads the values of environment variables: listen addresses, public URLs, proxies, places. */

import { isIPv4, isIPv6 } from 'node:net';
import path from 'node:path';
import { trimEndOf } from '../../platform/base/trim.ts';
import { parseUrl } from '../../platform/base/url.ts';
import { isProxyEntry, type TrustProxy } from './proxy-networks.ts';

/** Where a server listens. `host` is an address or a name, without brackets. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const HOST_NAME = /^(?!-)[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*\.?$/;

/** The firmware stores an image address in 1023 bytes; its path and signature take about 130. */
const MAX_PUBLIC_URL = 800;

/** The value of CONFIG_FILE that means the state store. */
export const STORE_PLACE = 'store:';

/** A path, or the state store. Null for the store with anything behind it. */
export function parseConfigPlace(text: string): string | null {
  return text.startsWith(STORE_PLACE) && text !== STORE_PLACE ? null : text;
}

/** `host:port`, `[v6]:port`, or `:port` for every IPv4 address. Null when it is none of them. */
export function parseListenAddress(text: string): ListenAddress | null {
  const match = /^(?:\[([^\]]*)\]|([^:]*)):(\d{1,5})$/.exec(text);
  if (match === null) return null;
  const [, bracketed, plain, digits] = match;
  const port = Number(digits);
  if (port > 65_535) return null;
  if (bracketed !== undefined) return isIPv6(bracketed) ? { host: bracketed, port } : null;
  if (plain === undefined || plain === '') return { host: '0.0.0.0', port };
  // An invalid address would be looked up as a host name.
  const valid = /^[\d.]+$/.test(plain) ? isIPv4(plain) : HOST_NAME.test(plain);
  return valid ? { host: plain, port } : null;
}

/** An http or https address with an optional path prefix; slashes at its end are dropped. */
export function parsePublicUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || text.length > MAX_PUBLIC_URL) return null;
  const url = parseUrl(text);
  if (url === null) return null;
  const plain = url.username === '' && url.password === '' && !/[?#]/.test(text);
  return plain ? url.origin + trimEndOf(url.pathname, '/') : null;
}

/** `true`, `false`, a number of proxies, or comma-separated addresses, networks and names such as `loopback`. */
export function parseTrustProxy(text: string): TrustProxy | null {
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const entries = word.split(',').map((entry) => entry.trim());
  return entries.every(isProxyEntry) ? entries.join(', ') : null;
}

/** A share of a whole, 0 to 1. */
export function parseShare(text: string): number | null {
  const share = /^[01]?(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  return share >= 0 && share <= 1 ? share : null;
}

/** What `parseMemoryBudget` takes, for messages. */
export const MEMORY_BUDGET_FORM = 'a size from 192 MiB to 64 GiB, such as 300 MiB or 1.5 GiB';
/** Below it not even one thread and one process have room; above it is a typing error. */
const LEAST_BUDGET = 192 * 1024 ** 2;
const MOST_BUDGET = 64 * 1024 ** 3;
const UNITS = { m: 1024 ** 2, g: 1024 ** 3 } as const;

/** Bytes of `300 MiB`, `300M`, `1.5GB`; a unit is always of powers of 1024, as in Docker's `--memory`. */
export function parseMemoryBudget(text: string): number | null {
  const match = /^(\d{1,6}(?:\.\d{1,3})?) ?([mg])(?:i?b)?$/i.exec(text);
  if (match === null) return null;
  const [, digits, letter] = match;
  const bytes = Math.floor(Number(digits) * UNITS[letter?.toLowerCase() as keyof typeof UNITS]);
  return bytes >= LEAST_BUDGET && bytes <= MOST_BUDGET ? bytes : null;
}

/** `true` or `false`. */
export function parseFlag(text: string): boolean | null {
  return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : null;
}

/** Absolute folders, separated as in PATH; null where one is not absolute, or is the root, below which is everything. */
export function parseFolders(text: string): readonly string[] | null {
  const given = text.split(path.delimiter).filter((part) => part !== '');
  const folders = given.map((folder) => path.resolve(folder));
  const isUsable = given.every((folder) => path.isAbsolute(folder)) && !folders.includes('/');
  return isUsable ? folders : null;
}
