/**
 * What the server that holds the lease does: look at the fleet every minute, keep what fires in the store, and see that each
 * webhook is told. A call is sent only once the store has it, so that another server would go on with the same one.
 */
import type { ConfigSecrets } from '../../config/read/parse.ts';
import { rulesAbout } from '../../domain/alert-kinds/kinds.ts';
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { mainTurns } from '../../platform/base/turns.ts';
import type { RepoInfo } from '../../screens/repos/repo-info.ts';
import type { RecordState } from '../../state/state.ts';
import type { DeviceHistory } from '../register/device-history.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import { AlertBook } from './alert-book.ts';
import { type BookHead, bookRecords, queueRecord, readBook, readWebhookQueue } from './book-records.ts';
import { lookAtFleet } from './look-at-fleet.ts';
import { LookBack } from './look-back.ts';
import { offlineRepos, offlineSince } from './offline-repos.ts';
import { makeWebhookCall } from './webhook-call.ts';
import { type QueueOptions, WebhookQueue } from './webhook-queue.ts';

export interface AlertSources {
  /** The config in use: read at each look. */
  readonly config: {
    readonly snapshot: ConfigSnapshot;
    readonly secrets: Pick<ConfigSecrets, 'alertWebhooks'>;
  };
  /** All devices that have called. */
  records(): Iterable<Readonly<DeviceRecord>>;
  repos(): readonly Pick<RepoInfo, 'handle' | 'error'>[];
  readonly history: Pick<DeviceHistory, 'list'>;
}

export interface DeskOptions {
  readonly sources: AlertSources;
  readonly records: RecordState;
  /** Fencing token of the lease: the store refuses writes with a lower one. */
  readonly fence: number;
  /** Ends the work: the lease is over, or the server stops. */
  readonly signal: AbortSignal;
  queueOptions(webhook: string): QueueOptions;
}

/** Thrown when another server has taken over. */
export class OvertakenError extends Error {}

export class AlertDesk {
  readonly #options: DeskOptions;
  readonly #lookBack: LookBack;
  readonly #queues = new Map<string, WebhookQueue>();
  /** When there will be something to tell a webhook; absent where that is not known. */
  readonly #newsMs = new Map<string, number>();
  /** What the store has, by name. */
  readonly #written = new Map<string, string>();
  #book: AlertBook;
  #head: BookHead;

  private constructor(options: DeskOptions, book: AlertBook, head: BookHead) {
    this.#options = options;
    this.#book = book;
    this.#head = head;
    this.#lookBack = new LookBack(options.sources.history);
  }

  /**
   * Go on where the last server has stopped.
   * @throws {StateError}
   */
  static async open(options: DeskOptions): Promise<AlertDesk> {
    const { head, alerts } = await readBook(options.records);
    return new AlertDesk(options, new AlertBook(alerts, head.beyond), head);
  }

  /** How many alerts fire, by rule. */
  get firing(): ReadonlyMap<string, number> {
    return this.#book.count(this.#options.sources.config.snapshot.alerts.rules);
  }

  /**
   * Do what is due.
   * @throws {StateError} the store did not answer: what was not kept is kept with the next step
   * @throws {OvertakenError}
   */
  async step(nowMs: number): Promise<void> {
    if (nowMs - this.#head.lookedMs >= ALERT_LIMITS.everyMs || nowMs < this.#head.lookedMs) {
      await this.#look(nowMs);
      if (this.#options.signal.aborted) return;
      await this.#save();
      await this.#lookBack.read(nowMs, this.#options.signal);
    }
    await this.#tell(nowMs);
  }

  /** Resolves when no call is under way. */
  async settled(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.settled()));
  }

  /** End what is under way, and keep how it stands as far as the store allows. */
  async stop(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.stop()));
    for (const [webhook, queue] of this.#queues) await this.#put(...queueRecord(webhook, queue.stored));
  }

  async #look(nowMs: number): Promise<void> {
    const { sources, signal } = this.#options;
    const { snapshot: config } = sources.config;
    const { lookedMs } = this.#head;
    const isGap = lookedMs > 0 && nowMs - lookedMs > ALERT_LIMITS.outageMs;
    const gap = [lookedMs, nowMs] as const;
    const outages = isGap ? [...this.#head.outages, gap].slice(-ALERT_LIMITS.outages) : this.#head.outages;
    const found = await lookAtFleet({
      config,
      nowMs,
      outages,
      signal,
      lookBack: this.#lookBack,
      records: sources.records(),
      firing: (key) => this.#book.firing(key),
    });
    // A look that was cut short has not seen all.
    if (signal.aborted) return;
    const repos = sources.repos();
    const offline = offlineSince(repos, this.#head.offline, nowMs);
    for (const rule of rulesAbout('repo', config.alerts.rules)) {
      found.set(rule.name, offlineRepos(rule, repos, offline, nowMs));
    }
    const turns = mainTurns.begin('alerts', ALERT_LIMITS.sliceMs);
    for (const _ of this.#book.take(found, config.alerts, nowMs)) if (turns.isOver) await turns.next();
    this.#newsMs.clear();
    this.#head = { ...this.#head, lookedMs: nowMs, outages, offline, beyond: this.#book.beyond };
  }

  async #tell(nowMs: number): Promise<void> {
    const settings = this.#options.sources.config.snapshot.alerts;
    for (const webhook of this.#queues.keys())
      if (!settings.webhooks.has(webhook)) await this.#close(webhook);
    for (const webhook of settings.webhooks.keys()) {
      const queue = await this.#queueOf(webhook);
      if (queue.isFree) await this.#takeNews(webhook, queue, nowMs);
      queue.run(nowMs);
      await this.#put(...queueRecord(webhook, queue.stored));
    }
  }

  async #takeNews(webhook: string, queue: WebhookQueue, nowMs: number): Promise<void> {
    if (nowMs < (this.#newsMs.get(webhook) ?? 0)) return;
    const settings = this.#options.sources.config.snapshot.alerts;
    const news = this.#book.newsFor(webhook, settings, nowMs);
    const dueMs = news === null ? Number.POSITIVE_INFINITY : news.sinceMs + settings.digestMs;
    this.#newsMs.set(webhook, dueMs);
    if (news === null || (nowMs < dueMs && news.reminders.length === 0)) return;
    const call = makeWebhookCall(news, nowMs);
    // In this order: where the server ends in between, somebody is told twice rather than never.
    queue.put(call, nowMs);
    await this.#put(...queueRecord(webhook, queue.stored));
    this.#book.setTold(webhook, news, nowMs);
    this.#head = { ...this.#head, calls: { ...this.#head.calls, [webhook]: call.id } };
    await this.#save();
  }

  /** The queue of a webhook; what another server has left of it counts if it was finished. */
  async #queueOf(webhook: string): Promise<WebhookQueue> {
    const known = this.#queues.get(webhook);
    if (known !== undefined) return known;
    const { call, last } = await readWebhookQueue(this.#options.records, webhook);
    const isFinished = call !== null && this.#head.calls[webhook] === call.id;
    const queue = new WebhookQueue(this.#options.queueOptions(webhook), {
      call: isFinished ? call : null,
      last,
    });
    this.#queues.set(webhook, queue);
    return queue;
  }

  async #close(webhook: string): Promise<void> {
    await this.#queues.get(webhook)?.stop();
    this.#queues.delete(webhook);
    const { [webhook]: _, ...calls } = this.#head.calls;
    this.#head = { ...this.#head, calls };
    await this.#put(...queueRecord(webhook, { call: null, last: null }));
  }

  async #save(): Promise<void> {
    const turns = mainTurns.begin('alerts', ALERT_LIMITS.sliceMs);
    for (const [name, record] of bookRecords({ head: this.#head, alerts: this.#book.all })) {
      await this.#put(name, record);
      if (turns.isOver) await turns.next();
    }
  }

  /** Keep a record that has changed. */
  async #put(name: string, record: string): Promise<void> {
    if (this.#written.get(name) === record) return;
    const { records, fence } = this.#options;
    if (!(await records.put(name, record, fence))) throw new OvertakenError('another server has taken over');
    this.#written.set(name, record);
  }
}
