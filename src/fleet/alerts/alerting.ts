/** Alerts of a server. While the config has no rules, nothing runs and nothing is loaded for them. */
import { randomBytes } from 'node:crypto';
import type { Logger } from '../../platform/base/logger.ts';
import type { State } from '../../state/state.ts';
import type { KeptAlert } from './alert.ts';
import type { AlertSources } from './alert-desk.ts';
import type { AlertRunner } from './alert-runner.ts';
import type { StoredQueue } from './book-records.ts';
import type { CallOutcome } from './webhook-queue.ts';

export interface AlertingOptions {
  readonly sources: Omit<AlertSources, 'config'> & {
    readonly config: AlertSources['config'] & { onChange(listener: () => void): void };
  };
  readonly state: Pick<State, 'alerts' | 'leases'>;
  readonly log: Logger;
}

/** How alerts stand, on all servers alike. */
export interface AlertStanding {
  readonly alerts: readonly KeptAlert[];
  /** Alerts that are only counted, by rule. */
  readonly beyond: Readonly<Record<string, number>>;
  readonly queues: ReadonlyMap<string, StoredQueue>;
}

/** What came of a test. */
export interface TestOutcome {
  readonly status: number | null;
  readonly ms: number;
  readonly problem: string | null;
}

export class Alerting {
  /** Tries of calls since the start. */
  readonly outcomes: Record<CallOutcome, number> = { delivered: 0, failed: 0, dropped: 0 };
  readonly #options: AlertingOptions;
  readonly #stopped = new AbortController();
  #runner: AlertRunner | null = null;
  /** Begins and ends runners one after the other. */
  #following: Promise<void> = Promise.resolve();

  constructor(options: AlertingOptions) {
    this.#options = options;
  }

  /** Follow the config from now on. */
  start(): void {
    this.#options.sources.config.onChange(() => this.#follow());
    this.#follow();
  }

  /** End all, and let another server go on. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#following;
    await this.#runner?.stop();
  }

  /** How many alerts fire, by rule; empty on a server that another one does it for. */
  get firing(): ReadonlyMap<string, number> {
    return this.#runner?.firing ?? new Map();
  }

  /**
   * What fires, and how the webhooks do.
   * @throws {StateError}
   */
  async standing(): Promise<AlertStanding> {
    const { state, sources } = this.#options;
    const { readBook, readWebhookQueue: readQueue } = await import('./book-records.ts');
    const { head, alerts } = await readBook(state.alerts);
    const queues = new Map<string, StoredQueue>();
    for (const name of sources.config.snapshot.alerts.webhooks.keys()) {
      queues.set(name, await readQueue(state.alerts, name));
    }
    return { alerts: alerts.filter(({ resolvedMs }) => resolvedMs === null), beyond: head.beyond, queues };
  }

  /** Send a test now, from this server. Null for a webhook that the config does not have. */
  async test(webhook: string): Promise<TestOutcome | null> {
    const [{ postTo }, { testCall }] = await Promise.all([
      import('./alert-runner.ts'),
      import('./webhook-call.ts'),
    ]);
    return postTo(this.#options.sources, webhook, testCall(webhook, Date.now()), this.#stopped.signal);
  }

  #follow(): void {
    if (this.#stopped.signal.aborted) return;
    this.#following = this.#following
      .then(() => this.#take())
      .catch((cause: unknown) => this.#options.log.error({ err: cause }, 'alerts'));
  }

  async #take(): Promise<void> {
    const { sources, state, log } = this.#options;
    const hasRules = sources.config.snapshot.alerts.rules.length > 0;
    if (hasRules === (this.#runner !== null) || this.#stopped.signal.aborted) return;
    if (!hasRules) {
      await this.#runner?.stop();
      this.#runner = null;
      return;
    }
    const { AlertRunner: Runner } = await import('./alert-runner.ts');
    const ended = (outcome: CallOutcome): void => {
      this.outcomes[outcome] += 1;
    };
    this.#runner = new Runner({ sources, state, log, ended, holder: randomBytes(6).toString('hex') });
    this.#runner.start();
  }
}
