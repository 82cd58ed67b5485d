/** What was run, where, and what it used: one line each. */
import type { BenchResult } from '../../result.ts';
import {
  bytesPerPicture,
  clientShare,
  cpuPerServedMs,
  dueSeconds,
  errorCount,
  offeredPerSecond,
  reuseShare,
  servedPerSecond,
  servedShare,
  serverCores,
} from '../figures.ts';
import { foreignLine } from '../foreign-line.ts';
import {
  bytesText,
  coresText,
  countedText,
  countText,
  megabytesText,
  momentText,
  msText,
  NBSP,
  rateText,
  secondsText,
  shareText,
} from '../units.ts';

/** A name, and the sentence that belongs to it. */
export interface Fact {
  readonly name: string;
  readonly text: string;
}

const MODES: Readonly<Record<BenchResult['plan']['mode'], string>> = {
  device: 'pictures as devices fetch them',
  cold: 'every picture new (cold)',
  hot: 'every picture from the store (hot)',
};

/** Screens that are named; the others are counted. */
const MAX_SCREENS = 12;

/** The plan, its target and the machine. */
export function planFacts(result: BenchResult): readonly Fact[] {
  const { plan, machine } = result;
  const target =
    plan.target.kind === 'own' ? `a server that the bench started, ${plan.target.url}` : plan.target.url;
  const computer = `${machine.cpu}, ${countedText(machine.cores, 'core')}, ${megabytesText(machine.memoryMb)}`;
  const screens = screensText(plan.screens);
  return [
    { name: 'plan', text: `${foreignLine(plan.preset)}: ${planText(result)}` },
    { name: 'target', text: foreignLine(target) },
    ...(screens === '' ? [] : [{ name: 'screens', text: screens }]),
    {
      name: 'machine',
      text: `${foreignLine(computer)}, ${foreignLine(`Node ${machine.node}, ${machine.platform}`)}`,
    },
    {
      name: 'version',
      text: foreignLine(`stipple ${result.stipple}, started on ${momentText(result.startedAt)}`),
    },
  ];
}

function planText({ plan }: BenchResult): string {
  return [
    countedText(plan.devices, 'device'),
    `${secondsText(plan.durationSeconds)} long`,
    ...(plan.refreshSeconds === null ? [] : [`a wake of each every ${secondsText(plan.refreshSeconds)}`]),
    ...(plan.ratePerSecond === null ? [] : [`${rateText(plan.ratePerSecond)} wakes/s`]),
    MODES[plan.mode],
    `seed ${plan.seed}`,
  ].join(', ');
}

/** `clock 800, photo 400`; empty for a server that decides itself. */
export function screensText(screens: BenchResult['plan']['screens']): string {
  const sorted = Object.entries(screens).toSorted(([, a], [, b]) => b - a);
  const shown = sorted
    .slice(0, MAX_SCREENS)
    .map(([name, devices]) => `${foreignLine(name)}${NBSP}${countText(devices)}`);
  const others = sorted.length - shown.length;
  return [...shown, ...(others > 0 ? [`${countText(others)} more`] : [])].join(', ');
}

/** What happened to the wakes, what went over the network, and what server and client used. */
export function usageFacts(result: BenchResult): readonly Fact[] {
  return [
    { name: 'wakes', text: wakesText(result) },
    ...reuseFacts(result),
    { name: 'bytes', text: trafficText(result) },
    ...(result.server === null ? [] : [{ name: 'server', text: serverText(result) }]),
    { name: 'client', text: clientText(result) },
  ];
}

function wakesText(result: BenchResult): string {
  const share = servedShare(result);
  const rate = offeredPerSecond(result);
  return [
    `${countText(result.offered)}${NBSP}due${rate === null ? '' : ` in ${secondsText(Number(dueSeconds(result).toFixed(1)))}`}`,
    `${countText(result.sent)}${NBSP}sent`,
    `${countText(result.served)}${NBSP}served${servedNote(share, servedPerSecond(result))}`,
    `${countText(result.held)}${NBSP}held back with 429`,
    countedText(errorCount(result), 'error'),
    `${countText(result.unchanged)}${NBSP}with nothing new`,
  ].join(', ');
}

/** ` (98 %, 218 a second)`. */
function servedNote(share: number | null, rate: number | null): string {
  const parts = [
    ...(share === null ? [] : [shareText(share)]),
    ...(rate === null ? [] : [`${rateText(rate)} a second`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Reasons that are named; a server has few. */
const MAX_REASONS = 8;

function reuseFacts(result: BenchResult): readonly Fact[] {
  const { reuse } = result;
  const share = reuseShare(result);
  if (reuse === null || share === null) return [];
  const counts = [
    `${countText(reuse.reused)}${NBSP}contents of an earlier run`,
    `${countText(reuse.joined)}${NBSP}of one under way`,
    `${countText(reuse.fresh)}${NBSP}composed`,
  ];
  const reasons = Object.entries(reuse.notReusable)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_REASONS)
    .map(([reason, count]) => `${foreignLine(reason)}${NBSP}${countText(count)}`);
  const not = reasons.length === 0 ? '' : `; not reusable: ${reasons.join(', ')}`;
  return [{ name: 'reuse', text: `${shareText(share)} reused: ${counts.join(', ')}${not}` }];
}

function trafficText(result: BenchResult): string {
  const each = bytesPerPicture(result);
  const pictures = `${bytesText(result.bytes.pictures)} of pictures${each === null ? '' : ` (${bytesText(each)} each)`}`;
  return `${bytesText(result.bytes.received)} received, ${pictures}, ${bytesText(result.bytes.sent)} sent`;
}

function serverText(result: BenchResult): string {
  const { server } = result;
  if (server === null) return '';
  const cores = serverCores(result);
  const each = cpuPerServedMs(result);
  return [
    `${rateText(server.cpuSeconds)} s of processor time`,
    ...(cores === null ? [] : [`${coresText(cores)} cores on average`]),
    ...(each === null ? [] : [`${msText(each)} for a served wake`]),
    `${megabytesText(server.peakMb)} of memory at most, ${megabytesText(server.endMb)} at the end`,
    `first answer ${msText(server.startMs)} after its start`,
  ].join(', ');
}

function clientText(result: BenchResult): string {
  const { client } = result;
  const share = clientShare(result);
  const part = share === null ? '' : ` (${shareText(share)} of the server's)`;
  return `${rateText(client.cpuSeconds)} s of processor time${part}, calls sent late by ${msText(client.lagP99Ms)} (p99)`;
}
