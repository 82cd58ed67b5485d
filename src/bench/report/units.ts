/** Figures of a report as texts: few digits, with their unit, and no space at which a line could be broken. */

/** A space that does not break. */
export const NBSP = '\u00a0';

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** `2 000`. */
export function countText(count: number): string {
  return GROUPED.format(count).replaceAll(',', NBSP);
}

/** `1 device`, `2 000 devices`. */
export function countedText(count: number, word: string): string {
  return `${countText(count)}${NBSP}${word}${count === 1 ? '' : 's'}`;
}

/** Two digits, or all that stand before the point: `0.84`, `4.1`, `12`, `1 830`. */
function shortNumber(value: number): string {
  if (value === 0) return '0';
  if (value < 0.005) return '<0.01';
  if (value < 0.995) return value.toFixed(2);
  return value < 9.95 ? value.toFixed(1) : countText(value);
}

/** A time in milliseconds: `0.84 ms`, `12 ms`, `1.2 s`, `3.5 min`. */
export function msText(ms: number): string {
  if (ms < 999.5) return `${shortNumber(ms)}${NBSP}ms`;
  return ms < 119_500 ? `${shortNumber(ms / 1000)}${NBSP}s` : `${shortNumber(ms / 60_000)}${NBSP}min`;
}

/** The same, or a dash where nothing was measured. */
export function msOrDash(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? '–' : msText(ms);
}

/** A duration that somebody chose: `0.5 s`, `15 s`, `90 s`, `5 min`. */
export function secondsText(seconds: number): string {
  if (seconds >= 120 && seconds % 30 === 0) return `${seconds / 60}${NBSP}min`;
  return `${seconds < 10 ? Number(seconds.toFixed(1)) : countText(seconds)}${NBSP}s`;
}

/** `812 B`, `44 KB`, `1.2 MB`; a kilobyte has 1 000 bytes. */
export function bytesText(bytes: number): string {
  if (bytes < 999.5) return `${countText(bytes)}${NBSP}B`;
  if (bytes < 999_500) return `${shortNumber(bytes / 1e3)}${NBSP}KB`;
  return bytes < 999_500_000
    ? `${shortNumber(bytes / 1e6)}${NBSP}MB`
    : `${shortNumber(bytes / 1e9)}${NBSP}GB`;
}

/** Memory that was measured in megabytes: `284 MB`, `3.9 GB`. */
export function megabytesText(mb: number): string {
  return bytesText(mb * 1e6);
}

/** Wakes a second without their unit: `4.3`, `222`. */
export function rateText(perSecond: number): string {
  return shortNumber(perSecond).replace(/\.0$/, '');
}

/** `2.4 cores`, as a number. */
export function coresText(cores: number): string {
  return cores < 9.95 ? cores.toFixed(cores < 0.995 ? 2 : 1) : countText(cores);
}

/**
 * A share in percent, never rounded to all or to nothing: `100 %` only for 1, `0 %` only for 0, `99.9 %`, `<0.1 %`,
 * `42 %`.
 */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent <= 0 || percent >= 100) return `${countText(percent)}${NBSP}%`;
  if (percent < 0.1) return `<0.1${NBSP}%`;
  if (percent > 99) return `${(Math.floor(percent * 10) / 10).toFixed(1)}${NBSP}%`;
  return `${percent < 9.95 ? percent.toFixed(1) : percent.toFixed(0)}${NBSP}%`;
}

/** How much more or less, with its sign: `+12 %`, `−3.4 %`, `3.2 times`. */
export function changeText(change: number): string {
  const percent = Math.abs(change) * 100;
  if (change >= 999) return `>${countText(1000)}${NBSP}times`;
  if (change >= 2) return `${shortNumber(change + 1)}${NBSP}times`;
  const digits = percent < 9.95 ? percent.toFixed(1) : percent.toFixed(0);
  if (Number(digits) === 0) return `0${NBSP}%`;
  return `${change > 0 ? '+' : '−'}${digits}${NBSP}%`;
}

/** A time on an axis, with no digit that it does not need: `30 µs`, `0.5 ms`, `10 ms`, `1 s`. */
export function msTick(ms: number): string {
  if (ms === 0) return '0';
  if (ms < 0.1) return `${Number((ms * 1000).toPrecision(3))}${NBSP}µs`;
  if (ms < 1000) return `${Number(ms.toPrecision(3))}${NBSP}ms`;
  return `${countTick(ms / 1000)}${NBSP}s`;
}

/** A place in time to a tenth of a second: `12.5 s`. */
export function secondsTick(seconds: number): string {
  return `${seconds < 1000 ? Number(seconds.toFixed(1)) : countText(seconds)}${NBSP}s`;
}

/** Writes places on an axis of time: in minutes where it is longer than two. */
export function clockTick(end: number): (seconds: number) => string {
  if (end > 7_200) return (seconds) => `${Number((seconds / 3600).toFixed(2))}${NBSP}h`;
  if (end > 120) return (seconds) => `${Number((seconds / 60).toFixed(2))}${NBSP}min`;
  return (seconds) => `${Number(seconds.toFixed(2))}${NBSP}s`;
}

/** A point in time to the minute, `2026-11-22 15:52 UTC`; text in another format as it is. */
export function momentText(text: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/.exec(text) ?? [];
  return date === undefined ? text : `${date} ${time} UTC`;
}

/** A count or rate on an axis: `0.5`, `200`, `1 500`, `20 k`. */
export function countTick(value: number): string {
  if (value >= 10_000) return `${Number((value / 1000).toPrecision(4))}${NBSP}k`;
  return value < 10 ? String(Number(value.toPrecision(3))) : countText(value);
}
