/** `GET /`: a page for browsers, JSON for programs, and nothing that strangers may not know. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { VERSION } from '../../src/platform/base/version.ts';
import { startAnswer } from '../../src/server/http/start-page/facts.ts';
import { startPage } from '../../src/server/http/start-page/page.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { callRaw } from '../support/network/raw-http.ts';
import { TOKEN } from '../support/server/admin.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

/** What browsers send. */
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let server: TestServer;
let browser: Browser;
before(async () => {
  server = await startServer({ env: { SERVICE_ADMIN_TOKEN: TOKEN } });
  await server.app.warm;
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const get = (headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.url}/`, { ...init, headers });

describe('GET /', () => {
  it('tells programs in JSON what the server is and where to go', async () => {
    for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json' }, { Accept: 'image/png' }]) {
      const response = await get(headers);
      assert.equal(response.headers.get('content-type'), 'application/json');
      assert.equal(response.headers.get('vary'), 'Accept');
      assert.deepEqual(await response.json(), {
        name: 'Stipple',
        description: 'A self-hosted render server for e-ink displays',
        version: VERSION,
        device_url: server.url,
        ready: true,
        admin_api: true,
        links: { docs: 'swagger-ui', openapi: 'openapi.json', health: 'health', ready: 'ready' },
      });
    }
  });

  it('shows browsers a page of one file, whose links lead on', async () => {
    const response = await get(BROWSER);
    assert.deepEqual(
      [response.status, response.headers.get('content-type'), response.headers.get('vary')],
      [200, 'text/html; charset=utf-8', 'Accept'],
    );
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const html = await response.text();
    assert.ok(html.includes(`<code>${server.url}</code>`) && html.includes(`Version ${VERSION}`));
    assert.doesNotMatch(html, /<script|\son\w+=|@import|url\(/);
    const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => link);
    assert.deepEqual(links, ['swagger-ui', 'openapi.json', 'health', 'ready']);
    for (const link of links) assert.equal((await fetch(new URL(link, response.url))).status, 200, link);
  });

  it('reveals no secret, no path and no config', async () => {
    const pages = [await (await get(BROWSER)).text(), await (await get()).text()];
    for (const text of pages) {
      assert.ok(!text.includes(TOKEN) && !text.includes(server.screensDir) && !text.includes('config.yaml'));
    }
  });

  it('answers HEAD with the same headers, and other methods with 405', async () => {
    for (const headers of [BROWSER, {}]) {
      const [head, full] = [await get(headers, { method: 'HEAD' }), await get(headers)];
      assert.equal(await head.text(), '');
      for (const name of ['content-type', 'content-length', 'content-security-policy']) {
        assert.equal(head.headers.get(name), full.headers.get(name), name);
      }
      await full.text();
    }
    const post = await get({}, { method: 'POST' });
    assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD']);
  });

  it('refuses a host that is none, and never repeats it in a page', async () => {
    for (const host of ['a"><script>', 'user@evil.example', 'evil.example/path', 'a b', '[::1']) {
      const caller = await callRaw(server.port);
      caller.socket.write(
        `GET / HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      );
      await caller.closed;
      assert.match(caller.text(), /^HTTP\/1\.1 400 [\s\S]*"code":"invalid_host"/, host);
      assert.ok(!caller.text().includes(host), host);
    }
  });

  it('is the only page for browsers: other addresses stay JSON', async () => {
    const response = await fetch(`${server.url}/nothing`, { headers: BROWSER });
    assert.deepEqual(
      [response.status, ((await response.json()) as { code: string }).code],
      [404, 'not_found'],
    );
  });
});

describe('the start page', () => {
  it('fits phones and large screens in both colour schemes, and loads nothing else', async () => {
    const papers = new Set<string>();
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [360, 1440]) {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
        const trouble: string[] = [];
        page.on('console', (message) => trouble.push(message.text()));
        page.on('pageerror', (error) => trouble.push(error.message));
        page.on('request', (request) => trouble.push(request.url()));
        await page.goto(server.url);
        await page.locator('summary').click();
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.equal(overflow, 0);
        papers.add(String(await page.evaluate('getComputedStyle(document.body).backgroundColor')));
        assert.deepEqual(
          trouble.filter((text) => !text.startsWith('data:')),
          [`${server.url}/`],
        );
        await page.close();
      }
    }
    assert.equal(papers.size, 2);
  });

  it('says that the address of the machine itself is of no use to devices', () => {
    const facts = { ready: true, admin_api: false };
    const warns = (url: string): boolean =>
      startPage(startAnswer('', { ...facts, device_url: url })).includes('this address is the device itself');
    for (const url of [
      'http://localhost:3000',
      'http://127.0.0.1',
      'https://[::1]:3000/x',
      'http://LOCALHOST',
    ])
      assert.ok(warns(url), url);
    for (const url of [
      'http://nas:3000',
      'http://127.example',
      'http://localhost.example',
      'http://10.0.0.1/',
    ])
      assert.ok(!warns(url), url);
  });

  it('says when the server is not ready yet, and whether there is an admin API', () => {
    const html = (ready: boolean, admin: boolean): string =>
      startPage(startAnswer('', { ready, admin_api: admin, device_url: 'http://nas' }));
    assert.match(html(true, true), />Ready<[\s\S]*admin API is on/);
    assert.match(html(false, false), />Starting<[\s\S]*admin API are off/);
  });

  it('escapes the address', () => {
    const html = startPage(
      startAnswer('/\'"><i>', { ready: true, admin_api: true, device_url: 'http://x/"><script>\'' }),
    );
    assert.doesNotMatch(html, /<script|"><i>/);
    assert.ok(html.includes('http://x/&quot;&gt;&lt;script&gt;&#39;'));
  });
});
