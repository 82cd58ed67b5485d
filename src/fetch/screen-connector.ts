/** How undici opens connections for screens: guarded. */
import { buildConnector } from 'undici';
import { guardedLookup, type LookupAll, literalRefusal, refusalOf } from './guarded-connect.ts';

/** A connector for undici that refuses what the policy does not allow. */
export function guardedConnector(
  allowPrivateNetwork: boolean,
  lookup: LookupAll,
  connectTimeoutMs: number,
): buildConnector.connector {
  const reach = { allowPrivateNetwork, who: 'screens', lookup };
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: guardedLookup(reach),
    autoSelectFamily: true,
  } as buildConnector.BuildOptions);
  return (options, callback) => {
    // A literal address is never looked up, so it is checked here.
    const refused = literalRefusal(options.hostname, reach);
    if (refused !== null) {
      callback(refused, null);
      return;
    }
    connect(options, (...result) => {
      const [error, socket] = result;
      const peer = error === null ? refusalOf(socket.remoteAddress ?? '', reach) : null;
      if (peer === null || error !== null) {
        callback(...result);
        return;
      }
      socket.destroy();
      callback(peer, null);
    });
  };
}
