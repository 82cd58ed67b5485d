/** The card of params that stay hidden, in a real browser: who sees it, and what an admin does there. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { accessibilityFaults } from '../support/browser/page-checks.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { CONSOLE_TOKEN, openConsole } from '../support/console/open-console.ts';
import { Admin, SCREENS } from '../support/server/admin.ts';
import { adminTokens, Named, namedToken } from '../support/server/named-tokens.ts';
import { getDisplay } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const CONFIG = `default_screen: plain
${adminTokens({ vera: 'viewer' })}devices:
  "${MAC}": { screen: local/typed, params: { city: Bern, key: canary-of-params } }
`;
const CARD = 'section:has(h2:text-is("Hidden params"))';

describe('the card "Hidden params"', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  it('stands while a param is hidden that its screen calls sensitive no more, until an admin opens it', async (t) => {
    const server = await startConsoleServer({ config: CONFIG, screens: SCREENS });
    t.after(() => server.stop());
    const vera = new Named(server, 'vera');
    const value = async (): Promise<unknown> => (await vera.get(`/devices/${MAC}`)).body.params.key;
    const opened = await openConsole(browser, server.url, { path: '/settings' });
    t.after(() => opened.close());
    const { page } = opened;
    await page.waitForSelector('.webhook, h2:has-text("Alerts")');
    assert.equal(await page.locator(CARD).count(), 0);

    await getDisplay(server, MAC);
    const meta = path.join(server.screensDir, 'typed.meta.yaml');
    writeFileSync(meta, readFileSync(meta, 'utf8').replace(', sensitive: true', ''));
    const admin = new Admin(server, CONSOLE_TOKEN);
    await until(
      async () => (await admin.get('/sensitive-params')).body.params.length === 1,
      'a hidden param',
    );
    await page.reload();
    await page.waitForSelector(CARD);
    assert.match((await page.textContent(CARD)) ?? '', /key of .*typed/);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.notEqual(await value(), 'canary-of-params');

    const viewer = await openConsole(browser, server.url, { path: '/settings', token: namedToken('vera') });
    await viewer.page.waitForSelector(CARD);
    assert.equal(await viewer.page.locator(`${CARD} button`).count(), 0);
    viewer.assertClean();
    await viewer.close();

    await page.click(`${CARD} button:has-text("It is no secret")`);
    await page.waitForSelector('.toast:has-text("is no secret any more")');
    await page.waitForSelector(CARD, { state: 'detached' });
    assert.equal(await value(), 'canary-of-params');
    assert.deepEqual((await admin.get('/sensitive-params')).body.params, []);
    opened.assertClean();
  });
});
