/** Patterns of names: `*` stands for any characters, everything else for itself, in any case. */

/** A pattern as it is compared. */
export interface Glob {
  /** What stands between the stars, in lower case; one part where there is no star. */
  readonly parts: readonly string[];
}

export function parseGlob(text: string): Glob {
  const parts = text.toLowerCase().split('*');
  // One star says the same as some beside each other.
  return { parts: parts.filter((part, n) => part !== '' || n === 0 || n === parts.length - 1) };
}

/** What it takes to compare a name with a pattern. */
export function globCost({ parts }: Glob): number {
  return parts.length;
}

/**
 * True when a pattern fits a name. Takes time in proportion to both lengths, times the number of stars at worst.
 * @param name in lower case
 */
export function globFits({ parts }: Glob, name: string): boolean {
  const [first = ''] = parts;
  const end = parts.length - 1;
  if (end === 0) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  // The first place for each part leaves the most room for those behind it.
  for (let n = 1; n < end; n++) {
    const part = parts[n] ?? '';
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  const last = parts[end] ?? '';
  return name.length - last.length >= at && name.endsWith(last);
}
