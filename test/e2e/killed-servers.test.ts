/** Files that a killed server leaves on disk, and the next server. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it, type TestContext } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { start } from '../support/processes/stipple.ts';
import { httpGitServer } from '../support/repos/git-servers.ts';
import { until } from '../support/waiting.ts';

it('temporary folders of a killed server are removed by the next one, which removes nothing else', async (t: TestContext) => {
  const place = tempTree(t, { 'victim/precious': 'x', 'stipple-theirs/a': 'x' });
  chmodSync(place, 0o1777);
  symlinkSync(path.join(place, 'victim'), path.join(place, 'stipple-AAAAAA'));
  const cache = path.join(place, 'cache');
  const git = await httpGitServer(t, '/', { mode: 'hang' });
  const config = path.join(place, 'config.yaml');
  writeFileSync(config, `default_screen: plain\nscreen_repos:\n  garden: { repo: "${git.url}/a.git" }\n`);
  const env = { TMPDIR: place, BIND_ADDR: '127.0.0.1:0', CONFIG_FILE: config, SCREEN_REPOS_CACHE_DIR: cache };
  const serve = (): ChildProcess => {
    const child = start(place, ['serve'], env);
    t.after(() => child.kill('SIGKILL'));
    return child;
  };
  const folders = (): string[] => readdirSync(place).filter((name) => /^stipple-[A-Za-z0-9]{6}$/.test(name));
  const work = (): string[] => (existsSync(cache) ? readdirSync(cache) : []);
  mkdirSync(cache);

  const first = serve();
  // What was made a moment before, and has no mark yet, stays for a day.
  const isMarked = (name: string): boolean =>
    readdirSync(path.join(cache, name)).some((file) => file.startsWith('owner.'));
  await until(
    () => folders().length === 3 && work().length === 1 && work().every(isMarked),
    'the first server fetches',
  );
  const [left = '', leftWork = ''] = [
    folders().find((name) => name !== 'stipple-AAAAAA' && name !== 'stipple-theirs'),
    work()[0],
  ];
  const ended = new Promise((resolve) => first.once('exit', resolve));
  first.kill('SIGKILL');
  await ended;
  assert.ok(existsSync(path.join(place, left)) && existsSync(path.join(cache, leftWork)), 'it has left them');

  const second = serve();
  await until(() => !existsSync(path.join(place, left)), 'the folder is gone');
  await until(() => !existsSync(path.join(cache, leftWork)), 'the work of the fetch is gone');
  assert.equal(second.exitCode, null);
  // Folders of running servers, and others, are kept.
  await until(() => folders().length === 3 && work().length === 1, 'its own work stays');
  assert.ok(
    existsSync(path.join(place, 'victim/precious')) && existsSync(path.join(place, 'stipple-theirs/a')),
  );

  const third = new Promise((resolve) => second.once('exit', resolve));
  second.kill('SIGTERM');
  await third;
  assert.deepEqual(folders().sort(), ['stipple-AAAAAA', 'stipple-theirs']);
});
