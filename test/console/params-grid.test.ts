/** The params of a screen in columns, in a real browser: what belongs together stands in line. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { type OpenConsole, openConsole } from '../support/console/open-console.ts';
import { TYPED_SCREEN } from '../support/server/admin.ts';
import { getDisplay, PLAIN_SCREEN, type TestServer } from '../support/server/server.ts';

let browser: Browser;
let server: TestServer;
let opened: OpenConsole;
before(async () => {
  browser = await launchChromium();
  server = await startConsoleServer({ screens: { ...PLAIN_SCREEN, ...TYPED_SCREEN } });
  await getDisplay(server, '02:00:00:00:00:09');
  opened = await openConsole(browser, server.url, { path: '/pending' });
});
after(async () => {
  await browser.close();
  await server.stop();
});

describe('the params of a device that is adopted', () => {
  it('have labels and controls in line, and the first one at fault gets the focus', async () => {
    const { page } = opened;
    await page.locator('.adoption select').first().selectOption('local/typed');
    await page.waitForSelector('.adoption-params[open] .params .field');
    const lines =
      (await page.evaluate(`[...document.querySelectorAll('.adoption-params .field')].map((field) =>
      [field, field.querySelector('label'), field.querySelector('.control')].map((one) =>
        Math.round(one.getBoundingClientRect().top)))`)) as readonly (readonly number[])[];
    const byRow = new Map<number, (readonly number[])[]>();
    for (const line of lines) byRow.set(line[0] ?? 0, [...(byRow.get(line[0] ?? 0) ?? []), line]);
    assert.ok(byRow.size > 1 && byRow.size < lines.length, 'there are several columns');
    for (const [top, row] of byRow) {
      assert.equal(new Set(row.map((one) => JSON.stringify(one))).size, 1, `${top}: ${JSON.stringify(row)}`);
    }
    await page.click('.adoption >> text=Adopt');
    await page.waitForSelector('.adoption .problem-summary button:has-text("City")');
    assert.equal(
      await page.evaluate("document.activeElement.closest('.field').querySelector('label').textContent"),
      'City (required)',
    );
    await assertClear(page);
    opened.assertClean();
  });
});
