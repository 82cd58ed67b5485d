/** Signing in to the console: the cookie, what it opens, what is refused, and when it ends. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { VERSION } from '../../src/platform/base/version.ts';
import { ConsoleBrowser, OWN_PAGE, send } from '../support/console/browser.ts';
import { type ConsoleFolder, writeConsole } from '../support/console/fixture.ts';
import { SESSION_MAC, signedIn, startSessionServer } from '../support/console/session-server.ts';
import { TOKEN } from '../support/server/admin.ts';
import { namedToken } from '../support/server/named-tokens.ts';
import { deviceHeaders, type TestServer, type TestServerOptions } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const NAME = { name: 'Kitchen' };
const DEVICE = `/api/admin/devices/${SESSION_MAC}`;

let files: ConsoleFolder;
before(() => {
  files = writeConsole();
});
after(() => files.remove());

function start(t: TestContext | null, options?: TestServerOptions): Promise<TestServer> {
  return startSessionServer(t, files, options);
}

describe('signing in', () => {
  let server: TestServer;
  before(async () => {
    server = await start(null);
  });
  after(() => server.stop());

  it('tells a stranger nothing but how one does', async () => {
    const { status, body, headers } = await new ConsoleBrowser(server.url).session();
    assert.deepEqual([status, body], [200, { signed_in: false, mode: 'server' }]);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['set-cookie'], undefined);
  });

  it('gives a cookie for a token, which opens what the token opens', async () => {
    const browser = new ConsoleBrowser(server.url);
    const { status, body, headers } = await browser.signIn(TOKEN);
    assert.equal(status, 200);
    const { expires, ...rest } = body;
    assert.deepEqual(rest, {
      ...{ signed_in: true, name: 'admin token', role: 'admin', mode: 'server' },
      ...{ version: VERSION, base: '', device_url: server.url },
    });
    const leftHours = (Date.parse(expires) - Date.now()) / 3_600_000;
    assert.ok(leftHours > 11.9 && leftHours <= 12, expires);
    const [cookie = '', ...more] = headers['set-cookie'] ?? [];
    assert.deepEqual(more, []);
    assert.match(cookie, /^stipple-\d+=[\w.*-]+; Path=\/; Max-Age=43\d{3}; HttpOnly; SameSite=Strict$/);
    assert.ok(!cookie.includes(TOKEN));
    assert.deepEqual((await browser.session()).body, body);
    assert.equal((await browser.call('GET', DEVICE)).status, 200);
    assert.equal((await browser.call('PATCH', DEVICE, NAME)).status, 200);
    assert.equal((await browser.call('HEAD', '/console/session')).status, 200);
  });

  it('keeps roles, names people in the audit trail, and notes that they signed in', async () => {
    const browser = await signedIn(server, namedToken('vera'));
    assert.equal((await browser.call('GET', DEVICE)).status, 200);
    const refused = await browser.call('PATCH', DEVICE, NAME);
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
    assert.match(refused.body.error, /needs the role admin/);
    const admin = await signedIn(server);
    const { body } = await until(async () => {
      const answer = await admin.call('GET', '/api/admin/audit?who=vera');
      return answer.body.entries.length >= 2 ? answer : null;
    }, 'both are entered');
    const actions = body.entries.map((entry: { action: string; status: number }) => [
      entry.action,
      entry.status,
    ]);
    assert.deepEqual(actions, [
      [`PATCH ${DEVICE}`, 403],
      ['POST /console/session', 200],
    ]);
  });

  it('is over when one signs out', async () => {
    const browser = await signedIn(server);
    const { status, body, headers } = await browser.call('DELETE', '/console/session');
    assert.deepEqual([status, body], [200, { signed_in: false, mode: 'server' }]);
    assert.deepEqual(headers['set-cookie'], [
      `stipple-${server.port}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict`,
    ]);
    assert.equal(browser.cookie, null);
    assert.equal((await browser.call('GET', DEVICE)).status, 401);
  });

  it('takes a map with a token as JSON, and repeats nothing of what came', async () => {
    const at = `${server.url}/console/session`;
    const type = { 'Content-Type': 'application/json', ...OWN_PAGE };
    for (const [body, headers, status, code] of [
      ['', type, 400, 'invalid_body'],
      [`"${TOKEN}"`, type, 400, 'invalid_body'],
      [`{"token":["${TOKEN}"]}`, type, 400, 'invalid_body'],
      [`{"token":"${TOKEN}","more":1}`, type, 400, 'invalid_body'],
      [`{"${TOKEN}":1}`, type, 400, 'invalid_body'],
      [`{"token":"x"}`, OWN_PAGE, 415, 'unsupported_media_type'],
      [`{"token":"${'x'.repeat(40_000)}"}`, type, 413, 'body_too_large'],
      ['{"__proto__":{"token":"x"}}', type, 400, 'invalid_body'],
    ] as const) {
      const reply = await send(at, 'POST', headers, body);
      assert.deepEqual([reply.status, reply.body.code], [status, code], body.slice(0, 40));
      assert.ok(!reply.text.includes(TOKEN));
      assert.equal(reply.headers['set-cookie'], undefined);
    }
    const put = await send(at, 'PUT', type, '{}');
    assert.deepEqual([put.status, put.headers.allow], [405, 'GET, HEAD, POST, DELETE']);
    assert.ok(!JSON.stringify(server.logs).includes(TOKEN));
  });

  it('takes what is no session for nothing', async () => {
    const { cookie } = await signedIn(server);
    assert.ok(cookie);
    const name = cookie.slice(0, cookie.indexOf('='));
    const tries: readonly (readonly [string, number])[] = [
      [cookie, 200],
      [`a=b; ${cookie}; c=d`, 200],
      [`${name}=of another program; ${cookie}`, 200],
      [`${`${name}=x; `.repeat(4)}${cookie}`, 200],
      [`__Host-${cookie}`, 401],
      [cookie.toUpperCase(), 401],
      [`${cookie}x`, 401],
      [`${name}=`, 401],
      [cookie.replace(name, 'stipple'), 401],
      ['stipple', 401],
      [`x${cookie}`, 401],
      [`${';'.repeat(9_000)}`, 401],
    ];
    for (const [text, expected] of tries) {
      const { status } = await send(`${server.url}${DEVICE}`, 'GET', { Cookie: text });
      assert.equal(status, expected, text.slice(0, 60));
    }
  });

  it('leaves a token that is sent with a cookie to itself', async () => {
    const { cookie } = await signedIn(server);
    const call = (authorization: string): Promise<number> =>
      send(`${server.url}${DEVICE}`, 'GET', { Cookie: cookie ?? '', Authorization: authorization }).then(
        ({ status }) => status,
      );
    assert.equal(await call('Bearer wrong'), 401);
    assert.equal(await call(`Bearer ${TOKEN}`), 200);
    assert.equal(await call('Basic YTpi'), 200, 'of a proxy');
  });

  it('shows the times of a call, as a token does, and devices are told none', async () => {
    const browser = await signedIn(server, namedToken('vera'));
    const headers = { ...deviceHeaders(SESSION_MAC), Cookie: browser.cookie ?? '' };
    const timed = await send(`${server.url}/api/display`, 'GET', headers);
    assert.match(String(timed.headers['server-timing']), /total;dur=/);
    const other = await send(`${server.url}/api/display`, 'GET', { ...headers, Cookie: 'stipple=x' });
    assert.equal(other.headers['server-timing'], undefined);
  });
});

describe('a wrong token', () => {
  it('is 401, then 429, counted with those of the admin API, while who is signed in stays so', async (t) => {
    const server = await start(t);
    const kept = await signedIn(server);
    const statuses: number[] = [];
    for (let i = 0; i < LIMITS.wrongTokenBurst + 5; i++) {
      const { status, body, headers } = await new ConsoleBrowser(server.url).signIn(`guess ${i}`);
      statuses.push(status);
      assert.equal(headers['set-cookie'], undefined);
      if (status === 401) assert.equal(body.code, 'unauthorized');
      else assert.match(headers['retry-after'] ?? '', /^\d+$/);
    }
    assert.ok(statuses[0] === 401 && statuses.at(-1) === 429, statuses.join(' '));
    const bearer = await send(`${server.url}${DEVICE}`, 'GET', { Authorization: 'Bearer guess' });
    assert.equal(bearer.status, 429, 'one count for both');
    assert.equal((await kept.call('GET', DEVICE)).status, 200);
    const { body } = await kept.call('GET', '/api/admin/audit');
    assert.equal(body.wrong_tokens.count, statuses.length + 1);
  });
});
