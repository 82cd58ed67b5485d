import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ConfigSnapshot } from '../../../src/domain/config-snapshot.ts';
import { type ContentHash, parseContentHash } from '../../../src/domain/content-hash.ts';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import type { RenderSpec } from '../../../src/domain/render-spec.ts';
import type { DeviceReport } from '../../../src/domain/report.ts';
import { type DisplayOutcome, display } from '../../../src/fleet/calls/display.ts';
import { AppError } from '../../../src/platform/base/errors.ts';
import { snapshot, tokenOf } from './gate.ts';
import { openDeviceApi, REPORT, type TestDeviceApi } from './open-device-api.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99">{{ data.text }}</text></svg>';
const SCREENS = {
  'plain.lua': 'return { data = { text = device.rssi or "no rssi" }, refresh_rate = 120 }',
  'plain.svg': SVG,
  'broken.lua': 'error("no")',
  'broken.svg': SVG,
  'kept.lua': 'return { data = {}, refresh_rate = 60, skip_update = device.rssi == 1 }',
  'kept.svg': SVG,
};
const CONFIG = `default_screen: plain
panels:
  wall: { match: wall_board, width: 600, height: 300, colors: "#000000,#ffffff" }
devices:
  "AA:BB:CC:DD:EE:02": { screen: local/broken }
  "AA:BB:CC:DD:EE:03": { screen: local/kept, temperature_profile: a, maximum_compatibility: true }
`;

const idOf = (number: number): DeviceId => parseDeviceId(`AA:BB:CC:DD:EE:0${number}`) as DeviceId;

describe('display', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  let opened: TestDeviceApi;
  before(async () => {
    opened = await openDeviceApi(folder, SCREENS, CONFIG);
  });
  after(async () => {
    await opened.engine.stop(0);
    rmSync(folder, { recursive: true, force: true });
  });

  function ask(
    number: number,
    report: Partial<DeviceReport> = {},
    config: ConfigSnapshot = opened.api.config(),
  ): Promise<DisplayOutcome> {
    const { api, call } = opened;
    const context = { ...call(), config };
    return display(api, context, idOf(number), tokenOf(`token ${number}`), { ...REPORT, ...report });
  }

  function specOf({ answer }: DisplayOutcome): RenderSpec | undefined {
    return opened.api.store.get(parseContentHash(answer.filename) as ContentHash)?.spec;
  }

  it('answers with a signed address and notes what the device was told', async () => {
    const { answer, overloaded } = await ask(1, { rssi: -40 });
    assert.equal(overloaded, false);
    assert.deepEqual([answer.status, answer.refresh_rate, answer.temperature_profile], [0, 120, 'default']);
    assert.ok(!('maximum_compatibility' in answer));
    const { pathname, searchParams, origin } = new URL(answer.image_url);
    assert.deepEqual([origin, pathname], ['http://stipple.example', `/api/image/${answer.filename}.png`]);
    opened.api.signer.verify(answer.filename, searchParams, opened.clock.nowMs);
    const record = opened.api.registry.get(idOf(1));
    assert.deepEqual([record?.lastContent, record?.lastGood], [answer.filename, answer.filename]);
    assert.deepEqual([record?.toldRefreshSeconds, record?.report.rssi], [120, -40]);
  });

  it('has the times of the run, and notes when the device was told, for the first fetch', async () => {
    const { answer, stagesMs } = await ask(9, { rssi: -99 });
    assert.deepEqual(Object.keys(stagesMs), ['place', 'script', 'template', 'check']);
    const first = opened.api.store.noteFetch(parseContentHash(answer.filename) as ContentHash);
    assert.equal(first?.screen, 'plain');
  });

  it('hands the script what this call says, and remembers what earlier ones said', async () => {
    const first = await ask(4, { rssi: -40 });
    const silent = await ask(4);
    assert.notEqual(silent.answer.filename, first.answer.filename);
    assert.equal(opened.api.registry.get(idOf(4))?.report.rssi, -40);
    assert.equal((await ask(4, { rssi: -40 })).answer.filename, first.answer.filename);
  });

  it('makes pictures for the panel of the device', async () => {
    const spec = specOf(await ask(5, { board: 'wall_board' }));
    assert.deepEqual([spec?.widthPx, spec?.heightPx, spec?.palette], [600, 300, ['#000000', '#ffffff']]);
  });

  it('goes by the config of the call, whatever the config has become', async () => {
    const other = snapshot('default_screen: local/kept\n');
    assert.equal((await ask(6, {}, other)).answer.refresh_rate, 60);
  });

  it('shows the error screen of a screen that fails, and notes the failed try', async () => {
    const { answer } = await ask(2);
    const record = opened.api.registry.get(idOf(2));
    assert.deepEqual([record?.failing?.tries, record?.lastGood], [1, null]);
    assert.equal(record?.lastContent, answer.filename);
    assert.notEqual((await ask(2)).answer.filename, '');
    assert.equal(opened.api.registry.get(idOf(2))?.failing?.tries, 2);
  });

  it('tells the same picture again when the script leaves it in place, and the settings of the entry', async () => {
    const first = await ask(3);
    const kept = await ask(3, { rssi: 1 });
    assert.equal(kept.answer.filename, first.answer.filename);
    assert.deepEqual([kept.answer.temperature_profile, kept.answer.maximum_compatibility], ['a', true]);
  });

  it('has nothing to show without an entry and a default screen', async () => {
    const empty = snapshot('registration_enabled: true\n');
    await assert.rejects(
      ask(7, {}, empty),
      (error) => error instanceof AppError && error.code === 'no_screen',
    );
  });

  it('answers a caller that is held back with a busy picture of its model, and keeps nothing of it', async () => {
    const { throttle } = opened.api;
    while (throttle.newDevices.take('192.0.2.1', opened.clock.nowMs)) {
      // Until nothing is left.
    }
    const size = { widthPx: 123, heightPx: 45 };
    const { answer, overloaded } = await ask(8, { model: 'x', size });
    assert.equal(overloaded, true);
    assert.ok(answer.refresh_rate >= 30 && answer.refresh_rate <= 90);
    const content = opened.api.store.get(parseContentHash(answer.filename) as ContentHash);
    assert.deepEqual([content?.screen, content?.spec.widthPx], ['busy', 1872]);
    assert.equal(opened.api.registry.get(idOf(8)), null);
  });
});
