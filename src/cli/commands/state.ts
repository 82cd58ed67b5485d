/** `stipple state`: for operators, about what lasts beyond the server. */

import { createReadStream } from 'node:fs';
import type { CommandModule } from 'yargs';
import { plural } from '../../platform/base/words.ts';
import { statFile } from '../../platform/files/files.ts';
import { checkExport, exportState, importState } from '../../state/export-state.ts';
import { STATE_VERSION } from '../../state/limits.ts';
import type { CheckedRecord, State } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import { readStateUrl } from '../../state/state-url.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { streamLines } from '../state/read-lines.ts';
import { storeUrlOf, withState } from '../state/with-state.ts';
import { withStateAt } from '../state/with-state-at.ts';
import { STANDARD_OUTPUT, writeOutput } from '../write-output.ts';

export const stateCommand: CommandModule = {
  command: 'state',
  describe: 'Back up, move and look at what the server knows of its devices',
  builder: (yargs) =>
    yargs
      .command(stateShowCommand)
      .command(stateCheckCommand)
      .command(stateExportCommand)
      .command(stateImportCommand)
      .demandCommand(1, 'state: expected show, check, export or import'),
  handler: () => undefined,
};

const NAME_WIDTH = 9;

/** `stipple state show`: which store there is, and what is in it. */
const stateShowCommand: CommandModule = {
  command: 'show',
  describe: 'Show the store of STORE_URL, and how many devices it has',
  handler: () =>
    withState('read', async (state, label) => {
      const config = await state.config.current();
      const lines = [
        ['store', label],
        ['engine', state.engine],
        ['layout', String(STATE_VERSION)],
        ['devices', String(await state.devices.count())],
        ['config', config === null ? 'none' : `revision ${config.revision}`],
      ] as const;
      for (const [name, value] of lines) say.answer(`${name.padEnd(NAME_WIDTH)}${value}`);
      for (const warning of state.health.warnings) say.error(`warning: ${warning}`);
    }),
};

interface StateCheckArguments {
  store: string | undefined;
}

/** `stipple state check`: reads all of a store, and names what is damaged in it. */
const stateCheckCommand: CommandModule<object, StateCheckArguments> = {
  command: 'check [store]',
  describe: 'Read all of a store, and name each damaged record; exits 1 if there is one',
  builder: (yargs) =>
    yargs.positional('store', {
      type: 'string',
      describe: 'A folder, or an address such as that of STORE_URL, which it is without one',
    }),
  handler: async ({ store }) => {
    const url = store === undefined ? storeUrlOf() : addressOf(store);
    const misplaced = await checkFolder(url);
    await withStateAt(url, 'read', async (state, label) => {
      const { records, devices, damaged } = await checkRecords(state);
      const whole = `${plural(devices, 'device')}, ${plural(records, 'record')}`;
      if (damaged + misplaced === 0) say.answer(`${label}: ${whole}, all of them whole`);
      else throw new ExitError(EXIT.failed, `${label}: ${whole}; damaged: ${damaged + misplaced}`);
    });
  },
};

/** A folder may be named as such. */
function addressOf(store: string): string {
  return store.includes('://') || store.startsWith('file:') ? store : `file:${store}`;
}

/**
 * Look at the pages of a folder before it is opened: LMDB would end this process for some faults.
 * @returns how many keys cannot be found
 * @throws {ExitError} 1 for a file that cannot be opened
 */
async function checkFolder(url: string): Promise<number> {
  const address = readStateUrl(url);
  if (!address.ok || address.value.kind !== 'file') return 0;
  const { folder } = address.value;
  // Opening reports what does not exist.
  if (statFile(folder) === undefined) return 0;
  const { lookAtFolder } = await import('../../state/file/look-at-folder.ts');
  const report = await lookAtFolder(folder).catch((error: unknown) => {
    requireStateError(error);
    throw new ExitError(EXIT.failed, error.message);
  });
  if (report === null) return 0;
  for (const { table, page, why } of report.faults) say.answer(`page ${page} (${table}): ${why}`);
  for (const [table, keys] of report.misplaced)
    say.answer(`${table}: ${plural(keys, 'key')} cannot be found where it should be`);
  if (report.faults.length === 0) return [...report.misplaced.values()].reduce((sum, keys) => sum + keys, 0);
  const found = `${plural(report.faults.length, 'fault')} in ${plural(report.pages, 'page')}`;
  const advice = 'it cannot be opened. Put back a backup, or move the folder away and import an export';
  throw new ExitError(EXIT.failed, `${folder}: ${found}: ${advice}`);
}

async function checkRecords(state: State) {
  const found = { records: 0, devices: 0, damaged: 0 };
  for await (const record of state.check()) {
    found.records++;
    if (record.kind === 'device') found.devices++;
    if (record.problem === null) continue;
    found.damaged++;
    say.answer(describe(record));
  }
  return found;
}

function describe({ kind, key, problem }: CheckedRecord): string {
  return `${kind} ${key}: ${problem}`;
}

interface StateExportArguments {
  file: string;
}

/** The keys of all devices are in it. */
const OWNER_ONLY = 0o600;
/** Characters that are written at once. */
const CHUNK = 65_536;

/** `stipple state export`: all that lasts, as lines of JSON. */
const stateExportCommand: CommandModule<object, StateExportArguments> = {
  command: 'export [file]',
  describe: 'Write all devices, their keys and events as lines of JSON; a server may run meanwhile',
  builder: (yargs) =>
    yargs.positional('file', {
      type: 'string',
      default: STANDARD_OUTPUT,
      describe: 'File that only its owner may read; - is standard output',
    }),
  handler: ({ file }) =>
    withState('read', async (state) => {
      let devices = 0;
      const count = (line: string): void => {
        if (line.startsWith('{"device":')) devices++;
      };
      const missing: string[] = [];
      const lines = exportState(state, Date.now(), (what) => missing.push(what));
      await writeOutput(file, chunks(lines, count), { mode: OWNER_ONLY });
      const { unreadable } = state.devices;
      if (unreadable.size + missing.length > 0) {
        const all = `${devices} of ${plural(devices + unreadable.size, 'device')} written`;
        throw new ExitError(
          EXIT.failed,
          `${all}; damaged and left out: ${listed([...unreadable, ...missing])}`,
        );
      }
      if (file !== STANDARD_OUTPUT) say.error(`${file}: ${plural(devices, 'device')} written`);
    }),
};

/** What a line has room for. */
const MAX_LISTED = 20;

function listed(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return names.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Lines in pieces of a good size for files. */
async function* chunks(lines: AsyncIterable<string>, onLine: (line: string) => void): AsyncIterable<string> {
  let chunk = '';
  for await (const line of lines) {
    onLine(line);
    chunk += `${line}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

interface StateImportArguments {
  file: string;
}

/** `stipple state import`: what an export has written, into an empty store. */
const stateImportCommand: CommandModule<object, StateImportArguments> = {
  command: 'import [file]',
  describe: 'Read an export into an empty store, of this or another engine',
  builder: (yargs) =>
    yargs.positional('file', {
      type: 'string',
      default: STANDARD_OUTPUT,
      describe: 'What an export has written; - is standard input',
    }),
  handler: importFile,
};

/** A file is read to its end before anything is kept of it; standard input can only be read once. */
async function importFile({ file }: StateImportArguments): Promise<void> {
  const isStandardInput = file === STANDARD_OUTPUT;
  if (!isStandardInput && statFile(file)?.isFile() !== true) {
    throw new ExitError(EXIT.usage, `${file}: there is no such file`);
  }
  const lines = (): AsyncIterable<string> =>
    streamLines(isStandardInput ? process.stdin : createReadStream(file));
  await withState('write', async (state, label) => {
    if (!isStandardInput) await checkExport(lines());
    const devices = await importState(state, lines());
    say.error(`${label}: ${plural(devices, 'device')} imported`);
  });
}
