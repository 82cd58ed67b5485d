/** How long the main thread of a server computes in one go, while somebody works with it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
// biome-ignore lint/style/noRestrictedImports: between two questions nothing happens that could be waited for
import { setTimeout as sleep } from 'node:timers/promises';

/** Between two questions: without a pause they take a processor from the work itself. So much of a silence may be missed. */
const PAUSE_MS = 4;

/** What work meant for those who ask for `/health` meanwhile. */
export interface Silence<T> {
  readonly result: T;
  /** Most processor time of the main thread between a question and its answer, in ms. What else the machine does is no part of it. */
  readonly worstMs: number;
  /** Processor time of the main thread, in ms. */
  readonly allMs: number;
}

/** Processor time of a server's main thread so far. */
function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Ask for `/health` while work is done. */
export async function silenceOf<T>(
  { url, pid }: { readonly url: string; readonly pid: number },
  work: () => Promise<T>,
): Promise<Silence<T>> {
  let isUnderWay = true;
  const began = mainThreadMs(pid);
  const done = work().finally(() => {
    isUnderWay = false;
  });
  done.catch(() => undefined);
  let worstMs = 0;
  while (isUnderWay) {
    const asked = mainThreadMs(pid);
    const health = await fetch(`${url}/health`);
    await health.arrayBuffer();
    assert.equal(health.status, 200);
    worstMs = Math.max(worstMs, mainThreadMs(pid) - asked);
    await sleep(PAUSE_MS);
  }
  return { result: await done, worstMs, allMs: mainThreadMs(pid) - began };
}
