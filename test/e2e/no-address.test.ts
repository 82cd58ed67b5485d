/** Addresses that no device has, in generated spellings, with every kind of token, on every route that takes an `ID`. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { send } from '../support/console/browser.ts';
import { randomNumbers } from '../support/random.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { deviceHeaders } from '../support/server/server.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
const random = randomNumbers(SEED);
const MAC = 'AA:BB:CC:DD:EE:01';
const CALLS = 300;

/** An address of zeros, or of ones, which is what a client reads that has none. */
function noAddress(): string {
  const pair =
    random(2) === 0 ? (): string => '00' : (): string => `${random(2) ? 'f' : 'F'}${random(2) ? 'f' : 'F'}`;
  const separators = [':', '-'];
  const one = separators[random(2)];
  const separator = (): string => (random(3) === 0 ? (separators[random(2)] ?? ':') : (one ?? ':'));
  const rest = Array.from({ length: 5 }, () => separator() + pair()).join('');
  const space = (): string => ['', '', ' ', '\t', '  '][random(5)] ?? '';
  return `${space()}${pair()}${rest}${space()}`;
}

/** What is no address at all. */
function garbage(): string {
  const kinds = ['000000000000', '0000.0000.0000', '00:00:00:00:00', '00:00:00:00:00:00:00', '0:0:0:0:0:0'];
  return [...kinds, '::', 'ff:ff:ff:ff:ff:fg', '00;00;00;00;00;00'][random(kinds.length + 3)] ?? '';
}

describe(`an address that no device has (seed ${SEED})`, () => {
  let admin: Admin;
  const known = 'the token of a known device';
  before(async () => {
    admin = await startAdmin({ config: `default_screen: plain\ndevices:\n  "${MAC}": { screen: plain }\n` });
    const headers = { ...deviceHeaders(MAC), 'Access-Token': known };
    assert.equal((await fetch(`${admin.server.url}/api/display`, { headers })).status, 200);
  });
  after(() => admin.server.stop());

  const tokens = (): string => [known, '', 'unknown', TOKEN, `fresh ${random(1e6)}`][random(5)] ?? '';
  const calls = [
    ['GET', '/api/setup'],
    ['GET', '/api/setup/'],
    ['GET', '/api/display'],
    ['HEAD', '/api/display'],
    ['GET', '//api/display'],
    ['GET', '/api/display/current'],
    ['GET', '/api/current_screen'],
    ['POST', '/api/log'],
  ] as const;

  /** A call without an address. @returns its status */
  async function callOnce(): Promise<number> {
    const [method, route] = calls[random(calls.length)] ?? calls[0];
    const [ID, token] = [random(4) === 0 ? garbage() : noAddress(), tokens()];
    const headers = { ID, 'Access-Token': token, 'FW-Version': '1.5.0', Model: 'og' };
    const body = method === 'POST' ? '{"logs":[{"message":"x"}]}' : undefined;
    const { status, body: answer } = await send(`${admin.server.url}${route}`, method, headers, body);
    const what = `${method} ${route} ${JSON.stringify(headers)}: ${status} ${JSON.stringify(answer)}`;
    assert.ok([200, 400, 404, 405, 429].includes(status), what);
    const mayBeTheDevice = token === known && !route.startsWith('/api/setup');
    assert.ok(status !== 200 || mayBeTheDevice, what);
    if (status === 400 && answer !== null) assert.match(answer.code, /^(?:missing|invalid)_header$/, what);
    return status;
  }

  it('is adopted by no call; with the token of a known device it is that device', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < CALLS; n += 1) statuses.add(await callOnce());
    assert.ok(statuses.has(200) && statuses.has(400), [...statuses].join());
    const { body } = await admin.get('/devices');
    assert.deepEqual(
      body.map(({ key }: { readonly key: string }) => key),
      [MAC],
    );
    const pending = await admin.get('/pending');
    assert.doesNotMatch(JSON.stringify(pending.body), /(?:00|FF)(?::(?:00|FF)){5}/);
  });
});
