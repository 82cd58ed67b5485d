/**
 * One stream of events. It has no queue: each reader has a place in the ring, which all streams share, and gets what is new
 * behind it as far as its connection has room.
 */
import type { EventRing } from './event-ring.ts';
import type { Topic } from './topics.ts';

/** Where a stream is written. */
export interface StreamSink {
  /** True while as many bytes wait as may. */
  readonly isFull: boolean;
  write(text: string): void;
  /** Ends what the reader gets. */
  end(): void;
}

export interface StreamSubscription {
  readonly topics: ReadonlySet<Topic>;
  /** Tells those apart that show different tokens. */
  readonly caller: string;
  /** The id of the last event that the reader has; null for one that begins. */
  readonly lastId: string | null;
  /** False when the token of the reader is not good any more. */
  isAllowed(): boolean;
}

/** Characters that are written in one go: one call of the system for many events, and still room for other readers. */
const PIECE = 16_384;

export class EventStream {
  readonly subscription: StreamSubscription;
  readonly #sink: StreamSink;
  readonly #ring: EventRing;
  /** Makes the text that says that events were lost. */
  readonly #reset: () => string;
  /** The last event that the reader was given, or did not ask for. */
  #number: number;
  /** Looks in a row that have found the connection without room. */
  #fullLooks = 0;

  /** @param number  the last event that the reader has */
  constructor(
    subscription: StreamSubscription,
    sink: StreamSink,
    ring: EventRing,
    number: number,
    reset: () => string,
  ) {
    this.subscription = subscription;
    this.#sink = sink;
    this.#ring = ring;
    this.#number = number;
    this.#reset = reset;
  }

  /** Send what is new, as far as there is room; a reader without room gets it later, or what is new then. */
  catchUp(): void {
    if (this.#sink.isFull) return;
    this.#fullLooks = 0;
    if (!this.#ring.has(this.#number)) {
      this.#sink.write(this.#reset());
      this.#number = this.#ring.head;
      return;
    }
    let piece = '';
    for (const { number, topic, text } of this.#ring.after(this.#number)) {
      this.#number = number;
      if (!this.subscription.topics.has(topic)) continue;
      piece += text;
      if (piece.length < PIECE) continue;
      this.#sink.write(piece);
      piece = '';
      if (this.#sink.isFull) return;
    }
    if (piece !== '') this.#sink.write(piece);
  }

  /** Look whether the reader reads. @returns how many looks in a row have found that its connection has no room */
  look(): number {
    this.#fullLooks = this.#sink.isFull ? this.#fullLooks + 1 : 0;
    return this.#fullLooks;
  }

  /** Send something that is no event; not to a reader that does not read. */
  say(text: string): void {
    if (!this.#sink.isFull) this.#sink.write(text);
  }

  end(): void {
    this.#sink.end();
  }
}
