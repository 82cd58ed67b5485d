/** Results of screens that are used again, with real threads and files. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { ContentRequest } from '../../../src/engine/contents/content-maker.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { WHOLE_STORES } from '../../../src/platform/base/memory-plan.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { rounds } from '../../support/rounds.ts';
import { argumentsOf, listEvents } from '../../support/told-events.ts';
import { until } from '../../support/waiting.ts';
import { requestFor } from './requests.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text y="40">{{ data.text }}</text></svg>';
const NOON_MS = Date.UTC(2026, 5, 1, 12, 0, 30);

const SCREENS: Readonly<Record<string, string>> = {
  'nothing.lua': 'return { data = { text = "always" } }',
  'everything.lua': 'return { data = { text = json_encode({ device, layout, params }) } }',
  'battery.lua': 'return { data = { text = tostring(device.battery_voltage) } }',
  'clock.lua':
    'local now = time_now("minute") return { data = { text = time_format(now, "%R") }, refresh_at = now + 60 }',
  'says.lua': 'log_info("hello", device.name) return { data = { text = "x" } }',
  'edited.lua': 'return { data = { text = "before" } }',
  'timed.lua': 'return { data = { text = tostring(os.clock() >= 0) } }',
  'fails.lua': 'for i = 1, 3e6 do end error("on purpose")',
  'hangs.lua': 'log_info("begins") return { data = { text = http_get(params.url, { timeout = 30 }) } }',
  'slow.lua': 'local n = 0 for i = 1, 3e6 do n = n + i end return { data = { text = tostring(n) } }',
};

describe('Composer', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-composer-'));
  let opened: TestEngine;
  let told: ReturnType<typeof listEvents>['told'];

  before(async () => {
    const templates = Object.keys(SCREENS).map((name) => [name.replace('.lua', '.svg'), SVG] as const);
    opened = await openEngine(folder, { ...SCREENS, ...Object.fromEntries(templates) }, 'devices: {}\n');
    const last = path.join(folder, 'screens', 'slow.svg');
    await until(() => Date.now() - statSync(last).ctimeMs > 2_100, 'files that are no longer new');
  });
  beforeEach(() => {
    ({ told } = listEvents(opened.engine.events));
  });
  after(async () => {
    await opened.engine.stop(1_000);
    rmSync(folder, { recursive: true });
  });

  const ways = (): unknown[] => argumentsOf(told, 'composed').map(([, how]) => how);

  async function svgOf(screen: string, changes: Partial<ContentRequest> = {}, battery = 4): Promise<string> {
    const request = requestFor(opened, `local/${screen}`, { nowMs: NOON_MS, reuse: true });
    const device = { ...request.device, batteryVoltage: battery };
    const made = await opened.engine.contents.make({ ...request, device, ...changes });
    assert.equal(made.kind, 'content');
    return made.kind === 'content' ? made.content.svg : '';
  }

  it('runs a screen once that reads nothing, whoever asks', async () => {
    for (const battery of [3.5, 3.6, 3.7]) assert.match(await svgOf('nothing', {}, battery), />always</);
    assert.deepEqual(ways(), ['fresh', 'reused', 'reused']);
  });

  it('runs a screen that reads everything again for each difference', async () => {
    const svgs = [];
    for (const battery of [3.5, 3.6, 3.5]) svgs.push(await svgOf('everything', {}, battery));
    assert.deepEqual(ways(), ['fresh', 'fresh', 'reused']);
    assert.notEqual(svgs[0], svgs[1]);
    assert.equal(svgs[0], svgs[2]);
  });

  it('gives each of many battery values its own picture, in bounded memory', async () => {
    for (let n = 0; n < rounds(4_000, 10); n += 50) {
      const batteries = Array.from({ length: 50 }, (_, k) => Number((3 + (n + k) / 10_000).toFixed(4)));
      const svgs = await Promise.all(batteries.map((battery) => svgOf('battery', {}, battery)));
      for (const [k, svg] of svgs.entries()) assert.equal(Number(/>([\d.]+)</.exec(svg)?.[1]), batteries[k]);
    }
    assert.ok(opened.engine.composed.stats.bytes <= WHOLE_STORES.composed);
    assert.ok(opened.engine.composed.stats.entries > rounds(1_000, 10));
  });

  it('runs a clock once a minute, and tells each device the seconds that are left', async () => {
    const told: number[] = [];
    for (const seconds of [0, 7, 29, 30, 31]) {
      const request = requestFor(opened, 'local/clock', { nowMs: NOON_MS + seconds * 1000, reuse: true });
      const made = await opened.engine.contents.make(request);
      if (made.kind === 'content') told.push(made.refreshSeconds);
    }
    assert.deepEqual(told, [30, 23, 1, 60, 59]);
    assert.deepEqual(ways(), ['fresh', 'reused', 'reused', 'fresh', 'reused']);
  });

  it('shows the right time after the clock has jumped back', async () => {
    const shown = async (minutes: number): Promise<string | undefined> =>
      />(\d\d:\d\d)</.exec(await svgOf('clock', { nowMs: NOON_MS + minutes * 60_000 }))?.[1];
    const before = await shown(120);
    const after = await shown(-120);
    assert.notEqual(before, after);
    assert.equal(await shown(120), before);
  });

  it('logs again what a run has logged', async () => {
    const count = (): number => opened.logs.filter(({ script }) => String(script).startsWith('hello')).length;
    const before = count();
    await svgOf('says');
    await svgOf('says');
    await until(() => count() === before + 2, 'both lines');
    assert.deepEqual(ways(), ['fresh', 'reused']);
  });

  it('shows an edit at once, also one that comes in the same millisecond and changes no length', async () => {
    const file = path.join(folder, 'screens', 'edited.lua');
    assert.match(await svgOf('edited'), />before</);
    assert.match(await svgOf('edited'), />before</);
    for (let n = 0; n < rounds(200, 6); n++) {
      const word = `edit${String(n).padStart(2, '0')}`;
      writeFileSync(file, SCREENS['edited.lua']?.replace('before', word.slice(0, 6)) ?? '');
      assert.ok((await svgOf('edited')).includes(`>${word.slice(0, 6)}<`), word);
    }
    assert.ok(argumentsOf(told, 'notReusable').every(([, why]) => why === 'new_file'));
  });

  it('never uses a run again that has asked for its computing time', async () => {
    await svgOf('timed');
    await svgOf('timed');
    assert.deepEqual(ways(), ['fresh', 'fresh']);
    assert.deepEqual(argumentsOf(told, 'notReusable'), [
      ['local/timed', 'cpu_time'],
      ['local/timed', 'cpu_time'],
    ]);
  });

  it('lets calls that come together wait for one run', async () => {
    const svgs = await Promise.all(Array.from({ length: 40 }, () => svgOf('slow')));
    assert.equal(new Set(svgs).size, 1);
    assert.deepEqual(ways().toSorted(), ['fresh', ...Array.from({ length: 39 }, () => 'joined')]);
  });

  it('lets a call that waits for the run of another begin its own after six seconds', async (t) => {
    const held: ServerResponse[] = [];
    let isOpen = false;
    const upstream = createServer((_, response) => (isOpen ? response.end('at last') : held.push(response)));
    t.after(() => {
      upstream.closeAllConnections();
      upstream.close();
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
    const base = requestFor(opened, 'local/hangs');
    const mapping = { ...base.mapping, params: { url } };
    const ask = () => svgOf('hangs', { mapping, deadline: deadlineIn(LIMITS.deviceCallMs) });
    let isFirstOver = false;
    const first = ask().finally(() => {
      isFirstOver = true;
    });
    const begun = (): number =>
      opened.logs.filter(({ script }) => String(script).startsWith('begins')).length;
    await until(() => begun() === 1 && held.length === 1, 'the first run');
    const second = ask();
    await until(() => begun() === 2 || isFirstOver, 'the second run');
    assert.equal(isFirstOver, false, 'it has waited for all of the first run');
    // The line of the second run comes before its request, which shares the answer of the first, or is one of its own.
    isOpen = true;
    for (const response of held) response.end('at last');
    for (const svg of await Promise.all([first, second])) assert.match(svg, />at last</);
  });

  it('lets no call wait for a second run after one that has failed', async () => {
    const svgs = await Promise.all(Array.from({ length: 5 }, () => svgOf('fails')));
    for (const svg of svgs) assert.match(svg, /on purpose/);
    assert.deepEqual(ways(), ['fresh', 'fresh', 'fresh', 'fresh', 'fresh']);
  });

  it('runs the screen for each preview', async () => {
    await svgOf('nothing', { reuse: false });
    await svgOf('nothing', { reuse: false });
    assert.deepEqual(ways(), []);
  });
});
