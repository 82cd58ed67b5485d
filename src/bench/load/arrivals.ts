/**
 * When which device wakes. All times are fixed before the run: a server that is slow does not make the load lighter (an
 * open loop).
 */
import type { Random } from './random.ts';

/** Wakes in order of time. */
export interface Arrivals {
  /** Milliseconds after the begin. */
  readonly dueMs: Float64Array;
  /** Numbers of the devices. */
  readonly device: Uint32Array;
}

interface Wake {
  readonly dueMs: number;
  readonly device: number;
}

/** Clocks of microcontrollers run fast or slow by about so much while they sleep. */
const CLOCK_ERROR = 0.02;

/** Each device wakes with its refresh, at a phase of its own, by a clock that is not exact. */
export function wakesByRefresh(
  devices: number,
  refreshMs: number,
  durationMs: number,
  random: Random,
): Arrivals {
  const wakes: Wake[] = [];
  for (let device = 0; device < devices; device += 1) {
    const periodMs = refreshMs * (1 + (2 * random() - 1) * CLOCK_ERROR);
    for (let dueMs = random() * periodMs; dueMs < durationMs; dueMs += periodMs)
      wakes.push({ dueMs, device });
  }
  return inOrder(wakes);
}

/** Wakes at a rate, as independent of each other as those of a large fleet (a Poisson process), device after device. */
export function wakesAtRate(
  devices: number,
  perSecond: number,
  durationMs: number,
  random: Random,
): Arrivals {
  const wakes: Wake[] = [];
  let dueMs = 0;
  for (let number = 0; ; number += 1) {
    dueMs += (-Math.log(1 - random()) * 1000) / perSecond;
    if (dueMs >= durationMs) return inOrder(wakes);
    wakes.push({ dueMs, device: number % devices });
  }
}

/** Each device wakes once, at any time. */
export function wakesOnce(devices: number, withinMs: number, random: Random): Arrivals {
  return inOrder(Array.from({ length: devices }, (_, device) => ({ dueMs: random() * withinMs, device })));
}

function inOrder(wakes: Wake[]): Arrivals {
  wakes.sort((a, b) => a.dueMs - b.dueMs || a.device - b.device);
  return {
    dueMs: Float64Array.from(wakes, ({ dueMs }) => dueMs),
    device: Uint32Array.from(wakes, ({ device }) => device),
  };
}
