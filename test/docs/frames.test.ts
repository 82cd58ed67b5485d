/** What the page offers for copying: it parses, it fetches the picture, and a browser shows it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { parseDocument } from 'yaml';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { accepted } from '../support/config/read-config.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { fetchFrame, frameToken, tokenMap } from '../support/frames/fetch-frame.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const run = promisify(execFile);
const page = readFileSync(path.join(PACKAGE_ROOT, 'docs/frames.md'), 'utf8');

function blocks(language: string, heading = ''): string[] {
  const section = heading === '' ? page : (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
  return [...section.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );
}

/** A tag such as `!secret` is ESPHome's own. */
function yamlOf(text: string): Record<string, unknown> {
  const document = parseDocument(text, { customTags: [{ tag: '!secret', resolve: (name: string) => name }] });
  assert.deepEqual([...document.errors, ...document.warnings], []);
  return document.toJS() as Record<string, unknown>;
}

describe('docs/frames.md', () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    server = await startServer({
      config: `frames:\n  hallway: { screen: plain, width: 320, height: 240, frame_tokens: ${tokenMap('a')} }\n`,
    });
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await server.stop();
  });

  /** An example with the address and the token of the test's server. */
  const filled = (text: string): string =>
    text.replaceAll('http://stipple.lan:3000', server.url).replaceAll('PUT_THE_TOKEN_HERE', frameToken('a'));

  it('has configs for Stipple, ESPHome and Home Assistant whose addresses give the picture', async () => {
    const [own = ''] = blocks('yaml', 'A frame in one minute');
    assert.deepEqual(accepted(own).warnings, []);
    const esphome = yamlOf(blocks('yaml', 'ESPHome')[0] ?? '');
    const [image] = esphome['online_image'] as { id: string; url: string }[];
    const [display] = esphome['display'] as { lambda: string }[];
    assert.ok(image !== undefined && display?.lambda.includes(`id(${image.id})`));
    const [template = '', card = ''] = blocks('yaml', 'Home Assistant');
    const [entry] = yamlOf(template)['template'] as { image: { url: string }[] }[];
    assert.equal(yamlOf(card)['entity'], 'image.hallway');
    for (const url of [image?.url, entry?.image[0]?.url]) {
      assert.equal((await fetch(filled(url ?? ''))).status, 200, url);
    }
  });

  it('has curl lines that fetch the picture', async (t) => {
    const lines = blocks('sh').flatMap((text) => text.split('\n').filter((line) => line.startsWith('curl ')));
    assert.equal(lines.length, 2);
    for (const line of lines) {
      const cwd = tempTree(t, {});
      await run('sh', ['-c', filled(line)], { cwd });
      assert.equal(readFileSync(path.join(cwd, 'picture.png')).toString('latin1', 1, 4), 'PNG');
    }
  });

  it('has the address of a page that shows the picture in a browser', async () => {
    const section = page.split('\n## Browsers, tablets and photo frames\n')[1]?.split('\n## ')[0] ?? '';
    const [, address = ''] = /`(http:\/\/stipple\.lan:3000\/frame\/[^`]*)`/.exec(section) ?? [];
    const tab = await browser.newPage();
    await tab.goto(filled(address));
    await until(() => tab.evaluate<boolean>('document.images[0].naturalWidth === 320'));
    assert.equal(await tab.evaluate('document.images[0].naturalHeight'), 240);
    await tab.close();
  });

  it('says the truth of a tab with the address itself: it shows the picture, and loads it again', async () => {
    const lua = path.join(server.screensDir, 'plain.lua');
    const script = readFileSync(lua, 'utf8');
    writeFileSync(lua, script.replace('refresh_rate = 120', 'refresh_rate = 1'));
    const tab = await browser.newPage();
    const asked: number[] = [];
    tab.on('response', (response) => asked.push(response.status()));
    await tab.goto(`${server.url}/frame/hallway.png?token=${frameToken('a')}`);
    assert.deepEqual(
      await tab.evaluate('[document.images[0].naturalWidth, document.images[0].naturalHeight]'),
      [320, 240],
    );
    await tab.waitForResponse((response) => response.url().includes('/frame/hallway.png'));
    assert.ok(
      asked.every((status) => status === 200 || status === 304),
      asked.join(),
    );
    await tab.close();
    writeFileSync(lua, script);
    assert.equal((await fetchFrame(server, 'hallway', 'a')).status, 200);
  });

  it('has a sketch whose braces close', () => {
    const [sketch = ''] = blocks('cpp');
    const count = (mark: string): number => sketch.split(mark).length - 1;
    assert.ok(sketch.includes('display.drawImage(ADDRESS'));
    assert.deepEqual([count('{'), count('(')], [count('}'), count(')')]);
  });
});
