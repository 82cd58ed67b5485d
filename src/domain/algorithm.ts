/** Names of the dither algorithms. */

/** In the order in which the admin API lists them. */
export const DITHER_ALGORITHMS = [
  'floyd-steinberg',
  'atkinson',
  'atkinson-hybrid',
  'jarvis-judice-ninke',
  'sierra',
  'sierra-two-row',
  'sierra-lite',
  'stucki',
  'burkes',
] as const;

export type Algorithm = (typeof DITHER_ALGORITHMS)[number];

/** Blue-noise Floyd-Steinberg: the rule of the specification, used when no other is named. */
export const DEFAULT_ALGORITHM: Algorithm = 'floyd-steinberg';

const ALIASES: ReadonlyMap<string, Algorithm> = new Map([
  ...DITHER_ALGORITHMS.map((name): [string, Algorithm] => [name.replaceAll('-', ''), name]),
  ['jjn', 'jarvis-judice-ninke'],
  ['sierralight', 'sierra-lite'],
]);

/** True when the name, in any case and with `_`, `-` or nothing between its words, is a known algorithm. */
export function isKnownAlgorithm(name: string): boolean {
  return ALIASES.has(foldName(name));
}

/** The algorithm of a name. An unknown name means `atkinson`; no name means the default. */
export function resolveAlgorithm(name: string | null | undefined): Algorithm {
  if (name === null || name === undefined) return DEFAULT_ALGORITHM;
  return ALIASES.get(foldName(name)) ?? 'atkinson';
}

function foldName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/[-_ ]/g, '');
}
