/** `If-Match` of a change of a device: two people do not undo each other's work. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { adminTokens, namedToken } from '../support/server/named-tokens.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const CONFIG = `default_screen: plain
devices:
  "${MAC}": { screen: local/typed, refresh: 600, params: { city: Bern, key: secret-secret } }
`;

let admin: Admin;
before(async () => {
  admin = await startAdmin({ config: CONFIG + adminTokens({ vera: 'viewer' }) });
});
after(() => admin.server.stop());

function call(method: string, headers: Record<string, string> = {}, body?: object): Promise<Response> {
  return fetch(`${admin.server.url}/api/admin/devices/${MAC}`, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function tag(): Promise<string> {
  return (await call('GET')).headers.get('ETag') ?? 'none';
}

describe('If-Match of PATCH /api/admin/devices/{key}', () => {
  it('lets a change through while the entry is as it was read, and names another state after each change', async () => {
    for (const body of [
      { refresh: 700 },
      { name: 'Hall' },
      { tags: ['a'] },
      { params: { days: 3 } },
      { params: { key: 'another-secret' } },
      { strength: 0.5 },
      { schedule: { sleep: { from: '22:00', to: '06:00' } } },
      { frame_tokens: { home: `sha256:${'0'.repeat(64)}` } },
      { screen: 'local/plain', params: {} },
      { clear: ['refresh'] },
    ]) {
      const before = await tag();
      assert.match(before, /^"[0-9a-f]{30}"$/);
      assert.equal(await tag(), before);
      const answer = await call('PATCH', { 'If-Match': before }, body);
      assert.equal(answer.status, 200, await answer.text());
      assert.notEqual(await tag(), before, JSON.stringify(body));
    }
  });

  it('refuses a change that was made for another state, and changes nothing', async () => {
    const before = await tag();
    assert.equal((await call('PATCH', {}, { refresh: 900 })).status, 200);
    const text = admin.configText();
    for (const stale of [before, '"00"', 'nonsense', '']) {
      const answer = await call('PATCH', { 'If-Match': stale }, { refresh: 1000 });
      const { code, error } = (await answer.json()) as { code: string; error: string };
      assert.deepEqual([answer.status, code], [412, 'device_changed'], stale);
      assert.match(error, /changed meanwhile/);
      assert.equal(answer.headers.get('ETag'), await tag());
    }
    assert.equal(admin.configText(), text);
  });

  it('takes any state with a star, one of several, and a tag that a proxy has made weak', async () => {
    for (const expected of ['*', `"00", ${await tag()}`, `W/${await tag()}`]) {
      assert.equal((await call('PATCH', { 'If-Match': expected }, { refresh: 900 })).status, 200, expected);
    }
  });

  it('is no oracle: who may not see the secrets of an entry gets no tag of them', async () => {
    const answer = await fetch(`${admin.server.url}/api/admin/devices/${MAC}`, {
      headers: { Authorization: `Bearer ${namedToken('vera')}` },
    });
    assert.deepEqual([answer.status, answer.headers.get('ETag')], [200, null]);
  });
});
