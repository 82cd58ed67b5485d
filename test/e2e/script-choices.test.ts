/** Settings in a script's result override those of the device's entry, its panel, its headers and the screen. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  getDisplay,
  getImage,
  PLAIN_SCREEN,
  screensOf,
  startServer,
  type TestServer,
} from '../support/server/server.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="10" y="50" font-size="30">{{ data.text }}</text></svg>';

/** Scripts that return all settings, none of them, some of them, or wrong ones. */
const SCRIPTS = {
  none: 'return { data = {} }',
  all: `return { data = {}, refresh_rate = 77, colors = { "#000000", "#ff0000", "#ffffff" }, dither = "stucki",
    colors_actual = { "#101010", "#c02020", "#e0e0e0" }, max_error = 0.1, noise_scale = 0.2, chroma_clamp = 0.3, strength = 0.4 }`,
  some: 'return { data = {}, strength = 0.4, refresh_rate = 0 }',
  wrong: `return { data = {}, refresh_rate = -5, colors = { "#000000" }, strength = "much", dither = 7, skip_update = "yes", odd = 1 }`,
  skip: 'return { skip_update = true, refresh_rate = 33, data = { text = device.battery_voltage } }',
  skipping: 'return { skip_update = device.rssi ~= nil, data = { text = device.battery_voltage } }',
};

const SCREENS = { ...PLAIN_SCREEN, ...screensOf(SCRIPTS, SVG) };

const CONFIG = `default_screen: plain
panels:
  p:
    name: Panel
    match: panel
    colors: "#000000,#808080,#ffffff"
    dither: { algorithm: sierra, strength: 1.5, max_error: 1.6, noise_scale: 1.7, chroma_clamp: 0.8 }
devices:
  "AA:00:00:00:00:01": { screen: none }
  "AA:00:00:00:00:02": { screen: none, panel: p }
  "AA:00:00:00:00:03": { screen: none, panel: p, colors: "#000000,#ffffff", dither: burkes, strength: 0.9, refresh: 500 }
  "AA:00:00:00:00:04": { screen: all, panel: p, colors: "#000000,#ffffff", dither: burkes, strength: 0.9, refresh: 500 }
  "AA:00:00:00:00:05": { screen: some, panel: p, strength: 0.9, max_error: 0.9, refresh: 500 }
  "AA:00:00:00:00:06": { screen: wrong, panel: p, strength: 0.9 }
  "AA:00:00:00:00:07": { screen: skip }
  "AA:00:00:00:00:08": { screen: skipping }
`;

describe('the result of a script', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ screens: SCREENS, config: CONFIG });
  });
  after(() => server.stop());

  async function specOf(number: number, headers: Readonly<Record<string, string>> = {}) {
    const { filename, refresh_rate } = await getDisplay(server, `AA:00:00:00:00:0${number}`, headers);
    const spec = server.engine.store.get(filename as never)?.spec;
    assert.ok(spec !== undefined);
    return { ...spec, refresh: refresh_rate };
  }

  it('leaves settings to the mapping, else the panel, else the header when it has none of them', async () => {
    const bare = await specOf(1);
    assert.deepEqual([bare.palette.length, bare.tuning, bare.refresh], [4, {}, 900]);
    assert.deepEqual((await specOf(1, { Colors: '#000000,#ffffff' })).palette, ['#000000', '#ffffff']);
    const panel = await specOf(2, { Colors: '#000000,#ffffff' });
    assert.deepEqual(panel.palette, ['#000000', '#808080', '#ffffff']);
    assert.equal(panel.algorithm, 'sierra');
    assert.deepEqual(panel.tuning, { strength: 1.5, maxError: 1.6, noiseScale: 1.7, chromaClamp: 0.8 });
    const mapping = await specOf(3);
    assert.deepEqual(
      [mapping.palette, mapping.algorithm, mapping.refresh],
      [['#000000', '#ffffff'], 'burkes', 500],
    );
    assert.deepEqual(mapping.tuning, { strength: 0.9, maxError: 1.6, noiseScale: 1.7, chromaClamp: 0.8 });
  });

  it('overrides all other settings', async () => {
    const spec = await specOf(4, { Colors: '#000000,#808080' });
    assert.deepEqual(spec.palette, ['#000000', '#ff0000', '#ffffff']);
    assert.deepEqual(spec.measured, ['#101010', '#c02020', '#e0e0e0']);
    assert.deepEqual([spec.algorithm, spec.refresh], ['stucki', 77]);
    assert.deepEqual(spec.tuning, { maxError: 0.1, noiseScale: 0.2, chromaClamp: 0.3, strength: 0.4 });
  });

  it('overrides them value by value', async () => {
    const spec = await specOf(5);
    assert.deepEqual(spec.tuning, { strength: 0.4, maxError: 0.9, noiseScale: 1.7, chromaClamp: 0.8 });
    assert.deepEqual([spec.algorithm, spec.refresh], ['sierra', 500]);
  });

  it('is ignored where a value is wrong, with a warning for each value', async () => {
    const spec = await specOf(6);
    assert.deepEqual(
      [spec.palette.length, spec.algorithm, spec.tuning.strength, spec.refresh],
      [3, 'sierra', 0.9, 900],
    );
    const text = JSON.stringify(server.logs.filter((line) => JSON.stringify(line).includes('wrong')));
    for (const key of ['refresh_rate', 'colors', 'strength', 'dither', 'skip_update', 'odd']) {
      assert.ok(text.includes(`${key}: `) || text.includes(`\\"${key}\\"`), `${key} is named: ${text}`);
    }
  });
});

describe('skip_update', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ screens: SCREENS, config: CONFIG });
  });
  after(() => server.stop());

  it('draws a first picture for a device without one, and keeps it from then on', async () => {
    const mac = 'AA:00:00:00:00:07';
    const first = await getDisplay(server, mac, { 'Battery-Voltage': '3.9' });
    const second = await getDisplay(server, mac, { 'Battery-Voltage': '3.8' });
    assert.deepEqual([second.filename, second.refresh_rate], [first.filename, 33]);
    assert.deepEqual(await getImage(second.image_url), await getImage(first.image_url));
  });

  it('keeps the picture, not the data: the next call without it draws the new data', async () => {
    const mac = 'AA:00:00:00:00:08';
    const first = await getDisplay(server, mac, { 'Battery-Voltage': '3.9' });
    const kept = await getDisplay(server, mac, { 'Battery-Voltage': '3.8', RSSI: '-50' });
    const next = await getDisplay(server, mac, { 'Battery-Voltage': '3.8' });
    assert.equal(kept.filename, first.filename);
    assert.notEqual(next.filename, first.filename);
  });
});
