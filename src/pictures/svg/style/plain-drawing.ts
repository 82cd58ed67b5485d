/** Recognizes elements that are drawn plainly, by their attributes: opaque, unclipped, each over the one before. */
import type { SvgElement } from '../document/tree.ts';

export type Check = (value: string) => boolean;

export const anyValue: Check = () => true;
export const isOneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value.trim().toLowerCase());
/** Renderers disagree about what a percentage of a spacing refers to. */
const noPercent: Check = (value) => !value.includes('%');
const opaque: Check = (value) => value.trim() === '1' || value.trim() === '100%' || Number(value) === 1;

/** Attributes that change nothing beyond paint, place and font. */
const SHARED: Readonly<Record<string, Check>> = {
  id: anyValue,
  role: anyValue,
  lang: anyValue,
  'xml:lang': anyValue,
  'xml:space': anyValue,
  'white-space': anyValue,
  transform: anyValue,
  fill: anyValue,
  color: anyValue,
  stroke: anyValue,
  'fill-rule': anyValue,
  'fill-opacity': opaque,
  opacity: opaque,
  visibility: isOneOf('visible', 'inherit'),
  display: isOneOf('inline', 'block', 'inherit'),
  'font-family': anyValue,
  'font-size': anyValue,
  'font-weight': anyValue,
  'font-style': anyValue,
  'font-stretch': anyValue,
  'font-variation-settings': anyValue,
  'font-variant': isOneOf('normal'),
  'text-anchor': isOneOf('start', 'middle', 'end'),
  'letter-spacing': noPercent,
  'word-spacing': noPercent,
  'dominant-baseline': anyValue,
  'text-rendering': anyValue,
  'shape-rendering': anyValue,
  'image-rendering': anyValue,
  'writing-mode': isOneOf('lr', 'lr-tb', 'horizontal-tb'),
  direction: isOneOf('ltr'),
  'unicode-bidi': isOneOf('normal'),
  'pointer-events': anyValue,
  cursor: anyValue,
};

/** Only for the root of the document. */
const OF_ROOT: Readonly<Record<string, Check>> = Object.fromEntries(
  [
    'width',
    'height',
    'viewBox',
    'preserveAspectRatio',
    'version',
    'baseProfile',
    'x',
    'y',
    'overflow',
    'enable-background',
    'zoomAndPan',
  ].map((name) => [name, anyValue]),
);

/** The links of an `<a>` have no meaning in a picture. */
const OF_LINK: Readonly<Record<string, Check>> = { href: anyValue, target: anyValue, rel: anyValue };

const NOTHING: Readonly<Record<string, Check>> = {};

/**
 * The attribute that keeps an element, and so its content, from being drawn plainly; null when there is none.
 * @param own  checks of the additional attributes of this kind of element
 */
export function reasonAgainst(
  element: SvgElement,
  own: Readonly<Record<string, Check>> = ofKind(element),
): string | null {
  if (element.styleOnly !== null) return `${Object.keys(element.styleOnly)[0] ?? 'a property'}`;
  for (const name in element.attributes) {
    const value = element.attributes[name] ?? '';
    const check = checkOf(name, own);
    if (check === undefined) return name;
    if (!check(value)) return `${name}="${value.slice(0, 40)}"`;
  }
  return null;
}

function checkOf(name: string, own: Readonly<Record<string, Check>>): Check | undefined {
  if (Object.hasOwn(SHARED, name)) return SHARED[name];
  if (name.startsWith('data-') || name.startsWith('aria-') || name.startsWith('stroke-')) return anyValue;
  return Object.hasOwn(own, name) ? own[name] : undefined;
}

function ofKind(element: SvgElement): Readonly<Record<string, Check>> {
  if (element.name === 'svg' && element.parent === null) return OF_ROOT;
  return element.name === 'a' ? OF_LINK : NOTHING;
}
