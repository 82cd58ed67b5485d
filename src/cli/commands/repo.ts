/** `stipple repo`: for authors of screen repos. */

import path from 'node:path';
import type { CommandModule } from 'yargs';
import { findAssets, listAssetFiles } from '../../config/env/assets.ts';
import { copyOne } from '../../config/source/seed.ts';
import { DISPLAYS, type Display, describeDisplay } from '../../engine/check/displays.ts';
import { type CheckFinding, isError } from '../../engine/check/finding.ts';
import { plural } from '../../platform/base/words.ts';
import { errorCode } from '../../platform/files/files.ts';
import { discoverPaths } from '../../screens/sources/discover.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import { findRepository, takeCommitted } from '../check/committed.ts';
import { ScreenRunner } from '../check/screen-runner.ts';
import { findTarget } from '../check/target.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { check } from './check.ts';
import { REPO_FOLDER, RUN_OPTION, STRICT_OPTION } from './options.ts';

export const repoCommand: CommandModule = {
  command: 'repo',
  describe: 'Make, check and preview a repository of screens',
  builder: (yargs) =>
    yargs
      .command(repoInitCommand)
      .command(repoCheckCommand)
      .command(repoPackCommand)
      .demandCommand(1, 'repo: expected init, check or pack'),
  handler: () => undefined,
};

interface InitArguments {
  folder: string;
}

/** `stipple repo init`: the first files of a screen repo, with a screen that works. */
const repoInitCommand: CommandModule<object, InitArguments> = {
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

interface RepoCheckArguments {
  folder: string;
  strict: boolean;
  run: boolean;
}

/** `stipple repo check`: would a server take this repo, and do its screens work? */
const repoCheckCommand: CommandModule<object, RepoCheckArguments> = {
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

interface PackArguments {
  folder: string;
  output: string;
}

/** `stipple repo pack`: pictures of all screens of a repo, as displays of several kinds would show them. */
const repoPackCommand: CommandModule<object, PackArguments> = {
  command: 'pack [folder]',
  describe:
    'Draw every screen for displays of several sizes and inks, with the samples in place of the network',
  builder: (yargs) =>
    yargs
      .positional('folder', REPO_FOLDER)
      .option('output', {
        alias: 'o',
        type: 'string',
        demandOption: true,
        describe: 'Folder for the PNG files',
      })
      .example('$0 repo pack -o pictures', 'pictures/hello.800x480.4.png and so on'),
  handler: pack,
};

async function pack({ folder, output }: PackArguments): Promise<void> {
  const target = findTarget(folder, null);
  const paths = target.paths ?? discoverPaths(target.roots);
  if (paths.length === 0) throw new ExitError(EXIT.failed, `${folder}: there is no screen in this folder`);
  const runner = new ScreenRunner(target.root);
  let failures = 0;
  try {
    for (const name of paths) {
      const screen = runner.locate(name);
      const errors = screen.ok ? await drawAll(screen.value, name) : [screen.error.message];
      for (const message of errors) say.error(`${name}: ${message}`);
      failures += errors.length;
    }
  } finally {
    await runner.stop();
  }
  if (failures > 0) throw new ExitError(EXIT.failed, '');

  async function drawAll(screen: Screen, name: string): Promise<readonly string[]> {
    const { findings, trials } = await runner.run(screen, DISPLAYS);
    const found: CheckFinding[] = trials.length === 0 ? [...findings] : findings.filter(isError);
    for (const { display, result } of trials) {
      if (!result.ok) continue;
      const file = path.join(output, fileName(name, display));
      const drawn = await runner.draw({ screen, composed: result.value, display }, file);
      const errors = drawn.filter(isError);
      found.push(...errors);
      if (errors.length === 0) say.answer(`${file}: ${describeDisplay(display)}`);
    }
    return found.map(({ file, line, message }) => `${[file, line].filter(Boolean).join(':')}: ${message}`);
  }
}

/** `garden/tulips` on 800 x 480 with four inks is `garden/tulips.800x480.4.png`. */
function fileName(name: string, { widthPx, heightPx, palette }: Display): string {
  return `${name}.${widthPx}x${heightPx}.${palette.length}.png`;
}
