/** Screens and their repos, in a real browser and with real git. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { type OpenConsole, openConsole } from '../support/console/open-console.ts';
import { GitRepo } from '../support/repos/git-repo.ts';
import { says } from '../support/repos/screen-repos.ts';
import { adminTokens, namedToken } from '../support/server/named-tokens.ts';
import { getDisplay, PLAIN_SCREEN, type TestServer } from '../support/server/server.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';
const GARDENER = '02:00:00:00:00:11';
const BROKEN = { ...says('broken'), 'tulips.lua': 'return {' };

let browser: Browser;
let folder: string;
let repo: GitRepo;
let first: string;
let server: TestServer;
let opened: OpenConsole;
let page: Page;

before(async () => {
  browser = await launchChromium();
  folder = mkdtempSync(path.join(tmpdir(), 'stipple-console-'));
  repo = new GitRepo(path.join(folder, 'screens.git'));
  first = repo.commit({
    ...says('first'),
    'service-screens.yaml': `name: "${HOSTILE}"\ndescription: "${HOSTILE}"\nauthor: "javascript:alert(1)"\n`,
    'wilted.lua': 'return { data = {} }',
    'wilted.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'wilted.meta.yaml': 'title: [',
  });
  server = await startConsoleServer({
    screens: PLAIN_SCREEN,
    config: `default_screen: plain\ndevices:\n  "${GARDENER}": { screen: garden/tulips }\nscreen_repos:\n  garden: { repo: "${repo.url}" }\n${adminTokens({ vera: 'viewer' })}`,
  });
  opened = await openConsole(browser, server.url, { path: '/screens' });
  ({ page } = opened);
});
after(async () => {
  opened.assertClean();
  await browser?.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const garden = () => page.locator('.source[data-handle="garden"]');

describe('screens and repos', () => {
  it('are all listed, with what they look like once they are in sight', async () => {
    const card = page.locator('[data-ref="local/plain"]');
    await card.scrollIntoViewIfNeeded();
    await card.locator('img').waitFor();
    assert.equal(await card.locator('img').getAttribute('width'), '800');
    const studio = await card.locator('.doors a').first().getAttribute('href');
    assert.equal(studio, '/console/studio/local/plain');
    const tulips = page.locator('[data-ref="garden/tulips"]');
    await tulips.scrollIntoViewIfNeeded();
    await tulips.locator('a:has-text("1 device")').waitFor();
    const fleet = await tulips.locator('a:has-text("1 device")').getAttribute('href');
    assert.equal(fleet, '/console/?screen=garden%2Ftulips');
  });

  it('show a repo as text, however hostile, with its commit and what is broken', async () => {
    const text = (await garden().textContent()) ?? '';
    assert.ok(text.includes(HOSTILE), text);
    for (const shown of [repo.url, first.slice(0, 12), 'Ready', 'default branch', 'garden/wilted']) {
      assert.ok(text.includes(shown), `${shown} in ${text}`);
    }
    assert.equal(await garden().locator('.repo-line a').count(), 0);
  });

  it('take over an update the moment it is there', async () => {
    const second = repo.commit(says('second'));
    await garden().locator('button:has-text("Update now")').click();
    await garden()
      .locator(`code:text-is("${second.slice(0, 12)}")`)
      .waitFor();
  });

  it('hold back a commit that breaks what is shown, until it is accepted', async () => {
    const broken = repo.commit(BROKEN);
    await garden().locator('button:has-text("Update now")').click();
    await garden().locator('button:has-text("Accept the new commit")').click();
    assert.match(
      (await page.textContent('.dialog')) ?? '',
      /would break a screen that is in use[\s\S]*garden\/tulips/,
    );
    await page.click('.dialog button:has-text("Take it")');
    await garden()
      .locator(`code:text-is("${broken.slice(0, 12)}")`)
      .waitFor();
    await garden().locator('.repo-problems .tag:has-text("In use")').waitFor();
  });

  it('go back to a commit that this browser has seen', async () => {
    await garden().locator('button:has-text("Roll back")').click();
    await page.locator('.commits label', { hasText: first.slice(0, 12) }).click();
    await page.click('.dialog button:has-text("Pin to this commit")');
    await garden().locator(`.fact-list code:text-is("${first}")`).waitFor();
    await garden()
      .locator(`code:text-is("${first.slice(0, 12)}")`)
      .waitFor();
  });

  it('change the pin back, and the interval', async () => {
    await garden().locator('button:has-text("Change…")').click();
    await page.locator('.dialog .field', { hasText: 'Pin' }).locator('input').fill('main');
    await page.click('.dialog button:has-text("Save")');
    await garden().locator('.fact-list code:text-is("main")').waitFor();
    await page.locator('.interval input').fill('3600');
    await page.click('.interval button:has-text("Save")');
    await page.waitForSelector('.toast:has-text("The interval is changed.")');
  });

  it('add a repo, with what is wrong at its fields, and show a hostile address as text', async () => {
    await page.click('button:has-text("Add a repo")');
    const input = (label: string) =>
      page.locator('.dialog .field', { hasText: label }).locator('input').first();
    await input('Handle').fill('no/handle');
    await input('Address').fill('ext::javascript:alert(1)');
    await page.click('.dialog button:has-text("Add")');
    await page.locator('.dialog .field:has-text("Address") .problem').waitFor();
    await page.locator('.dialog .field:has-text("Handle") .problem').waitFor();
    await input('Handle').fill('odd');
    await input('Address').fill(`file://${tmpdir()}/no-such/${encodeURIComponent(HOSTILE)}`);
    await page.click('.dialog button:has-text("Add")');
    const odd = page.locator('.source[data-handle="odd"]');
    await odd.locator('.tag:has-text("Error")').waitFor();
    assert.equal(await odd.locator('.repo-line a').count(), 0);
    await odd.locator('button:has-text("Remove")').click();
    await page.click('.dialog button.danger');
    await odd.waitFor({ state: 'detached' });
  });

  it('refuse to remove a repo that is in use, and say which device shows it', async () => {
    await getDisplay(server, GARDENER);
    await garden().locator('button:has-text("Remove")').click();
    await page.click('.dialog button.danger');
    await page.locator('.dialog [role="alert"]', { hasText: GARDENER }).waitFor();
    await page.click('.dialog button:has-text("Cancel")');
  });

  it('are clear and not too wide in light and dark, on a phone and on a desk', async () => {
    await opened.go('/screens');
    await page.locator('.source[data-handle="garden"] .repo').waitFor();
    await page.locator('.screen-card img').first().waitFor();
    await assertClear(page);
  });

  it('are texts for a viewer, who may do nothing', async () => {
    const token = namedToken('vera');
    const other = await openConsole(browser, server.url, { path: '/screens', token });
    await other.page.locator('.source[data-handle="garden"] .repo').waitFor();
    await other.page.locator('[data-ref="local/plain"]').scrollIntoViewIfNeeded();
    assert.equal(await other.page.locator('.panel-picture').count(), 0);
    assert.equal(await other.page.locator('#page button').count(), 0);
    other.assertClean();
    await other.close();
  });
});
