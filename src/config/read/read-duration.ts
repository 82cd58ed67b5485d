/** Reads lengths of time: `30m`, `12h`, `1d12h`, or seconds. */
import { parseSpan } from '../../domain/schedule/words.ts';
import type { MapReader } from '../../platform/yaml/map-reader.ts';

/** Lengths as people write them. */
interface Span {
  readonly min: string;
  readonly max: string;
  readonly fallback: string;
}

/** A length of time within bounds, in ms; the fallback where there is none, or none that can be used. */
export function readDuration<Key extends string>(
  reader: MapReader<Key>,
  key: Key,
  { min, max, fallback }: Span,
): number {
  const node = reader.node(key);
  const text = reader.text(key);
  if (node !== undefined && text !== undefined) {
    const seconds = parseSpan(text);
    if (seconds !== null && seconds * 1000 >= spanMs(min) && seconds * 1000 <= spanMs(max))
      return seconds * 1000;
    reader.reject(key, node, `a time such as 90s, 30m, 12h or 2d, from ${min} to ${max}`);
  }
  return spanMs(fallback);
}

function spanMs(span: string): number {
  return (parseSpan(span) ?? Number.NaN) * 1000;
}
