/** Family names: how they are compared, the generic ones, and the bundled families that stand for these. */

/** Bundled families, in the order in which they are searched for missing characters. */
const SANS = 'Source Sans 3';
const SERIF = 'Source Serif 4';
const MONO = 'Source Code Pro';

/**
 * Generic family names and the families that stand for them, best first. `pixel` is our own: a face drawn on a
 * grid of whole pixels, crisp at 8 px and its multiples.
 */
export const GENERIC_FAMILIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['sans-serif', [SANS]],
  ['serif', [SERIF]],
  ['monospace', [MONO]],
  ['system-ui', [SANS]],
  ['ui-sans-serif', [SANS]],
  ['ui-serif', [SERIF]],
  ['ui-monospace', [MONO]],
  ['ui-rounded', [SANS]],
  ['cursive', [SERIF]],
  ['fantasy', [SANS]],
  ['math', [SERIF]],
  ['pixel', ['Tiny5', 'Silkscreen']],
]);

/** The family of text without a family, or without an existing one. */
export const DEFAULT_FAMILY = SANS;

/**
 * Family names in variable font files, and the names that people write.
 * Some foundries add the technique of the file ("VF", "Variable") to the name.
 */
const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  ['SourceSans3VF', SANS],
  ['Source Sans 3 VF', SANS],
  ['SourceCodeVF', MONO],
  ['Source Code VF', MONO],
]);
const TECHNIQUE = /\b(?:Variable|VF)$/;

/** The family name as people write it: `Source Serif 4 Variable` → `Source Serif 4`. */
export function displayFamily(name: string): string {
  const known = OWN_NAMES.get(name);
  if (known !== undefined) return known;
  if (!TECHNIQUE.test(name)) return name;
  const short = name.replace(TECHNIQUE, '').trimEnd();
  return short === '' ? name : short;
}

/** A key for comparing family names: without regard to case and the amount of white space. */
export function familyKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
