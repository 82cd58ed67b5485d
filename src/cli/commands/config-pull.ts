/** `stipple config pull`: prints the config that is in the state store. */
import type { CommandModule } from 'yargs';
import { loadSettings } from '../setup.ts';
import { currentRevision, revisionNumber, textOfRevision, withStoredConfig } from '../stored-config.ts';
import { writeOutput } from '../write-output.ts';

interface ConfigPullArguments {
  revision: string | undefined;
}

export const configPullCommand: CommandModule<object, ConfigPullArguments> = {
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
