/** Which figures of two runs are compared, and by how much each may change by chance. */
import { STAGES, type Stage } from '../../../platform/base/stages.ts';
import type { BenchResult, BenchRoute, Knee, Latency } from '../../result.ts';
import {
  bytesPerPicture,
  composeCount,
  cpuPerServedMs,
  errorCount,
  ROUTE_MEANINGS,
  reuseShare,
  servedPerSecond,
} from '../figures.ts';
import { bytesText, megabytesText, msText, rateText, shareText } from '../units.ts';
import { combinedNoise, type FigurePair } from './judge-change.ts';

/** Changes up to these are never marked, however quiet both runs were: two runs of one server differ as much. */
const FLOORS = {
  p50: 0.03,
  p90: 0.06,
  p99: 0.1,
  served: 0.03,
  cpu: 0.05,
  memory: 0.1,
  bytes: 0.02,
  knee: 0.1,
  reuse: 0.03,
};

/** Times that differ by less are the same to everybody, and to the clock of a busy machine. */
const SMALLEST_MS = 0.05;

/** Reuse that differs by less is the same: clocks turn at other moments. */
const SMALLEST_REUSE = 0.02;

/** Fewer wakes, pictures or contents than this give no share and no mean. */
const ENOUGH = 100;

/** All pairs: of the run, of its routes, of its stages. Figures that neither run has are left out. */
export function figurePairs(before: BenchResult, now: BenchResult): readonly FigurePair[] {
  const routes = Object.keys(ROUTE_MEANINGS) as BenchRoute[];
  const stages = Object.keys(STAGES) as Stage[];
  return [
    ...runPairs(before, now),
    ...routes.flatMap((name) => latencyPairs(name, 'routes', before.routes[name], now.routes[name])),
    ...stages.flatMap((name) => latencyPairs(name, 'stages', before.stages[name], now.stages[name])),
  ].filter((pair) => pair.before !== null || pair.now !== null);
}

function latencyPairs(
  name: string,
  group: 'routes' | 'stages',
  before: Latency | undefined,
  now: Latency | undefined,
): readonly FigurePair[] {
  const was = (before?.count ?? 0) > 0 ? before : undefined;
  const is = (now?.count ?? 0) > 0 ? now : undefined;
  const largest = ({ noise }: Latency): number | null => noise && Math.max(noise.p50, noise.p99);
  const noises = {
    p50: combinedNoise(was?.noise?.p50, is?.noise?.p50, FLOORS.p50),
    p90: combinedNoise(was && largest(was), is && largest(is), FLOORS.p90),
    p99: combinedNoise(was?.noise?.p99, is?.noise?.p99, FLOORS.p99),
  };
  return (['p50', 'p90', 'p99'] as const).map((percentile) => ({
    name: `${name} ${percentile}`,
    group,
    before: was?.[percentile] ?? null,
    now: is?.[percentile] ?? null,
    text: msText,
    betterIs: 'lower',
    noise: noises[percentile],
    smallest: SMALLEST_MS,
  }));
}

function runPairs(before: BenchResult, now: BenchResult): readonly FigurePair[] {
  const both = (figure: (result: BenchResult) => number | null) => ({
    before: figure(before),
    now: figure(now),
  });
  const cpuNoise = combinedNoise(before.routes.cycle?.noise?.p50, now.routes.cycle?.noise?.p50, FLOORS.cpu);
  const pictures = Math.min(before.routes.image?.count ?? 0, now.routes.image?.count ?? 0);
  const ofRun = { group: 'run', betterIs: 'lower' } as const;
  return [
    kneePair(before, now),
    {
      ...ofRun,
      ...both((result) => (result.offered === 0 ? null : servedPerSecond(result))),
      name: 'served wakes/s',
      text: rateText,
      betterIs: 'higher',
      noise: countNoise(before.served, now.served, before.offered, now.offered, FLOORS.served),
      unclear: 'too few wakes to tell',
    },
    sharePair('errors', errorCount, before, now),
    sharePair('429s', ({ held }) => held, before, now),
    {
      ...ofRun,
      ...both(reuseShare),
      name: 'reused contents',
      text: shareText,
      betterIs: 'higher',
      noise: Math.min(composeCount(before), composeCount(now)) < ENOUGH ? null : FLOORS.reuse,
      unclear: 'too few contents to tell',
      smallest: SMALLEST_REUSE,
    },
    { ...ofRun, ...both(cpuPerServedMs), name: 'processor a served wake', text: msText, noise: cpuNoise },
    {
      ...ofRun,
      ...both(({ server }) => server?.peakMb ?? null),
      name: 'memory at most',
      text: megabytesText,
      noise: FLOORS.memory,
    },
    {
      ...ofRun,
      ...both(bytesPerPicture),
      name: 'bytes a picture',
      text: bytesText,
      noise: pictures < ENOUGH ? null : FLOORS.bytes,
    },
  ];
}

/** Fewer errors than this may be chance where the other run had none. */
const CHANCE_ERRORS = 4;

/**
 * How far counts of events are apart by chance: two standard deviations of their difference, as a share of the first.
 * Null for few wakes.
 */
function countNoise(
  before: number,
  now: number,
  wakesBefore: number,
  wakesNow: number,
  floor: number,
): number | null {
  if (Math.min(wakesBefore, wakesNow) < ENOUGH) return null;
  return before === 0 ? floor : Math.max(floor, (2 * Math.sqrt(before + now)) / before);
}

/** A count as a share of the wakes. One call may fail by chance in either run, so small counts have much noise. */
function sharePair(
  name: string,
  count: (result: BenchResult) => number,
  before: BenchResult,
  now: BenchResult,
): FigurePair {
  const share = (result: BenchResult): number | null =>
    result.offered === 0 ? null : count(result) / result.offered;
  return {
    name,
    group: 'run',
    before: share(before),
    now: share(now),
    text: shareText,
    betterIs: 'lower',
    noise: countNoise(count(before), count(now), before.offered, now.offered, 0.1),
    unclear: 'too few wakes to tell',
    smallest: CHANCE_ERRORS / Math.max(1, Math.min(before.offered, now.offered)),
  };
}

function kneePair(before: BenchResult, now: BenchResult): FigurePair {
  const agree = (before.knee?.agrees ?? true) && (now.knee?.agrees ?? true);
  return {
    name: 'knee in wakes/s',
    group: 'run',
    before: before.knee?.ratePerSecond ?? null,
    now: now.knee?.ratePerSecond ?? null,
    text: rateText,
    betterIs: 'higher',
    noise: agree ? combinedNoise(searchSpread(before.knee), searchSpread(now.knee), FLOORS.knee) : null,
    unclear: 'the searches disagree',
  };
}

/** How far the searches of a run are from each other, as a share of what they found. */
function searchSpread(knee: Knee | null): number {
  const found = (knee?.searches ?? []).filter((rate) => rate !== null);
  const rate = knee?.ratePerSecond ?? 0;
  return found.length < 2 || rate === 0 ? 0 : (Math.max(...found) - Math.min(...found)) / rate;
}
