/** Sends the wakes of a plan at their times, whatever becomes of those before, and bounds what that may take. */

import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../platform/base/clock.ts';
import { BENCH_LIMITS } from '../bench-limits.ts';
import type { VirtualDevice } from '../virtual-device.ts';
import type { Arrivals } from './arrivals.ts';
import type { LoadClient } from './call.ts';
import { type TelemetryMode, telemetryAt } from './firmware.ts';
import type { Random } from './random.ts';
import type { Recorder } from './recorder.ts';
import { percentileMs, recordMs, timeHistogram } from './time-histogram.ts';
import { runWake, type WakeTools, type WakingDevice } from './wake.ts';

export interface LoadRunOptions {
  readonly caller: LoadClient;
  readonly devices: readonly VirtualDevice[];
  /** Address of the server, without a slash at its end. */
  readonly base: string;
  /** Further origins from which pictures may be fetched. */
  readonly alsoOrigins: readonly string[];
  readonly adminToken: string | null;
  readonly mode: TelemetryMode;
  readonly random: Random;
  /** When no call has been answered for so long, the server counts as silent. */
  readonly silentMs?: number | undefined;
  /** Aborted when the run has to end; the reason is a sentence. */
  readonly signal: AbortSignal;
}

/** One wake of so many sends a log. */
const WAKES_A_LOG = 20;
/** After the last wake, answers are waited for so long. */
const DRAIN_MS = BENCH_LIMITS.callMs + 5_000;
/** How often it is looked whether anything answers at all. */
const LOOK_MS = 500;
const FIRST_REFRESH_SECONDS = 900;

export class LoadRun {
  readonly #options: LoadRunOptions;
  readonly #states: readonly WakingDevice[];
  readonly #tools: Omit<WakeTools, 'recorder'>;
  #startedMs = monotonicMs();
  #lag = timeHistogram(2);
  /** Wakes that are due while as many as may be are under way, as functions that start them. */
  readonly #waiting: { readonly dueMs: number; readonly start: () => void }[] = [];
  #running = 0;
  #serial = 0;
  #idle: (() => void) | null = null;
  #lastAnswerMs = 0;

  constructor(options: LoadRunOptions) {
    this.#options = options;
    const { caller, base, adminToken, mode, devices, alsoOrigins } = options;
    this.#states = devices.map((device) => ({
      device,
      token: device.token,
      shown: null,
      refreshSeconds: FIRST_REFRESH_SECONDS,
      wakes: 0,
    }));
    this.#tools = {
      caller: { ...caller, call: (call) => this.#noting(caller.call(call)) },
      base,
      adminToken,
      origins: new Set([new URL(base).origin, ...alsoOrigins]),
      fetchesAlways: mode === 'hot',
      now: () => this.nowMs,
    };
  }

  /** Take this moment for the begin of the run. What was sent before was to warm the server up. */
  restart(): void {
    this.#startedMs = monotonicMs();
    this.#lag = timeHistogram(2);
  }

  /** Milliseconds since the begin of the run. */
  get nowMs(): number {
    return monotonicMs() - this.#startedMs;
  }

  /** Devices that the arrivals refer to by their number. */
  get deviceCount(): number {
    return this.#states.length;
  }

  /** How late the bench itself started wakes, in milliseconds. */
  get lagP99Ms(): number {
    return percentileMs(this.#lag, 99) ?? 0;
  }

  get #open(): number {
    return this.#running + this.#waiting.length;
  }

  /** Send wakes, counted from now, and wait until all have ended. Ends early when the signal is aborted. */
  async send({ dueMs, device }: Arrivals, recorder: Recorder): Promise<void> {
    const beginMs = this.nowMs;
    const { signal } = this.#options;
    for (let next = 0; next < dueMs.length && !signal.aborted; ) {
      const due = (index: number): number => beginMs + (dueMs[index] ?? 0);
      for (const nowMs = this.nowMs; next < dueMs.length && due(next) <= nowMs; next += 1) {
        recordMs(this.#lag, nowMs - due(next));
        this.#begin(due(next), device[next] ?? 0, recorder);
      }
      if (next < dueMs.length) await this.#pause(Math.min(due(next) - this.nowMs, LOOK_MS));
    }
    await this.#drain(recorder);
  }

  /** Wait, unless the run has to end. */
  rest(ms: number): Promise<void> {
    return this.#pause(ms);
  }

  #begin(dueMs: number, device: number, recorder: Recorder): void {
    const { mode, random } = this.#options;
    recorder.due(dueMs);
    const state = this.#states[device % this.#states.length];
    if (state === undefined) return;
    const serial = this.#serial;
    this.#serial += 1;
    const telemetry = telemetryAt(mode, serial, state.wakes, random);
    state.wakes += 1;
    const sendsLog = serial % WAKES_A_LOG === WAKES_A_LOG - 1;
    if (this.#open === 0) this.#lastAnswerMs = this.nowMs;
    const start = (): void => {
      this.#running += 1;
      recorder.sent += 1;
      void runWake({ ...this.#tools, recorder }, state, { dueMs, serial, telemetry, sendsLog }).finally(() =>
        this.#ended(),
      );
    };
    if (this.#running < BENCH_LIMITS.sockets) start();
    else this.#waiting.push({ dueMs, start });
  }

  #ended(): void {
    this.#running -= 1;
    this.#waiting.shift()?.start();
    if (this.#open === 0) this.#idle?.();
  }

  /** Wait for the answers that are still to come, but not for ever. */
  async #drain(recorder: Recorder): Promise<void> {
    const { signal, caller } = this.#options;
    const untilMs = this.nowMs + DRAIN_MS;
    while (this.#open > 0 && this.nowMs < untilMs && !signal.aborted) {
      const ended = new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
      await Promise.race([ended, this.#pause(LOOK_MS)]);
    }
    this.#idle = null;
    for (const { dueMs } of this.#waiting.splice(0)) {
      const kind = `not sent: ${BENCH_LIMITS.sockets} wakes were waiting for an answer`;
      recorder.error(dueMs, { route: 'display', kind, example: kind });
      recorder.end(dueMs, this.nowMs - dueMs, 'failed');
    }
    if (this.#running > 0) caller.close();
    while (this.#running > 0) await this.#pause(1);
  }

  /** True when wakes are due but nothing has answered for a long time. */
  get isSilent(): boolean {
    const { silentMs = BENCH_LIMITS.silentMs } = this.#options;
    return this.#open > 0 && this.nowMs - this.#lastAnswerMs > silentMs;
  }

  async #noting<T>(answer: Promise<T>): Promise<T> {
    const value = await answer;
    this.#lastAnswerMs = this.nowMs;
    return value;
  }

  /** Wait, but no longer than until the run has to end. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#options;
    // After the end there is still a little to wait for.
    await sleep(Math.max(ms, 0), undefined, signal.aborted ? {} : { signal }).catch(() => {});
  }
}
