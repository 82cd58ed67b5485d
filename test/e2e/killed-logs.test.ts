import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { openState } from '../../src/state/open-state.ts';
import { macOf } from '../support/device/mac.ts';
import { rounds } from '../support/rounds.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';

const ROUNDS = rounds(4);
const DEVICES = 24;
/** Answers of one round before the server is killed, in the middle of others. */
const TAKEN = 150;

type Taken = Map<string, number[]>;

/** A device that sends line after line until the server is gone. */
async function sendAll({ url }: ServerProcess, number: number, round: number, taken: Taken): Promise<void> {
  const mac = macOf('02', number);
  const headers = { ID: mac, 'Access-Token': `token-${number}`, 'Content-Type': 'application/json' };
  const own = taken.get(mac) ?? [];
  taken.set(mac, own);
  for (let line = 0; ; line++) {
    const id = 1_000 * round + line;
    const sent = await fetch(`${url}/api/log`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ logs: [{ id }] }),
    })
      .then((response) => response.status)
      .catch(() => 0);
    if (sent !== 200) return;
    own.push(id);
  }
}

/** The lines that are in the store, by device. */
async function keptLines(url: string): Promise<Taken> {
  const opened = await openState(url);
  assert.ok(opened.ok);
  const kept: Taken = new Map();
  for (let number = 0; number < DEVICES; number++) {
    const mac = macOf('02', number);
    const lines = await opened.value.logs.list(mac, Date.now());
    kept.set(
      mac,
      lines.map(({ text }) => JSON.parse(text).id),
    );
  }
  await opened.value.close();
  return kept;
}

it('no log line that a device was told was taken is lost when the server is killed', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-killed-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const url = `file:${path.join(folder, 'state')}`;
  const taken: Taken = new Map();
  const count = (): number => [...taken.values()].reduce((sum, { length }) => sum + length, 0);
  for (let round = 1; round <= ROUNDS; round++) {
    const server = await startServerProcess({ env: { STORE_URL: url, COMPOSE_THREADS: '1' } });
    t.after(() => server.stop());
    const before = count();
    const sending = Array.from({ length: DEVICES }, (_, number) => sendAll(server, number, round, taken));
    await until(() => count() - before >= TAKEN);
    const ended = once(server.child, 'close');
    server.child.kill('SIGKILL');
    await Promise.all([ended, ...sending]);
  }
  const kept = await keptLines(url);
  const lost = [...taken].flatMap(([mac, ids]) => ids.filter((id) => !kept.get(mac)?.includes(id)));
  assert.deepEqual(lost, []);
  t.diagnostic(`${count()} lines taken, ${ROUNDS} kills`);
});
