/** The worker's end of the bridge: posts what a job asks to the main thread and sleeps until it is answered. */
import { type MessagePort, receiveMessageOnPort, type TransferListItem } from 'node:worker_threads';
import { monotonicMs } from '../base/clock.ts';
import { LIMITS } from '../base/limits.ts';
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import type { ImageAnswer, ImageRequest } from '../script/image/image-request.ts';
import { RunEnd } from '../script/run-end.ts';
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

  /** Fetch for a script. Blocks this thread. @throws {RunEnd} when others need it */
  fetch(jobId: number, beat: SharedArrayBuffer, question: FetchRequest): FetchAnswer {
    return this.#ask(beat, { jobId, requestId: ++this.#lastRequestId, kind: 'http', question });
  }

  /** Process a picture for a script; its bytes move away. Blocks this thread. @throws {RunEnd} when others need it */
  processImage(jobId: number, beat: SharedArrayBuffer, question: ImageRequest): ImageAnswer {
    const requestId = ++this.#lastRequestId;
    const transfer = [question.bytes.buffer as ArrayBuffer];
    return this.#ask(beat, { jobId, requestId, kind: 'image', question }, transfer);
  }

  /** Block this thread until the job may compute again. @throws {RunEnd} when others need the thread */
  waitForTurn(jobId: number, beat: SharedArrayBuffer): void {
    this.#ask(beat, { jobId, requestId: ++this.#lastRequestId, kind: 'turn', question: null });
  }

  #ask<Kind extends BridgeKind>(
    beat: SharedArrayBuffer,
    message: BridgeRequest & { readonly kind: Kind },
    transfer: readonly TransferListItem[] = [],
  ): BridgeKinds[Kind]['answer'] {
    const view = new Int32Array(beat);
    const before = monotonicMs();
    Atomics.store(view, BEAT.turn, TURN.asked);
    this.#port.postMessage(message, transfer);
    const answer = this.#await(view, message.requestId, before + GUARD_MS);
    Atomics.add(view, BEAT.waitedMs, Math.round(monotonicMs() - before));
    Atomics.store(view, BEAT.turn, TURN.computing);
    if (answer === null) throw new RunEnd('overloaded', 'the server is busy');
    return answer;
  }

  /** Answers that come after their request was given up carry an older id and are thrown away. */
  #await(view: Int32Array<SharedArrayBuffer>, requestId: number, deadlineMs: number): BridgeAnswer['answer'] {
    for (;;) {
      const leftMs = deadlineMs - monotonicMs();
      if (leftMs <= 0 || Atomics.wait(view, BEAT.turn, TURN.asked, leftMs) === 'timed-out') return null;
      const received = receiveMessageOnPort(this.#port)?.message as BridgeAnswer | undefined;
      if (received?.requestId === requestId) return received.answer;
      Atomics.store(view, BEAT.turn, TURN.asked);
    }
  }
}
