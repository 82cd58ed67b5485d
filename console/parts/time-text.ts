/** Times and durations as people read them. */

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** A duration in its largest unit: `3 min`. */
export function durationText(seconds: number): string {
  const [unit, size] = UNITS.find(([, one]) => Math.abs(seconds) >= one) ?? ['s', 1];
  return `${Math.round(seconds / size)} ${unit}`;
}

/** How long ago or ahead a moment is: `3 min ago`, `in 2 h`. */
export function agoText(atMs: number, nowMs: number): string {
  const seconds = (nowMs - atMs) / 1000;
  if (Math.abs(seconds) < 5) return 'now';
  return seconds > 0 ? `${durationText(seconds)} ago` : `in ${durationText(-seconds)}`;
}

const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** A moment with its day, in the zone of the browser. */
export function fullTime(at: string | number): string {
  return FULL.format(new Date(at));
}

/** The time of day: `07:15:03`. */
export function clockTime(at: string | number): string {
  return CLOCK.format(new Date(at));
}

/** `24 Dec` */
export function dayText(at: string | number): string {
  return DAY.format(new Date(at));
}

/** A size: `12.3 KB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A number of things: `1 device`, `3 devices`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
