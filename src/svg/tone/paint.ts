/** What an element covers in the mask of tones: its paints, reduced to continuous, structure, and nothing. */
import type { References } from '../graph/references.ts';
import type { SvgElement } from '../tree.ts';
import type { Tone } from './marks.ts';
import { toneOf } from './marks.ts';

/** What an element inherits, as far as the mask needs it. Values as written. */
export interface Paints {
  readonly tone: Tone;
  readonly fill: string;
  readonly fillOpacity: string;
  readonly stroke: string;
  readonly strokeOpacity: string;
  readonly color: string;
}

export const INITIAL_PAINTS: Paints = {
  tone: 'structure',
  fill: 'black',
  fillOpacity: '1',
  stroke: 'none',
  strokeOpacity: '1',
  color: 'black',
};

/** The colours of the mask. */
export const MASK_COLOUR = { continuous: '#fff', structure: '#000' } as const satisfies Record<Tone, string>;

/** The paints of an element. */
export function enterPaints(element: SvgElement, outer: Paints): Paints {
  const { attributes } = element;
  const own = (name: string, inherited: string): string => {
    const value = attributes[name]?.trim();
    return value === undefined || value === '' || value === 'inherit' ? inherited : value;
  };
  return {
    tone: toneOf(element) ?? outer.tone,
    fill: own('fill', outer.fill),
    fillOpacity: own('fill-opacity', outer.fillOpacity),
    stroke: own('stroke', outer.stroke),
    strokeOpacity: own('stroke-opacity', outer.strokeOpacity),
    color: own('color', outer.color),
  };
}

/** How much of what lies below a paint hides. `pattern`: what the pattern does. */
export type Cover =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'veil' }
  | { readonly kind: 'all' }
  | { readonly kind: 'pattern'; readonly pattern: SvgElement };

const NOTHING: Cover = { kind: 'nothing' };
const VEIL: Cover = { kind: 'veil' };
const ALL: Cover = { kind: 'all' };

/** What a paint with an opacity hides. */
export function coverOf(paint: string, opacity: string, color: string, references: References): Cover {
  const share = readOpacity(opacity);
  if (share === 0) return NOTHING;
  const cover = coverOfPaint(paint, color, references);
  return share < 1 && cover.kind !== 'nothing' ? VEIL : cover;
}

function coverOfPaint(paint: string, color: string, references: References): Cover {
  if (!/^url\(/i.test(paint)) return coverOfColour(/^currentcolor$/i.test(paint) ? color : paint);
  const server = references.find(paint.replace(/\).*$/s, ')'));
  switch (server?.name) {
    case 'pattern':
      return { kind: 'pattern', pattern: server };
    case 'linearGradient':
    case 'radialGradient':
      return coverOfGradient(server, references);
    default: {
      // The colour behind an address that leads nowhere.
      const fallback = paint.slice(paint.indexOf(')') + 1).trim();
      return fallback === '' ? NOTHING : coverOfColour(fallback);
    }
  }
}

function coverOfColour(colour: string): Cover {
  const alpha = alphaOf(colour);
  if (alpha === 0) return NOTHING;
  return alpha < 1 ? VEIL : ALL;
}

/** `#rgba`, `#rrggbbaa`, and the fourth part of `rgba()` and `hsla()`. */
function alphaOf(colour: string): number {
  if (/^(?:none|transparent)$/i.test(colour)) return 0;
  const hex = /^#(?:[0-9a-f]{3}([0-9a-f])|[0-9a-f]{6}([0-9a-f]{2}))$/i.exec(colour);
  if (hex !== null) {
    const [, one, two] = hex;
    return one === undefined ? Number.parseInt(two ?? 'ff', 16) / 255 : Number.parseInt(one, 16) / 15;
  }
  const parts = /^(?:rgb|hsl)a?\(([^)]*)\)$/i
    .exec(colour)?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== '');
  return parts === undefined || parts.length < 4 ? 1 : readOpacity(parts[3]);
}

function coverOfGradient(gradient: SvgElement, references: References): Cover {
  const opaque = contentOf(gradient, references).every(
    (stop) =>
      readOpacity(stop.attributes['stop-opacity']) === 1 &&
      alphaOf(stop.attributes['stop-color'] ?? '') === 1,
  );
  return opaque ? ALL : VEIL;
}

/** The children of a gradient or pattern, or of the one that it takes them from. */
export function contentOf(server: SvgElement, references: References): readonly SvgElement[] {
  for (const { children } of references.chain(server)) {
    const elements = children.filter((child) => child.kind === 'element');
    if (elements.length > 0) return elements;
  }
  return [];
}

/** A number or percentage, 0..1. 1 for what is missing or cannot be read. */
export function readOpacity(text: string | undefined): number {
  const value = Number.parseFloat(text ?? '');
  if (Number.isNaN(value)) return 1;
  return Math.min(Math.max(text?.trim().endsWith('%') ? value / 100 : value, 0), 1);
}
