/** Named tokens of the admin API: from the config to the answer, and what strangers send in their place. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { callRaw } from '../support/network/raw-http.ts';
import { configFile, startAdmin, TOKEN } from '../support/server/admin.ts';
import { adminTokens, Named, namedToken } from '../support/server/named-tokens.ts';
import { deviceHeaders, startServer, type TestServer, takeConfig } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const DEVICES = `default_screen: plain\ndevices:\n  "${MAC}": { screen: plain }\n`;

async function status(
  server: TestServer,
  token: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const answer = await fetch(`${server.url}/api/admin/devices`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe('named tokens', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ config: DEVICES });
  });
  after(() => server.stop());
  const reload = (text: string): Promise<void> => takeConfig(server, text);

  it('make the admin API exist, count from the moment that the config has them, and no longer', async () => {
    const anna = namedToken('anna');
    assert.equal(await status(server, anna), 404);
    await reload(DEVICES + adminTokens({ anna: 'viewer' }));
    assert.deepEqual([await status(server, anna), await status(server, 'other')], [200, 401]);
    await reload(DEVICES + adminTokens({ anna: 'viewer' }, ', until: 2020-01-01'));
    assert.equal(await status(server, anna), 401, 'void');
    await reload(DEVICES + adminTokens({ bert: 'viewer' }));
    assert.deepEqual([await status(server, anna), await status(server, namedToken('bert'))], [401, 200]);
    await reload(DEVICES);
    assert.equal(await status(server, namedToken('bert')), 404);
  });

  it('stay as they were where an edit of the config has a mistake', async () => {
    await reload(DEVICES + adminTokens({ anna: 'viewer' }));
    await reload(`${DEVICES}admin_tokens: { anna: { role: boss } }\n`);
    assert.equal(await status(server, namedToken('anna')), 200);
    assert.match(JSON.stringify(server.logs), /admin_tokens\.anna\.role: expected one of viewer/);
  });

  it('of any role see the times of a call, and no other token does', async () => {
    await reload(DEVICES + adminTokens({ anna: 'viewer' }));
    const timing = async (token: string): Promise<string | null> => {
      const headers = { ...deviceHeaders(MAC), Authorization: `Bearer ${token}` };
      return (await fetch(`${server.url}/api/display`, { headers })).headers.get('server-timing');
    };
    assert.match((await timing(namedToken('anna'))) ?? '', /total;dur=/);
    assert.equal(await timing(namedToken('bert')), null);
  });

  it('name who has changed the config, in its history and in no other place', async () => {
    await reload(DEVICES + adminTokens({ ada: 'admin' }));
    const ada = new Named(server, 'ada');
    assert.equal((await ada.patch(`/devices/${MAC}`, { name: 'Kitchen' })).status, 200);
    assert.match(readFileSync(configFile(server), 'utf8'), /name: Kitchen/);
    assert.ok(!JSON.stringify(server.logs).includes(namedToken('ada')));
  });
});

describe('what is sent in the place of a token', () => {
  let server: TestServer;
  before(async () => {
    const admin = await startAdmin({ config: DEVICES + adminTokens({ anna: 'viewer', 'b.2_x-': 'author' }) });
    server = admin.server;
  });
  after(() => server.stop());

  it('is refused, whatever it is', async () => {
    const digest = /sha256:([0-9a-f]{64})/.exec(readFileSync(configFile(server), 'utf8'))?.[1] ?? '';
    assert.equal(digest.length, 64);
    const anna = namedToken('anna');
    const wrong = [
      digest,
      `sha256:${digest}`,
      'anna',
      `${anna} `,
      ` ${anna}x`,
      anna.toUpperCase(),
      'null',
      'admin token',
    ];
    for (const token of [...wrong, 'ä'.repeat(50), 'x'.repeat(9_000), '[object Object]', '__proto__']) {
      const refused = await status(server, token);
      // `fetch` takes away white space at the ends of a header.
      assert.equal(refused, token.trim() === anna ? 200 : 401, token.slice(0, 40));
    }
  });

  it('is refused as bytes that are no text, twice, or with a NUL', async () => {
    const anna = namedToken('anna');
    for (const [lines, expected] of [
      [[`Authorization: Bearer ${anna}`], '200'],
      [[`authorization:   bEARER    ${anna}`], '200'],
      [[`Authorization: Bearer ${anna}`, `Authorization: Bearer ${TOKEN}`], '401'],
      [[`Authorization: Bearer ${anna}\0`], '400'],
      [[`Authorization: Bearer ${'\xff'.repeat(200)}`], '401'],
      [['Authorization: Bearer'], '401'],
      [['Authorization: Basic YTpi'], '401'],
      [[`X-Token: ${anna}`], '401'],
    ] as const) {
      const { socket, text } = await callRaw(server.port);
      const head = ['GET /api/admin/devices HTTP/1.1', 'Host: stipple.test', 'Connection: close', ...lines];
      socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'));
      await until(() => text().includes('\r\n\r\n'));
      socket.destroy();
      assert.equal(text().slice(9, 12), expected, lines.join(' | ').slice(0, 80));
    }
  });

  it('is held back with 429 when there is much of it, and so is a right one, which would be told by its answer', async () => {
    const answers: number[] = [];
    for (let i = 0; i < LIMITS.wrongTokenBurst + 20; i++) answers.push(await status(server, `guess ${i}`));
    assert.ok(answers.includes(401) && answers.at(-1) === 429, answers.join(' '));
    const held = await fetch(`${server.url}/api/admin/devices`, {
      headers: { Authorization: 'Bearer guess' },
    });
    assert.match(held.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(((await held.json()) as { code: string }).code, 'too_many_attempts');
    const right = [TOKEN, namedToken('anna')].map(async (token) => {
      // One guess a second is examined again.
      const statuses = await Promise.all([
        status(server, 'guess'),
        status(server, 'guess'),
        status(server, token),
      ]);
      return statuses.at(-1);
    });
    assert.deepEqual(await Promise.all(right), [429, 429]);
    const none = await fetch(`${server.url}/api/admin/devices`);
    assert.equal(none.status, 401, 'without a token nothing was guessed');
  });
});
