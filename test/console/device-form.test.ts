/** The form of a device in a real browser: what others save meanwhile stays, and what is refused is seen. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { CONSOLE_TOKEN, type OpenConsole, openConsole } from '../support/console/open-console.ts';
import { getDisplay, PLAIN_SCREEN, screensOf, type TestServer } from '../support/server/server.ts';
import { TYPED_SCREEN } from '../support/server/typed-screen.ts';

/** Each test has a device of its own on the one server. */
const MACS = Array.from({ length: 7 }, (_, number) => `02:00:00:00:00:0${number + 1}`);
const DEVICES = MACS.map(
  (mac) => `  "${mac}":
    screen: local/typed
    refresh: 600
    tags: [hall]
    params: { city: Bern, days: 2 }
`,
);
const CONFIG = `default_screen: plain\ndevices:\n${DEVICES.join('')}`;
const SHOWN_PARAM = screensOf(
  { shown: 'return { data = { text = params.text or "" } }' },
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="40" y="99" font-size="60">{{ data.text }}</text></svg>',
);
const SCREENS = {
  ...PLAIN_SCREEN,
  ...TYPED_SCREEN,
  ...SHOWN_PARAM,
  'shown.meta.yaml': 'title: Shown\nparams:\n  text: { type: string }\n',
};

type Entry = Readonly<Record<string, unknown>>;

let browser: Browser;
let server: TestServer;
let opened: OpenConsole;
let page: Page;
const unused = [...MACS];
/** The device of this test. */
let mac = '';
before(async () => {
  browser = await launchChromium();
  server = await startConsoleServer({ config: CONFIG, screens: SCREENS });
  opened = await openConsole(browser, server.url, { path: '/pending' });
  ({ page } = opened);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

function entry(): Entry {
  return (server.engine.config.raw['devices'] as Record<string, Entry>)[mac] ?? {};
}

/** What somebody else does. */
async function saveElsewhere(body: object): Promise<void> {
  const answer = await fetch(`${server.url}/api/admin/devices/${mac}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${CONSOLE_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200, await answer.text());
}

function field(label: string) {
  return page.locator('.settings-columns .field', {
    has: page.locator(`label:text-matches("^${label}( |$)")`),
  });
}

async function save(): Promise<void> {
  await page.click('.settings-columns form >> text="Save"');
}

async function saved(): Promise<void> {
  await page.waitForSelector('text=Saved. It counts from the next poll on.');
}

async function openPage(): Promise<void> {
  await page.goto(`${server.url}/console/devices/${encodeURIComponent(mac)}`);
}

async function openForm(prepare?: (page: Page) => Promise<unknown>): Promise<void> {
  await prepare?.(page);
  await openPage();
  await field('Refresh').locator('input').waitFor();
  await field('City').locator('input').waitFor();
}

describe('the form of a device', () => {
  beforeEach(async () => {
    mac = unused.shift() ?? '';
    await getDisplay(server, mac);
  });
  afterEach(async () => {
    await page.unrouteAll();
    opened.assertClean();
  });

  it('saves what was touched, and what others saved meanwhile stays', async () => {
    await openForm();
    await field('Refresh').locator('input').fill('700');
    await saveElsewhere({ tags: ['hall', 'new'], params: { days: 5 } });
    await field('Tags').locator('.note').waitFor();
    assert.equal(await field('Tags').locator('input').inputValue(), 'hall, new');
    assert.match((await field('Tags').locator('.note').textContent()) ?? '', /it was hall\./);
    assert.equal(await field('days').locator('input').inputValue(), '5');
    await save();
    await saved();
    const { refresh, tags, params } = entry();
    assert.deepEqual([refresh, tags, params], [700, ['hall', 'new'], { city: 'Bern', days: 5 }]);
  });

  it('does so, too, where the page has not heard of it', async () => {
    await openForm((fresh) => fresh.route('**/api/admin/stream*', (route) => route.fulfill({ status: 503 })));
    await field('City').locator('input').fill('Basel');
    await saveElsewhere({ tags: ['far'], clear: ['refresh'], params: { days: 7 } });
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postDataJSON());
    });
    await save();
    await saved();
    assert.deepEqual(sent, [{ params: { city: 'Basel' } }]);
    assert.deepEqual(entry(), {
      screen: 'local/typed',
      tags: ['far'],
      params: { city: 'Basel', days: 7 },
    });
  });

  it('saves over what is saved in the very moment between', async () => {
    await openForm();
    await field('Refresh').locator('input').fill('700');
    let patches = 0;
    await page.route('**/api/admin/devices/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      patches += 1;
      if (patches === 1) await saveElsewhere({ tags: ['between'] });
      return route.continue();
    });
    await save();
    await saved();
    assert.equal(patches, 2);
    assert.deepEqual([entry()['refresh'], entry()['tags']], [700, ['between']]);
  });

  it('shows both values where the same field was changed, and the user decides', async () => {
    await openForm((fresh) => fresh.route('**/api/admin/stream*', (route) => route.fulfill({ status: 503 })));
    await field('Refresh').locator('input').fill('700');
    await field('City').locator('input').fill('Basel');
    await saveElsewhere({ refresh: 800, params: { city: 'Genf' } });
    await save();
    const conflict = field('Refresh').locator('.conflict');
    await conflict.waitFor();
    assert.match((await conflict.textContent()) ?? '', /to 800; here it is 700/);
    assert.deepEqual([entry()['refresh'], entry()['params']], [800, { city: 'Genf', days: 2 }]);
    await page.waitForSelector('.settings-columns .problem-summary >> text=/Not saved: 2 fields/');
    await assertClear(page);
    await conflict.locator('button:has-text("Keep 700")').click();
    await field('City').locator('button:has-text("Take Genf")').click();
    assert.equal(await page.locator('.settings-columns .conflict').count(), 0);
    await save();
    await saved();
    assert.deepEqual([entry()['refresh'], entry()['params']], [700, { city: 'Genf', days: 2 }]);
  });

  it('asks which screen is meant where somebody else has chosen another one', async () => {
    await openForm();
    await field('days').locator('input').fill('6');
    await saveElsewhere({ screen: 'local/plain', params: {} });
    const conflict = field('Screen').locator('.conflict');
    await conflict.waitFor();
    await save();
    await page.waitForSelector('.settings-columns .problem-summary button:has-text("Screen")');
    assert.deepEqual(entry()['screen'], 'local/plain');
    await conflict.locator('button:has-text("Take")').click();
    await page.waitForSelector('.settings-columns button:text-is("Save"):disabled');
  });

  it('goes to the first field at fault, also in what is folded, and names all beside the button', async () => {
    await openForm();
    await page.click('.settings-columns summary');
    await field('Blue noise').locator('input').fill('77');
    await page.click('.settings-columns summary');
    await field('Refresh').locator('input').fill('-5');
    await page.locator('.settings-columns form >> text="Save"').scrollIntoViewIfNeeded();
    await save();
    await field('Refresh').locator('.problem').waitFor();
    const focused = (): Promise<unknown> =>
      page.evaluate(`(() => {
        const at = document.activeElement;
        const { top, bottom } = at.getBoundingClientRect();
        const label = at.closest('.field')?.querySelector('label').textContent;
        return [label, top >= 0 && bottom <= innerHeight];
      })()`);
    assert.deepEqual(await focused(), ['Refresh', true]);
    const summary = page.locator('.settings-columns .problem-summary');
    assert.match((await summary.textContent()) ?? '', /Not saved: 2 fields.*Refresh.*Blue noise/);
    await assertClear(page);
    await summary.locator('button:has-text("Blue noise")').click();
    assert.deepEqual(await focused(), ['Blue noise', true]);
  });

  it('has the picture of what is not saved beside it', async () => {
    await saveElsewhere({ screen: 'local/shown', params: { text: 'One' } });
    await openPage();
    const live = page.locator('.live-picture img');
    await live.waitFor();
    const before = await live.getAttribute('src');
    await field('text').locator('input').fill('Another text');
    await page.waitForSelector(`.live-picture[aria-busy="false"] img:not([src="${before}"])`);
    assert.equal((entry()['params'] as Entry)['text'], 'One');
    await page.waitForSelector('text=As it would look, not saved');
    const [form, picture] = await Promise.all([
      page.locator('.settings-columns form').boundingBox(),
      page.locator('.live-picture').boundingBox(),
    ]);
    assert.ok(form !== null && picture !== null && picture.x >= form.x + form.width, 'beside the form');
    await page.evaluate(
      'window.scrollTo(0, document.querySelector(".settings-columns form").offsetTop + 300)',
    );
    const stuck = await page.locator('.live-picture').boundingBox();
    assert.ok(stuck !== null && stuck.y >= 0, `in sight: ${stuck?.y}`);
  });
});
