/** The page of the console and its files, below any path, and the way there from the start page. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { launchChromium } from '../support/browser/chromium.ts';
import { exchange, type SentHeaders, send } from '../support/console/browser.ts';
import {
  CONTENTS,
  type ConsoleFolder,
  ICON,
  SCRIPT,
  STYLE,
  writeConsole,
} from '../support/console/fixture.ts';
import { addressesOf, PAGE_CALL, startPageServer } from '../support/console/page-server.ts';
import type { TestServer } from '../support/server/server.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

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

describe('the page of the console', () => {
  it('is the same at all addresses below it, with headers that let it use this server only', async () => {
    const texts = new Set<string>();
    for (const route of [
      '/console',
      '/console/',
      '/console/devices',
      '/console/a/b/c/',
      '/console/%2e%2e/x',
      '/console/x?y=1',
    ]) {
      const { status, headers, text } = await send(server.url + route, 'GET');
      assert.equal(status, 200, route);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(headers['content-security-policy'], POLICY);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
      assert.equal(headers['x-frame-options'], 'DENY');
      assert.equal(headers['cache-control'], 'no-cache');
      texts.add(text);
    }
    const [html = '', ...more] = texts;
    assert.deepEqual(more, []);
    assert.match(html, /^<!doctype html>\n<html lang="en" data-base="\/console">/);
    assert.match(html, /<noscript>[\s\S]*<div id="console"><\/div>/);
    assert.doesNotMatch(html, /<style|<script>|\son\w+=|style=/);
    assert.deepEqual(
      addressesOf(html).links,
      [ICON, STYLE, SCRIPT].map((name) => `/console/assets/${name}`),
    );
  });

  it('answers HEAD alike, and takes no other method', async () => {
    for (const route of ['/console', '/console/devices', `/console/assets/${SCRIPT}`]) {
      const [head, full] = [await send(server.url + route, 'HEAD'), await send(server.url + route, 'GET')];
      assert.deepEqual([head.status, head.text], [200, '']);
      for (const name of ['content-type', 'content-length', 'cache-control', 'vary']) {
        assert.equal(head.headers[name], full.headers[name], name);
      }
      const post = await send(server.url + route, 'POST');
      assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD']);
    }
  });

  it('runs in a browser without a word of complaint', async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const trouble: string[] = [];
      page.on('console', (message) => trouble.push(message.text()));
      page.on('pageerror', (error) => trouble.push(error.message));
      page.on('response', (response) => {
        if (response.status() >= 400) trouble.push(`${response.status()} ${response.url()}`);
      });
      await page.goto(server.url);
      await page.waitForFunction('document.title === "Console"');
      assert.equal(page.url(), `${server.url}/console/`);
      assert.deepEqual(trouble, []);
    } finally {
      await browser?.close();
    }
  });
});

describe('the files of the console', () => {
  const get = (name: string, headers: SentHeaders = {}) =>
    exchange(`${server.url}/console/assets/${name}`, 'GET', headers);

  it('come compressed as the browser likes it, and stay in its cache for ever', async () => {
    for (const name of [SCRIPT, STYLE]) {
      for (const [accepted, coding, open] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['br;q=0.1, gzip', 'gzip', gunzipSync],
        ['identity', undefined, (bytes: Buffer) => bytes],
        ['deflate', undefined, (bytes: Buffer) => bytes],
      ] as const) {
        const { status, headers, bytes } = await get(name, { 'Accept-Encoding': accepted });
        assert.equal(status, 200);
        assert.equal(headers['content-encoding'], coding, accepted);
        assert.equal(headers['vary'], 'Accept-Encoding');
        assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
        assert.equal(headers['content-length'], String(bytes.length));
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(open(bytes).toString(), CONTENTS[name]);
      }
    }
    const icon = await get(ICON, { 'Accept-Encoding': 'br, gzip' });
    assert.deepEqual([icon.headers['content-encoding'], icon.headers['vary']], [undefined, undefined]);
    assert.deepEqual(
      [icon.headers['content-type'], icon.bytes.toString()],
      ['image/svg+xml', CONTENTS[ICON]],
    );
  });

  it('are those of the manifest, and no others', async () => {
    for (const name of [
      ...[
        'manifest.json',
        '..%2fmanifest.json',
        '%2e%2e/secret.txt',
        '..%2fsecret.txt',
        `${SCRIPT}.br`,
        '',
        '/',
      ],
      ...[
        '__proto__',
        'constructor',
        `files/${SCRIPT}`,
        `./%2e/${SCRIPT}`,
        `${SCRIPT}%00`,
        SCRIPT.toLowerCase(),
      ],
      ...[`x/${SCRIPT}`, `${SCRIPT}/x`, '..\\secret.txt', `%5c${SCRIPT}`],
    ]) {
      const { status, bytes } = await get(name);
      assert.equal(status, 404, name);
      assert.equal(JSON.parse(bytes.toString()).code, 'not_found');
    }
    assert.equal((await get('%zz')).status, 400);
  });
});

describe('a build without a console, or with a broken one', () => {
  it('serves all else, and the log says why', async (t) => {
    for (const [manifest, message] of [
      [null, 'no web console: this build has none'],
      ['{', 'its manifest is not as the build makes it'],
      ['{"page":{"script":"a.js","style":"a.css"},"files":{}}', 'its manifest is not as the build makes it'],
      [
        '{"page":{},"files":{"../secret.txt":{"type":"text/plain","bytes":10}}}',
        'its manifest is not as the build makes it',
      ],
      [
        `{"page":{},"files":{"${SCRIPT}":{"type":"text/plain\\r\\nX: y","bytes":1}}}`,
        'its manifest is not as the build makes it',
      ],
      [
        `{"page":{"script":"${SCRIPT}","style":"${SCRIPT}"},"files":{"${SCRIPT}":{"type":"text/javascript","bytes":1}}}`,
        'its manifest is not as the build makes it',
      ],
    ] as const) {
      const folder = writeConsole();
      const dir = manifest === null ? path.join(folder.dir, 'nowhere') : folder.dir;
      if (manifest !== null) writeFileSync(path.join(dir, 'manifest.json'), manifest);
      const without = await start(t, {}, dir);
      await without.app.warm;
      assert.equal((await send(`${without.url}/console`, 'GET')).status, 404);
      assert.equal((await send(`${without.url}/console/session`, 'GET')).status, 404);
      const page = await send(`${without.url}/`, 'GET', PAGE_CALL);
      assert.equal(page.status, 200);
      assert.match(page.text, /no web console/);
      assert.equal(JSON.stringify(without.logs).split(message).length, 2, manifest ?? 'none');
      folder.remove();
    }
  });
});
