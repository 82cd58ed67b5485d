/** The studio in a real browser: what an author writes, sees and saves. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { accessibilityFaults } from '../support/browser/page-checks.ts';
import {
  drawn,
  editorText,
  HOSTILE,
  openFileTab,
  openStudio,
  openTab,
  pictureOf,
  picturesIn,
  SCRIPT,
  textOf,
  type,
} from '../support/console/studio.ts';
import type { TestServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

describe('the studio', () => {
  let server: TestServer;
  let page: Page;
  let close: () => Promise<void>;
  const onDisk = (name: string): string => readFileSync(path.join(server.screensDir, name), 'utf8');
  before(async () => {
    ({ server, page, close } = await openStudio(browser));
  });
  after(() => close());

  it('shows a screen on several panels, each with its size and what is left', async () => {
    assert.ok((await page.locator('.sheet-card').count()) >= 6);
    assert.match(await textOf(page, '[data-panel="og"]'), /800×480[\s\S]*KB of 90 KB, [\d.]+ KB left/);
    assert.match(await textOf(page, '.contact-sheet .section-head'), /\d runs?, [\d.]+ s/);
  });

  it('shows what the script logs as text, which leads to its line', async () => {
    assert.ok((await textOf(page, '.log')).includes(HOSTILE));
    assert.equal(await page.locator('.log img').count(), 0);
    await openTab(page, 'hours.svg');
    await page.click('.log .place:has-text("hours.lua:1")');
    await page.waitForSelector('.cm-content[aria-label="Text of hours.lua"]');
    await page.waitForSelector('.cm-activeLine:has-text("log_warn")');
  });

  it('marks a broken script, template and metadata at their lines', async () => {
    const broken = [
      ['hours.lua', 'local a = 1\nlocal b = = 2\nreturn { data = {} }\n', 2],
      ['hours.svg', '<svg xmlns="http://www.w3.org/2000/svg">\n<g>\n{{ data. }}\n</g></svg>\n', 3],
      ['hours.svg', '<svg xmlns="http://www.w3.org/2000/svg">\n<rect width=3/>\n</svg>\n', 2],
      ['hours.meta.yaml', 'title: Hours\nparams:\n  count:\n    type: whole\n', 4],
    ] as const;
    for (const [name, text, line] of broken) {
      await openTab(page, name);
      const before = await editorText(page);
      await type(page, text);
      const place = page.locator(`.findings .place:text-is("${name}:${line}")`).first();
      await place.waitFor();
      await page
        .locator('.cm-line')
        .nth(line - 1)
        .locator('.cm-lintRange')
        .first()
        .waitFor();
      await page.locator('.cm-gutter-lint .cm-lint-marker').first().waitFor();
      await place.click();
      await page
        .locator('.cm-activeLine')
        .filter({ hasText: text.split('\n')[line - 1] ?? '' })
        .waitFor();
      await type(page, before);
      await page.waitForSelector('text=nothing found');
      assert.equal(await page.locator('.cm-lintRange').count(), 0);
    }
  });

  it('draws what is typed, with params, the device and the clock', async () => {
    await openTab(page, 'hours.lua');
    await drawn(page);
    const before = await pictureOf(page, 'og');
    await type(page, SCRIPT.replace('"one"', '"two"'));
    await until(async () => {
      await drawn(page);
      return (await pictureOf(page, 'og')) !== before;
    }, 'the picture has the new text');
    await page.fill('.play input[type="datetime-local"]', '2026-12-24T18:05');
    await until(async () => {
      await drawn(page);
      return (await textOf(page, '.run-record')).length > 0;
    }, 'it is drawn');
    await page.click('.play summary:has-text("Params")');
    await page.fill('.play .field:has-text("count") input', '12');
    await page.waitForSelector('.play .field:has-text("count") .problem');
    await page.fill('.play .field:has-text("count") input', '');
    await page.click('.play summary:has-text("Device")');
    await page.fill('.play .field:has-text("Wi-Fi") input', 'strong');
    await page.waitForSelector('.play .field:has-text("Wi-Fi") .problem');
    await page.fill('.play .field:has-text("Wi-Fi") input', '-70');
    await page.click('.play >> text=Now');
    await drawn(page);
  });

  it('saves with the keyboard, and says what is not saved', async () => {
    assert.match(await textOf(page, '.file-list a[aria-current]'), /unsaved/);
    assert.equal(onDisk('hours.lua'), SCRIPT);
    await page.keyboard.press('Control+S');
    await page.waitForSelector('text=Saved hours.lua.');
    assert.equal(onDisk('hours.lua'), SCRIPT.replace('"one"', '"two"'));
    assert.doesNotMatch(await textOf(page, '.file-list a[aria-current]'), /unsaved/);
  });

  it('shows at once what another editor saves', async () => {
    const before = await pictureOf(page, 'og');
    const text = SCRIPT.replace('"one"', '"three"');
    writeFileSync(path.join(server.screensDir, 'hours.lua'), text);
    await page.waitForSelector('.cm-line:has-text("three")');
    assert.equal(await editorText(page), text);
    await until(async () => {
      await drawn(page);
      return (await pictureOf(page, 'og')) !== before;
    }, 'the picture is of the new text');
    await page.waitForSelector('text="Saved"');
  });

  it('asks when the file was changed on disk meanwhile', async () => {
    const file = path.join(server.screensDir, 'hours.lua');
    const mine = SCRIPT.replace('"one"', '"mine"');
    await type(page, mine);
    writeFileSync(file, SCRIPT.replace('"one"', '"theirs"'));
    await page.waitForSelector('text=/was changed on disk/');
    assert.equal(await editorText(page), mine);
    await page.keyboard.press('Control+S');
    await page.waitForSelector('.dialog');
    assert.match(await textOf(page, '.dialog [aria-label="On disk"] .differs'), /theirs/);
    assert.match(await textOf(page, '.dialog [aria-label="Yours"] .differs'), /mine/);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.click('.dialog >> text=Keep editing');
    assert.equal(await editorText(page), mine);
    await page.keyboard.press('Control+S');
    await page.click('.dialog >> text=Overwrite');
    await until(async () => onDisk('hours.lua') === mine, 'it is overwritten');
    await page.waitForSelector('.dialog', { state: 'detached' });
    await page.waitForSelector('text="Saved"');
    await type(page, 'return nil');
    writeFileSync(file, SCRIPT);
    await page.waitForSelector('text=/was changed on disk/');
    await page.click('text=Compare…');
    await page.click('.dialog >> text=Take theirs');
    await page.waitForSelector('.cm-line:has-text("one")');
    assert.equal(await editorText(page), SCRIPT);
  });

  it('keeps the line ends of a file', async () => {
    await page.click('.file-list a:has-text("windows.lua")');
    await page.waitForSelector('.cm-content[aria-label="Text of windows.lua"]');
    await type(page, 'return {\n  data = { word = "x" }\n}\n');
    await page.keyboard.press('Control+S');
    await page.waitForSelector('text=Saved windows.lua.');
    assert.equal(onDisk('windows.lua'), 'return {\r\n  data = { word = "x" }\r\n}\r\n');
  });

  it('is left with Escape and Tab, while Tab alone indents', async () => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Tab');
    assert.match(await editorText(page), /^ {2}return/);
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.classList.contains("code-editor")'), false);
  });

  it('keeps unsaved text while other files are looked at, and asks before another page', async () => {
    await type(page, 'return { data = {} } -- unsaved\n');
    await page.click('.file-list a:has-text("hours.lua")');
    await page.waitForSelector('.cm-content[aria-label="Text of hours.lua"]');
    let asked = '';
    page.once('dialog', (dialog) => {
      asked = dialog.message();
      void dialog.dismiss();
    });
    await page.click('.navigation nav >> text=Fleet');
    assert.match(asked, /Leave without saving/);
    await page.click('.file-list a:has-text("windows.lua")');
    await page.waitForSelector('.cm-line:has-text("unsaved")');
    await page.keyboard.press('Control+S');
    await page.waitForSelector('text=Saved windows.lua.');
  });

  it('shows a module with the screen that is chosen for it', async () => {
    await page.click('.file-list a:has-text("windows.lua")');
    await page.click('.file-list a:has-text("units.lua")');
    await drawn(page);
    await page.goto(`${server.url}/console/studio/local/lib/units.lua`);
    await page.selectOption('.stage select', 'hours');
    await drawn(page);
    assert.equal(new URL(page.url()).searchParams.get('screen'), 'hours');
  });

  it('draws a day, and a picture of it sets the clock', async () => {
    await page.goto(`${server.url}/console/studio/local/hours`);
    await drawn(page);
    await page.fill('.film input[type="date"]', '2026-12-24');
    await page.selectOption('.film .field:has-text("Pictures") select', '12');
    await page.click('text=Draw the day');
    await until(async () => (await page.locator('.frames img').count()) === 12, 'all are drawn');
    const pictures = await picturesIn(page, '.frames img');
    assert.equal(new Set(pictures).size, 12);
    await page.click('.frames button:has-text("18:00")');
    assert.equal(await page.inputValue('.play input[type="datetime-local"]'), '2026-12-24T18:00');
    await drawn(page);
    assert.equal(await page.getAttribute('.frames', 'data-old'), 'false');
    await type(page, SCRIPT.replace('"one"', '"four"'));
    await page.waitForSelector('.frames[data-old="true"]');
    await type(page, SCRIPT);
  });

  it('has the panels that are chosen', async () => {
    await page.click('text=Panels…');
    await page.click('.dialog >> text=None');
    await page.check('.dialog label:has-text("TRMNL X (10.3 inch)") input');
    await page.click('.dialog >> text=Show 1 panel');
    await until(async () => (await page.locator('.sheet-card').count()) === 1, 'one panel is left');
    await drawn(page);
    await page.click('.enlarge');
    await page.waitForSelector('.large-picture img');
    await page.keyboard.press('Escape');
    await page.click('text=Panels…');
    await page.click('.dialog >> text=Default set');
    await page.click('.dialog >> text=/^Show \\d panels/');
    await drawn(page);
  });

  it('copies a screen that is read-only to the local ones', async () => {
    await page.goto(`${server.url}/console/studio/service-builtin/clock`);
    await drawn(page);
    assert.equal(await page.getAttribute('.cm-content', 'aria-readonly'), 'true');
    await page.click('text=Copy to local…');
    await page.fill('.dialog input', 'hours');
    await page.click('.dialog button[type="submit"]');
    await page.waitForSelector('.dialog .problem');
    await page.fill('.dialog input', 'garden/clock');
    await page.click('.dialog button[type="submit"]');
    await page.waitForURL(/\/studio\/local\/garden\/clock$/);
    await drawn(page);
    assert.ok(onDisk('garden/clock.lua').includes('A clock'));
    assert.equal(await page.locator('.contact-sheet .bad-line').count(), 0);
  });

  it('makes no screen whose name another one has, in whatever form', async () => {
    await page.click('text=New screen…');
    for (const name of ['hours', 'Hours', 'garden/clock']) {
      await page.fill('.dialog input', name);
      await page.click('.dialog button[type="submit"]');
      await page.waitForSelector('.dialog .problem:has-text("there is")');
      await page.fill('.dialog input', '');
      assert.equal(existsSync(path.join(server.screensDir, name)), false, name);
    }
    await page.keyboard.press('Escape');
  });

  it('makes a screen that works, and deletes a file', async () => {
    await page.click('text=New screen…');
    await page.fill('.dialog input', 'shed/welcome');
    await page.click('.dialog button[type="submit"]');
    await page.waitForURL(/\/studio\/local\/shed\/welcome$/);
    await drawn(page);
    await page.waitForSelector('text=nothing found');
    assert.equal(await page.locator('.contact-sheet .bad-line').count(), 0);
    await openFileTab(page, 'meta.yaml');
    await page.click('text=Delete…');
    await page.click('.dialog >> text="Delete"');
    await page.waitForSelector('text=Deleted shed/welcome/meta.yaml.');
    assert.equal(existsSync(path.join(server.screensDir, 'shed/welcome/meta.yaml')), false);
  });
});
