/** Tells which network addresses a screen may reach. */
import { isIPv4, isIPv6 } from 'node:net';
import { addressBytes } from '../../domain/network.ts';

/** Says which screens may reach an address, and why. */
interface AddressClass {
  /** `public` for all screens, `private` only for those that may use the private network, `refused` for none. */
  readonly reach: 'public' | 'private' | 'refused';
  /** The kind of the address, for messages. */
  readonly reason: string;
}

type Rule = readonly [prefix: readonly number[], bits: number, reach: AddressClass['reach'], reason: string];

const PUBLIC: AddressClass = { reach: 'public', reason: 'public' };
const NOT_GLOBAL: AddressClass = { reach: 'private', reason: 'not of the internet' };
const UNREADABLE: AddressClass = { reach: 'refused', reason: 'no address' };

/** IANA special-purpose registry, and the metadata services of clouds outside 169.254/16. The first match counts. */
const IPV4_RULES: readonly Rule[] = [
  [[169, 254], 16, 'refused', 'link-local'],
  [[100, 100, 100, 200], 32, 'refused', 'cloud metadata'],
  [[192, 0, 0, 192], 32, 'refused', 'cloud metadata'],
  [[168, 63, 129, 16], 32, 'refused', 'cloud metadata'],
  [[0], 8, 'refused', 'unspecified'],
  [[255, 255, 255, 255], 32, 'refused', 'broadcast'],
  [[224], 4, 'refused', 'multicast'],
  [[240], 4, 'refused', 'reserved'],
  [[192, 0, 2], 24, 'refused', 'documentation'],
  [[198, 51, 100], 24, 'refused', 'documentation'],
  [[203, 0, 113], 24, 'refused', 'documentation'],
  [[127], 8, 'private', 'loopback'],
  [[10], 8, 'private', 'private'],
  [[172, 16], 12, 'private', 'private'],
  [[192, 168], 16, 'private', 'private'],
  [[100, 64], 10, 'private', 'carrier-grade NAT'],
  [[192, 0, 0], 24, 'private', 'protocol assignment'],
  [[198, 18], 15, 'private', 'benchmark'],
];

const IPV6_RULES: readonly Rule[] = [
  [[0xfd, 0, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54], 128, 'refused', 'cloud metadata'],
  [[0xfd, 0x20, 0, 0xce, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54], 128, 'refused', 'cloud metadata'],
  [[0xfe, 0x80], 10, 'refused', 'link-local'],
  [[0xff], 8, 'refused', 'multicast'],
  [[0x01, 0, 0, 0, 0, 0, 0, 0], 64, 'refused', 'discard-only'],
  [[0x20, 0x01, 0, 0], 32, 'refused', 'Teredo'],
  [[0x20, 0x01, 0x0d, 0xb8], 32, 'refused', 'documentation'],
  [[0x3f, 0xff, 0], 20, 'refused', 'documentation'],
  [[0xfc], 7, 'private', 'unique local'],
  [[0xfe, 0xc0], 10, 'private', 'site-local'],
];

/** RFC 4291, section 2.4: all that is routed on the internet. What is outside has a meaning in somebody's network at most. */
const GLOBAL_UNICAST: readonly [prefix: readonly number[], bits: number] = [[0x20], 3];

/** Prefixes of IPv6 addresses that embed an IPv4 one, with its offset: mapped, translated, compatible, NAT64, 6to4. */
const EMBEDDED: readonly (readonly [prefix: readonly number[], bits: number, offset: number])[] = [
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96, 12],
  [[0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0], 96, 12],
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 96, 12],
  [[0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96, 12],
  [[0x20, 0x02], 16, 2],
];

/** NAT64 of somebody's own network (RFC 8215), and where its translators may look for the IPv4 address (RFC 6052, section 2.2). */
const LOCAL_NAT64: readonly [prefix: readonly number[], bits: number] = [[0, 0x64, 0xff, 0x9b, 0, 0x01], 48];
const LOCAL_NAT64_PLACES = [
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
  [12, 13, 14, 15],
] as const;
const NEVER: ReadonlySet<string> = new Set(['link-local', 'cloud metadata']);

/** Classify an IPv4 or IPv6 address in text form. Anything else is refused. */
export function classifyAddress(address: string): AddressClass {
  if (isIPv4(address)) return classifyIpv4(address.split('.').map(Number));
  if (!isIPv6(address)) return UNREADABLE;
  const [plain = '', zone] = address.split('%');
  if (zone !== undefined) return { reach: 'refused', reason: 'address with a zone' };
  return classifyIpv6([...(addressBytes(plain) ?? [])]);
}

function classifyIpv4(bytes: readonly number[]): AddressClass {
  return firstMatch(IPV4_RULES, bytes) ?? PUBLIC;
}

function classifyIpv6(bytes: readonly number[]): AddressClass {
  if (bytes.every((byte) => byte === 0)) return { reach: 'refused', reason: 'unspecified' };
  if (bytes.every((byte, n) => byte === (n === 15 ? 1 : 0))) return { reach: 'private', reason: 'loopback' };
  for (const [prefix, bits, offset] of EMBEDDED) {
    if (hasPrefix(bytes, prefix, bits)) return classifyIpv4(bytes.slice(offset, offset + 4));
  }
  if (hasPrefix(bytes, ...LOCAL_NAT64)) return classifyLocalNat64(bytes);
  const found = firstMatch(IPV6_RULES, bytes) ?? (hasPrefix(bytes, ...GLOBAL_UNICAST) ? PUBLIC : NOT_GLOBAL);
  // ISATAP: an IPv4 address behind 0:5efe (or 200:5efe) in the lower half.
  const isIsatap = (bytes[8] === 0 || bytes[8] === 2) && hasPrefix(bytes.slice(9), [0, 0x5e, 0xfe], 24);
  return isIsatap && found.reach === 'public' ? classifyIpv4(bytes.slice(12)) : found;
}

/** Nobody but its network knows the length of the prefix: the worst of what may be meant counts. */
function classifyLocalNat64(bytes: readonly number[]): AddressClass {
  const meant = LOCAL_NAT64_PLACES.map((place) => classifyIpv4(place.map((at) => bytes[at] ?? 0)));
  const said = meant.filter(({ reason }) => reason !== 'unspecified');
  if (said.length === 0) return { reach: 'refused', reason: 'unspecified' };
  return (
    said.find(({ reason }) => NEVER.has(reason)) ??
    said.find(({ reach }) => reach === 'private') ?? { reach: 'private', reason: 'local NAT64' }
  );
}

function firstMatch(rules: readonly Rule[], bytes: readonly number[]): AddressClass | null {
  for (const [prefix, bits, reach, reason] of rules) {
    if (hasPrefix(bytes, prefix, bits)) return { reach, reason };
  }
  return null;
}

function hasPrefix(bytes: readonly number[], prefix: readonly number[], bits: number): boolean {
  for (let n = 0; n * 8 < bits; n++) {
    const mask = 0xff & ~(0xff >> Math.min(8, bits - n * 8));
    if (((bytes[n] ?? 0) & mask) !== ((prefix[n] ?? 0) & mask)) return false;
  }
  return true;
}
