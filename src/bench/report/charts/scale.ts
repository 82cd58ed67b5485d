/** From a figure to its place on an axis, and the round figures that are marked there. */

/** An axis: its places go from 0 to 1. */
export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

const clamp = (place: number): number => Math.min(1, Math.max(0, place));

/** The smallest round step that divides the span into at most so many. */
function roundStep(span: number, steps: number, factors: readonly number[]): number {
  const rough = span / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  return (factors.find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
}

function multiples(step: number, from: number, to: number): readonly number[] {
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  // Multiplied and rounded, so that 0.1 + 0.2 does not come out as 0.30000000000000004.
  return Array.from({ length: Math.max(0, count) }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Less than this is nothing: no axis is made for it. */
const SMALLEST = 1e-9;

/** From 0 to a round figure at or above the largest. */
export function linearScale(largest: number, steps = 4): Scale {
  const top = largest > SMALLEST ? largest : 1;
  const step = roundStep(top, steps, [1, 2, 2.5, 5, 10]);
  const end = Math.ceil(top / step - 1e-9) * step;
  return { at: (value) => clamp(value / end), ticks: multiples(step, 0, end) };
}

/** Steps of a clock, in seconds. */
const CLOCK_STEPS = [
  0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800,
];

/** From the start of a run to its end, in seconds. */
export function timeScale(seconds: number, steps = 5): Scale {
  const end = seconds > SMALLEST ? seconds : 1;
  const step = CLOCK_STEPS.find((one) => one >= end / steps) ?? roundStep(end, steps, [3_600, 7_200, 36_000]);
  return { at: (value) => clamp(value / end), ticks: multiples(step, 0, end) };
}

const FACTORS = [[1, 2, 5], [1, 3], [1]] as const;

/** Powers of ten and, where they are few, figures between them. Both ends are above 0. */
export function logScale(from: number, to: number, maxTicks = 6): Scale {
  const low = Math.log10(from);
  const span = Math.max(Math.log10(to) - low, 1e-6);
  const at = (value: number): number => clamp((Math.log10(Math.max(value, from)) - low) / span);
  const all = FACTORS.map((factors) => between(factors, from, to));
  const ticks = all.find((some) => some.length <= maxTicks) ?? thinned(all.at(-1) ?? [], maxTicks);
  return { at, ticks };
}

function between(factors: readonly number[], from: number, to: number): readonly number[] {
  const powers = Array.from(
    { length: Math.ceil(Math.log10(to)) - Math.floor(Math.log10(from)) + 1 },
    (_, at) => Math.floor(Math.log10(from)) + at,
  );
  return powers
    .flatMap((power) => factors.map((factor) => Number((factor * 10 ** power).toPrecision(6))))
    .filter((value) => value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9));
}

function thinned(ticks: readonly number[], maxTicks: number): readonly number[] {
  const every = Math.ceil(ticks.length / maxTicks);
  return ticks.filter((_, at) => at % every === 0);
}

/** Times that span more than this factor are shown on a logarithmic axis: on a linear one most would lie on the ground. */
const LOG_FROM_FACTOR = 20;

/** The axis for times: logarithmic where they span orders of magnitude, else linear from 0. */
export function latencyScale(times: readonly number[]): Scale & { readonly logarithmic: boolean } {
  const positive = times.filter((ms) => ms > 0);
  const low = Math.max(
    positive.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY),
    0.01,
  );
  const high = positive.reduce((most, ms) => Math.max(most, ms), 0);
  if (high < low * LOG_FROM_FACTOR) return { ...linearScale(high), logarithmic: false };
  return { ...logScale(roundedDown(low), roundedUp(high)), logarithmic: true };
}

/** The next figure of 1, 2, 5, 10 … below. */
function roundedDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (([5, 2] as const).find((factor) => factor * power <= value) ?? 1) * power;
}

function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (([1, 2, 5] as const).find((factor) => factor * power >= value) ?? 10) * power;
}
