/** Notices over Redis, on a connection of their own: one that listens takes no other commands. */
import { LocalNotices } from '../local/local-notices.ts';
import { NOTICE_TOPICS, type NoticeState, type NoticeTopic, type StateNotice } from '../state.ts';
import { StateError } from '../state-error.ts';
import { type RedisAddress, stateLabel } from '../state-url.ts';
import { checkRecord } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import type { RedisEngine } from './engine.ts';
import { RedisLink } from './link.ts';

export class RedisNotices implements NoticeState {
  readonly #engine: RedisEngine;
  readonly #watch: MethodTimer;
  readonly #local = new LocalNotices();
  readonly #link: RedisLink;
  readonly #channel: string;
  /** After the first try: whatever was told until a later connection is missed, also where the first try failed. */
  #isStarted = false;

  constructor(engine: RedisEngine, watch: MethodTimer, address: RedisAddress) {
    this.#engine = engine;
    this.#watch = watch;
    this.#channel = engine.key('notices');
    this.#link = new RedisLink({
      address,
      label: stateLabel(address),
      greet: async (connection) => {
        await connection.subscribe(this.#channel, (message) => this.#take(message));
      },
      onUp: () => {
        if (this.#isStarted) this.#local.tell({ topic: 'missed' });
      },
      onDown: () => undefined,
    });
  }

  async start(): Promise<void> {
    await this.#link.start();
    this.#isStarted = true;
  }

  publish(topic: NoticeTopic, text: string): Promise<void> {
    return this.#watch('notices.publish', async () => {
      checkRecord('a notice', text);
      await this.#engine.quick.send('PUBLISH', this.#channel, JSON.stringify({ topic, text }));
    });
  }

  subscribe(listener: (notice: StateNotice) => void): () => void {
    return this.#local.subscribe(listener);
  }

  /** Connect anew, after the engine was away: this connection may be dead without anybody knowing. */
  renew(): void {
    this.#link.drop(new StateError('unavailable', 'The engine was away.'));
  }

  close(): void {
    this.#link.close();
  }

  #take(message: string): void {
    try {
      const { topic: said, text } = JSON.parse(message) as Record<string, unknown>;
      const topic = NOTICE_TOPICS.find((known) => known === said);
      if (topic !== undefined && typeof text === 'string') this.#local.tell({ topic, text });
    } catch {
      // Not a notice of ours.
    }
  }
}
