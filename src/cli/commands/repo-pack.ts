/** `stipple repo pack`: pictures of all screens of a repo, as displays of several kinds would show them. */
import path from 'node:path';
import type { CommandModule } from 'yargs';
import { DISPLAYS, type Display, describeDisplay } from '../../engine/check/displays.ts';
import { type CheckFinding, isError } from '../../engine/check/finding.ts';
import { discoverPaths } from '../../screens/sources/discover.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import { Bench } from '../check/bench.ts';
import { findTarget } from '../check/target.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { REPO_FOLDER } from './options.ts';

interface PackArguments {
  folder: string;
  output: string;
}

export const repoPackCommand: CommandModule<object, PackArguments> = {
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
  const bench = new Bench(target.root);
  let failures = 0;
  try {
    for (const name of paths) {
      const screen = bench.locate(name);
      const errors = screen.ok ? await drawAll(screen.value, name) : [screen.error.message];
      for (const message of errors) say.error(`${name}: ${message}`);
      failures += errors.length;
    }
  } finally {
    await bench.stop();
  }
  if (failures > 0) throw new ExitError(EXIT.failed, '');

  async function drawAll(screen: Screen, name: string): Promise<readonly string[]> {
    const { findings, trials } = await bench.run(screen, DISPLAYS);
    const found: CheckFinding[] = trials.length === 0 ? [...findings] : findings.filter(isError);
    for (const { display, result } of trials) {
      if (!result.ok) continue;
      const file = path.join(output, fileName(name, display));
      const drawn = await bench.draw({ screen, composed: result.value, display }, file);
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
