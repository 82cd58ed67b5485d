/** `stipple state`: for operators, about what lasts beyond the server. */
import type { CommandModule } from 'yargs';
import { stateCheckCommand } from './state-check.ts';
import { stateExportCommand } from './state-export.ts';
import { stateImportCommand } from './state-import.ts';
import { stateShowCommand } from './state-show.ts';

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
