/**
 * Notices that files change, by looking at them again and again: what the system reports of changes is not to be had on
 * network drives and in many containers, and differs with how an editor saves.
 */
import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { statFile } from '../../files/files.ts';
import { isHiddenName } from '../../files/hidden-names.ts';

/** Short enough to seem at once; so many files take a few milliseconds each time. */
const LOOK_MS = 200;
const MAX_FILES = 5_000;
const MAX_DEPTH = 16;
/** A change is one when nothing more happens for a while: editors write several files, or one in pieces. */
const SETTLE_MS = 50;
const MAX_SETTLES = 20;

/** What is looked at. */
export interface Watched {
  /** Files, and folders with all that is below them but for hidden names. */
  readonly places: readonly string[];
  /** Absolute paths of what does not count, such as the result itself. */
  readonly except: ReadonlySet<string>;
}

/** The files as they are at a moment: two of them are equal when nothing has changed. */
export type FilesState = string;

/** True when there are more files than are looked at. */
export function isCut(state: FilesState): boolean {
  return state.split('\n').length >= MAX_FILES;
}

/** Look at the files. Those after the first few thousand are left out. */
export function stateOf({ places, except }: Watched): FilesState {
  const lines: string[] = [];
  const look = (place: string, depth: number): void => {
    const stats = except.has(place) || lines.length >= MAX_FILES ? undefined : statFile(place);
    if (stats === undefined) return;
    if (stats.isDirectory()) {
      if (depth < MAX_DEPTH) for (const name of visibleNames(place)) look(path.join(place, name), depth + 1);
    } else lines.push(`${place} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`);
  };
  for (const place of places) look(path.resolve(place), 0);
  return lines.join('\n');
}

/**
 * Wait until the files are in another state, and stay in it for a moment.
 * @returns the new state; null when `signal` comes first
 */
export async function nextState(
  before: FilesState,
  watched: Watched,
  signal: AbortSignal,
): Promise<FilesState | null> {
  const look = async (ms: number): Promise<FilesState> => {
    await wait(ms, undefined, { signal }).catch(() => undefined);
    return stateOf(watched);
  };
  while (!signal.aborted) {
    let state = await look(LOOK_MS);
    if (state === before) continue;
    for (let tries = 0; tries < MAX_SETTLES && !signal.aborted; tries += 1) {
      const next = await look(SETTLE_MS);
      if (next === state) break;
      state = next;
    }
    // What came back to where it was meanwhile has no other result.
    if (state !== before && !signal.aborted) return state;
  }
  return null;
}

function visibleNames(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // It went away since it was listed.
    return [];
  }
  return entries.map(({ name }) => name).filter((name) => !isHiddenName(name));
}
