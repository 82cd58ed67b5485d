/** The health of a server in a real browser, after real calls. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { CONSOLE_TOKEN, openConsole } from '../support/console/open-console.ts';
import { macOf } from '../support/device/mac.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { deviceHeaders, PLAIN_SCREEN, type TestServer } from '../support/server/server.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { fillStore } from '../support/state/damage.ts';
import { startRedis } from '../support/state/redis-server.ts';

const GOOD = 'AA:BB:CC:DD:EE:01';
const BAD = 'AA:BB:CC:DD:EE:02';

/** All text of an element, as it is in the page. */
async function textOf(page: Page, selector: string): Promise<string> {
  return (await page.textContent(selector)) ?? '';
}

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

async function call(server: Pick<TestServer, 'url'>, mac: string): Promise<void> {
  const told = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(mac) });
  const { image_url: image } = (await told.json()) as { image_url: string };
  await (await fetch(image)).arrayBuffer();
}

describe('the health of a server', () => {
  let server: TestServer;
  before(async () => {
    server = await startConsoleServer({
      screens: {
        ...PLAIN_SCREEN,
        'broken.lua': 'error("canary of a reason")',
        'broken.svg': PLAIN_SCREEN['plain.svg'] ?? '',
      },
      config: `devices:\n  ${GOOD}: { screen: local/plain }\n  ${BAD}: { screen: local/broken }\n`,
      env: { SERVICE_ADMIN_TOKEN: CONSOLE_TOKEN },
    });
    await server.app.warm;
  });
  after(() => server.stop());

  it('is well at first; then it names the screen that fails, by itself, and leads to its devices', async () => {
    const opened = await openConsole(browser, server.url, { path: '/health' });
    const { page } = opened;
    await page.waitForSelector('text=Everything is well');
    await call(server, GOOD);
    await call(server, BAD);
    await page.waitForSelector('.health-sentence.bad:has-text("1 screen fails, on 1 device")');
    await page.waitForSelector('tr:has-text("What to show (display)")');
    const times = await textOf(page, 'tr:has-text("Encoding of the PNG")');
    assert.match(times, /\d(\.\d+)? m?s/);
    assert.doesNotMatch(await page.content(), /canary/);
    await page.click('section:has-text("Failing screens") >> text=local/broken');
    await page.waitForSelector('.rows .row');
    assert.equal(await page.locator('.rows .row').count(), 1);
    assert.match(await textOf(page, '.rows'), new RegExp(BAD));
    opened.assertClean();
    await opened.close();
  });

  it('is clear and not too wide in light and dark, on a phone and on a desk', async () => {
    await call(server, BAD);
    const opened = await openConsole(browser, server.url, { path: '/health' });
    await opened.page.waitForSelector('.number-table');
    await assertClear(opened.page);
    opened.assertClean();
    await opened.close();
  });
});

describe('the health of several servers whose store is damaged', () => {
  it('has all of them, the state store that they share, and the records that cannot be read', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    await fillStore(redis.url, 20);
    const broken = macOf('02', 7);
    await redis.command(`HSET stipple:d:{${broken}} identity {`);
    const env = { STORE_URL: redis.url, SERVICE_ADMIN_TOKEN: CONSOLE_TOKEN };
    const server = await startConsoleServer({ env });
    t.after(() => server.stop());
    const other = await startServerProcess({ env: { ...env, SCREEN_REPOS_CACHE_DIR: tempTree(t) } });
    t.after(() => other.stop());
    const opened = await openConsole(browser, server.url, { path: '/health' });
    const { page } = opened;
    await page.waitForSelector('section:has(> h2:text-is("Servers")) tbody tr:nth-child(2)');
    assert.match(await textOf(page, 'section:has(> h2:text-is("Servers"))'), /\(this one\)/);
    assert.match(await textOf(page, '.facts'), /Redis: answers/);
    const sentence = '.health-sentence.bad:has-text("1 record of the state store cannot be read")';
    await page.waitForSelector(sentence);
    assert.match(await textOf(page, sentence), new RegExp(`device ${broken}`));
    opened.assertClean();
    await opened.close();
  });
});
