/** `stipple serve`: runs the server until a signal stops it. */
import type { CommandModule } from 'yargs';
import { serve } from '../serve.ts';

export const serveCommand: CommandModule = {
  command: 'serve',
  describe: 'Start the HTTP server',
  handler: serve,
};
