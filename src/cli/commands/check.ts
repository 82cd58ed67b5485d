/** `stipple check`: finds what is wrong with screens before a device does, without the network. */
import type { CommandModule } from 'yargs';
import { MODEL_SIZES } from '../../domain/device-display.ts';
import { FOUR_GREYS, parsePalette } from '../../domain/palette.ts';
import { DEFAULT_SIZE } from '../../domain/panel.ts';
import { repoFindings } from '../../engine/check/byonk/files.ts';
import { DISPLAYS, type Display } from '../../engine/check/displays.ts';
import {
  type CheckFinding,
  findingOf,
  general,
  isBroken,
  isError,
  type ScreenReport,
} from '../../engine/check/finding.ts';
import { judgePictures } from '../../engine/check/judge-trials.ts';
import { runCheck, type TreeReport } from '../../engine/check/run-check.ts';
import { checkConfig, checkOwnConfig, isConfigFile } from '../check/config.ts';
import { tell } from '../check/report.ts';
import { withSameNames } from '../check/same-names.ts';
import { ScreenRunner } from '../check/screen-runner.ts';
import { type CliTarget, findTarget } from '../check/target.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { COLORS_OPTION, DEVICE_OPTION, JSON_OPTION, RUN_OPTION, STRICT_OPTION } from './options.ts';

export interface CheckArguments {
  path: string | undefined;
  root: string | undefined;
  json: boolean;
  strict: boolean;
  from?: 'byonk' | undefined;
  run: boolean;
  render: string | undefined;
  device: 'og' | 'x' | undefined;
  colors: string | undefined;
}

export const checkCommand: CommandModule<object, CheckArguments> = {
  command: 'check [path]',
  describe: 'Find mistakes in a screen, in all screens of a folder, or in a config',
  builder: (yargs) =>
    yargs
      .positional('path', {
        type: 'string',
        describe:
          'A folder of screens, the folder of one, one of its files, or a config; when left out the working directory, and the config of CONFIG_FILE',
      })
      .option('root', { type: 'string', describe: 'Folder that shared files are relative to' })
      .option('json', JSON_OPTION)
      .option('strict', STRICT_OPTION)
      .option('from', {
        choices: ['byonk'] as const,
        describe: 'Also name what to change in screens of that server',
      })
      .option('run', RUN_OPTION)
      .option('render', { type: 'string', describe: 'PNG file to draw the screen into (one screen only)' })
      .option('device', {
        ...DEVICE_OPTION,
        describe: 'With --render: og is 800 x 480 (the default), x is 1872 x 1404',
      })
      .option('colors', { ...COLORS_OPTION, describe: 'With --render: inks as #rrggbb,#rrggbb,…' })
      .example('$0 check', 'All screens below this folder')
      .example('$0 check config.yaml', 'A config, and whether its devices suit their screens')
      .example('$0 check clock.lua --render clock.png', 'One screen, and what it looks like'),
  handler: check,
};

/**
 * Check the target of a command line, and print the findings.
 * @throws {ExitError} 1 for what is wrong with screens, 64 for a command line that cannot be meant
 */
export async function check(args: CheckArguments): Promise<void> {
  refuseIdle(args);
  if (args.path !== undefined && isConfigFile(args.path)) return tell(checkConfig(args.path), args);
  const target = findTarget(args.path ?? '.', args.root ?? null);
  const read = await runCheck({ ...target, from: args.from });
  if (args.render !== undefined && read.screens.length !== 1) {
    throw new ExitError(EXIT.usage, `--render draws one screen, got ${read.screens.length} to check`);
  }
  const found =
    args.run || args.render !== undefined ? await runAll(target, read.screens, args) : read.screens;
  const screens = withSameNames(target.root, found);
  const ofConfig = args.path === undefined ? checkOwnConfig(target.root) : [];
  const changes = args.from === 'byonk' ? repoFindings(target.root) : [];
  const general = [...changes, ...generalFindings(target, read), ...ofConfig];
  tell({ root: target.root, general, screens }, args);
}

/** An option without effect is a mistake of the caller. */
function refuseIdle({ path, root, run, render, device, colors }: CheckArguments): void {
  const isIdle = root !== undefined || render !== undefined || !run;
  if (isIdle && path !== undefined && isConfigFile(path)) {
    throw new ExitError(EXIT.usage, `${path}: --root, --render and --no-run have no effect on a config`);
  }
  if (render === undefined) {
    const idle = device !== undefined ? '--device' : colors !== undefined ? '--colors' : null;
    if (idle !== null) throw new ExitError(EXIT.usage, `${idle} has no effect without --render FILE`);
  } else if (!run) {
    throw new ExitError(
      EXIT.usage,
      '--render draws what a screen makes when it is run: it excludes --no-run',
    );
  }
}

/** A check of nothing must not look like one without findings. */
function generalFindings(target: CliTarget, { screens, complete }: TreeReport): readonly CheckFinding[] {
  if (screens.length > 0 && complete) return target.findings;
  const message = complete ? 'there is no screen in this folder' : 'the check did not come to its end';
  return [...target.findings, general('error', '', message)];
}

/** Run the screens that are not broken yet. */
async function runAll(
  target: CliTarget,
  read: readonly ScreenReport[],
  args: CheckArguments,
): Promise<ScreenReport[]> {
  const displays = args.render === undefined ? DISPLAYS : [chosenDisplay(args), ...DISPLAYS];
  const runner = new ScreenRunner(target.root);
  const runOne = async (name: string): Promise<readonly CheckFinding[]> => {
    const screen = runner.locate(name);
    if (!screen.ok) return [findingOf(screen.error, name)];
    const { findings, trials } = await runner.run(screen.value, displays);
    const pictures: { display: Display; findings: readonly CheckFinding[] }[] = [];
    for (const [index, { result, display }] of trials.entries()) {
      if (!result.ok) continue;
      const output = index === 0 ? (args.render ?? null) : null;
      const drawn = await runner.draw({ screen: screen.value, composed: result.value, display }, output);
      if (output !== null && !drawn.some(isError)) say.error(`${output}: written`);
      pictures.push({ display, findings: drawn });
    }
    return [...findings, ...judgePictures(pictures)];
  };
  try {
    const done: ScreenReport[] = [];
    for (const report of read) {
      const more = isBroken(report) ? [] : await runOne(report.path);
      done.push({ ...report, findings: [...report.findings, ...more] });
    }
    return done;
  } finally {
    await runner.stop();
  }
}

function chosenDisplay({ device, colors }: CheckArguments): Display {
  const palette = colors === undefined ? FOUR_GREYS : parsePalette(colors);
  if (palette === null) {
    throw new ExitError(EXIT.usage, `--colors: expected #rrggbb,#rrggbb,…, got "${colors}"`);
  }
  return { ...(MODEL_SIZES.get(device ?? 'og') ?? DEFAULT_SIZE), palette };
}
