/** The key that signs addresses where none is set: one of the state store, so that it lasts, and all servers have the same. */
import { randomBytes } from 'node:crypto';
import type { Logger } from '../../platform/base/logger.ts';
import type { State } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import type { UrlSigner } from './signed-url.ts';

const SECRET_BYTES = 32;

/** How often it is compared with the store, where somebody may have emptied that: one small command. */
const COMPARE_MS = 5_000;

/**
 * Sign with the secret of the store, now or as soon as the store answers. Addresses that were signed before stay good
 * until they expire. A store that has lost the secret gets it back: a server that starts would make another one.
 */
export async function settleSecret(
  { urlSecret, health }: Pick<State, 'urlSecret' | 'health'>,
  signer: UrlSigner,
  log: Logger,
  stopped: AbortSignal,
): Promise<void> {
  let secret = randomBytes(SECRET_BYTES).toString('hex');
  const settle = async (): Promise<boolean> => {
    try {
      secret = await urlSecret.settle(secret);
      signer.rotate(secret, Date.now());
      return true;
    } catch (error) {
      requireStateError(error);
      return false;
    }
  };
  if (!(await settle())) {
    // Known here from now on, so that what is signed meanwhile is signed with what the store is offered.
    signer.rotate(secret, Date.now());
    log.warn('picture addresses are signed with a key of this process until the state store answers');
  }
  const unsubscribe = health.onChange((isUp) => void (isUp && settle()));
  const timer = setInterval(() => void (health.isUp && settle()), COMPARE_MS).unref();
  stopped.addEventListener('abort', () => {
    unsubscribe();
    clearInterval(timer);
  });
}
