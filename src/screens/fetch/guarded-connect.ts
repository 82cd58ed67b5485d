/**
 * Connects to allowed addresses only.
 *
 * The address is checked at the moment at which the socket is opened to it. So it does not matter what a name resolved
 * to before, or resolves to afterwards (DNS rebinding).
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

/** The look-up of the operating system, without reordering of its answer. */
export const lookupAll: LookupAll = (hostname, callback) => {
  systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
    callback(error, addresses ?? []),
  );
};

/** Which addresses are allowed, and to whom. */
interface AddressPolicy {
  readonly allowPrivateNetwork: boolean;
  /** For messages, such as `screens`. */
  readonly who: string;
}

/** Allowed addresses, and how host names are resolved. */
export interface ConnectPolicy extends AddressPolicy {
  readonly lookup: LookupAll;
}

/** Why an address is not allowed; null when it is. */
export function refusalOf(
  address: string,
  { allowPrivateNetwork, who }: AddressPolicy,
): OutboundError | null {
  const { reach, reason } = classifyAddress(address);
  if (reach === 'public' || (reach === 'private' && allowPrivateNetwork)) return null;
  const hint = reach === 'private' ? ' unless allow_private_network is set' : '';
  return new OutboundError(`address ${address} is not allowed for ${who}${hint} (${reason})`);
}

/** Why a host that is written as an address is not allowed; null when it is, and for host names. */
export function literalRefusal(host: string, policy: AddressPolicy): OutboundError | null {
  const bare = host.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : refusalOf(bare, policy);
}

/** A look-up that gives allowed addresses only; it fails with the refusal of the first address when none is allowed. */
export function guardedLookup(policy: ConnectPolicy): LookupFunction {
  return (hostname, options, callback) => {
    policy.lookup(hostname, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const allowed = addresses.filter(({ address }) => refusalOf(address, policy) === null);
      const [first] = allowed;
      if (first === undefined) {
        const [refused] = addresses;
        const reason = refused === undefined ? null : refusalOf(refused.address, policy);
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
 * @param host       name or address; an IPv6 address may stand in brackets
 * @param timeoutMs  longest time until the connection is open
 * @returns the open socket; it stays open in one direction when the other is closed
 * @throws {OutboundError} the address is not allowed
 * @throws {Error}   the error of the system, with its code
 */
export function guardedDial(
  host: string,
  port: number,
  policy: ConnectPolicy,
  timeoutMs: number,
): Promise<Socket> {
  const refused = literalRefusal(host, policy);
  if (refused !== null) return Promise.reject(refused);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: host.replace(/^\[|\]$/g, ''),
      port,
      lookup: guardedLookup(policy),
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
      const peer = refusalOf(socket.remoteAddress ?? '', policy);
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
