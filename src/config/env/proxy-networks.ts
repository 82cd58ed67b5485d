/** The proxies of TRUST_PROXY: how they are read, and how much of the internet is among them. */
import { isIP, isIPv4 } from 'node:net';
import { addressBytes, isInNetwork, type Network, parseNetwork } from '../../domain/network.ts';

/** Which proxies are believed: none, all, a number of hops, or a comma-separated list of addresses and networks. */
export type TrustProxy = boolean | number | string;

const NAMED_NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** No address of the internet is in these: callers there are people of the house. */
const OWN_NETWORKS = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
];

/** Where IPv4 addresses are among those of IPv6. */
const IPV4 = '::ffff:0:0/96';
const IPV4_BITS = 96;

/** The published networks of a large content network are a thousandth of IPv4, and of IPv6 far less. */
const MOST_OF_IPV4 = 2 ** -8;
const MOST_OF_IPV6 = 2 ** -16;

/** A call passes no more proxies on its way; whoever writes more wants to trust whatever comes. */
const MOST_PROXIES = 8;

/** True for the name of networks, an address, or a network with its prefix or IPv4 mask. */
export function isProxyEntry(entry: string): boolean {
  return NAMED_NETWORKS.has(entry) || networkOf(entry) !== null;
}

/** True where so many addresses count as proxies that a caller on the internet may have one, and invent another. */
export function trustsStrangers(trust: TrustProxy): boolean {
  if (typeof trust === 'boolean') return trust;
  if (typeof trust === 'number') return trust > MOST_PROXIES;
  const networks = [...new Set(trust.split(', '))].flatMap((entry) => networkOf(entry) ?? []);
  const ownNetworks = OWN_NETWORKS.flatMap((text) => parseNetwork(text) ?? []);
  const ipv4 = parseNetwork(IPV4);
  const foreign = networks.filter((network) => !ownNetworks.some((own) => isWithin(own, network)));
  const share = { ipv4: 0, ipv6: 0 };
  for (const network of foreign) {
    if (ipv4 !== null && isWithin(ipv4, network)) share.ipv4 += 2 ** (IPV4_BITS - network.bits);
    else share.ipv6 += 2 ** -network.bits;
  }
  return share.ipv4 >= MOST_OF_IPV4 || share.ipv6 >= MOST_OF_IPV6;
}

/** The setting as Express takes it: it knows no network without a prefix, so such a one is written as its halves. */
export function proxiesForExpress(trust: TrustProxy): TrustProxy {
  if (typeof trust !== 'string') return trust;
  return trust
    .split(', ')
    .flatMap((entry) => (isWhole(entry) ? halvesOf(entry) : [entry]))
    .join(', ');
}

function isWhole(entry: string): boolean {
  const [address = '', prefix] = entry.split('/');
  return prefix !== undefined && prefixBits(address, prefix) === 0;
}

function halvesOf(entry: string): readonly string[] {
  return isIPv4(entry.split('/')[0] ?? '') ? ['0.0.0.0/1', '128.0.0.0/1'] : ['::/1', '8000::/1'];
}

function isWithin(outer: Network, inner: Network): boolean {
  return inner.bits >= outer.bits && isInNetwork(outer, inner.bytes);
}

/** Reads a network as Express does: with bits behind the prefix, too. */
function networkOf(entry: string): Network | null {
  const [address = '', prefix, ...rest] = entry.split('/');
  const bytes = addressBytes(address);
  if (isIP(address) === 0 || bytes === null || rest.length > 0) return null;
  const most = isIPv4(address) ? 32 : 128;
  const bits = prefix === undefined ? most : prefixBits(address, prefix);
  return bits === null ? null : { bytes, bits: bits + (128 - most) };
}

/** Null for what is no prefix of such an address. */
function prefixBits(address: string, prefix: string): number | null {
  if (isIPv4(prefix)) return isIPv4(address) ? maskBits(prefix) : null;
  if (!/^\d{1,3}$/.test(prefix)) return null;
  const bits = Number(prefix);
  return bits <= (isIPv4(address) ? 32 : 128) ? bits : null;
}

/** The ones of a mask such as 255.255.0.0; null where a one stands behind a zero. */
function maskBits(mask: string): number | null {
  const text = mask
    .split('.')
    .map((byte) => Number(byte).toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/.test(text) ? text.replaceAll('0', '').length : null;
}
