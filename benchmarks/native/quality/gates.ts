/** What the dithering must reach: each gate is a figure, its bound, and whether it is met. */
import type { ColourRow } from './judge-colour.ts';
import type { GreyRow } from './judge-grey.ts';

export interface Gate {
  readonly name: string;
  /** The figure must be at most, or at least, the bound. */
  readonly rule: 'at most' | 'at least';
  readonly bound: number;
  readonly unit: string;
}

export const GATES = {
  tone: { name: 'tone error of flats 0..255', rule: 'at most', bound: 0.5, unit: 'levels' },
  peak: { name: 'texture peak of the worst flat', rule: 'at most', bound: 10, unit: 'dB' },
  anisotropy: { name: 'mean anisotropy of flats', rule: 'at most', bound: -9, unit: 'dB' },
  strays: { name: 'stray dots in text', rule: 'at most', bound: 0, unit: 'in 10 000' },
  hvsPsnr: { name: 'HVS-PSNR, code values', rule: 'at least', bound: 35, unit: 'dB' },
  spectra: { name: 'S-CIELAB at 60 cm, Spectra 6', rule: 'at most', bound: 5.3, unit: 'dE' },
  bwry: { name: 'S-CIELAB at 60 cm, BWRY', rule: 'at most', bound: 10.2, unit: 'dE' },
  bias: { name: 'mean bias of flats that the inks can mix', rule: 'at most', bound: 0.2, unit: 'dE' },
  chromatic: { name: 'coloured pixels in a grey ramp', rule: 'at most', bound: 0, unit: 'share' },
} as const satisfies Record<string, Gate>;

export interface Verdict {
  readonly gate: Gate;
  /** What was measured, where it is not clear from the gate. */
  readonly of: string;
  /** Null where it could not be measured here. */
  readonly figure: number | null;
  readonly met: boolean;
}

/** Compare a figure with a gate. NaN does not meet it; null means that it was not measured. */
export function judge(gate: Gate, figure: number | null, of = ''): Verdict {
  const met = figure === null || (gate.rule === 'at most' ? figure <= gate.bound : figure >= gate.bound);
  return { gate, of, figure, met };
}

/**
 * The gates of the default settings on greys.
 * @param photos  whether photographs were among the pictures: without them HVS-PSNR cannot be compared with its bound
 */
export function greyVerdicts(row: GreyRow, photos: boolean): readonly Verdict[] {
  return [
    judge(GATES.tone, row.tone.max),
    judge(GATES.peak, row.texture.peakMax),
    judge(GATES.anisotropy, row.texture.anisotropy),
    judge(GATES.strays, row.strayPage, 'the page'),
    judge(GATES.strays, row.strayGradients, 'its gradients'),
    judge(GATES.hvsPsnr, photos ? row.code : null),
  ];
}

/** The gates of the default settings on a nominal palette, whose own gate for S-CIELAB is `gate`. */
export function colourVerdicts(
  gate: Gate,
  palette: string,
  row: ColourRow,
  photos: boolean,
): readonly Verdict[] {
  return [
    judge(gate, photos ? row.far : null),
    judge(GATES.bias, row.biasMean, palette),
    judge(GATES.chromatic, row.chromatic, palette),
    judge(GATES.strays, row.strayPage, palette),
  ];
}
