/**
 * Selectors: which devices a group, or a change of many devices, is about. A selector is a map of keys that all have to
 * hold, or a list of such maps of which one is enough.
 */

import { didYouMean } from '../platform/base/nearest.ts';
import { isPlainObject, type PlainValue } from '../platform/base/plain.ts';
import { err, ok, type Result } from '../platform/base/result.ts';
import { type Glob, globCost, parseGlob } from './glob.ts';
import { GROUP_LIMITS } from './group-limits.ts';
import { type Network, parseNetwork } from './network.ts';
import { parseVersionRange, type VersionRange } from './version-range.ts';

/** What a selector can ask for. */
export const SELECTOR_KEYS = [
  'tag',
  'model',
  'board',
  'panel',
  'firmware',
  'network',
  'mac',
  'code',
] as const;
export type SelectorKey = (typeof SELECTOR_KEYS)[number];

/** What a selector looks at. Values that are not known fit nothing. */
export interface Selectable {
  readonly tags: readonly string[];
  readonly model: string | null;
  readonly board: string | null;
  readonly firmwareVersion: string | null;
  /** The address of the last call. */
  readonly address: string | null;
  readonly id: string | null;
  /** Registration code without hyphens, short or long. */
  readonly code: string | null;
  /** Name of the panel, without regard to groups. Asked only where a selector needs it. */
  panel(): string | null;
}

export type Selector = readonly SelectorTerm[];

interface SelectorTerm {
  readonly all: readonly SelectorCondition[];
  /** None of these may hold. */
  readonly none: readonly SelectorCondition[];
}

/** One key: one of its values has to fit. */
export type SelectorCondition =
  | { readonly key: 'network'; readonly networks: readonly Network[] }
  | { readonly key: 'firmware'; readonly ranges: readonly VersionRange[] }
  | { readonly key: 'tag'; readonly globs: readonly Glob[] }
  | { readonly key: Exclude<NameKey, 'tag'>; readonly globs: readonly Glob[] };

/** Keys whose values are names, with `*` for any characters. */
export type NameKey = Exclude<SelectorKey, 'network' | 'firmware'>;

/** What is wrong with a selector, and the keys that lead to it. */
export interface SelectorProblem {
  readonly path: readonly string[];
  readonly message: string;
}

const { selectorTerms: MAX_TERMS, selectorValues: MAX_VALUES, selectorCharacters: MAX_LENGTH } = GROUP_LIMITS;
const { selectorPieces: MAX_PIECES, selectorHints: MAX_HINTS } = GROUP_LIMITS;

const EXPECTED_VALUE: Readonly<Record<SelectorKey, string>> = {
  tag: 'a tag',
  model: 'a Model value',
  board: 'a Board value',
  panel: 'the name of a panel',
  firmware: 'a version such as 1.5.2 or 1.5.*, or bounds such as ">=1.6 <2"',
  network: 'a network such as 10.1.0.0/16 or fd00:1::/32',
  mac: 'a MAC address, or its beginning and *',
  code: 'a registration code, or its beginning and *',
};

/** Read a selector. @returns else every problem */
export function parseSelector(value: PlainValue): Result<Selector, readonly SelectorProblem[]> {
  const problems: SelectorProblem[] = [];
  const terms = Array.isArray(value) ? (value as readonly PlainValue[]) : [value];
  if (terms.length === 0 || terms.length > MAX_TERMS) {
    return err([{ path: [], message: `expected 1 to ${MAX_TERMS} maps of keys, got ${terms.length}` }]);
  }
  const selector = terms.map((term) => readTerm(term, problems));
  const pieces = problems.length > 0 ? 0 : piecesOf(selector);
  if (pieces > MAX_PIECES) {
    const message = `expected at most ${MAX_PIECES} pieces between the stars of all patterns, got ${pieces}`;
    problems.push({ path: [], message });
  }
  return problems.length > 0 ? err(problems) : ok(selector);
}

/** What it takes to compare a name with all patterns that have stars; others are compared at once. */
function piecesOf(selector: Selector): number {
  let pieces = 0;
  for (const { all, none } of selector) {
    for (const condition of [...all, ...none]) {
      if (!('globs' in condition)) continue;
      for (const glob of condition.globs) if (globCost(glob) > 2) pieces += globCost(glob);
    }
  }
  return pieces;
}

function readTerm(value: PlainValue, problems: SelectorProblem[]): SelectorTerm {
  if (!isPlainObject(value)) {
    problems.push({
      path: [],
      message: `expected a map of ${SELECTOR_KEYS.join(', ')}, got ${kindOf(value)}`,
    });
    return { all: [], none: [] };
  }
  const { not, ...keys } = value;
  const all = readConditions(keys, [], problems);
  const hasNot = Object.hasOwn(value, 'not');
  if (hasNot && !isPlainObject(not)) {
    problems.push({ path: ['not'], message: `expected a map of keys, got ${kindOf(not ?? null)}` });
  }
  const none = isPlainObject(not) ? readConditions(not, ['not'], problems) : [];
  if (Object.keys(keys).length === 0 && none.length === 0) {
    problems.push({ path: [], message: `expected at least one of ${SELECTOR_KEYS.join(', ')}, got none` });
  }
  return { all, none };
}

function readConditions(
  keys: Readonly<Record<string, PlainValue>>,
  path: readonly string[],
  problems: SelectorProblem[],
): readonly SelectorCondition[] {
  return Object.entries(keys).flatMap(([name, value]) => {
    const key = SELECTOR_KEYS.find((known) => known === name);
    const at = [...path, name];
    if (key !== undefined) return readCondition(key, value, at, problems) ?? [];
    const shown = JSON.stringify(name.slice(0, MAX_LENGTH));
    const hint = problems.length < MAX_HINTS ? didYouMean(name, SELECTOR_KEYS) : '';
    problems.push({ path: at, message: `there is no key ${shown}${hint}` });
    return [];
  });
}

function readCondition(
  key: SelectorKey,
  value: PlainValue,
  path: readonly string[],
  problems: SelectorProblem[],
): SelectorCondition | undefined {
  const values = Array.isArray(value) ? (value as readonly PlainValue[]) : [value];
  const reject = (got: string): undefined => {
    problems.push({ path, message: `expected ${EXPECTED_VALUE[key]}, got ${got}` });
  };
  if (values.length === 0 || values.length > MAX_VALUES) return reject(`a list of ${values.length}`);
  const texts: string[] = [];
  for (const one of values) {
    const text = typeof one === 'string' ? one.trim() : '';
    if (text === '' || text.length > MAX_LENGTH) return reject(kindOf(one));
    texts.push(text);
  }
  const read = <T>(parse: (text: string) => T | null): readonly T[] | undefined => {
    const parsed = texts.map(parse);
    const bad = parsed.indexOf(null);
    if (bad === -1) return parsed as readonly T[];
    return reject(JSON.stringify(texts[bad]));
  };
  if (key === 'network') {
    const networks = read(parseNetwork);
    return networks && { key, networks };
  }
  if (key === 'firmware') {
    const ranges = read(parseVersionRange);
    return ranges && { key, ranges };
  }
  const globs = read((text) => parseName(key, text));
  return globs && { key, globs };
}

/** Codes without their hyphens, and a short one stands for its long one too. */
function parseName(key: SelectorKey, text: string): Glob | null {
  if (key === 'mac') {
    return /^[\da-f:*-]+$/i.test(text) ? parseGlob(text.replaceAll('-', ':')) : null;
  }
  if (key !== 'code') return parseGlob(text);
  const code = text.replaceAll('-', '');
  if (!/^[a-z]{1,15}\*?$/i.test(code)) return null;
  return parseGlob(code.length === 10 && !code.endsWith('*') ? `${code}*` : code);
}

function kindOf(value: PlainValue): string {
  if (Array.isArray(value)) return 'a list';
  if (isPlainObject(value)) return 'a map';
  return value === null ? 'nothing' : JSON.stringify(value).slice(0, MAX_LENGTH);
}
