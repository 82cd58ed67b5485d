/** The key that signs addresses where none is set: one of the state store, so that it lasts, and all servers have the same. */
import { randomBytes } from 'node:crypto';
import type { Logger } from '../base/logger.ts';
import type { State } from '../state/state.ts';
import { StateError } from '../state/state-error.ts';
import type { UrlSigner } from './signed-url.ts';

const SECRET_BYTES = 32;

/**
 * Sign with the secret of the store, now or as soon as the store answers. Addresses that were signed before stay good
 * until they expire.
 */
export async function settleSecret(
  { urlSecret, health }: Pick<State, 'urlSecret' | 'health'>,
  signer: UrlSigner,
  log: Logger,
): Promise<void> {
  const settle = async (): Promise<boolean> => {
    try {
      signer.rotate(await urlSecret.settle(randomBytes(SECRET_BYTES).toString('hex')), Date.now());
      return true;
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      return false;
    }
  };
  if (await settle()) return;
  log.warn('picture addresses are signed with a key of this process until the state store answers');
  const stop = health.onChange((isUp) => {
    if (isUp) void settle().then((isSettled) => isSettled && stop());
  });
}
