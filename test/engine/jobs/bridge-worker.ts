/** Thread entry of tests: asks for two turns over the bridge, and says how each ended. */
import { parentPort, workerData } from 'node:worker_threads';
import { BridgeClient } from '../../../src/engine/jobs/bridge-client.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import type { BridgeWorkerData } from './bridge-client.test.ts';

const { port, clock } = workerData as BridgeWorkerData;
const client = new BridgeClient(port);

/** Ask, and say how it ended. */
function ask(deadlineMs: number): string {
  try {
    client.waitForTurn({ jobId: 5, clock, deadline: deadlineIn(deadlineMs) });
    return 'went on';
  } catch (error) {
    return `ended: ${(error as { code?: string }).code}`;
  }
}

parentPort?.postMessage([ask(30_000), ask(30_000), ask(50)]);
