/**
 * Limits guesses: calls that may not come from an honest device are counted by address and in total. Calls beyond the
 * limits are not examined, so that their answers tell the caller nothing. Each server counts for itself, without asking
 * anybody; where several share a store, each takes its part of what is allowed in total.
 */
import { isIPv4 } from 'node:net';
import { LIMITS } from '../../platform/base/limits.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';

/** How many attempts are allowed. */
export interface AttemptRates {
  /** From one address: at once, and added to that each second. */
  readonly burst: number;
  readonly perSecond: number;
  /** From all addresses together. */
  readonly burstTotal: number;
  readonly perSecondTotal: number;
}

/** The attempts that are left, at a time. */
interface Bucket {
  level: number;
  atMs: number;
}

/** Attempts of one address. */
interface Caller extends Bucket {
  /** Attempts since a time, for the few that every address has in any case. */
  recent: number;
  sinceMs: number;
}

/** Counts attempts of one kind. */
export class Attempts {
  readonly #rates: AttemptRates;
  readonly #callers = recentlyUsed<string, Caller>(LIMITS.attemptAddresses);
  readonly #total: Bucket;
  readonly #servers: () => number;

  /** @param servers  how many share what is allowed in total */
  constructor(rates: AttemptRates, servers: () => number = () => 1) {
    this.#rates = rates;
    this.#servers = servers;
    this.#total = { level: rates.burstTotal, atMs: 0 };
  }

  /** Whether the next attempt is within the limits. Counts nothing: for what is no attempt where it is right. */
  allows(address: string, nowMs: number): boolean {
    return this.#isWithin(this.#callerOf(networkOf(address), nowMs), nowMs);
  }

  /** Count an attempt. False when it is beyond the limits. */
  take(address: string, nowMs: number): boolean {
    const caller = this.#callerOf(networkOf(address), nowMs);
    const isWithin = this.#isWithin(caller, nowMs);
    caller.recent++;
    if (!isWithin) return false;
    caller.level--;
    this.#total.level = Math.max(this.#total.level - 1, 0);
    return true;
  }

  #isWithin(caller: Caller, nowMs: number): boolean {
    const { burst, perSecond, burstTotal, perSecondTotal } = this.#rates;
    fill(caller, burst, perSecond, nowMs);
    const servers = Math.max(this.#servers(), 1);
    fill(this.#total, burstTotal / servers, perSecondTotal / servers, nowMs);
    if (nowMs - caller.sinceMs > LIMITS.attemptsReservedMs)
      Object.assign(caller, { recent: 0, sinceMs: nowMs });
    // An attacker with many addresses must not lock out an address with few attempts.
    const isReserved = caller.recent < LIMITS.attemptsReserved;
    return caller.level >= 1 && (this.#total.level >= 1 || isReserved);
  }

  /** Take back an attempt that was none. */
  giveBack(address: string): void {
    const { burst, burstTotal } = this.#rates;
    const caller = this.#callers.get(networkOf(address));
    if (caller !== undefined) {
      caller.level = Math.min(caller.level + 1, burst);
      caller.recent = Math.max(caller.recent - 1, 0);
    }
    this.#total.level = Math.min(this.#total.level + 1, burstTotal);
  }

  #callerOf(network: string, nowMs: number): Caller {
    const known = this.#callers.get(network);
    if (known !== undefined) return known;
    const caller = { level: this.#rates.burst, atMs: nowMs, recent: 0, sinceMs: nowMs };
    this.#callers.set(network, caller);
    return caller;
  }
}

function fill(bucket: Bucket, burst: number, perSecond: number, nowMs: number): void {
  const seconds = Math.max(nowMs - bucket.atMs, 0) / 1000;
  bucket.level = Math.min(bucket.level + seconds * perSecond, burst);
  bucket.atMs = nowMs;
}

const MAPPED = '::ffff:';
const HEXTETS = 8;

/** The network that counts as one caller: an IPv4 address, or the /48 of an IPv6 address, since a site has at least a /48. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().split('%')[0] ?? '';
  if (plain.startsWith(MAPPED) && isIPv4(plain.slice(MAPPED.length))) return plain.slice(MAPPED.length);
  if (!plain.includes(':')) return plain.slice(0, 64);
  const [head = '', tail] = plain.split('::');
  const first = head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(HEXTETS - first.length - last.length, 0);
  const hextets = [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 3);
  return `${hextets.map((hextet) => hextet.slice(0, 4).replace(/^0+(?=.)/, '') || '0').join(':')}::/48`;
}

/** The two kinds of attempts: by unknown devices, and with wrong tokens under the addresses of known ones. */
export interface Throttle {
  readonly newDevices: Attempts;
  readonly wrongTokens: Attempts;
}

/** The throttle of a server. @param servers  how many there are */
export function createThrottle(servers?: () => number): Throttle {
  const newDevices = {
    burst: LIMITS.newDeviceBurst,
    perSecond: LIMITS.newDevicesPerSecond,
    burstTotal: LIMITS.newDeviceBurstTotal,
    perSecondTotal: LIMITS.newDevicesPerSecondTotal,
  };
  const wrongTokens = {
    burst: LIMITS.wrongTokenBurst,
    perSecond: LIMITS.wrongTokensPerSecond,
    burstTotal: LIMITS.wrongTokenBurstTotal,
    perSecondTotal: LIMITS.wrongTokensPerSecondTotal,
  };
  return { newDevices: new Attempts(newDevices, servers), wrongTokens: new Attempts(wrongTokens, servers) };
}
