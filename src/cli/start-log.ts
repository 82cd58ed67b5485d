/** What a server says about itself in its log when it starts. */
import { availableParallelism } from 'node:os';
import type { EnvSettings, Secrets } from '../config/env/env.ts';
import { doubtfulSettings, weakSettings } from '../config/env/env-advice.ts';
import { STORE_PLACE } from '../config/env/env-values.ts';
import { ownPanels } from '../domain/config-snapshot.ts';
import type { RenderEngine } from '../engine/render-engine.ts';
import type { Logger } from '../platform/base/logger.ts';
import {
  describeAddress,
  describeProxies,
  emptyFolders,
  fontFacts,
  isAdminOn,
  screenFacts,
  storeLabel,
  versions,
  workerFacts,
} from './facts.ts';
import { fontDirs, type Setup } from './setup.ts';

/** Broken screens that are named; the admin API lists all. */
const MAX_BROKEN = 10;

/** Said first, because it helps with everything that may go wrong afterwards. */
export function logStart(
  settings: Pick<EnvSettings, 'configFile' | 'configInStore' | 'storeUrl'>,
  logger: Logger,
): void {
  const configFile = settings.configInStore ? STORE_PLACE : (settings.configFile ?? 'embedded');
  logger.info({ ...versions(), configFile, store: storeLabel(settings) }, 'starting');
}

/** What is in use. */
export interface StartedServer {
  readonly setup: Setup;
  readonly secrets: Secrets;
  readonly engine: RenderEngine;
}

/** What is in use, and what is wrong with it. Called when the server is ready: nobody waits for it. */
export async function logUse({ setup, secrets, engine }: StartedServer): Promise<void> {
  const { settings, config, assets, logger } = setup;
  const { screensDir, publicUrl, trustProxy, metrics } = settings;
  const screens = await screenFacts(engine.catalogue, config);
  const { found, broken, takenOver } = screens;
  const replaced = takenOver.length === 0 ? {} : { replacesEmbedded: takenOver };
  logger.info({ folder: screensDir ?? 'embedded', found, broken: broken.length, ...replaced }, 'screens');
  const folders = fontDirs(settings, assets).map(({ dir }) => dir);
  logger.info({ ...fontFacts(engine.fonts.book), folders }, 'fonts');
  logger.info(
    {
      devices: config.snapshot.devices.size,
      panels: ownPanels(config.snapshot).length,
      ...workerFacts(settings),
      publicUrl: publicUrl ?? 'from the request',
      trustProxy: describeProxies(trustProxy),
      adminApi: isAdminOn(secrets, config) ? 'on' : 'off',
      metrics: metrics === null ? 'off' : describeAddress(metrics),
    },
    'serving',
  );
  for (const one of broken.slice(0, MAX_BROKEN)) logger.warn(one, 'screen cannot be shown');
  const sentences = [
    ...emptyFolders(settings, screens, engine.fonts.book),
    ...doubtfulSettings(settings, availableParallelism()),
    ...weakSettings(settings, secrets),
  ];
  for (const sentence of sentences) logger.warn(sentence);
}
