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

const BETWEEN_STEPS =
  'a long edge of 45 degrees lies just between two of the quarters of a pixel to which the renderer rounds';

/** Drawings that look otherwise in parts by more than a few pixels of antialiasing, and why that is as it should be. */
export const OTHERWISE_IN_PARTS: Readonly<Record<string, string>> = {
  'actions/16/playlist-sort': BETWEEN_STEPS,
  'actions/16/view-sort': BETWEEN_STEPS,
};

/** Why a drawing may look otherwise; null for no reason. */
export function reasonFor(name: string, reasons = OTHERWISE): string | null {
  return Object.entries(reasons).find(([part]) => name.includes(part))?.[1] ?? null;
}
