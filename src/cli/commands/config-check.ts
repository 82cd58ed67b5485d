/** `stipple config check`: what is wrong with the config in use, or with another one, without a server. */
import { existsSync } from 'node:fs';
import type { CommandModule } from 'yargs';
import { findAssets } from '../../config/env/assets.ts';
import { STORED_LABEL } from '../../config/source/load.ts';
import { statFile } from '../../platform/files/files.ts';
import { checkConfig, checkNamedText } from '../check/config.ts';
import { type CheckReport, tell } from '../check/report.ts';
import { EXIT, ExitError } from '../exit.ts';
import { loadSettings } from '../setup.ts';
import { currentRevision, withStoredConfig } from '../stored-config.ts';
import { JSON_OPTION, STRICT_OPTION } from './options.ts';

interface ConfigCheckArguments {
  path: string | undefined;
  json: boolean;
  strict: boolean;
}

export const configCheckCommand: CommandModule<object, ConfigCheckArguments> = {
  command: 'check [path]',
  describe: 'Find mistakes in a config, and in what it says of screens, panels and params',
  builder: (yargs) =>
    yargs
      .positional('path', {
        type: 'string',
        describe:
          'The config; when left out that of CONFIG_FILE, be it in the state store, else the embedded one',
      })
      .option('json', JSON_OPTION)
      .option('strict', STRICT_OPTION),
  handler: async (args) => tell(await reportOf(args.path), args),
};

/** @throws {ExitError} where there is no such file: 64 for one of the command line, 1 for that of CONFIG_FILE */
async function reportOf(path: string | undefined): Promise<CheckReport> {
  if (path !== undefined) {
    if (statFile(path)?.isFile()) return checkConfig(path);
    throw new ExitError(EXIT.usage, `${path}: there is no such file`);
  }
  const { configFile, configInStore } = loadSettings();
  if (configInStore) return checkNamedText(await storedText(), STORED_LABEL);
  if (configFile === null) return { ...checkConfig(findAssets().configFile), what: 'the embedded config' };
  if (existsSync(configFile)) return checkConfig(configFile);
  const hint = 'the server writes it from the embedded config when it starts';
  throw new ExitError(EXIT.failed, `CONFIG_FILE: ${configFile} does not exist; ${hint}`);
}

async function storedText(): Promise<string> {
  return (await withStoredConfig(loadSettings(), currentRevision)).text;
}
