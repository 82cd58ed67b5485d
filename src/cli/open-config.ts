/** Opens the config of a command or a server: embedded, a file, or in the state store. */
import { readFileSync } from 'node:fs';
import type { EnvSettings } from '../config/env/env.ts';
import { type ConfigProblem, describeConfigProblem } from '../config/read/findings.ts';
import { ConfigCopy } from '../config/source/config-copy.ts';
import { openStoredConfig } from '../config/source/open-stored-config.ts';
import { ConfigStore, type OpenTexts } from '../config/source/store.ts';
import { StoredConfig } from '../config/source/stored-config.ts';
import type { Logger } from '../platform/base/logger.ts';
import type { Result } from '../platform/base/result.ts';
import type { State } from '../state/state.ts';
import { readStateUrl, stateLabel } from '../state/state-url.ts';
import { EXIT, ExitError } from './exit.ts';
import { NO_STORE, withStoredConfig } from './stored-config.ts';

type Places = Pick<EnvSettings, 'storeUrl' | 'screenReposCacheDir'>;

/** @throws {ExitError} 78 for a config that cannot be used */
export async function openFileConfig(
  configFile: string | null,
  embeddedFile: string,
  openTexts?: OpenTexts,
): Promise<ConfigStore> {
  return usable(await ConfigStore.open({ configFile, embeddedFile, openTexts }));
}

/**
 * The config in the state store for a command, which does not change it: an empty store stands for the embedded one.
 * @throws {ExitError} 78 for a config or a store that cannot be used, 1 for a store that does not answer
 */
export async function readStoredConfig(settings: Places, embeddedFile: string): Promise<ConfigStore> {
  return withStoredConfig(settings, async (state) => {
    const first = { revision: 0, savedMs: 0, note: '', text: readFileSync(embeddedFile, 'utf8') };
    const current = (await state.config.current()) ?? first;
    return usable(ConfigStore.ofStored(new StoredConfig(state, current)));
  });
}

/**
 * The config in the state store for a server, which keeps a copy of it.
 * @throws {ExitError} 78 for a config or a store that cannot be used
 */
export async function openServerConfig({
  settings,
  state,
  embeddedFile,
  openTexts,
  logger,
}: {
  readonly settings: Places;
  readonly state: State;
  readonly embeddedFile: string;
  readonly openTexts: OpenTexts;
  readonly logger: Logger;
}): Promise<ConfigStore> {
  if (!state.isLasting) throw new ExitError(EXIT.config, NO_STORE);
  const opened = await openStoredConfig({
    state,
    embeddedText: readFileSync(embeddedFile, 'utf8'),
    copy: copyFor(settings, logger),
    log: logger,
  });
  if (!opened.ok) throw new ExitError(EXIT.config, opened.error);
  const stored = opened.value;
  const config = usable(ConfigStore.ofStored(stored, openTexts));
  stored.keepCopy();
  logger.info({ revision: stored.revision }, 'config of the state store in use');
  return config;
}

/** Only a store on another machine can be away. */
function copyFor({ storeUrl, screenReposCacheDir }: Places, logger: Logger): ConfigCopy | null {
  const address = readStateUrl(storeUrl ?? '');
  if (!address.ok || address.value.kind !== 'redis') return null;
  const { database, prefix } = address.value;
  return new ConfigCopy(screenReposCacheDir, `${stateLabel(address.value)}/${database}/${prefix}`, logger);
}

function usable(config: Result<ConfigStore, readonly ConfigProblem[]>): ConfigStore {
  if (config.ok) return config.value;
  throw new ExitError(EXIT.config, config.error.map(describeConfigProblem).join('\n'));
}
