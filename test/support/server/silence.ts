/** How long the main thread of a server computes in one go, while somebody works with it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
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

/** Asks for `/health` on one connection: with less of it the question itself takes next to nothing from the work. */
async function ask(socket: Socket): Promise<void> {
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
  let text = '';
  let length = Number.POSITIVE_INFINITY;
  while (text.length < length) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end !== -1) length = end + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
    assert.ok(!Number.isNaN(length), text);
  }
  assert.match(text, /^HTTP\/1\.1 200 /);
}

/** Ask for `/health` while work is done. */
export async function silenceOf<T>(
  { port, pid }: { readonly port: number; readonly pid: number },
  work: () => Promise<T>,
): Promise<Silence<T>> {
  let isUnderWay = true;
  const began = mainThreadMs(pid);
  const done = work().finally(() => {
    isUnderWay = false;
  });
  done.catch(() => undefined);
  let worstMs = 0;
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    while (isUnderWay) {
      const asked = mainThreadMs(pid);
      await ask(socket);
      worstMs = Math.max(worstMs, mainThreadMs(pid) - asked);
      await sleep(PAUSE_MS);
    }
  } finally {
    socket.destroy();
  }
  return { result: await done, worstMs, allMs: mainThreadMs(pid) - began };
}
