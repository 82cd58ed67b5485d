/** The first devices of a list behind a place, found without sorting all: the fleet is large, and a page is small. */
import type { FleetDevice } from './fleet-devices.ts';
import type { FleetOrder, Place } from './fleet-sort.ts';

/** So many behind those that are sorted: names are slow to compare, and to sort a page of them anew takes ten milliseconds. */
const UNSORTED = 128;

interface Found {
  readonly device: FleetDevice;
  readonly place: Place;
}

export class FleetPage {
  readonly #order: FleetOrder;
  readonly #after: Place | null;
  readonly #rows: number;
  /** The first ones so far are among these; sorted and cut whenever there are some more than needed. */
  #found: Found[] = [];
  /** No device behind this place is one of the first. */
  #last: Place | null = null;

  constructor(order: FleetOrder, after: Place | null, rows: number) {
    this.#order = order;
    this.#after = after;
    this.#rows = rows;
  }

  offer(device: FleetDevice): void {
    const place = this.#order.placeOf(device);
    if (this.#after !== null && this.#order.compare(place, this.#after) <= 0) return;
    if (this.#last !== null && this.#order.compare(place, this.#last) >= 0) return;
    this.#found.push({ device, place });
    if (this.#found.length > this.#rows + UNSORTED) this.#cut();
  }

  /** The devices of the page, and where it ends; null where nothing comes behind it. */
  end(): { readonly devices: readonly FleetDevice[]; readonly end: Place | null } {
    this.#cut();
    const page = this.#found.slice(0, this.#rows);
    const hasMore = this.#found.length > this.#rows;
    return { devices: page.map(({ device }) => device), end: hasMore ? (page.at(-1)?.place ?? null) : null };
  }

  /** One more than the page shows is kept, to know whether there is another page. */
  #cut(): void {
    this.#found.sort((one, other) => this.#order.compare(one.place, other.place));
    this.#found.length = Math.min(this.#found.length, this.#rows + 1);
    if (this.#found.length > this.#rows) this.#last = this.#found.at(-1)?.place ?? null;
  }
}
