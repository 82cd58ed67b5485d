import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { FailureRun } from '../../../src/domain/failure-run.ts';
import type {
  DeviceAnswer,
  DeviceContent,
  DeviceRequest,
} from '../../../src/engine/contents/device-contents.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { argumentsOf, listEvents } from '../../support/told-events.ts';
import { ID, requestFor } from './requests.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99">{{ data.text }}</text></svg>';
const GOOD = 'return { data = { text = "good" }, refresh_rate = 120 }';
const BROKEN = 'error("no")';
const NOW = Date.UTC(2026, 1, 21, 9, 30);

describe('DeviceContents', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  let opened: TestEngine;
  before(async () => {
    opened = await openEngine(folder, { 'a.lua': GOOD, 'a.svg': SVG }, 'default_screen: local/a\n');
  });
  after(async () => {
    await opened.engine.stop(0);
    rmSync(folder, { recursive: true, force: true });
  });

  /** What a device is to show that keeps its last good picture. */
  function make(changes: Partial<DeviceRequest> = {}): Promise<DeviceAnswer> {
    const { mapping, ...request } = requestFor(opened, 'local/a');
    return opened.engine.decideContent({
      ...request,
      mapping: { ...mapping, onError: 'keep' },
      id: ID,
      lastContent: null,
      failing: null,
      nowMs: NOW,
      ...changes,
    });
  }

  async function show(changes: Partial<DeviceRequest> = {}): Promise<DeviceContent> {
    const made = await make(changes);
    assert.ok(made.kind === 'content', made.kind);
    return made;
  }

  it('shows the last good picture with a mark for some tries, then the error, and the mended screen', async () => {
    opened.write({ 'a.lua': GOOD });
    const good = await show();
    assert.equal(good.failing, null);
    opened.write({ 'a.lua': BROKEN });
    let failing: FailureRun | null = null;
    const hashes: string[] = [];
    for (let number = 1; number <= LIMITS.keptTries; number++) {
      const made = await show({ failing, nowMs: NOW + number * 60_000 });
      assert.deepEqual([made.failing?.shown, made.failing?.tries], ['last_good', number]);
      assert.ok(made.content.overlay !== undefined);
      hashes.push(made.content.hash);
      failing = made.failing;
    }
    assert.equal(new Set(hashes).size, 1, 'the panel need not be drawn again from try to try');
    const error = await show({ failing, nowMs: NOW + 600_000 });
    assert.equal(error.failing?.shown, 'error');
    assert.match(error.content.svg, /Error: a\.lua/);
    opened.write({ 'a.lua': GOOD });
    const mended = await show({ failing: error.failing });
    assert.deepEqual([mended.failing, mended.content.hash], [null, good.content.hash]);
    assert.ok(opened.logs.some(({ msg }) => msg === 'the screen works again'));
  });

  it('shows the error at once to a device that does not keep its picture', async () => {
    opened.write({ 'a.lua': GOOD });
    await show();
    opened.write({ 'a.lua': BROKEN });
    const { mapping } = requestFor(opened, 'local/a');
    const made = await show({ mapping: { ...mapping, onError: 'show' } });
    assert.deepEqual([made.failing?.shown, made.failing?.tries], ['error', 1]);
  });

  it('does not show the last good picture of another screen, and counts its failed tries anew', async () => {
    opened.write({ 'a.lua': GOOD });
    await show();
    opened.write({ 'a.lua': BROKEN });
    const { failing } = await show();
    const { mapping } = requestFor(opened, 'local/gone');
    const made = await show({ mapping: { ...mapping, onError: 'keep' }, failing });
    assert.deepEqual([made.failing?.shown, made.failing?.tries], ['error', 1]);
  });

  it('tells of each run of the screen and of its failures, once', async () => {
    opened.write({ 'a.lua': GOOD });
    const { told } = listEvents(opened.engine.events);
    const { mapping } = requestFor(opened, 'local/a');
    await show({ mapping });
    opened.write({ 'a.lua': BROKEN });
    await show({ mapping });
    await show({ mapping: { ...mapping, screen: 'local/gone' } });
    await opened.engine.contents.make(requestFor(opened, 'local/a'));
    const runs = argumentsOf(told, 'stages').map(([screen, times]) => [screen, Object.keys(times as object)]);
    assert.deepEqual(runs, [
      ['local/a', ['place', 'script', 'template', 'check']],
      ['local/a', ['place', 'script']],
    ]);
    assert.deepEqual(argumentsOf(told, 'screenFailed'), [
      ['local/a', 'script_error'],
      ['local/gone', 'screen_missing'],
    ]);
    assert.deepEqual(argumentsOf(told, 'composed'), [
      ['local/a', 'fresh'],
      ['local/a', 'fresh'],
    ]);
    assert.deepEqual(argumentsOf(told, 'notReusable'), [['local/a', 'new_file']]);
    assert.equal(told.length, 7, 'nothing of what is no call of a device');
  });

  it('tells of a picture that cannot be drawn as often as devices call for it, and once of the drawing', async () => {
    const torn = SVG.replace('<text', '<image href="torn.png" width="9" height="9"/><text');
    opened.write({ 'a.lua': GOOD, 'a.svg': torn, 'torn.png': 'no picture' });
    const { told } = listEvents(opened.engine.events);
    const { mapping } = requestFor(opened, 'local/a');
    const made = await show({ mapping });
    await made.draw();
    assert.deepEqual(argumentsOf(told, 'screenFailed'), [['local/a', 'svg_invalid']]);
    await show({ mapping });
    opened.write({ 'a.svg': SVG });
    const failures = argumentsOf(told, 'screenFailed');
    assert.deepEqual(failures, [
      ['local/a', 'svg_invalid'],
      ['local/a', 'svg_invalid'],
    ]);
  });

  it('begins a run of failed tries with a picture that cannot be drawn', async () => {
    opened.write({ 'a.lua': 'return { data = { text = "torn" } }', 'a.svg': SVG });
    const { mapping } = requestFor(opened, 'local/a');
    const made = await show({ mapping: { ...mapping, onError: 'show' } });
    const failure = { code: 'raster_failed', message: 'torn' } as const;
    const noted = { failure, atMs: NOW + 5, untilMs: Number.MAX_VALUE };
    opened.engine.store.noteFailure(made.content.hash, noted);
    const run = await made.draw();
    assert.deepEqual([run?.tries, run?.sinceMs, run?.shown], [1, NOW + 5, 'error']);
  });

  it('tells of no new picture while there is no time to draw it, be it the error screen or an old one', async () => {
    const { engine } = opened;
    const { promises } = engine.pictures;
    opened.write({ 'a.lua': GOOD });
    const { content } = await show();
    const to = { device: null, party: 'entry', isShown: false } as const;
    for (let number = 0; ; number += 1) {
      const other = engine.screens.welcome({ widthPx: 4096, heightPx: 4096 }, `CODE${number}`);
      if (!promises.offer(other, to)) break;
    }
    assert.equal((await make()).kind, 'content', 'its picture is drawn already');
    opened.write({ 'a.lua': BROKEN });
    // Both name the time of the failure, so they are new.
    const nowMs = NOW + 86_400_000;
    assert.equal((await make({ nowMs })).kind, 'overloaded', 'the last good picture, with a mark');
    const { mapping } = requestFor(opened, 'local/a');
    const error = await make({ nowMs, mapping: { ...mapping, onError: 'show' } });
    assert.equal(error.kind, 'overloaded', 'the error screen');
    opened.write({ 'a.lua': GOOD.replace('good', 'news') });
    assert.equal((await make()).kind, 'overloaded');
    opened.write({ 'a.lua': GOOD });
    const again = await make({ lastContent: content.hash });
    assert.ok(again.kind === 'content' && again.content.hash === content.hash);
  });
});
