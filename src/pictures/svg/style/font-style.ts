/** The font properties of a text, computed: inherited from its ancestors, relative values resolved. */
import { ownValue } from '../../../platform/base/plain.ts';
import type { FontStyle } from '../../fonts/face.ts';
import type { WantedFont } from '../../fonts/match.ts';
import type { SvgElement } from '../document/tree.ts';

/** Computed font properties of an element. Elements with the same values share one object. */
export interface ComputedFont extends WantedFont {
  readonly smallCaps: boolean;
}

/** The font that the root inherits. The weight is 400, whatever the default instance of a variable font has. */
export const INITIAL_FONT: ComputedFont = {
  families: ['sans-serif'],
  weight: 400,
  style: 'normal',
  stretchPercent: 100,
  variations: new Map(),
  smallCaps: false,
};

const STRETCH_PERCENT: Readonly<Record<string, number>> = {
  'ultra-condensed': 50,
  'extra-condensed': 62.5,
  condensed: 75,
  'semi-condensed': 87.5,
  normal: 100,
  'semi-expanded': 112.5,
  expanded: 125,
  'extra-expanded': 150,
  'ultra-expanded': 200,
};
const MAX_FAMILIES = 32;
const MAX_AXES = 16;

/** Computed fonts, by the font of the parent and the written values. */
let known = new WeakMap<ComputedFont, Map<string, ComputedFont>>();
let knownCount = 0;
/** Enough for all screens of a server; a hostile SVG with more only slows things down. */
const MAX_KNOWN = 5_000;

/** The font of an element whose parent has the font `inherited`. Invalid values are ignored. */
export function computeFont(element: SvgElement, inherited: ComputedFont): ComputedFont {
  const { attributes } = element;
  const written = FONT_VALUES.map((property) => attributes[property]);
  if (written.every((value) => value === undefined)) return inherited;
  const key = written.join('|');
  const remembered = known.get(inherited)?.get(key);
  if (remembered !== undefined) return remembered;
  const computed = compute(written, inherited);
  if (knownCount >= MAX_KNOWN) {
    known = new WeakMap();
    knownCount = 0;
  }
  const siblings = known.get(inherited);
  if (siblings === undefined) known.set(inherited, new Map([[key, computed]]));
  else siblings.set(key, computed);
  knownCount += 1;
  return computed;
}

/** Attributes that ask for a font. */
export function fontAttributes(font: ComputedFont): Record<string, string> {
  const quoted = font.families.map((family) => (family.includes('"') ? `'${family}'` : `"${family}"`));
  const variations = [...font.variations].map(([axis, value]) => `"${axis}" ${value}`);
  return {
    'font-family': quoted.join(', '),
    'font-weight': String(font.weight),
    'font-style': font.style,
    'font-stretch': `${font.stretchPercent}%`,
    'font-variation-settings': variations.length === 0 ? 'normal' : variations.join(', '),
    'font-variant': font.smallCaps ? 'small-caps' : 'normal',
  };
}

/** The properties that a font is computed from, in the order in which `compute` takes their values. */
export const FONT_VALUES = [
  'font-family',
  'font-weight',
  'font-style',
  'font-stretch',
  'font-variation-settings',
  'font-variant',
] as const;

function compute(written: readonly (string | undefined)[], inherited: ComputedFont): ComputedFont {
  const [family, weight, style, stretch, variations, variant] = written;
  return {
    families: resolve(family, inherited.families, INITIAL_FONT.families, parseFamilies),
    weight: resolve(weight, inherited.weight, 400, (value) => parseWeight(value, inherited.weight)),
    style: resolve(style, inherited.style, 'normal', parseStyle),
    stretchPercent: resolve(stretch, inherited.stretchPercent, 100, parseStretch),
    variations: resolve(variations, inherited.variations, INITIAL_FONT.variations, parseVariations),
    smallCaps: resolve(variant, inherited.smallCaps, false, (value) => value.includes('small-caps')),
  };
}

/** Handle the keywords of every property; `parse` returns null for an invalid value. */
function resolve<T>(
  value: string | undefined,
  inherited: T,
  initial: T,
  parse: (value: string) => T | null,
): T {
  if (value === undefined) return inherited;
  const word = value.trim().toLowerCase();
  if (word === 'inherit' || word === 'unset' || word === 'revert') return inherited;
  if (word === 'initial') return initial;
  return parse(value) ?? inherited;
}

/** A comma-separated list; names may be quoted, and quotes may hold commas. */
export function parseFamilies(value: string): readonly string[] | null {
  const families: string[] = [];
  for (const [, double, single, bare] of value.matchAll(/"([^"]*)"|'([^']*)'|([^,"']+)/g)) {
    const family = (double ?? single ?? bare ?? '').trim().replace(/\s+/g, ' ');
    if (family !== '' && families.length < MAX_FAMILIES) families.push(family);
  }
  return families.length === 0 ? null : families;
}

function parseWeight(value: string, inherited: number): number | null {
  const word = value.trim().toLowerCase();
  switch (word) {
    case 'normal':
      return 400;
    case 'bold':
      return 700;
    case 'bolder':
      return bolder(inherited);
    case 'lighter':
      return lighter(inherited);
    default: {
      const weight = Number(word);
      return word !== '' && weight >= 1 && weight <= 1000 ? weight : null;
    }
  }
}

/** CSS Fonts 4 §2.2.1. */
function bolder(weight: number): number {
  if (weight < 350) return 400;
  if (weight < 550) return 700;
  return Math.max(weight, 900);
}

function lighter(weight: number): number {
  if (weight < 550) return Math.min(weight, 100);
  return weight < 750 ? 400 : 700;
}

function parseStyle(value: string): FontStyle | null {
  const word = value.trim().toLowerCase().split(/\s+/)[0];
  return word === 'normal' || word === 'italic' || word === 'oblique' ? word : null;
}

function parseStretch(value: string): number | null {
  const word = value.trim().toLowerCase();
  const named = ownValue(STRETCH_PERCENT, word);
  if (named !== undefined) return named;
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(word)?.[1];
  return percent === undefined ? null : Number(percent);
}

/** `"wght" 650, 'opsz' 12`; null for a list with an error. */
function parseVariations(value: string): ReadonlyMap<string, number> | null {
  const variations = new Map<string, number>();
  if (value.trim().toLowerCase() === 'normal') return variations;
  for (const setting of value.split(',')) {
    const match =
      /^\s*(?:"([ -~]{4})"|'([ -~]{4})')\s+([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*$/i.exec(setting);
    const tag = match?.[1] ?? match?.[2];
    if (tag === undefined) return null;
    if (variations.size < MAX_AXES) variations.set(tag, Number(match?.[3]));
  }
  return variations;
}
