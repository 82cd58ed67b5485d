/** `stipple config pull`, `push`, `history`, `undo` and `check` of the config in the state store, as people run them. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { type Outcome, runCommand } from '../support/processes/stipple.ts';
import { startRedis } from '../support/state/redis-server.ts';

const FILES = {
  'one.yaml': '# one\ndevices: {}\n',
  'two.yaml': '# two\ndevices: {}\n',
  'broken.yaml': 'devices:\n  "AA:BB:CC:DD:EE:01": [\n',
  'weak.yaml': 'admin: { token: hunter2 }\n',
  'missing.yaml': 'default_screen: nowhere\n',
};

type Config = (...args: readonly string[]) => Promise<Outcome>;

function commands(t: TestContext, url?: string): Config {
  const cwd = tempTree(t, FILES);
  const env = { STORE_URL: url ?? `file:${path.join(cwd, 'state')}`, CONFIG_FILE: 'store:' };
  return (...args) => runCommand(cwd, ['config', ...args], env);
}

async function refused(config: Config, code: number, sentence: RegExp, ...args: string[]): Promise<void> {
  const { err, ...outcome } = await config(...args);
  assert.match(err, sentence);
  assert.equal(outcome.code, code);
}

describe('the config in a state store', () => {
  it('is pushed, pulled, listed and undone', async (t) => {
    const config = commands(t);
    await refused(config, 1, /^stipple: the state store has no config yet; /, 'pull');
    assert.match((await config('push', 'one.yaml', '--expect', '0')).out, /\nsaved as revision 1\n$/);
    assert.match((await config('push', 'two.yaml')).out, /\nsaved as revision 2\n$/);
    assert.match((await config('push', 'two.yaml')).out, /\nnothing to save: /);
    assert.deepEqual(await config('pull'), { code: 0, out: FILES['two.yaml'], err: '' });
    assert.equal((await config('pull', '--revision', '1')).out, FILES['one.yaml']);
    assert.equal((await config('undo')).out, 'saved the text of revision 1 as revision 3\n');
    assert.equal((await config('pull')).out, FILES['one.yaml']);
    assert.equal((await config('undo', '2')).out, 'saved the text of revision 2 as revision 4\n');
    const lines = (await config('history')).out.trimEnd().split('\n');
    assert.equal(lines.length, 4);
    assert.match(lines[1] ?? '', /^2 {2}\d{4}-.*Z {2}stipple config push two\.yaml, by \S/);
    assert.match(lines[3] ?? '', / stipple config undo to revision 2, by /);
  });

  it('gets no admin token that may be guessed', async (t) => {
    const config = commands(t);
    const { code, err } = await config('push', 'weak.yaml');
    assert.equal(code, 1);
    assert.match(
      err,
      /nothing was saved: weak\.yaml:1:10: admin\.token: expected at least 20 characters, got 7/,
    );
    assert.doesNotMatch(err, /hunter2/);
    const checked = await config('check', 'weak.yaml');
    assert.match(checked.out, /warning.*admin\.token: expected at least 20/s);
  });

  it('is refused with one sentence where a command is wrong', async (t) => {
    const config = commands(t);
    await config('push', 'one.yaml');
    await refused(
      config,
      1,
      /^stipple: nothing was saved: revision 1 is current, not 5: pull/,
      'push',
      'two.yaml',
      '--expect',
      '5',
    );
    await refused(
      config,
      1,
      /^stipple: there is no revision 9; kept are 1 to 1\n$/,
      'pull',
      '--revision',
      '9',
    );
    await refused(config, 1, /^stipple: there is no revision 9; /, 'undo', '9');
    await refused(config, 1, /^stipple: nothing to undo: there is no revision before 1\n$/, 'undo');
    await refused(config, 64, /^stipple: revision: expected the number of a revision, got "x"/, 'undo', 'x');
    await refused(config, 64, /^stipple: none\.yaml: there is no such file/, 'push', 'none.yaml');
    await refused(config, 64, /^stipple: config push: expected one argument more\n/, 'push');
    const broken = await config('push', 'broken.yaml');
    assert.match(broken.out, /^broken\.yaml:3:1: error: /);
    assert.equal(broken.err, 'stipple: nothing was saved: broken.yaml has 1 error\n');
    assert.equal((await config('push', 'broken.yaml', '--force')).code, 1);
    assert.equal((await config('pull')).out, FILES['one.yaml']);
  });

  it('may name screens that this machine does not have only by force', async (t) => {
    const config = commands(t);
    const { code, out } = await config('push', 'missing.yaml');
    assert.equal(code, 1);
    assert.match(out, /^missing\.yaml:1:1: error: default_screen: screen "nowhere" not found/);
    assert.match((await config('push', 'missing.yaml', '--force')).out, /\nsaved as revision 1\n$/);
    const checked = await config('check');
    assert.equal(checked.code, 1);
    assert.match(checked.out, /^stored config:1:1: error: default_screen: /);
  });

  it('is one for all who use the same Redis', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const [one, two] = [commands(t, redis.url), commands(t, redis.url)];
    assert.equal((await one('push', 'one.yaml')).code, 0);
    assert.equal((await two('pull')).out, FILES['one.yaml']);
    await redis.kill();
    await refused(
      two,
      1,
      /^stipple: The state store at 127\.0\.0\.1:\d+ cannot be used: ECONNREFUSED\.\n$/,
      'pull',
    );
  });

  it('needs a store', async (t) => {
    const config: Config = (...args) =>
      runCommand(tempTree(t), ['config', ...args], { CONFIG_FILE: 'store:' });
    for (const name of ['pull', 'history', 'undo', 'check']) {
      await refused(config, 78, /^stipple: the config in the state store needs STORE_URL, such as /, name);
    }
  });
});
