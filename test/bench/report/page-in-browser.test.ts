/** The page in a real browser, on a phone and on a wide screen, in both colour schemes. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { compareRuns } from '../../../src/bench/report/compare.ts';
import { resultPage } from '../../../src/bench/report/html.ts';
import type { BenchResult } from '../../../src/bench/result.ts';
import {
  emptyResult,
  killedResult,
  rampResult,
  scaledResult,
  steadyResult,
  tinyResult,
  withSlower,
} from '../../support/bench/bench-results.ts';
import { launchChromium } from '../../support/browser/chromium.ts';
import {
  accessibilityFaults,
  faintTexts,
  openDetails,
  overflowOf,
  overlappingTexts,
} from '../../support/browser/page-checks.ts';

/** A run whose texts are as long as they can be, without a place to break them. */
function wordyResult(): BenchResult {
  const word = 'x'.repeat(400);
  const result = killedResult();
  return {
    ...result,
    stipple: word,
    machine: { ...result.machine, cpu: word },
    plan: { ...result.plan, preset: word, target: { kind: 'running', url: word }, screens: { [word]: 1 } },
    cutShort: word,
    errors: [{ kind: word, route: 'image', count: 1, example: word }],
    warnings: [word],
  };
}

const steady = steadyResult();
const killed = killedResult();
const PAGES: Readonly<Record<string, () => string>> = {
  'a healthy run': () => resultPage(steady),
  'a run with a killed server': () => resultPage(killed),
  'a search for the knee': () => resultPage(rampResult()),
  'a search that found nothing': () => {
    const result = rampResult();
    const steps = result.knee?.steps.filter(({ failure }) => failure !== null) ?? [];
    const knee = result.knee && { ...result.knee, ratePerSecond: null, searches: [null, null], steps };
    return resultPage({ ...result, knee });
  },
  'three calls': () => resultPage(tinyResult()),
  nothing: () => resultPage(emptyResult()),
  'a run with a comparison': () => {
    const older = withSlower(steadyResult(2), { display: 0.7, image: 1.2, script: 0.6, queue: 4 });
    return resultPage(steady, compareRuns(older, steady));
  },
  'a run with long words': () => resultPage(wordyResult(), compareRuns(rampResult(), wordyResult())),
};

let browser: Browser;
let folder: string;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'stipple-report-'));
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A page with what it reports: messages of the console, errors, and requests of anything but itself. */
interface Opened {
  readonly page: Page;
  readonly messages: readonly string[];
}

async function openPage(html: string): Promise<Opened> {
  const file = path.join(folder, 'report.html');
  writeFileSync(file, html);
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) messages.push(`request of ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  return { page, messages };
}

for (const [name, html] of Object.entries(PAGES)) {
  describe(`the page of ${name}`, () => {
    let opened: Opened;
    before(async () => {
      opened = await openPage(html());
    });
    after(() => opened?.page.close());

    for (const width of [360, 768, 1440]) {
      it(`fits into ${width} px, and its charts have room for their texts`, async () => {
        const { page, messages } = opened;
        await page.setViewportSize({ width, height: 800 });
        assert.ok((await overflowOf(page)) <= 0, 'scrolls sideways');
        assert.deepEqual(await overlappingTexts(page), []);
        assert.deepEqual(messages, []);
      });
    }

    for (const colorScheme of ['light', 'dark'] as const) {
      it(`can be read by everybody in ${colorScheme}, with all parts open`, async () => {
        const { page, messages } = opened;
        await page.emulateMedia({ colorScheme });
        await openDetails(page);
        for (const width of [360, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          assert.ok((await overflowOf(page)) <= 0, 'scrolls sideways');
          const { seen, found } = await faintTexts(page);
          assert.ok(seen > 20, `${seen} texts`);
          assert.deepEqual(found, []);
        }
        assert.deepEqual(await accessibilityFaults(page), []);
        assert.deepEqual(messages, []);
      });
    }
  });
}

describe('the charts', () => {
  for (const [name, by] of [
    ['a short run of a fast server', { duration: 0.05, latency: 0.01 }],
    ['a few devices', { wakes: 0.004, latency: 3 }],
    ['a huge fleet', { wakes: 700, latency: 0.3 }],
    ['an hour of a slow server', { duration: 60, latency: 900 }],
    ['a day', { duration: 1_440, wakes: 0.1 }],
  ] as const) {
    it(`have room for the labels of ${name}`, async () => {
      for (const result of [steady, killed]) {
        const { page } = await openPage(resultPage(scaledResult(result, by)));
        for (const width of [360, 768]) {
          await page.setViewportSize({ width, height: 800 });
          assert.deepEqual(await overlappingTexts(page), []);
          assert.ok((await overflowOf(page)) <= 0);
        }
        await page.close();
      }
    });
  }
});

describe('the rows of a comparison', () => {
  it('are two lines high on a phone', async () => {
    const { page } = await openPage(PAGES['a run with a comparison']?.() ?? '');
    const heights = '[...document.querySelectorAll(".comparison tbody tr")].map((row) => row.offsetHeight)';
    const rows: readonly number[] = await page.evaluate(heights);
    assert.ok(rows.length > 30);
    assert.ok(Math.max(...rows) < 65, String(rows));
    await page.close();
  });
});

describe('the page on paper', () => {
  it('is dark on white whatever the scheme, and leaves out the tables of charts', async () => {
    const { page } = await openPage(resultPage(steady));
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    assert.equal(
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgb(255, 255, 255)',
    );
    assert.deepEqual((await faintTexts(page)).found, []);
    assert.equal(await page.locator('.as-table:visible').count(), 0);
    await page.close();
  });
});

describe('the checks of the page', () => {
  const broken = `<!DOCTYPE html><html><head><title>x</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/></head>
<body style="background:#fff"><p style="color:#aaa">faint</p><p style="width:3000px">wide</p><div role="nonsense">x</div>
<svg class="chart"><text x="20" y="20">one</text><text x="22" y="22">two</text></svg><script>alert(1)</script></body></html>`;

  it('find what is wrong', async () => {
    const { page, messages } = await openPage(broken);
    assert.ok((await overflowOf(page)) > 2000);
    assert.deepEqual(await overlappingTexts(page), ['one meets two']);
    assert.match(String((await faintTexts(page)).found), /P\.: 2\.3/);
    assert.match(String(await accessibilityFaults(page)), /color-contrast|aria-roles/);
    assert.match(String(messages), /Content Security Policy/);
    await page.close();
  });
});
