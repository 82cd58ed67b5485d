// Compares modification times, so that builds can be skipped when nothing has changed.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Newest modification time (ms) of the given files and of all files in the given folders; 0 when there are none. */
export function newest(...places) {
  let time = 0;
  for (const place of places) {
    if (!existsSync(place)) continue;
    const stat = statSync(place);
    if (stat.isDirectory()) {
      time = Math.max(time, newest(...readdirSync(place).map((name) => path.join(place, name))));
    } else time = Math.max(time, stat.mtimeMs);
  }
  return time;
}
