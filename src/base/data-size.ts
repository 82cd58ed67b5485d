/** How much there is of a question. */

/** Signs, line ends and indentation of a value, written as text. */
const VALUE_CHARACTERS = 4;

/** Characters of plain data, roughly as it is written in a text; null when there are more than `most`. */
export function sizeOfData(value: unknown, most: number): number | null {
  let size = VALUE_CHARACTERS;
  if (typeof value === 'string') size += value.length;
  else if (typeof value === 'object' && value !== null) {
    const items = value instanceof Map ? [...value.entries()] : Object.entries(value);
    for (const [key, item] of items) {
      const left = most - size - String(key).length;
      const own = left < 0 ? null : sizeOfData(item, left);
      if (own === null) return null;
      size = most - left + own;
    }
  }
  return size > most ? null : size;
}
