/** `stipple init`: copies the embedded defaults to where they can be edited. */
import type { CommandModule } from 'yargs';
import { findAssets } from '../../config/env/assets.ts';
import { ASSET_KINDS, type AssetKind, extractAssets, listAssets } from '../../config/source/seed.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { loadSettings } from '../settings.ts';

interface InitArguments {
  list: boolean;
  all: boolean;
  screens: boolean;
  fonts: boolean;
  config: boolean;
  examples: boolean;
  force: boolean;
}

/** What most people want to edit. */
const USUAL: readonly AssetKind[] = ['config', 'screens', 'fonts'];

const flag = (describe: string) => ({ type: 'boolean', default: false, describe }) as const;

export const initCommand: CommandModule<object, InitArguments> = {
  command: 'init',
  describe: 'Write the embedded config, screens and fonts to where they can be edited',
  builder: (yargs) =>
    yargs
      .option('list', flag('Only list what is embedded'))
      .option('all', flag('Config, screens and fonts'))
      .option('screens', flag('Only the screens'))
      .option('fonts', flag('Only the fonts'))
      .option('config', flag('Only the config'))
      .option('examples', flag('Only the examples, a screen repo to learn from'))
      .option('force', flag('Overwrite files that exist'))
      .epilogue(
        'Files go where CONFIG_FILE, SCREENS_DIR and FONTS_DIR say, else to ./config.yaml, ./screens and ./fonts; examples to ./examples.',
      ),
  handler: init,
};

/** Which of the embedded files to copy. */
function chosenKinds(args: InitArguments): readonly AssetKind[] {
  const chosen = ASSET_KINDS.filter((kind) => args[kind]);
  if (chosen.length === 0) return args.list && !args.all ? ASSET_KINDS : USUAL;
  if (!args.all) return chosen;
  const idle = chosen.find((kind) => USUAL.includes(kind));
  if (idle === undefined) return [...USUAL, ...chosen];
  throw new ExitError(
    EXIT.usage,
    `--${idle} has no effect with --all, which means config, screens and fonts`,
  );
}

async function init(args: InitArguments): Promise<void> {
  if (args.list && args.force) throw new ExitError(EXIT.usage, '--force has no effect with --list');
  const what = chosenKinds(args);
  const assets = findAssets();
  if (args.list) {
    for (const { kind, name, sizeBytes } of listAssets(what, assets)) {
      say.answer(`${kind.padEnd(8)} ${String(sizeBytes).padStart(8)}  ${name}`);
    }
    return;
  }
  const done = await extractAssets({ what, force: args.force, places: loadSettings(), assets });
  if (!done.ok) throw new ExitError(EXIT.failed, done.error);
  for (const { path, action } of done.value) say.answer(`${action.padEnd(12)}${path}`);
  if (done.value.some(({ action }) => action === 'kept')) {
    say.error('Files that exist were kept; --force overwrites them.');
  }
}
