/** The key figures of a run, one card each. */
import type { BenchResult, Knee } from '../../result.ts';
import {
  bytesPerPicture,
  cpuPerServedMs,
  errorCount,
  offeredPerSecond,
  reuseShare,
  servedPerSecond,
  servedShare,
  serverCores,
} from '../figures.ts';
import { type Markup, markup } from '../markup.ts';
import {
  bytesText,
  coresText,
  countedText,
  countText,
  megabytesText,
  msText,
  rateText,
  shareText,
} from '../units.ts';

interface Card {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly bad?: boolean;
}

/** The cards; those without a figure are left out. Null where nothing was measured. */
export function keyFigures(result: BenchResult): Markup | null {
  if (result.offered === 0) return null;
  const { knee } = result;
  const cards = [
    ...(knee === null ? [...loadCards(result), ...latencyCards(result)] : kneeCards(knee)),
    ...troubleCards(result),
    ...reuseCards(result),
    ...serverCards(result),
  ];
  return markup`<dl class="cards">${cards.map(
    ({ name, value, note, bad = false }) =>
      markup`<div class="${bad ? 'card bad' : 'card'}"><dt>${name}</dt><dd><strong>${value}</strong> <span>${note}</span></dd></div>`,
  )}</dl>`;
}

function loadCards(result: BenchResult): readonly Card[] {
  const share = servedShare(result);
  const rate = offeredPerSecond(result);
  const servedRate = servedPerSecond(result);
  const wakes = `${countText(result.served)} of ${countedText(result.offered, 'wake')}`;
  return [
    ...(share === null ? [] : [{ name: 'Served', value: shareText(share), note: wakes, bad: share < 1 }]),
    ...(rate === null ? [] : [{ name: 'Rate', value: `${rateText(rate)}/s`, note: rateNote(servedRate) }]),
  ];
}

function rateNote(servedRate: number | null): string {
  return servedRate === null
    ? 'wakes that were due'
    : `wakes that were due; ${rateText(servedRate)}/s served`;
}

const LATENCY_NAMES = { cycle: 'Whole wake', display: 'Display', image: 'Image' } as const;

function latencyCards({ routes }: BenchResult): readonly Card[] {
  return (['cycle', 'display', 'image'] as const).flatMap((route) => {
    const latency = routes[route];
    if (latency === undefined || latency.count === 0) return [];
    const note = `p50 ${msText(latency.p50)}, max ${msText(latency.max)}`;
    return [{ name: `${LATENCY_NAMES[route]}, p99`, value: msText(latency.p99), note }];
  });
}

/** The cards of a search. The latencies of all its steps together say nothing: they depend on how far it went. */
function kneeCards({ ratePerSecond, searches, steps }: Knee): readonly Card[] {
  const kept = steps
    .filter((step) => step.failure === null)
    .toSorted((a, b) => b.ratePerSecond - a.ratePerSecond)[0];
  return [
    ...(ratePerSecond === null
      ? []
      : [{ name: 'Knee', value: `${rateText(ratePerSecond)}/s`, note: 'wakes that it keeps up with' }]),
    ...(kept === undefined || kept.p99 === null
      ? []
      : [
          {
            name: 'Whole wake, p99',
            value: msText(kept.p99),
            note: `at ${rateText(kept.ratePerSecond)} wakes/s`,
          },
        ]),
    {
      name: 'Search',
      value: countedText(steps.length, 'step'),
      note: `in ${searches.length === 1 ? '1 search' : `${countText(searches.length)} searches`}`,
    },
  ];
}

function troubleCards(result: BenchResult): readonly Card[] {
  const errors = errorCount(result);
  const searching = result.knee !== null;
  const beyond = searching ? ', also beyond the knee' : '';
  return [
    {
      name: 'Errors',
      value: countText(errors),
      note: errors === 0 ? 'no call failed' : `calls that failed${beyond}`,
      bad: errors > 0 && !searching,
    },
    ...(result.held === 0
      ? []
      : [{ name: '429s', value: countText(result.held), note: `told to come back later${beyond}` }]),
  ];
}

function reuseCards(result: BenchResult): readonly Card[] {
  const share = reuseShare(result);
  if (share === null) return [];
  const composed = `${countText(result.reuse?.fresh ?? 0)} composed`;
  return [{ name: 'Reused contents', value: shareText(share), note: composed }];
}

function serverCards(result: BenchResult): readonly Card[] {
  const each = cpuPerServedMs(result);
  const cores = serverCores(result);
  const bytes = bytesPerPicture(result);
  return [
    ...(each === null || cores === null
      ? []
      : [
          {
            name: 'Processor',
            value: msText(each),
            note: `a served wake; ${coresText(cores)} cores on average`,
          },
        ]),
    ...(result.server === null
      ? []
      : [{ name: 'Memory', value: megabytesText(result.server.peakMb), note: 'at most' }]),
    ...(bytes === null ? [] : [{ name: 'Picture', value: bytesText(bytes), note: 'on average' }]),
  ];
}
