/** The cookie of the console: who may use it from which page, behind TLS and on other servers, and when it ends. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { ConsoleBrowser, OWN_PAGE, type SentHeaders, send } from '../support/console/browser.ts';
import { type ConsoleFolder, writeConsole } from '../support/console/fixture.ts';
import {
  SESSION_CONFIG,
  SESSION_MAC,
  SESSION_PEOPLE,
  signedIn,
  startSessionServer,
} from '../support/console/session-server.ts';
import { TOKEN } from '../support/server/admin.ts';
import { readEvents } from '../support/server/event-reader.ts';
import { adminTokens, namedToken } from '../support/server/named-tokens.ts';
import {
  startServer,
  type TestServer,
  type TestServerOptions,
  takeConfig,
} from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const NAME = { name: 'Kitchen' };
const DEVICE = `/api/admin/devices/${SESSION_MAC}`;

let files: ConsoleFolder;
/** Servers that the tests share, with different secrets of addresses. */
let usual: TestServer;
let foreign: TestServer;
before(async () => {
  files = writeConsole();
  usual = await start(null);
  foreign = await start(null, { env: { SERVICE_URL_SECRET: 'v'.repeat(32) } });
});
after(async () => {
  await usual.stop();
  await foreign.stop();
  files.remove();
});

function start(t: TestContext | null, options?: TestServerOptions): Promise<TestServer> {
  return startSessionServer(t, files, options);
}

describe('a call with the cookie that changes something', () => {
  let server: TestServer;
  let cookie: string;
  before(async () => {
    server = await start(null, { env: { PUBLIC_URL: 'https://display.example:443/x' } });
    cookie = (await signedIn(server)).cookie ?? '';
  });
  after(() => server.stop());

  const cases: readonly (readonly [SentHeaders, boolean])[] = [
    [OWN_PAGE, true],
    [{ ...OWN_PAGE, Origin: 'https://evil.example' }, true],
    [{ 'Sec-Fetch-Site': 'same-site' }, false],
    [{ 'Sec-Fetch-Site': 'cross-site' }, false],
    [{ 'Sec-Fetch-Site': 'none' }, false],
    [{ 'Sec-Fetch-Site': '' }, false],
    [{ 'Sec-Fetch-Site': ['same-origin', 'cross-site'] }, false],
    [{ Origin: 'OWN' }, true],
    [{ Origin: 'https://display.example' }, true],
    [{ Origin: 'https://display.example/x' }, false],
    [{ Origin: 'http://display.example' }, false],
    [{ Origin: 'https://evil.example' }, false],
    [{ Origin: 'null' }, false],
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'OWN' }, false],
    [{}, false],
    [{ Referer: 'OWN' }, false],
  ];

  it('comes from a page of this server, as the browser says', async () => {
    const type = { 'Content-Type': 'application/json' };
    for (const [headers, passes] of cases) {
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value === 'OWN' ? server.url : value]),
      );
      const what = JSON.stringify(sent);
      const call = (method: string, route: string, body?: string, more: SentHeaders = { Cookie: cookie }) =>
        send(server.url + route, method, { ...type, ...more, ...sent }, body);
      const changed = await call('PATCH', DEVICE, JSON.stringify(NAME));
      const login = await call('POST', '/console/session', JSON.stringify({ token: TOKEN }));
      const logout = await call('DELETE', '/console/session');
      for (const { status, body, headers: answered } of [changed, login, logout]) {
        assert.equal(status, passes ? 200 : 403, what);
        if (passes) continue;
        assert.equal(body.code, 'forbidden');
        assert.match(body.error, /Sec-Fetch-Site|Origin/);
        assert.equal(answered['set-cookie'], undefined);
      }
      assert.equal((await call('GET', DEVICE)).status, 200, `${what}: to look is free`);
      const bearer = await call('PATCH', DEVICE, JSON.stringify(NAME), { Authorization: `Bearer ${TOKEN}` });
      assert.equal(bearer.status, 200, `${what}: who shows a token is no page`);
    }
  });
});

describe('a cookie behind a proxy with TLS', () => {
  it('is of this host alone, and never sent without TLS', async (t) => {
    const server = await start(t, { env: { TRUST_PROXY: 'loopback' } });
    const tls = new ConsoleBrowser(server.url, {
      ...{ 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'display.example' },
    });
    const { headers, body } = await tls.signIn(TOKEN, { Origin: 'https://display.example' });
    const [cookie = ''] = headers['set-cookie'] ?? [];
    assert.match(
      cookie,
      /^__Host-stipple=[\w.*-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    );
    assert.equal(body.device_url, 'https://display.example');
    assert.equal((await tls.call('GET', DEVICE)).status, 200);
    const plain = new ConsoleBrowser(server.url);
    plain.cookie = tls.cookie;
    assert.equal((await plain.call('GET', DEVICE)).status, 401);
    // A page of another host of the domain may set the plain name.
    const value = (tls.cookie ?? '').replace('__Host-', '');
    assert.equal(
      (await send(server.url + DEVICE, 'GET', { Cookie: value, 'X-Forwarded-Proto': 'https' })).status,
      401,
    );
    const out = await tls.call('DELETE', '/console/session');
    assert.deepEqual(out.headers['set-cookie'], [
      '__Host-stipple=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    ]);
  });

  it('is plain where the proxy is not trusted', async () => {
    const browser = new ConsoleBrowser(usual.url, { 'X-Forwarded-Proto': 'https' });
    const { headers } = await browser.signIn(TOKEN);
    assert.match(
      String(headers['set-cookie']),
      /^stipple-\d+=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
  });
});

describe('cookies of the same name that others have set', () => {
  const tossed = fc.array(
    fc.oneof(
      fc.constantFrom('', 'x', '*', 'a.b.c.d', '__proto__', 'x'.repeat(300)),
      fc.base64String({ maxLength: 40 }).map((text) => text.replaceAll('=', '-')),
      // The form of ours, with another signature.
      fc
        .tuple(fc.stringMatching(/^[A-Za-z0-9_-]{16}$/), fc.stringMatching(/^[A-Za-z0-9_-]{43}$/))
        .map(([nonce, signature]) => {
          const seconds = Math.floor(Date.now() / 1000) + 3_000;
          return `${seconds.toString(36)}.${nonce}.*.${signature}`;
        }),
    ),
    { minLength: 4, maxLength: 130 },
  );

  it('lock nobody out, as many as fit into the headers of a call', async () => {
    const server = usual;
    const own = (await signedIn(server)).cookie ?? '';
    await fc.assert(
      fc.asyncProperty(tossed, fc.nat(), async (values, at) => {
        const cookies = values.map((value) => `stipple-${server.port}=${value}`);
        cookies.splice(at % (cookies.length + 1), 0, own);
        const { status } = await send(server.url + DEVICE, 'GET', { Cookie: cookies.join('; ') });
        assert.equal(status, 200);
      }),
      { numRuns: 50 },
    );
    const most = Array<string>(3_000).fill(`stipple-${server.port}=`).join(';').slice(0, 14_000);
    assert.equal((await send(server.url + DEVICE, 'GET', { Cookie: `${most}; ${own}` })).status, 200);
  });

  it('count for nothing where the public URL has TLS, also behind a proxy that is not trusted', async (t) => {
    const server = await start(t, { env: { PUBLIC_URL: 'https://display.example' } });
    const Host = 'display.example';
    const browser = new ConsoleBrowser(server.url, { Host });
    const { headers } = await browser.signIn(TOKEN);
    assert.deepEqual(
      headers['set-cookie']?.map((cookie) => cookie.split('=')[0]),
      ['__Host-stipple'],
    );
    assert.match(String(headers['set-cookie']), /; Secure$/);
    const own = browser.cookie ?? '';
    const plain = own.replace('__Host-', '');
    const status = async (more: SentHeaders) => (await send(server.url + DEVICE, 'GET', more)).status;
    assert.equal(await status({ Host, Cookie: own }), 200);
    assert.equal(await status({ Host: `${Host}:443`, Cookie: `${plain}x; ${own}` }), 200);
    assert.equal(await status({ Host, Cookie: plain }), 401);
    // By the address in the network there is no TLS: browsers keep the plain one alone.
    const direct = await new ConsoleBrowser(server.url).signIn(TOKEN);
    const names = direct.headers['set-cookie']?.map((cookie) => cookie.split('=')[0]);
    assert.deepEqual(names, [`__Host-stipple-${server.port}`, `stipple-${server.port}`]);
    assert.equal(await status({ Cookie: plain.replace('stipple', `stipple-${server.port}`) }), 200);
  });
});

describe('a session', () => {
  it('is good on all servers that share the secret of addresses, and on no other', async (t) => {
    const [one, two] = [usual, await start(t)];
    const browser = await signedIn(one);
    // As a balancer in front of them passes it on.
    const headers = { Cookie: browser.cookie ?? '', Host: new URL(one.url).host };
    for (const [server, expected] of [
      [two, 200],
      [foreign, 401],
    ] as const) {
      const { status } = await send(server.url + DEVICE, 'GET', headers);
      assert.equal(status, expected);
    }
  });

  it('ends with its token, and with it the stream that it has opened', async (t) => {
    const server = usual;
    const [admin, ada] = [await signedIn(server), await signedIn(server, namedToken('ada'))];
    const read = ({ cookie }: ConsoleBrowser) =>
      readEvents(server, { headers: { Cookie: cookie ?? '', Authorization: 'None' } });
    const [streamed, stays] = [await read(ada), await read(admin)];
    t.after(() => stays.leave());
    assert.deepEqual([streamed.status, stays.status], [200, 200]);
    await takeConfig(server, SESSION_CONFIG + adminTokens({ vera: 'admin' }));
    await until(() => streamed.hasEnded(), 'the stream has ended');
    assert.equal(stays.hasEnded(), false);
    assert.equal((await ada.call('GET', DEVICE)).status, 401);
    assert.equal((await ada.session()).body.signed_in, false);
    assert.equal((await admin.call('GET', DEVICE)).status, 200);
    await takeConfig(server, SESSION_CONFIG + SESSION_PEOPLE);
  });

  it('ends with another admin token or secret that is read again', async (t) => {
    const secrets = path.join(files.dir, 'token');
    const urlSecret = path.join(files.dir, 'url-secret');
    writeFileSync(secrets, TOKEN);
    writeFileSync(urlSecret, 'w'.repeat(32));
    const server = await startServer({
      ...{ config: SESSION_CONFIG + SESSION_PEOPLE, consoleDir: files.dir },
      env: { SERVICE_ADMIN_TOKEN_FILE: secrets, SERVICE_URL_SECRET_FILE: urlSecret },
    });
    t.after(() => server.stop());
    const [admin, ada] = [await signedIn(server), await signedIn(server, namedToken('ada'))];
    const streamed = await readEvents(server, {
      headers: { Cookie: admin.cookie ?? '', Authorization: 'None' },
    });
    writeFileSync(secrets, 'quite another token');
    await server.app.reload();
    await until(() => streamed.hasEnded(), 'the stream has ended');
    assert.deepEqual(
      [(await admin.call('GET', DEVICE)).status, (await ada.call('GET', DEVICE)).status],
      [401, 200],
    );
    writeFileSync(urlSecret, 'z'.repeat(32));
    await server.app.reload();
    assert.equal((await ada.call('GET', DEVICE)).status, 401);
  });
});

describe('a server without a token', () => {
  it('has no console at all, until there is one', async (t) => {
    const server = await startServer({ config: SESSION_CONFIG, consoleDir: files.dir });
    t.after(() => server.stop());
    const places = ['', '/', '/x/y', '/session', '/assets/main-ABCD1234.js'];
    const routes = places.map((place) => `/console${place}`);
    for (const route of routes) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, body } = await send(server.url + route, method, OWN_PAGE);
        assert.deepEqual([status, body.code], [404, 'not_found'], route);
      }
    }
    await takeConfig(server, SESSION_CONFIG + SESSION_PEOPLE);
    for (const route of routes) assert.equal((await send(server.url + route, 'GET')).status, 200, route);
  });
});

describe('servers on several ports of one host, without TLS', () => {
  it('leave the sessions of each other alone', async () => {
    const [one, two] = [usual, foreign];
    // A browser knows no ports: it keeps one cookie of each name, and sends all of them to both.
    const jar = new Map<string, string>();
    const keep = (cookies: readonly string[] = []): void => {
      for (const cookie of cookies) {
        const [pair = ''] = cookie.split(';');
        jar.set(pair.slice(0, pair.indexOf('=')), pair);
      }
    };
    for (const { url } of [one, two]) {
      const login = { token: TOKEN };
      const headers = { ...OWN_PAGE, 'Content-Type': 'application/json' };
      const session = `${url}/console/session`;
      const { status, headers: answered } = await send(session, 'POST', headers, JSON.stringify(login));
      assert.equal(status, 200);
      keep(answered['set-cookie']);
    }
    const look = (url: string) => send(url + DEVICE, 'GET', { Cookie: [...jar.values()].join('; ') });
    assert.deepEqual([(await look(one.url)).status, (await look(two.url)).status], [200, 200]);
    const headers = { ...OWN_PAGE, Cookie: [...jar.values()].join('; ') };
    const out = await send(`${one.url}/console/session`, 'DELETE', headers);
    keep(out.headers['set-cookie']);
    assert.deepEqual([(await look(one.url)).status, (await look(two.url)).status], [401, 200]);
  });
});
