/** Writes the config of a server that the bench starts: the operator's, with other settings and more devices. */
import { isLongKey, keyText, scalarText } from '../../config/edit/scalar-text.ts';
import { DEVICES } from '../../config/read/keys.ts';
import type { YamlNode } from '../../platform/yaml/node.ts';

/** A key and its value in one line. */
export type WrittenEntry = readonly [key: string, value: string];

/** A value in one line that means the same: numbers and the like stay as the operator wrote them, such as `0123`. */
export function nodeText(node: YamlNode): string {
  switch (node.kind) {
    case 'list':
      return `[${node.items.map(nodeText).join(', ')}]`;
    case 'map':
      return mapText(node.entries.map(({ key, value }) => [key, nodeText(value)]));
    case 'scalar':
      if (node.value === null) return 'null';
      return typeof node.value === 'string' ? textText(node.value) : node.source;
  }
}

/** A text that is read back as a text, whatever it looks like. */
export function textText(text: string): string {
  return scalarText(text, { quote: '"', always: true });
}

/** A map in one line. */
export function mapText(entries: readonly WrittenEntry[]): string {
  const written = entries.map(([key, value]) => {
    const name = keyText(key, '"');
    return `${isLongKey(name) ? `? ${name} ` : name}: ${value}`;
  });
  return written.length === 0 ? '{}' : `{ ${written.join(', ')} }`;
}

/** The text of a config. Each device stands on a line of its own, which is read fastest. */
export function configText(sections: readonly WrittenEntry[], devices: readonly WrittenEntry[]): string {
  const lines = sections.map(([key, value]) => `${keyText(key, '"')}: ${value}`);
  const entries = devices.map(([key, value]) => `  ${keyText(key, '"')}: ${value}`);
  if (entries.length > 0) lines.push(`${DEVICES}:`, ...entries);
  return lines.map((line) => `${line}\n`).join('');
}
