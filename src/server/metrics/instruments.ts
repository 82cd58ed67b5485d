/** Makes the server's metrics: those that are counted as things happen, and those that are read at each scrape. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Names in Prometheus begin with it. */
const PREFIX = 'stipple_';

/**
 * Upper bounds for durations in seconds: a hot display call takes under a millisecond, a cold picture some ten, a script
 * that waits for the network seconds, and no call of a device more than 14 s.
 */
export const DURATIONS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15,
];

/** One value with its labels. */
export interface LabelledValue<Label extends string> {
  readonly labels: Readonly<Record<Label, string | number>>;
  readonly value: number;
}

type Read<Label extends string> = () => Iterable<LabelledValue<Label>>;

export class Instruments {
  readonly #registers: Registry[];

  constructor(registry: Registry) {
    this.#registers = [registry];
  }

  counter<Label extends string = never>(
    name: string,
    help: string,
    labels: readonly Label[] = [],
  ): Counter<Label> {
    return new Counter(this.#about(name, help, labels));
  }

  histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels: readonly Label[] = [],
  ): Histogram<Label> {
    return new Histogram({ ...this.#about(name, help, labels), buckets: [...buckets] });
  }

  /** A counter of what the server counts anyway. */
  readCounter<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: Read<Label>,
  ): void {
    new Counter({
      ...this.#about(name, help, labels),
      collect() {
        this.reset();
        for (const sample of read()) this.inc(sample.labels, sample.value);
      },
    });
  }

  readGauge<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: Read<Label>,
  ): void {
    new Gauge({
      ...this.#about(name, help, labels),
      collect() {
        this.reset();
        for (const sample of read()) this.set(sample.labels, sample.value);
      },
    });
  }

  #about<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
  ): { name: string; help: string; labelNames: Label[]; registers: Registry[] } {
    return { name: `${PREFIX}${name}`, help, labelNames: [...labels], registers: this.#registers };
  }
}

/** The samples of a record: its keys as values of one label. */
export function samplesBy<Label extends string>(
  label: Label,
  values: Readonly<Record<string, number>>,
): LabelledValue<Label>[] {
  return Object.entries(values).map(([name, value]) => {
    const labels = { [label]: name } as Record<Label, string>;
    return { labels, value };
  });
}

/** The sample of a metric without labels. */
export function single(value: number): LabelledValue<never>[] {
  return [{ labels: {}, value }];
}
