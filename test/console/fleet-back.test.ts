/** The way from the fleet to a device and back, and what leads from one to the other, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { type OpenConsole, openConsole } from '../support/console/open-console.ts';
import { fleetEntries, fleetMac, letCall } from '../support/device/test-fleet.ts';
import type { TestServer } from '../support/server/server.ts';

const DEVICES = 1_500;
const TAGGED = '02:AA:00:00:00:01';
const CONFIG = `default_screen: plain
devices:
${fleetEntries(DEVICES)}  "${TAGGED}": { screen: service-builtin/clock, name: AAA first, tags: [hall, "floor/1"] }
groups:
  halls: { match: { tag: hall }, refresh: 600 }
`;

let browser: Browser;
let server: TestServer;
let opened: OpenConsole;
let page: Page;
before(async () => {
  browser = await launchChromium();
  server = await startConsoleServer({ config: CONFIG });
  for (let number = 0; number < DEVICES; number += 1) letCall(server.app.registry, fleetMac(number));
  opened = await openConsole(browser, server.url, { path: '/?sort=name' });
  ({ page } = opened);
  await page.waitForSelector('.rows .row [data-column="name"]');
});
after(async () => {
  opened.assertClean();
  await browser.close();
  await server.stop();
});

/** What the table shows: how far it is scrolled, and which row has the focus. */
function place(): Promise<unknown> {
  return page.evaluate(
    `[document.querySelector('.table').scrollTop, document.activeElement.closest('.row')?.dataset.index]`,
  );
}

describe('the way back to the fleet', () => {
  it('leads to the row that was opened, where it was, with the focus, also far down the list', async () => {
    await page.focus('.rows .row[tabindex="0"]');
    await page.keyboard.press('End');
    const row = page.locator(`.rows [data-index="${DEVICES}"] [data-column="name"]`);
    await row.waitFor();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowUp');
    await page.waitForSelector(`.rows [data-index="${DEVICES - 5}"]:focus`);
    const before = await place();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.device h1');
    await page.goBack();
    await page.waitForSelector(`.rows [data-index="${DEVICES - 5}"]:focus`);
    assert.deepEqual(await place(), before);
  });

  it('does so after a click, with filters, and through several pages', async () => {
    await page.goto(`${server.url}/console/?sort=name&q=Room`);
    await page.waitForSelector('.rows .row [data-column="name"]');
    await page.evaluate("document.querySelector('.table').scrollTop = 12345");
    const name = page.locator('.rows [data-index="224"] .device-name');
    await name.click();
    await page.waitForSelector('.device h1');
    await page.click('nav >> text=Health');
    await page.waitForSelector('h1:has-text("Health")');
    await page.goBack();
    await page.waitForSelector('.device h1');
    await page.goBack();
    await page.waitForSelector('.rows [data-index="224"]:focus');
    assert.deepEqual(await place(), [12345, '224']);
  });

  it('is no way back where somebody goes to the fleet anew', async () => {
    await page.click('nav >> text=Fleet');
    await page.waitForSelector('.rows [data-index="0"] [data-column="name"]');
    assert.equal(await page.evaluate("document.querySelector('.table').scrollTop"), 0);
  });
});

describe('tags, screens and groups of devices', () => {
  it('are found: the tag that is clicked, the screen without its handle, both by the search', async () => {
    await page.goto(`${server.url}/console/?sort=name`);
    await page.click('.rows [data-index="0"] a.tag:has-text("floor/1")');
    await page.waitForSelector('.table[aria-rowcount="2"]');
    assert.equal(new URL(page.url()).searchParams.get('tag'), 'floor/1');
    await page.goto(`${server.url}/console/devices/${encodeURIComponent(TAGGED)}`);
    await page.click('.device-head a.tag:has-text("halls")');
    await page.waitForSelector('.table[aria-rowcount="2"]');
    for (const text of ['FLOOR/1', 'clock']) {
      await page.goto(`${server.url}/console/`);
      await page.fill('input[type="search"]', text);
      await page.waitForSelector('.table[aria-rowcount="2"]');
    }
    await page.goto(`${server.url}/console/?screen=clock*`);
    await page.waitForSelector('.table[aria-rowcount="2"]');
    await assertClear(page);
  });

  it('are offered by the filters, each with how many devices it finds', async () => {
    await page.goto(`${server.url}/console/?sort=name`);
    await page.click('button:text-is("Filters")');
    const pick = page.locator('.filter-pick', { hasText: 'Screen' });
    await pick.locator('summary').click();
    const clock = pick.locator('li', { hasText: 'service-builtin/clock' });
    await clock.waitFor();
    assert.equal(await clock.locator('.count').textContent(), '1');
    assert.equal(
      await pick
        .locator('li', { hasText: /^plain/ })
        .locator('.count')
        .textContent(),
      '1,500',
    );
    await assertClear(page);
    await clock.locator('input').check();
    await page.waitForSelector('.table[aria-rowcount="2"]');
    assert.equal(new URL(page.url()).searchParams.get('screen'), 'service-builtin/clock');
    // The others can still be chosen.
    await pick
      .locator('li', { hasText: /^plain/ })
      .locator('input')
      .check();
    await page.waitForSelector(`.table[aria-rowcount="${DEVICES + 2}"]`);
    await page.keyboard.press('Escape');
    assert.equal(await pick.getAttribute('open'), null);
    const tags = page.locator('.filter-pick', { hasText: 'Tag' });
    await tags.locator('summary').click();
    assert.deepEqual(await tags.locator('.value').allTextContents(), ['floor/1', 'hall']);
  });
});
