/** Networks in CIDR form (RFC 4632, RFC 4291), and which addresses are in them. */
import { isIPv4, isIPv6 } from 'node:net';

/** 16 bytes of an IPv6 address. An IPv4 address is there as its IPv4-mapped one. */
export type AddressBytes = Uint8Array;

export interface Network {
  readonly bytes: AddressBytes;
  /** How many bits of an address have to be those of the network. */
  readonly bits: number;
}

const MAPPED_BITS = 96;

/** Read `10.1.0.0/16`, `fd00:1::/32`, or an address alone. Null for anything else, and where bits behind the prefix are set. */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefix, ...rest] = text.trim().split('/');
  const bytes = addressBytes(address);
  if (bytes === null || rest.length > 0 || address.includes('%')) return null;
  const most = isIPv4(address) ? 32 : 128;
  const own = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (own < 0 || own > most) return null;
  const network = { bytes, bits: own + (128 - most) };
  return bytes.every((byte, n) => (byte & ~maskOf(network.bits, n)) === 0) ? network : null;
}

/** True when an address is in a network. */
export function isInNetwork({ bytes, bits }: Network, address: AddressBytes): boolean {
  for (let n = 0; n * 8 < bits; n++) {
    const mask = maskOf(bits, n);
    if (((bytes[n] ?? 0) & mask) !== ((address[n] ?? 0) & mask)) return false;
  }
  return true;
}

/** The bytes of an address; null for a text that is none. A zone counts for nothing. */
export function addressBytes(text: string): AddressBytes | null {
  if (isIPv4(text)) return ipv4Bytes(text);
  const [address = ''] = text.split('%');
  return isIPv6(address) ? ipv6Bytes(address) : null;
}

/** The bits of byte `n` that belong to a prefix. */
function maskOf(bits: number, n: number): number {
  const own = Math.min(8, Math.max(0, bits - n * 8));
  return 0xff & ~(0xff >> own);
}

function ipv4Bytes(text: string): AddressBytes {
  const bytes = new Uint8Array(16);
  bytes.fill(0xff, MAPPED_BITS / 8 - 2, MAPPED_BITS / 8);
  bytes.set(text.split('.').map(Number), MAPPED_BITS / 8);
  return bytes;
}

function ipv6Bytes(address: string): AddressBytes {
  const [head = '', tail = ''] = address.split('::');
  const bytes = new Uint8Array(16);
  const back = groupBytes(tail);
  bytes.set(groupBytes(head));
  bytes.set(back, 16 - back.length);
  return bytes;
}

function groupBytes(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
