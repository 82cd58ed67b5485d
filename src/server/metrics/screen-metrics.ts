/** Where the time of screens goes, and how they fail. */

import type { EngineEvents } from '../../domain/engine-events.ts';
import { BoundedNames } from '../../platform/base/bounded-names.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { ownTime, STAGES, type Stage, type StageTimes } from '../../platform/base/stages.ts';
import { DURATIONS, type Instruments, type LabelledValue } from './instruments.ts';

const ALL_STAGES = Object.keys(STAGES) as Stage[];
/** Upper bounds in seconds, coarser than others because there is a histogram for each screen. */
const SCREEN_DURATIONS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Register what is counted of screens. */
export function screenMetrics(instruments: Instruments, events: EngineEvents): void {
  const names = new BoundedNames(LIMITS.metricScreens);
  const ofStages = stageHistograms(instruments);
  const ofScreens = instruments.histogram(
    'screen_seconds',
    'Time that a run of a screen took, drawing and the wait for a thread not included',
    SCREEN_DURATIONS,
    ['screen'],
  );
  const totals = stageTotals(instruments);
  const failures = instruments.counter(
    'screen_failures_total',
    'Failures of screens and of their pictures, by code',
    ['screen', 'code'],
  );
  events.on('stages', (screen, timesMs) => {
    const name = names.of(screen);
    for (const stage of ALL_STAGES) {
      const ms = timesMs[stage];
      if (ms !== undefined) ofStages[stage].observe(ms / 1000);
    }
    totals(name, timesMs);
    const ownMs = ownTime(timesMs);
    if (ownMs !== null) ofScreens.observe({ screen: name }, ownMs / 1000);
  });
  events.on('screenFailed', (screen, code) => failures.inc({ screen: names.of(screen), code }));
}

/** The histogram of each stage, there from the start. */
function stageHistograms(
  instruments: Instruments,
): Readonly<Record<Stage, { observe(seconds: number): void }>> {
  const histogram = instruments.histogram(
    'stage_seconds',
    'Time of each stage of a picture, from the wait for a thread to the encoding of the PNG',
    DURATIONS,
    ['stage'],
  );
  for (const stage of ALL_STAGES) histogram.zero({ stage });
  const entries = ALL_STAGES.map((stage) => [stage, histogram.labels({ stage })]);
  return Object.fromEntries(entries) as ReturnType<typeof stageHistograms>;
}

/** Sums of the stages of each screen. They are added up here, as a counter of Prometheus would cost more than the sum. */
function stageTotals(instruments: Instruments): (screen: string, timesMs: StageTimes) => void {
  const totalsMs = new Map<string, StageTimes>();
  instruments.readCounter(
    'screen_stage_seconds_total',
    'Time that each stage of the pictures of a screen took in all',
    ['screen', 'stage'],
    function* (): Generator<LabelledValue<'screen' | 'stage'>> {
      for (const [screen, timesMs] of totalsMs) {
        for (const [stage, ms] of Object.entries(timesMs)) {
          yield { labels: { screen, stage }, value: ms / 1000 };
        }
      }
    },
  );
  return (screen, timesMs) => {
    let sums = totalsMs.get(screen);
    if (sums === undefined) {
      sums = {};
      totalsMs.set(screen, sums);
    }
    for (const stage of ALL_STAGES) {
      const ms = timesMs[stage];
      if (ms !== undefined) sums[stage] = (sums[stage] ?? 0) + ms;
    }
  };
}
