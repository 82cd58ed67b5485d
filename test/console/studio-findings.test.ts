/** What the studio finds in a screen, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { drawn, editorText, openStudio, openTab, type } from '../support/console/studio.ts';

/** A name without effect on each panel, and one that only wide panels have. */
const WARNED = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ layout.width }} {{ layout.height }}">
  <rect width="100%" height="100%" fill="#ffffff"/>
  <rect nosuch="1" width="10" height="10"/>
  {% if layout.width > 900 %}<rect nonesuch="1" width="20" height="20"/>{% endif %}
</svg>
`;

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

describe('the findings of the studio', () => {
  let page: Page;
  let close: () => Promise<void>;
  before(async () => {
    ({ page, close } = await openStudio(browser));
  });
  after(() => close());

  it('lists all that is wrong once, with the panels that it holds for', async () => {
    await openTab(page, 'hours.svg');
    const before = await editorText(page);
    await type(page, WARNED);
    const finding = page.locator('.findings li:has-text("hours.svg:3")');
    await finding.waitFor();
    assert.match(await finding.innerText(), /^warning[\s\S]*nosuch[\s\S]*On all panels\./);
    assert.equal(await finding.count(), 1);
    const narrow = page.locator('.findings li:has-text("hours.svg:4")');
    await narrow.waitFor();
    assert.match(await narrow.innerText(), /On [^.]+\./);
    assert.doesNotMatch(await narrow.innerText(), /On all panels/);
    await page.locator('.cm-line').nth(2).locator('.cm-lintRange').first().waitFor();
    assert.equal(await page.getByText('nothing found').count(), 0);
    await type(page, before);
    await page.waitForSelector('text=nothing found');
  });

  it('has one finding for what differs in numbers only', async () => {
    await openTab(page, 'hours.svg');
    const before = await editorText(page);
    const long = '<text x="0" y="99" font-size="120">a long text that fits on no panel of them</text>';
    await type(page, WARNED.replace('</svg>', `${long}\n</svg>`));
    const finding = page.locator('.findings li:has-text("is cut off")');
    await finding.first().waitFor();
    await page.waitForSelector('.sheet[data-old="false"]');
    assert.equal(await finding.count(), 1);
    assert.match(await finding.innerText(), /hours\.svg:5[\s\S]*with other numbers\.$/);
    await type(page, before);
    await page.waitForSelector('text=nothing found');
  });

  it('says that nothing is found only where all has been looked at', async () => {
    await openTab(page, 'hours.lua');
    const before = await editorText(page);
    await type(page, 'return { data = { text = nil .. "" } }\n');
    const failure = page.locator('.findings li:has-text("hours.lua:1")');
    await failure.waitFor();
    assert.match(await failure.innerText(), /^error/);
    assert.equal(await page.getByText('nothing found').count(), 0);
    await page.route('**/api/admin/preview', (route) =>
      route.fulfill({ status: 400, json: { status: 400, code: 'invalid_body', error: 'Not this.' } }),
    );
    await type(page, before);
    await page.waitForSelector('.findings h2:has-text("not all is known")');
    await page.unroute('**/api/admin/preview');
    await type(page, `${before} `);
    await page.waitForSelector('text=nothing found');
    await type(page, before);
  });

  it('has the params of metadata that are not saved', async () => {
    await openTab(page, 'hours.meta.yaml');
    const before = await editorText(page);
    await type(page, `${before.trimEnd()}\n  street:\n    type: string\n    label: Street\n`);
    await page.click('.play summary:has-text("Params")');
    await page.fill('.play .field:has-text("Street") input', 'Main Street');
    await type(page, before);
    await page.waitForSelector('.findings li:has-text("street")');
    await page.click('.play summary:has-text("Params")');
    await page.reload();
    await drawn(page);
  });
});
