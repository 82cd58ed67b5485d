/** `stipple repo init`: the first files of a screen repo, with a screen that works. */
import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { CommandModule } from 'yargs';
import { errorCode } from '../../base/files.ts';
import { findAssets, listFiles } from '../../config/assets.ts';
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
  for (const name of listFiles(repoSkeletonDir)) {
    const target = path.join(folder, name);
    const action = await copyNew(path.join(repoSkeletonDir, name), target).catch((cause: unknown) => {
      throw new ExitError(EXIT.failed, `${target} cannot be written (${errorCode(cause)})`);
    });
    say.answer(`${action.padEnd(8)}${target}`);
  }
  const where = folder === '.' ? '' : ` ${folder}`;
  say.error(`Next: git init${where}, commit, and stipple repo check${where}`);
}

/** Copy a file to where none is. */
async function copyNew(from: string, to: string): Promise<'written' | 'kept'> {
  await mkdir(path.dirname(to), { recursive: true });
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return 'written';
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') return 'kept';
    throw cause;
  }
}
