/** The page of one device in a real browser: each situation is made by real calls. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { openDetails } from '../support/browser/page-checks.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { CONSOLE_TOKEN, type OpenConsole, openConsole } from '../support/console/open-console.ts';
import { display } from '../support/device/calls.ts';
import { MovedClock } from '../support/device/moved-clock.ts';
import {
  deviceHeaders,
  getDisplay,
  getImage,
  PLAIN_SCREEN,
  screensOf,
  type TestServer,
} from '../support/server/server.ts';
import { TYPED_SCREEN } from '../support/server/typed-screen.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="40" y="99" font-size="60">{{ data.n }}</text></svg>';
const SCREENS = {
  ...PLAIN_SCREEN,
  ...TYPED_SCREEN,
  ...screensOf(
    {
      still: 'return { data = { n = params.n or 1 }, refresh_rate = 900 }',
      broken: 'error("the forecast has no days")',
    },
    SVG,
  ),
};
const HOSTILE = '<img src=x onerror=alert(1)>';

function macOf(number: number): string {
  return `02:00:00:00:00:${String(number).padStart(2, '0')}`;
}

const STILL = Array.from({ length: 8 }, (_, number) => `  "${macOf(number)}": { screen: still }\n`).join('');
const CONFIG = `default_screen: plain
devices:
${STILL}  "${macOf(10)}": { screen: broken }
  "${macOf(11)}": { screen: typed, params: { city: Berlin, key: hidden } }
  "${macOf(12)}": { screen: still, name: "${HOSTILE}", tags: [hall] }
`;

let browser: Browser;
let server: TestServer;
let clock: MovedClock;
let opened: OpenConsole;
before(async () => {
  clock = new MovedClock();
  browser = await launchChromium();
  server = await startConsoleServer({ config: CONFIG, screens: SCREENS });
  opened = await openConsole(browser, server.url, { path: '/settings' });
});
after(async () => {
  await browser?.close();
  await server.stop();
  clock.restore();
});

/** A device polls and fetches. */
async function wake(mac: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  await getImage((await getDisplay(server, mac, more)).image_url);
}

/** Look at the page of a device, and expect nothing wrong in the browser. */
async function onPage(key: string, look: (page: Page) => Promise<void>): Promise<void> {
  await opened.go(`/devices/${encodeURIComponent(key)}`);
  await opened.page.waitForSelector('.device .summary');
  await look(opened.page);
  opened.assertClean();
}

async function assertSentence(key: string, code: string, says: RegExp): Promise<void> {
  await onPage(key, async (page) => {
    const sentence = page.locator('.summary');
    assert.equal(await sentence.getAttribute('data-code'), code, (await sentence.textContent()) ?? '');
    assert.match((await sentence.textContent()) ?? '', says);
  });
}

describe('the sentence on the page of a device', () => {
  it('says that it was told a picture and never fetched it', async () => {
    await getDisplay(server, macOf(0));
    clock.pass(60);
    await assertSentence(macOf(0), 'never_fetched', /^Told a picture at \d\d:\d\d:\d\d.*, never fetched/);
  });

  it('says that five polls came in ten seconds', async () => {
    for (let poll = 0; poll < 5; poll += 1) {
      await getDisplay(server, macOf(1));
      clock.pass(2);
    }
    await assertSentence(
      macOf(1),
      'retries',
      /^5 polls in \d+ seconds, .*the download is refused or fails\. Open image_url from its network to see why\.$/,
    );
  });

  it('says that the data did not change', async () => {
    await wake(macOf(2));
    clock.pass(900);
    await getDisplay(server, macOf(2));
    await assertSentence(macOf(2), 'unchanged', /the data of still did not change/);
  });

  it('says how battery and Wi-Fi were when it was heard last', async () => {
    await wake(macOf(3), { 'Battery-Voltage': '3.4', RSSI: '-88' });
    clock.pass(3_600);
    await assertSentence(macOf(3), 'late', /^No poll for 60 minutes, .*3\.4 V.*-88 dBm/);
  });

  it('says that the token is empty, as setup failed', async () => {
    await wake(macOf(4));
    clock.pass(61);
    await display(server, macOf(4), '');
    await assertSentence(macOf(4), 'asleep', /^It sleeps as it was told/);
    await onPage(macOf(4), async (page) => {
      const step = page.locator('.step[data-unproven="true"]');
      await step.waitFor();
      assert.match((await step.textContent()) ?? '', /its usual address.*Not authenticated: anybody/);
    });
    clock.pass(900);
    await assertSentence(macOf(4), 'empty_token', /its setup failed, or it has lost its token/);
  });

  it('says that the screen fails, and why', async () => {
    await wake(macOf(10));
    await assertSentence(macOf(10), 'screen_fails', /the forecast has no days/);
  });
});

describe('the page of a device', () => {
  it('shows the told picture beside a fresh one, and what differs', async () => {
    const mac = macOf(5);
    await wake(mac);
    await onPage(mac, async (page) => {
      await page.waitForSelector('text=The pictures are identical');
      assert.equal(await page.locator('.pictures img').count(), 2);
      const body = { params: { n: 'other' } };
      const changed = await fetch(`${server.url}/api/admin/devices/${mac}`, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${CONSOLE_TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(changed.status, 200);
      const count = page.locator('.difference-count');
      await count.waitFor();
      assert.match((await count.textContent()) ?? '', /^[\d,]+ different pixels \(/);
      const marked = await page.evaluate(`(() => {
        const canvas = document.querySelector('.pictures canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 160) count += 1;
        return count.toLocaleString('en');
      })()`);
      assert.ok((await count.textContent())?.startsWith(`${marked} `));
    });
  });

  it('says what is wrong with a param at its field, and saves a right one', async () => {
    const mac = macOf(11);
    await onPage(mac, async (page) => {
      const days = page.locator('.params .field', { hasText: 'days' }).locator('input');
      await days.fill('9');
      assert.equal(await page.getAttribute('.params input[type="password"]', 'autocomplete'), 'new-password');
      await page.click('text="Save"');
      const problem = page.locator('.params .field', { hasText: 'days' }).locator('.problem');
      await problem.waitFor();
      assert.match((await problem.textContent()) ?? '', /params\.days: expected .* 1 to 7, got 9/);
      await days.fill('5');
      await page.click('text="Save"');
      await page.waitForSelector('text=Saved. It counts from the next poll on.');
      await page.waitForSelector('.effective tr:has-text("params.days") code:text-is("5")');
    });
  });

  it('has each poll with its decision, drawing, image call and log lines, live', async () => {
    const mac = macOf(6);
    await wake(mac, { 'X-Request-Id': 'first-poll' });
    await onPage(mac, async (page) => {
      const poll = page.locator('.step[data-kind="poll"]').first();
      await poll.waitFor();
      const text = (await poll.textContent()) ?? '';
      assert.match(
        text,
        /told a new picture.*Poll.*request first-poll.*Decision still.*come back in 15 min.*Drawing [\d.]+ ms.*Image call 200/,
      );
      clock.pass(900);
      await getDisplay(server, mac);
      await page.waitForSelector('.step[data-kind="poll"] >> text=told the same picture as before');
      await fetch(`${server.url}/api/log`, {
        method: 'POST',
        headers: deviceHeaders(mac, { 'Content-Type': 'application/json' }),
        body: JSON.stringify({ logs: [{ message: 'woke up' }, { message: HOSTILE }] }),
      });
      await page.waitForSelector('.step[data-kind="log"] .lines >> text=woke up');
      assert.match((await page.textContent('.log-lines')) ?? '', /<img src=x onerror=alert\(1\)>/);
    });
  });

  it('gives older steps by pages', async () => {
    const mac = macOf(7);
    for (let turn = 0; turn < 60; turn += 1) {
      await fetch(`${server.url}/api/log`, {
        method: 'POST',
        headers: deviceHeaders(mac, { 'Content-Type': 'application/json' }),
        body: JSON.stringify({ logs: [{ turn }] }),
      });
      clock.pass(5);
    }
    await onPage(mac, async (page) => {
      const steps = page.locator('.step');
      await steps.first().waitFor();
      assert.equal(await steps.count(), 25);
      await page.click('text="Older"');
      await page.waitForSelector('.step:nth-of-type(50)');
      assert.equal(await steps.count(), 50);
    });
  });

  it('is renamed, pinned and deleted', async () => {
    const mac = macOf(7);
    await onPage(mac, async (page) => {
      await page.click('text="Rename"');
      await page.fill('dialog input', 'Hall');
      await page.click('dialog .primary');
      await page.waitForSelector('h1:text-is("Hall")');
      await page.click('text="Pin a screen"');
      await page.selectOption('dialog select >> nth=0', 'local/plain');
      await page.click('dialog .primary');
      await page.click('text="End the pin of local/plain"');
      await page.waitForSelector('text="Pin a screen"');
      await page.click('text="Delete"');
      await page.click('text="Delete the device"');
      await page.waitForSelector('.fleet h1');
    });
  });

  it('says so where there is no such device', async () => {
    await opened.go('/devices/02:00:00:00:00:99');
    await opened.page.waitForSelector('text=There is no such device');
  });
});

describe('the page of a hostile device', () => {
  before(async () => {
    await wake(macOf(12), {
      'FW-Version': '<script>alert(1)</script>',
      'Battery-Voltage': '3.9',
      RSSI: '-70',
    });
    await fetch(`${server.url}/api/log`, {
      method: 'POST',
      headers: deviceHeaders(macOf(12), { 'Content-Type': 'application/json' }),
      body: JSON.stringify({ logs: [{ message: `${HOSTILE} \u202e reversed` }] }),
    });
  });

  it('is text, clear and not too wide in light and dark, on a phone and on a desk', async () => {
    await opened.go(`/devices/${encodeURIComponent(macOf(12))}`);
    const { page } = opened;
    await page.waitForSelector('.summary');
    await page.waitForSelector('.step .lines');
    await page.waitForSelector('.uplot canvas');
    await page.waitForSelector('text=The pictures are identical');
    assert.equal(await page.textContent('h1'), HOSTILE);
    assert.match((await page.textContent('.vitals')) ?? '', /<script>alert\(1\)<\/script>/);
    await openDetails(page);
    await page.waitForSelector('.table-box td');
    await assertClear(page);
    opened.assertClean();
  });
});
