/** The timeline of a run as a chart shows it: few enough pieces to be told apart. */
import type { TimelinePoint } from '../../result.ts';
import { countedText, secondsTick } from '../units.ts';
import type { Lane } from './frame.ts';
import type { Scale } from './scale.ts';

/** Two pixels each on a phone. */
const MAX_PIECES = 120;

/** Whether a run has a course at all: one or two pieces are no line. */
export function hasCourse(timeline: readonly TimelinePoint[]): boolean {
  return timeline.length >= 3;
}

/**
 * The timeline in at most 120 pieces. Percentiles cannot be added up: of several pieces the highest p99 is shown, which
 * hides nothing, and the p50 in the middle.
 */
export function mergePieces(timeline: readonly TimelinePoint[]): readonly TimelinePoint[] {
  const each = Math.ceil(timeline.length / MAX_PIECES);
  if (each <= 1) return timeline;
  return Array.from({ length: Math.ceil(timeline.length / each) }, (_, at) =>
    mergeOne(timeline.slice(at * each, (at + 1) * each)),
  );
}

function mergeOne(points: readonly TimelinePoint[]): TimelinePoint {
  const values = (key: 'p50' | 'p99' | 'max' | 'serverCores' | 'serverMb'): readonly number[] =>
    points.map((point) => point[key]).filter((value) => value !== null);
  const sum = (key: 'seconds' | 'offered' | 'served' | 'held' | 'errors'): number =>
    points.reduce((total, point) => total + point[key], 0);
  const highest = (some: readonly number[]): number | null => (some.length === 0 ? null : Math.max(...some));
  const cores = values('serverCores');
  return {
    fromSeconds: points[0]?.fromSeconds ?? 0,
    seconds: sum('seconds'),
    offered: sum('offered'),
    served: sum('served'),
    held: sum('held'),
    errors: sum('errors'),
    p50: values('p50').toSorted((a, b) => a - b)[Math.floor(values('p50').length / 2)] ?? null,
    p99: highest(values('p99')),
    max: highest(values('max')),
    serverCores: cores.length === 0 ? null : cores.reduce((total, one) => total + one, 0) / cores.length,
    serverMb: highest(values('serverMb')),
  };
}

/** When the last piece ends, in seconds. */
export function endOf(timeline: readonly TimelinePoint[]): number {
  const last = timeline.at(-1);
  return last === undefined ? 0 : last.fromSeconds + last.seconds;
}

/** `12 s to 13 s`. */
export function pieceText({ fromSeconds, seconds }: TimelinePoint): string {
  const end = fromSeconds + seconds;
  return `${secondsTick(fromSeconds)} to ${secondsTick(end)}`;
}

/** Strips that mark when calls failed and when devices were told to come back; none where that never happened. */
export function troubleLanes(pieces: readonly TimelinePoint[], x: Scale): readonly Lane[] {
  const lane = (word: string, kind: Lane['kind'], key: 'errors' | 'held'): Lane => ({
    label: `${word}s`,
    kind,
    spans: runsOf(pieces, key).map((run) => ({
      from: x.at(run[0]?.fromSeconds ?? 0),
      to: x.at(endOf(run)),
      text: `${countedText(
        run.reduce((sum, piece) => sum + piece[key], 0),
        word,
      )}, ${runText(run)}`,
    })),
  });
  return [lane('error', 'error', 'errors'), lane('429', 'held', 'held')].filter(
    ({ spans }) => spans.length > 0,
  );
}

function runText(run: readonly TimelinePoint[]): string {
  const [first] = run;
  return first === undefined ? '' : pieceText({ ...first, seconds: endOf(run) - first.fromSeconds });
}

/** Pieces next to each other in which something happened. */
function runsOf(
  pieces: readonly TimelinePoint[],
  key: 'errors' | 'held',
): readonly (readonly TimelinePoint[])[] {
  const runs: TimelinePoint[][] = [];
  let open = false;
  for (const piece of pieces) {
    const happened = piece[key] > 0;
    if (happened && open) runs.at(-1)?.push(piece);
    else if (happened) runs.push([piece]);
    open = happened;
  }
  return runs;
}
