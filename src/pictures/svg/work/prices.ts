/**
 * The costs of drawing with resvg 0.34, measured on one core of a small machine under some load: differences between
 * pictures with fewer and with more elements of one kind; costs by the pixel at 1872 x 1404.
 */

/** Milliseconds. */
export const MS = {
  /** A pixel that is filled with a colour: 0 to 6 ns, opaque or not. */
  filledPixel: 4e-6,
  /** A pixel of a gradient, and the additional cost of each of its stops. */
  gradientPixel: 15e-6,
  gradientStopPixel: 0.3e-6,
  /** A stop, for each shape that it paints. */
  gradientStop: 12e-6,
  /** A pixel of a pattern or an image, scaled in high quality. */
  imagePixel: 12e-6,
  /** A pixel of a layer: cleared, and blended with what is below, at worst in a mode like `hue`. */
  layerPixel: 16e-6,
  clipPixel: 16e-6,
  maskPixel: 26e-6,
  /** An element, read, converted and drawn, however small; and the additional cost of a stroke. */
  element: 6e-3,
  stroke: 8e-3,
  /** A point of a path that is too small to see; and a point of a stroke with round joins. */
  point: 0.8e-3,
  strokePoint: 3e-3,
  /** A pixel of an outline's height. A stroke is an outline of its own, longer than the line. */
  outlineHeight: 0.1e-3,
  strokeOutlineHeight: 0.5e-3,
  /** Two lines of one outline that cross. */
  crossing: 42e-6,
  /**
   * A pixel of an outline's height, for each other line in the same row: where lines are closer than a pixel, each row
   * is searched from its beginning for each of them.
   */
  besideOutlineHeight: 1e-6,
  /** A dash, and a pixel of its width, since it may have round ends. */
  dash: 1e-3,
  dashWidth: 0.25e-3,
  /** A number in a list of dashes, which is read for each element. */
  dashLength: 0.15e-3,
  /** A character, with the search for its glyph and outline; and a pixel of its height. */
  character: 80e-3,
  characterHeight: 0.25e-3,
  /** The stroke of a character. */
  characterStroke: 25e-3,
  /** A span, or a part of a text with its own position: the font is opened and prepared anew. */
  span: 120e-3,
  /** A character of a text, for each of its spans: resvg lays out the whole text for each span. */
  spanCharacter: 0.8e-3,
  /** A segment of the path of a text, and the same for each character that could lie on it. */
  textPathSegment: 2e-3,
  textPathStep: 8e-6,
  /** An element or attribute that is copied for a `use`; an element that is visited while another is searched. */
  copiedElement: 0.7e-3,
  copiedAttribute: 0.15e-3,
  passedElement: 20e-6,
  /** A character in the attributes of a filter, which are copied for each element that is filtered. */
  filterCharacter: 20e-6,
} as const;

/** Bytes that are kept until the picture is drawn. */
export const BYTES = {
  pixel: 4,
  /** Four copies of the picture. */
  picturePixel: 16,
  /** A mask takes a byte a pixel, besides the picture that it is made of. */
  maskPixel: 1,
  /** An element of our own tree. */
  parsedElement: 1_000,
  /** An element in resvg's two trees, and a layer of its own. */
  element: 1_300,
  layer: 1_200,
  point: 24,
  /** A point of an outline, while it is stroked. */
  strokePoint: 700,
  /** The group with a transform, and the clip, of each marker. */
  marker: 2_800,
  gradientStop: 40,
  dashLength: 24,
  character: 1_500,
  copiedElement: 270,
  copiedAttribute: 40,
  filterCharacter: 2,
} as const;
