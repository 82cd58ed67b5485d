/**
 * Detects changed files by looking at them repeatedly: notifications of the system do not work on network drives and in
 * many containers, and depend on how an editor saves.
 */
import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { statFile } from '../../platform/files/files.ts';
import { isHiddenName } from '../../platform/files/paths.ts';

/** Short enough to feel immediate; looking at this many files takes a few milliseconds. */
const LOOK_MS = 200;
const MAX_FILES = 5_000;
const MAX_DEPTH = 16;
/** A change is reported when nothing else changes for a while: editors write several files, or one in parts. */
const SETTLE_MS = 50;
const MAX_SETTLES = 20;

/** What to watch. */
export interface Watched {
  /** Files, and folders with everything below them except hidden names. */
  readonly places: readonly string[];
  /** Absolute paths to ignore, such as the result itself. */
  readonly except: ReadonlySet<string>;
}

/** The state of the files at a moment: two states are equal when nothing has changed. */
export type FilesState = string;

/** True when there are more files than are watched. */
export function isCut(state: FilesState): boolean {
  return state.split('\n').length >= MAX_FILES;
}

/** The state of the files. Files after the first few thousand are ignored. */
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
 * Wait until the state of the files changes, and stays the same for a moment.
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
    // A change that was undone has no new result.
    if (state !== before && !signal.aborted) return state;
  }
  return null;
}

function visibleNames(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // It was removed after it was listed.
    return [];
  }
  return entries.map(({ name }) => name).filter((name) => !isHiddenName(name));
}
