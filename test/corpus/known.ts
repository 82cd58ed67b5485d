const TWICE = 'has an id twice: the first counts, as in browsers; the plain renderer takes the last';

/** Drawings that are known to look otherwise than the plain renderer draws them, and why that is as it should be. */
export const OTHERWISE: Readonly<Record<string, string>> = {
  'attribute-selectors': 'the plain renderer knows no selectors such as [a~="b"]',
  'pseudo-class': 'the plain renderer knows few pseudo-classes',
  'style-with-xml-comments': 'the plain renderer does not read past comments in a style sheet',
  'pattern-fallback-cycles': 'a cycle is cut here, and draws nothing at all there',
  bug612951: 'sizes in percent without a view box are those of the picture',
  'filter-image-from-reference-page': 'shows an image file, which the plain renderer is not given',
  'filter-kernel-unit-length': 'shows an image file, which the plain renderer is not given',
  'audio-headphones': TWICE,
  'audio-headset': TWICE,
  Gajim: TWICE,
};

/** Why a drawing may look otherwise; null for no reason. */
export function reasonFor(name: string): string | null {
  return Object.entries(OTHERWISE).find(([part]) => name.includes(part))?.[1] ?? null;
}
