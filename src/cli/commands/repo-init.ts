/** `stipple repo init`: the first files of a screen repo, with a screen that works. */
import path from 'node:path';
import type { CommandModule } from 'yargs';
import { findAssets, listAssetFiles } from '../../config/env/assets.ts';
import { copyOne } from '../../config/source/seed.ts';
import { errorCode } from '../../platform/files/files.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { REPO_FOLDER } from './options.ts';

interface InitArguments {
  folder: string;
}

export const repoInitCommand: CommandModule<object, InitArguments> = {
  command: 'init [folder]',
  describe: 'Write the first files of a screen repo, with a sample screen; files that exist are kept',
  builder: (yargs) => yargs.positional('folder', REPO_FOLDER),
  handler: init,
};

async function init({ folder }: InitArguments): Promise<void> {
  const { repoSkeletonDir } = findAssets();
  for (const name of listAssetFiles(repoSkeletonDir)) {
    const target = path.join(folder, name);
    const source = path.join(repoSkeletonDir, name);
    const { action } = await copyOne(source, target, false).catch((cause: unknown) => {
      throw new ExitError(EXIT.failed, `${target} cannot be written (${errorCode(cause)})`);
    });
    say.answer(`${action.padEnd(8)}${target}`);
  }
  const where = folder === '.' ? '' : ` ${folder}`;
  say.error(`Next: git init${where}, commit, and stipple repo check${where}`);
}
