/**
 * Gets the SVG of a screen for a device: from an earlier run that has read the same, from a run under way that may turn out
 * to, or from a run of its own.
 */
import { setTimeout } from 'node:timers/promises';
import type { DrawingEnvironment } from '../../domain/content-hash.ts';
import type { EngineEvents } from '../../domain/engine-events.ts';
import { parseReads } from '../../domain/reads.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { cappedAt, type Deadline, leftMs } from '../../platform/base/deadline.ts';
import { describeFailure } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { isKnownParty } from '../../platform/base/party-shares.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import { ok, type Result } from '../../platform/base/result.ts';
import type { Timed } from '../../platform/base/stages.ts';
import type { ComposeResult } from '../jobs/jobs.ts';
import type { ComposeOptions, ComposePool, NewJob } from '../pool/compose-pool.ts';
import { sayLine } from '../pool/run-watch.ts';
import type { ComposedStore, KeptRun } from '../reuse/composed-store.ts';
import type { Miss } from '../reuse/read-tree.ts';
import { withoutSecrets } from './draw-content.ts';
import { differenceOf } from './same-content.ts';

interface ComposerOptions {
  readonly pool: ComposePool;
  readonly store: ComposedStore;
  /**
   * Holds results of runs for strangers, who say what they like about themselves: their reads push nothing out of the other
   * store, and nobody else waits for their runs.
   */
  readonly strangersStore: ComposedStore;
  readonly environment: DrawingEnvironment;
  readonly events: EngineEvents;
  /** Share of the results found that are compared with a new run, 0 to 1. */
  readonly verifyShare?: number;
}

/** A call with less time left runs its screen itself: a run may take all of the rest. */
const JOIN_MS = 9_000;

/** A job whose clock is known, as that of each device's call. */
export type DeviceJob = NewJob & { readonly nowMs: number };

export class Composer {
  readonly #options: ComposerOptions;
  /** Runs under way, by the place at which their look-ups have missed. */
  readonly #underWay = new WeakMap<object, Map<string, Promise<Timed<ComposeResult>>>>();
  /** Screens whose last run could be used again; it pays to wait for their runs. */
  readonly #repeatable = recentlyUsed<string, boolean>(LIMITS.composedScreens);

  constructor(options: ComposerOptions) {
    this.#options = options;
  }

  /** Run a screen without a look at earlier runs, as previews do. */
  async fresh(job: NewJob, options: ComposeOptions): Promise<Timed<ComposeResult>> {
    return this.#options.pool.run(job, options);
  }

  /** The result for a device. Never rejects. */
  async compose(job: DeviceJob, options: ComposeOptions): Promise<Timed<ComposeResult>> {
    const startMs = monotonicMs();
    const joinUntil = cappedAt(options.deadline, LIMITS.composeWaitMs);
    for (let joins = 0; ; joins++) {
      const found = this.#find(job, options);
      if (!('place' in found)) {
        // The device gets the new one.
        return this.#isToVerify() ? this.#run(job, options, found) : this.#use(found, job, options, joins);
      }
      // A wait may take all the time that the other run has, so later in the call there would be none left.
      const mayWait = joins < LIMITS.composeJoins && leftMs(options.deadline) > JOIN_MS;
      const running = mayWait ? this.#runAt(found, job.screen.ref) : undefined;
      // A second wait for an upstream that does not answer would be longer than the call may take.
      if (running !== undefined && (await isDoneWell(running, joinUntil))) continue;
      const waitedMs = joins === 0 && running === undefined ? 0 : monotonicMs() - startMs;
      return this.#lead(found, job, { ...options, waitedMs });
    }
  }

  #find(job: DeviceJob, { party = 'engine' }: Pick<ComposeOptions, 'party'>): KeptRun | Miss {
    const { store, strangersStore, environment } = this.#options;
    const found = store.find(job.screen, job, environment.digest);
    const isFinal = !('place' in found) || isKnownParty(party);
    return isFinal ? found : strangersStore.find(job.screen, job, environment.digest);
  }

  #use(kept: KeptRun, job: DeviceJob, options: ComposeOptions, joins: number): Timed<ComposeResult> {
    const { ref } = job.screen;
    this.#options.events.emit('composed', ref, joins === 0 ? 'reused' : 'joined');
    for (const line of kept.lines) sayLine(options, ref, line);
    return { ...ok(kept.result), stagesMs: {} };
  }

  #isToVerify(): boolean {
    const { verifyShare = 0 } = this.#options;
    return verifyShare > 0 && Math.random() < verifyShare;
  }

  /** The run under way that has missed at the same place; undefined where waiting for it is of no use. */
  #runAt({ place, key }: Miss, ref: string): Promise<Timed<ComposeResult>> | undefined {
    return this.#repeatable.get(ref) === false ? undefined : this.#underWay.get(place)?.get(key);
  }

  /** Run the screen, while others that miss at the same place may wait. */
  async #lead({ place, key }: Miss, job: DeviceJob, options: ComposeOptions): Promise<Timed<ComposeResult>> {
    const runs = this.#underWay.get(place) ?? new Map<string, Promise<Timed<ComposeResult>>>();
    this.#underWay.set(place, runs);
    const running = this.#run(job, options);
    runs.set(key, running);
    try {
      return await running;
    } finally {
      if (runs.get(key) === running) runs.delete(key);
    }
  }

  /** @param inUse  the result that the run is compared with, if any */
  async #run(
    job: DeviceJob,
    options: ComposeOptions,
    inUse: KeptRun | null = null,
  ): Promise<Timed<ComposeResult>> {
    const { pool, environment, events } = this.#options;
    const isOfStranger = !isKnownParty(options.party ?? 'engine');
    const store = isOfStranger ? this.#options.strangersStore : this.#options.store;
    const { digest } = environment;
    const { ref } = job.screen;
    const composed = await pool.run(job, options);
    events.emit('composed', ref, 'fresh');
    // What was read may have changed while the screen ran. Then the results may differ, too.
    if (inUse !== null && this.#find(job, options) === inUse)
      this.#compare(inUse.result, composed, ref, options);
    if (!composed.ok) return composed;
    const run = parseReads(composed.value.reads);
    if (run.unrepeatable !== null) events.emit('notReusable', ref, run.unrepeatable);
    this.#repeatable.set(ref, run.unrepeatable === null);
    store.put(job.screen, job, digest, run, composed.value);
    return composed;
  }

  #compare(kept: ComposeResult, composed: Result<ComposeResult>, ref: string, options: ComposeOptions): void {
    if (!composed.ok && composed.error.code === 'overloaded') return;
    const difference = composed.ok
      ? differenceOf(kept, composed.value)
      : `the new run failed: ${describeFailure(withoutSecrets(composed.error, options.secrets))}`;
    this.#options.events.emit('reuseVerified', ref, difference === null);
    if (difference === null) return;
    options.log.error({ screen: ref, difference }, 'a new run of the screen differs from the one in use');
  }
}

/** Wait for a run of another. False where it fails, and where it is still under way when the wait has to end. */
async function isDoneWell(running: Promise<Timed<ComposeResult>>, until: Deadline): Promise<boolean> {
  const ended = new AbortController();
  const tooLong = setTimeout(leftMs(until), false, { signal: ended.signal }).catch(() => false);
  const isWell = running.then(({ ok: isOk }) => isOk);
  try {
    return await Promise.race([isWell, tooLong]);
  } finally {
    ended.abort();
  }
}
