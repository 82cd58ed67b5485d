/** `stipple dev`, as authors run it. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { addFiles, tempTree } from '../support/files/temp-tree.ts';
import { listen } from '../support/network/listen.ts';
import { finish, type Outcome, start } from '../support/processes/stipple.ts';
import { PLAIN_SCREEN } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const TOKEN = 'token of the author';

interface Running {
  /** What is printed so far, on both outputs. */
  readonly text: () => string;
  readonly url: string;
  end(): Promise<Outcome>;
}

async function run(
  t: TestContext,
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  // More threads cost the start, and nothing that is looked at.
  const child = start(cwd, ['dev', ...args], { COMPOSE_THREADS: '1', RASTER_THREADS: '1', ...env });
  let text = '';
  const collect = (chunk: Buffer): void => {
    text += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const finished = finish(child);
  t.after(() => child.kill('SIGKILL'));
  const url = await until(() => {
    assert.equal(child.exitCode, null, text);
    return /^Studio: (\S+)\n/m.exec(text)?.[1];
  }, 'the address is printed');
  const end = (): Promise<Outcome> => {
    child.kill('SIGINT');
    return finished;
  };
  return { text: () => text, url, end };
}

async function refused(cwd: string, args: readonly string[]): Promise<Outcome> {
  return finish(start(cwd, ['dev', ...args]));
}

describe('stipple dev', () => {
  it('serves the screens of the working directory to this machine, and ends at Ctrl-C', async (t) => {
    const folder = tempTree(t, PLAIN_SCREEN);
    const dev = await run(t, folder, [], { SERVICE_ADMIN_TOKEN: TOKEN });
    assert.match(dev.url, /^http:\/\/127\.0\.0\.1:\d+\/console\/studio\/local\/plain$/);
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const answer = await fetch(new URL('/api/admin/files', dev.url), { headers });
    const { sources } = (await answer.json()) as { sources: { files: { path: string }[] }[] };
    assert.deepEqual(
      sources[0]?.files.map((file) => file.path),
      ['plain.lua', 'plain.svg'],
    );
    assert.deepEqual(await dev.end(), { code: 0, out: `Studio: ${dev.url}\n`, err: '' });
  });

  it('prints what is wrong with a screen when it is saved, with file and line', async (t) => {
    const folder = tempTree(t, { ...PLAIN_SCREEN, 'broken.lua': 'return {', 'broken.svg': '<svg/>' });
    const dev = await run(t, folder, ['plain']);
    await until(() => dev.text().includes('broken.lua:1:1: error:'), 'the screens are checked');
    writeFileSync(path.join(folder, 'plain.lua'), '\nreturn }');
    await until(() => /^plain\.lua:2:\d+: error: /m.test(dev.text()), 'the saved screen is checked');
    assert.equal(dev.text().split('broken.lua:1:1').length, 2);
    mkdirSync(path.join(folder, 'new'));
    addFiles(folder, { 'new/script.lua': 'return {', 'new/screen.svg': '<svg/>' });
    await until(() => dev.text().includes('new/script.lua:1:1: error:'), 'the new screen is checked');
    assert.equal((await dev.end()).code, 0);
  });

  it('takes a folder, a screen in it, and the files of a screen', async (t) => {
    const root = tempTree(t, { 'screens/one.lua': 'return { data = {} }', 'screens/one.svg': '<svg/>' });
    addFiles(root, { 'screens/two.lua': 'return { data = {} }', 'screens/two.svg': '<svg/>' });
    const env = { SCREENS_DIR: path.join(root, 'screens') };
    for (const [args, end, more] of [
      [['./screens'], '/console/studio', {}],
      [['two', '--folder', 'screens'], '/console/studio/local/two', {}],
      [['two'], '/console/studio/local/two', env],
      [['screens/one.lua'], '/console/studio/local/one', env],
      [['clock'], '/console/studio/service-builtin/clock', env],
    ] as const) {
      const dev = await run(t, root, args, more);
      assert.equal(new URL(dev.url).pathname, end);
      await dev.end();
    }
  });

  it('says how to begin where there are no screens', async (t) => {
    const dev = await run(t, tempTree(t), []);
    await until(() => dev.text().includes('stipple init --screens'), 'it says how to begin');
    assert.equal(new URL(dev.url).pathname, '/console/studio');
    assert.equal((await dev.end()).code, 0);
  });

  it('refuses what does not exist', async (t) => {
    const folder = tempTree(t, PLAIN_SCREEN);
    for (const [args, message] of [
      [['plian'], /screen "plian" not found: did you mean "plain"\?/],
      [['./nowhere'], /\.\/nowhere: there is no such file or folder/],
      [['--folder', 'nowhere'], /nowhere: there is no such file or folder/],
      [['--port', '99999'], /--port: expected a port from 0 to 65535/],
      [['--prot', '1'], /there is no option --prot here; did you mean "?--port/],
    ] as const) {
      const { code, out, err } = await refused(folder, args);
      assert.deepEqual([code, out], [64, ''], err);
      assert.match(err, message);
    }
  });

  it('says that a port is in use', async (t) => {
    const taken = createServer();
    t.after(() => taken.close());
    const port = await listen(taken);
    const { code, err } = await refused(tempTree(t, PLAIN_SCREEN), ['--port', String(port)]);
    assert.equal(code, 1);
    assert.match(err, /cannot listen on 127\.0\.0\.1:\d+: the address is in use/);
  });
});
