// Tells which of two sets of files is newer, for builds that are done only when they are needed.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Newest modification time of files below the given places. */
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
