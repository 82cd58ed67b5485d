/** Devices that wait for a screen, in a real browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { type OpenConsole, openConsole } from '../support/console/open-console.ts';
import { codeOf, getDisplay, type TestServer } from '../support/server/server.ts';
import { SCREENS } from '../support/server/typed-screen.ts';

const FIRST = '02:00:00:00:00:01';
const SECOND = '02:00:00:00:00:02';
const THIRD = '02:00:00:00:00:03';
const FOURTH = '02:00:00:00:00:04';
const HOSTILE = '<img src=x onerror=alert(1)>';

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

describe('what knocks', () => {
  let server: TestServer;
  let opened: OpenConsole;
  const row = (mac: string) => opened.page.locator(`.knock[data-mac="${mac}"]`);
  before(async () => {
    server = await startConsoleServer({ screens: SCREENS });
    opened = await openConsole(browser, server.url, { path: '/pending' });
  });
  after(async () => {
    opened.assertClean();
    await opened.close();
    await server.stop();
  });

  it('is nobody at first, with the address for a first device', async () => {
    await opened.page.waitForSelector('text=Point your first device here');
  });

  it('appears the moment it calls, with its code, its address and what it says', async () => {
    await getDisplay(server, FIRST, { Model: HOSTILE, RSSI: '-61', Width: '400', Height: '300' });
    await row(FIRST).waitFor();
    const text = (await row(FIRST).textContent()) ?? '';
    assert.ok(text.replaceAll('-', '').includes(codeOf(FIRST).slice(0, 10)), text);
    for (const said of [FIRST, HOSTILE, '127.0.0.1', '1.8.15', '400 × 300', '−61']) {
      assert.ok(text.includes(said), `${said} in ${text}`);
    }
    await getDisplay(server, SECOND);
    await row(SECOND).waitFor();
    assert.match((await opened.page.textContent('.page-head')) ?? '', /2 devices without a screen/);
  });

  it('is ignored in this browser, and shown again', async () => {
    await row(SECOND).locator('text=Ignore').click();
    await row(SECOND).waitFor({ state: 'detached' });
    await opened.page.reload();
    await row(FIRST).waitFor();
    assert.equal(await row(SECOND).count(), 0);
    await opened.page.click('text=Show ignored (1)');
    await row(SECOND).locator('text=Do not ignore').click();
    await opened.page.locator('text=Show ignored').waitFor({ state: 'detached' });
  });

  it('is told at its fields what is wrong', async () => {
    await row(FIRST).locator('button:has-text("Adopt")').click();
    assert.match((await row(FIRST).locator('.field .problem').textContent()) ?? '', /Choose a screen/);
    await row(FIRST).locator('select').first().selectOption('local/typed');
    await row(FIRST).locator('button:has-text("Adopt")').click();
    const problem = row(FIRST).locator('.params .problem');
    await problem.waitFor();
    assert.match((await problem.textContent()) ?? '', /city/);
  });

  it('gets a screen and a name, and leads to its page', async () => {
    await row(FIRST).locator('select').first().selectOption('local/plain');
    await row(FIRST).locator('.field:has-text("Name") input').fill(HOSTILE);
    await row(FIRST).locator('button:has-text("Adopt")').click();
    await row(FIRST).waitFor({ state: 'detached' });
    const toast = opened.page.locator('.toast', { hasText: HOSTILE });
    const link = await toast.locator('a').getAttribute('href');
    assert.equal(link, `/console/devices/${encodeURIComponent(FIRST)}`);
    const config = readFileSync(path.join(path.dirname(server.screensDir), 'config.yaml'), 'utf8');
    assert.match(config, /local\/plain/);
    // The next one begins with the same screen: one press is enough.
    await row(SECOND).locator('button:has-text("Adopt")').click();
    await opened.page.waitForSelector('text=No device waits for a screen');
  });

  it('is clear and not too wide in light and dark, on a phone and on a desk', async () => {
    await getDisplay(server, THIRD, { Model: HOSTILE, 'FW-Version': '<script>alert(1)</script>' });
    await getDisplay(server, FOURTH, { Width: '1872', Height: '1404', RSSI: '-61' });
    await opened.go('/pending');
    await row(THIRD).waitFor();
    await row(FOURTH).waitFor();
    await opened.page.locator('.knock select').first().selectOption('local/typed');
    await opened.page.locator('.params').waitFor();
    await assertClear(opened.page);
  });
});
