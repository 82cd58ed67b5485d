/** `stipple state export`: all that lasts, as lines of JSON. */
import type { CommandModule } from 'yargs';
import { exportState } from '../../state/export-state.ts';
import { ExitError } from '../exit.ts';
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
      await writeOutput(file, chunks(exportState(state, Date.now()), count), { mode: OWNER_ONLY });
      const { unreadable } = state.devices;
      if (unreadable.size > 0) {
        const all = `${devices} of ${plural(devices + unreadable.size, 'device')} written`;
        throw new ExitError(
          1,
          `${all}; the records of these are damaged: ${[...unreadable].slice(0, 20).join(', ')}`,
        );
      }
      if (file !== STANDARD_OUTPUT) say.error(`${file}: ${plural(devices, 'device')} written`);
    }),
};

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
