import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ContentOutcome, ContentRequest } from '../../../src/engine/contents/content-maker.ts';
import { roundTimes } from '../../../src/platform/base/stages.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { ID, requestFor } from './requests.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99">{{ data.text }}</text></svg>';
const SCREENS = {
  'plain.lua':
    'return { data = { text = device.name .. " " .. device.width .. " " .. #layout.colors .. " " .. params.city }, refresh_rate = 120 }',
  'plain.svg': SVG,
  'plain.meta.yaml': 'params:\n  city: { type: string, default: Berlin }\n',
  'quiet.lua': 'return { data = {}, skip_update = true, refresh_rate = 60 }',
  'quiet.svg': SVG,
  'leaky.lua': 'error("cannot log in with " .. params.key)',
  'leaky.svg': SVG,
  'leaky.meta.yaml': 'params:\n  key: { type: string, sensitive: true }\n',
};

type MadeOutcome = Extract<ContentOutcome, { kind: 'content' }>;

describe('ContentMaker', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  let opened: TestEngine;
  before(async () => {
    opened = await openEngine(folder, SCREENS, 'default_screen: plain\n');
  });
  after(async () => {
    await opened.engine.stop(0);
    rmSync(folder, { recursive: true, force: true });
  });

  async function make(screen: string, changes: Partial<ContentRequest> = {}): Promise<MadeOutcome> {
    const made = await opened.engine.contents.make(requestFor(opened, screen, changes));
    assert.ok(made.kind === 'content', made.kind);
    return made;
  }

  it('makes what the screen shows of its device, its display and its params, and keeps it', async () => {
    const made = await make('local/plain');
    assert.deepEqual([made.failure, made.refreshSeconds, made.isNew], [null, 120, true]);
    assert.match(made.content.svg, /Kitchen 800 4 Berlin/);
    assert.equal(opened.engine.store.get(made.content.hash), made.content);
    const again = await make('local/plain');
    assert.deepEqual([again.content.hash, again.isNew], [made.content.hash, false]);
  });

  it('settles the display once, for the script and for the picture', async () => {
    const { mapping, device } = requestFor(opened, 'local/plain');
    const palette = ['#000000', '#ffffff', '#ff0000'];
    const size = { widthPx: 300, heightPx: 200 };
    const { content } = await make('local/plain', {
      mapping: { ...mapping, palette },
      device: { ...device, size },
    });
    assert.match(content.svg, /Kitchen 300 3 Berlin/);
    assert.deepEqual([content.spec.widthPx, content.spec.palette], [300, palette]);
  });

  it('leaves the picture in place where the script says so and there is one', async () => {
    const request = requestFor(opened, 'local/quiet', { hasPrevious: true });
    const { stagesMs, ...kept } = await opened.engine.contents.make(request);
    assert.deepEqual(kept, { kind: 'kept', refreshSeconds: 60 });
    assert.deepEqual(Object.keys(stagesMs), ['place', 'script']);
    assert.equal((await make('local/quiet')).failure, null);
  });

  it('makes the error screen of a screen that does not exist, or fails, without its secrets', async () => {
    const missing = await make('local/missing');
    assert.equal(missing.failure?.code, 'screen_missing');
    assert.match(missing.content.svg, /Kitchen/);
    const { mapping } = requestFor(opened, 'local/leaky');
    const leaky = await make('local/leaky', { mapping: { ...mapping, params: { key: 'hush' } } });
    assert.equal(leaky.failure?.code, 'script_error');
    assert.match(leaky.content.svg, /cannot log in/);
    assert.doesNotMatch(JSON.stringify([leaky, opened.logs]), /hush/);
  });

  it('has the times of the run, and a line about it at debug level', async () => {
    opened.logs.length = 0;
    const log = opened.log.child({ requestId: 'abc' });
    const facts = { requestId: 'abc', device: ID };
    const good = await make('local/plain', { log });
    assert.deepEqual(Object.keys(good.stagesMs), ['place', 'script', 'template', 'check']);
    const failed = await make('local/leaky', { log });
    assert.deepEqual(Object.keys(failed.stagesMs), ['place', 'script']);
    const missing = await make('local/missing', { log });
    assert.deepEqual(missing.stagesMs, {}, 'a screen that is missing does not run');
    const lines = opened.logs.filter(({ level }) => level === 'debug');
    assert.deepEqual(
      lines.map(({ time: _, level: __, ...line }) => line),
      [
        { ...facts, screen: 'local/plain', stagesMs: roundTimes(good.stagesMs), msg: 'screen composed' },
        {
          ...{ ...facts, screen: 'local/leaky', stagesMs: roundTimes(failed.stagesMs) },
          ...{ code: 'script_error', msg: 'screen not composed' },
        },
      ],
    );
  });

  it('makes the error screen of a content that is known not to be drawable', async () => {
    const { content } = await make('local/plain');
    const failure = { code: 'raster_failed', message: 'torn' } as const;
    opened.engine.store.noteFailure(content.hash, { failure, atMs: 0, untilMs: Number.MAX_VALUE });
    const made = await make('local/plain');
    assert.equal(made.failure?.code, 'raster_failed');
    assert.match(made.content.svg, /torn/);
    const told = opened.engine.contents.notDrawn(requestFor(opened, 'local/plain'), failure);
    assert.equal(told.content.hash, made.content.hash);
  });
});
