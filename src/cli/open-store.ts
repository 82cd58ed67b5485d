/** Opens the store that STORE_URL names, for a server. */
import type { Logger } from '../base/logger.ts';
import type { EnvSettings } from '../config/env.ts';
import type { OpenStore } from '../store/lasting-state.ts';
import { EXIT, ExitError } from './exit.ts';

/**
 * Open the store, and say in the log when it stops and begins to answer.
 * @returns null without STORE_URL: all state is in memory
 * @throws {ExitError} 78 for an address, a folder or a store that cannot be used
 */
export async function openStore({ storeUrl }: EnvSettings, logger: Logger): Promise<OpenStore | null> {
  if (storeUrl === null) return null;
  const { openState } = await import('../state/open-state.ts');
  const { StateStats } = await import('../state/state-stats.ts');
  const { isIdentity } = await import('../store/device-texts.ts');
  const stats = new StateStats();
  const opened = await openState(storeUrl, { observer: stats, isIdentity });
  if (!opened.ok) throw new ExitError(EXIT.config, opened.error);
  const { engine, health } = opened.value;
  for (const warning of health.warnings) logger.warn({ engine }, warning);
  if (!health.isUp) logger.error({ engine, reason: health.problem }, 'the state store does not answer');
  health.onChange((isUp) => {
    if (isUp) logger.info({ engine }, 'the state store answers again');
    else logger.error({ engine, reason: health.problem }, 'the state store does not answer');
  });
  return { state: opened.value, stats };
}
