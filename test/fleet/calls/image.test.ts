import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseContentHash } from '../../../src/domain/content-hash.ts';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import type { DeviceReport } from '../../../src/domain/report.ts';
import { display } from '../../../src/fleet/calls/display.ts';
import { type ImageOutcome, image } from '../../../src/fleet/calls/image.ts';
import type { DeviceRecord } from '../../../src/fleet/register/device-record.ts';
import { Registry } from '../../../src/fleet/register/registry.ts';
import { type Deadline, deadlineIn } from '../../../src/platform/base/deadline.ts';
import { AppError, type ErrorCode } from '../../../src/platform/base/errors.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import type { Logger } from '../../../src/platform/base/logger.ts';
import { decodePng } from '../../support/pictures/decode-png.ts';
import { tokenOf } from './gate.ts';
import { openDeviceApi, REPORT, type TestDeviceApi } from './open-device-api.ts';

describe('image', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  let opened: TestDeviceApi;
  before(async () => {
    opened = await openDeviceApi(folder, {}, 'default_screen: clock\n');
  });
  after(async () => {
    await opened.engine.stop(0);
    rmSync(folder, { recursive: true, force: true });
  });

  function call(): { deadline: Deadline; log: Logger } {
    return { deadline: deadlineIn(30_000), log: opened.log };
  }

  /** Ask for a hash with the query that the server signs for it. */
  function get(name: string): Promise<ImageOutcome> {
    const { api, clock } = opened;
    const hash = parseContentHash(name);
    const signed = hash === null ? '?' : api.signer.sign(hash, null, clock.nowMs);
    return image(api, name, new URLSearchParams(signed.slice(signed.indexOf('?'))), call());
  }

  function rejects(answer: Promise<ImageOutcome>, code: ErrorCode): Promise<void> {
    return assert.rejects(answer, (error) => error instanceof AppError && error.code === code);
  }

  it('draws a content that is known, once', async () => {
    const { hash } = opened.api.screens.busy({ widthPx: 200, heightPx: 100 });
    const { png, drawn, stagesMs } = await get(hash);
    const { widthPx, heightPx } = decodePng(png);
    assert.deepEqual([widthPx, heightPx], [200, 100]);
    assert.equal(drawn, 'on_call');
    assert.ok('encode' in stagesMs && 'queue' in stagesMs);
    assert.deepEqual(await get(hash), { png, hash, drawn: 'kept', stagesMs: {} });
  });

  it('asks the device to come back for a picture that takes longer than it waits', async () => {
    const { api, clock, log } = opened;
    const { hash } = api.screens.busy({ widthPx: 333, heightPx: 222 });
    const query = new URL(api.signer.sign(hash, null, clock.nowMs), 'http://stipple.example').searchParams;
    // The only worker is busy for longer.
    const { svg, name, assets, spec } = api.screens.welcome({ widthPx: 4000, heightPx: 4000 }, 'AAAAA-BBBBB');
    const before = opened.engine.raster.run({ svg, name, assets, spec }, deadlineIn(30_000));
    const late = image(api, hash, query, { deadline: deadlineIn(0), log });
    await assert.rejects(late, (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual([error.code, error.status], ['picture_delayed', 429]);
      assert.deepEqual(error.headers, { 'Retry-After': '15' });
      return true;
    });
    assert.ok((await before).ok);
    assert.equal(decodePng((await get(hash)).png).widthPx, 333);
  });

  it('knows nothing of a hash that nobody was told', async () => {
    await rejects(get('ab'.repeat(15)), 'content_not_found');
  });

  it('takes no address that is not signed, that is another one, or that is too old', async () => {
    const { api, clock } = opened;
    const { hash } = api.screens.busy({ widthPx: 200, heightPx: 100 });
    const signed = api.signer.sign(hash, null, clock.nowMs);
    const query = new URLSearchParams(signed.slice(signed.indexOf('?')));
    await rejects(image(api, hash, new URLSearchParams(), call()), 'invalid_signature');
    await rejects(image(api, 'ab'.repeat(15), query, call()), 'invalid_signature');
    clock.nowMs += (LIMITS.signedUrlSeconds + 1) * 1000;
    await rejects(image(api, hash, query, call()), 'invalid_signature');
  });
});

describe('image of a server that knows nothing of the picture', () => {
  const folders = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), 'stipple-test-')));
  const SCREENS = {
    'board.lua': 'return { data = { text = device.battery_voltage }, refresh_rate = 600 }',
    'board.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200"><text x="9" y="99">{{ data.text }}</text></svg>',
  };
  const CONFIG = `panels:
  wall: { match: wall_board, width: 400, height: 200, colors: "#000000,#ffffff" }
devices:
  "AA:BB:CC:DD:EE:01": { screen: local/board }
  "AA:BB:CC:DD:EE:02": { screen: local/board, panel: wall }
`;
  const idOf = (number: number): DeviceId => parseDeviceId(`AA:BB:CC:DD:EE:0${number}`) as DeviceId;
  const servers: TestDeviceApi[] = [];
  before(async () => {
    for (const folder of folders) servers.push(await openDeviceApi(folder, SCREENS, CONFIG));
  });
  after(async () => {
    for (const { engine } of servers) await engine.stop(0);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** Tell a device of a picture by the first server, and have it fetch that from the second, which shares the secret. */
  async function tell(number: number, report: Partial<DeviceReport>, says = false) {
    const [first, second] = servers as [TestDeviceApi, TestDeviceApi];
    const asked = { ...REPORT, ...report };
    const { answer } = await display(
      first.api,
      first.call(),
      idOf(number),
      tokenOf(`token ${number}`),
      asked,
    );
    const api = { ...second.api, signer: first.api.signer };
    const query = new URL(answer.image_url).searchParams;
    // As in the address of an earlier version, or of a picture whose run has read none of it.
    if (!says) query.delete('say');
    const call = () => ({ deadline: deadlineIn(30_000), log: second.log });
    return {
      api,
      answer,
      first: (): Promise<ImageOutcome> => image(first.api, answer.filename, query, call()),
      second: (): Promise<ImageOutcome> => image(api, answer.filename, query, call()),
    };
  }

  it('makes it anew: the same data give the same bytes', async () => {
    const { api, answer, first, second } = await tell(1, { board: 'wall_board', batteryVoltage: 4.1 });
    const [known] = servers as [TestDeviceApi, TestDeviceApi];
    api.registry.touch({ ...(known.api.registry.get(idOf(1)) as DeviceRecord) });
    const again = await second();
    assert.equal(again.hash, answer.filename);
    assert.deepEqual(again.png, (await first()).png);
    assert.equal(decodePng(again.png).widthPx, 400);
  });

  it('makes the newest where the data have changed', async () => {
    const { api, answer, second } = await tell(1, { board: 'wall_board', batteryVoltage: 3.9 });
    const record = api.registry.get(idOf(1)) as DeviceRecord;
    record.report = { ...record.report, batteryVoltage: 3.5 };
    record.lastContent = parseContentHash(answer.filename);
    const newest = await second();
    assert.notEqual(newest.hash, answer.filename);
    assert.equal(decodePng(newest.png).widthPx, 400);
  });

  it('makes the very one where the address has what the device said', async () => {
    const { answer, second } = await tell(1, { board: 'wall_board', batteryVoltage: 3.8 }, true);
    assert.equal((await second()).hash, answer.filename);
  });

  it('makes none of what the device has said before: that would be kept under the name of the right one', async () => {
    const { second } = await tell(1, { board: 'wall_board', batteryVoltage: 3.4 });
    await assert.rejects(second(), (error) => error instanceof AppError && error.code === 'picture_delayed');
  });

  it('makes the picture that says busy again, for any panel of the config', async () => {
    const [first, second] = servers as [TestDeviceApi, TestDeviceApi];
    for (const size of [
      { widthPx: 400, heightPx: 200 },
      { widthPx: 1872, heightPx: 1404 },
    ]) {
      const { hash } = first.api.screens.busy(size);
      const query = new URL(second.api.signer.sign(hash, null, second.clock.nowMs), 'http://stipple.example')
        .searchParams;
      const busy = await image(second.api, hash, query, { deadline: deadlineIn(30_000), log: second.log });
      assert.equal(busy.hash, hash);
      assert.equal(decodePng(busy.png).widthPx, size.widthPx);
    }
  });

  it('makes it for a device that it has never seen, if the config names its panel', async () => {
    const { second } = await tell(2, { board: 'wall_board', batteryVoltage: 4.1 });
    assert.equal(decodePng((await second()).png).widthPx, 400);
  });

  it('makes the very one for a device that it has never seen where the address has what it said, and else asks it to come back', async () => {
    const { api } = await tell(1, { board: 'wall_board', batteryVoltage: 3.7 });
    const unknown = { ...api, registry: new Registry({ maxStrangers: 1, isAssigned: () => true }) };
    assert.equal(unknown.registry.get(idOf(1)), null);
    const { answer } = await tell(1, { board: 'wall_board', batteryVoltage: 3.6 });
    const query = new URL(answer.image_url).searchParams;
    const ask = (name: string, parameters: URLSearchParams) =>
      image(unknown, name, parameters, { deadline: deadlineIn(30_000), log: servers[1]?.log as Logger });
    // Its board, by which its panel is known, and its battery.
    assert.equal((await ask(answer.filename, query)).hash, answer.filename);
    // That picture is kept from now on, so it is another one that nobody has.
    const next = await tell(1, { board: 'wall_board', batteryVoltage: 3.3 });
    const bare = new URL(next.answer.image_url).searchParams;
    bare.delete('say');
    const late = ask(next.answer.filename, bare);
    await assert.rejects(late, (error) => error instanceof AppError && error.code === 'picture_delayed');
  });
});
