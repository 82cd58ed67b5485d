/** In what two runs differ before anything is measured: their plans and machines. */
import type { BenchResult } from '../../result.ts';
import { foreignLine } from '../foreign-line.ts';
import { megabytesText, rateText, secondsText } from '../units.ts';

/** A setting that two runs do not share. */
export interface Difference {
  readonly what: string;
  readonly before: string;
  readonly now: string;
}

type Setting = readonly [what: string, value: (result: BenchResult) => string];

/** Figures of runs with other values of these say nothing about the server. Another seed is chance, as noise is. */
const PLAN: readonly Setting[] = [
  ['preset', ({ plan }) => plan.preset],
  ['target', ({ plan }) => (plan.target.kind === 'own' ? 'a server of its own' : plan.target.url)],
  ['devices', ({ plan }) => String(plan.devices)],
  ['screens', ({ plan }) => screenList(plan.screens)],
  ['mode', ({ plan }) => plan.mode],
  ['refresh', ({ plan }) => (plan.refreshSeconds === null ? 'none' : secondsText(plan.refreshSeconds))],
  ['rate', ({ plan }) => (plan.ratePerSecond === null ? 'none' : `${rateText(plan.ratePerSecond)}/s`)],
  ['duration', ({ plan }) => secondsText(plan.durationSeconds)],
  ['end', ({ cutShort }) => (cutShort === null ? 'as planned' : 'before its time')],
];

/** With other values of these, what changed may be the machine. */
const MACHINE: readonly Setting[] = [
  ['processor', ({ machine }) => machine.cpu],
  ['cores', ({ machine }) => String(machine.cores)],
  ['memory', ({ machine }) => megabytesText(machine.memoryMb)],
  ['Node', ({ machine }) => machine.node],
  ['platform', ({ machine }) => machine.platform],
];

const MAX_SCREENS = 8;

function screenList(screens: BenchResult['plan']['screens']): string {
  const list = Object.entries(screens)
    .map(([name, devices]) => `${name} ${devices}`)
    .sort();
  const more = list.length > MAX_SCREENS ? ` and ${list.length - MAX_SCREENS} more` : '';
  return list.length === 0 ? 'none' : `${list.slice(0, MAX_SCREENS).join(', ')}${more}`;
}

function differences(
  settings: readonly Setting[],
  before: BenchResult,
  now: BenchResult,
): readonly Difference[] {
  return settings
    .map(([what, value]) => ({ what, before: foreignLine(value(before)), now: foreignLine(value(now)) }))
    .filter((difference) => difference.before !== difference.now);
}

/** What was run otherwise. */
export function planDifferences(before: BenchResult, now: BenchResult): readonly Difference[] {
  return differences(PLAN, before, now);
}

/** Where it was run otherwise. A server elsewhere has a machine that is not known. */
export function machineDifferences(before: BenchResult, now: BenchResult): readonly Difference[] {
  return differences(MACHINE, before, now);
}
