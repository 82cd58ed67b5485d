/** `stipple state import`: what an export has written, into an empty store. */
import { createReadStream } from 'node:fs';
import type { CommandModule } from 'yargs';
import { statFile } from '../../platform/files/files.ts';
import { checkExport, importState } from '../../state/export-state.ts';
import { EXIT, ExitError } from '../exit.ts';
import { plural, say } from '../output.ts';
import { streamLines } from '../state/read-lines.ts';
import { withState } from '../state/with-state.ts';
import { STANDARD_OUTPUT } from '../write-output.ts';

interface StateImportArguments {
  file: string;
}

export const stateImportCommand: CommandModule<object, StateImportArguments> = {
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
