/** Reads lengths of time: `30m`, `12h`, `2d`, or seconds. */
import type { MapReader } from '../yaml/map-reader.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a text such as `90s`, `30m`, `12h` or `2d`; a number alone counts seconds. Null for what is none. */
export function parseDuration(text: string): number | null {
  const [, count, unit = 's'] = /^(\d{1,9}) ?([smhd])?$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (UNITS[unit] ?? Number.NaN);
}

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
  const ms = parseDuration(text);
  const [minMs, maxMs] = [parseDuration(min) ?? 0, parseDuration(max) ?? 0];
  if (ms !== null && ms >= minMs && ms <= maxMs) return ms;
  return reader.reject(key, node, `a time such as 90s, 30m, 12h or 2d, from ${min} to ${max}`);
}
