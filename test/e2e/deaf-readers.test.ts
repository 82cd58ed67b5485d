/** Callers with a token who ask for much and read nothing: what waits for them is bounded, and others get their answers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callRaw, type RawCaller } from '../support/network/raw-http.ts';
import { randomNumbers } from '../support/random.ts';
import { TOKEN } from '../support/server/admin.ts';
import { adminTokens, namedToken } from '../support/server/named-tokens.ts';
import { deviceHeaders } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
const DEVICES = 400;
const MAC = (n: number): string => `AA:BB:CC:DD:${n >> 8 === 0 ? '00' : '01'}:${hex(n & 255)}`;
const DEAF = 96;
/** Each answer has some 4 MiB, so all of them would be 384; 48 MiB of one caller may wait, and two are in work. */
const MOST_MB = 240;

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase();
}

const CONFIG = `default_screen: plain
${adminTokens({ watcher: 'viewer', writer: 'author' })}devices:
${Array.from(
  { length: DEVICES },
  (_, n) => `  "${MAC(n)}": { screen: plain, name: "Room ${n}", params: { note: "${'é'.repeat(5_000)}" } }\n`,
).join('')}`;

/** What a viewer may ask for that is long, and made for each call. */
const LONG = ['devices', 'devices', 'config', 'devices/export?format=json', 'devices/export?format=csv'];

describe(`callers with a token who do not read (seed ${SEED})`, () => {
  let server: ServerProcess;
  before(async () => {
    server = await startServerProcess({ config: CONFIG });
  });
  after(() => server.stop());

  function ask(caller: RawCaller, path: string, token: string): void {
    caller.socket.write(
      `GET /api/admin/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
  }

  async function listAs(token: string): Promise<number> {
    const answer = await fetch(`${server.url}/api/admin/devices`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.equal(answer.status, 200);
    return ((await answer.json()) as readonly unknown[]).length;
  }

  /** A long answer of what is done, and one of what is wrong: neither can be asked for again. */
  async function changeAs(token: string, name: string): Promise<readonly number[]> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const file = JSON.stringify({ text: `-- ${'é'.repeat(100_000)}\n`, digest: null });
    const rows = JSON.stringify({
      devices: Array.from({ length: 2_000 }, (_, n) => ({ key: `wrong ${n}` })),
    });
    const answers = await Promise.all([
      fetch(`${server.url}/api/admin/files/local/${name}.lua`, { method: 'PUT', headers, body: file }),
      fetch(`${server.url}/api/admin/devices/import`, { method: 'POST', headers, body: rows }),
    ]);
    const [written = ''] = await Promise.all(answers.map((answer) => answer.text()));
    assert.ok(written.length > 65_536, `${written.length}`);
    return answers.map(({ status }) => status);
  }

  it('take little memory with lists, and keep neither their own token nor others from reading, nor from changing', async (t) => {
    const random = randomNumbers(SEED);
    assert.equal(await listAs(TOKEN), DEVICES);
    const before = server.rssMb();
    const tokens = [TOKEN, TOKEN, TOKEN, namedToken('watcher')];
    const deaf = await Promise.all(Array.from({ length: DEAF }, () => callRaw(server.port, false)));
    t.after(() => {
      for (const { socket } of deaf) socket.destroy();
    });
    let most = before;
    const looks = setInterval(() => {
      most = Math.max(most, server.rssMb());
    }, 50);
    // In waves: a caller that is refused for now tries again.
    for (let wave = 0; wave < 8; wave++) {
      for (const caller of deaf.slice((wave * DEAF) / 8, ((wave + 1) * DEAF) / 8)) {
        ask(caller, LONG[random(LONG.length)] ?? '', tokens[random(tokens.length)] ?? '');
      }
      const display = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(MAC(wave)) });
      assert.equal(display.status, 200);
      assert.equal(await listAs(namedToken('writer')), DEVICES);
      assert.deepEqual(await changeAs(TOKEN, `wave${wave}`), [200, 400]);
    }
    // It shares its token with those who fill the line: for a moment it may have to come again.
    const own = { headers: { Authorization: `Bearer ${TOKEN}` } };
    await until(async () => (await fetch(`${server.url}/api/admin/devices`, own)).status === 200);
    assert.equal(await listAs(TOKEN), DEVICES);
    clearInterval(looks);
    t.diagnostic(`${Math.round(most - before)} MB more at most`);
    assert.ok(most - before < MOST_MB, `${Math.round(most - before)} MB more`);
  });
});
