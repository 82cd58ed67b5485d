/** The machine that a bench runs on, for its result. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Machine } from './result.ts';

const MB = 1024 * 1024;

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryMb: Math.round(totalmem() / MB),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
  };
}
