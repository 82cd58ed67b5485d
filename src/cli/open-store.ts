/** Opens the state of a server: the store that STORE_URL names, or memory. */

import type { EnvSettings } from '../config/env/env.ts';
import { memoryStore, type OpenStore } from '../fleet/register/lasting-state.ts';
import { lockFile } from '../pictures/native/lock-file.ts';
import type { Logger } from '../platform/base/logger.ts';
import { EXIT, ExitError } from './exit.ts';

/**
 * Open the store, and say in the log when it stops and begins to answer.
 * @throws {ExitError} 78 for an address, a folder or a store that cannot be used
 */
export async function openStore({ storeUrl }: EnvSettings, logger: Logger): Promise<OpenStore> {
  if (storeUrl === null) return memoryStore();
  const { openState } = await import('../state/open-state.ts');
  const { StateStats } = await import('../state/state-stats.ts');
  const { isIdentity } = await import('../fleet/register/device-texts.ts');
  const stats = new StateStats();
  const opened = await openState(storeUrl, { observer: stats, isIdentity, lockFile });
  if (!opened.ok) throw new ExitError(EXIT.config, opened.error);
  const { engine, health } = opened.value;
  for (const warning of health.warnings) logger.warn({ engine }, warning);
  if (!health.isUp) logger.error({ engine, reason: health.problem }, 'the state store does not answer');
  // A folder is always there: what it may lack is room.
  const [back, away] =
    engine === 'redis'
      ? ['the state store answers again', 'the state store does not answer']
      : ['the state store takes changes again', 'the state store takes no changes'];
  health.onChange((isUp) => {
    if (isUp) logger.info({ engine }, back);
    else logger.error({ engine, reason: health.problem }, away);
  });
  return { state: opened.value, stats };
}
