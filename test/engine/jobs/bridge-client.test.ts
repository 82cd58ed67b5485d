import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { BridgeAnswer, BridgeRequest } from '../../../src/engine/jobs/bridge-messages.ts';
import { ScriptClock } from '../../../src/engine/scheduling/script-clock.ts';

export interface BridgeWorkerData {
  readonly port: MessagePort;
  readonly clock: SharedArrayBuffer;
}

test('a job sleeps until the answer to its own question comes, and ends without one', async () => {
  const clock = new ScriptClock();
  const { port1, port2 } = new MessageChannel();
  const asked: BridgeRequest[] = [];
  const post = (answer: BridgeAnswer): void => {
    port1.postMessage(answer);
    clock.wake();
  };
  port1.on('message', (request: BridgeRequest) => {
    asked.push(request);
    const { requestId } = request;
    // The answer to a question that was given up comes first. The third question is never answered.
    if (requestId === 1) post({ requestId: 0, answer: null });
    // biome-ignore lint/style/noRestrictedGlobals: an answer that takes a while, for which the thread sleeps.
    if (requestId === 1) setTimeout(() => post({ requestId, answer: 'go on' }), 50);
    if (requestId === 2) post({ requestId, answer: null });
  });
  const workerData: BridgeWorkerData = { port: port2, clock: clock.memory };
  const worker = new Worker(new URL('./bridge-worker.js', import.meta.url), {
    workerData,
    transferList: [port2],
  });
  const ends = await new Promise((resolve) => worker.once('message', resolve));
  port1.close();
  assert.deepEqual(ends, ['went on', 'ended: overloaded', 'ended: overloaded']);
  assert.deepEqual(
    asked.map(({ jobId, kind }) => [jobId, kind]),
    Array(3).fill([5, 'turn']),
  );
});
