/** The worker's end of the HTTP bridge: posts a script's request to the main thread and sleeps until it is answered. */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { LIMITS } from '../base/limits.ts';
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import { BEAT } from './beat.ts';
import type { BridgeAnswer, BridgeRequest } from './jobs.ts';

/** The main thread keeps the time limit of a request; this one only guards against a bridge that broke. */
const GUARD_MS = LIMITS.httpMaxTimeoutMs + 5_000;

export class BridgeClient {
  readonly #port: MessagePort;
  #lastRequestId = 0;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** Fetch for a script. Blocks this thread; never throws. */
  fetch(jobId: number, beat: SharedArrayBuffer, request: FetchRequest): FetchAnswer {
    const view = new Int32Array(beat);
    const message: BridgeRequest = { jobId, requestId: ++this.#lastRequestId, request };
    const before = Date.now();
    Atomics.store(view, BEAT.answered, 0);
    this.#port.postMessage(message);
    const answer = this.#await(view, message.requestId, before + GUARD_MS);
    Atomics.add(view, BEAT.waitedMs, Date.now() - before);
    Atomics.store(view, BEAT.answered, 1);
    return answer;
  }

  /** Answers that come after their request was given up carry an older id and are thrown away. */
  #await(view: Int32Array<SharedArrayBuffer>, requestId: number, deadline: number): FetchAnswer {
    for (;;) {
      const left = deadline - Date.now();
      if (left <= 0 || Atomics.wait(view, BEAT.answered, 0, left) === 'timed-out') {
        return { ok: false, error: 'the server did not answer this request in time' };
      }
      const received = receiveMessageOnPort(this.#port)?.message as BridgeAnswer | undefined;
      if (received?.requestId === requestId) return received.answer;
      Atomics.store(view, BEAT.answered, 0);
    }
  }
}
