/** The worker's end of the bridge: posts what a script asks to the main thread and sleeps until it is answered. */
import { type MessagePort, receiveMessageOnPort, type TransferListItem } from 'node:worker_threads';
import { LIMITS } from '../base/limits.ts';
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import type { ImageAnswer, ImageRequest } from '../script/image/image-request.ts';
import { BEAT, TURN } from './beat.ts';
import type { BridgeAnswer, BridgeKind, BridgeKinds, BridgeRequest } from './bridge-messages.ts';

/** The main thread keeps the time limit of a request; this one only guards against a bridge that broke. */
const GUARD_MS = LIMITS.httpMaxTimeoutMs + 5_000;

export class BridgeClient {
  readonly #port: MessagePort;
  #lastRequestId = 0;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** Fetch for a script. Blocks this thread; never throws. */
  fetch(jobId: number, beat: SharedArrayBuffer, question: FetchRequest): FetchAnswer {
    return this.#ask(beat, { jobId, requestId: ++this.#lastRequestId, kind: 'http', question });
  }

  /** Process a picture for a script; its bytes move away. Blocks this thread; never throws. */
  processImage(jobId: number, beat: SharedArrayBuffer, question: ImageRequest): ImageAnswer {
    const requestId = ++this.#lastRequestId;
    const transfer = [question.bytes.buffer as ArrayBuffer];
    return this.#ask(beat, { jobId, requestId, kind: 'image', question }, transfer);
  }

  #ask<Kind extends BridgeKind>(
    beat: SharedArrayBuffer,
    message: BridgeRequest & { readonly kind: Kind },
    transfer: readonly TransferListItem[] = [],
  ): BridgeKinds[Kind]['answer'] {
    const view = new Int32Array(beat);
    const before = Date.now();
    Atomics.store(view, BEAT.turn, TURN.asked);
    this.#port.postMessage(message, transfer);
    const answer = this.#await(view, message.requestId, before + GUARD_MS);
    Atomics.add(view, BEAT.waitedMs, Date.now() - before);
    Atomics.store(view, BEAT.turn, TURN.computing);
    return answer;
  }

  /** Answers that come after their request was given up carry an older id and are thrown away. */
  #await(view: Int32Array<SharedArrayBuffer>, requestId: number, deadline: number): BridgeAnswer['answer'] {
    for (;;) {
      const left = deadline - Date.now();
      if (left <= 0 || Atomics.wait(view, BEAT.turn, TURN.asked, left) === 'timed-out') {
        return { ok: false, error: 'the server did not answer this request in time' };
      }
      const received = receiveMessageOnPort(this.#port)?.message as BridgeAnswer | undefined;
      if (received?.requestId === requestId) return received.answer;
      Atomics.store(view, BEAT.turn, TURN.asked);
    }
  }
}
