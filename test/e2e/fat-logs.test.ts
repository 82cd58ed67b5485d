/** Logs that would fill the memory of the server: large, from many devices, and much larger as objects than as text. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { macOf } from '../support/device/mac.ts';
import { rounds } from '../support/rounds.ts';
import { TOKEN } from '../support/server/admin.ts';
import { deviceHeaders } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';

/** As objects, a third of them takes 600 MB, too. */
const CALLS = rounds(400);
const AT_ONCE = 4;
const OWN = 'AA:BB:CC:DD:EE:01';

describe('hundreds of large logs of invented devices', () => {
  let server: ServerProcess;
  before(async () => {
    server = await startServerProcess({
      config: `default_screen: plain\ndevices:\n  "${OWN}": { screen: plain }\n`,
      // Far less memory than all logs together need.
      nodeArguments: ['--max-old-space-size=400'],
    });
  });
  after(() => server.stop());

  async function post(id: string, body: string): Promise<number> {
    const response = await fetch(`${server.url}/api/log`, {
      method: 'POST',
      headers: deviceHeaders(id),
      body,
    });
    await response.text();
    return response.status;
  }

  async function logsOf(id: string): Promise<readonly unknown[]> {
    const response = await fetch(`${server.url}/api/admin/devices/${id}/logs`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    return ((await response.json()) as { logs: readonly unknown[] }).logs;
  }

  it('are all answered; memory stays bounded, and the logs of configured devices are kept', async () => {
    const own = { id: 17, message: 'GET failed' };
    assert.equal(await post(OWN, JSON.stringify({ logs: [own] })), 200);
    const fat = `{"logs":[[${'{},'.repeat(85_000)}{}]]}`;
    assert.ok(fat.length > 0.95 * LIMITS.logBodyBytes && fat.length <= LIMITS.logBodyBytes);
    const before = server.rssMb();
    let next = 0;
    const clients = Array.from({ length: AT_ONCE }, async () => {
      while (next < CALLS) assert.equal(await post(macOf('02', next++), fat), 200);
    });
    await Promise.all(clients);
    const grown = server.rssMb() - before;
    assert.ok(grown < 350, `grown by ${grown} MiB`);

    assert.deepEqual(await logsOf(OWN), [own]);
    const [cut] = await logsOf(macOf('02', CALLS - 1));
    assert.deepEqual(cut, {
      cut: fat.slice('{"logs":['.length).slice(0, LIMITS.logEntryCharacters),
      characters: fat.length - '{"logs":[]}'.length,
    });
  });

  it('add one line each to the log of the server, with the number of entries and the start of the first', () => {
    const lines = server.lines().filter((line) => line.includes('device reports'));
    assert.equal(lines.length, CALLS + 1);
    for (const line of lines.slice(1)) {
      const { entries, first } = JSON.parse(line) as { entries: number; first: string };
      assert.equal(entries, 1);
      assert.equal(first.length, 200);
    }
  });
});
