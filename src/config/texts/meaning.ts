/** Makes plain data of a config that was read. What has not been read again stays the same object. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { toPlain, type YamlNode } from '../../platform/yaml/node.ts';
import { plainContent } from '../edit/content.ts';
import type { ParsedConfig } from '../read/parse.ts';
import type { LoadedConfig } from './loaded-config.ts';

/** Marks what the other side of a line is sent once. */
export type Marker = <T extends object>(value: T) => T;

export class MeaningOf {
  readonly #plain = new WeakMap<YamlNode, PlainValue>();
  readonly #mark: Marker;

  constructor(mark: Marker) {
    this.#mark = mark;
  }

  /** What a config says. Entries that the other side of a line has had already are not sent again. */
  loaded(parsed: ParsedConfig): LoadedConfig {
    const { snapshot, warnings, secrets, content } = parsed;
    const mark = this.#mark;
    for (const entry of snapshot.devices.values()) mark(entry);
    for (const { kept } of content.entries) {
      const { plain: value } = kept.entry;
      if (typeof value === 'object' && value !== null) mark(value);
    }
    const { devices: _, ...rest } = snapshot;
    for (const part of Object.values(rest) as ConfigSnapshot[keyof ConfigSnapshot][]) {
      if (typeof part === 'object' && part !== null) mark(part);
    }
    const plain = plainContent(content, 'all', (node) => this.#plainOf(node)) ?? {};
    return { text: content.text, snapshot, warnings, secrets: mark(secrets), plain };
  }

  #plainOf(node: YamlNode): PlainValue {
    const before = this.#plain.get(node);
    if (before !== undefined) return before;
    const value = toPlain(node);
    this.#plain.set(node, value);
    return typeof value === 'object' && value !== null ? this.#mark(value) : value;
  }
}
