/** Thread entry of tests: waits on the clock that it is given, and says whether it was woken. */
import { parentPort, workerData } from 'node:worker_threads';
import { deadlineIn } from '../../src/base/deadline.ts';
import { ScriptClock } from '../../src/scheduling/script-clock.ts';

const clock = new ScriptClock(workerData as SharedArrayBuffer);
clock.beginWait();
parentPort?.postMessage('sleeping');
parentPort?.postMessage(clock.sleep(deadlineIn(30_000)));
