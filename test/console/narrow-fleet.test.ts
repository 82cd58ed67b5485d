/** The fleet on a phone, with a keyboard that is held down, and on a server whose config can be read only. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { type OpenConsole, openConsole } from '../support/console/open-console.ts';
import { fleetEntries, fleetMac, letCall } from '../support/device/test-fleet.ts';
import type { TestServer } from '../support/server/server.ts';

const DEVICES = 300;

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

/** The cells of a row whose text is cut off or outside of the window, by their columns. */
const CLIPPED = `[...document.querySelectorAll('.rows [data-index="1"] :is(.device-name, .key, [data-column])')]
  .filter((part) => part.checkVisibility())
  .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0 || part.getBoundingClientRect().right > innerWidth)
  .map((part) => part.dataset.column ?? part.className)`;

describe('a fleet of 300 devices', () => {
  let server: TestServer;
  before(async () => {
    server = await startConsoleServer({
      config: `default_screen: plain\ndevices:\n${fleetEntries(DEVICES)}`,
    });
    for (let number = 0; number < DEVICES; number += 1) {
      letCall(server.app.registry, fleetMac(number), { report: { percentCharged: 64 } });
    }
  });
  let opened: OpenConsole;
  after(async () => {
    opened?.assertClean();
    await opened?.close();
    await server.stop();
  });

  const open = async (widthPx: number): Promise<OpenConsole> => {
    opened ??= await openConsole(browser, server.url, { widthPx });
    await opened.page.setViewportSize({ width: widthPx, height: 900 });
    await opened.go('/?sort=name');
    await opened.page.waitForSelector('.rows [data-index="1"] [data-column="name"]');
    return opened;
  };

  it('is cards below 700 pixels, each with its whole address, its battery and its last poll', async () => {
    for (const widthPx of [360, 699]) {
      const opened = await open(widthPx);
      const row = opened.page.locator('.rows [data-index="1"]');
      for (const part of ['.key', '[data-column="battery"]', '[data-column="last_seen"]']) {
        const box = await row.locator(part).boundingBox();
        assert.ok(box !== null && box.width > 20, `${part} at ${widthPx} px`);
        assert.ok(
          box.x >= 0 && box.x + box.width <= widthPx,
          `${part} at ${widthPx} px: ${JSON.stringify(box)}`,
        );
      }
      assert.match(await row.innerText(), /02:[0-9A-F:]{14}[\s\S]*64/);
      assert.deepEqual(await opened.page.evaluate(CLIPPED), [], `${widthPx} px`);
    }
  });

  it('is a table from 700 pixels on', async () => {
    const opened = await open(700);
    const tops = await middlesOf(opened.page);
    assert.equal(new Set(tops).size, 1, tops.join(', '));
  });

  it('goes as many rows on as an arrow key is pressed, however fast', async () => {
    const opened = await open(1440);
    const { page } = opened;
    await page.focus('.rows [data-index="0"]');
    const down = (count: number, key: string) =>
      Promise.all(Array.from({ length: count }, () => page.keyboard.press(key)));
    await down(150, 'ArrowDown');
    await page.waitForSelector('.rows [data-index="150"]:focus');
    await down(40, 'ArrowUp');
    await page.waitForSelector('.rows [data-index="110"]:focus');
  });

  it('is not said to be read-only, as its config can be written', async () => {
    const { page } = await open(1440);
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('.read-only').count(), 0);
  });
});

/** Where the cells of a row begin. */
function middlesOf(page: Page): Promise<readonly number[]> {
  return page.evaluate(
    `[...document.querySelectorAll('.rows [data-index="1"] [data-column]')].map((cell) => { const box = cell.getBoundingClientRect(); return Math.round(box.top + box.height / 2); })`,
  );
}

describe('a server whose config can be read only', () => {
  it('says so on every page before anybody types, with the way out', async () => {
    const server = await startConsoleServer({ embeddedConfig: true });
    const opened = await openConsole(browser, server.url);
    for (const path of ['/', '/settings', '/pending', '/screens']) {
      if (path !== '/') await opened.go(path);
      const notice = opened.page.locator('.read-only');
      await notice.waitFor();
      assert.match(await notice.innerText(), /cannot be saved[\s\S]*CONFIG_FILE/);
      if (path === '/') await assertClear(opened.page);
    }
    opened.assertClean();
    await opened.close();
    await server.stop();
  });
});
