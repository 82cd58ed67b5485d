/** What a run has read, in short, for authors who want to know when its result is used again. */

import { FACT_TABLES, type FactTable, type RunReads } from '../../domain/reads.ts';
import type { Unrepeatable } from '../../platform/base/unrepeatable.ts';
import { plural } from '../../platform/base/words.ts';
import type { ClockUnit } from '../../platform/time/clock-window.ts';

/** What was read of a table: names of fields, or all. */
type FieldsRead = readonly string[] | 'all';

export interface ReadSummary {
  readonly reusable: boolean;
  /** Present where the result cannot be used again. */
  readonly reason?: Unrepeatable;
  /** Only tables of which something was read. */
  readonly tables: Readonly<Partial<Record<FactTable, FieldsRead>>>;
  /** The finest unit of the clock that was read; null where it was not. */
  readonly clock: ClockUnit | null;
  /** Files that were looked for, found or not. */
  readonly files: number;
  /** Answers from the cache of HTTP answers, or on their way into it. */
  readonly answers: number;
  /** Names of pushed data that were looked for; absent without any. */
  readonly data?: readonly string[];
  readonly fonts: boolean;
  /** Whether the device has a picture that may be left in place. */
  readonly previous: boolean;
}

/** For people: why a result is not used again. */
const REASONS: Readonly<Record<Unrepeatable, string>> = {
  uncached_http: 'a request without cache_ttl, or with an answer that is no success',
  failed_read: 'a request or a picture failed',
  cache_state:
    'http_response told that its answer did not come from the cache; the next run may be used again',
  new_file: 'a file of the screen has changed within the last two seconds',
  cpu_time: 'os.clock was called',
  random: 'math.randomseed was called without a number',
  too_much: 'it read or logged too much',
};

const UNIT_SECONDS: readonly (readonly [ClockUnit, number])[] = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3_600],
];

/** Sum up the reads of a run. A file that has just been edited is no reason here: it will not be new for long. */
export function summarizeReads({ reads, unrepeatable }: RunReads): ReadSummary {
  const tables: Partial<Record<FactTable, FieldsRead>> = {};
  let shortestMs = Number.POSITIVE_INFINITY;
  for (const read of reads) {
    if (read[0] === 'all') tables[read[1]] = 'all';
    else if (read[0] === 'field') {
      const before = tables[read[1]] ?? [];
      if (before !== 'all') tables[read[1]] = [...before, read[2]];
    } else if (read[0] === 'clock') shortestMs = Math.min(shortestMs, read[2] - read[1]);
  }
  const count = (kind: string): number => reads.filter(([of]) => of === kind).length;
  const data = reads.flatMap((read) => (read[0] === 'data' ? [read[1]] : []));
  const reason = unrepeatable === 'new_file' ? null : unrepeatable;
  return {
    reusable: reason === null,
    ...(reason === null ? {} : { reason }),
    tables,
    clock: Number.isFinite(shortestMs) ? unitOf(shortestMs / 1000) : null,
    files: count('file'),
    answers: count('http'),
    ...(data.length === 0 ? {} : { data }),
    fonts: count('fonts') > 0,
    previous: count('previous') > 0,
  };
}

function unitOf(seconds: number): ClockUnit {
  return UNIT_SECONDS.find(([, span]) => seconds <= span)?.[0] ?? 'day';
}

/** A sentence for people: what was read, and whether the result is used again. */
export function describeReads(summary: ReadSummary): string {
  const { tables, clock, answers, data = [], fonts, previous, reason } = summary;
  const fields = FACT_TABLES.flatMap((table) => {
    const read = tables[table];
    if (read === undefined) return [];
    return read === 'all' ? [`all of ${table}`] : [`${table} ${read.join(', ')}`];
  });
  const parts = [
    ...fields,
    ...(clock === null ? [] : [`the clock (${clock})`]),
    ...(answers === 0 ? [] : [plural(answers, 'HTTP answer')]),
    ...(data.length === 0 ? [] : [`data ${data.join(', ')}`]),
    ...(fonts ? ['fonts'] : []),
    ...(previous ? ['whether there is a picture before'] : []),
  ];
  const read = parts.length === 0 ? 'nothing but its files' : parts.join('; ');
  const end =
    reason === undefined ? 'used again while that is the same' : `not used again: ${REASONS[reason]}`;
  return `${read}; ${end}`;
}
