/** What a text and its ancestors may say so that it can be drawn in solid ink; all else stays with resvg. */
import type { SvgElement } from '../svg/tree.ts';

type Check = (value: string) => boolean;

const any: Check = () => true;
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value.trim().toLowerCase());
const opaque: Check = (value) => value.trim() === '1' || value.trim() === '100%' || Number(value) === 1;

/** Attributes that change nothing about how a text is drawn, or that the engine understands. */
const SHARED: Readonly<Record<string, Check>> = {
  id: any,
  role: any,
  lang: any,
  'xml:lang': any,
  'xml:space': any,
  transform: any,
  fill: any,
  color: any,
  stroke: any,
  'fill-rule': any,
  'fill-opacity': opaque,
  opacity: opaque,
  visibility: oneOf('visible', 'inherit'),
  display: oneOf('inline', 'block', 'inherit'),
  'font-family': any,
  'font-size': any,
  'font-weight': any,
  'font-style': any,
  'font-stretch': any,
  'font-variation-settings': any,
  'font-variant': oneOf('normal'),
  'text-anchor': oneOf('start', 'middle', 'end'),
  'letter-spacing': any,
  'word-spacing': any,
  'dominant-baseline': any,
  'text-rendering': any,
  'shape-rendering': any,
  'image-rendering': any,
  'writing-mode': oneOf('lr', 'lr-tb', 'horizontal-tb'),
  direction: oneOf('ltr'),
  'unicode-bidi': oneOf('normal'),
  'pointer-events': any,
  cursor: any,
};

/** Only for the root of the document. */
const OF_ROOT: Readonly<Record<string, Check>> = Object.fromEntries(
  [
    ...['width', 'height', 'viewBox', 'preserveAspectRatio', 'version', 'baseProfile', 'x', 'y'],
    ...['overflow', 'enable-background', 'zoomAndPan'],
  ].map((name) => [name, any]),
);

/** Only for `<text>` and what is in it. */
const OF_TEXT: Readonly<Record<string, Check>> = {
  x: any,
  y: any,
  dx: any,
  dy: any,
  textLength: any,
  lengthAdjust: oneOf('spacing'),
  'text-decoration': (value) => value.split(/\s+/).every((word) => DECORATIONS.has(word)),
  'baseline-shift': any,
  'alignment-baseline': oneOf('auto', 'baseline', 'alphabetic'),
};
const DECORATIONS = new Set(['none', 'underline', 'line-through', '']);

/** Links of an `<a>` have no meaning in a picture. */
const OF_LINK: Readonly<Record<string, Check>> = { href: any, target: any, rel: any };

/** Why an element keeps a text in it or below it from being drawn by the engine; null when it does not. */
export function reasonAgainst(element: SvgElement): string | null {
  if (element.styleOnly !== null) return `${Object.keys(element.styleOnly)[0] ?? 'a property'}`;
  for (const name in element.attributes) {
    const value = element.attributes[name] ?? '';
    const check = checkOf(element, name);
    if (check === undefined) return name;
    if (!check(value)) return `${name}="${value.slice(0, 40)}"`;
  }
  return null;
}

function checkOf(element: SvgElement, name: string): Check | undefined {
  if (Object.hasOwn(SHARED, name)) return SHARED[name];
  if (name.startsWith('data-') || name.startsWith('aria-') || name.startsWith('stroke-')) return any;
  const special = specialOf(element);
  return Object.hasOwn(special, name) ? special[name] : undefined;
}

function specialOf(element: SvgElement): Readonly<Record<string, Check>> {
  if (element.name === 'svg' && element.parent === null) return OF_ROOT;
  if (element.name === 'a') return OF_LINK;
  return element.name === 'text' || element.name === 'tspan' ? OF_TEXT : {};
}
