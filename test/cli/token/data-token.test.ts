import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import { accepted } from '../../support/config/read-config.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { type Outcome, runCommand } from '../../support/processes/stipple.ts';

function stipple(args: readonly string[], folder = '.', env: Record<string, string> = {}): Promise<Outcome> {
  return runCommand(folder, args, env);
}

describe('stipple token --data', () => {
  it('prints a token, and the lines with its digest for the config', async () => {
    const { code, out } = await stipple(['token', '--data', 'home', '--names', 'home.*, weather']);
    assert.equal(code, 0);
    const [, token = '', config = ''] = /^token {3}(\S{43})\nconfig\n([\s\S]*)$/.exec(out) ?? [];
    assert.deepEqual(accepted(config).snapshot.dataTokens, [
      { name: 'home', digests: [sha256Hex(token)], writes: ['home.*', 'weather'] },
    ]);
    assert.ok(!config.includes(token));
    const other = await stipple(['token', '--data', 'home']);
    assert.ok(!other.out.includes(token));
    assert.match(other.out, /names: \["home"\]/);
  });

  it('ends with 64 for names that are none', async () => {
    for (const args of [
      ['--data', 'a b'],
      ['--data', 'a', '--names', '/etc'],
      [],
      ['--data', 'a', '--data', 'b'],
    ]) {
      const { code, out, err } = await stipple(['token', ...args]);
      assert.equal(code, 64, args.join(' '));
      assert.equal(out, '');
      assert.match(err, /expected/);
    }
  });
});

function screens(t: TestContext): string {
  return tempTree(t, {
    'hello.lua': 'local v, age = data_get("weather") return { data = { text = v.t .. " after " .. age } }',
    'hello.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><text>{{ data.text }}</text></svg>',
  });
}

describe('stipple render --data', () => {
  it('gives a file as pushed data, as old as it is', async (t) => {
    const folder = screens(t);
    const file = path.join(folder, 'w.json');
    writeFileSync(file, '{"t": "sun"}');
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    const args = ['render', '-s', 'hello', '--svg', '-', '--data', 'weather=w.json'];
    const { code, out, err } = await stipple([...args, '--at', '2023-11-14T22:15:30Z'], folder, {
      SCREENS_DIR: folder,
      TZ: 'UTC',
    });
    assert.equal(code, 0, err);
    assert.match(out, /sun after 120/);
  });

  it('ends with 64 for what is no name, no file or no JSON', async (t) => {
    const folder = screens(t);
    for (const value of ['weather', 'a b=w.json', 'weather=missing.json', 'weather=hello.lua']) {
      const { code, err } = await stipple(['render', '-s', 'hello', '--svg', '-', '--data', value], folder);
      assert.equal(code, 64, value);
      assert.match(err, /^.*--data: /m);
    }
  });
});
