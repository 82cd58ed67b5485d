/** A server that takes calls from its own machine without a token, and from nowhere else. */
import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { VERSION } from '../../src/platform/base/version.ts';
import { ConsoleBrowser, OWN_PAGE, type SentHeaders, send } from '../support/console/browser.ts';
import { type ConsoleFolder, writeConsole } from '../support/console/fixture.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const DEVICE = '/api/admin/devices/AA:BB:CC:DD:EE:01';
const CONFIG = 'default_screen: plain\ndevices:\n  "AA:BB:CC:DD:EE:01": { screen: plain }\n';
const BODY = JSON.stringify({ name: 'Kitchen' });
const TYPE = { 'Content-Type': 'application/json' };

let files: ConsoleFolder;
let server: TestServer;
before(async () => {
  files = writeConsole();
  server = await startServer({
    ...{ config: CONFIG, consoleDir: files.dir, openToLoopback: true },
    env: { BIND_ADDR: '0.0.0.0:0', TRUST_PROXY: 'loopback' },
  });
});
after(async () => {
  await server?.stop();
  files?.remove();
});

const look = (headers: SentHeaders, url = server.url): Promise<number> =>
  send(url + DEVICE, 'GET', headers).then(({ status }) => status);
const change = (headers: SentHeaders, url = server.url): Promise<number> =>
  send(url + DEVICE, 'PATCH', { ...TYPE, ...headers }, BODY).then(({ status }) => status);

describe('a call from the machine itself', () => {
  it('needs no token, and is made by an admin called local', async () => {
    assert.equal(await look({}), 200);
    assert.equal(await change({}), 200, 'as programs make it');
    assert.equal(await change(OWN_PAGE), 200);
    const { body } = await new ConsoleBrowser(server.url).session();
    assert.deepEqual(body, {
      ...{ signed_in: true, name: 'local', role: 'admin', expires: null, mode: 'local', version: VERSION },
      ...{ base: '', device_url: server.url },
    });
    assert.equal((await send(`${server.url}/console/`, 'GET')).status, 200);
    const audit = await send(`${server.url}/api/admin/audit`, 'GET');
    assert.equal(audit.body.entries[0].who, 'local');
  });

  it('goes by any name of this machine, and is not troubled by a cookie of another server', async () => {
    for (const host of ['localhost', 'LOCALHOST:80', `127.0.0.1:${server.port}`, '[::1]:3000']) {
      assert.equal(await look({ Host: host }), 200, host);
    }
    assert.equal(await look({ Cookie: 'stipple=of.another.server.x' }), 200);
    assert.equal(await look({ Authorization: 'Bearer wrong' }), 401, 'who shows a token means it');
  });

  it('under another name, as of a page that has given itself this address, is none', async () => {
    for (const host of [
      ...['evil.example', `evil.example:${server.port}`, 'localhost.evil.example', '127.0.0.1.evil.example'],
      ...['localhost.', 'xlocalhost', '127.0.0.2', '0.0.0.0', '[::]', 'localhost:1:2', 'a@localhost'],
    ]) {
      assert.equal(await look({ Host: host }), 401, host);
      assert.equal(await change({ Host: host, ...OWN_PAGE }), 401, host);
      const session = await send(`${server.url}/console/session`, 'GET', { Host: host });
      if (session.status === 200) assert.deepEqual(session.body, { signed_in: false, mode: 'local' }, host);
    }
  });

  it('passed on by somebody else is none', async () => {
    for (const headers of [
      { 'X-Forwarded-For': '127.0.0.1' },
      { 'X-Forwarded-Host': 'localhost' },
      { 'X-Forwarded-Proto': 'https' },
      { Forwarded: 'for=127.0.0.1' },
      { 'X-Real-IP': '192.0.2.1' },
      { Via: '1.1 proxy' },
    ]) {
      assert.equal(await look(headers), 401, JSON.stringify(headers));
    }
  });

  it('from a page of another server neither changes nor shows anything', async () => {
    const own = `http://localhost:${server.port}`;
    for (const [headers, mayLook, mayChange] of [
      [{ 'Sec-Fetch-Site': 'cross-site' }, 403, 403],
      [{ 'Sec-Fetch-Site': 'same-site' }, 403, 403],
      [{ 'Sec-Fetch-Site': 'none' }, 200, 403],
      [{ Origin: 'https://evil.example' }, 200, 403],
      [{ Origin: 'null' }, 200, 403],
      [{ Origin: own, Host: own.slice('http://'.length) }, 200, 200],
      [{ Origin: 'http://localhost:1', Host: own.slice('http://'.length) }, 200, 403],
    ] as const) {
      assert.deepEqual(
        [await look(headers), await change(headers)],
        [mayLook, mayChange],
        JSON.stringify(headers),
      );
    }
  });
});

describe('a call from another machine', () => {
  it('needs a token, and there is none', async (t) => {
    const address = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
    if (address === undefined) {
      t.skip('this machine has no other address');
      return;
    }
    const url = `http://${address}:${server.port}`;
    for (const headers of [{}, { Host: 'localhost' }, { Host: '127.0.0.1', ...OWN_PAGE }]) {
      assert.deepEqual([await look(headers, url), await change(headers, url)], [401, 401]);
    }
    const { body } = await send(`${url}/console/session`, 'GET', { Host: 'localhost' });
    assert.deepEqual(body, { signed_in: false, mode: 'local' });
    const login = await send(`${url}/console/session`, 'POST', { ...TYPE, ...OWN_PAGE }, '{"token":"local"}');
    assert.equal(login.status, 401);
  });
});
