/** Takes the lease of the alerts in turns with other servers, and does what is due while it has it. */
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { VERSION } from '../../platform/base/version.ts';
import { type PostOutcome, postWebhook } from '../../screens/fetch/post-webhook.ts';
import { HeldLease } from '../../state/held-lease.ts';
import type { State } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import { AlertDesk, type AlertSources, OvertakenError } from './alert-desk.ts';
import type { WebhookCall } from './webhook-call.ts';
import type { CallOutcome, QueueOptions } from './webhook-queue.ts';

export interface RunnerOptions {
  readonly sources: AlertSources;
  readonly state: Pick<State, 'alerts' | 'leases'>;
  /** Names this server in the lease. */
  readonly holder: string;
  readonly log: Logger;
  ended(outcome: CallOutcome): void;
  /** How long others wait for a server that has died; by default as the limits say. */
  readonly leaseMs?: number;
}

const JOB = 'alerts';
/** How often there is a look whether something is due. */
const STEP_MS = 1_000;

interface Lead {
  readonly lease: HeldLease;
  readonly desk: AlertDesk;
}

export class AlertRunner {
  readonly #options: RunnerOptions;
  readonly #stopped = new AbortController();
  #lead: Lead | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.step(Date.now()), STEP_MS);
    this.#timer.unref();
  }

  /** How many alerts fire, by rule; null on a server that another one does it for. */
  get firing(): ReadonlyMap<string, number> | null {
    return this.#lead?.desk.firing ?? null;
  }

  /** Do what is due, if this server may. Never rejects for a store that does not answer. A step that runs is waited for. */
  step(nowMs: number): Promise<void> {
    this.#running ??= this.#step(nowMs).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Resolves when no call is under way. */
  async settled(): Promise<void> {
    await this.#lead?.desk.settled();
  }

  /** End all, and let another server go on. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopped.abort();
    await this.#running;
    await this.#leave();
  }

  async #step(nowMs: number): Promise<void> {
    try {
      if (this.#lead?.lease.lost.aborted) await this.#leave();
      this.#lead ??= await this.#take(nowMs);
      if (!this.#stopped.signal.aborted) await this.#lead?.desk.step(nowMs);
    } catch (error) {
      if (error instanceof OvertakenError) {
        await this.#leave();
        return;
      }
      requireStateError(error);
    }
  }

  async #take(nowMs: number): Promise<Lead | null> {
    const { state, holder, sources, leaseMs = ALERT_LIMITS.leaseMs } = this.#options;
    if (this.#stopped.signal.aborted || Math.abs(nowMs - this.#askedMs) < ALERT_LIMITS.askMs) return null;
    this.#askedMs = nowMs;
    const lease = await HeldLease.take({ leases: state.leases, job: JOB, holder, leaseMs });
    if (lease === null) return null;
    try {
      const desk = await AlertDesk.open({
        sources,
        records: state.alerts,
        fence: lease.fence,
        signal: AbortSignal.any([lease.lost, this.#stopped.signal]),
        queueOptions: (webhook) => this.#queueOptions(webhook),
      });
      return { lease, desk };
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  async #leave(): Promise<void> {
    const lead = this.#lead;
    this.#lead = null;
    if (lead === null) return;
    await lead.desk.stop().catch((error: unknown) => {
      if (!(error instanceof OvertakenError)) requireStateError(error);
    });
    await lead.lease.release();
  }

  #queueOptions(webhook: string): QueueOptions {
    const { log, sources, ended } = this.#options;
    return {
      webhook,
      log,
      ended,
      post: (call, signal) => postTo(sources, webhook, call, signal),
    };
  }
}

/** Send a call; null for a webhook that the config does not have. */
export function postTo(
  { config }: Pick<AlertSources, 'config'>,
  webhook: string,
  { id, body }: WebhookCall,
  signal: AbortSignal,
): Promise<PostOutcome> | null {
  const access = config.secrets.alertWebhooks.get(webhook);
  if (access === undefined) return null;
  const options = { timeoutMs: ALERT_LIMITS.callMs, version: VERSION, signal };
  return postWebhook(access, { id, body, nowMs: Date.now() }, options);
}
