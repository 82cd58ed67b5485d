/** Devices that sign their calls, over real HTTP. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { newKey, signTime as signedHeaders } from '../support/device/signed-calls.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const CONFIG = 'default_screen: plain\nauth_mode: ed25519\n';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

describe('with auth_mode ed25519', () => {
  let server: TestServer;
  let clock = Date.now();
  before(async () => {
    server = await startServer({ config: CONFIG });
  });
  after(() => server.stop());

  /** Times that were not used before. */
  const nextTime = (): number => {
    clock += 1;
    return clock;
  };

  async function call(mac: string, headers: Record<string, string>, path = '/api/display'): Promise<Answer> {
    const init = path === '/api/log' ? { method: 'POST', body: '{"logs":[]}' } : {};
    const response = await fetch(`${server.url}${path}`, { ...init, headers: { ID: mac, ...headers } });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  it('sends its time, and at setup that calls must be signed', async () => {
    const { timestamp_ms: now } = (await (await fetch(`${server.url}/api/time`)).json()) as {
      timestamp_ms: number;
    };
    assert.ok(Number.isInteger(now) && Math.abs(now - Date.now()) < 60_000);
    const setup = await call('AA:00:00:00:00:01', { 'FW-Version': '1', Model: 'og' }, '/api/setup');
    assert.equal(setup.body['auth_mode'], 'ed25519');
  });

  it('serves a device that signs, without a token, under a code that derives from its key', async () => {
    const key = newKey();
    const { status, body } = await call('AA:00:00:00:00:02', signedHeaders(key, nextTime()));
    assert.deepEqual([status, body['status']], [200, 0]);
    const logged = await call('AA:00:00:00:00:02', signedHeaders(key, nextTime()), '/api/log');
    assert.equal(logged.status, 200);
    const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ';
    const digest = createHash('sha256').update(key.hex).digest();
    const code = [...digest.subarray(0, 10)].map((byte) => letters[byte % letters.length]).join('');
    assert.equal(server.app.registry.byRegistrationCode(code)?.id, 'AA:00:00:00:00:02');
  });

  it('pins the first valid key to its device', async () => {
    const mac = 'AA:00:00:00:00:03';
    const own = newKey();
    const forged = { ...signedHeaders(newKey(), nextTime()), 'X-Public-Key': own.hex };
    assert.equal((await call(mac, forged)).status, 401);
    assert.equal((await call(mac, signedHeaders(own, nextTime()))).status, 200);
    const other = await call(mac, signedHeaders(newKey(), nextTime()));
    assert.deepEqual([other.status, other.body['code']], [401, 'invalid_device_signature']);
    assert.equal((await call(mac, signedHeaders(own, nextTime()))).status, 200);
  });

  it('accepts a signed time once, for all devices', async () => {
    const key = newKey();
    const headers = signedHeaders(key, nextTime());
    assert.equal((await call('AA:00:00:00:00:04', headers)).status, 200);
    assert.equal((await call('AA:00:00:00:00:04', headers)).status, 401);
    assert.equal((await call('AA:00:00:00:00:05', headers)).status, 401);
  });

  it('accepts times within a minute of its own, and reports the expected range for others', async () => {
    const key = newKey();
    const at = (offset: number) => call('AA:00:00:00:00:06', signedHeaders(key, Date.now() + offset));
    assert.equal((await at(-58_000)).status, 200);
    assert.equal((await at(58_000)).status, 200);
    for (const offset of [-62_000, 62_000]) {
      const late = await at(offset);
      assert.equal(late.status, 401);
      assert.match(
        String(late.body['error']),
        /^X-Timestamp: expected a time within 60 seconds of \d+, got \d+/,
      );
    }
  });

  it('requires all three headers in their format', async () => {
    const good = signedHeaders(newKey(), nextTime());
    for (const name of Object.keys(good)) {
      const { [name]: _, ...rest } = good;
      const missing = await call('AA:00:00:00:00:07', { ...rest, 'Access-Token': 'x' });
      assert.deepEqual([missing.status, missing.body['error']], [400, `Header ${name} is required.`]);
      const malformed = await call('AA:00:00:00:00:07', { ...good, [name]: 'zz' });
      assert.deepEqual([malformed.status, malformed.body['code']], [400, 'invalid_header']);
    }
    const off = { ...good, 'X-Public-Key': 'ff'.repeat(32) };
    assert.equal((await call('AA:00:00:00:00:07', off)).status, 401);
  });
});

describe('without it', () => {
  it('signatures are ignored, and the time is sent too', async () => {
    const server = await startServer();
    try {
      const headers = { ID: 'AA:00:00:00:00:08', ...signedHeaders(newKey(), Date.now()) };
      const refused = await fetch(`${server.url}/api/display`, { headers });
      assert.equal(refused.status, 400);
      const served = await fetch(`${server.url}/api/display`, {
        headers: { ...headers, 'Access-Token': 'mine' },
      });
      assert.equal(served.status, 200);
      assert.equal((await fetch(`${server.url}/api/time`)).status, 200);
    } finally {
      await server.stop();
    }
  });
});
