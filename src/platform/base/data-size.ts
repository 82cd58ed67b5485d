/** How much there is of plain data. */

/** Signs, line ends and indentation of a value, written as text. */
const VALUE_CHARACTERS = 4;

/** Characters of plain data, roughly as it is written in a text; null when there are more than `most`. Looks no further. */
export function sizeOfData(value: unknown, most: number): number | null {
  const left = { characters: most };
  take(value, left);
  return left.characters < 0 ? null : most - left.characters;
}

function take(value: unknown, left: { characters: number }): void {
  left.characters -= VALUE_CHARACTERS;
  if (typeof value === 'string') left.characters -= value.length;
  else if (Array.isArray(value)) takeAll(value, left);
  else if (value instanceof Map) {
    takeAll(value.keys(), left);
    takeAll(value.values(), left);
  } else if (typeof value === 'object' && value !== null) {
    const values = value as Readonly<Record<string, unknown>>;
    for (const key of Object.keys(values)) {
      if (left.characters < 0) return;
      left.characters -= key.length;
      take(values[key], left);
    }
  }
}

function takeAll(items: Iterable<unknown>, left: { characters: number }): void {
  for (const item of items) {
    if (left.characters < 0) return;
    take(item, left);
  }
}
