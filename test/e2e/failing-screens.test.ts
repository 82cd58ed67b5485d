/** Pictures of a device while its screen fails and after it works again, over real HTTP: `on_error`, mark, counters. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { DeviceView } from '../../src/admin/devices/device-view.ts';
import { type DecodedPng, decodePng } from '../support/pictures/decode-png.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { type Display, getDisplay, getImage, PLAIN_SCREEN } from '../support/server/server.ts';

const GOOD = PLAIN_SCREEN['plain.lua'] ?? '';
const DARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><rect width="800" height="480"/><text x="40" y="100" font-size="40" fill="white">{{ data.title }}</text></svg>';
const PHOTO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><rect width="800" height="480" fill="white"/><image width="40" height="40" href="{{ data.file }}"/><text x="40" y="200" font-size="40">{{ device.name }}</text></svg>';
const DOT =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>';

const SCREENS = {
  'a.lua': GOOD,
  'a.svg': DARK,
  'b.lua': GOOD,
  'b.svg': DARK,
  'photo.lua': 'return { data = { file = params.file or "dot.svg" }, refresh_rate = 900 }',
  'photo.svg': PHOTO,
  'skipping.lua': 'return { data = { file = "torn.png" }, skip_update = true, refresh_rate = 900 }',
  'skipping.svg': PHOTO,
  'dot.svg': DOT,
  'damaged.png': Buffer.from('89504e470d0a1a0a00', 'hex'),
  'torn.png': Buffer.from('89504e470d0a1a0a01', 'hex'),
  'broken.lua': 'error("no")',
  'broken.svg': DARK,
};
const CONFIG = `on_error: keep
devices:
  "AA:00:00:00:00:01": { screen: local/a, name: Kitchen }
  "AA:00:00:00:00:02": { screen: local/a, on_error: show }
  "AA:00:00:00:00:03": { screen: local/b }
  "AA:00:00:00:00:04": { screen: local/photo, name: Hall }
  "AA:00:00:00:00:05": { screen: local/photo, name: Study }
  "AA:00:00:00:00:06": { screen: local/skipping, on_error: show }
`;

const mac = (number: number): string => `AA:00:00:00:00:0${number}`;

describe('a screen that fails', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({
      screens: SCREENS,
      config: CONFIG,
      env: { METRICS_ADDR: '127.0.0.1:0' },
    });
  });
  after(() => admin.server.stop());

  const show = (number: number, more: Record<string, string> = {}): Promise<Display> =>
    getDisplay(admin.server, mac(number), more);
  const write = (name: string, text: string): void =>
    writeFileSync(path.join(admin.server.screensDir, name), text);
  const failing = async (number: number): Promise<DeviceView['failing']> =>
    (await admin.get(`/devices/${mac(number)}`)).body.failing;

  it('keeps the last good picture for three attempts, with a mark, then shows the error', async () => {
    const good = await show(1);
    const goodPicture = decodePng(await getImage(good.image_url));
    assert.equal(await failing(1), null);

    write('a.lua', 'local t = nil\nreturn t.x');
    const tries = [await show(1), await show(1), await show(1)];
    const [marked] = tries;
    assert.ok(marked !== undefined && marked.filename !== good.filename);
    assert.deepEqual(new Set(tries.map(({ filename }) => filename)), new Set([marked.filename]));
    assert.ok(tries.every(({ refresh_rate: seconds }) => seconds === 60));
    assertMarked(goodPicture, decodePng(await getImage(marked.image_url)));

    const third = await failing(1);
    assert.equal(third?.tries, 3);
    assert.equal(third?.shown, 'last_good');
    const error = await show(1);
    const fifth = await show(1);
    assert.ok(error.filename !== marked.filename && error.filename !== good.filename);
    assert.equal(fifth.filename, error.filename, 'the panel is not drawn again');
    const run = await failing(1);
    assert.deepEqual(
      { ...run, last: '', reason: run?.reason.slice(0, 7) },
      { since: third?.since, last: '', tries: 5, code: 'script_error', reason: 'a.lua:2', shown: 'error' },
    );
    const errors = admin.server.logs.filter(({ level }) => level === 'error');
    assert.equal(errors.filter(({ code }) => code === 'script_error').length, 5);

    write('a.lua', GOOD);
    const mended = await show(1);
    assert.equal(mended.filename, good.filename);
    assert.equal(mended.refresh_rate, 120);
    assert.equal(await failing(1), null);
    write('a.lua', 'error("again")');
    await show(1);
    const again = await failing(1);
    assert.deepEqual([again?.tries, again?.shown], [1, 'last_good'], 'the count begins anew');
    write('a.lua', GOOD);
  });

  it('shows the error at once if the device is configured so, or has no good picture yet', async () => {
    await show(2);
    write('a.lua', 'error("no")');
    await show(2);
    assert.equal((await failing(2))?.shown, 'error');
    write('a.lua', GOOD);

    write('b.lua', 'error("no")');
    await show(3);
    assert.equal((await failing(3))?.shown, 'error');
    write('b.lua', GOOD);
  });

  it('shows the error at once after a change of params, palette, size or screen, whose author wants to see it', async () => {
    const patch = async (change: object): Promise<void> => {
      assert.equal((await admin.patch(`/devices/${mac(3)}`, change)).status, 200);
    };
    const changes: [what: string, change: object, headers?: Record<string, string>][] = [
      ['params', { params: { title: 'new' } }],
      ['palette', { colors: '#000000,#ffffff' }],
      ['size', {}, { Width: '400', Height: '300' }],
      ['screen', { screen: 'local/broken' }],
    ];
    for (const [what, change, headers = {}] of changes) {
      write('b.lua', GOOD);
      await show(3);
      write('b.lua', 'error("no")');
      await show(3);
      const before = await failing(3);
      assert.deepEqual([before?.shown, before?.tries], ['last_good', 1], `before a change of ${what}`);
      await patch(change);
      await show(3, headers);
      const after = await failing(3);
      assert.deepEqual([after?.shown, after?.tries], ['error', 1], `after a change of ${what}`);
    }
    await patch({ screen: 'local/b' });
  });

  it('that fails again with other numbers in its message keeps one error picture', async () => {
    await admin.patch(`/devices/${mac(3)}`, { on_error: 'show' });
    write('b.lua', 'error("no answer after " .. math.random(1, 1000000) .. " ms")');
    const first = await show(3);
    assert.equal((await show(3)).filename, first.filename);
    write('b.lua', 'error("another one")');
    assert.notEqual((await show(3)).filename, first.filename);
  });

  it('keeps the last good picture also when only drawing the new one fails', async () => {
    const good = await show(5);
    write('photo.lua', 'return { data = { file = "damaged.png" }, refresh_rate = 900 }');
    const kept = await show(5);
    const run = await failing(5);
    assert.deepEqual([run?.shown, run?.code, kept.refresh_rate], ['last_good', 'svg_invalid', 60]);
    assert.ok(admin.server.logs.some(({ msg }) => String(msg).startsWith('picture not drawn')));
    write('photo.lua', SCREENS['photo.lua']);
    assertMarked(decodePng(await getImage(good.image_url)), decodePng(await getImage(kept.image_url)));
  });

  it('shows the error when a file of the kept picture is missing', async () => {
    await show(4);
    rmSync(path.join(admin.server.screensDir, 'dot.svg'));
    const display = await show(4);
    assert.equal(display.refresh_rate, 60);
    const run = await failing(4);
    assert.deepEqual([run?.code, run?.tries, run?.shown], ['asset_missing', 1, 'error']);
  });

  it('counts from the first picture that cannot be drawn, and a script cannot keep that one', async () => {
    const first = await show(6);
    assert.equal(first.refresh_rate, 900, 'the answer does not wait for the picture');
    await getImage(first.image_url);
    const run = await failing(6);
    assert.deepEqual([run?.code, run?.tries, run?.shown], ['svg_invalid', 1, 'error']);
    const second = await show(6);
    assert.notEqual(second.filename, first.filename);
    assert.equal(second.refresh_rate, 60);
    const again = await failing(6);
    assert.deepEqual([again?.tries, again?.since], [2, run?.since]);
  });

  it('shows its error in the preview, whatever the device shows', async () => {
    const preview = async (number: number): Promise<DecodedPng> => {
      const response = await fetch(
        `${admin.server.url}/api/admin/devices/${mac(number)}/preview?force=1&measured=off`,
        { headers: { Authorization: `Bearer ${TOKEN}` } },
      );
      return decodePng(Buffer.from(await response.arrayBuffer()));
    };
    write('a.lua', GOOD);
    await show(1);
    write('a.lua', 'error("no")');
    await show(1);
    assert.equal((await failing(1))?.shown, 'last_good');
    // The kept picture is white on black.
    assert.ok(whitePart(await preview(1)) > 0.8);

    const { image_url: panel } = await show(2);
    assert.equal((await failing(2))?.shown, 'error');
    assert.deepEqual((await preview(2)).colours, decodePng(await getImage(panel)).colours);
  });

  it('is counted in the metrics', async () => {
    const line = admin.server.logs.find((entry) => entry['msg'] === 'metrics listening');
    const text = await (await fetch(`http://127.0.0.1:${line?.['port']}/metrics`)).text();
    const { failedTries } = admin.server.engine.deviceContents;
    assert.ok(
      text.includes(`stipple_failed_tries_total{shown="last_good"} ${failedTries.last_good}\n`),
      text,
    );
    assert.ok(failedTries.last_good >= 8 && failedTries.error >= 8);
    assert.match(text, /^stipple_devices_failing\{shown="last_good"\} 2$/m);
    assert.match(text, /^stipple_devices_failing\{shown="error"\} 4$/m);
    assert.match(text, /^stipple_store_bytes\{store="last_good"\} [1-9]/m);
  });
});

function whitePart({ colours }: DecodedPng): number {
  return colours.filter((colour) => colour === '#ffffff').length / colours.length;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Check that both pictures are equal, apart from a mark in the lower right corner. */
function assertMarked(good: DecodedPng, marked: DecodedPng): void {
  const box = differences(good, marked);
  assert.ok(box.left > 650 && box.top > 440 && box.right < 798 && box.bottom < 478, JSON.stringify(box));
}

/** The box around all pixels that differ. */
function differences(a: DecodedPng, b: DecodedPng): Box {
  const box = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: -1, bottom: -1 };
  for (const [at, colour] of a.colours.entries()) {
    if (colour === b.colours[at]) continue;
    const [x, y] = [at % a.widthPx, Math.floor(at / a.widthPx)];
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}
