/** `stipple config history`: which revisions of the config the state store has. */
import type { CommandModule } from 'yargs';
import { plainLine } from '../../config/source/revision-note.ts';
import { say } from '../output.ts';
import { loadSettings } from '../setup.ts';
import { currentRevision, withStoredConfig } from '../stored-config.ts';

export const configHistoryCommand: CommandModule = {
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
