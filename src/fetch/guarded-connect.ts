/**
 * Connects to addresses that a screen may reach, and to no others.
 *
 * The check is made where the socket is opened, on the address that it is opened to. What a name resolved to
 * before, or resolves to afterwards, plays no part.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { classifyAddress } from './address.ts';
import { Refusal } from './refusal.ts';

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

/** A connector for undici that refuses what the policy does not allow. */
export function guardedConnector(
  allowPrivateNetwork: boolean,
  lookup: LookupAll,
  connectTimeoutMs: number,
): buildConnector.connector {
  const refusal = (address: string): Refusal | null => refuse(address, allowPrivateNetwork);
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: guardedLookup(lookup, refusal),
    autoSelectFamily: true,
  } as buildConnector.BuildOptions);
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // A literal address is never looked up, so it is checked here.
    const refused = isIP(host) === 0 ? null : refusal(host);
    if (refused !== null) {
      callback(refused, null);
      return;
    }
    connect(options, (...result) => {
      const [error, socket] = result;
      const peer = error === null ? refusal(socket.remoteAddress ?? '') : null;
      if (peer === null || error !== null) {
        callback(...result);
        return;
      }
      socket.destroy();
      callback(peer, null);
    });
  };
}

function refuse(address: string, allowPrivateNetwork: boolean): Refusal | null {
  const { reach, reason } = classifyAddress(address);
  if (reach === 'public' || (reach === 'private' && allowPrivateNetwork)) return null;
  const hint = reach === 'private' ? ' unless allow_private_network is set' : '';
  return new Refusal(`address ${address} is not allowed for screens${hint} (${reason})`);
}

/** Passes on only allowed addresses; fails with the first refusal when none is left. */
function guardedLookup(lookup: LookupAll, refusal: (address: string) => Refusal | null): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const allowed = addresses.filter(({ address }) => refusal(address) === null);
      const [first] = allowed;
      if (first === undefined) {
        const [refused] = addresses;
        const reason = refused === undefined ? null : refusal(refused.address);
        callback(reason ?? new Refusal('the host has no address'), '', 0);
      } else if (options.all === true) {
        callback(null, allowed);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}
