/** Family names: how they are compared, the generic ones, and the bundled families behind those. */

/** Bundled families in the order in which they fill in for each other. */
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

/** The family of text that names none, or none that exists. */
export const DEFAULT_FAMILY = SANS;

/**
 * Names under which variable font files call themselves, and the family name that people write.
 * Some foundries name the file's technique ("VF", "Variable") in the family.
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

/** What two spellings of one family have in common: case does not matter, runs of white space count as one. */
export function familyKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
