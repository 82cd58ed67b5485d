/**
 * The streams of a server, and what is told to them: once a second what has happened since, each device once. While there is
 * no stream, nothing is gathered and nothing is kept.
 */
import { randomBytes } from 'node:crypto';
import type { DeviceId } from '../../domain/device-id.ts';
import type { DeviceNews, FleetListener, FleetNews } from '../../engine/contents/fleet-news.ts';
import type { Registry } from '../../fleet/register/registry.ts';
import { overloaded } from '../../platform/base/errors.ts';
import { inTurns, mainTurns } from '../../platform/base/turns.ts';
import { VERSION } from '../../platform/base/version.ts';
import { FLEET_LIMITS } from '../fleet/fleet-limits.ts';
import { EventRing } from './event-ring.ts';
import { EventStream, type StreamSink, type StreamSubscription } from './event-stream.ts';
import { FleetEvents } from './fleet-events.ts';
import { ScreenNews, type ServerEvent, ServerNews, type ServerSources } from './server-news.ts';
import { eventText, HEARTBEAT, type Topic } from './topics.ts';

export interface HubOptions extends ServerSources {
  readonly registry: Registry;
  readonly news: FleetNews;
  /** The screens directory; null where there is none. */
  readonly screensDir: string | null;
  /** Aborted when the server stops: it could not before the streams have ended. */
  readonly stopping: AbortSignal;
  /** Instead of the limits of the same names. */
  readonly limits?: Partial<HubLimits>;
}

/** Events that are sent before the next ones are made: as much text as may wait in a connection, and far less than the ring keeps. */
const SENT_AT_ONCE = 64;

type HubLimits = Record<Exclude<keyof typeof FLEET_LIMITS, symbol>, number>;

export class EventHub implements FleetListener {
  readonly #options: HubOptions;
  readonly #limits: HubLimits;
  readonly #ring: EventRing;
  readonly #streams = new Set<EventStream>();
  readonly #fleet: FleetEvents;
  /** Tells the events of this time of gathering from those of another one, and of another server. */
  #epoch = newEpoch();
  #server: ServerNews | null = null;
  readonly #screens: ScreenNews | null;
  readonly #timers: NodeJS.Timeout[] = [];
  #lingering: NodeJS.Timeout | null = null;
  #isFlushing = false;
  #isSweeping = false;
  #isEnded = false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#limits = { ...FLEET_LIMITS, ...options.limits };
    this.#ring = new EventRing(this.#limits);
    this.#fleet = new FleetEvents(options);
    const { screensDir } = options;
    // At once: whoever edits waits for the picture.
    const tell = (event: ServerEvent): void => {
      this.#addEvent(event);
      void this.#tell();
    };
    this.#screens = screensDir === null ? null : new ScreenNews(screensDir, tell);
    options.stopping.addEventListener('abort', () => this.#end(), { once: true });
  }

  /** Streams that are open. */
  get streams(): number {
    return this.#streams.size;
  }

  device(id: DeviceId, what: DeviceNews): void {
    this.#fleet.note(id, what);
  }

  /**
   * Open a stream. Its first event is `hello`, then comes what it has missed.
   * @throws {AppError} overloaded: there are as many streams as may be
   */
  open(subscription: StreamSubscription, sink: StreamSink): EventStream {
    const own = [...this.#streams].filter(({ subscription: { caller } }) => caller === subscription.caller);
    const isFull = this.#streams.size >= this.#limits.streams || own.length >= this.#limits.streamsPerToken;
    if (this.#isEnded || isFull) throw overloaded();
    this.#begin();
    const known = this.#numberOf(subscription.lastId);
    const from = known ?? this.#ring.head;
    const stream = new EventStream(subscription, sink, this.#ring, from, () => this.#reset('too_slow'));
    this.#streams.add(stream);
    // Where something was missed, the reader is to come back for all of it if the stream ends right here.
    sink.write(`retry: ${this.#limits.retryMs}\n${eventText('hello', this.#id(from), { version: VERSION })}`);
    if (subscription.lastId !== null && known === null) sink.write(this.#reset('unknown_id'));
    stream.catchUp();
    return stream;
  }

  /** A file of the screens directory was written: look at it now. */
  lookAtScreens(): void {
    if (this.#timers.length > 0) this.#screens?.look();
  }

  /** The reader of a stream is gone. */
  close(stream: EventStream): void {
    if (!this.#streams.delete(stream) || this.#streams.size > 0 || this.#isEnded) return;
    this.#lingering = setTimeout(() => this.#rest(), this.#limits.lingerMs).unref();
  }

  #begin(): void {
    if (this.#lingering !== null) clearTimeout(this.#lingering);
    this.#lingering = null;
    if (this.#timers.length > 0) return;
    this.#options.news.listener = this;
    this.#server = new ServerNews(this.#options);
    this.#fleet.begin();
    this.#screens?.start();
    const { flushMs, sweepMs, heartbeatMs } = this.#limits;
    this.#every(flushMs, () => void this.#flush());
    this.#every(sweepMs, () => void this.#sweep());
    void this.#sweep();
    this.#every(heartbeatMs, () => {
      for (const stream of this.#streams) stream.say(HEARTBEAT);
    });
  }

  #every(ms: number, work: () => void): void {
    this.#timers.push(setInterval(work, ms).unref());
  }

  /** Nobody listens: forget everything. */
  #rest(): void {
    this.#options.news.listener = null;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.#fleet.end();
    this.#screens?.stop();
    this.#server = null;
    this.#ring.clear();
    this.#epoch = newEpoch();
  }

  #end(): void {
    this.#isEnded = true;
    if (this.#lingering !== null) clearTimeout(this.#lingering);
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
    this.#rest();
  }

  /** Tell all streams what has happened. In slices: after a failure of the network thousands of devices call at once. */
  async #flush(): Promise<void> {
    const server = this.#server;
    if (this.#isFlushing || server === null) return;
    this.#isFlushing = true;
    try {
      this.#endUseless();
      const turns = mainTurns.begin('stream');
      const changed = await inTurns(turns, server.look());
      // Meanwhile the last stream may have ended, and all of this begun anew.
      if (this.#server === server) for (const event of changed) this.#addEvent(event);
      let unsent = 0;
      for (const gathered of this.#fleet.take()) {
        if (unsent === SENT_AT_ONCE) await this.#tell();
        if (unsent === SENT_AT_ONCE || turns.isOver) await turns.next();
        if (this.#server !== server) return;
        unsent = (unsent % SENT_AT_ONCE) + 1;
        this.#add(gathered.id, 'device', this.#fleet.describe(gathered));
      }
      await this.#tell();
    } finally {
      this.#isFlushing = false;
    }
  }

  /** End the streams whose token or session is not good any more, and those whose readers do not read. */
  #endUseless(): void {
    for (const stream of this.#streams) {
      const isDeaf = stream.look() > this.#limits.deafMs / this.#limits.flushMs;
      if (stream.subscription.isAllowed() && !isDeaf) continue;
      stream.end();
      // Now, and not when its connection is gone: nothing more may be written.
      this.close(stream);
    }
  }

  #addEvent({ subject, topic, data }: ServerEvent): void {
    this.#add(subject, topic, data);
  }

  #add(subject: string, topic: Topic, data: object): void {
    this.#ring.add(subject, topic, (number) => eventText(topic, this.#id(number), data));
  }

  /** Give all streams what is new to them. */
  async #tell(): Promise<void> {
    const turns = mainTurns.begin('stream');
    for (const stream of [...this.#streams]) {
      if (turns.isOver) await turns.next();
      if (this.#streams.has(stream)) stream.catchUp();
    }
  }

  async #sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    try {
      await mainTurns.do('stream', this.#fleet.sweep(Date.now()));
    } finally {
      this.#isSweeping = false;
    }
  }

  #id(number: number): string {
    return `${this.#epoch}-${number}`;
  }

  /** The number of an id that this server has given; null for any other, and where later events are lost. */
  #numberOf(id: string | null): number | null {
    const [epoch, digits = ''] = id?.split('-', 3) ?? [];
    if (epoch !== this.#epoch || !/^\d{1,15}$/.test(digits)) return null;
    const number = Number(digits);
    return this.#ring.has(number) ? number : null;
  }

  #reset(reason: 'too_slow' | 'unknown_id'): string {
    return eventText('reset', this.#id(this.#ring.head), { reason });
  }
}

function newEpoch(): string {
  return randomBytes(6).toString('hex');
}
