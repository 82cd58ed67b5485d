/** `stipple config`: for operators, about the text that says which device shows what. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CommandModule } from 'yargs';
import { findAssets } from '../../config/env/assets.ts';
import { weakAdminToken } from '../../config/read/admin-token-strength.ts';
import { describeConfigProblem } from '../../config/read/findings.ts';
import { parseConfig } from '../../config/read/parse.ts';
import { readConfigText, STORED_LABEL } from '../../config/source/load.ts';
import { plainLine } from '../../config/source/revision-note.ts';
import { revisionToUndo } from '../../config/source/revisions.ts';
import { plural } from '../../platform/base/words.ts';
import { statFile } from '../../platform/files/files.ts';
import type { State } from '../../state/state.ts';
import { checkConfig, checkNamedText } from '../check/config.ts';
import { type CheckReport, countLevels, printReport, tell } from '../check/report.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { loadSettings } from '../settings.ts';
import {
  currentRevision,
  revisionNumber,
  saveRevision,
  textOfRevision,
  withStoredConfig,
} from '../stored-config.ts';
import { writeOutput } from '../write-output.ts';
import { JSON_OPTION, STRICT_OPTION } from './options.ts';

export const configCommand: CommandModule = {
  command: 'config',
  describe: 'Check the config, and read or change it in the state store',
  builder: (yargs) =>
    yargs
      .command(configCheckCommand)
      .command(configPullCommand)
      .command(configPushCommand)
      .command(configHistoryCommand)
      .command(configUndoCommand)
      .demandCommand(1, 'config: expected check, pull, push, history or undo'),
  handler: () => undefined,
};

interface ConfigCheckArguments {
  path: string | undefined;
  json: boolean;
  strict: boolean;
}

/** `stipple config check`: what is wrong with the config in use, or with another one, without a server. */
const configCheckCommand: CommandModule<object, ConfigCheckArguments> = {
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

interface ConfigPullArguments {
  revision: string | undefined;
}

/** `stipple config pull`: prints the config that is in the state store. */
const configPullCommand: CommandModule<object, ConfigPullArguments> = {
  command: 'pull',
  describe: 'Print the config of the state store',
  builder: (yargs) =>
    yargs
      .option('revision', {
        type: 'string',
        nargs: 1,
        describe: 'An older revision; default: the current one',
      })
      .example('$0 config pull > config.yaml', 'The config that all servers use')
      .epilogue('STORE_URL says where the state store is. `stipple config history` lists the revisions.'),
  handler: async ({ revision }) => {
    const wanted = revision === undefined ? null : revisionNumber('--revision', revision);
    const text = await withStoredConfig(loadSettings(), async (state) =>
      wanted === null ? (await currentRevision(state)).text : textOfRevision(state, wanted),
    );
    await writeOutput('-', text);
  },
};

interface ConfigPushArguments {
  file: string;
  expect: string | undefined;
  force: boolean;
}

/** `stipple config push`: checks a file, and makes it the config of all servers that have it in the state store. */
const configPushCommand: CommandModule<object, ConfigPushArguments> = {
  command: 'push <file>',
  describe: 'Check a config, and save it in the state store for all servers',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'The config' })
      .option('expect', {
        type: 'string',
        nargs: 1,
        describe: 'Only if this revision is still current; 0: only if there is none',
      })
      .option('force', {
        type: 'boolean',
        default: false,
        describe:
          'Also with errors that only concern some devices, such as screens that are not on this machine',
      })
      .example('$0 config push config.yaml --expect 12', 'What was pulled as revision 12, and edited since')
      .epilogue(
        'STORE_URL says where the state store is. Servers with CONFIG_FILE=store: use it within seconds.',
      ),
  handler: push,
};

async function push({ file, expect, force }: ConfigPushArguments): Promise<void> {
  const expected = expect === undefined ? null : revisionNumber('--expect', expect, 0);
  if (!statFile(file)?.isFile()) throw new ExitError(EXIT.usage, `${file}: there is no such file`);
  const text = readChecked(file, force);
  const saved = await withStoredConfig(loadSettings(), async (state) => {
    const current = await state.config.current();
    refuseWeakToken(file, text, current?.text ?? null);
    const before = expected ?? current?.revision ?? 0;
    if (current?.text === text && current.revision === before) return null;
    return saveRevision(state, before, text, `stipple config push ${path.basename(file)}`);
  });
  if (saved === null) say.answer('nothing to save: the current revision has this text already');
  else say.answer(`saved as revision ${saved}`);
}

/** @throws {ExitError} 1 for an admin token that may be guessed, unless it stands in the current revision already */
function refuseWeakToken(file: string, text: string, before: string | null): void {
  const parsed = parseConfig(text, file);
  const weak = parsed.ok ? weakAdminToken(parsed.value) : null;
  if (!parsed.ok || weak === null) return;
  const old = before === null ? null : parseConfig(before, file);
  if (old?.ok && old.value.secrets.adminToken === parsed.value.secrets.adminToken) return;
  throw new ExitError(EXIT.failed, `nothing was saved: ${file}:${weak.line}:${weak.column}: ${weak.message}`);
}

/**
 * The text of a config that servers can use.
 * @throws {ExitError} 1 after printing what is wrong
 */
function readChecked(file: string, force: boolean): string {
  const report = checkConfig(file);
  printReport(report);
  const text = readConfigText({ kind: 'file', path: file }, file);
  const errors = countLevels(report).error;
  const isUsable = text.ok && (errors === 0 || (force && parseConfig(text.value, file).ok));
  if (isUsable) return text.value;
  throw new ExitError(EXIT.failed, `nothing was saved: ${file} has ${plural(errors, 'error')}`);
}

/** `stipple config history`: which revisions of the config the state store has. */
const configHistoryCommand: CommandModule = {
  command: 'history',
  describe: 'List the revisions of the config in the state store: number, time, what has changed and by whom',
  builder: (yargs) =>
    yargs.epilogue('STORE_URL says where the state store is. The last 50 revisions are kept.'),
  handler: async () => {
    const infos = await withStoredConfig(loadSettings(), async (state) => {
      await currentRevision(state);
      return state.config.history();
    });
    const width = String(infos.at(-1)?.revision ?? 0).length;
    for (const { revision, savedMs, note } of infos) {
      say.answer(
        `${String(revision).padStart(width)}  ${new Date(savedMs).toISOString()}  ${plainLine(note)}`,
      );
    }
  },
};

interface ConfigUndoArguments {
  revision: string | undefined;
}

/** `stipple config undo`: makes an older text of the config the current one again, as a new revision. */
const configUndoCommand: CommandModule<object, ConfigUndoArguments> = {
  command: 'undo [revision]',
  describe: 'Go back to the revision before the current one, or to another one',
  builder: (yargs) =>
    yargs
      .positional('revision', { type: 'string', describe: 'The revision to go back to' })
      .epilogue(
        'STORE_URL says where the state store is. The old text becomes a new revision, so an undo can be undone.',
      ),
  handler: async ({ revision }) => {
    const wanted = revision === undefined ? null : revisionNumber('revision', revision);
    say.answer(await withStoredConfig(loadSettings(), (state) => undo(state, wanted)));
  },
};

async function undo(state: State, wanted: number | null): Promise<string> {
  const current = await currentRevision(state);
  const found = await revisionToUndo(state.config, current, wanted);
  if (!found.ok) throw new ExitError(EXIT.failed, found.error);
  const { revision, text } = found.value;
  if (text === current.text)
    return `nothing to undo: revision ${current.revision} has the text of ${revision}`;
  const parsed = parseConfig(text, `revision ${revision}`);
  if (!parsed.ok) throw new ExitError(EXIT.failed, parsed.error.map(describeConfigProblem).join('\n'));
  const saved = await saveRevision(
    state,
    current.revision,
    text,
    `stipple config undo to revision ${revision}`,
  );
  return `saved the text of revision ${revision} as revision ${saved}`;
}
