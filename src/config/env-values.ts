/** Reads the values of environment variables: listen addresses, public URLs, proxies. */
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { trimEndOf } from '../base/trim.ts';

/** Where a server listens. `host` is an address or a name, without brackets. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Value for Express' `trust proxy`: none, all, a number of hops, or a comma-separated list of addresses and networks. */
export type TrustProxy = boolean | number | string;

const HOST_NAME = /^(?!-)[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*\.?$/;
const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** The firmware stores an image address in 1023 bytes; its path and signature take about 130. */
const MAX_PUBLIC_URL = 800;

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
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text) || text.length > MAX_PUBLIC_URL) return null;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && !/[?#]/.test(text);
  return plain ? url.origin + trimEndOf(url.pathname, '/') : null;
}

/** `true`, `false`, a number of proxies, or comma-separated addresses, networks and names such as `loopback`. */
export function parseTrustProxy(text: string): TrustProxy | null {
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const entries = word.split(',').map((entry) => entry.trim());
  return entries.every(isNetwork) ? entries.join(', ') : null;
}

function isNetwork(entry: string): boolean {
  if (NAMED_NETWORKS.has(entry)) return true;
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (version === 4 && isIPv4(prefix)) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}
