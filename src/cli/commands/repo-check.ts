/** `stipple repo check`: would a server take this repo, and do its screens work? */
import type { CommandModule } from 'yargs';
import { EXIT, ExitError } from '../exit.ts';
import { plural, say } from '../output.ts';
import { findRepository, takeCommitted } from '../repo/committed.ts';
import { check } from './check.ts';
import { REPO_FOLDER, RUN_OPTION, STRICT_OPTION } from './options.ts';

interface RepoCheckArguments {
  folder: string;
  strict: boolean;
  run: boolean;
}

export const repoCheckCommand: CommandModule<object, RepoCheckArguments> = {
  command: 'check [folder]',
  describe: 'Check the last commit by the rules of a server, and the screens as they are on disk',
  builder: (yargs) =>
    yargs.positional('folder', REPO_FOLDER).option('strict', STRICT_OPTION).option('run', RUN_OPTION),
  handler: checkRepo,
};

async function checkRepo({ folder, strict, run }: RepoCheckArguments): Promise<void> {
  const refused = await checkCommit(folder);
  await check({
    path: folder,
    root: undefined,
    json: false,
    strict,
    run,
    render: undefined,
    device: undefined,
    colors: undefined,
  });
  if (refused) throw new ExitError(EXIT.failed, '');
}

/** @returns true when a server would not take the last commit */
async function checkCommit(folder: string): Promise<boolean> {
  const repository = findRepository(folder);
  if (repository === null) {
    say.error('not a git repository yet: only the screens are checked');
    return false;
  }
  const taken = await takeCommitted(repository);
  if (!taken.ok) {
    say.answer(`last commit: error: ${taken.error.message}`);
    return true;
  }
  const { sha, screens } = taken.value;
  say.answer(`last commit: ${sha.slice(0, 12)} is accepted, ${plural(screens, 'screen')} can be assigned`);
  return false;
}
