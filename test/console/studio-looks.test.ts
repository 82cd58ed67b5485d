/** The studio in both schemes and on small screens, and that of `stipple dev`. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { assertClear } from '../support/console/looks.ts';
import { openConsole } from '../support/console/open-console.ts';
import { drawn, SCRIPT, startStudio, type } from '../support/console/studio.ts';
import type { TestServer } from '../support/server/server.ts';

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

describe('the studio for everybody', () => {
  let server: TestServer;
  before(async () => {
    server = await startStudio();
  });
  after(() => server.stop());

  it('is clear and not too wide in light and dark, on a phone and on a desk', async () => {
    const wish = { path: '/studio/local/hours' };
    const opened = await openConsole(browser, server.url, wish);
    await drawn(opened.page);
    await type(opened.page, `${SCRIPT}\nlocal = 3\n`);
    await opened.page.waitForSelector('.cm-lintRange-error');
    await drawn(opened.page);
    await opened.page.click('.play summary:has-text("Device")');
    await assertClear(opened.page);
    await opened.page.keyboard.press('Control+F');
    opened.assertClean();
    await opened.close();
  });
});

describe('the studio of stipple dev', () => {
  it('needs no token, and has no other pages that need devices', async () => {
    const server = await startStudio({ openToLoopback: true, env: {} });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${server.url}/console/studio/local/hours`);
    await drawn(page);
    assert.deepEqual(await page.locator('.navigation nav a').allInnerTexts(), ['Studio', 'Simulator']);
    await type(page, SCRIPT.replace('"one"', '"local"'));
    await page.keyboard.press('Control+S');
    await page.waitForSelector('text=Saved hours.lua.');
    await page.goto(`${server.url}/console`);
    await page.waitForSelector('text=Choose a screen from the list');
    await context.close();
    await server.stop();
  });
});
