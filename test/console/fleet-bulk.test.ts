/** A change of many devices in a real browser: what is sent reaches the config, what is refused stands at its field. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { type OpenConsole, openConsole } from '../support/console/open-console.ts';
import { getDisplay, PLAIN_SCREEN, type TestServer, takeConfig } from '../support/server/server.ts';
import { TYPED_SCREEN } from '../support/server/typed-screen.ts';

const MAC = (number: number) => `02:00:00:00:00:${String(number).padStart(2, '0')}`;
const CONFIG = `default_screen: plain
devices:
  "${MAC(1)}": { screen: plain, tags: [hall, floor-1] }
  "${MAC(2)}": { screen: plain, tags: [hall] }
  "${MAC(3)}": { screen: typed, params: { city: Bern } }
panels:
  wide: { width: 800, height: 480 }
`;

let browser: Browser;
let server: TestServer;
let opened: OpenConsole;
let page: Page;
before(async () => {
  browser = await launchChromium();
  server = await startConsoleServer({ config: CONFIG, screens: { ...PLAIN_SCREEN, ...TYPED_SCREEN } });
  opened = await openConsole(browser, server.url);
  ({ page } = opened);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

function configText(): string {
  return readFileSync(path.join(path.dirname(server.screensDir), 'config.yaml'), 'utf8');
}

function fieldOf(label: string) {
  return page.locator('.dialog .field', { has: page.getByText(label, { exact: true }) });
}

async function openDialog(): Promise<void> {
  await page.click('text=/^Select all/');
  await page.waitForSelector('.bulk-bar >> text=/^[1-9]\\d* selected$/');
  await page.click('text=Change…');
}

async function change(count: number): Promise<void> {
  await page.click('text=Show what changes');
  // Not the button before it, whose name has the word, too.
  await page.getByRole('button', { name: /^Change \d/ }).click();
  await page.waitForSelector('.dialog', { state: 'detached' });
  await page.waitForSelector(`text=Changed ${count} device`);
}

describe('a change of many devices', () => {
  beforeEach(async () => {
    await takeConfig(server, CONFIG);
    await opened.go('/');
    await page.waitForSelector('.rows [data-index="2"] [data-column="name"]');
  });
  afterEach(() => opened.assertClean());

  it('may be of the panel alone, or of the refresh alone', async () => {
    await openDialog();
    await fieldOf('Panel').locator('select').selectOption('wide');
    await change(3);
    assert.equal(configText().match(/panel: wide/g)?.length, 3);
    await openDialog();
    await fieldOf('Refresh').locator('input').fill('700');
    await change(3);
    assert.equal(configText().match(/refresh: 700/g)?.length, 3);
  });

  it('adds and removes tags, and each device keeps its others', async () => {
    await openDialog();
    await fieldOf('Add tags').locator('input').fill('new, Hall');
    await fieldOf('Remove tags').locator('input').fill('floor-1');
    await change(3);
    const { devices } = server.engine.config.raw as { devices: Record<string, { tags: readonly string[] }> };
    assert.deepEqual(
      [1, 2, 3].map((number) => devices[MAC(number)]?.tags),
      [
        ['hall', 'new'],
        ['hall', 'new'],
        ['new', 'Hall'],
      ],
    );
  });

  it('says an error of all devices once, at its field, and goes there', async () => {
    await openDialog();
    await fieldOf('Screen').locator('select').selectOption('local/typed');
    const days = page.locator('.dialog .params .field', { hasText: 'days' });
    await days.locator('input').fill('9');
    await page.click('text=Show what changes');
    await days.locator('.problem').waitFor();
    const problems = await page.locator('.dialog .problem').allTextContents();
    const ofDays = problems.filter((text) => text.includes('days'));
    assert.equal(ofDays.length, 1, problems.join('\n'));
    assert.match(ofDays[0] ?? '', /1 to 7, got 9/);
    assert.equal(
      await page.evaluate(
        `document.querySelector('.dialog [aria-invalid="true"]') === document.activeElement`,
      ),
      true,
    );
    await page.waitForSelector('.dialog .problem-summary >> text=/Nothing was changed/');
    assert.equal(await page.locator('.dialog .problem-summary button', { hasText: 'days' }).count(), 1);
    await assertClear(page);
  });

  // The last one, as its device stays.
  it('leaves devices without an entry as they are, and says so, unless it gives them a screen', async () => {
    await getDisplay(server, MAC(9));
    await page.waitForSelector('.rows [data-index="3"] [data-column="name"]');
    await openDialog();
    await page.waitForSelector('.dialog .notice:has-text("1 device has no entry")');
    await fieldOf('Refresh').locator('input').fill('800');
    await change(3);
    assert.equal(configText().match(/refresh: 800/g)?.length, 3);
    assert.doesNotMatch(configText(), new RegExp(MAC(9)));
    await openDialog();
    await fieldOf('Screen').locator('select').selectOption('local/plain');
    assert.equal(await page.locator('.dialog .notice').count(), 0);
    await change(4);
    assert.match(configText(), new RegExp(`${MAC(9)}"?:`));
  });
});
