/** The stages of the size ladder, in the order in which what they cost is missed. */
import type { LadderStep } from '../../domain/ladder-steps.ts';
import { SMOOTHINGS } from './smooth.ts';

/** How a picture is dithered on the ladder. */
export interface Look {
  readonly step: LadderStep;
  /** Whether the dither has its noise. */
  readonly noise: boolean;
  /** How much its dots join (`KernelTuning`). */
  readonly hysteresis: number;
  /** How often it is smoothed (`smoothed`). */
  readonly smoothing: number;
  /** Share of the wanted strength of the dither. */
  readonly strength: number;
}

/** One way to make a picture smaller, in grades: 1 costs least, the last is the smallest. */
export interface Stage {
  readonly grades: number;
  look(grade: number): Look;
}

/** The picture as specified. */
export const WHOLE: Look = { step: 0, noise: true, hysteresis: 0, smoothing: 0, strength: 1 };

/** Grades of hysteresis grow with their square, as most photographs need little. */
const HYSTERESES = 32;
const STRENGTHS = 16;

const QUIET: Look = { ...WHOLE, step: 2, noise: false };
const JOINED: Look = { ...QUIET, step: 3, hysteresis: 1 };
const SMOOTH: Look = { ...JOINED, step: 4, smoothing: SMOOTHINGS };

/** Each begins with what the one before ends with. A halving takes five tries at most. */
export const STAGES: readonly Stage[] = [
  { grades: 1, look: () => QUIET },
  {
    grades: HYSTERESES,
    look: (grade) => ({ ...JOINED, hysteresis: (grade / HYSTERESES) ** 2 }),
  },
  { grades: SMOOTHINGS, look: (grade) => ({ ...SMOOTH, smoothing: grade }) },
  { grades: STRENGTHS, look: (grade) => ({ ...SMOOTH, step: 5, strength: 1 - grade / STRENGTHS }) },
];

/** What a picture loses by a look, in plain words; null for none. */
export function describeLook({ step, hysteresis, smoothing, strength }: Look): string | null {
  if (step === 0) return null;
  const losses = [
    ...(strength < 1
      ? [strength === 0 ? 'it is not dithered' : `its dither has strength ${strength} of what was asked for`]
      : []),
    ...(smoothing > 0 ? [`its fine texture is smoothed, ${smoothing} of ${SMOOTHINGS}`] : []),
    ...(hysteresis > 0 ? [`its dots repeat more than they need, ${percent(hysteresis)}`] : []),
    'its dither has no noise',
  ];
  return losses.join('; ');
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
