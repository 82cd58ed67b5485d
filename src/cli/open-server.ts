/** Opens a server with all of its parts: the one that `serve` and `dev` run, and that tests boot. */
import { findAssets } from '../config/env/assets.ts';
import type { EnvSettings } from '../config/env/env.ts';
import type { OpenTexts } from '../config/source/store.ts';
import { TextThread } from '../config/texts/text-thread.ts';
import { textsAside } from '../config/texts/texts.ts';
import { openPushes } from '../engine/contents/pushes.ts';
import type { EngineOptions, RenderEngine } from '../engine/render-engine.ts';
import { memoryStore, type OpenStore } from '../fleet/register/lasting-state.ts';
import { lockFile } from '../pictures/native/lock-file.ts';
import type { Logger } from '../platform/base/logger.ts';
import { SharedAnswers } from '../screens/fetch/shared-answers.ts';
import { App, type AppOptions } from '../server/app.ts';
import type { State } from '../state/state.ts';
import { EXIT, ExitError } from './exit.ts';
import { openFileConfig, openServerConfig } from './open-config.ts';
import { openEngine, type Setup, setupOf } from './setup.ts';

interface ServerOptions extends Omit<AppOptions, 'engine' | 'store' | 'pushes' | 'settings'> {
  readonly settings: EnvSettings;
  /** What of the engine is not as the settings say. */
  readonly engine?: Partial<EngineOptions>;
}

export interface OpenServer {
  readonly app: App;
  readonly engine: RenderEngine;
  readonly setup: Setup;
  /** Give up a server that has not started, or could not. */
  close(): Promise<void>;
}

/**
 * Open a server that listens when its `app` is started.
 * @throws {ExitError} 78 for a config or a store that cannot be used
 */
export async function openServer(options: ServerOptions): Promise<OpenServer> {
  const { settings, logger } = options;
  const store = await openStore(settings, logger);
  let engine: RenderEngine | null = null;
  const close = async (): Promise<void> => {
    await engine?.stop(0);
    await store.state.close();
  };
  try {
    const state = store.state;
    const setup = await openSetup(settings, state, logger);
    const pushes = openPushes(state);
    // Answers are in the memory of the server anyway.
    const sharedAnswers = state.isLasting ? new SharedAnswers(state) : null;
    const own = { warmUp: true, pushes, sharedAnswers, ...options.engine };
    engine = openEngine(setup, own, state.isShared ? store : null);
    return { app: new App({ ...options, engine, store, pushes }), engine, setup, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The config of a server, which is the first to write one into an empty store. */
async function openSetup(settings: EnvSettings, state: State, logger: Logger): Promise<Setup> {
  const assets = findAssets();
  const embeddedFile = assets.configFile;
  const openTexts = textsBeside(logger);
  const config = settings.configInStore
    ? await openServerConfig({ settings, state, embeddedFile, openTexts, logger })
    : await openFileConfig(settings.configFile, embeddedFile, openTexts);
  return setupOf({ settings, assets, config, logger });
}

/** What is too large for the main thread, which answers calls, is read and edited in another one. */
function textsBeside(logger: Logger): OpenTexts {
  const onLost = (reason: string): void =>
    logger.warn({ reason }, 'the thread that reads texts was ended; the next text gets another');
  return (label) => textsAside(label, new TextThread({ label, onLost }));
}

/**
 * Open the store, and say in the log when it stops and begins to answer.
 * @throws {ExitError} 78 for an address, a folder or a store that cannot be used
 */
async function openStore({ storeUrl }: EnvSettings, logger: Logger): Promise<OpenStore> {
  if (storeUrl === null) return memoryStore();
  const { openState } = await import('../state/open-state.ts');
  const { StateStats } = await import('../state/watch.ts');
  const { isIdentity } = await import('../fleet/register/device-texts.ts');
  const stats = new StateStats();
  const opened = await openState(storeUrl, { observer: stats, isIdentity, lockFile });
  if (!opened.ok) throw new ExitError(EXIT.config, opened.error);
  const { engine, isShared, health } = opened.value;
  for (const warning of health.warnings) logger.warn({ engine }, warning);
  if (!health.isUp) logger.error({ engine, reason: health.problem }, 'the state store does not answer');
  // A folder is always there: what it may lack is room.
  const [back, away] = isShared
    ? ['the state store answers again', 'the state store does not answer']
    : ['the state store takes changes again', 'the state store takes no changes'];
  health.onChange((isUp) => {
    if (isUp) logger.info({ engine }, back);
    else logger.error({ engine, reason: health.problem }, away);
  });
  return { state: opened.value, stats };
}
