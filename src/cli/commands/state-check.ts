/** `stipple state check`: reads all of a store, and names what is damaged in it. */
import type { CommandModule } from 'yargs';
import { statFile } from '../../platform/files/files.ts';
import type { CheckedRecord, State } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import { readStateUrl } from '../../state/state-url.ts';
import { EXIT, ExitError } from '../exit.ts';
import { plural, say } from '../output.ts';
import { storeUrlOf } from '../state/with-state.ts';
import { withStateAt } from '../state/with-state-at.ts';

interface StateCheckArguments {
  store: string | undefined;
}

export const stateCheckCommand: CommandModule<object, StateCheckArguments> = {
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
  // What does not exist is told by whoever opens it.
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
