/** The fleet in a real browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { tasksDuring } from '../support/browser/main-thread.ts';
import { accessibilityFaults } from '../support/browser/page-checks.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { type OpenConsole, openConsole } from '../support/console/open-console.ts';
import { fleetEntries, fleetMac, letCall } from '../support/device/test-fleet.ts';
import { deviceHeaders, getDisplay, type TestServer, takeConfig } from '../support/server/server.ts';

const DEVICES = 10_000;

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

describe('the fleet of a server with 10 000 devices', () => {
  let server: TestServer;
  let opened: OpenConsole;
  let page: Page;
  before(async () => {
    server = await startConsoleServer({
      config: `default_screen: plain\ndevices:\n${fleetEntries(DEVICES)}`,
    });
    for (let number = 0; number < DEVICES; number += 1) {
      const isLow = number % 100 === 0;
      letCall(server.app.registry, fleetMac(number), {
        report: { rssi: -60, firmwareVersion: '1.8.15', percentCharged: isLow ? 10 : 80 },
      });
    }
    opened = await openConsole(browser, server.url);
    ({ page } = opened);
    await page.waitForSelector('.rows .row [data-column="name"]');
  });
  after(async () => {
    opened.assertClean();
    await opened.close();
    await server.stop();
  });

  it('is counted, and has rows for what is in sight only', async () => {
    assert.equal(await page.getAttribute('.table', 'aria-rowcount'), String(DEVICES + 1));
    assert.match((await page.textContent('.page-head')) ?? '', /10,000 devices/);
    const rows = await page.locator('.rows .row').count();
    assert.ok(rows > 10 && rows < 60, String(rows));
  });

  it('scrolls from end to end without a task of over 100 ms', async () => {
    const last = page.locator(`.rows [data-index="${DEVICES - 1}"] [data-column="name"]`);
    const tasksMs = await tasksDuring(browser, page, async () => {
      for (let step = 1; step <= 40; step += 1) {
        await page.evaluate(`document.querySelector('.table').scrollTop = ${step} / 40 * 1e7`);
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
        );
      }
      await last.waitFor();
    });
    // Each step was seen.
    assert.ok(tasksMs.length > 80 && (tasksMs[0] ?? 0) > 1, `${tasksMs.length} tasks`);
    assert.ok((tasksMs[0] ?? 0) <= 100, `the longest tasks: ${tasksMs.slice(0, 5).join(', ')} ms`);
    await page.evaluate("document.querySelector('.table').scrollTop = 0");
  });

  it('is filtered by a counter, and the filter is in the address', async () => {
    await page.click('.counter:has-text("Low battery")');
    await page.waitForSelector('.table[aria-rowcount="101"]');
    assert.equal(new URL(page.url()).searchParams.get('state'), 'low_battery');
    await page.reload();
    await page.waitForSelector('.table[aria-rowcount="101"]');
    assert.equal(await page.getAttribute('.counter:has-text("Low battery")', 'aria-pressed'), 'true');
  });

  it('is searched as one types', async () => {
    await page.fill('input[type="search"]', 'Room 9900');
    await page.waitForSelector('.table[aria-rowcount="2"]');
    assert.equal(new URL(page.url()).searchParams.get('q'), 'Room 9900');
    await page.click('text=Clear all');
    await page.waitForSelector(`.table[aria-rowcount="${DEVICES + 1}"]`);
  });

  it('is gone through with the keyboard alone', async () => {
    await page.focus('.rows .row[tabindex="0"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.rows [data-index="2"]:focus');
    await page.keyboard.press('Space');
    assert.match((await page.textContent('.bulk-bar')) ?? '', /1 selected/);
    await page.keyboard.press('End');
    await page.waitForSelector(`.rows [data-index="${DEVICES - 1}"]:focus`);
    await page.click('text=Select none');
  });

  it('changes many devices at once, after it has shown what would change', async () => {
    await page.fill('input[type="search"]', 'Room 77');
    await page.waitForSelector('.table[aria-rowcount="112"]');
    await page.click('text=/^Select all/');
    await page.waitForSelector('text=/^111 selected$/');
    await page.click('text=Change…');
    await page.fill('.dialog input[type="number"]', '1234');
    await page.fill('.dialog .field:has-text("Replace tags by") input', 'seventy, seven');
    await page.click('text=Show what changes');
    await page.waitForSelector('text=/111 devices would change/');
    assert.match((await page.textContent('.plan')) ?? '', /refresh–1234/);
    await page.click('.dialog .button.primary');
    await page.waitForSelector('text=/Changed 111 devices/');
    const config = readFileSync(path.join(path.dirname(server.screensDir), 'config.yaml'), 'utf8');
    assert.equal(config.match(/refresh: 1234/g)?.length, 111);
    assert.equal(config.match(/seventy/g)?.length, 111);
  });

  it('shows what the server refuses in the dialog', async () => {
    await page.click('text=/^Select all/');
    await page.click('text=Change…');
    await page.fill('.dialog .field:has-text("Add tags") input', 'a\\b');
    await page.click('text=Show what changes');
    await page.waitForSelector('.dialog .field:has-text("Add tags") .problem');
    await page.click('.dialog [aria-label="Close"]');
  });

  it('shows a device the moment it calls', async () => {
    await page.fill('input[type="search"]', 'Room 42');
    await page.waitForSelector('.table[aria-rowcount="112"]');
    const mac = fleetMac(42);
    const row = page.locator('.rows .row', { hasText: mac });
    await row.waitFor();
    await getDisplay(server, mac, { 'FW-Version': '9.9.9' });
    await row.locator('text=9.9.9').waitFor();
  });
});

describe('a server without devices', () => {
  let server: TestServer;
  let opened: OpenConsole;
  before(async () => {
    server = await startConsoleServer();
    opened = await openConsole(browser, server.url);
  });
  after(async () => {
    opened?.assertClean();
    await opened?.close();
    await server.stop();
  });

  it('says how to point a device at it, with its own address', async () => {
    await opened.page.waitForSelector('text=Point your first device here');
    const text = (await opened.page.textContent('.empty')) ?? '';
    assert.ok(text.includes(server.url), text);
    assert.match(text, /means the device itself/);
    assert.equal(await opened.page.locator('svg.qr').count(), 1);
    assert.deepEqual(await accessibilityFaults(opened.page), []);
    // It calls, and is there.
    await getDisplay(server, '02:00:00:00:00:07');
    await opened.page.waitForSelector('.rows .row');
  });

  it('that gets hostile ones is text, clear and not too wide in light and dark, on a phone and on a desk', async () => {
    await takeConfig(
      server,
      'default_screen: plain\ndevices:\n  "02:00:00:00:00:01": { screen: plain, name: "<img src=x onerror=alert(1)>", tags: [hall] }\n',
    );
    await getDisplay(server, '02:00:00:00:00:01', { 'FW-Version': '<script>alert(1)</script>' });
    await fetch(`${server.url}/api/display`, {
      headers: deviceHeaders('02:00:00:00:00:02', { Model: '"><svg onload=alert(1)>' }),
    });
    await opened.go('/');
    await opened.page.waitForSelector('.rows .row:nth-child(3) [data-column="name"]');
    assert.match((await opened.page.textContent('.rows')) ?? '', /<img src=x onerror=alert\(1\)>/);
    await assertClear(opened.page);
  });
});
