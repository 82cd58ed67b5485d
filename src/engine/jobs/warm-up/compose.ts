/** The warm-up of a compose worker: an embedded screen, from script to checked SVG. */
import { LRUCache } from 'lru-cache';
import { layoutTable } from '../../../domain/layout.ts';
import { FOUR_GREYS } from '../../../domain/palette.ts';
import { DEFAULT_SIZE } from '../../../domain/panel.ts';
import { monotonicMs } from '../../../platform/base/clock.ts';
import { deadlineIn } from '../../../platform/base/deadline.ts';
import { LIMITS } from '../../../platform/base/limits.ts';
import type { Timed } from '../../../platform/base/stages.ts';
import { ScriptClock } from '../../scheduling/script-clock.ts';
import { type ComposeTools, compose } from '../compose.ts';
import type { ComposeJob, ComposeScreen, TryResult } from '../jobs.ts';
import { type IsQuiet, warmUpRounds } from './rounds.ts';

const NOON_MS = Date.UTC(2026, 0, 1, 12);
const REFUSED = { ok: false, error: 'a warm-up reaches nothing' } as const;

/** Compose as often as the time allows. @param folder of the screen @returns how often */
export function warmUpCompose(
  { lua, templates, fonts }: Pick<ComposeTools, 'lua' | 'templates' | 'fonts'>,
  folder: string,
  isQuiet: IsQuiet,
): Promise<number> {
  const tools: ComposeTools = {
    lua,
    templates,
    fonts,
    // A cache for the round alone, so that each round checks its SVG and none takes the place of a screen's.
    checked: new LRUCache({ max: 1 }),
    fetch: () => REFUSED,
    processImage: () => REFUSED,
    readData: () => ({ ok: false }),
    log: () => {},
    noteOverrun: () => {},
    waitForTurn: () => {},
  };
  return warmUpRounds((round) => composeRound(tools, folder, round), isQuiet);
}

/** One round, whose data are like those of no other. */
export function composeRound(tools: ComposeTools, folder: string, round: number): Timed<TryResult> {
  const job: ComposeJob = {
    jobId: 0,
    screen: boardIn(folder),
    params: {},
    device: { battery_voltage: 3.5 + round / 100 },
    layout: layoutTable(DEFAULT_SIZE, FOUR_GREYS),
    hasPrevious: false,
    nowMs: NOON_MS + round * 61_000,
    askedMs: monotonicMs(),
    placeMs: 0,
    deadline: deadlineIn(LIMITS.scriptCpuMs),
    clock: new ScriptClock().memory,
  };
  return compose(tools, job);
}

function boardIn(folder: string): ComposeScreen {
  return { ref: 'warm-up', roots: [folder], dir: '', scriptFile: 'board.lua', templateFile: 'board.svg' };
}
