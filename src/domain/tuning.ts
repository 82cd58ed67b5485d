/** The numbers that tune dithering, and which of several sources wins. */
import type { SettingFields, Settings } from './setting.ts';

const ROW = { kind: 'tuning', on: ['device', 'frame', 'group'], isDrawn: true } as const;

/** The names that configs, scripts and the admin API use for the numbers. */
export const TUNING_KEYS = {
  max_error: {
    ...ROW,
    field: 'maxError',
    min: 0,
    max: 4,
    about: 'Cap on the accumulated dithering error, as a fraction of full scale',
    byDefault: '`1`',
    label: 'Cap on the accumulated error',
    hint: '0 to 4.',
  },
  noise_scale: {
    ...ROW,
    field: 'noiseScale',
    min: 0,
    max: 3,
    about: 'Multiplier of the blue noise',
    byDefault: '`1`',
    note: '0 is none',
    label: 'Blue noise',
    hint: '0 to 3.',
  },
  chroma_clamp: {
    ...ROW,
    field: 'chromaClamp',
    min: 0,
    max: 1,
    about: 'Chroma below which colour error is damped; 0 is off',
    byDefault: '`0`',
    note: 'A chroma in OKLab',
    label: 'Chroma clamp',
    hint: '0 to 1.',
  },
  strength: {
    ...ROW,
    field: 'strength',
    min: 0,
    max: 2,
    about: 'Dither strength: 0 diffuses nothing, 1 is standard',
    byDefault: '`1`',
    label: 'Strength of dithering',
    hint: '0 to 2; 1 is standard.',
  },
} as const satisfies Settings;

/** Each number is absent where its source does not set it. */
export type Tuning = SettingFields<typeof TUNING_KEYS, keyof typeof TUNING_KEYS>;

/** Merge tunings, the strongest first: a number comes from the first source that has it. */
export function mergeTuning(...sources: readonly (Tuning | undefined)[]): Tuning {
  const merged: { -readonly [K in keyof Tuning]: Tuning[K] } = {};
  for (const source of sources) {
    if (source === undefined) continue;
    for (const { field } of Object.values(TUNING_KEYS)) {
      const value = source[field];
      if (merged[field] === undefined && value !== undefined) merged[field] = value;
    }
  }
  return merged;
}

/** Read the dither numbers from an untyped map; a value that is not a number in range is left out, with a sentence in `problems`. */
export function parseTuning(source: Readonly<Record<string, unknown>>, problems: string[] = []): Tuning {
  const tuning: { -readonly [K in keyof Tuning]: Tuning[K] } = {};
  for (const [key, { field, min, max }] of Object.entries(TUNING_KEYS)) {
    const value = source[key];
    if (value === undefined || value === null) continue;
    if (typeof value === 'number' && value >= min && value <= max) tuning[field] = value;
    else problems.push(`${key}: expected a number from ${min} to ${max}, got ${JSON.stringify(value)}`);
  }
  return tuning;
}
