/** The settings of a server and its config, in a real browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it, type TestContext } from 'node:test';
import type { Browser, Page, Response } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { accessibilityFaults } from '../support/browser/page-checks.ts';
import { closeLater } from '../support/closing.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { CONSOLE_TOKEN, type OpenConsole, openConsole } from '../support/console/open-console.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { configFile, type TestServer, takeConfig } from '../support/server/server.ts';
import { SCREENS } from '../support/server/typed-screen.ts';
import { until } from '../support/waiting.ts';

const CONFIG = `# The first line stays.
default_screen: plain   # so does this
admin: { token: canary-admin-token-0123456789 }
devices:
  AA:BB:CC:DD:EE:01:
    screen: local/typed
    params:
      city: Berlin # the capital
      key: canary-of-params
  'AA:BB:CC:DD:EE:02': { screen: local/plain, name: "<img src=x onerror=alert(1)>" }
alerts:
  webhooks:
    ops: { url: "http://127.0.0.1:1/canary-path", secret: canary-of-the-hook-0123456789 }
  rules:
    late: { when: late, to: ops }
`;

const EDITOR = 'textarea[aria-label="Text of the config"]';

/** All text of an element, as it is in the page. */
async function textOf(page: Page, selector: string): Promise<string> {
  return (await page.textContent(selector)) ?? '';
}

let browser: Browser;
let server: TestServer;
/** The page of all tests whose server is this one. */
let opened: OpenConsole;
let page: Page;
before(async () => {
  browser = await launchChromium();
  server = await startConsoleServer({ config: CONFIG, screens: SCREENS });
  opened = await openConsole(browser, server.url, { path: '/settings' });
  ({ page } = opened);
});
beforeEach(async () => {
  if (readFileSync(configFile(server), 'utf8') !== CONFIG) await takeConfig(server, CONFIG);
});
afterEach(() => opened.assertClean());
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** The config of another server. */
async function openOther(t: TestContext, url: string): Promise<OpenConsole> {
  const opened = await openConsole(browser, url, { path: '/settings/config' });
  closeLater(t, async () => {
    opened.assertClean();
    await opened.close();
  });
  return opened;
}

function textIn(page: Page): Promise<string> {
  return page.inputValue(EDITOR);
}

async function patch(body: object): Promise<void> {
  const answer = await fetch(`${server.url}/api/admin/settings`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${CONSOLE_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200);
}

describe('the settings', () => {
  it('say where they are from, and are changed', async () => {
    await opened.go('/settings');
    const field = page.locator('.field', { hasText: 'Registration' });
    await field.locator('text=default').waitFor();
    await page.selectOption('select[name="registration_enabled"]', 'false');
    await page.click('text=Save settings');
    await field.locator('text=from the config').waitFor();
    assert.match(readFileSync(configFile(server), 'utf8'), /^registration_enabled: false$/m);
  });

  it('show what the server refuses at its field', async () => {
    await opened.go('/settings');
    await page.fill('input[name="screen_repo_refresh_interval"]', '-5');
    await page.click('text=Save settings');
    await page.waitForSelector('.field:has-text("Look for news") .problem');
    assert.equal(readFileSync(configFile(server), 'utf8'), CONFIG);
  });

  it('have the webhooks, which can be tested', async () => {
    await opened.go('/settings');
    await page.click('[aria-label="Send a test to ops"]');
    await page.waitForSelector('.toast.error:has-text("ops did not take the test")');
    assert.match(await textOf(page, '.webhook'), /http:\/\/127\.0\.0\.1:1/);
  });
});

describe('the text of the config', () => {
  it('is checked as one types, and a problem leads to its line', async () => {
    await opened.go('/settings/config');
    await page.waitForSelector('.config-findings');
    const shown = await textIn(page);
    await page.fill(EDITOR, shown.replace('screen: local/typed', 'screen: local/typed\n    refresh: soon'));
    const place = page.locator('.config-findings .place', { hasText: 'Line 7' });
    await place.click();
    const selected = (await page.evaluate(
      `(() => { const field = document.querySelector('${EDITOR}'); return field.value.slice(0, field.selectionStart).split('\\n').length; })()`,
    )) as number;
    assert.equal(selected, 7);
    await page.waitForSelector('.config-editor .mark');
    await page.fill(EDITOR, 'devices: [');
    await page.waitForSelector('.config-editor .mark.error');
    await page.click('text=Review…');
    await page.waitForSelector('.dialog .notice.bad');
    assert.ok(await page.isDisabled('.dialog .button.primary'));
    await page.keyboard.press('Escape');
    await page.click('text=Discard changes');
    assert.equal(await textIn(page), shown);
  });

  it('is reviewed as a diff and saved with its comments and secrets, none of which the page has seen', async () => {
    await opened.go('/settings');
    const answers: Promise<string>[] = [];
    const note = (response: Response): void => {
      if (response.url().includes('/api/admin/') && !response.url().endsWith('/stream'))
        answers.push(response.text().catch(() => ''));
    };
    page.on('response', note);
    await page.click('text=Config text');
    await page.waitForSelector(EDITOR);
    await page.fill(EDITOR, (await textIn(page)).replace('Berlin # the', 'Rome # the'));
    await page.click('text=Review…');
    await page.waitForSelector('.dialog .changes');
    assert.match(await textOf(page, '.dialog .changes'), /params\.city.*Berlin.*Rome/s);
    assert.match(await textOf(page, '.dialog .diff .removed'), /city: Berlin # the capital/);
    assert.match(await textOf(page, '.dialog .diff .added'), /city: Rome # the capital/);
    await page.click('.dialog .button.primary');
    await page.waitForSelector('.toast:has-text("Saved")');
    assert.equal(readFileSync(configFile(server), 'utf8'), CONFIG.replace('Berlin', 'Rome'));
    for (const part of ['Who changed what', 'History', 'Settings and alerts']) {
      await page.click(`.part-links >> text=${part}`);
      await page.waitForSelector('.settings .card h2');
      assert.doesNotMatch(await page.content(), /canary/);
    }
    await page.waitForSelector('.webhook');
    const texts = await Promise.all(answers);
    assert.ok(texts.length >= 6, String(texts.length));
    for (const text of texts) assert.doesNotMatch(text, /canary/);
    page.off('response', note);
  });

  it('that was changed meanwhile is not overwritten, and nothing typed is lost', async () => {
    await opened.go('/settings/config');
    await page.waitForSelector(EDITOR);
    const mine = (await textIn(page)).replace('Berlin', 'Rome');
    await page.fill(EDITOR, mine);
    // No word of the change before the save.
    await page.route('**/api/admin/config/text', async (route) => {
      if (route.request().method() === 'PUT') await patch({ on_error: 'keep' });
      await route.continue();
    });
    await page.click('text=Review…');
    await page.click('.dialog .button.primary:not(:disabled)');
    await page.click('text=Show the new text');
    assert.match(await page.inputValue('[aria-label="New text of the config"]'), /on_error: keep/);
    assert.match(await textOf(page, '.changed-meanwhile .diff'), /on_error: keep/);
    assert.equal(await textIn(page), mine);
    await page.unroute('**/api/admin/config/text');
    await page.click('text=Go on with my text');
    await page.fill(EDITOR, `${mine}on_error: keep\n`);
    await page.click('text=Review…');
    await page.click('.dialog .button.primary:not(:disabled)');
    await page.waitForSelector('.toast:has-text("Saved")');
    const written = readFileSync(configFile(server), 'utf8');
    assert.match(written, /Rome # the capital/);
    assert.match(written, /on_error: keep/);
  });

  it('is not asked for by those who may not have it', async (t) => {
    const other = await startConsoleServer({ embeddedConfig: true });
    closeLater(t, () => other.stop());
    const { page } = await openOther(t, other.url);
    await page.waitForSelector('.notice:has-text("It can be read only")');
    assert.equal(await page.getAttribute(EDITOR, 'readonly'), '');
    assert.match(await textOf(page, '.config-part .notice'), /CONFIG_FILE/);
  });
});

describe('the history of the config', () => {
  it('shows what going back would change, and goes back', async (t) => {
    const folder = tempTree(t);
    const env = { CONFIG_FILE: 'store:', STORE_URL: `file:${path.join(folder, 'state')}` };
    const other = await startConsoleServer({ env });
    closeLater(t, () => other.stop());
    const { page } = await openOther(t, other.url);
    await page.waitForSelector(EDITOR);
    const first = await textIn(page);
    await page.fill(EDITOR, first.replace('on_error: show', 'on_error: keep # Second'));
    await page.click('text=Review…');
    await page.click('.dialog .button.primary:not(:disabled)');
    await page.waitForSelector('text=/Saved as revision 2/');
    await page.click('.part-links >> text=History');
    await page.click('[aria-label="Compare revision 1 with now"]');
    await page.waitForSelector('.dialog .diff');
    assert.match(await textOf(page, '.dialog .diff'), /# Second/);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.click('text=Go back to this');
    await page.waitForSelector('.revisions tr:has-text("3"):has-text("in use")');
    await page.click('.part-links >> text=Config text');
    await page.waitForSelector(EDITOR);
    assert.equal(await textIn(page), first);
  });
});

describe('the pages of the settings', () => {
  before(async () => {
    await fetch(`${server.url}/api/admin/devices`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${CONSOLE_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        key: 'AA:BB:CC:DD:EE:07',
        screen: 'local/plain',
        name: '<b onclick=alert(1)>x</b>',
      }),
    });
    await patch({ on_error: 'keep' });
  });

  for (const part of ['', '/config', '/history', '/audit']) {
    it(`are text, clear and not too wide in light and dark, on a phone and on a desk: settings${part}`, async () => {
      await opened.go(`/settings${part}`);
      await page.waitForSelector('.card :is(form, textarea, table, h2 ~ p)');
      if (part === '/config') await page.waitForSelector('.config-findings :text("problem")');
      await assertClear(page);
    });
  }

  it('have the audit trail: who, what and from where, as text', async () => {
    await opened.go('/settings/audit');
    await page.waitForSelector('.audit tbody tr:nth-child(2)');
    const text = await until(async () => {
      const shown = await textOf(page, '.audit');
      return shown.includes('on_error') && shown;
    });
    assert.match(text, /admin token · admin/);
    assert.match(text, /PATCH \/api\/admin\/settings/);
    assert.match(text, /127\.0\.0\.1/);
    assert.match(text, /<b onclick=alert\(1\)>x<\/b>/);
    assert.equal(await page.locator('.audit b').count(), 0);
  });
});
