/** Reads lengths of time: `30m`, `12h`, `1d12h`, or seconds. */
import { parseSpan } from '../../domain/schedule/words.ts';
import type { MapReader } from '../../platform/yaml/map-reader.ts';

/** A length of time within bounds, in ms. */
export function readDuration<Key extends string>(
  reader: MapReader<Key>,
  key: Key,
  min: string,
  max: string,
): number | undefined {
  const node = reader.node(key);
  const text = reader.text(key);
  if (node === undefined || text === undefined) return undefined;
  const [seconds, least, most] = [text, min, max].map((span) => parseSpan(span) ?? Number.NaN);
  if (seconds !== undefined && seconds >= Number(least) && seconds <= Number(most)) return seconds * 1000;
  return reader.reject(key, node, `a time such as 90s, 30m, 12h or 2d, from ${min} to ${max}`);
}
