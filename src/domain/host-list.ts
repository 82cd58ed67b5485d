/** Lists of hosts that scripts may ask: how they are written, and which addresses are on them. */

import { isIP, isIPv6 } from 'node:net';
import { parseUrl } from '../platform/base/url.ts';

/** What the log of the server says of a host that is on no list; `stipple bench` looks for it. */
export const REFUSED_HOST = 'a script asked a host that SCREEN_HTTP_HOSTS does not allow';

/** An entry of a list. */
export interface HostPattern {
  /** In the form that URLs have: lower case, punycode, IPv6 in brackets, without a dot at the end. */
  readonly host: string;
  /** True for `*.host`: every name below the host, but not the host itself. */
  readonly below: boolean;
  /** Null for every port. */
  readonly port: number | null;
}

/** `*.` before a host, the host (IPv6 in brackets), and a port. */
const ENTRY = /^(\*\.)?(\[[\da-f:.]{2,45}\]|[^\s/\\?#@%*:[\]]{1,253})(?::(\d{1,5}))?$/i;

/** Ports of addresses that name none. */
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Read a list: host names and addresses, separated by commas, each with a port if only that one is meant.
 * @returns null when an entry is none, so that a typing error does not allow or refuse what it should not
 */
export function parseHostList(text: string): readonly HostPattern[] | null {
  const patterns = text.split(',').map((entry) => parseEntry(entry.trim()));
  return patterns.every((pattern) => pattern !== null) ? patterns : null;
}

/** True when a list has the host and the port of an address. */
export function isHostListed(list: readonly HostPattern[], url: URL): boolean {
  const name = withoutDot(url.hostname);
  const port = url.port === '' ? PORTS[url.protocol] : Number(url.port);
  return list.some(({ host, below, port: wanted }) => {
    if (wanted !== null && wanted !== port) return false;
    return below ? name.endsWith(`.${host}`) : name === host;
  });
}

function parseEntry(entry: string): HostPattern | null {
  const [, star, written = '', digits] = ENTRY.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
  const port = digits === undefined ? null : Number(digits);
  if (written === '' || port === 0 || (port ?? 0) > 65_535) return null;
  const url = parseUrl(`http://${written}/`);
  const host = withoutDot(url?.hostname ?? '');
  const below = star !== undefined;
  // An empty label, as in `..`: no host has one.
  if (host.split('.').includes('') || (below && isIP(host.replace(/^\[|\]$/g, '')) !== 0)) return null;
  return { host, below, port };
}

/** A dot at the end of a name means the same name. */
function withoutDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
