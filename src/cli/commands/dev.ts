/** `stipple dev`: write screens in the browser or with an editor, without a server. */
import type { CommandModule } from 'yargs';
import { type DevArguments, dev } from '../dev/dev.ts';

export const devCommand: CommandModule<object, DevArguments> = {
  command: 'dev [screen]',
  describe: 'Write screens with a preview of every panel, on this machine alone',
  builder: (yargs) =>
    yargs
      .positional('screen', {
        type: 'string',
        describe: 'Name of a screen, such as weather, or a path: a folder of screens, or the files of one',
      })
      .option('folder', {
        type: 'string',
        describe: 'Folder of the screens; default: the working directory if it has some, else SCREENS_DIR',
      })
      .option('port', { type: 'number', default: 0, describe: 'Port on 127.0.0.1; 0 takes a free one' })
      .option('open', { type: 'boolean', default: false, describe: 'Open the studio in the browser' })
      .example('$0 dev ./screens', 'All screens of a folder')
      .example('$0 dev weather --open', 'One screen, in the browser at once'),
  handler: dev,
};
