/** Determines how much of what lies below a paint hides, for the tone mask. */
import type { SvgElement } from '../../svg/document/tree.ts';
import type { References } from '../../svg/graph/references.ts';
import type { FillStyle } from '../../svg/style/computed-style.ts';
import type { Tone } from '../../svg/style/tone.ts';
import { readOpacity } from '../../svg/values/paint-values.ts';

/** The colours of the mask. */
export const MASK_COLOUR = { continuous: '#fff', structure: '#000' } as const satisfies Record<Tone, string>;

/** How much of what lies below a paint hides. `pattern`: as much as the pattern does. */
type PaintCover =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'translucent' }
  | { readonly kind: 'all' }
  | { readonly kind: 'pattern'; readonly pattern: SvgElement };

const NOTHING: PaintCover = { kind: 'nothing' };
const TRANSLUCENT: PaintCover = { kind: 'translucent' };
const ALL: PaintCover = { kind: 'all' };

/** How much a paint with an opacity hides. @param color  the value of `currentColor` */
export function paintCover({ paint, opacity }: FillStyle, color: string, references: References): PaintCover {
  if (opacity === 0) return NOTHING;
  const cover = coverOfPaint(paint, color, references);
  return opacity < 1 && cover.kind !== 'nothing' ? TRANSLUCENT : cover;
}

function coverOfPaint(paint: string, color: string, references: References): PaintCover {
  if (!/^url\(/i.test(paint)) return coverOfColour(paint);
  const server = references.find(paint.replace(/\).*$/s, ')'));
  switch (server?.name) {
    case 'pattern':
      return { kind: 'pattern', pattern: server };
    case 'linearGradient':
    case 'radialGradient':
      return coverOfGradient(server, references);
    default: {
      // The fallback colour of an address that leads nowhere.
      const fallback = paint.slice(paint.indexOf(')') + 1).trim();
      return fallback === '' ? NOTHING : coverOfColour(/^currentcolor$/i.test(fallback) ? color : fallback);
    }
  }
}

function coverOfColour(colour: string): PaintCover {
  const alpha = alphaOf(colour);
  if (alpha === 0) return NOTHING;
  return alpha < 1 ? TRANSLUCENT : ALL;
}

/** The alpha of `#rgba`, `#rrggbbaa`, `rgba()` and `hsla()`. */
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

function coverOfGradient(gradient: SvgElement, references: References): PaintCover {
  const opaque = contentOf(gradient, references).every(
    (stop) =>
      readOpacity(stop.attributes['stop-opacity']) === 1 &&
      alphaOf(stop.attributes['stop-color'] ?? '') === 1,
  );
  return opaque ? ALL : TRANSLUCENT;
}

/** The children of a gradient or pattern, or of the one that it takes them from. */
export function contentOf(server: SvgElement, references: References): readonly SvgElement[] {
  for (const { children } of references.chain(server)) {
    const elements = children.filter((child) => child.kind === 'element');
    if (elements.length > 0) return elements;
  }
  return [];
}
