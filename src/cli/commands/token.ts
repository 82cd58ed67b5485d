/** `stipple token`: makes and revokes tokens, of which the config has only the digests. */
import type { CommandModule } from 'yargs';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { loadSettings } from '../setup.ts';
import { makeDataToken } from '../token/data-token.ts';
import { makeFrameToken, revokeFrameTokens } from '../token/frame-token.ts';
import { withConfig } from '../token/with-config.ts';

interface TokenArguments {
  frame: string | undefined;
  data: string[] | undefined;
  names: string | undefined;
  name: string | undefined;
  screen: string | undefined;
  write: boolean;
  revoke: string | undefined;
}

/** Options that say something of a frame's token only. */
const OF_FRAMES = ['name', 'screen', 'revoke', 'write'] as const;

export const tokenCommand: CommandModule<unknown, TokenArguments> = {
  command: 'token',
  describe: 'Make a token for a picture that anything can fetch, or to push data; or revoke it',
  builder: (yargs) =>
    yargs
      .option('frame', {
        type: 'string',
        nargs: 1,
        describe: 'A token of a frame: its name under `frames`, or the key of a device in the config',
      })
      .option('data', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'A token for /api/data: its name in the config, such as home-assistant',
      })
      .option('names', {
        type: 'string',
        nargs: 1,
        describe:
          'With --data: what it may push, comma-separated: names, or beginnings such as home.*; default: its own name',
      })
      .option('name', {
        type: 'string',
        nargs: 1,
        describe: 'With --frame: name of the token, such as that of who uses it; default: token',
      })
      .option('screen', {
        type: 'string',
        nargs: 1,
        describe: 'Add the frame with this screen, if the config has none of its name',
      })
      .option('write', {
        type: 'boolean',
        default: false,
        describe: 'Write the digest into the config; else print the lines for it',
      })
      .option('revoke', {
        type: 'string',
        nargs: 1,
        describe: 'Remove the token of this name from the config, or `all`',
      })
      .conflicts('revoke', ['name', 'screen'])
      .conflicts('frame', ['data', 'names'])
      .example('$0 token --frame hallway --screen clock --write', 'A new frame with its address')
      .example('$0 token --frame AA:BB:CC:DD:EE:FF --write', 'The picture of a device, elsewhere too')
      .example('$0 token --frame hallway --revoke tablet', 'The address does not work any more')
      .example('$0 token --data home-assistant --names "home.*,weather"', 'May push these data')
      .epilogue(
        'CONFIG_FILE says which config. It has only the SHA-256 of a token: the token is printed once. Servers use the change within seconds.',
      ),
  handler: (args) => (args.frame === undefined ? ofData(args) : ofFrame(args, args.frame)),
};

async function ofFrame({ name, screen, write, revoke }: TokenArguments, frame: string): Promise<void> {
  const settings = loadSettings();
  await withConfig(settings, (config) =>
    revoke === undefined
      ? makeFrameToken(settings, config, { frame, name, screen, write })
      : revokeFrameTokens(config, frame, revoke),
  );
}

function ofData(args: TokenArguments): void {
  const [name, ...more] = args.data ?? [];
  if (name === undefined || more.length > 0) {
    throw new ExitError(EXIT.usage, 'token: expected --frame NAME or --data NAME, once');
  }
  const foreign = OF_FRAMES.find((option) => args[option] !== undefined && args[option] !== false);
  if (foreign !== undefined) {
    throw new ExitError(EXIT.usage, `--${foreign}: expected --frame with it, got --data`);
  }
  const { token, config } = makeDataToken(name, args.names);
  say.answer(`token   ${token}`);
  say.answer('config');
  for (const line of config) say.answer(line);
}
