/** `stipple token`: makes and revokes tokens, of which the config has only the digests. */
import type { CommandModule } from 'yargs';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { loadSettings } from '../settings.ts';
import { makeAdminToken, revokeAdminToken } from '../token/admin-token.ts';
import { makeDataToken } from '../token/data-token.ts';
import { makeFrameToken, revokeFrameTokens } from '../token/frame-token.ts';
import { withConfig } from '../token/with-config.ts';

interface TokenArguments {
  frame: string | undefined;
  data: string[] | undefined;
  names: string | undefined;
  admin: string | undefined;
  role: string | undefined;
  until: string | undefined;
  note: string | undefined;
  name: string | undefined;
  screen: string | undefined;
  write: boolean;
  revoke: string | undefined;
}

/** Options that the tokens of one kind only have, and of which kinds. */
const KINDS = {
  name: ['frame'],
  screen: ['frame'],
  names: ['data'],
  role: ['admin'],
  until: ['admin'],
  note: ['admin'],
  revoke: ['frame', 'admin'],
  write: ['frame', 'admin'],
} as const;

export const tokenCommand: CommandModule<unknown, TokenArguments> = {
  command: 'token',
  describe:
    'Make a token for a picture that anything can fetch, to push data, or for the admin API; or revoke it',
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
      .option('admin', {
        type: 'string',
        nargs: 1,
        describe: 'A token of the admin API: its name in the config, such as that of who uses it',
      })
      .option('role', {
        type: 'string',
        nargs: 1,
        describe:
          'With --admin: viewer (sees all but secrets), author (also previews, pushes, fetches repos), or admin',
      })
      .option('until', {
        type: 'string',
        nargs: 1,
        describe: 'With --admin: the last day of the token, or the time from which it is void',
      })
      .option('note', { type: 'string', nargs: 1, describe: 'With --admin: a line about it' })
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
        describe:
          'Remove a token from the config: that of --admin; of a --frame the one of this name, or `all`',
      })
      .conflicts('revoke', ['name', 'screen', 'role', 'until', 'note'])
      .conflicts('frame', ['data', 'admin'])
      .conflicts('data', 'admin')
      .example('$0 token --frame hallway --screen clock --write', 'A new frame with its address')
      .example('$0 token --frame AA:BB:CC:DD:EE:FF --write', 'The picture of a device, elsewhere too')
      .example('$0 token --frame hallway --revoke tablet', 'The address does not work any more')
      .example('$0 token --data home-assistant --names "home.*,weather"', 'May push these data')
      .example('$0 token --admin anna --role author --until 2027-06-30 --write', 'May preview and push')
      .example('$0 token --admin anna --revoke', 'Her token does not work any more')
      .epilogue(
        'CONFIG_FILE says which config. It has only the SHA-256 of a token: the token is printed once. Servers use the change within seconds.',
      ),
  handler: (args) => {
    const { frame, data, admin } = args;
    if (frame === undefined && data === undefined && admin === undefined) {
      throw new ExitError(EXIT.usage, 'token: expected --frame NAME, --data NAME or --admin NAME');
    }
    if (frame !== undefined) return ofFrame(args, frame);
    return admin === undefined ? ofData(args) : ofAdmin(args, admin);
  },
};

async function ofAdmin(args: TokenArguments, name: string): Promise<void> {
  refuseForeign(args, 'admin');
  const { role, until, note, write, revoke } = args;
  if (revoke !== undefined && revoke !== '' && revoke !== name) {
    throw new ExitError(EXIT.usage, `--revoke: expected nothing behind it with --admin, got "${revoke}"`);
  }
  await withConfig(loadSettings(), (config) =>
    revoke === undefined
      ? makeAdminToken(config, { name, role, until, note, write })
      : revokeAdminToken(config, name),
  );
}

async function ofFrame(args: TokenArguments, frame: string): Promise<void> {
  refuseForeign(args, 'frame');
  const { name, screen, write, revoke } = args;
  if (revoke === '') throw new ExitError(EXIT.usage, '--revoke: expected the name of a token, or all');
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
    throw new ExitError(EXIT.usage, 'token: expected --data NAME once');
  }
  refuseForeign(args, 'data');
  const { token, config } = makeDataToken(name, args.names);
  say.answer(`token   ${token}`);
  say.answer('config');
  for (const line of config) say.answer(line);
}

/** @throws {ExitError} 64 for an option that tokens of this kind do not have */
function refuseForeign(args: TokenArguments, kind: 'frame' | 'data' | 'admin'): void {
  for (const [option, kinds] of Object.entries(KINDS)) {
    const given = args[option as keyof typeof KINDS];
    if (given === undefined || given === false || kinds.some((known) => known === kind)) continue;
    const expected = kinds.map((known) => `--${known}`).join(' or ');
    throw new ExitError(EXIT.usage, `--${option}: expected ${expected} with it, got --${kind}`);
  }
}
