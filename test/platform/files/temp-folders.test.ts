import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeTempFolder, removeAbandoned } from '../../../src/platform/files/temp-folders.ts';

const OWNER = fileURLToPath(new URL('./temp-owner.js', import.meta.url));
const NEVER = new AbortController().signal;
const DAY_S = 86_400;

/** A stand-in for the temporary directory of the system, as open as that is. */
function openPlace(t: TestContext, below = ''): string {
  const around = mkdtempSync(path.join(tmpdir(), 'stipple-place-'));
  t.after(() => rmSync(around, { recursive: true, force: true }));
  const place = path.join(around, below);
  mkdirSync(place, { recursive: true });
  chmodSync(place, 0o1777);
  return place;
}

interface Owner {
  readonly process: ChildProcess;
  readonly folders: readonly string[];
}

/** Start a process with folders of its own. */
async function startOwner(t: TestContext, place: string, around: readonly string[] = []): Promise<Owner> {
  const [command = '', ...args] = [...around, process.execPath, OWNER];
  const child = spawn(command, args, {
    env: { ...process.env, TMPDIR: place },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    return { process: child, folders: JSON.parse(line) as string[] };
  }
  throw new Error('the owner has ended');
}

async function kill({ process: child }: Owner): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** A folder as a killed process leaves it. */
async function leftBehind(t: TestContext, place: string): Promise<string> {
  const owner = await startOwner(t, place);
  await kill(owner);
  const [folder = '', ...others] = owner.folders;
  for (const other of others) rmSync(other, { recursive: true });
  return folder;
}

function markOf(folder: string): string {
  const name = readdirSync(folder).find((entry) => entry.startsWith('owner.'));
  assert.ok(name !== undefined);
  return path.join(folder, name);
}

describe('folders of processes that were killed', () => {
  it('are removed with all that is in them, those of the living stay', async (t) => {
    const place = openPlace(t);
    const [dead, living] = [await startOwner(t, place), await startOwner(t, place)];
    for (const folder of [...dead.folders, ...living.folders]) {
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      mkdirSync(path.join(folder, 'fonts-abc/deep'), { recursive: true });
      writeFileSync(path.join(folder, 'fonts-abc/deep/a.ttf'), 'x');
    }
    assert.deepEqual(await removeAbandoned(NEVER, place), []);
    await kill(dead);
    const removed = await removeAbandoned(NEVER, place);
    assert.deepEqual(removed.toSorted(), dead.folders.map((folder) => path.basename(folder)).sort());
    assert.deepEqual(readdirSync(place).sort(), living.folders.map((folder) => path.basename(folder)).sort());
    for (const folder of living.folders) assert.ok(existsSync(path.join(folder, 'fonts-abc/deep/a.ttf')));
  });

  it('stay while their process is stopped, and are removed once by two that look at the same time', async (t) => {
    const place = openPlace(t);
    const owner = await startOwner(t, place);
    owner.process.kill('SIGSTOP');
    assert.deepEqual(await removeAbandoned(NEVER, place), []);
    owner.process.kill('SIGCONT');
    await kill(owner);
    await Promise.all([removeAbandoned(NEVER, place), removeAbandoned(NEVER, place)]);
    assert.deepEqual(readdirSync(place), []);
  });

  it('are removed below paths that are too long for a socket', async (t) => {
    const place = openPlace(t, 'long'.repeat(30));
    const owner = await startOwner(t, place);
    assert.deepEqual(await removeAbandoned(NEVER, place), []);
    await kill(owner);
    assert.equal((await removeAbandoned(NEVER, place)).length, 3);
  });

  it('are told from those of the living in other containers, where every server is process 1', async (t) => {
    const container = [
      'unshare',
      '--user',
      '--map-root-user',
      '--pid',
      '--fork',
      '--kill-child',
      '--mount-proc',
    ];
    try {
      execFileSync(container[0] ?? '', [...container.slice(1), 'true'], { stdio: 'ignore' });
    } catch {
      t.skip('this system gives no containers to this user');
      return;
    }
    const place = openPlace(t);
    const living = await startOwner(t, place, container);
    const dead = await startOwner(t, place, container);
    await kill(dead);
    // What runs in the container ends a moment after the process that is waited for,
    // and lets go of its folders one by one.
    let removed = 0;
    while (removed < dead.folders.length) removed += (await removeAbandoned(NEVER, place)).length;
    assert.ok(living.folders.every((folder) => existsSync(folder)));
    assert.ok(!dead.folders.some((folder) => existsSync(folder)));
  });

  it('of an earlier boot go by the age of their mark', async (t) => {
    const place = openPlace(t);
    const folder = await leftBehind(t, place);
    renameSync(markOf(folder), path.join(folder, 'owner.00000000-1111-2222-3333-444444444444'));
    assert.deepEqual(await removeAbandoned(NEVER, place), []);
    const old = Date.now() / 1000 - 2 * DAY_S;
    utimesSync(markOf(folder), old, old);
    assert.deepEqual(await removeAbandoned(NEVER, place), [path.basename(folder)]);
  });

  it('leave when their owner removes them', () => {
    const folder = makeTempFolder();
    writeFileSync(path.join(folder.path, 'a'), 'x');
    folder.remove();
    assert.ok(!existsSync(folder.path));
  });
});

describe('names that others plant', () => {
  it('as links to folders survive, and so does what links inside a folder lead to', async (t) => {
    const place = openPlace(t);
    const folder = await leftBehind(t, place);
    const victim = mkdtempSync(path.join(place, 'victim-'));
    writeFileSync(path.join(victim, 'precious'), 'x');
    // The victim is marked as well, by somebody who is dead.
    renameSync(markOf(folder), path.join(victim, path.basename(markOf(folder))));
    symlinkSync(victim, path.join(place, 'stipple-AAAAAA'));
    symlinkSync(victim, path.join(place, 'stipple-check-AAAAAA'));
    assert.deepEqual(await removeAbandoned(NEVER, place), []);
    assert.ok(existsSync(path.join(victim, 'precious')));

    const left = await leftBehind(t, place);
    symlinkSync(victim, path.join(left, 'link'));
    symlinkSync(path.join(victim, 'precious'), path.join(left, 'file'));
    assert.deepEqual(await removeAbandoned(NEVER, place), [path.basename(left)]);
    assert.ok(existsSync(path.join(victim, 'precious')));
  });

  it('stay when they are no folders, unmarked, open to others, or marked by a link or a file', async (t) => {
    const place = openPlace(t);
    const make = (name: string, mode = 0o700): string => {
      mkdirSync(path.join(place, name));
      chmodSync(path.join(place, name), mode);
      return path.join(place, name);
    };
    const left = await leftBehind(t, place);
    const mark = path.basename(markOf(left));
    writeFileSync(path.join(place, 'stipple-BBBBBB'), 'a file');
    make('stipple-CCCCCC');
    writeFileSync(path.join(make('stipple-DDDDDD'), mark), 'no socket');
    symlinkSync(markOf(left), path.join(make('stipple-EEEEEE'), mark));
    execFileSync('mkfifo', [path.join(place, 'stipple-FFFFFF')]);
    const open = await leftBehind(t, place);
    chmodSync(open, 0o777);
    const other = await leftBehind(t, place);
    renameSync(other, path.join(place, 'stipple-but-not-ours'));
    const before = readdirSync(place).length;
    assert.deepEqual(await removeAbandoned(NEVER, place), [path.basename(left)]);
    assert.equal(readdirSync(place).length, before - 1);
  });

  it('of another user stay', async (t) => {
    if (process.getuid?.() !== 0) {
      t.skip('only root can give a folder away');
      return;
    }
    const place = openPlace(t);
    const left = await leftBehind(t, place);
    execFileSync('chown', ['65534', left]);
    assert.deepEqual(await removeAbandoned(NEVER, place), []);
  });

  it('stay in a place where others could exchange them', async (t) => {
    const place = openPlace(t);
    await leftBehind(t, place);
    chmodSync(place, 0o777);
    assert.deepEqual(await removeAbandoned(NEVER, place), []);
    assert.deepEqual(await removeAbandoned(NEVER, path.join(place, 'nowhere')), []);
    chmodSync(place, 0o1777);
    assert.equal((await removeAbandoned(AbortSignal.abort(), place)).length, 0);
    assert.equal((await removeAbandoned(NEVER, place)).length, 1);
  });

  it('do not wait for an owner that takes no connections', async (t) => {
    const place = openPlace(t);
    const left = await leftBehind(t, place);
    const mark = markOf(left);
    rmSync(mark);
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(mark, resolve));
    assert.deepEqual(await removeAbandoned(NEVER, place), []);
    await new Promise((resolve) => server.close(resolve));
  });
});
