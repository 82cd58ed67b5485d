/** Opens undici's connections for screens and webhooks, to allowed addresses only. */
import { buildConnector } from 'undici';
import { guardedLookup, type LookupAll, literalRefusal, refusalOf } from './guarded-connect.ts';

/**
 * A connector for undici that refuses addresses that may not be reached.
 * @param who for messages
 */
export function guardedConnector(
  allowPrivateNetwork: boolean,
  lookup: LookupAll,
  connectTimeoutMs: number,
  who = 'screens',
): buildConnector.connector {
  const policy = { allowPrivateNetwork, who, lookup };
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: guardedLookup(policy),
    autoSelectFamily: true,
  } as buildConnector.BuildOptions);
  return (options, callback) => {
    // An address in place of a name is never looked up, so it is checked here.
    const refused = literalRefusal(options.hostname, policy);
    if (refused !== null) {
      callback(refused, null);
      return;
    }
    connect(options, (...result) => {
      const [error, socket] = result;
      const peer = error === null ? refusalOf(socket.remoteAddress ?? '', policy) : null;
      if (peer === null || error !== null) {
        callback(...result);
        return;
      }
      socket.destroy();
      callback(peer, null);
    });
  };
}
