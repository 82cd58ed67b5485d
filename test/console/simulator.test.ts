/** The simulator in a real browser, against a real server. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { assertClear } from '../support/console/looks.ts';
import { CONSOLE_TOKEN, type OpenConsole, openConsole } from '../support/console/open-console.ts';
import type { TestServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

/** All that can register here: whether they do by themselves, and whether they send a log. */
const PROFILES = [
  { id: 'og-1.8.15', isOwnSetup: true, hasLog: true },
  { id: 'x-1.8.15', isOwnSetup: true, hasLog: true },
  { id: 'og-1.7.0', isOwnSetup: true, hasLog: true },
  { id: 'homeplate', isOwnSetup: false, hasLog: true },
  { id: 'kindle', isOwnSetup: false, hasLog: false },
  { id: 'koreader', isOwnSetup: false, hasLog: false },
  { id: 'trmnl-display', isOwnSetup: false, hasLog: false },
];
/** They cannot register, as their setup says too little. */
const TOO_OLD = ['og-1.5.0', 'og-1.4.6'];
const SIZE = `(() => {
  const image = document.querySelector('.real-size img');
  return image === null || image.naturalWidth === 0 ? null : [image.naturalWidth, image.naturalHeight];
})()`;

let browser: Browser;
let server: TestServer;
let opened: OpenConsole;
before(async () => {
  browser = await launchChromium();
  server = await startConsoleServer();
  opened = await openConsole(browser, server.url, { path: '/settings' });
});
afterEach(() => opened.assertClean());
after(async () => {
  await browser?.close();
  await server.stop();
});

/** The simulator as a browser has it that was never here. */
async function openSimulator(): Promise<void> {
  await opened.page.evaluate('localStorage.clear()');
  await opened.go('/simulator');
}

function field(opened: OpenConsole, label: string) {
  return opened.page.getByLabel(label, { exact: true });
}

async function statusesOf(opened: OpenConsole): Promise<readonly string[]> {
  const calls = await opened.page.locator('.exchanges li').all();
  const texts = await Promise.all(
    calls.map(
      async (call) =>
        `${await call.getAttribute('data-kind')} ${(await call.locator('.tag').textContent()) ?? ''}`,
    ),
  );
  return texts.reverse();
}

async function press(opened: OpenConsole, name: string): Promise<void> {
  const button = opened.page.locator('.panel-side .actions button', { hasText: name }).first();
  await button.click();
  await opened.page.waitForSelector('.panel-side .actions button[aria-busy="true"]', { state: 'detached' });
}

describe('a simulated device', () => {
  it('may be any of the profiles', async () => {
    await openSimulator();
    const ids = await opened.page
      .locator('.field:has-text("Firmware") option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
    assert.deepEqual(ids.toSorted(), [...PROFILES.map(({ id }) => id), ...TOO_OLD].toSorted());
  });

  for (const { id, isOwnSetup, hasLog } of PROFILES) {
    it(`wakes as ${id}, and shows its picture`, async () => {
      await openSimulator();
      await field(opened, 'Firmware').selectOption(id);
      await press(opened, 'Wake once');
      // The browser decodes it a moment after it has come.
      const size = await until(
        async () => (await opened.page.evaluate(SIZE)) as readonly number[] | null,
        `the picture of ${id} is shown`,
      );
      const expected = [
        'setup 200',
        ...(isOwnSetup ? ['image 200'] : []),
        ...['display 200', 'image 200'],
        ...(hasLog ? ['log 200'] : []),
      ];
      assert.deepEqual(await statusesOf(opened), expected);
      // The picture is as large on the page as it is in the file.
      assert.deepEqual(
        await opened.page.evaluate(`(() => {
          const { width, height } = document.querySelector('.real-size img').getBoundingClientRect();
          return [width, height];
        })()`),
        size,
      );
      assert.match((await opened.page.textContent('figcaption')) ?? '', /\d bit, (?:greyscale|indexed)/);
      // A second wake asks no setup, and firmware fetches no picture that it has.
      await press(opened, 'Wake once');
      const again = (await statusesOf(opened)).slice(expected.length);
      assert.equal(again[0], 'display 200');
    });
  }

  for (const id of TOO_OLD) {
    it(`is refused by setup as ${id}, and says what the device makes of that`, async () => {
      await openSimulator();
      await field(opened, 'Firmware').selectOption(id);
      await press(opened, 'Wake once');
      const [setup, display] = await statusesOf(opened);
      assert.equal(setup, 'setup 400');
      assert.match(String(display), /^display 4\d\d$/);
      const text = (await opened.page.textContent('.exchanges')) ?? '';
      assert.match(text, /goes on to display in the same wake, with an empty token/);
      assert.match(text, /The panel stays as it is; the next wake is in 15 s/);
      // With a token it is served.
      await field(opened, 'Token').fill(`old-token-of-${id}`);
      await press(opened, 'Wake once');
      assert.notEqual(await opened.page.evaluate(SIZE), null);
    });
  }

  it('keeps address and token in its browser, and forgets them when told to', async () => {
    await openSimulator();
    await press(opened, 'Wake once');
    const [mac, token] = [
      await field(opened, 'MAC address').inputValue(),
      await field(opened, 'Token').inputValue(),
    ];
    assert.match(mac, /^02:/);
    assert.match(token, /^[0-9a-f]{32}$/);
    await opened.page.reload();
    await opened.page.waitForSelector('.bench');
    assert.equal(await field(opened, 'Token').inputValue(), token);
    const answer = await fetch(`${server.url}/api/admin/devices/${mac}/logs`, {
      headers: { Authorization: `Bearer ${CONSOLE_TOKEN}` },
    });
    const { logs } = (await answer.json()) as { readonly logs: readonly { readonly message: string }[] };
    assert.equal(logs.at(-1)?.message, 'A simulated wake');
    // A wrong token is refused, and the firmware climbs its ladder: 15, 30, 60 s, then 15 min with an error screen.
    await field(opened, 'Token').fill('wrong');
    for (const [index, seconds] of [15, 30, 60, 900].entries()) {
      await press(opened, 'Display');
      await opened.page.waitForSelector(`.exchanges li:nth-child(1) :text("next wake is in ${seconds} s")`);
      assert.equal((await statusesOf(opened)).length, index + 1);
    }
    assert.match((await opened.page.textContent('.exchanges')) ?? '', /The panel shows an error screen/);
    await press(opened, 'Forget');
    assert.equal(await field(opened, 'Token').inputValue(), '');
    assert.equal(await field(opened, 'MAC address').inputValue(), mac);
  });

  it('wakes again and again in a run, until it is stopped', async () => {
    await openSimulator();
    await field(opened, 'A run wakes every').fill('1');
    await field(opened, 'A run wakes every').blur();
    await opened.page.click('.panel-side button:has-text("Run")');
    await until(
      async () => (await opened.page.locator('.exchanges li[data-kind="display"]').count()) >= 3,
      'it wakes three times',
    );
    await opened.page.click('.panel-side button:has-text("Stop")');
  });

  it('says where a device would go for its picture', async () => {
    const other = await startConsoleServer({
      env: { PUBLIC_URL: 'https://display.example.org' },
    });
    const opened = await openConsole(browser, other.url, { path: '/simulator' });
    await press(opened, 'Wake once');
    assert.match(
      (await opened.page.textContent('.exchanges')) ?? '',
      /would go to https:\/\/display\.example\.org/,
    );
    assert.notEqual(await opened.page.evaluate(SIZE), null);
    opened.assertClean();
    await opened.close();
    await other.stop();
  });

  it('is clear and not too wide in light and dark, on a phone and on a desk', async () => {
    await openSimulator();
    await field(opened, 'Says in its log').fill('<img src=x onerror=alert(1)>');
    await press(opened, 'Wake once');
    await opened.page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
    assert.match((await opened.page.textContent('.exchanges')) ?? '', /<img src=x onerror=alert\(1\)>/);
    await assertClear(opened.page);
  });
});
