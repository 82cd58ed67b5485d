/** Reads the values of a YAML map by key, and notes what is wrong with them. */
import { nearest } from '../base/nearest.ts';
import { isPlainObject, type PlainObject } from '../base/plain.ts';
import type { Position } from '../base/position.ts';
import type { Findings } from './findings.ts';
import { describeNode, isNothing, toPlain, type YamlMap, type YamlNode } from './node.ts';

/** `refuse`: an invalid value makes the file unusable. `skip`: it is ignored with a warning. */
export type Strictness = 'refuse' | 'skip';

/** A map with known keys. A key without a value counts as absent, as does a key with an invalid value. */
export class MapReader<Key extends string> {
  readonly findings: Findings;
  /** Dotted path of the map, such as `panels.og`; empty for the root. */
  readonly path: string;
  readonly position: Position;
  private readonly values: ReadonlyMap<string, YamlNode>;
  private readonly strictness: Strictness;

  /** @param alsoKnown keys that somebody else reads, such as the names of algorithms */
  constructor(
    map: YamlMap,
    options: {
      readonly path: string;
      readonly keys: readonly Key[];
      readonly findings: Findings;
      readonly strictness: Strictness;
      readonly alsoKnown?: (key: string) => boolean;
    },
  ) {
    this.findings = options.findings;
    this.path = options.path;
    this.position = map;
    this.strictness = options.strictness;
    this.values = new Map(map.entries.map(({ key, value }) => [key, value]));
    const known: readonly string[] = options.keys;
    for (const entry of map.entries) {
      if (known.includes(entry.key) || options.alsoKnown?.(entry.key)) continue;
      this.findings.warn(entry, () => {
        const meant = nearest(entry.key, known, this.findings.comparisons);
        const hint = meant === null ? '' : `; did you mean \`${meant}\`?`;
        return `unknown key \`${this.pathOf(entry.key)}\`${hint}`;
      });
    }
  }

  /** The node of a key; undefined when it is absent or has no value. */
  node(key: Key): YamlNode | undefined {
    const node = this.values.get(key);
    return node === undefined || isNothing(node) ? undefined : node;
  }

  /** The position of a key's value, else of the map. */
  positionOf(key: Key): Position {
    return this.values.get(key) ?? this.position;
  }

  /** True when the key stands in the file, with or without a value. */
  has(key: Key): boolean {
    return this.values.has(key);
  }

  /** A text. Numbers, true and false count as text, as written in the file. */
  text(key: Key): string | undefined {
    const node = this.node(key);
    if (node === undefined) return undefined;
    const text = textOfScalar(node);
    if (text !== undefined && text.trim() !== '') return text.trim();
    return this.reject(key, node, 'a text');
  }

  /** A text that must not appear in messages. */
  secret(key: Key): string | undefined {
    const node = this.node(key);
    const text = node === undefined ? undefined : textOfScalar(node)?.trim();
    if (node !== undefined && text === undefined) {
      this.findings.problem(node, `${this.pathOf(key)}: expected a text, got a ${node.kind}`);
    }
    return text === '' ? undefined : text;
  }

  boolean(key: Key): boolean | undefined {
    const node = this.node(key);
    if (node === undefined) return undefined;
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
    return this.reject(key, node, 'true or false');
  }

  /** A number; any finite one when no range is given. */
  number(key: Key, min?: number, max?: number): number | undefined {
    return this.ranged(key, 'a number', Number.isFinite, min, max);
  }

  integer(key: Key, min: number, max: number): number | undefined {
    return this.ranged(key, 'an integer', Number.isInteger, min, max);
  }

  /** One of a few words. */
  choice<Value extends string>(key: Key, values: readonly Value[]): Value | undefined {
    const node = this.node(key);
    if (node === undefined) return undefined;
    const text = textOfScalar(node);
    const found = values.find((value) => value === text);
    return found ?? this.reject(key, node, `one of ${values.join(', ')}`);
  }

  /** A map. Any other value is a problem, whatever the strictness: nobody can guess what was meant. */
  map(key: Key): YamlMap | undefined {
    const node = this.node(key);
    if (node === undefined) return undefined;
    return asMap(node, this.pathOf(key), this.findings);
  }

  /** The values of a map as plain data; empty when it is absent. */
  plain(key: Key): PlainObject {
    const map = this.map(key);
    const value = map === undefined ? {} : toPlain(map);
    return isPlainObject(value) ? value : {};
  }

  /** Note an invalid value. */
  reject(key: Key, node: YamlNode, expected: string): undefined {
    const message = `${this.pathOf(key)}: expected ${expected}, got ${describeNode(node)}`;
    const hint = this.findings.colourHint(node.line);
    if (this.strictness === 'refuse') this.findings.problem(node, message + hint);
    else this.findings.warn(node, `${message}${hint}; it is left out`);
  }

  /** Dotted path of a key of this map. */
  pathOf(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  private ranged(
    key: Key,
    kind: string,
    accepts: (value: number) => boolean,
    min = -Number.MAX_VALUE,
    max = Number.MAX_VALUE,
  ): number | undefined {
    const node = this.node(key);
    if (node === undefined) return undefined;
    const value = node.kind === 'scalar' ? node.value : null;
    if (typeof value === 'number' && accepts(value) && value >= min && value <= max) return value;
    return this.reject(key, node, max === Number.MAX_VALUE ? kind : `${kind} from ${min} to ${max}`);
  }
}

/** The text of a scalar as it stands in the file; undefined for maps, lists and nothing. */
export function textOfScalar(node: YamlNode): string | undefined {
  if (node.kind !== 'scalar' || node.value === null) return undefined;
  return typeof node.value === 'string' ? node.value : node.source;
}

/** The node as a map, else undefined with a problem that names what came instead. */
export function asMap(node: YamlNode, path: string, findings: Findings): YamlMap | undefined {
  if (node.kind === 'map') return node;
  findings.problem(node, `expected a map under \`${path}\`, got ${describeNode(node)}`);
  return undefined;
}
