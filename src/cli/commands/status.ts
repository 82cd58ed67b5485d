/** `stipple` without a command: shows where everything comes from and what exists. */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { CommandModule } from 'yargs';
import type { Secrets } from '../../config/env/env.ts';
import { doubtfulSettings } from '../../config/env/env-advice.ts';
import { ineffectiveVariables } from '../../config/env/ineffective-variables.ts';
import { parseConfig } from '../../config/read/parse.ts';
import { ownPanels } from '../../domain/config-snapshot.ts';
import { configWarnings, precedenceOf } from '../../engine/check/config-warnings.ts';
import { driftOf, readServers } from '../../fleet/register/presence.ts';
import { type FontBook, readFontBook } from '../../pictures/fonts/font-book.ts';
import { plural } from '../../platform/base/words.ts';
import { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import type { State } from '../../state/state.ts';
import { ExitError } from '../exit.ts';
import {
  describeAddress,
  describeProxies,
  emptyFolders,
  fontFacts,
  isAdminOn,
  type ScreenFacts,
  screenFacts,
  storeLabel,
  versions,
  workerFacts,
} from '../facts.ts';
import { say } from '../output.ts';
import { loadSecrets, loadSettings } from '../settings.ts';
import { cliLogger, fontDirs, readSetup, type Setup } from '../setup.ts';
import { withStateAt } from '../state/with-state-at.ts';

type Line = readonly [name: string, value: string];

export const statusCommand: CommandModule = {
  command: ['status', '$0'],
  describe: 'Show where config, screens and fonts come from',
  handler: async () => {
    const settings = loadSettings();
    // Showing the status writes nothing: a missing config is read from its embedded original.
    const configFile =
      settings.configFile !== null && existsSync(settings.configFile) ? settings.configFile : null;
    const setup = await readSetup(settings, configFile, cliLogger());
    const { assets, config } = setup;
    const secrets = loadSecrets();
    const catalogue = new ScreenCatalogue({
      builtinDir: assets.screensDir,
      examplesDir: assets.examplesDir,
      localDir: settings.screensDir,
    });
    const screens = await screenFacts(catalogue, config);
    const fonts = readFontBook(fontDirs(settings, assets));
    const servers = await serverLines(settings.storeUrl);
    for (const [name, value] of [...statusLines({ setup, secrets, screens, fonts }), ...servers]) {
      say.answer(`${name.padEnd(10)}${value}`);
    }
    const sentences = [
      ...ineffectiveVariables(),
      ...emptyFolders(settings, screens, fonts),
      ...doubtfulSettings(settings, availableParallelism()),
    ];
    for (const sentence of sentences) say.error(`warning: ${sentence}`);
    const parsed = parseConfig(config.text, config.label);
    const warnings = parsed.ok
      ? configWarnings(parsed.value, catalogue, precedenceOf(settings, secrets))
      : [];
    for (const { line, column, message } of warnings) {
      say.error(`warning: ${config.label}:${line}:${column}: ${message}`);
    }
  },
};

/** The servers that share the state store, and in what they differ; none where it is not shared. */
async function serverLines(storeUrl: string | null): Promise<readonly Line[]> {
  if (storeUrl === null) return [];
  try {
    return await withStateAt(storeUrl, 'read', describeServers);
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    return [['servers', error.message]];
  }
}

async function describeServers({ servers }: State): Promise<readonly Line[]> {
  const found = [...readServers(await servers.all())];
  const drift = driftOf(found.map(([, facts]) => facts));
  const lines = found.map(([id, { version, startedMs, config }], index): Line => {
    const since = new Date(startedMs).toISOString();
    return [index === 0 ? 'servers' : '', `${id}: ${version}, config ${config}, since ${since}`];
  });
  if (lines.length === 0) return [['servers', 'none is running']];
  return drift.length === 0 ? lines : [...lines, ['', `they differ in: ${drift.join(', ')}`]];
}

interface StatusFacts {
  readonly setup: Setup;
  readonly secrets: Secrets;
  readonly screens: ScreenFacts;
  readonly fonts: FontBook;
}

/** The lines of the status: a name and its value each. */
function statusLines({ setup, secrets, screens, fonts }: StatusFacts): readonly Line[] {
  const { settings, config } = setup;
  const { snapshot } = config;
  const { version, node, platform } = versions();
  return [
    ['stipple', `${version}, Node ${node}, ${platform}`],
    ['address', `${describeAddress(settings.listen)} (when serving)`],
    ['public', settings.publicUrl ?? 'from the request (set PUBLIC_URL to fix it)'],
    ['proxies', describeProxies(settings.trustProxy)],
    ['config', describeConfig(setup)],
    ['store', storeLabel(settings)],
    ...screenLines(settings.screensDir, screens),
    ...fontLines(settings.fontsDir, fonts),
    ['devices', `${snapshot.devices.size} mapped, default screen ${snapshot.defaultScreen ?? 'none'}`],
    ['panels', `${ownPanels(snapshot).length} in the config, ${snapshot.panels.size} with the catalogue`],
    ...[...snapshot.screenRepos.values()].map(
      ({ handle, repo, pin }): Line => [
        'repo',
        `${handle}: ${repo ?? 'nothing behind it'}${pin === null ? '' : ` at ${pin}`}`,
      ],
    ),
    ['memory', describeMemory(setup)],
    ['workers', describeWorkers(setup)],
    ...(settings.metrics === null
      ? []
      : [['metrics', `${describeAddress(settings.metrics)} (when serving)`] as const]),
    [
      'admin',
      isAdminOn(secrets, config)
        ? 'on'
        : 'off (set SERVICE_ADMIN_TOKEN or SERVICE_ADMIN_TOKEN_FILE to switch it on)',
    ],
  ];
}

function screenLines(folder: string | null, { found, broken, takenOver }: ScreenFacts): readonly Line[] {
  const counts = Object.entries(found).map(([handle, count]) => `${count} ${handle}`);
  return [
    ['screens', folder ?? 'embedded (set SCREENS_DIR to use your own)'],
    ['', counts.join(', ')],
    ...(takenOver.length === 0
      ? []
      : [['', `from the screens directory instead of embedded: ${takenOver.join(', ')}`] as const]),
    ...broken.map(({ screen, reason }): Line => ['', `cannot be shown: ${screen}: ${reason}`]),
  ];
}

function fontLines(folder: string | null, book: FontBook): readonly Line[] {
  const { families, faces } = fontFacts(book);
  return [
    ['fonts', folder ?? 'embedded (set FONTS_DIR to use your own)'],
    ['', `${families} families, ${plural(faces, 'face')}`],
    ...book.unreadable.map(({ file, reason }): Line => ['', `not used: ${file}: ${reason}`]),
  ];
}

function describeWorkers({ settings }: Setup): string {
  const { composeThreads, rasterWorkers, rasterIsolation } = workerFacts(settings);
  const drawing = rasterIsolation === 'process' ? 'processes' : 'threads';
  return `up to ${composeThreads} threads for scripts, ${rasterWorkers} ${drawing} that draw`;
}

function describeMemory({ settings }: Setup): string {
  const { memoryBudgetMib } = workerFacts(settings);
  const whose =
    settings.memoryBudget === null ? ', half of what there is (set MEMORY_BUDGET for another)' : '';
  return `up to ${memoryBudgetMib} MiB${whose}`;
}

function describeConfig({ settings, config }: Setup): string {
  if (config.source.kind === 'file') return config.source.path;
  if (config.source.kind === 'store') return describeStored(config.source.stored.revision);
  if (settings.configFile === null) return 'embedded (set CONFIG_FILE to use your own)';
  return `${settings.configFile} does not exist; it will be written from the embedded one`;
}

function describeStored(revision: number): string {
  if (revision === 0)
    return 'in the state store, which has none yet; it will be written from the embedded one';
  return `revision ${revision} in the state store`;
}
