/** Finds the config in the state store at the start, or what there is in its place. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../platform/base/logger.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { ConfigRevision, State } from '../../state/state.ts';
import { requireStateError, StateError } from '../../state/state-error.ts';
import type { ConfigCopy } from './config-copy.ts';
import { RESTORED, StoredConfig } from './stored-config.ts';

/** How long a server that has nothing else waits for a store that starts at the same time, and how often it asks. */
const PATIENCE_MS = 10_000;
const ASK_MS = 250;

/** Note of the revision that the first server of a store makes. */
export const FIRST_NOTE = 'first start: the embedded config';

export interface StoredConfigOptions {
  readonly state: Pick<State, 'config' | 'notices' | 'rememberOnce'>;
  /** What an empty store begins with. */
  readonly embeddedText: string;
  /** Null where the store itself is on this machine. */
  readonly copy: ConfigCopy | null;
  readonly log: Logger;
  /** Default: ten seconds. */
  readonly patienceMs?: number;
}

/**
 * The current revision. A store that has none gets the copy of the one that this server used last, else the embedded
 * config. When the store does not answer, the copy serves.
 * @returns else one sentence
 */
export async function openStoredConfig(options: StoredConfigOptions): Promise<Result<StoredConfig, string>> {
  const { state, copy, log, patienceMs = PATIENCE_MS } = options;
  const kept = copy?.read() ?? null;
  const endMs = performance.now() + (kept === null ? patienceMs : 0);
  for (;;) {
    try {
      const stored = new StoredConfig(state, await firstRevision(options, kept), copy, log);
      return ok(stored);
    } catch (error) {
      requireStateError(error);
      if (kept !== null) {
        const { revision } = kept;
        log.warn(
          { revision, file: copy?.file, reason: error.message },
          'the config is the last one that this server used, as the state store does not answer',
        );
        return ok(new StoredConfig(state, kept, copy, log));
      }
      if (error.kind !== 'unavailable' || performance.now() > endMs) {
        return err(
          `CONFIG_FILE: the config cannot be read, and there is no copy of it here. ${error.message}`,
        );
      }
    }
    await sleep(ASK_MS);
  }
}

async function firstRevision(
  { state, embeddedText, log }: StoredConfigOptions,
  kept: ConfigRevision | null,
): Promise<ConfigRevision> {
  const current = await state.config.current();
  if (current !== null) return current;
  if (kept !== null) {
    if (await state.config.restore([kept])) log.warn({ revision: kept.revision }, RESTORED);
  } else {
    const first = { text: embeddedText, savedMs: Date.now(), note: FIRST_NOTE };
    const { won } = await state.config.save(0, first);
    if (won) log.info({ revision: 1 }, 'the embedded config was saved in the state store');
  }
  const now = await state.config.current();
  if (now === null) throw new StateError('unavailable', 'The state store has lost the config again.');
  return now;
}
