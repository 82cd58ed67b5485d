/** The frame of the console in a real browser: signing in, the stream, the end of a session. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { accessibilityFaults } from '../support/browser/page-checks.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { CONSOLE_TOKEN, openConsole } from '../support/console/open-console.ts';
import { startProxy } from '../support/faults/tcp-proxy.ts';
import { getDisplay, type TestServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

let browser: Browser;
/** Of all tests that need no device. */
let server: TestServer;
/** Has a device, and stands below a path. */
let below: TestServer;
before(async () => {
  browser = await launchChromium();
  server = await startConsoleServer();
  below = await startConsoleServer({
    config: 'default_screen: plain\ndevices:\n  "02:00:00:00:00:01": { screen: plain, name: Hall }\n',
    env: { PUBLIC_URL: 'http://display.example/stipple' },
  });
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await below?.stop();
});

describe('the login', () => {
  it('takes the token, shows the fleet, and signs out again', async () => {
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

  it('is clear and not too wide in light and dark, on a phone and on a desk', async () => {
    const opened = await openConsole(browser, server.url, { token: null });
    await assertClear(opened.page);
    await opened.close();
  });
});

describe('the stream of events', () => {
  it('is taken up again when its connection was cut, with what happened meanwhile', async (t) => {
    const proxy = await startProxy(below.port);
    t.after(() => proxy.close());
    const opened = await openConsole(browser, `http://127.0.0.1:${proxy.port}/stipple`);
    const { page } = opened;
    await page.waitForSelector('.live.live');
    await getDisplay(below, '02:00:00:00:00:01', { 'FW-Version': '1.1.1' });
    await page.waitForSelector('.rows >> text=1.1.1');
    assert.ok(proxy.drop() > 0);
    await page.waitForSelector('.live.polling');
    await getDisplay(below, '02:00:00:00:00:01', { 'FW-Version': '2.2.2' });
    await page.waitForSelector('.live.live');
    await page.waitForSelector('.rows >> text=2.2.2');
    await opened.close();
  });
});

describe('an address that has no page', () => {
  it('is said to have none', async () => {
    const opened = await openConsole(browser, server.url, { path: '/nowhere/%3Cb%3E' });
    await opened.page.waitForSelector('text=There is no such page');
    opened.assertClean();
    await opened.close();
  });
});

describe('the console below a path', () => {
  it('keeps to it: files, calls, the stream and links', async () => {
    const asked: string[] = [];
    const opened = await openConsole(browser, `${below.url}/stipple`);
    const { page } = opened;
    page.on('request', (request) => {
      // A picture that is here already has an address that begins with `blob:`.
      if (request.url().startsWith('http:')) asked.push(new URL(request.url()).pathname);
    });
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

describe('a session', () => {
  it('ends with a new token: the login is shown again, with the reason', async () => {
    const opened = await openConsole(browser, server.url);
    await opened.page.waitForSelector('.live.live');
    server.env['SERVICE_ADMIN_TOKEN'] = 'another-token-0123456789abcdef-0123456789';
    await server.app.reload();
    await opened.page.waitForSelector('text=Your session has ended');
    await opened.page.waitForSelector('input[name="token"]');
    await opened.close();
  });
});

// The last one: nobody else of this machine can sign in after it.
describe('a wrong token', () => {
  it('is refused at the field, and who tries many is slowed down', async () => {
    const opened = await openConsole(browser, server.url, { token: null });
    const { page } = opened;
    const tryOne = async (token: string): Promise<string> => {
      await page.fill('input[name="token"]', token);
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.keyboard.press('Enter');
      await answered;
      await page.locator('button[type="submit"]:not([disabled])').waitFor();
      return (await page.locator('.field .problem').textContent()) ?? '';
    };
    assert.match(await tryOne('wrong'), /not known here/);
    // From the same address, as a program tries them: quicker than the limit is forgotten, however slow the browser is.
    const headers = { 'Content-Type': 'application/json', Origin: server.url };
    const body = JSON.stringify({ token: 'wrong again' });
    let isTrying = true;
    const statuses: number[] = [];
    const trying = (async () => {
      while (isTrying) {
        const { status } = await fetch(`${server.url}/console/session`, { method: 'POST', headers, body });
        statuses.push(status);
      }
    })();
    await until(() => statuses.at(-1) === 429, 'a wrong token too many');
    assert.match(await tryOne('wrong once more'), /too many wrong tokens/);
    isTrying = false;
    await trying;
    opened.assertClean();
    await opened.close();
  });
});
