/** `stipple state` as operators run it: beside a server, and to move its devices into another store. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { display, setup } from '../support/device/calls.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { finish, type Outcome, start } from '../support/processes/stipple.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { startRedis } from '../support/state/redis-server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const FIXTURE = path.join(PACKAGE_ROOT, 'test/cli/state/export-layout-1.jsonl');
const HEAD = '{"format":"stipple-state","version":1,"exportedMs":1}';

/** `stipple state` with a store, and perhaps an input. */
function state(
  args: readonly string[],
  { cwd = '/', store = '', input = '' }: { cwd?: string; store?: string; input?: string } = {},
): Promise<Outcome> {
  const child = start(cwd, ['state', ...args], store === '' ? {} : { STORE_URL: store });
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return finish(child);
}

async function serverOn(t: TestContext, store: string): Promise<ServerProcess> {
  const server = await startServerProcess({ env: { STORE_URL: store, COMPOSE_THREADS: '1' } });
  t.after(() => server.stop());
  return server;
}

async function redisUrl(t: TestContext): Promise<string> {
  const redis = await startRedis();
  t.after(() => redis.kill());
  return redis.url;
}

describe('stipple state', () => {
  it('exports beside a server that runs, for the owner only, and another engine knows the devices', async (t) => {
    const cwd = tempTree(t);
    const store = `file:${path.join(cwd, 'state')}`;
    const before = await serverOn(t, store);
    const { api_key: key, friendly_id: name } = (await setup(before, MAC)).body;
    assert.equal((await display(before, MAC, key)).status, 200);
    const file = path.join(cwd, 'backup.jsonl');
    writeFileSync(file, 'the backup of yesterday');
    chmodSync(file, 0o644);
    const exported = await state(['export', 'backup.jsonl'], { cwd, store });
    assert.deepEqual(
      [exported.code, exported.out, exported.err],
      [0, '', 'backup.jsonl: 1 device written\n'],
    );
    assert.equal(statSync(file).mode & 0o777, 0o600);

    const redis = await redisUrl(t);
    const imported = await state(['import', 'backup.jsonl'], { cwd, store: redis });
    assert.equal(imported.code, 0, imported.err);
    assert.match(imported.err, /^127\.0\.0\.1:\d+: 1 device imported\n$/);
    const after = await serverOn(t, redis);
    const again = (await setup(after, MAC)).body;
    assert.deepEqual([again.api_key, again.friendly_id], [key, name]);
    assert.equal((await display(after, MAC, 'stolen')).status, 401);
    assert.equal((await display(after, MAC, key)).status, 200);
  });

  it('goes through pipes, and says what is there', async (t) => {
    const cwd = tempTree(t);
    const [one, two] = [`file:${path.join(cwd, 'one')}`, `file:${path.join(cwd, 'two')}`];
    const text = readFileSync(FIXTURE, 'utf8');
    const imported = await state(['import'], { store: one, input: text });
    assert.deepEqual([imported.code, imported.out, imported.err], [0, '', `${one}: 3 devices imported\n`]);
    const exported = await state(['export'], { store: one });
    assert.equal(exported.code, 0, exported.err);
    const lines = (all: string): readonly string[] => all.trim().split('\n').slice(1).sort();
    assert.equal((await state(['import', '-'], { store: two, input: exported.out })).code, 0);
    const second = await state(['export', '-'], { store: two });
    assert.deepEqual(lines(second.out), lines(exported.out));
    const shown = await state(['show'], { store: two });
    assert.equal(shown.code, 0, shown.err);
    assert.equal(shown.out, `store    ${two}\nengine   file\nlayout   1\ndevices  3\nconfig   revision 2\n`);
  });

  it('reads an export of the first layout, its devices are known, and an export during which the server is killed loses none', async (t) => {
    const store = `file:${path.join(tempTree(t), 'state')}`;
    const imported = await state(['import', FIXTURE], { store });
    assert.equal(imported.code, 0, imported.err);
    const server = await serverOn(t, store);
    const keys = new Map(
      [...readFileSync(FIXTURE, 'utf8').matchAll(/"id":"([\dA-F:]+)","identity":"(.*?[^\\])",/g)].map(
        ([, id = '', identity]) => [id, JSON.parse(JSON.parse(`"${identity}"`)).apiKey],
      ),
    );
    assert.deepEqual(
      [...keys.keys()].sort(),
      ['01', '02', '03'].map((end) => `02:00:00:00:00:${end}`),
    );
    const key = keys.get('02:00:00:00:00:01');
    assert.equal((await setup(server, '02:00:00:00:00:01')).body.api_key, key);
    assert.equal((await display(server, '02:00:00:00:00:01', key)).status, 200);
    // It brought a token of its own, of which only the digest is kept.
    assert.equal((await display(server, '02:00:00:00:00:02', 'a token of its own')).status, 200);
    assert.equal((await display(server, '02:00:00:00:00:02', 'another one')).status, 401);

    const own = (await setup(server, MAC)).body.api_key;
    const exporting = state(['export'], { store });
    const ended = once(server.child, 'close');
    server.child.kill('SIGKILL');
    await ended;
    const { code, out } = await exporting;
    assert.equal(code, 0);
    for (const known of [own, key]) assert.ok(out.includes(known));
  });

  it('keeps nothing of a file with a broken line, and names the line', async (t) => {
    const cwd = tempTree(t, { 'broken.jsonl': `${readFileSync(FIXTURE, 'utf8')}{"device":{}}\n` });
    const store = `file:${path.join(cwd, 'state')}`;
    const refused = await state(['import', 'broken.jsonl'], { cwd, store });
    assert.equal(refused.code, 1);
    assert.match(refused.err, /^stipple: Line \d+ is not one of an export of the state\.\n$/);
    assert.match((await state(['show'], { store })).out, /^devices {2}0$/m);
  });

  it('says of a pipe that broke that a part was imported, and refuses a store that is not empty', async (t) => {
    const store = `file:${path.join(tempTree(t), 'state')}`;
    const device = readFileSync(FIXTURE, 'utf8').match(/^\{"device":.*$/m)?.[0] ?? '';
    const broken = await state(['import'], { store, input: `${HEAD}\n${device}\n{"dev` });
    assert.equal(broken.code, 1);
    assert.equal(
      broken.err,
      'stipple: Line 3 is not one of an export of the state. A part was imported: empty the state before you import again.\n',
    );
    const refused = await state(['import', FIXTURE], { store });
    assert.deepEqual(
      [refused.code, refused.err],
      [1, 'stipple: Expected an empty state to import into, got one with 1 device.\n'],
    );
  });

  it('says in one line what it cannot use', async (t) => {
    const cwd = tempTree(t, { file: '' });
    const missing = path.join(cwd, 'missing');
    const cases = [
      [['show'], '', 78, /^stipple: STORE_URL: expected an address such as .*, got none; without it/],
      [['show'], 'ftp://a', 78, /^stipple: STORE_URL: expected file:<folder>/],
      [['export'], `file:${missing}`, 78, /^stipple: STORE_URL: file:.*missing does not exist$/],
      [['export'], `file:${cwd}/file`, 78, /^stipple: /],
      [['show'], 'redis://user:hidden@127.0.0.1:1', 1, /^stipple: .*127\.0\.0\.1:1/],
      [['import', 'nowhere'], `file:${cwd}/s`, 64, /^stipple: nowhere: there is no such file$/],
      [['import', '-'], `file:${cwd}/s`, 1, /^stipple: Expected an export of the state, got nothing\.$/],
      [['export', 'file/out'], `file:${cwd}/s`, 73, /^stipple: file\/out cannot be written: /],
    ] as const;
    for (const [args, store, code, message] of cases) {
      const ended = await state(args, { cwd, store });
      assert.equal(ended.code, code, `${args} ${ended.err}`);
      assert.match(ended.err.trimEnd(), message);
      assert.equal(ended.err.trimEnd().split('\n').length, 1, ended.err);
      assert.ok(!ended.err.includes('hidden'));
    }
    assert.equal(existsSync(missing), false);
  });
});
