/** How long the main thread of a server computes in one turn of its event loop, while something is asked of it. */
import path from 'node:path';
import { until } from '../waiting.ts';
import type { ServerProcess } from './server-process.ts';

/** Arguments of Node for a server that is measured. */
export const METERED: readonly string[] = ['--import', path.join(import.meta.dirname, 'meter-turns.js')];

/** What work meant for the main thread: processor time, so what else the machine does is no part of it. */
export interface Turns<T> {
  readonly result: T;
  /** The longest turn, in ms. */
  readonly mostMs: number;
  readonly allMs: number;
}

/** Measure a server that was started with `METERED`. */
export async function turnsOf<T>(server: ServerProcess, work: () => Promise<T>): Promise<Turns<T>> {
  await toggle(server, 'begun');
  const result = await work();
  const { mostMs, allMs } = await toggle(server, 'ended');
  return { result, mostMs, allMs };
}

interface MeterLine {
  readonly mostMs: number;
  readonly allMs: number;
}

async function toggle({ child, lines }: ServerProcess, mark: string): Promise<MeterLine> {
  const before = lines().length;
  child.kill('SIGUSR2');
  const line = await until(
    () =>
      lines()
        .slice(before)
        .find((one) => one.includes(`"meter":"${mark}"`)),
    `the meter has ${mark}`,
  );
  return JSON.parse(line) as MeterLine;
}
