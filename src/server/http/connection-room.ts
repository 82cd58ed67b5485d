/**
 * All connections, by the network that they come from. When there are as many as may be, one is closed for the next: of the
 * network that has the most, so that whoever opens thousands crowds out itself, and others always find room.
 */

import type { Connection } from './connection.ts';
import type { Phase } from './connection-hooks.ts';
import { HeaviestFirst } from './heaviest-first.ts';

type ByPhase = Readonly<Record<Phase, Set<Connection>>>;

interface Network {
  readonly name: string;
  count: number;
  /** Each in the order of time, the longest in its phase first. */
  readonly in: ByPhase;
}

interface Place {
  readonly network: Network;
  phase: Phase;
}

const byPhase = (): ByPhase => ({ idle: new Set(), receiving: new Set(), answering: new Set() });

export class ConnectionRoom {
  readonly #places = new Map<Connection, Place>();
  readonly #networks = new Map<string, Network>();
  readonly #order = new HeaviestFirst<Network>();
  readonly #in = byPhase();

  add(connection: Connection): void {
    const name = connection.network;
    const network = this.#networks.get(name) ?? { name, count: 0, in: byPhase() };
    this.#networks.set(name, network);
    this.#order.move(network, network.count, network.count + 1);
    network.count += 1;
    network.in.idle.add(connection);
    this.#in.idle.add(connection);
    this.#places.set(connection, { network, phase: 'idle' });
  }

  remove(connection: Connection): void {
    const place = this.#places.get(connection);
    if (place === undefined) return;
    const { network, phase } = place;
    this.#places.delete(connection);
    this.#in[phase].delete(connection);
    network.in[phase].delete(connection);
    this.#order.move(network, network.count, network.count - 1);
    network.count -= 1;
    if (network.count === 0) this.#networks.delete(network.name);
  }

  move(connection: Connection, phase: Phase): void {
    const place = this.#places.get(connection);
    if (place === undefined || place.phase === phase) return;
    for (const sets of [this.#in, place.network.in]) {
      sets[place.phase].delete(connection);
      sets[phase].add(connection);
    }
    place.phase = phase;
  }

  /** Those in a phase, the longest first. */
  in(phase: Phase): ReadonlySet<Connection> {
    return this.#in[phase];
  }

  /**
   * The connection to close for a new one: of a network that has more than that of the new one, also one that is being
   * answered; else one without a complete request, which may be the new one itself.
   */
  toClose(newest: Connection): Connection {
    const own = this.#places.get(newest)?.network;
    const heaviest = this.#order.heaviest;
    if (heaviest !== undefined && heaviest.count > (own?.count ?? 0)) {
      const { idle, receiving, answering } = heaviest.in;
      return first(idle) ?? first(receiving) ?? first(answering) ?? newest;
    }
    // Each has a fair share: then it is the one that waits for longest, of whatever network.
    const isFair = (own?.count ?? 0) * this.#networks.size <= this.#places.size;
    const { idle, receiving } = own === undefined || isFair ? this.#in : own.in;
    const waiting = first(idle) ?? newest;
    return waiting === newest ? (first(receiving) ?? newest) : waiting;
  }

  /** The connection to close where the system gives no more; null where all are being answered. */
  toSpare(): Connection | null {
    const { idle, receiving } = this.#order.heaviest?.in ?? this.#in;
    return first(idle) ?? first(this.#in.idle) ?? first(receiving) ?? null;
  }
}

function first(connections: ReadonlySet<Connection>): Connection | undefined {
  const [connection] = connections;
  return connection;
}
