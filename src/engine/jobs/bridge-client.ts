/** The worker's end of the bridge: posts what a job asks to the main thread and sleeps until it is answered. */
import { type MessagePort, receiveMessageOnPort, type TransferListItem } from 'node:worker_threads';
import type { DataAnswer } from '../../domain/pushed-data.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import type { FetchAnswer, FetchRequest } from '../../screens/fetch/request.ts';
import type { ImageAnswer, ImageRequest } from '../../screens/script/image/image-request.ts';
import { RunEnd } from '../../screens/script/run-context.ts';
import { ScriptClock } from '../scheduling/script-clock.ts';
import type { BridgeAnswer, BridgeKind, BridgeKinds, BridgeRequest, RunQuestion } from './bridge-messages.ts';
import type { ComposeJob } from './jobs.ts';

type Asking = Pick<ComposeJob, 'jobId' | 'clock' | 'deadline'>;

/** Each call blocks this thread, and throws a `RunEnd` when the job has to end instead. */
export class BridgeClient {
  readonly #port: MessagePort;
  #lastRequestId = 0;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** Fetch for a script. @throws {RunEnd} */
  fetch(job: Asking, question: RunQuestion<FetchRequest>): FetchAnswer {
    return this.#ask(job, 'http', question);
  }

  /** Process a picture for a script; its bytes move to the other thread. @throws {RunEnd} */
  processImage(job: Asking, question: RunQuestion<ImageRequest>): ImageAnswer {
    return this.#ask(job, 'image', question, [question.request.bytes.buffer as ArrayBuffer]);
  }

  /** Read pushed data for a script. @throws {RunEnd} */
  readData(job: Asking, name: string): DataAnswer {
    return this.#ask(job, 'data', name);
  }

  /** Wait until the job may compute again. @throws {RunEnd} */
  waitForTurn(job: Asking): void {
    this.#ask(job, 'turn', null);
  }

  #ask<Kind extends BridgeKind>(
    job: Asking,
    kind: Kind,
    question: BridgeKinds[Kind]['question'],
    transfer: readonly TransferListItem[] = [],
  ): BridgeKinds[Kind]['answer'] {
    const clock = new ScriptClock(job.clock);
    const requestId = ++this.#lastRequestId;
    const startMs = monotonicMs();
    clock.beginWait();
    const request = { jobId: job.jobId, requestId, kind, question } as BridgeRequest;
    this.#port.postMessage(request, transfer);
    const answer = this.#receive(clock, requestId, job);
    clock.endWait(monotonicMs() - startMs);
    if (answer === null) throw new RunEnd('overloaded', 'the server is busy');
    return answer;
  }

  /** The main thread answers before the deadline, unless it is blocked. Answers to earlier requests are thrown away. */
  #receive(clock: ScriptClock, requestId: number, { deadline }: Asking): BridgeAnswer['answer'] {
    while (clock.sleep(deadline)) {
      const received = receiveMessageOnPort(this.#port)?.message as BridgeAnswer | undefined;
      if (received?.requestId === requestId) return received.answer;
      clock.beginWait();
    }
    return null;
  }
}
