/** Words of which the texts of alerts are made. */

/** A moment in the zone of the server, such as `2026-02-21 09:14`. */
export function minuteText(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const UNITS: readonly (readonly [seconds: number, one: string, many: string])[] = [
  [86_400, 'day', 'days'],
  [3_600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
];

/** A length of time in its largest whole unit, such as `15 minutes`. */
export function lengthText(seconds: number): string {
  for (const [unit, one, many] of UNITS) {
    const count = Math.round(seconds / unit);
    // Up to 99 of a unit are more exact than one or two of the next.
    if (seconds % unit === 0 ? count >= 1 : count >= 3 || unit === 1)
      return `${count} ${count === 1 ? one : many}`;
  }
  return '0 seconds';
}
