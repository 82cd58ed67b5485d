/** Version 2 of signed calls, in which the signature covers the request, and the owner of a pinned key. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { longCode, registrationCode } from '../../src/domain/registration-code.ts';
import { kindsOf } from '../support/device/calls.ts';
import { newKey, type Request, signRequest, signTime } from '../support/device/signed-calls.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';

let clock = Date.now();
/** Times that were not used before. */
function nextTime(): number {
  clock += 1;
  return clock;
}

let last = 0;
function newMac(): string {
  last++;
  return `AA:BB:CC:01:00:${last.toString(16).padStart(2, '0').toUpperCase()}`;
}

interface Answer {
  readonly status: number;
  readonly code: unknown;
}

/** Send a request, with headers that were signed for it or for another. */
async function send(
  admin: Admin,
  request: Request,
  headers: Record<string, string>,
  path = request.target,
): Promise<Answer> {
  const { method, mac, body } = request;
  const response = await fetch(admin.server.url + path, {
    method,
    headers: { ID: mac, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, code: text === '' ? undefined : JSON.parse(text).code };
}

const DISPLAY = { method: 'GET', target: '/api/display' } as const;
const LOG = { method: 'POST', target: '/api/log', body: '{"logs":[{"message":"Tür \\u0001"}]}' } as const;

describe('signed requests', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: 'default_screen: plain\nauth_mode: ed25519\n' });
  });
  after(() => admin.server.stop());

  it('are accepted with other slashes and additional headers', async () => {
    const key = newKey();
    const mac = newMac();
    const ask = (request: Request, path?: string): Promise<Answer> =>
      send(admin, request, signRequest(key, nextTime(), request), path);
    assert.equal((await ask({ ...DISPLAY, mac })).status, 200);
    assert.equal((await ask({ ...DISPLAY, mac, target: '/api/display?a=1&b=%2F' })).status, 200);
    assert.equal((await ask({ ...DISPLAY, mac }, '//api/display')).status, 200);
    assert.equal((await ask({ ...DISPLAY, mac }, '/api/display/')).status, 200);
    assert.equal((await ask({ ...DISPLAY, mac, method: 'HEAD' })).status, 200);
    assert.equal((await ask({ ...LOG, mac })).status, 200);
    assert.equal((await ask({ ...LOG, mac, body: '{"logs":[]}' })).status, 200);
    const upper = signRequest(key, nextTime(), { ...DISPLAY, mac });
    assert.equal(
      (await send(admin, { ...DISPLAY, mac }, { ...upper, 'X-Public-Key': key.hex.toUpperCase() })).status,
      200,
    );
    const lower = signRequest(key, nextTime(), { ...DISPLAY, mac });
    assert.equal((await send(admin, { ...DISPLAY, mac: mac.toLowerCase() }, lower)).status, 200);
  });

  it('are refused for other requests, and after any change', async () => {
    const key = newKey();
    const mac = newMac();
    const signed = { ...LOG, mac };
    const others: readonly (readonly [string, Request])[] = [
      ['another device', { ...signed, mac: newMac() }],
      ['another body', { ...signed, body: '{"logs":[]}' }],
      ['a byte more', { ...signed, body: `${LOG.body} ` }],
      ['no body', { method: 'POST', target: '/api/log', mac, body: '' }],
      ['another path', { ...DISPLAY, mac }],
      ['a query', { ...signed, target: '/api/log?x' }],
    ];
    for (const [what, request] of others) {
      const answer = await send(admin, request, signRequest(key, nextTime(), signed));
      assert.deepEqual([answer.status, answer.code], [401, 'invalid_device_signature'], what);
    }
    const changes = {
      'X-Timestamp': String(nextTime()),
      'X-Signature-Version': '1',
      'X-Public-Key': newKey().hex,
    };
    for (const [name, value] of Object.entries(changes)) {
      const headers = { ...signRequest(key, nextTime(), signed), [name]: value };
      assert.equal((await send(admin, signed, headers)).status, 401, name);
    }
    assert.equal((await send(admin, signed, signRequest(key, nextTime(), signed))).status, 200);
  });

  it('count once, also when the same time is signed in the other version', async () => {
    const key = newKey();
    const request = { ...DISPLAY, mac: newMac() };
    const time = nextTime();
    assert.equal((await send(admin, request, signRequest(key, time, request))).status, 200);
    assert.equal((await send(admin, request, signRequest(key, time, request))).status, 401);
    assert.equal((await send(admin, request, signTime(key, time))).status, 401);
  });

  it('must name an existing version', async () => {
    const request = { ...DISPLAY, mac: newMac() };
    for (const version of ['0', '3', '', '02', 'two']) {
      const headers = { ...signRequest(newKey(), nextTime(), request), 'X-Signature-Version': version };
      assert.deepEqual(await send(admin, request, headers), { status: 400, code: 'invalid_header' });
    }
  });

  it('cannot be pinned to another address by sending them again', async () => {
    const [key, victim] = [newKey(), newKey()];
    const [own, other] = [newMac(), newMac()];
    const headers = signTime(key, nextTime());
    assert.equal((await send(admin, { ...DISPLAY, mac: own }, headers)).status, 200);
    assert.equal((await send(admin, { ...DISPLAY, mac: other }, headers)).status, 401);
    // Refused signatures count as used too.
    const refused = signTime(victim, nextTime());
    assert.equal((await send(admin, { ...DISPLAY, mac: own }, refused)).status, 401);
    assert.equal((await send(admin, { ...DISPLAY, mac: other }, refused)).status, 401);
    assert.equal((await send(admin, { ...DISPLAY, mac: other }, signTime(victim, nextTime()))).status, 200);
  });

  it('pin another key after a reset', async () => {
    const mac = newMac();
    const [squatter, device] = [newKey(), newKey()];
    const ask = (key: typeof device): Promise<Answer> =>
      send(admin, { ...DISPLAY, mac }, signTime(key, nextTime()));
    assert.equal((await ask(squatter)).status, 200);
    assert.equal((await ask(device)).status, 401);
    assert.equal((await admin.post(`/devices/${mac}/reset`, undefined)).status, 200);
    assert.equal((await ask(device)).status, 200);
    assert.equal((await ask(squatter)).status, 401);
    assert.deepEqual(await kindsOf(admin, mac), ['identity_reset', 'pinned', 'token_refused']);
  });
});

describe('a key with a code that the config names', () => {
  it('replaces one without such a code at its address, for both forms of the code', async () => {
    const [first, second] = [newKey(), newKey()];
    const codes = [registrationCode(first.hex), longCode(second.hex)];
    const devices = codes.map((code) => `  ${code}: { screen: plain, refresh: 1234 }\n`).join('');
    const admin = await startAdmin({
      config: `default_screen: plain\nauth_mode: ed25519\ndevices:\n${devices}`,
    });
    try {
      for (const device of [first, second]) {
        const mac = newMac();
        const squatter = newKey();
        for (const [key, status] of [
          [squatter, 200],
          [device, 200],
          [squatter, 401],
          [device, 200],
        ] as const) {
          const request = { ...DISPLAY, mac };
          assert.equal((await send(admin, request, signTime(key, nextTime()))).status, status);
          const log = { ...LOG, mac };
          assert.equal((await send(admin, log, signRequest(key, nextTime(), log))).status, status);
        }
        assert.deepEqual(await kindsOf(admin, mac), ['claimed_by_code', 'pinned', 'token_refused']);
      }
    } finally {
      await admin.server.stop();
    }
  });
});

describe('min_signature_version 2', () => {
  it('refuses version 1, and reports what it expects', async () => {
    const admin = await startAdmin({
      config: 'default_screen: plain\nauth_mode: ed25519\nmin_signature_version: 2\n',
    });
    try {
      const key = newKey();
      const request = { ...DISPLAY, mac: newMac() };
      assert.equal((await send(admin, request, signTime(key, nextTime()))).status, 401);
      assert.equal((await send(admin, request, signRequest(key, nextTime(), request))).status, 200);
    } finally {
      await admin.server.stop();
    }
  });
});
