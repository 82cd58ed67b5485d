/** A server below a path of a real nginx, with the settings of docs/operations.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { newKey, signRequest } from '../support/device/signed-calls.ts';
import { type Nginx, startNginx } from '../support/network/nginx.ts';
import { TOKEN } from '../support/server/admin.ts';
import { deviceHeaders, getImage, startServer, type TestServer } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';

/** The block of the documentation, before another server. */
function documentedLocation(server: TestServer): string {
  const page = readFileSync(path.join(PACKAGE_ROOT, 'docs/operations.md'), 'utf8');
  const block = /```nginx\n(location \/stipple\/ [\s\S]*?)```/.exec(page)?.[1] ?? '';
  assert.match(block, /proxy_pass http:\/\/127\.0\.0\.1:3000\/;/);
  return block.replace('http://127.0.0.1:3000/', `${server.url}/`);
}

let server: TestServer;
let nginx: Nginx;
/** Where devices reach the server. */
let base: string;
before(async () => {
  server = await startServer({ env: { TRUST_PROXY: 'loopback', SERVICE_ADMIN_TOKEN: TOKEN } });
  // One of its links is /ready.
  await server.app.warm;
  // A second path, of a proxy that does not tell it.
  const silent = `location /silent/ { proxy_pass ${server.url}/; proxy_set_header Host $http_host; }`;
  nginx = await startNginx(`${documentedLocation(server)}\n${silent}`);
  base = `${nginx.url}/stipple`;
});
after(async () => {
  await nginx?.stop();
  await server?.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function json(url: string, init: RequestInit = {}): Promise<any> {
  const response = await fetch(url, init);
  assert.equal(response.status, 200, url);
  return response.json();
}

describe('below a path of a proxy', () => {
  it('a device registers, asks, fetches and logs', async () => {
    const headers = deviceHeaders(MAC);
    const setup = await json(`${base}/api/setup`, { headers });
    assert.ok(setup.image_url.startsWith(`${base}/api/image/`), setup.image_url);
    await getImage(setup.image_url);
    const token = { ...headers, 'Access-Token': setup.api_key };
    const display = await json(`${base}/api/display`, { headers: token });
    assert.ok(display.image_url.startsWith(`${base}/api/image/`), display.image_url);
    assert.deepEqual((await getImage(display.image_url)).subarray(1, 4).toString(), 'PNG');
    const log = { method: 'POST', headers: token, body: '{"logs":[{"id":1}]}' };
    assert.equal((await json(`${base}/api/log`, log)).status, 200);
  });

  it('the links of the start page lead on, with and without a prefix that the proxy tells', async () => {
    for (const address of [`${base}/`, `${nginx.url}/silent/`]) {
      const { links, device_url: url } = await json(address);
      assert.equal(url, address.includes('silent') ? nginx.url : base);
      for (const link of Object.values(links as Record<string, string>)) {
        const answer = await fetch(new URL(link, address));
        await answer.arrayBuffer();
        assert.equal(answer.status, 200, link);
      }
    }
    const { links } = await json(`${base}/`);
    assert.equal(links.docs, '/stipple/swagger-ui');
  });

  it('the servers of the OpenAPI document are reached from where it is', async () => {
    for (const address of [`${base}/openapi.json`, `${nginx.url}/silent/openapi.json`]) {
      const { servers } = await json(address);
      assert.equal(servers.length, 1);
      const url = new URL(servers[0].url, address).href.replace(/\/$/, '');
      assert.equal(await (await fetch(`${url}/health`)).text(), 'OK');
    }
    const { servers } = await json(`${base}/openapi.json`);
    assert.equal(servers[0].url, '/stipple');
  });
});

describe('below a path of a proxy, in a browser', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser?.close());

  it('Swagger UI opens from the start page and calls the server', async () => {
    for (const address of [`${base}/`, `${nginx.url}/silent/`]) {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('response', (response) => {
        if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
      });
      await page.goto(address);
      await page.getByRole('link', { name: 'API' }).first().click();
      const operation = page.locator('#operations-operation-health');
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      const answer = operation.locator('.live-responses-table .response .response-col_status');
      assert.equal(((await answer.textContent()) ?? '').trim(), '200');
      assert.equal(await operation.locator('.request-url pre').textContent(), `${address}health`);
      assert.deepEqual(errors, []);
      await page.close();
    }
  });
});

describe('a signed call below a path of a proxy', () => {
  it('signs the path of the API alone', async () => {
    const signing = await startServer({
      config: 'default_screen: plain\nauth_mode: ed25519\nmin_signature_version: 2\n',
      env: { TRUST_PROXY: 'loopback' },
    });
    const proxy = await startNginx(documentedLocation(signing));
    try {
      const key = newKey();
      let time = Date.now();
      const ask = async (query: string, target: string): Promise<number> => {
        time += 1;
        const signed = signRequest(key, time, { method: 'GET', target, mac: MAC });
        const response = await fetch(`${proxy.url}/stipple/api/display${query}`, {
          headers: { ID: MAC, ...signed },
        });
        await response.arrayBuffer();
        return response.status;
      };
      assert.equal(await ask('', '/api/display'), 200);
      assert.equal(await ask('?a=%2F', '/api/display?a=%2F'), 200);
      assert.equal(await ask('', '/stipple/api/display'), 401);
    } finally {
      await proxy.stop();
      await signing.stop();
    }
  });
});
