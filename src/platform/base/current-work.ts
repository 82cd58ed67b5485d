/**
 * What the main thread has begun of late, for the line in the log that says who held it up. A few stores for each piece of
 * work, some nanoseconds: what is behind an `await` is not followed.
 */

/** Several pieces may begin in one turn of the event loop. */
const KEPT = 4;

const kinds: string[] = Array.from({ length: KEPT }, () => '');
const subjects: string[] = Array.from({ length: KEPT }, () => '');
let count = 0;

/** Note that a piece of work begins: a call with its path, a question of a screen. */
export function beginWork(kind: string, subject: string): void {
  const place = count % KEPT;
  kinds[place] = kind;
  subjects[place] = subject;
  count += 1;
}

/** What has begun last, the newest first. */
export function latestWork(): readonly string[] {
  const latest: string[] = [];
  for (let n = count - 1; n >= Math.max(0, count - KEPT); n--) {
    latest.push(`${kinds[n % KEPT]} ${subjects[n % KEPT]}`.slice(0, 120));
  }
  return latest;
}
