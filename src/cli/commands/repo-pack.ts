/** `stipple repo pack`: pictures of all screens of a repo, as displays of several kinds would show them. */
import path from 'node:path';
import type { CommandModule } from 'yargs';
import { DISPLAYS, type Display, describeDisplay } from '../../check/displays.ts';
import { DryRunner } from '../../check/dry-run.ts';
import { type Finding, isError } from '../../check/finding.ts';
import { findAssets } from '../../config/assets.ts';
import { tuneAllocator } from '../../config/env.ts';
import { LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import { readFontBook } from '../../fonts/font-book.ts';
import { fontTable } from '../../render-engine.ts';
import { ScreenCatalogue } from '../../screens/catalogue.ts';
import { discoverPaths } from '../../screens/discover.ts';
import type { Screen } from '../../screens/screen.ts';
import { drawPicture } from '../check/picture.ts';
import { findTarget } from '../check/target.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { cliLogger, fontDirs, loadSettings } from '../setup.ts';
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
  tuneAllocator();
  const assets = findAssets();
  const tools = { fonts: readFontBook(fontDirs(loadSettings(), assets)), log: cliLogger() };
  const catalogue = new ScreenCatalogue({ builtinDir: assets.screensDir, localDir: target.root });
  const runner = new DryRunner({ fonts: fontTable(tools.fonts), log: tools.log });
  const paths = target.paths ?? discoverPaths(target.roots);
  if (paths.length === 0) throw new ExitError(EXIT.failed, `${folder}: there is no screen in this folder`);
  let failures = 0;
  try {
    for (const name of paths) {
      const screen = catalogue.locate(`${LOCAL_HANDLE}/${name}`, { screens: new Map() });
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
    const found: Finding[] = trials.length === 0 ? [...findings] : findings.filter(isError);
    for (const { display, result } of trials) {
      if (!result.ok) continue;
      const file = path.join(output, fileName(name, display));
      const drawn = (await drawPicture({ screen, composed: result.value, display }, tools, file)).filter(
        isError,
      );
      found.push(...drawn);
      if (drawn.length === 0) say.answer(`${file}: ${describeDisplay(display)}`);
    }
    return found.map(({ file, line, message }) => `${[file, line].filter(Boolean).join(':')}: ${message}`);
  }
}

/** `garden/tulips` on 800 x 480 with four inks is `garden/tulips.800x480.4.png`. */
function fileName(name: string, { widthPx, heightPx, palette }: Display): string {
  return `${name}.${widthPx}x${heightPx}.${palette.length}.png`;
}
