/** `stipple render` as people run it, with what it takes besides a device. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { addFiles } from '../support/files/temp-tree.ts';
import { finish, type Outcome, runCommand, start } from '../support/processes/stipple.ts';

const MAC = 'AA:BB:CC:DD:EE:FF';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480">
<text y="40">{{ data.text }}</text></svg>`;
const show = (expression: string): string =>
  `return { data = { text = table.concat(${expression}, " ") }, refresh_rate = 60 }`;

const FILES = {
  'config.yaml': `devices:
  DEFAULT: { screen: facts, panel: small }
  "${MAC}": { screen: facts, colors: "#000000,#ff0000", params: { who: entry, dayz: 3 } }
panels:
  small: { width: 200, height: 100, colors: "#000000,#ffffff" }
  bare: {}
  turned: { width: 200, height: 100, rotate: 90, offset: { left: 10 } }
`,
  'screens/facts.lua': show(
    '{ tostring(device.mac), tostring(device.model), device.width, device.height, tostring(device.battery_voltage), tostring(params.who) }',
  ),
  'screens/facts.svg': SVG,
  'screens/facts.meta.yaml': `params:
  who: { type: string }
  days: { type: int, min: 1, max: 7, default: 2 }
`,
  'screens/now.lua': show(
    '{ time_now(), os.time(), time_format(time_now(), "%H:%M"), os.date("!%H:%M"), math.random(1000) }',
  ),
  'screens/now.svg': SVG,
  'screens/bad.lua': 'error("on purpose")',
  'screens/bad.svg': SVG,
};

describe('stipple render', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-cli-'));
  before(() => addFiles(folder, FILES));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const render = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
    runCommand(folder, ['render', ...args], {
      CONFIG_FILE: path.join(folder, 'config.yaml'),
      SCREENS_DIR: path.join(folder, 'screens'),
      ...env,
    });
  /** What the screen has written into its picture. */
  const textOf = ({ out, err }: Outcome): string => />([^<]*)<\/text>/.exec(out)?.[1] ?? err;
  const text = async (...args: readonly string[]): Promise<string> =>
    textOf(await render(['--svg', '-', ...args]));

  it('writes the file of the device, or the picture as its viewer sees it', async () => {
    const sizes = [];
    for (const options of [[], ['--upright']]) {
      const { code, err } = await render(['-o', 'turned.png', '--panel', 'turned', ...options]);
      assert.equal(code, 0, err);
      const { width = 0, height = 0 } = await sharp(path.join(folder, 'turned.png')).metadata();
      assert.match(err, new RegExp(`turned.png: ${width} x ${height}, `));
      sizes.push([width, height]);
    }
    assert.deepEqual(sizes, [
      [200, 100],
      [100, 190],
    ]);
    assert.match(await text('--panel', 'turned'), / 100 190 /);
  });

  it('needs no device: a stand-in shows what DEFAULT has', async () => {
    const { code, err } = await render(['-o', 'default.png']);
    assert.equal(code, 0, err);
    assert.match(err, /^default\.png: 200 x 100, 2 inks/m);
    assert.equal(await text(), '02:00:00:00:00:01 og 200 100 4.05 nil');
    assert.equal(await text('-s', 'facts', '-b', '3.9'), '02:00:00:00:00:01 og 800 480 3.9 nil');
    assert.match(await text('-m', MAC), /^AA:BB:CC:DD:EE:FF og 800 480 nil entry$/);
  });

  it('gives the screen params over those of the config, checked against what it declares', async () => {
    assert.equal(await text('-m', MAC, '-p', 'who=line'), `${MAC} og 800 480 nil line`);
    const { code, err } = await render(['-o', 'x.png', '-s', 'facts', '-p', 'who=a', '-p', '{"dayz":9}']);
    assert.deepEqual(
      [code, err],
      [64, 'stipple: --params.dayz: the screen has no such param; did you mean days?\n'],
    );
    const warned = await render(['--svg', 'x.svg', '-m', MAC]);
    assert.match(warned.err, /^warning: params\.dayz: the screen has no such param; did you mean days\?$/m);
  });

  it('draws for a size or a panel that is named', async () => {
    assert.match((await render(['-o', 'x.png', '--size', '300x222'])).err, /x\.png: 300 x 222, 2 inks/);
    assert.match((await render(['-o', 'x.png', '-m', MAC, '--panel', 'small'])).err, /: 200 x 100, 2 inks/);
    const bare = [
      '-o',
      'bare.png',
      '-s',
      'facts',
      '--panel',
      'bare',
      '--size',
      '60x40',
      '-c',
      '#000000,#ffffff',
    ];
    assert.match((await render(bare)).err, /: 60 x 40, 2 inks/);
    assert.equal((await sharp(path.join(folder, 'bare.png')).metadata()).width, 60);
  });

  it('sets the clock of the screen, in the zone of the machine, and draws the same picture every time', async () => {
    const moment = ['-s', 'now', '--at', '2026-07-01T12:30'];
    const inZone = (zone: string): Promise<Outcome> => render(['--svg', '-', ...moment], { TZ: zone });
    const [berlin, again, utc] = await Promise.all(['Europe/Berlin', 'Europe/Berlin', 'UTC'].map(inZone));
    assert.ok(berlin && again && utc);
    assert.match(textOf(berlin), /^1782901800 1782901800 12:30 10:30 \d+$/);
    assert.equal(again.out, berlin.out);
    assert.match(textOf(utc), /^1782909000 1782909000 12:30 12:30 \d+$/);
  });

  it('writes the SVG that is drawn, beside the picture or alone', async () => {
    const both = await render(['-o', 'both.png', '--svg', 'out/both.svg']);
    assert.equal(both.code, 0, both.err);
    assert.ok(existsSync(path.join(folder, 'both.png')));
    assert.match(readFileSync(path.join(folder, 'out/both.svg'), 'utf8'), /<text y="40">02:00/);
    const alone = await render(['--svg', 'alone.svg']);
    assert.match(alone.err, /^alone\.svg: \d+ characters\n$/);
  });

  it('writes no SVG of a screen that fails: that of an earlier run stays', async () => {
    const file = path.join(folder, 'good.svg');
    writeFileSync(file, '<svg/>');
    const alone = await render(['--svg', 'good.svg', '-s', 'bad']);
    assert.deepEqual(
      [alone.code, alone.err],
      [1, 'stipple: the screen failed, no SVG was written: bad.lua:1: on purpose\n'],
    );
    const both = await render(['-o', 'bad.png', '--svg', 'good.svg', '-s', 'bad']);
    assert.match(
      both.err,
      /^stipple: the screen failed, the error picture was written, but no SVG: bad\.lua:1: /m,
    );
    assert.ok(existsSync(path.join(folder, 'bad.png')));
    assert.equal(readFileSync(file, 'utf8'), '<svg/>');
    assert.equal((await render(['--svg', '-', '-s', 'bad'])).out, '');
  });

  it('writes the picture to standard output', async () => {
    const child = start(folder, ['render', '-o', '-', '-s', 'clock']);
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    await finish(child);
    assert.equal((await sharp(Buffer.concat(chunks)).metadata()).width, 800);
  });

  it('ends with 64 and one sentence for what contradicts, has no effect, or is not what was expected', async () => {
    const output = ['-o', 'never.png'];
    const palette = '#000000,#ffffff';
    for (const [args, sentence] of [
      [['-o', 'a', '-o', 'b'], /--output: expected once, got it several times/],
      [['-o'], /-o: expected a value, got none/],
      [[...output, '-s'], /--screen: expected a value, got none/],
      [[...output, '--size', '800'], /--size: expected WIDTHxHEIGHT .* got "800"/],
      [[...output, '--panel', 'small', '--size', '8x8'], /\(the panel "small" has 200 x 100\)/],
      [[...output, '--panel', 'smal'], /no panel "smal"; did you mean small\? \(stipple panels lists them\)/],
      [[...output, '-c', palette], /--colors would have no effect: the panel "small" has colors/],
      [[...output, '-m', MAC, '-c', palette], /no effect: the entry "AA:BB:CC:DD:EE:FF" of the config/],
    ] as const) {
      const { code, err } = await render(args);
      assert.equal(code, 64, `${args}: ${err}`);
      assert.match(err, sentence);
      assert.ok(err.startsWith('stipple: ') && !err.includes('    at '), err);
    }
    assert.ok(!existsSync(path.join(folder, 'never.png')));
  });
});
