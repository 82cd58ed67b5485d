/** Thread entry of tests: waits on the clock that it is given, and says whether it was woken. */
import { parentPort, workerData } from 'node:worker_threads';
import { ScriptClock } from '../../../src/engine/scheduling/script-clock.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';

const clock = new ScriptClock(workerData as SharedArrayBuffer);
clock.beginWait();
parentPort?.postMessage('sleeping');
parentPort?.postMessage(clock.sleep(deadlineIn(30_000)));
