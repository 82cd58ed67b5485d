import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
// biome-ignore lint/style/noRestrictedImports: a kill has to meet a write at any moment of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { open } from 'lmdb';
import { openState } from '../../../src/state/open-state.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { rounds } from '../../support/rounds.ts';
import { opened } from '../../support/state/engines.ts';
import { until } from '../../support/waiting.ts';

const CHILD = fileURLToPath(new URL('./writing-child.js', import.meta.url));
const KILLS = rounds(20);

async function refusalOf(folder: string): Promise<string> {
  const state = await openState(`file:${folder}`);
  if (state.ok) await state.value.close();
  return state.ok ? '' : state.error;
}

/** A folder with some devices in it, closed. */
async function filled(folder: string): Promise<string> {
  const state = await openState(`file:${folder}`);
  assert.ok(state.ok);
  const ids = Array.from({ length: 500 }, (_, number) => `device ${number}`);
  await Promise.all(ids.map((id) => state.value.devices.claim(id, 'x'.repeat(500), [id], 1)));
  await state.value.close();
  return path.join(folder, 'state.mdb');
}

describe('a state in a folder', () => {
  it('is there again after it was closed, for its owner alone', async (t) => {
    const folder = path.join(tempTree(t), 'state');
    const data = await filled(folder);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const name of readdirSync(folder))
      assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o600, name);
    assert.ok(statSync(data).size > 250_000);
    const { devices } = await opened(t, `file:${folder}`);
    assert.equal((await devices.byCode('device 7'))?.identity.length, 500);
  });

  it('loses nothing that it has confirmed when its process is killed', async (t) => {
    const url = `file:${path.join(tempTree(t), 'state')}`;
    const kept: string[] = [];
    let revision = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const child = spawn(process.execPath, [CHILD, url, String(kill)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const closed = once(child, 'close');
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
      await until(() => output.includes('config'));
      await sleep(Math.random() * 60);
      child.kill('SIGKILL');
      await closed;
      const lines = output.split('\n').slice(0, -1);
      kept.push(...lines.filter((line) => line.startsWith('device ')).map((line) => line.slice(7)));
      const saved = lines.filter((line) => line.startsWith('config ')).map((line) => Number(line.slice(7)));
      assert.ok(
        saved.every((number) => number > revision),
        `${saved} after ${revision}`,
      );
      revision = Math.max(revision, ...saved);
    }
    const { devices, config } = await opened(t, url);
    assert.ok(kept.length > KILLS);
    for (const id of kept) assert.equal((await devices.get(id))?.identity, `identity of ${id}`, id);
    const current = await config.current();
    // The last write may have been made although nobody was told any more.
    assert.ok(current !== null && current.revision >= revision);
    assert.equal(current.text.split('\n').length - 1, current.revision);
    let seen = 0;
    for await (const batch of devices.all()) seen += batch.length;
    assert.equal(seen, await devices.count());
  });

  it('may be open in two commands, which lose no change', async (t) => {
    const url = `file:${path.join(tempTree(t), 'state')}`;
    const children = ['a', 'b'].map((name) =>
      spawn(process.execPath, [CHILD, url, name], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const saved = new Map<string, number>();
    for (const [index, child] of children.entries()) {
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        const own = 'ab'[index] ?? '';
        saved.set(own, (saved.get(own) ?? 0) + chunk.split('config ').length - 1);
      });
    }
    await until(() => (saved.get('a') ?? 0) > 5 && (saved.get('b') ?? 0) > 5);
    await Promise.all(
      children.map(async (child) => {
        child.kill('SIGKILL');
        await once(child, 'close');
      }),
    );
    const { config } = await opened(t, url);
    const current = await config.current();
    const lines = current?.text.split('\n').slice(0, -1) ?? [];
    assert.equal(lines.length, current?.revision);
    for (const name of ['a', 'b']) {
      assert.ok(lines.filter((line) => line === name).length >= (saved.get(name) ?? 0) - 1, name);
    }
  });

  it('is swept while it is open', async (t) => {
    const folder = path.join(tempTree(t), 'state');
    const clock = { nowMs: 1_000 };
    const { answers, rememberOnce } = await opened(t, `file:${folder}`, { nowMs: () => clock.nowMs });
    await Promise.all(Array.from({ length: 300 }, (_, number) => rememberOnce(String(number), 500)));
    await answers.put('digest', Buffer.alloc(9), 500);
    const root = open({ path: path.join(folder, 'state.mdb'), noSubdir: true, overlappingSync: false });
    t.after(() => root.close());
    const once = root.openDB({ name: 'once-due', encoding: 'binary', keyEncoding: 'binary' });
    assert.equal([...once.getKeys()].length, 300);
    clock.nowMs += 500;
    await until(() => [...once.getKeys()].length === 0);
    assert.equal(await answers.get('digest'), null);
  });
});

describe('a folder that cannot be used', () => {
  it('is told by one sentence', async (t) => {
    const tree = tempTree(t, {
      file: 'text',
      'other/state.mdb': 'no store at all'.repeat(99),
      'bits/state.mdb': 'no',
    });
    for (const [folder, reason] of [
      ['missing/state', /missing\/state cannot be used: the folder above it does not exist \(ENOENT\)\.$/],
      ['file', /file cannot be used: it is not a folder \(ENOTDIR\)\.$/],
      [
        'other',
        /other is damaged: state\.mdb is not a whole store\. See `stipple state check`; put back a backup, or move the folder away and import an export\.$/,
      ],
      ['bits', /bits is damaged: /],
    ] as const) {
      assert.match(await refusalOf(path.join(tree, folder)), reason);
    }
    assert.match(await refusalOf('/proc/nothing'), /^The state folder \/proc\/nothing cannot be used: /);
    assert.equal(readFileSync(path.join(tree, 'other/state.mdb'), 'utf8').startsWith('no store'), true);
  });

  it('may not be writable', async (t) => {
    const folder = path.join(tempTree(t, { 'state/x': '' }), 'state');
    chmodSync(folder, 0o555);
    // Root may write everywhere.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    const refusal = await refusalOf(folder).finally(() => isRoot && process.seteuid?.(0));
    chmodSync(folder, 0o755);
    assert.match(refusal, /state cannot be used: it may not be written \(EACCES\)\.$/);
  });

  it('may have been cut', async (t) => {
    const folder = path.join(tempTree(t), 'state');
    const data = await filled(folder);
    const { size } = statSync(data);
    truncateSync(data, Math.floor(size / 2));
    assert.match(await refusalOf(folder), /is damaged: state\.mdb is not a whole store/);
    truncateSync(data, 5_000);
    assert.match(await refusalOf(folder), /is damaged/);
    writeFileSync(data, '');
    assert.match(await refusalOf(folder), /is damaged/);
  });

  it('may be prepared with an empty file', async (t) => {
    const folder = path.join(tempTree(t, { 'state/state.mdb': '' }), 'state');
    assert.equal(await refusalOf(folder), '');
  });

  it('may be of a newer version', async (t) => {
    const folder = path.join(tempTree(t), 'state');
    const data = await filled(folder);
    const root = open({ path: data, noSubdir: true, overlappingSync: false });
    await root.openDB({ name: 'layout', encoding: 'msgpack' }).put('version', 2);
    await root.close();
    assert.match(
      await refusalOf(folder),
      /was written by a newer version of Stipple \(layout 2, this one reads 1\)\.$/,
    );
  });

  it('may be on a full disk', async (t) => {
    const url = `file:${path.join(tempTree(t), 'state')}`;
    // The limit of file sizes stands for the end of the disk: the system refuses the write in the same place.
    const limited = `trap '' XFSZ; ulimit -f 4096; exec "$@"`;
    const child = spawn('bash', ['-c', limited, 'bash', process.execPath, CHILD, url, 'a'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
    });
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 1);
    assert.match(errors, /^The disk of the state folder .* is full (?:or broken )?\((?:EFBIG|EIO)\)\.$/m);
    const { devices } = await opened(t, url);
    assert.equal((await devices.get('a.0.0'))?.identity, 'identity of a.0.0');
    assert.equal((await devices.claim('after', '', [], 1)).won, true);
  });
});
