/**
 * One stream of events. It has no queue: a reader that is slow is behind in the ring, which all streams share, and goes on
 * there when its connection has room again.
 */
import type { EventRing, StreamEvent } from './event-ring.ts';
import type { Topic } from './topics.ts';

/** Where a stream is written. */
export interface StreamSink {
  /** True while as many bytes wait as may. */
  readonly isFull: boolean;
  write(text: string): void;
  /** Ends what the reader gets. */
  end(): void;
}

export interface StreamWishes {
  readonly topics: ReadonlySet<Topic>;
  /** Tells those apart that show different tokens. */
  readonly caller: string;
  /** The id of the last event that the reader has; null for one that begins. */
  readonly lastId: string | null;
  /** False when the token of the reader is not good any more. */
  isAllowed(): boolean;
}

export class EventStream {
  readonly wishes: StreamWishes;
  readonly #sink: StreamSink;
  readonly #ring: EventRing;
  /** Makes the text that says that events were lost. */
  readonly #reset: () => string;
  /** The last event that the reader was given, or has no wish for. */
  #number: number;
  /** Until the first `catchUp`, too. */
  #isBehind = true;

  /** @param number  the last event that the reader has */
  constructor(wishes: StreamWishes, sink: StreamSink, ring: EventRing, number: number, reset: () => string) {
    this.wishes = wishes;
    this.#sink = sink;
    this.#ring = ring;
    this.#number = number;
    this.#reset = reset;
  }

  /** Send what is new, in one piece; a reader without room for it gets it later, or what is new then. */
  offer(events: readonly StreamEvent[]): void {
    if (this.#isBehind) return;
    if (this.#sink.isFull) {
      this.#isBehind = true;
      return;
    }
    const text = events.filter(({ topic }) => this.wishes.topics.has(topic)).map((event) => event.text);
    if (text.length > 0) this.#sink.write(text.join(''));
    this.#number = events.at(-1)?.number ?? this.#number;
  }

  /** Send what the reader is behind with, as far as there is room. */
  catchUp(): void {
    if (!this.#isBehind) return;
    this.#isBehind = false;
    if (!this.#ring.has(this.#number)) {
      this.#sink.write(this.#reset());
      this.#number = this.#ring.head;
      return;
    }
    for (const { number, topic, text } of this.#ring.after(this.#number)) {
      if (this.#sink.isFull) {
        this.#isBehind = true;
        return;
      }
      if (this.wishes.topics.has(topic)) this.#sink.write(text);
      this.#number = number;
    }
  }

  /** Send something that is no event; not to a reader that does not read. */
  say(text: string): void {
    if (!this.#isBehind && !this.#sink.isFull) this.#sink.write(text);
  }

  end(): void {
    this.#sink.end();
  }
}
