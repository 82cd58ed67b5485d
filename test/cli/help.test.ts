import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { runCommand } from '../support/processes/stipple.ts';

describe('help', () => {
  it('is given by every usual way of asking for it', async (t) => {
    const cwd = tempTree(t, {});
    const told = async (...args: readonly string[]): Promise<string> => {
      const { code, out, err } = await runCommand(cwd, args);
      assert.deepEqual([code, err], [0, ''], args.join(' '));
      return out;
    };
    const [all, one] = [await told('--help'), await told('render', '--help')];
    assert.match(all, /^stipple \[command\]/);
    assert.match(one, /^stipple render/);
    assert.deepEqual([await told('help'), await told('-h')], [all, all]);
    assert.deepEqual([await told('help', 'render'), await told('render', '-h')], [one, one]);
    assert.equal(await told('help', 'config', 'check'), await told('config', 'check', '--help'));
  });

  it('names the command that was meant', async (t) => {
    const { code, err } = await runCommand(tempTree(t, {}), ['help', 'rendr']);
    assert.deepEqual(
      [code, err],
      [64, 'stipple: there is no command "rendr"; did you mean render?\nSee: stipple --help\n'],
    );
  });
});

describe('a panel that there is not', () => {
  it('is answered with those that have the word in their name or title', async (t) => {
    const cwd = tempTree(t, {});
    const refused = async (name: string): Promise<string> => {
      const { code, err } = await runCommand(cwd, ['panels', name]);
      assert.equal(code, 64);
      return err;
    };
    assert.match(await refused('ogg'), /^stipple: there is no panel "ogg"; did you mean og\?$/m);
    assert.match(
      await refused('paperwhite'),
      /^stipple: there is no panel "paperwhite"; there are kindle_\w+, /m,
    );
    assert.match(await refused('zzzzzz'), /"zzzzzz"; stipple panels lists all$/m);
  });
});
