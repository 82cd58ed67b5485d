/** `stipple config`: for operators, about the file that says which device shows what. */
import type { CommandModule } from 'yargs';
import { configCheckCommand } from './config-check.ts';

export const configCommand: CommandModule = {
  command: 'config',
  describe: 'Check the config',
  builder: (yargs) => yargs.command(configCheckCommand).demandCommand(1, 'config: expected check'),
  handler: () => undefined,
};
