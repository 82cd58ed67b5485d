/** `stipple` without a command: shows where everything comes from and what exists. */
import { existsSync } from 'node:fs';
import type { CommandModule } from 'yargs';
import { byPosition } from '../../base/position.ts';
import { VERSION } from '../../base/version.ts';
import { checkMappings } from '../../check/mapping-check.ts';
import { ineffectiveVariables } from '../../config/env.ts';
import { readFontBook } from '../../fonts/font-book.ts';
import { ScreenCatalogue } from '../../screens/catalogue.ts';
import { say } from '../output.ts';
import { cliLogger, fontDirs, loadSecrets, loadSettings, readSetup, type Setup } from '../setup.ts';

export const statusCommand: CommandModule = {
  command: ['status', '$0'],
  describe: 'Show where config, screens and fonts come from',
  handler: async () => {
    const settings = loadSettings();
    // Showing the status writes nothing: a missing config is read from its embedded original.
    const configFile =
      settings.configFile !== null && existsSync(settings.configFile) ? settings.configFile : null;
    const setup = await readSetup(settings, configFile, cliLogger());
    const catalogue = new ScreenCatalogue({
      builtinDir: setup.assets.screensDir,
      examplesDir: setup.assets.examplesDir,
      localDir: settings.screensDir,
    });
    for (const [name, value] of statusLines(setup, catalogue)) say.answer(`${name.padEnd(10)}${value}`);
    for (const sentence of ineffectiveVariables()) say.error(`warning: ${sentence}`);
    const warnings = [...setup.config.warnings, ...checkMappings(setup.config.loaded, catalogue)];
    for (const { line, column, message } of warnings.toSorted(byPosition)) {
      say.error(`warning: ${setup.config.label}:${line}:${column}: ${message}`);
    }
  },
};

/** The lines of the status: a name and its value each. */
function statusLines(setup: Setup, catalogue: ScreenCatalogue): readonly (readonly [string, string])[] {
  const { settings, assets, config } = setup;
  const { snapshot } = config;
  const screens = catalogue.list(snapshot);
  const broken = screens.filter((screen) => screen.problem !== null).length;
  const fonts = readFontBook(fontDirs(settings, assets));
  const admin = loadSecrets().adminToken ?? config.secrets.adminToken;
  return [
    ['stipple', `${VERSION}, Node ${process.versions.node}, ${process.platform} ${process.arch}`],
    ['address', `${settings.listen.host}:${settings.listen.port} (when serving)`],
    ['config', describeConfig(setup)],
    ['screens', settings.screensDir ?? 'embedded (set SCREENS_DIR to use your own)'],
    ['', `${screens.length} screens${broken === 0 ? '' : `, ${broken} with a problem`}`],
    ['fonts', settings.fontsDir ?? 'embedded (set FONTS_DIR to use your own)'],
    ['', `${fonts.faces.length} faces`],
    ...fonts.unreadable.map(({ file, reason }) => ['', `not used: ${file}: ${reason}`] as const),
    ['devices', `${snapshot.devices.size} mapped, default screen ${snapshot.defaultScreen ?? 'none'}`],
    ['panels', `${snapshot.panels.size}`],
    ...[...snapshot.screenRepos.values()].map(({ handle, repo, pin }): readonly [string, string] => [
      'repo',
      `${handle}: ${repo ?? 'nothing behind it'}${pin === null ? '' : ` at ${pin}`}`,
    ]),
    ...(settings.metrics === null
      ? []
      : [['metrics', `${settings.metrics.host}:${settings.metrics.port} (when serving)`] as const]),
    [
      'admin',
      admin === null ? 'off (set SERVICE_ADMIN_TOKEN or SERVICE_ADMIN_TOKEN_FILE to switch it on)' : 'on',
    ],
  ];
}

function describeConfig({ settings, config }: Setup): string {
  if (config.source.kind === 'file') return config.source.path;
  if (settings.configFile === null) return 'embedded (set CONFIG_FILE to use your own)';
  return `${settings.configFile} does not exist; it will be written from the embedded one`;
}
