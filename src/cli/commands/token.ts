/** `stipple token`: makes tokens. The config has only their digests. */
import type { CommandModule } from 'yargs';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { makeDataToken } from '../token/data-token.ts';

interface TokenArguments {
  data: string[] | undefined;
  names: string | undefined;
}

export const tokenCommand: CommandModule<object, TokenArguments> = {
  command: 'token',
  describe: 'Make a token with which a program may push data',
  builder: (yargs) =>
    yargs
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
          'What it may push, comma-separated: names, or beginnings such as home.*; default: its own name',
      })
      .example('$0 token --data weather', 'A token that may push the data weather, and nothing else')
      .example('$0 token --data home-assistant --names "home.*,weather"', 'One for several names')
      .epilogue(
        'The token is printed once. Add the lines to the config: it has only the SHA-256 of the token.',
      ),
  handler: ({ data = [], names }) => {
    const [name, ...more] = data;
    if (name === undefined || more.length > 0)
      throw new ExitError(EXIT.usage, 'token: expected --data NAME, once');
    const { token, config } = makeDataToken(name, names);
    say.answer(`token   ${token}`);
    say.answer('config');
    for (const line of config) say.answer(line);
  },
};
