import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { collectGarbage, keepHeapsSmall } from '../../../src/platform/base/garbage.ts';
import { until } from '../../support/waiting.ts';

it('collects what nothing refers to any more', async () => {
  const reference = new WeakRef(Array.from({ length: 1_000 }, (_, number) => ({ number })));
  // A reference holds its object until the turn ends.
  await until(() => {
    collectGarbage();
    return reference.deref() === undefined;
  });
  assert.equal(reference.deref(), undefined);
});

it('leaves nothing that other code could collect with', () => {
  collectGarbage();
  assert.equal(runInNewContext('typeof gc'), 'undefined');
});

it('works in threads that begin at the same time, whose flags are the same', async () => {
  const module = new URL('../../../src/platform/base/garbage.js', import.meta.url).href;
  const code = `
    const { workerData: { started, threads } } = require('node:worker_threads');
    import(${JSON.stringify(module)}).then(({ collectGarbage }) => {
      Atomics.add(started, 0, 1);
      while (Atomics.load(started, 0) < threads);
      collectGarbage();
    });`;
  const threads = 4;
  for (let round = 0; round < 8; round += 1) {
    const started = new Int32Array(new SharedArrayBuffer(4));
    const ended = Array.from({ length: threads }, () => {
      const worker = new Worker(code, { eval: true, workerData: { started, threads } });
      return new Promise((resolve, reject) => worker.once('error', reject).once('exit', resolve));
    });
    assert.deepEqual(await Promise.all(ended), Array(threads).fill(0));
  }
});

it('can be told to collect earlier while the program runs', () => {
  assert.doesNotThrow(keepHeapsSmall);
});
