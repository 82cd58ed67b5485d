/** `stipple state export`: all that lasts, as lines of JSON. */
import type { CommandModule } from 'yargs';
import { exportState } from '../../state/export-state.ts';
import { EXIT, ExitError } from '../exit.ts';
import { plural, say } from '../output.ts';
import { withState } from '../state/with-state.ts';
import { STANDARD_OUTPUT, writeOutput } from '../write-output.ts';

interface StateExportArguments {
  file: string;
}

/** The keys of all devices are in it. */
const OWNER_ONLY = 0o600;
/** Characters that are written at once. */
const CHUNK = 65_536;

export const stateExportCommand: CommandModule<object, StateExportArguments> = {
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
