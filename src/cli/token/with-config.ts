/** Opens the config that servers use, wherever it is, for a command that may change it. */
import { existsSync } from 'node:fs';
import { findAssets } from '../../config/env/assets.ts';
import type { EnvSettings } from '../../config/env/env.ts';
import { describeConfigProblem } from '../../config/read/findings.ts';
import type { CurrentConfig } from '../../config/source/plan-changes.ts';
import { ConfigStore } from '../../config/source/store.ts';
import { StoredConfig } from '../../config/source/stored-config.ts';
import { ConfigWriter, type PlannedChange } from '../../config/source/writer.ts';
import type { Result } from '../../platform/base/result.ts';
import { auditCommand, ownUserName } from '../audit-command.ts';
import { EXIT, ExitError } from '../exit.ts';
import { openFileConfig } from '../open-config.ts';
import { currentRevision, withStoredConfig } from '../stored-config.ts';

/**
 * Work with the config. What is changed in the state store is entered into the audit trail.
 * @throws {ExitError} 78 for a config that cannot be used, 1 for one that is not there
 */
export async function withConfig<T>(
  settings: EnvSettings,
  work: (config: ConfigStore) => Promise<T>,
): Promise<T> {
  const { configFile, configInStore } = settings;
  if (configInStore) {
    return withStoredConfig(settings, async (state) => {
      const config = ConfigStore.ofStored(new StoredConfig(state, await currentRevision(state)));
      if (!config.ok) {
        throw new ExitError(EXIT.config, config.error.map(describeConfigProblem).join('\n'));
      }
      const { raw: before } = config.value;
      const done = await work(config.value);
      const { raw: now } = config.value;
      if (now !== before) await auditCommand(state, 'stipple token', before, now);
      return done;
    });
  }
  if (configFile !== null && !existsSync(configFile)) {
    const hint = 'the server writes it from the embedded config when it starts';
    throw new ExitError(EXIT.failed, `CONFIG_FILE: ${configFile} does not exist; ${hint}`);
  }
  return work(await openFileConfig(configFile, findAssets().configFile));
}

/**
 * Change the config, as the admin API does: comments stay, and nothing wrong is written.
 * @param what  what is done, for the note of a revision
 * @throws {ExitError} the plan's own, or why nothing was written
 */
export async function writeConfig<T>(
  config: ConfigStore,
  what: string,
  plan: (current: CurrentConfig) => Result<PlannedChange<T>, ExitError>,
): Promise<T> {
  const writer = await ConfigWriter.open(config);
  const written = await writer.change(plan, `${what}, by ${ownUserName()}`);
  if (written.ok) return written.value;
  if (written.error instanceof ExitError) throw written.error;
  throw new ExitError(EXIT.failed, `nothing was written: ${written.error.message}`);
}
