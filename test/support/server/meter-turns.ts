/**
 * Loaded into a server process before everything else: measures how long its main thread computes in one turn of the event
 * loop. SIGUSR2 begins and ends a measurement; each ends with a line on standard output, between those of the log.
 */
import { openSync, readSync } from 'node:fs';

/** Processor time of this thread in nanoseconds is the first word. */
const clock = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const text = Buffer.alloc(64);

function threadMs(): number {
  readSync(clock, text, 0, text.length, 0);
  return Number.parseInt(text.toString('latin1'), 10) / 1e6;
}

let isMeasuring = false;
let mostMs = 0;
let allMs = 0;
let lastMs = 0;

/** Once in each turn. */
function look(): void {
  if (!isMeasuring) return;
  const nowMs = threadMs();
  mostMs = Math.max(mostMs, nowMs - lastMs);
  lastMs = nowMs;
  // Without a hold on the loop: it waits as it does by itself, and ends when the server does.
  setImmediate(look).unref();
}

process.on('SIGUSR2', () => {
  isMeasuring = !isMeasuring;
  if (isMeasuring) {
    lastMs = threadMs();
    allMs = lastMs;
    mostMs = 0;
    setImmediate(look).unref();
    process.stdout.write(`${JSON.stringify({ meter: 'begun' })}\n`);
  } else {
    process.stdout.write(`${JSON.stringify({ meter: 'ended', mostMs, allMs: lastMs - allMs })}\n`);
  }
});
