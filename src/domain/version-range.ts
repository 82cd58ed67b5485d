/** Ranges of versions: `>=1.6`, `<1.5.2`, two of them, or a pattern such as `1.5.*`. */
import { type Glob, globFits, parseGlob } from './glob.ts';

type Comparison = '<' | '<=' | '>' | '>=';

interface Bound {
  readonly comparison: Comparison;
  readonly numbers: readonly number[];
}

/** All bounds have to hold, or the pattern has to fit. */
export type VersionRange = { readonly bounds: readonly Bound[] } | { readonly pattern: Glob };

const BOUND = /^(<=?|>=?)(\d{1,9}(?:\.\d{1,9}){0,5})$/;
const VERSION = /^v?(\d{1,9}(?:\.\d{1,9}){0,5})/;

/** Read a range. Null for a text with a comparison that cannot be read. */
export function parseVersionRange(text: string): VersionRange | null {
  if (!/[<>=\s]/.test(text.trim())) return { pattern: parseGlob(text.trim()) };
  const words = text
    .trim()
    .replaceAll(/([<>]=?)\s+/g, '$1')
    .split(/\s+/);
  const bounds = words.map((word) => BOUND.exec(word));
  if (bounds.length > 2 || !bounds.every((bound) => bound !== null)) return null;
  return {
    bounds: bounds.map(([, comparison, numbers = '']) => ({
      comparison: comparison as Comparison,
      numbers: numbersOf(numbers),
    })),
  };
}

/** A version as it is compared. */
export interface Version {
  /** In lower case. */
  readonly text: string;
  /** Null for one that does not begin with numbers. */
  readonly numbers: readonly number[] | null;
}

export function readVersion(version: string): Version {
  const text = version.toLowerCase();
  return { text, numbers: versionNumbers(text) };
}

/** True when a version is in a range. One that does not begin with numbers is in none with bounds. */
export function isInRange(range: VersionRange, { text, numbers }: Version): boolean {
  if ('pattern' in range) return globFits(range.pattern, text);
  return numbers !== null && range.bounds.every((bound) => holds(bound, numbers));
}

/** Compare two versions number by number; numbers that are absent count as 0. Null where one does not begin with numbers. */
export function compareVersions(one: string, other: string): number | null {
  const [a, b] = [versionNumbers(one), versionNumbers(other)];
  return a === null || b === null ? null : compare(a, b);
}

function versionNumbers(version: string): readonly number[] | null {
  const found = VERSION.exec(version.toLowerCase());
  return found === null ? null : numbersOf(found[1] ?? '');
}

function numbersOf(text: string): readonly number[] {
  return text.split('.').map(Number);
}

function holds({ comparison, numbers }: Bound, version: readonly number[]): boolean {
  const order = compare(version, numbers);
  switch (comparison) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let n = 0; n < Math.max(a.length, b.length); n++) {
    const difference = (a[n] ?? 0) - (b[n] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
