/** The processes that process pictures for scripts. They start with the first picture and end when idle. */

import { EngineEvents } from '../../domain/engine-events.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { type Deadline, deadlineIn, leftMs } from '../../platform/base/deadline.ts';
import { workerFile } from '../../platform/base/entry-files.ts';
import type { Failure } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { type MemoryPlan, planMemory } from '../../platform/base/memory-plan.ts';
import { NICENESS } from '../../platform/base/niceness.ts';
import { heldBytes, isKnownParty, type Party } from '../../platform/base/party-shares.ts';
import { PinnedCache } from '../../platform/base/pinned-cache.ts';
import { BUSY, PrioritySemaphore } from '../../platform/queues/priority-semaphore.ts';
import { flightOf, SingleFlight } from '../../platform/queues/single-flight.ts';
import type { ImageAnswer, ImageRequest } from '../../screens/script/image/image-request.ts';
import { PictureTimes } from '../scheduling/picture-times.ts';
import { ProcessPool } from './process-pool.ts';

/** Pictures that wait for one of the processes. */
const IMAGE_QUEUE = 32;
/** Private memory of a process that reads pictures for scripts: as much as one that draws may have. */
const IMAGE_MEMORY_BYTES = 768 * 1024 * 1024;

/** One more than may process pictures that take long, so that these do not hold up all others. */
const PROCESSES = 3;
const SLOW_PROCESSES = 2;
/** Pixels are native memory; on this heap are two planes of the largest result at most. */
const HEAP_MB = 256;
const UNWANTED: Failure = { code: 'compose_timeout', message: 'nobody waits for the picture any more' };
/** What an entry of the cache costs beside its bytes. */
const ENTRY_BYTES = 256;

/** For whom a picture is processed, and for how long somebody waits. */
export interface ImageCall {
  readonly party: Party;
  /** The one whose pictures take about as long and share what there is: a screen, or those who push. */
  readonly sender: string;
  readonly deadline: Deadline;
  /** Ends the wait; a picture that nobody waits for any more is given up. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

type Processed = Extract<ImageAnswer, { ok: true }>;

export class ImagePool {
  readonly #pool: ProcessPool<Pick<ImageRequest, 'bytes' | 'options'>, ImageAnswer>;
  readonly #cache: PinnedCache<string, Processed>;
  readonly #underWay = new SingleFlight<ImageAnswer>();
  /** In front of the processes: it knows whose pictures they are. */
  readonly #line = new PrioritySemaphore({
    parts: [PROCESSES, SLOW_PROCESSES],
    maxWaiting: IMAGE_QUEUE,
  });
  readonly #times = new PictureTimes();
  /** What strangers make a screen send makes it no slower for others. */
  readonly #timesForStrangers = new PictureTimes();

  constructor(log: Logger, events: EngineEvents = new EngineEvents(), memory: MemoryPlan = planMemory()) {
    const { processedImages } = memory.stores;
    this.#cache = new PinnedCache({
      maxBytes: processedImages,
      strangersBytes: heldBytes('stranger', processedImages),
      bytesOf: ({ bytes }) => bytes.length + ENTRY_BYTES,
    });
    this.#pool = new ProcessPool({
      entry: workerFile('image-process'),
      minProcesses: 0,
      maxProcesses: PROCESSES,
      maxQueue: IMAGE_QUEUE,
      timeoutCode: 'compose_timeout',
      setup: () => null,
      log,
      onLost: (why) => events.emit('workerLost', 'image', why),
      heapMb: HEAP_MB,
      memoryBytes: IMAGE_MEMORY_BYTES,
      keepBytes: memory.processKeepBytes,
      niceness: NICENESS.work,
    });
  }

  /** Process a picture; equal requests are processed once. Never rejects. */
  async process(request: ImageRequest, call: ImageCall): Promise<ImageAnswer> {
    const { key } = request;
    const { party, deadline, signal } = call;
    if (isKnownParty(party)) this.#cache.adopt(key);
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const start = (abort: AbortSignal) => this.#inTurn(request, call, abort);
    const patience = { signals: [signal], timeoutMs: Math.floor(leftMs(deadline)), onJoined: () => {} };
    try {
      return await this.#underWay.join(flightOf(this.#underWay, key, party), start, patience);
    } catch (error) {
      const isBusy = this.#line.waiting > 0;
      return { ok: false, error: `a picture: ${(error as Error).message}`, isBusy };
    }
  }

  /** Wait for a process, and use it. */
  async #inTurn(request: ImageRequest, call: ImageCall, abort: AbortSignal): Promise<ImageAnswer> {
    const { party, sender } = call;
    const times = isKnownParty(party) ? this.#times : this.#timesForStrangers;
    // How long a picture takes is not known by its size: the first of a sender counts as quick.
    const { standing, patienceMs } = times.queue({ kind: sender, pixels: 0 });
    const dueMs = monotonicMs() + patienceMs;
    const permit = await this.#line.acquire(standing, dueMs, deadlineIn(LIMITS.composeWallMs), party);
    times.unqueue(sender);
    if (typeof permit === 'string') return answerOf(BUSY);
    const startMs = monotonicMs();
    try {
      return abort.aborted ? answerOf(UNWANTED) : await this.#process(request, call, abort);
    } finally {
      times.note(sender, monotonicMs() - startMs);
      this.#line.release(permit);
    }
  }

  async #process(
    { key, bytes, options }: ImageRequest,
    { party, log }: ImageCall,
    abort: AbortSignal,
  ): Promise<ImageAnswer> {
    const job = this.#pool.run({ bytes, options }, 'a picture', deadlineIn(LIMITS.imageWallMs), log);
    abort.addEventListener('abort', () => job.cancel(UNWANTED));
    const result = await job.answer;
    if (!result.ok) return answerOf(result.error);
    const answer = result.value;
    if (answer.ok) this.#cache.set(key, answer, !isKnownParty(party));
    return answer;
  }

  stop(graceMs: number): Promise<void> {
    return this.#pool.stop(graceMs);
  }
}

function answerOf({ code, message }: Failure): ImageAnswer {
  return { ok: false, error: message, isBusy: code === 'overloaded' };
}
