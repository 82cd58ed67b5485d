/**
 * Where in the text of a config secrets stand, by the rules of `conceal-rules.ts`. Admins may see params, so of these only
 * those are hidden that a screen calls `sensitive`, whose name says it, or of whose screen nothing is known.
 */
import { ownValue } from '../base/plain.ts';
import type { ConfigText } from '../config/edit/content.ts';
import { readTextTree, type TextMap, type TextNode, type TextScalar } from '../config/edit/text-tree.ts';
import { CONFIG_RULE, type ConcealRule, SECRET_KEYS } from './conceal-rules.ts';
import type { SchemaOf } from './concealer.ts';

/** A value of a text. */
export interface PlacedValue extends TextScalar {
  /** Keys from the top level down; an item of a list by its number and the length of the list. */
  readonly path: readonly string[];
  readonly isSecret: boolean;
}

/** Names of params that are secrets by all that one can tell. */
const TELLING = /key|token|secret|passw|pwd|auth|credential/i;

/** Keys whose values name screens. */
const SCREENS: ReadonlySet<string> = new Set(['screen', 'default_screen', 'playlist']);

/** All values of a text that is known to be a good config. */
export function placedValues(content: ConfigText, schemaOf: SchemaOf): readonly PlacedValue[] {
  const root = readTextTree(content);
  const secrets = new SecretFinder(root, schemaOf).find();
  const values: PlacedValue[] = [];
  place(root, [], (scalar, path) => values.push({ ...scalar, path, isSecret: secrets.has(scalar) }));
  return values;
}

/** Visit what stands in the text itself, each once. */
function place(
  node: TextNode,
  path: readonly string[],
  visit: (scalar: TextScalar, path: readonly string[]) => void,
): void {
  if (node.kind === 'scalar') visit(node, path);
  else if (node.kind === 'list') {
    const { length } = node.items;
    // Who removes an item moves all others: with another length they are not the same any more.
    node.items.forEach((item, index) => {
      place(item, [...path, `[${index + 1} of ${length}]`], visit);
    });
  } else if (node.kind === 'map') {
    for (const { key, value } of node.entries) place(value, [...path, key], visit);
    for (const value of node.merged) place(value, [...path, '<<'], visit);
  }
}

class SecretFinder {
  readonly #root: TextNode;
  readonly #schemaOf: SchemaOf;
  readonly #secrets = new Set<TextScalar>();
  /** Names of params that a screen of this config calls sensitive. */
  readonly #sensitive = new Set<string>();
  /** Screens that cannot be found. */
  readonly #unknown = new Set<string>();

  constructor(root: TextNode, schemaOf: SchemaOf) {
    this.#root = root;
    this.#schemaOf = schemaOf;
  }

  find(): ReadonlySet<TextScalar> {
    const screens = new Set<string>();
    gatherScreens(this.#root, false, screens);
    for (const screen of screens) {
      const schema = this.#schemaOf(screen);
      if (schema === null) this.#unknown.add(screen);
      for (const { name, sensitive } of schema ?? []) if (sensitive) this.#sensitive.add(name);
    }
    this.#mark(this.#root, CONFIG_RULE, []);
    return this.#secrets;
  }

  #mark(node: TextNode, rule: ConcealRule, screens: readonly string[]): void {
    if (node.kind === 'alias') {
      if (node.to !== null) this.#mark(node.to, rule, screens);
    } else if (rule === 'hidden') this.#hide(node);
    else if (rule === 'shown') this.#markShown(node, screens);
    // What stands in the place of a map may be the secret itself.
    else if (node.kind !== 'map') this.#hide(node);
    else if (rule === 'params') this.#markParams(node, screens);
    else this.#markKeys(node, rule, screens);
  }

  #markShown(node: TextNode, screens: readonly string[]): void {
    if (node.kind === 'list') for (const item of node.items) this.#mark(item, 'shown', screens);
    if (node.kind !== 'map') return;
    const shownBy = withScreens(node, screens);
    for (const { key, value } of node.entries) {
      const rule = SECRET_KEYS.has(key) ? 'hidden' : 'shown';
      this.#mark(value, key === 'params' ? 'params' : rule, shownBy);
    }
    this.#markMerged(node, 'shown', shownBy);
  }

  #markKeys(map: TextMap, rule: Exclude<ConcealRule, string>, screens: readonly string[]): void {
    const shownBy = withScreens(map, screens);
    for (const { key, value } of map.entries) {
      // Nobody can say what stands under a key that is not known: a misspelt one may have a secret.
      const own = 'each' in rule ? rule.each : (ownValue(rule.keys, key) ?? 'hidden');
      this.#mark(value, own, shownBy);
    }
    this.#markMerged(map, rule, shownBy);
  }

  #markParams(map: TextMap, screens: readonly string[]): void {
    const isUnknown = screens.some((screen) => this.#unknown.has(screen));
    for (const { key, value } of map.entries) {
      const isSecret = isUnknown || this.#sensitive.has(key) || SECRET_KEYS.has(key) || TELLING.test(key);
      this.#mark(value, isSecret ? 'hidden' : 'shown', screens);
    }
    this.#markMerged(map, 'params', screens);
  }

  /** `<<` takes a map, or a list of maps. */
  #markMerged({ merged }: TextMap, rule: ConcealRule, screens: readonly string[]): void {
    for (const node of merged) {
      const maps = node.kind === 'list' ? node.items : [node];
      for (const map of maps) this.#mark(map, rule, screens);
    }
  }

  #hide(node: TextNode): void {
    if (node.kind === 'scalar') {
      if (node.value !== null) this.#secrets.add(node);
    } else if (node.kind === 'alias') {
      if (node.to !== null) this.#hide(node.to);
    } else if (node.kind === 'list') for (const item of node.items) this.#hide(item);
    else {
      for (const { value } of node.entries) this.#hide(value);
      for (const value of node.merged) this.#hide(value);
    }
  }
}

function gatherScreens(node: TextNode, isScreen: boolean, found: Set<string>): void {
  if (node.kind === 'scalar') {
    if (isScreen && typeof node.value === 'string' && node.value !== '') found.add(node.value);
  } else if (node.kind === 'list') {
    for (const item of node.items) gatherScreens(item, isScreen, found);
  } else if (node.kind === 'map') {
    for (const { key, value } of node.entries) gatherScreens(value, SCREENS.has(key), found);
    for (const value of node.merged) gatherScreens(value, false, found);
  } else if (isScreen && node.to !== null) gatherScreens(node.to, true, found);
}

/** The screens of what is around a map, and its own. */
function withScreens(map: TextMap, screens: readonly string[]): readonly string[] {
  const own = screenOf(map);
  return own === null ? screens : [...screens, own];
}

function screenOf(node: TextNode | null): string | null {
  if (node?.kind === 'alias') return screenOf(node.to);
  if (node?.kind === 'list') return node.items.map(screenOf).find((screen) => screen !== null) ?? null;
  if (node?.kind !== 'map') return null;
  const value = node.entries.find(({ key }) => key === 'screen')?.value;
  const scalar = value?.kind === 'alias' ? value.to : value;
  if (scalar?.kind === 'scalar') return typeof scalar.value === 'string' ? scalar.value : null;
  return node.merged.map(screenOf).find((screen) => screen !== null) ?? null;
}
