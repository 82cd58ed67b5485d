/** Moments as fields of the browser show them, in its zone. */

/** `2026-12-24T18:00`, from RFC 3339. */
export function zonedText(at: string): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** RFC 3339, from what a field holds; null for an empty one. */
export function momentOf(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Moments of a day, equally far apart by the clock. @param day  such as `2026-12-24` */
export function momentsOfDay(day: string, count: number): readonly string[] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const all = Array.from({ length: count }, (_, index) =>
    new Date(year, month - 1, date, 0, Math.round((index * 1440) / count)).toISOString(),
  );
  // An hour that a day does not have is the one after it.
  return [...new Set(all)];
}
