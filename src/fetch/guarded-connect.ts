/**
 * Connects to addresses that may be reached, and to no others.
 *
 * The check is made where the socket is opened, on the address that it is opened to. What a name resolved to
 * before, or resolves to afterwards, plays no part.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { classifyAddress } from './address.ts';
import { OutboundError } from './outbound-error.ts';

/** Looks up all addresses of a host name. */
export type LookupAll = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const lookupAll: LookupAll = (hostname, callback) => {
  systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
    callback(error, addresses ?? []),
  );
};

/** Who connects, and how far. */
export interface Reach {
  readonly allowPrivateNetwork: boolean;
  /** For messages, such as `screens`. */
  readonly who: string;
  readonly lookup: LookupAll;
}

/** Why an address may not be reached; null when it may. */
export function refusalOf(
  address: string,
  { allowPrivateNetwork, who }: Omit<Reach, 'lookup'>,
): OutboundError | null {
  const { reach, reason } = classifyAddress(address);
  if (reach === 'public' || (reach === 'private' && allowPrivateNetwork)) return null;
  const hint = reach === 'private' ? ' unless allow_private_network is set' : '';
  return new OutboundError(`address ${address} is not allowed for ${who}${hint} (${reason})`);
}

/** Why a host that is written as an address may not be reached; null when it may, and for names. */
export function literalRefusal(host: string, reach: Omit<Reach, 'lookup'>): OutboundError | null {
  const bare = host.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : refusalOf(bare, reach);
}

/** Passes on only allowed addresses; fails with the first refusal when none is left. */
export function guardedLookup(reach: Reach): LookupFunction {
  return (hostname, options, callback) => {
    reach.lookup(hostname, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const allowed = addresses.filter(({ address }) => refusalOf(address, reach) === null);
      const [first] = allowed;
      if (first === undefined) {
        const [refused] = addresses;
        const reason = refused === undefined ? null : refusalOf(refused.address, reach);
        callback(reason ?? new OutboundError('the host has no address'), '', 0);
      } else if (options.all === true) {
        callback(null, allowed);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/**
 * Open a connection to a host and port.
 * @param host name or address; an IPv6 address may stand in brackets
 * @returns the open socket; it stays open in one direction when the other is closed
 * @throws {OutboundError} when the address is not allowed, else the error of the system
 */
export function guardedDial(host: string, port: number, reach: Reach, timeoutMs: number): Promise<Socket> {
  const refused = literalRefusal(host, reach);
  if (refused !== null) return Promise.reject(refused);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: host.replace(/^\[|\]$/g, ''),
      port,
      lookup: guardedLookup(reach),
      autoSelectFamily: true,
      allowHalfOpen: true,
    });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(timeoutMs, () => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    socket.once('error', fail);
    socket.once('connect', () => {
      const peer = refusalOf(socket.remoteAddress ?? '', reach);
      if (peer !== null) {
        fail(peer);
        return;
      }
      socket.setTimeout(0);
      socket.removeListener('error', fail);
      resolve(socket);
    });
  });
}
