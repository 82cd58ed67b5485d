/** Runs the screen of one call for several displays: once for all on which it would read the same. */

import { parseReads } from '../../domain/reads.ts';
import type { DeviceJob } from '../../engine/contents/composer.ts';
import type { ComposeResult } from '../../engine/jobs/jobs.ts';
import type { ComposeOptions, ComposePool } from '../../engine/pool/compose-pool.ts';
import type { RunWatch } from '../../engine/pool/run-watch.ts';
import { ComposedStore } from '../../engine/reuse/composed-store.ts';
import type { BackgroundLimiter } from '../../engine/scheduling/background-limiter.ts';
import { type Deadline, leftMs } from '../../platform/base/deadline.ts';
import type { Failure, FailureCode } from '../../platform/base/failure.ts';
import { err, ok } from '../../platform/base/result.ts';
import type { Timed } from '../../platform/base/stages.ts';
import type { Unrepeatable } from '../../platform/base/unrepeatable.ts';
import { fileState } from '../../platform/files/files.ts';

/** Within one call files stay as they are, and each request has one answer. */
const SETTLED: ReadonlySet<Unrepeatable | null> = new Set([null, 'new_file', 'uncached_http', 'failed_read']);

/** Failures that take so long that a screen is not tried on the other displays. */
const COSTLY: ReadonlySet<FailureCode> = new Set([
  'script_timeout',
  'script_memory',
  'compose_timeout',
  'template_limit',
  'worker_lost',
]);

/** All results of a call: a few displays with large boards. */
const KEPT_BYTES = 64 * 1024 * 1024;

const NO_ROOM: Failure = { code: 'overloaded', message: 'the server is busy; try again soon' };

export interface SheetComposerOptions {
  readonly pool: ComposePool;
  readonly composing: BackgroundLimiter;
  readonly watch: RunWatch;
  /** Digest of fonts and engine. */
  readonly environment: string;
  /** Version of pushed data; null where there are none. */
  dataVersion(name: string): string | null;
  readonly signal: AbortSignal;
}

export class SheetComposer {
  readonly #options: SheetComposerOptions;
  readonly #kept: ComposedStore;
  #costly: Failure | null = null;
  /** How often the screen was run. */
  runs = 0;

  constructor(options: SheetComposerOptions) {
    this.#options = options;
    const { dataVersion } = options;
    this.#kept = new ComposedStore({ fileState, dataVersion, isCurrent: () => true }, KEPT_BYTES);
  }

  /** One display after the other: the second may get the result of the first. */
  async compose(job: DeviceJob, options: ComposeOptions): Promise<Timed<ComposeResult>> {
    if (this.#costly !== null) return { ...err(this.#costly), stagesMs: {} };
    const { environment } = this.#options;
    const found = this.#kept.find(job.screen, job, environment);
    if (!('place' in found)) return { ...ok(found.result), stagesMs: {} };
    const composed = await this.#run(job, options, options.deadline);
    if (!composed.ok) {
      if (COSTLY.has(composed.error.code)) this.#costly = composed.error;
      return composed;
    }
    const reads = parseReads(composed.value.reads);
    const unrepeatable = SETTLED.has(reads.unrepeatable) ? null : reads.unrepeatable;
    this.#kept.put(job.screen, job, environment, { ...reads, unrepeatable }, composed.value);
    return composed;
  }

  /** The same: a call has one time for all its displays. */
  fresh(): never {
    throw new Error('a sheet is composed at a settled time');
  }

  async #run(job: DeviceJob, options: ComposeOptions, deadline: Deadline): Promise<Timed<ComposeResult>> {
    const { pool, composing, watch, signal } = this.#options;
    if (signal.aborted || leftMs(deadline) === 0) return { ...err(NO_ROOM), stagesMs: {} };
    const composed = await composing.run(async () => {
      if (signal.aborted) return null;
      this.runs += 1;
      return pool.run(job, { ...options, watch });
    }, deadline);
    return composed ?? { ...err(NO_ROOM), stagesMs: {} };
  }
}
