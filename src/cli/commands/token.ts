/** `stipple token`: makes and revokes tokens of frames, which fetch their picture from an address. */
import type { CommandModule } from 'yargs';
import { err, ok, type Result } from '../../base/result.ts';
import { plainAt } from '../../config/edit/content.ts';
import type { EnvSettings } from '../../config/env.ts';
import type { ConfigStore } from '../../config/store.ts';
import type { ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { loadSettings } from '../setup.ts';
import { framePlace, noFrame, tokensAt } from '../token/frame-place.ts';
import { addEdit, configLines, frameUrl, makeToken } from '../token/make-token.ts';
import { revokeEdits } from '../token/revoke-token.ts';
import { withConfig, writeConfig } from '../token/with-config.ts';

interface TokenArguments {
  frame: string;
  name: string | undefined;
  screen: string | undefined;
  write: boolean;
  revoke: string | undefined;
}

export const tokenCommand: CommandModule<object, TokenArguments> = {
  command: 'token',
  describe: 'Make a token for a picture that anything can fetch, or revoke it',
  builder: (yargs) =>
    yargs
      .option('frame', {
        type: 'string',
        nargs: 1,
        demandOption: true,
        describe: 'The frame: its name under `frames`, or the key of a device in the config',
      })
      .option('name', {
        type: 'string',
        nargs: 1,
        describe: 'Name of the token, such as that of who uses it; default: token',
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
      .example('$0 token --frame hallway --screen clock --write', 'A new frame with its address')
      .example('$0 token --frame AA:BB:CC:DD:EE:FF --write', 'The picture of a device, elsewhere too')
      .example('$0 token --frame hallway --revoke tablet', 'The address does not work any more')
      .epilogue(
        'CONFIG_FILE says which config. It has only the SHA-256 of a token: the token is printed once. Servers use the change within seconds.',
      ),
  handler: async (args) => {
    const settings = loadSettings();
    await withConfig(settings, (config) =>
      args.revoke === undefined ? make(settings, config, args) : revoke(config, args.frame, args.revoke),
    );
  },
};

async function make(
  settings: EnvSettings,
  config: ConfigStore,
  { frame: key, name, screen = '', write }: TokenArguments,
): Promise<void> {
  const { content } = config.loaded;
  const current = { valueAt: (path: readonly string[]) => plainAt(content, path) };
  const place = framePlace(config, key);
  if (place === null || (!place.exists && screen === '')) {
    throw noFrame(config, key, '; give a --screen to add a frame of this name');
  }
  const made = write
    ? await writeConfig(config, 'stipple token', (now) => {
        const planned = framePlace(now, key);
        if (planned === null) return err(noFrame(now, key, ''));
        const token = makeToken(tokensAt(now, planned), name ?? null);
        if (!token.ok) return token;
        return ok({ edits: [addEdit(planned, token.value, screen)], value: token.value });
      })
    : required(makeToken(tokensAt(current, place), name ?? null));
  say.answer(`token   ${made.token}`);
  say.answer(`url     ${frameUrl(settings, place, made.token)}`);
  if (write) {
    say.answer(`saved   ${made.name} in ${config.label}`);
    return;
  }
  say.answer('config');
  for (const line of configLines(place, made, screen)) say.answer(line);
}

async function revoke(config: ConfigStore, key: string, which: string): Promise<void> {
  const gone = await writeConfig(config, 'stipple token --revoke', (now) => {
    const place = framePlace(now, key);
    if (place === null || !place.exists) return err(noFrame(now, key, ''));
    const edits = revokeEdits(place, tokensAt(now, place), which);
    return edits.ok ? ok({ edits: edits.value, value: which }) : edits;
  });
  say.answer(`revoked ${gone} in ${config.label}`);
}

/** @throws {ExitError} */
function required<T>(result: Result<T, ExitError>): T {
  if (result.ok) return result.value;
  throw result.error;
}
