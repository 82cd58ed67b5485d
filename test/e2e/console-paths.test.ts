/** The console below a path, and the way there from the start page. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { send } from '../support/console/browser.ts';
import { type ConsoleFolder, writeConsole } from '../support/console/fixture.ts';
import { addressesOf, PAGE_CALL, startPageServer } from '../support/console/page-server.ts';
import { startNginx } from '../support/network/nginx.ts';
import { TOKEN } from '../support/server/admin.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

let files: ConsoleFolder;
let server: TestServer;
before(async () => {
  files = writeConsole();
  server = await start(null);
});
after(async () => {
  await server?.stop();
  files?.remove();
});

function start(
  t: TestContext | null,
  env: Readonly<Record<string, string>> = {},
  consoleDir = files.dir,
): Promise<TestServer> {
  return startPageServer(t, consoleDir, env);
}

describe('below a path', () => {
  it('that a trusted proxy tells, or the public URL, all addresses begin with it', async (t) => {
    const trusting = await start(t, { TRUST_PROXY: 'loopback' });
    const open = await start(t, { PUBLIC_URL: 'https://display.example/a/stipple/' });
    const both = await start(t, { PUBLIC_URL: 'https://display.example/a', TRUST_PROXY: 'loopback' });
    const bare = await start(t, { PUBLIC_URL: 'https://display.example', TRUST_PROXY: 'loopback' });
    const told = { 'X-Forwarded-Prefix': '/told' };
    for (const [at, headers, prefix] of [
      [trusting, told, '/told'],
      [trusting, {}, ''],
      [server, told, ''],
      [open, told, '/a/stipple'],
      [both, told, '/a'],
      [bare, told, '/told'],
    ] as const) {
      const { text } = await send(`${at.url}/console/x`, 'GET', headers);
      const { base, links } = addressesOf(text);
      assert.equal(base, `${prefix}/console`);
      assert.ok(
        links.every((link) => link.startsWith(`${prefix}/console/assets/`)),
        links.join(' '),
      );
      const moved = await send(`${at.url}/`, 'GET', { ...PAGE_CALL, ...headers });
      assert.deepEqual([moved.status, moved.headers.location], [303, `${prefix}/console/`]);
    }
    const bad = await send(`${trusting.url}/console`, 'GET', { 'X-Forwarded-Prefix': '/"><script>' });
    assert.deepEqual([bad.status, bad.body.code], [400, 'invalid_header']);
  });

  it('of the public URL the server itself answers, too: who calls it by its own address gets on', async (t) => {
    const below = await start(t, { PUBLIC_URL: 'https://display.example/stipple' });
    const { text } = await send(`${below.url}/console`, 'GET');
    for (const link of [
      ...addressesOf(text).links,
      '/stipple/console/devices',
      '/stipple/console/session',
      '/stipple/swagger-ui/swagger-ui.css',
      '/stipple/health',
    ]) {
      assert.equal((await send(below.url + link, 'GET')).status, 200, link);
    }
    const admin = `${below.url}/stipple/api/admin/devices`;
    assert.equal((await send(admin, 'GET')).status, 401);
    assert.equal((await send(admin, 'GET', { Authorization: `Bearer ${TOKEN}` })).status, 200);
    for (const route of [
      '/stipple',
      '/stippleconsole',
      '/stipple/nothing',
      '/other/console',
      '/stipple/stipple/console',
    ]) {
      assert.equal((await send(below.url + route, 'GET')).status, 404, route);
    }
  });

  it('all is found behind a real proxy, with either setting', async (t) => {
    for (const env of [{ TRUST_PROXY: 'loopback' }, { PUBLIC_URL: 'http://display.example/stipple' }]) {
      const below = await start(t, env);
      const nginx = await startNginx(
        `location /stipple/ { proxy_pass ${below.url}/; proxy_set_header Host $http_host; proxy_set_header X-Forwarded-Host $http_host; proxy_set_header X-Forwarded-Prefix /stipple; }`,
      );
      try {
        const { headers } = await send(`${nginx.url}/stipple/`, 'GET', PAGE_CALL);
        assert.ok(headers.location?.endsWith('/stipple/console/'), headers.location);
        const { text } = await send(`${nginx.url}/stipple/console/`, 'GET');
        const { base, links } = addressesOf(text);
        for (const at of [`${base}/session`, ...links]) {
          assert.equal((await send(nginx.url + at, 'GET')).status, 200, at);
        }
        // Documents and pages of the API have the same path.
        const document = `${nginx.url}/stipple/openapi.json`;
        const { body } = await send(document, 'GET');
        assert.equal(new URL(body.servers[0].url, document).pathname.replace(/\/$/, ''), '/stipple');
        assert.equal((await send(`${nginx.url}/stipple/swagger-ui/`, 'GET')).status, 200);
      } finally {
        await nginx.stop();
      }
    }
  });
});

describe('the start page', () => {
  it('leads browsers to the console, and tells programs where it is', async () => {
    const moved = await send(`${server.url}/`, 'GET', PAGE_CALL);
    assert.deepEqual(
      [moved.status, moved.headers.location, moved.headers['cache-control']],
      [303, '/console/', 'no-store'],
    );
    assert.equal(moved.headers.vary, 'Accept');
    const { body } = await send(`${server.url}/`, 'GET');
    assert.equal(body.links.console, 'console/');
  });

  it('stays where there is no token, and says how to switch the console on', async (t) => {
    const closed = await startServer({ consoleDir: files.dir });
    t.after(() => closed.stop());
    const { status, text } = await send(`${closed.url}/`, 'GET', PAGE_CALL);
    assert.equal(status, 200);
    assert.match(text, /console and the admin API are off\. Set <code>SERVICE_ADMIN_TOKEN/);
    assert.equal((await send(`${closed.url}/`, 'GET')).body.links.console, undefined);
  });
});
