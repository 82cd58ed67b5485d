/** The frame of the console in a real browser: signing in, the stream, the end of a session. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { accessibilityFaults, overflowOf } from '../support/browser/page-checks.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { CONSOLE_TOKEN, openConsole } from '../support/console/open-console.ts';
import { startProxy } from '../support/faults/tcp-proxy.ts';
import { getDisplay } from '../support/server/server.ts';

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

describe('the login', () => {
  it('takes the token, shows the fleet, and signs out again', async (t) => {
    const server = await startConsoleServer();
    t.after(() => server.stop());
    const opened = await openConsole(browser, server.url, { token: null });
    const { page } = opened;
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.fill('input[name="token"]', CONSOLE_TOKEN);
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Point your first device here');
    await page.waitForSelector('.live.live');
    await page.click('text=Sign out');
    await page.waitForSelector('input[name="token"]');
    opened.assertClean();
    await opened.close();
  });

  it('refuses a wrong token at the field, and slows down who tries many', async (t) => {
    const server = await startConsoleServer();
    t.after(() => server.stop());
    const opened = await openConsole(browser, server.url, { token: null });
    const { page } = opened;
    const problem = page.locator('.field .problem');
    const texts: string[] = [];
    for (let attempt = 0; attempt < 150 && !texts.some((text) => text.includes('too many')); attempt += 1) {
      await page.fill('input[name="token"]', `wrong ${attempt}`);
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.keyboard.press('Enter');
      await answered;
      await page.locator('button[type="submit"]:not([disabled])').waitFor();
      texts.push((await problem.textContent()) ?? '');
    }
    assert.match(texts[0] ?? '', /not known here/);
    assert.match(texts.at(-1) ?? '', /too many wrong tokens/);
    opened.assertClean();
    await opened.close();
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`is clear on a phone: ${scheme}`, async (t) => {
      const server = await startConsoleServer();
      t.after(() => server.stop());
      const opened = await openConsole(browser, server.url, { token: null, scheme, widthPx: 360 });
      assert.deepEqual(await accessibilityFaults(opened.page), []);
      assert.ok((await overflowOf(opened.page)) <= 0);
      await opened.close();
    });
  }
});

describe('the stream of events', () => {
  it('is taken up again when its connection was cut, with what happened meanwhile', async (t) => {
    const server = await startConsoleServer({
      config: 'default_screen: plain\ndevices:\n  "02:00:00:00:00:01": { screen: plain, name: Hall }\n',
    });
    t.after(() => server.stop());
    const proxy = await startProxy(server.port);
    t.after(() => proxy.close());
    const opened = await openConsole(browser, `http://127.0.0.1:${proxy.port}`);
    const { page } = opened;
    await page.waitForSelector('.live.live');
    await getDisplay(server, '02:00:00:00:00:01', { 'FW-Version': '1.1.1' });
    await page.waitForSelector('.rows >> text=1.1.1');
    assert.ok(proxy.drop() > 0);
    await page.waitForSelector('.live.polling');
    await getDisplay(server, '02:00:00:00:00:01', { 'FW-Version': '2.2.2' });
    await page.waitForSelector('.live.live');
    await page.waitForSelector('.rows >> text=2.2.2');
    await opened.close();
  });
});

describe('a session', () => {
  it('ends with a new token: the login is shown again, with the reason', async (t) => {
    const server = await startConsoleServer();
    t.after(() => server.stop());
    const opened = await openConsole(browser, server.url);
    await opened.page.waitForSelector('.live.live');
    server.env['SERVICE_ADMIN_TOKEN'] = 'another-token-0123456789abcdef-0123456789';
    await server.app.reload();
    await opened.page.waitForSelector('text=Your session has ended');
    await opened.page.waitForSelector('input[name="token"]');
    await opened.close();
  });
});

describe('an address that has no page', () => {
  it('is said to have none', async (t) => {
    const server = await startConsoleServer();
    t.after(() => server.stop());
    const opened = await openConsole(browser, server.url, { path: '/nowhere/%3Cb%3E' });
    await opened.page.waitForSelector('text=There is no such page');
    opened.assertClean();
    await opened.close();
  });
});

describe('the console below a path', () => {
  it('keeps to it: files, calls, the stream and links', async (t) => {
    const server = await startConsoleServer({
      config: 'default_screen: plain\ndevices:\n  "02:00:00:00:00:01": { screen: plain, name: Hall }\n',
      env: { PUBLIC_URL: 'http://display.example/stipple' },
    });
    t.after(() => server.stop());
    const asked: string[] = [];
    const opened = await openConsole(browser, `${server.url}/stipple`);
    const { page } = opened;
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.waitForSelector('.live.live');
    await page.click('.rows >> text=Hall');
    await page.waitForSelector('h1:has-text("Hall")');
    assert.equal(new URL(page.url()).pathname, '/stipple/console/devices/02%3A00%3A00%3A00%3A00%3A01');
    await page.reload();
    await page.waitForSelector('h1:has-text("Hall")');
    assert.ok(asked.length > 8);
    assert.deepEqual(
      asked.filter((one) => !one.startsWith('/stipple/')),
      [],
    );
    opened.assertClean();
    await opened.close();
  });
});
