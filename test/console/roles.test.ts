/** What the console offers to those who may not do everything: nothing that the server would refuse. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, Page, Request } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { type OpenConsole, openConsole } from '../support/console/open-console.ts';
import { adminTokens, namedToken } from '../support/server/named-tokens.ts';
import { getDisplay, PLAIN_SCREEN, type TestServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const KNOWN = '02:00:00:00:00:01';
const STRANGER = '02:00:00:00:00:02';
const CONFIG = `default_screen: plain
devices:
  "${KNOWN}": { screen: local/plain, name: Hall }
${adminTokens({ vera: 'viewer', alma: 'author', ada: 'admin' })}`;

const PATHS = [
  ...['/', `/devices/${encodeURIComponent(KNOWN)}`, `/devices/${encodeURIComponent(STRANGER)}`, '/pending'],
  ...['/studio', '/studio/local/plain', '/screens', '/settings', '/settings/config', '/settings/history'],
  ...['/settings/audit', '/health', '/simulator'],
];

/** What changes something for all, which only an admin may. */
const FOR_ADMINS = [
  ...['Adopt', 'Change…', 'Add a repo…', 'Save settings', 'Save', 'Rename', 'Delete', 'Review…'],
];

let browser: Browser;
let server: TestServer;
/** One browser, in which one after the other signs in. */
let opened: OpenConsole;
before(async () => {
  browser = await launchChromium();
  server = await startConsoleServer({ config: CONFIG, screens: PLAIN_SCREEN });
  await getDisplay(server, KNOWN);
  await getDisplay(server, STRANGER);
  opened = await openConsole(browser, server.url, { token: namedToken('vera') });
});
afterEach(() => opened.assertClean());
after(async () => {
  await browser?.close();
  await server.stop();
});

/** The calls of a page that have no answer yet, without the stream, which ends with the page. */
function callsOf(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/stream')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}

/** Go through all pages. @returns what the server refused, and which changes for admins were offered */
async function walk(name: string): Promise<{ readonly refused: string[]; readonly offered: string[] }> {
  await opened.signIn(namedToken(name));
  const { page } = opened;
  const [refused, offered]: [string[], string[]] = [[], []];
  page.on('response', (response) => {
    if ([401, 403].includes(response.status())) refused.push(`${page.url()}: ${response.url()}`);
  });
  const calls = callsOf(page);
  for (const path of PATHS) {
    await page.goto(`${server.url}/console${path}`);
    await page.waitForSelector('#page h1, #page h2, #page .notice');
    await until(() => calls.size === 0, `${path} has loaded`);
    // Who writes screens saves and deletes files there.
    if (path.startsWith('/studio')) continue;
    const buttons = (await page.locator('#page button').allTextContents()).map((text) => text.trim());
    offered.push(...FOR_ADMINS.filter((one) => buttons.some((text) => `${text} `.startsWith(`${one} `))));
  }
  return { refused, offered };
}

describe('the console', () => {
  for (const [name, role] of [
    ['vera', 'viewer'],
    ['alma', 'author'],
  ] as const) {
    it(`asks for nothing, and offers nothing, that a token with the role ${role} may not have`, async () => {
      assert.deepEqual(await walk(name), { refused: [], offered: [] });
    });
  }

  it('offers the same changes to an admin', async () => {
    const { refused, offered } = await walk('ada');
    assert.deepEqual(refused, []);
    const [few, all] = [new Set(offered), new Set(FOR_ADMINS)];
    assert.deepEqual(
      [...all].filter((one) => !few.has(one)),
      [],
    );
  });
});

describe('the studio', () => {
  it('says to a viewer who may use it', async () => {
    await opened.signIn(namedToken('vera'));
    await opened.go('/studio');
    await opened.page.waitForSelector('#page :text("role author")');
    assert.equal(await opened.page.locator('.cm-content').count(), 0);
  });

  it('lets an author write and save a screen', async () => {
    await opened.signIn(namedToken('alma'));
    await opened.go('/studio/local/plain');
    await opened.page.waitForSelector('.contact-sheet .sheet-card img');
    await opened.page.locator('.cm-content').click();
    await opened.page.keyboard.press('Control+A');
    await opened.page.keyboard.insertText('return { data = { title = "by alma" } }\n');
    await opened.page.keyboard.press('Control+S');
    await opened.page.waitForSelector('text=Saved plain.lua.');
  });
});
