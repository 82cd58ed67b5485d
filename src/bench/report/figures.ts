/** Figures that a report shows and a result does not hold, each computed in one place. */
import { STAGES, type Stage } from '../../platform/base/stages.ts';
import type { BenchResult, BenchRoute, Latency } from '../result.ts';
import { foreignLine } from './foreign-line.ts';

/** Each route with what its time covers, in the order of reports. */
export const ROUTE_MEANINGS: Readonly<Record<BenchRoute, string>> = {
  cycle: 'a whole wake, from when it was due to its last answer',
  setup: 'first call of a new device',
  display: 'what to show, and where to fetch it',
  image: 'the picture',
  log: 'what the device reports',
};

/** One line of a table of latencies. */
export interface NamedLatency<Name extends string> {
  readonly name: Name;
  readonly meaning: string;
  readonly latency: Latency;
}

function named<Name extends string>(
  meanings: Readonly<Record<Name, string>>,
  latencies: Readonly<Partial<Record<Name, Latency>>>,
): readonly NamedLatency<Name>[] {
  return (Object.keys(meanings) as Name[]).flatMap((name) => {
    const latency = latencies[name];
    return latency === undefined || latency.count === 0 ? [] : [{ name, meaning: meanings[name], latency }];
  });
}

/** Routes that were called, in order. */
export function calledRoutes(result: BenchResult): readonly NamedLatency<BenchRoute>[] {
  return named(ROUTE_MEANINGS, result.routes);
}

/** Stages that took place, in order. */
export function measuredStages(result: BenchResult): readonly NamedLatency<Stage>[] {
  return named(STAGES, result.stages);
}

/** Calls that failed. */
export function errorCount(result: BenchResult): number {
  return result.errors.reduce((sum, { count }) => sum + count, 0);
}

/** No rate is made of less time: it would be a number without meaning. */
const SHORTEST_SECONDS = 0.001;

/** The amount in one second; null where there was no time. */
export function perSecond(amount: number, seconds: number): number | null {
  return seconds < SHORTEST_SECONDS ? null : amount / seconds;
}

/** Seconds in which wakes were due: the last answers of a run may come later. */
export function dueSeconds({ plan, seconds }: BenchResult): number {
  return plan.durationSeconds > 0 ? Math.min(plan.durationSeconds, seconds) : seconds;
}

/** Wakes that were due in a second; null where there was no time. */
export function offeredPerSecond(result: BenchResult): number | null {
  return perSecond(result.offered, dueSeconds(result));
}

/** Wakes that were served in a second; null where there was no time. */
export function servedPerSecond(result: BenchResult): number | null {
  return perSecond(result.served, dueSeconds(result));
}

/** Part of the wakes that were due and were served; null where none was due. */
export function servedShare({ offered, served }: BenchResult): number | null {
  return offered > 0 ? served / offered : null;
}

/** Contents of a run: composed, or taken from one that was. */
export function composeCount({ reuse }: BenchResult): number {
  return reuse === null ? 0 : reuse.reused + reuse.joined + reuse.fresh;
}

/** Part of them for which no script and template had to run; null where it is not known. */
export function reuseShare(result: BenchResult): number | null {
  const { reuse } = result;
  const all = composeCount(result);
  return reuse === null || all === 0 ? null : (reuse.reused + reuse.joined) / all;
}

/** Processor time of a server for one served wake, in milliseconds; null where it is not known. */
export function cpuPerServedMs({ server, served }: BenchResult): number | null {
  return server === null || served === 0 ? null : (server.cpuSeconds * 1000) / served;
}

/** Mean size of a picture; null where none was fetched. */
export function bytesPerPicture({ routes, bytes }: BenchResult): number | null {
  const pictures = routes.image?.count ?? 0;
  return pictures === 0 ? null : bytes.pictures / pictures;
}

/** Processors that a server used on average; null where it is not known. */
export function serverCores({ server, seconds }: BenchResult): number | null {
  return server === null ? null : perSecond(server.cpuSeconds, seconds);
}

/** Processor time of the bench as a share of that of the server; null where it is not known. */
export function clientShare({ client, server }: BenchResult): number | null {
  return server === null ? null : perSecond(client.cpuSeconds, server.cpuSeconds);
}

/** What the reader must know before the figures, in lines. */
export function warningsOf({ cutShort, warnings }: BenchResult): readonly string[] {
  const end = cutShort === null ? [] : [`The run was ended before its time: ${cutShort}`];
  return [...end, ...warnings].map(foreignLine).filter((warning) => warning !== '');
}
