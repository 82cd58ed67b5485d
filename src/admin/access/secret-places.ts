/**
 * Where in the text of a config secrets stand, by the rules of `conceal-rules.ts`. Admins may see params, so of these only
 * those are hidden that a screen calls `sensitive`, whose name says it, or of whose screen nothing is known.
 */

import type { ConfigText } from '../../config/edit/content.ts';
import { readTextTree, type TextMap, type TextNode, type TextScalar } from '../../config/edit/text-tree.ts';
import { isTelling } from '../../domain/secret-params.ts';
import { ownValue } from '../../platform/base/plain.ts';
import { CONFIG_RULE, type ConcealRule, SECRET_KEYS } from './conceal-rules.ts';

/** What of a screen's params is secret. */
export type SecretSchema = readonly { readonly name: string; readonly sensitive: boolean }[];

/** What a screen declares; null for one that cannot be found. */
export type SecretSchemaOf = (screen: string) => SecretSchema | null;

/** The keys from the top level down to a value, from its own on; null for the top level. */
interface Path {
  readonly key: string;
  readonly above: Path | null;
}

/** A value of a text. */
export interface PlacedValue extends TextScalar {
  readonly path: Path | null;
  readonly isSecret: boolean;
}

/** Keys from the top level down; an item of a list by its number and the length of the list. */
export function pathOf({ path }: PlacedValue): readonly string[] {
  const keys: string[] = [];
  for (let at = path; at !== null; at = at.above) keys.push(at.key);
  return keys.reverse();
}

/** Keys whose values name screens. */
const SCREENS: ReadonlySet<string> = new Set(['screen', 'default_screen', 'playlist']);

/** The screens that a text names, which is known to be good YAML. */
export function namedScreensOf(content: ConfigText): ReadonlySet<string> {
  const screens = new Set<string>();
  gatherScreens(treeOf(content), false, { screens, seen: new Set() });
  return screens;
}

/** Trees of texts, as long as these are remembered: a question follows another. */
const trees = new WeakMap<ConfigText, TextNode>();

function treeOf(content: ConfigText): TextNode {
  const before = trees.get(content);
  if (before !== undefined) return before;
  const tree = readTextTree(content);
  trees.set(content, tree);
  return tree;
}

/** All values of a text that is known to be a good config. */
export function placedValues(content: ConfigText, schemaOf: SecretSchemaOf): readonly PlacedValue[] {
  const root = treeOf(content);
  const secrets = new SecretFinder(root, schemaOf).find();
  const values: PlacedValue[] = [];
  place(root, null, (scalar, path) => values.push({ ...scalar, path, isSecret: secrets.has(scalar) }));
  return values;
}

/** Visit what stands in the text itself, each once. */
function place(
  node: TextNode,
  path: Path | null,
  visit: (scalar: TextScalar, path: Path | null) => void,
): void {
  if (node.kind === 'scalar') visit(node, path);
  else if (node.kind === 'list') {
    const { length } = node.items;
    // Removing an item moves all others: with another length they are not the same any more.
    node.items.forEach((item, index) => {
      place(item, { key: `[${index + 1} of ${length}]`, above: path }, visit);
    });
  } else if (node.kind === 'map') {
    for (const { key, value } of node.entries) place(value, { key, above: path }, visit);
    for (const value of node.merged) place(value, { key: '<<', above: path }, visit);
  }
}

/** A map or list that was marked, and what by: aliases lead to the same one again and again. */
interface Marked {
  readonly rule: ConcealRule;
  readonly isUnknown: boolean;
}

class SecretFinder {
  readonly #root: TextNode;
  readonly #schemaOf: SecretSchemaOf;
  readonly #secrets = new Set<TextScalar>();
  /** Names of params that a screen of this config calls sensitive. */
  readonly #sensitive = new Set<string>();
  /** Screens that cannot be found. */
  readonly #unknown = new Set<string>();
  /** What aliases have led to. */
  readonly #marked = new Map<TextNode, Marked[]>();
  readonly #hidden = new Set<TextNode>();
  readonly #screens = new Map<TextNode, string | null>();

  constructor(root: TextNode, schemaOf: SecretSchemaOf) {
    this.#root = root;
    this.#schemaOf = schemaOf;
  }

  find(): ReadonlySet<TextScalar> {
    const screens = new Set<string>();
    gatherScreens(this.#root, false, { screens, seen: new Set() });
    for (const screen of screens) {
      const schema = this.#schemaOf(screen);
      if (schema === null) this.#unknown.add(screen);
      for (const { name, sensitive } of schema ?? []) if (sensitive) this.#sensitive.add(name);
    }
    this.#mark(this.#root, CONFIG_RULE, false);
    return this.#secrets;
  }

  /** @param isUnknown  true below a screen that cannot be found */
  #mark(node: TextNode, rule: ConcealRule, isUnknown: boolean): void {
    if (node.kind === 'alias') {
      if (node.to !== null && this.#isNew(node.to, { rule, isUnknown })) this.#mark(node.to, rule, isUnknown);
    } else if (rule === 'hidden') this.#hide(node);
    else if (rule === 'shown') this.#markShown(node, isUnknown);
    // What stands in the place of a map may be the secret itself.
    else if (node.kind !== 'map') this.#hide(node);
    else if (rule === 'params') this.#markParams(node, isUnknown);
    else this.#markKeys(node, rule, isUnknown);
  }

  /** False when an alias has led to a node before in the same way: a chain of aliases has more ways than steps. */
  #isNew(node: TextNode, { rule, isUnknown }: Marked): boolean {
    const before = this.#marked.get(node) ?? [];
    if (before.some((one) => one.rule === rule && one.isUnknown === isUnknown)) return false;
    this.#marked.set(node, [...before, { rule, isUnknown }]);
    return true;
  }

  #markShown(node: TextNode, isUnknown: boolean): void {
    if (node.kind === 'list') for (const item of node.items) this.#mark(item, 'shown', isUnknown);
    if (node.kind !== 'map') return;
    const within = isUnknown || this.#isOfUnknown(node);
    for (const { key, value } of node.entries) {
      const rule = SECRET_KEYS.has(key) ? 'hidden' : 'shown';
      this.#mark(value, key === 'params' ? 'params' : rule, within);
    }
    this.#markMerged(node, 'shown', within);
  }

  #markKeys(map: TextMap, rule: Exclude<ConcealRule, string>, isUnknown: boolean): void {
    const within = isUnknown || this.#isOfUnknown(map);
    for (const { key, value } of map.entries) {
      // Nobody can say what stands under a key that is not known: a misspelt one may have a secret.
      const own = 'each' in rule ? rule.each : (ownValue(rule.keys, key) ?? 'hidden');
      this.#mark(value, own, within);
    }
    this.#markMerged(map, rule, within);
  }

  #markParams(map: TextMap, isUnknown: boolean): void {
    for (const { key, value } of map.entries) {
      const isSecret = isUnknown || this.#sensitive.has(key) || SECRET_KEYS.has(key) || isTelling(key);
      this.#mark(value, isSecret ? 'hidden' : 'shown', isUnknown);
    }
    this.#markMerged(map, 'params', isUnknown);
  }

  /** `<<` takes a map, or a list of maps. */
  #markMerged({ merged }: TextMap, rule: ConcealRule, isUnknown: boolean): void {
    for (const node of merged) {
      const maps = node.kind === 'list' ? node.items : [node];
      for (const map of maps) this.#mark(map, rule, isUnknown);
    }
  }

  #hide(node: TextNode): void {
    if (node.kind === 'scalar') {
      if (node.value !== null) this.#secrets.add(node);
    } else if (node.kind === 'alias') {
      if (node.to === null || this.#hidden.has(node.to)) return;
      this.#hidden.add(node.to);
      this.#hide(node.to);
    } else if (node.kind === 'list') for (const item of node.items) this.#hide(item);
    else {
      for (const { value } of node.entries) this.#hide(value);
      for (const value of node.merged) this.#hide(value);
    }
  }

  #isOfUnknown(map: TextMap): boolean {
    const screen = this.#screenOf(map);
    return screen !== null && this.#unknown.has(screen);
  }

  /** The screen that a map names itself, or takes over by `<<`. */
  #screenOf(node: TextNode): string | null {
    const before = this.#screens.get(node);
    if (before !== undefined) return before;
    const screen = this.#findScreen(node);
    this.#screens.set(node, screen);
    return screen;
  }

  #findScreen(node: TextNode): string | null {
    if (node.kind === 'alias') return node.to === null ? null : this.#screenOf(node.to);
    if (node.kind === 'list') return this.#firstScreen(node.items);
    if (node.kind !== 'map') return null;
    const value = node.entries.find(({ key }) => key === 'screen')?.value;
    const scalar = value?.kind === 'alias' ? value.to : value;
    if (scalar?.kind === 'scalar') return typeof scalar.value === 'string' ? scalar.value : null;
    return this.#firstScreen(node.merged);
  }

  #firstScreen(nodes: readonly TextNode[]): string | null {
    for (const node of nodes) {
      const screen = this.#screenOf(node);
      if (screen !== null) return screen;
    }
    return null;
  }
}

/** What names of screens are gathered into, and what aliases have led to. */
interface Gathered {
  readonly screens: Set<string>;
  readonly seen: Set<TextNode>;
}

function gatherScreens(node: TextNode, isScreen: boolean, gathered: Gathered): void {
  if (node.kind === 'scalar') {
    if (isScreen && typeof node.value === 'string' && node.value !== '') gathered.screens.add(node.value);
  } else if (node.kind === 'list') {
    for (const item of node.items) gatherScreens(item, isScreen, gathered);
  } else if (node.kind === 'map') {
    for (const { key, value } of node.entries) gatherScreens(value, SCREENS.has(key), gathered);
    for (const value of node.merged) gatherScreens(value, false, gathered);
  } else if (isScreen && node.to !== null && !gathered.seen.has(node.to)) {
    gathered.seen.add(node.to);
    gatherScreens(node.to, true, gathered);
  }
}
