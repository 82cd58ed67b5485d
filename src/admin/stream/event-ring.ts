/**
 * The last events of the server: what a stream is continued from, and what slow readers are behind with. Of each subject
 * only the last event is kept, as it says all that the ones before have said; the oldest go when there are too many.
 */
import type { Topic } from './topics.ts';

export interface StreamEvent {
  /** One more than that of the event before. */
  readonly number: number;
  readonly subject: string;
  readonly topic: Topic;
  /** The text that is sent. */
  readonly text: string;
}

export interface RingLimits {
  readonly ringEvents: number;
  readonly ringBytes: number;
}

export class EventRing {
  readonly #limits: RingLimits;
  /** By number, the oldest first. */
  readonly #events = new Map<number, StreamEvent>();
  /** The number of the last event of each subject. */
  readonly #lastOf = new Map<string, number>();
  #bytes = 0;
  #head = 0;
  /** The highest number of those that had to go. */
  #lost = 0;

  constructor(limits: RingLimits) {
    this.#limits = limits;
  }

  /** The number of the last event. */
  get head(): number {
    return this.#head;
  }

  /** Text of all events that are kept, in UTF-16 units. */
  get size(): number {
    return this.#bytes;
  }

  /** Add an event. @param textOf  makes its text, which has its number */
  add(subject: string, topic: Topic, textOf: (number: number) => string): void {
    this.#head += 1;
    const event = { number: this.#head, subject, topic, text: textOf(this.#head) };
    this.#drop(this.#lastOf.get(subject));
    this.#events.set(event.number, event);
    this.#lastOf.set(subject, event.number);
    this.#bytes += event.text.length;
    const { ringEvents, ringBytes } = this.#limits;
    while (this.#events.size > ringEvents || this.#bytes > ringBytes) {
      const [oldest] = this.#events.keys();
      if (oldest === undefined) break;
      this.#drop(oldest);
      this.#lost = oldest;
    }
  }

  /** True where nothing behind this number is lost: all of it is here, or something later about the same. */
  has(number: number): boolean {
    return number >= this.#lost && number <= this.#head;
  }

  /** The events behind a number, the oldest first. Takes as long as there are some: many readers ask, for the last few mostly. */
  *after(number: number): Generator<StreamEvent> {
    if (this.#head - number > this.#events.size) {
      for (const event of this.#events.values()) if (event.number > number) yield event;
      return;
    }
    for (let next = number + 1; next <= this.#head; next++) {
      const event = this.#events.get(next);
      if (event !== undefined) yield event;
    }
  }

  /** Forget all events. Numbers go on. */
  clear(): void {
    this.#events.clear();
    this.#lastOf.clear();
    this.#bytes = 0;
    this.#lost = this.#head;
  }

  #drop(number: number | undefined): void {
    const event = number === undefined ? undefined : this.#events.get(number);
    if (event === undefined) return;
    this.#events.delete(event.number);
    this.#lastOf.delete(event.subject);
    this.#bytes -= event.text.length;
  }
}
