import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
// biome-ignore lint/style/noRestrictedImports: a kill has to meet a write at any moment of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ConfigStore } from '../../../src/config/source/store.ts';
import { ConfigWriter } from '../../../src/config/source/writer.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { rounds } from '../../support/rounds.ts';
import { until } from '../../support/waiting.ts';

const CHILD = fileURLToPath(new URL('./counting-child.js', import.meta.url));

const HEAD =
  '# counts up, and this comment stays\nscreen_repo_refresh_interval: 0 # the number\ndevices: {} # one\n';
const TAIL = '# the end\n';

/** In a long run 200 writes that are broken off: each kill meets every file at another moment of its write. */
const KILLS = rounds(40, 7);
const FILES = 5;

interface Counting {
  readonly child: ChildProcess;
  readonly closed: Promise<unknown[]>;
  readonly printed: () => string[];
}

function count(times: number, ...files: readonly string[]): Counting {
  const child = spawn(process.execPath, [CHILD, String(times), ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  return { child, closed: once(child, 'close'), printed: () => output.split('\n').slice(0, -1) };
}

async function opened(file: string): Promise<ConfigStore> {
  const store = await ConfigStore.open({ configFile: file });
  assert.ok(store.ok, store.ok ? '' : `${JSON.stringify(store.error)}\n${readFileSync(file, 'utf8')}`);
  return store.value;
}

/** Kill a counting process soon after it has begun, and look at what it leaves. */
async function killOnce(files: readonly string[], round: number): Promise<void> {
  const { child, closed, printed } = count(1_000_000, ...files);
  // However slow the machine is, something has been written by then.
  await until(() => printed().length >= 2 + (round % 7) || child.exitCode !== null);
  // Spread over some writes: the golden ratio leaves no moment out.
  await sleep(((round * 0.618) % 1) * 20);
  child.kill('SIGKILL');
  await closed;
  assert.equal(child.signalCode, 'SIGKILL');
  for (const [index, file] of files.entries()) {
    const last = printed().findLast((line) => line.startsWith(`${index} `));
    await assertWhole(file, Number(last?.split(' ')[1] ?? 0));
  }
}

async function assertWhole(file: string, confirmed: number): Promise<void> {
  const { snapshot, text } = await opened(file);
  const found = snapshot.screenRepoRefreshIntervalSeconds;
  assert.ok(found >= confirmed, `${confirmed} was confirmed, ${found} is in the file`);
  assert.equal(snapshot.devices.get('DEFAULT')?.params['next'] ?? 0, found, 'a change is there in part');
  assert.ok(text.startsWith('# counts up') && text.endsWith(TAIL), text);
}

describe('several processes', () => {
  it('write one file without losing a change', async (t) => {
    const file = `${tempTree(t, { 'c.yaml': HEAD + TAIL })}/c.yaml`;
    const processes = [20, 20, 20].map((times) => count(times, file));
    for (const { child, closed } of processes) {
      await closed;
      assert.equal(child.exitCode, 0);
    }
    assert.equal((await opened(file)).snapshot.screenRepoRefreshIntervalSeconds, 60);
  });
});

describe('a process that is killed while it writes', () => {
  it('leaves whole files with all that it confirmed, and does not lock out the next', async (t) => {
    const names = Array.from({ length: FILES }, (_, index) => `${index}/c.yaml`);
    const folder = tempTree(t, Object.fromEntries(names.map((name) => [name, HEAD + TAIL])));
    const files = names.map((name) => `${folder}/${name}`);
    for (let round = 0; round < KILLS; round++) await killOnce(files, round);
    for (const file of files) {
      const store = await opened(file);
      assert.ok(store.snapshot.screenRepoRefreshIntervalSeconds > 0, 'nothing was written at all');
      await ConfigWriter.open(store);
      assert.deepEqual(readdirSync(path.dirname(file)), ['c.yaml']);
    }
  });
});
