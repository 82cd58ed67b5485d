/** The numbers that tune dithering, and which of several sources wins. */

/** The names that configs, scripts and the admin API use for the numbers, with their field and range. */
export const TUNING_KEYS = {
  /** Cap on the accumulated error, as a fraction of full scale. */
  max_error: { field: 'maxError', min: 0, max: 4 },
  /** Multiplier of the blue-noise amplitude; 0 is none, 1 the default. */
  noise_scale: { field: 'noiseScale', min: 0, max: 3 },
  /** Threshold in OKLab chroma below which chroma error is damped. */
  chroma_clamp: { field: 'chromaClamp', min: 0, max: 1 },
  /** 0 diffuses nothing, 1 is standard. */
  strength: { field: 'strength', min: 0, max: 2 },
} as const;

/** Each number is absent where its source does not set it. */
export type Tuning = {
  readonly [Key in keyof typeof TUNING_KEYS as (typeof TUNING_KEYS)[Key]['field']]?: number;
};

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
