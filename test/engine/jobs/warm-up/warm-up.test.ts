import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { findAssets } from '../../../../src/config/env/assets.ts';
import type { WorkerMessage } from '../../../../src/engine/jobs/jobs.ts';
import { composeRound } from '../../../../src/engine/jobs/warm-up/compose.ts';
import { rasterRound } from '../../../../src/engine/jobs/warm-up/raster.ts';
import { quietBy, WARM_UP_ROUNDS, warmUpRounds } from '../../../../src/engine/jobs/warm-up/rounds.ts';
import { RASTER_MEMORY_BYTES } from '../../../../src/engine/pool/raster-workers.ts';
import { readFontBook } from '../../../../src/pictures/fonts/font-book.ts';
import { ConfinedProcess } from '../../../../src/pictures/isolation/confined-process.ts';
import type { ShownFile } from '../../../../src/pictures/svg/images/images.ts';
import { workerFile } from '../../../../src/platform/base/entry-files.ts';
import { LuaRuntime } from '../../../../src/screens/script/lua-runtime.ts';
import { compileLua } from '../../../../src/screens/script/lua-wasm.ts';
import { TemplateEngine } from '../../../../src/screens/template/engine.ts';
import { tempTree } from '../../../support/files/temp-tree.ts';
import { rasterOf } from '../../../support/pictures/raster-jobs.ts';

const { warmUpDir, fontsDir } = findAssets();

describe('the warm-up of a worker', () => {
  it('ends when a job waits', async () => {
    const waiting = new Int32Array(new SharedArrayBuffer(4));
    const isQuiet = quietBy(waiting.buffer);
    const rounds = await warmUpRounds((round) => round === 1 && Atomics.store(waiting, 0, 1), isQuiet);
    assert.equal(rounds, 2);
    assert.equal(await warmUpRounds(() => assert.fail('a job waits'), isQuiet), 0);
  });

  it('does so many rounds where they take no time', async () => {
    const done: number[] = [];
    const rounds = await warmUpRounds((round) => done.push(round));
    assert.equal(rounds, WARM_UP_ROUNDS);
    assert.deepEqual(done, [...done.keys()]);
  });

  it('composes a screen that works, whose SVG no two rounds have in common', async () => {
    const refuse = () => assert.fail('a warm-up asks for nothing');
    const tools = {
      lua: await LuaRuntime.load(),
      templates: new TemplateEngine(),
      fonts: [],
      checked: new LRUCache<string, readonly ShownFile[]>({ max: 1 }),
      fetch: refuse,
      processImage: refuse,
      log: refuse,
      noteOverrun: refuse,
      readData: refuse,
      waitForTurn: refuse,
    };
    const svgs = [0, 1].map((round) => {
      const result = composeRound(tools, warmUpDir, round);
      assert.ok(result.ok, result.ok ? '' : result.error.message);
      assert.equal(result.value.kind, 'composed');
      return result.value.kind === 'composed' ? result.value.svg : '';
    });
    assert.notEqual(svgs[0], svgs[1]);
  });

  it('draws a picture that works, with texts by the text engine', async () => {
    const { svg, spec } = rasterRound(3);
    const { warnings, texts } = await rasterOf(svg, { spec });
    assert.deepEqual(warnings, []);
    assert.ok(texts.fittedCount > 0, JSON.stringify(texts));
  });

  for (const warmUp of [true, false]) {
    it(`comes before a thread for scripts is ready, where it is wanted: ${warmUp}`, async () => {
      const waiting = warmUp ? new SharedArrayBuffer(4) : null;
      const workerData = { fonts: [], lua: await compileLua(), waiting };
      const thread = new Worker(workerFile('compose'), { workerData, env: {} });
      const message = await new Promise<WorkerMessage>((resolve) => thread.once('message', resolve));
      await thread.terminate();
      assert.equal(message.kind, 'bridge');
      assert.equal(message.kind === 'bridge' && message.rounds > 0, warmUp);
    });

    it(`comes before a process for pictures is ready, where it is wanted: ${warmUp}`, async (t) => {
      const scratchDir = tempTree(t);
      const fonts = readFontBook([{ dir: fontsDir, origin: 'embedded' }]);
      const header = await new Promise((resolve, reject) => {
        const child = new ConfinedProcess({
          entry: workerFile('raster-process'),
          setup: { fonts, scratchDir, warmUp },
          heapMb: 512,
          memoryBytes: RASTER_MEMORY_BYTES,
          niceness: 0,
          readable: [...fonts.faces.map(({ file }) => file), ...fonts.systemDirs],
          onMessage: ({ header }) => {
            resolve(header);
            child.kill('seen');
          },
          onEnd: ({ reason }) => reject(new Error(reason)),
        });
      });
      assert.equal((header as { kind: string }).kind, 'ready');
      // It draws with limits that let it write no files.
      assert.deepEqual(readdirSync(scratchDir), []);
      assert.deepEqual((header as { missing: string[] }).missing, []);
    });
  }
});
