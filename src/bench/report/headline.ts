/** The answer of a run in one sentence, and whether it is a good one. */
import type { BenchResult, Knee } from '../result.ts';
import { errorCount, offeredPerSecond, servedShare } from './figures.ts';
import { foreignLine } from './foreign-line.ts';
import { countedText, countText, msText, NBSP, rateText, shareText } from './units.ts';

/** `good`: everything was served. `doubtful`: read the warnings. `bad`: calls failed, or nothing was measured. */
export type RunTone = 'good' | 'doubtful' | 'bad';

export interface Headline {
  readonly tone: RunTone;
  readonly sentence: string;
}

/** Less than this share of wakes served is bad even without errors: devices were turned away. */
const SERVED_WELL = 0.99;

/** What a run says, in one sentence. */
export function headlineOf(result: BenchResult): Headline {
  if (result.offered === 0) return { tone: 'bad', sentence: 'Nothing was measured: no wake was due.' };
  if (result.knee !== null) return kneeHeadline(result.knee);
  if (result.served === 0) return { tone: 'bad', sentence: nothingServed(result) };
  const errors = errorCount(result);
  const share = servedShare(result) ?? 0;
  const sentence = `${subject(result)}: ${[`served${NBSP}${shareText(share)}`, ...trouble(result, errors), ...p99s(result)].join(', ')}`;
  if (errors > 0 || share < SERVED_WELL) return { tone: 'bad', sentence };
  const doubts = share < 1 || result.warnings.length > 0 || result.cutShort !== null;
  return { tone: doubts ? 'doubtful' : 'good', sentence };
}

function subject(result: BenchResult): string {
  const rate = offeredPerSecond(result);
  const at = rate === null ? '' : ` at ${rateText(rate)}${NBSP}wakes/s`;
  return `${countedText(result.plan.devices, 'device')}${at}`;
}

function trouble(result: BenchResult, errors: number): readonly string[] {
  return [
    ...(errors > 0 ? [countedText(errors, 'error')] : []),
    ...(result.held > 0 ? [`${countText(result.held)} told to come back later`] : []),
  ];
}

function p99s({ routes }: BenchResult): readonly string[] {
  return (['display', 'image'] as const).flatMap((route) => {
    const latency = routes[route];
    return latency === undefined || latency.count === 0
      ? []
      : [`${route}${NBSP}p99${NBSP}${msText(latency.p99)}`];
  });
}

function nothingServed(result: BenchResult): string {
  const wakes = result.offered === 1 ? 'The only wake was' : `None of ${countText(result.offered)} wakes was`;
  const most = result.errors.toSorted((a, b) => b.count - a.count)[0];
  const not = result.offered === 1 ? ' not' : '';
  if (most !== undefined) return `${wakes}${not} served: ${foreignLine(most.kind)} (${most.route}).`;
  return `${wakes}${not} served${result.held > 0 ? ': the devices were told to come back later' : ''}.`;
}

function kneeHeadline(knee: Knee): Headline {
  if (knee.ratePerSecond === null) {
    const lowest = knee.steps.toSorted((a, b) => a.ratePerSecond - b.ratePerSecond)[0];
    const rate = lowest === undefined ? '' : `, ${rateText(lowest.ratePerSecond)}${NBSP}wakes/s`;
    const why = lowest?.failure ?? null;
    return {
      tone: 'bad',
      sentence: `Does not keep up with the lowest rate${rate}${why === null ? '' : `: ${foreignLine(why)}`}`,
    };
  }
  const rate = rateText(knee.ratePerSecond);
  const searches = searchesText(knee);
  return knee.agrees
    ? { tone: 'good', sentence: `Keeps up to ${rate}${NBSP}wakes/s ${searches}` }
    : {
        tone: 'doubtful',
        sentence: `Keeps up to about ${rate}${NBSP}wakes/s, but the searches disagree ${searches}: too noisy to tell`,
      };
}

function searchesText({ searches }: Knee): string {
  const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five'];
  const count = NUMBERS[searches.length] ?? countText(searches.length);
  if (searches.length < 2) return `(${count} search)`;
  return `(${count} searches: ${searches.map((rate) => (rate === null ? 'none' : rateText(rate))).join(', ')})`;
}
