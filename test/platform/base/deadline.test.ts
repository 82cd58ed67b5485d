import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { cappedAt, deadlineIn, leftMs, reserving } from '../../../src/platform/base/deadline.ts';

test('a deadline comes nearer, and nothing is left once it has passed', () => {
  const deadline = deadlineIn(10_000);
  const left = leftMs(deadline);
  assert.ok(left > 5_000 && left <= 10_000, String(left));
  assert.equal(leftMs(deadlineIn(-5)), 0);
});

test('a step is capped, but never outlasts its job', () => {
  const job = deadlineIn(10_000);
  assert.equal(cappedAt(job, 60_000), job);
  assert.ok(leftMs(cappedAt(job, 1_000)) <= 1_000);
});

test('a reserve is taken from the end', () => {
  const job = deadlineIn(10_000);
  assert.equal(job - reserving(job, 3_000), 3_000);
});

test('all threads agree on when a deadline is', async () => {
  const clock = new URL('../../../src/platform/base/deadline.js', import.meta.url).href;
  const code =
    "const { parentPort, workerData } = require('node:worker_threads');" +
    'import(workerData.clock).then(({ leftMs }) => parentPort.postMessage(leftMs(workerData.deadline)));';
  const deadline = deadlineIn(60_000);
  const before = leftMs(deadline);
  const worker = new Worker(code, { eval: true, workerData: { clock, deadline } });
  const there = await new Promise<number>((resolve) => worker.once('message', resolve));
  assert.ok(there <= before && there >= leftMs(deadline), `${before} ${there} ${leftMs(deadline)}`);
});
