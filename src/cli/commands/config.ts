/** `stipple config`: for operators, about the text that says which device shows what. */
import type { CommandModule } from 'yargs';
import { configCheckCommand } from './config-check.ts';
import { configHistoryCommand } from './config-history.ts';
import { configPullCommand } from './config-pull.ts';
import { configPushCommand } from './config-push.ts';
import { configUndoCommand } from './config-undo.ts';

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
