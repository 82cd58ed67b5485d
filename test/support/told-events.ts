/** Writes down which events are announced. */
import { EngineEvents } from '../../src/domain/engine-events.ts';

export type ToldEvent = readonly [event: string, ...args: unknown[]];

export interface EventList {
  readonly events: EngineEvents;
  /** All events so far. */
  readonly told: readonly ToldEvent[];
}

/** Write down all events from now on, whoever else listens. */
export function listEvents(events: EngineEvents = new EngineEvents()): EventList {
  const told: ToldEvent[] = [];
  const emit: (...event: never) => boolean = events.emit.bind(events);
  events.emit = (...event: readonly unknown[]) => {
    told.push(event as unknown as ToldEvent);
    return emit(...(event as never));
  };
  return { events, told };
}

/** The arguments of one event each time that it was announced, in order. */
export function argumentsOf(told: readonly ToldEvent[], wanted: string): unknown[][] {
  return told.filter(([event]) => event === wanted).map(([, ...args]) => args);
}
