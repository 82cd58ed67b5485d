/** What every command starts with: environment, seeded directories, config. Each problem is one clear line. */
import { isatty } from 'node:tty';
import { tuneAllocator } from '../config/env/allocator.ts';
import { type Assets, findAssets } from '../config/env/assets.ts';
import { type EnvSettings, gitVariables, refusesColours } from '../config/env/env.ts';
import { ineffectiveVariables } from '../config/env/ineffective-variables.ts';
import { systemFontDirs } from '../config/env/system-font-dirs.ts';
import { seedDirectories } from '../config/source/seed.ts';
import type { ConfigStore } from '../config/source/store.ts';
import { type EngineOptions, RenderEngine } from '../engine/render-engine.ts';
import type { FontDir } from '../pictures/fonts/font-book.ts';
import { createLogger, type Logger } from '../platform/base/logger.ts';
import { type MemoryPlan, planMemory } from '../platform/base/memory-plan.ts';
import type { RepoSharing } from '../screens/repos/screen-repos.ts';
import { EXIT, ExitError } from './exit.ts';
import { openFileConfig, readStoredConfig } from './open-config.ts';
import { loadSettings } from './settings.ts';

/** What of the settings decides how much memory each part has. */
export type MemorySettings = Pick<EnvSettings, 'memoryBudget' | 'composeThreads' | 'rasterThreads'>;

export interface Setup {
  readonly settings: EnvSettings;
  readonly assets: Assets;
  readonly config: ConfigStore;
  readonly logger: Logger;
}

/** The server logs to standard output: for people when that is a terminal, else for programs that collect it. */
export async function serverLogger({ logLevel, logFormat }: EnvSettings): Promise<Logger> {
  const isTerminal = isatty(1);
  if ((logFormat ?? (isTerminal ? 'pretty' : 'json')) === 'json') return createLogger(logLevel);
  const { prettyDestination } = await import('../platform/base/pretty-log.ts');
  return createLogger(logLevel, prettyDestination(isTerminal && !refusesColours()));
}

/** Commands for people use standard output for their answer. */
export function cliLogger(): Logger {
  return createLogger('silent');
}

/**
 * Read the config of an environment. Nothing is written.
 * @param configFile the config file to read; null for the embedded one
 * @throws {ExitError} 78 for a config that cannot be used
 */
export async function readSetup(
  settings: EnvSettings,
  configFile: string | null,
  log: Logger,
): Promise<Setup> {
  const assets = findAssets();
  const config = settings.configInStore
    ? await readStoredConfig(settings, assets.configFile)
    : await openFileConfig(configFile, assets.configFile);
  return setupOf({ settings, assets, config, logger: log });
}

/** Warn of what the config says in vain. */
export function setupOf(setup: Setup): Setup {
  const { warnings, label } = setup.config;
  for (const warning of warnings) setup.logger.warn({ config: { file: label, ...warning } }, 'config');
  return setup;
}

/**
 * Read environment and config after filling empty directories and a missing config with the embedded defaults.
 * @throws {ExitError} as `loadSettings`, `prepare` and `readSetup` do
 */
export async function loadSetup(logger: (settings: EnvSettings) => Logger | Promise<Logger>): Promise<Setup> {
  const settings = loadSettings();
  const log = await prepare(settings, logger);
  return readSetup(settings, settings.configFile, log);
}

/**
 * Make the log, and fill empty directories with the embedded defaults.
 * @throws {ExitError} naming the directory that cannot be filled
 */
export async function prepare(
  settings: EnvSettings,
  logger: (settings: EnvSettings) => Logger | Promise<Logger>,
): Promise<Logger> {
  const log = await logger(settings);
  for (const sentence of ineffectiveVariables()) log.warn(sentence);
  const seeded = await seedDirectories(settings, findAssets());
  if (!seeded.ok) throw new ExitError(EXIT.failed, seeded.error);
  for (const directory of seeded.value) log.info(directory, 'empty directory filled with the defaults');
  return log;
}

/**
 * The engine of a setup, before its start.
 * @param own    what is not as the setup says
 * @param shared where other servers have the same repos
 */
export function openEngine(
  { settings, assets, config, logger }: Setup,
  own: Partial<EngineOptions> = {},
  shared: RepoSharing | null = null,
): RenderEngine {
  tuneAllocator();
  return new RenderEngine({
    config,
    builtinDir: assets.screensDir,
    examplesDir: assets.examplesDir,
    localDir: settings.screensDir,
    repos: {
      cacheDir: settings.screenReposCacheDir,
      gitVariables: gitVariables(),
      allowPrivateNetwork: settings.screenReposAllowPrivate,
      local: { folders: settings.screenRepoFolders, hasOperatorFile: !settings.configInStore },
      shared,
    },
    scriptHosts: settings.screenHttpHosts,
    fontDirs: fontDirs(settings, assets),
    memoryBudget: settings.memoryBudget,
    composeThreads: settings.composeThreads,
    rasterThreads: settings.rasterThreads,
    rasterIsolation: settings.rasterIsolation,
    verifyReuse: settings.verifyReuse,
    logger,
    ...own,
  });
}

/** How the memory is divided that the settings leave to the server. */
export function memoryOf({ memoryBudget, composeThreads, rasterThreads }: MemorySettings): MemoryPlan {
  return planMemory({ budgetBytes: memoryBudget, composeThreads, rasterThreads });
}

/** Sources of fonts, the operator's first. */
export function fontDirs({ fontsDir }: Pick<EnvSettings, 'fontsDir'>, assets: Assets): FontDir[] {
  return [
    ...(fontsDir === null ? [] : [{ dir: fontsDir, origin: 'custom' as const }]),
    { dir: assets.fontsDir, origin: 'embedded' },
    ...systemFontDirs().map((dir) => ({ dir, origin: 'system' as const })),
  ];
}
