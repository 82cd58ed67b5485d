/** `stipple state show`: which store there is, and what is in it. */
import type { CommandModule } from 'yargs';
import { STATE_VERSION } from '../../state/limits.ts';
import { say } from '../output.ts';
import { withState } from '../state/with-state.ts';

const NAME_WIDTH = 9;

export const stateShowCommand: CommandModule = {
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
