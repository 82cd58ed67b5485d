/**
 * What resvg 0.34 takes for what it draws, measured on one core of a small machine under some load: differences
 * between pictures with a few more of the same, at 1872 x 1404 for what counts by the pixel.
 */

/** Milliseconds. */
export const MS = {
  /** A pixel that is filled with a colour: 0 to 6 ns, opaque or not. */
  filledPixel: 4e-6,
  /** A pixel of a gradient, and what each of its stops adds to it. */
  gradientPixel: 15e-6,
  gradientStopPixel: 0.3e-6,
  /** A stop, for each shape that it paints. */
  gradientStop: 12e-6,
  /** A pixel of a pattern or an image, scaled with care. */
  imagePixel: 12e-6,
  /** A pixel of a layer: cleared, and laid over what is below, at worst in a mode like `hue`. */
  layerPixel: 16e-6,
  clipPixel: 16e-6,
  maskPixel: 26e-6,
  /** An element, read, converted and drawn, however small; and one that gets a stroke. */
  element: 6e-3,
  stroke: 8e-3,
  /** A point of a path that is too small to see; and one whose stroke has round joins. */
  point: 0.8e-3,
  strokePoint: 3e-3,
  /** A pixel of outline, upwards or downwards. A stroke is an outline of its own, longer than the line. */
  outlineHeight: 0.1e-3,
  strokeOutlineHeight: 0.5e-3,
  /** Two lines of one outline that cross. */
  crossing: 42e-6,
  /**
   * A pixel of outline, for each other line in its row: where they are closer than a pixel, each row is searched from
   * its beginning for each of them.
   */
  besideOutlineHeight: 1e-6,
  /** A dash, and a pixel of its width: it may have round ends. */
  dash: 1e-3,
  dashWidth: 0.25e-3,
  /** A number in a list of dashes, which is read for each element. */
  dashLength: 0.15e-3,
  /** A character: found in its font, with its outline; and a pixel of its height. */
  character: 80e-3,
  characterHeight: 0.25e-3,
  /** The stroke of a character. */
  characterStroke: 25e-3,
  /** A span of a text or a part of it that has its own place: the font is opened and set up anew. */
  span: 120e-3,
  /** Each span has the whole text around it laid out again: so much for each of its characters. */
  spanCharacter: 0.8e-3,
  /** A segment of the path of a text, and one for each character that could lie on it. */
  textPathSegment: 2e-3,
  textPathStep: 8e-6,
  /** An element, or an attribute, that is copied by a `use`; an element that is passed in looking for another. */
  copiedElement: 0.7e-3,
  copiedAttribute: 0.15e-3,
  passedElement: 20e-6,
  /** A character in the attributes of a filter, which are copied for each element that is filtered. */
  filterCharacter: 20e-6,
} as const;

/** Bytes that stay until the picture is drawn. */
export const BYTES = {
  pixel: 4,
  /** Four copies of the picture. */
  picturePixel: 16,
  /** A mask is a byte a pixel beside the picture that it is made of. */
  maskPixel: 1,
  /** An element of the document, here. */
  parsedElement: 1_000,
  /** An element in the two trees of the renderer, and a layer of its own. */
  element: 1_300,
  layer: 1_200,
  point: 24,
  /** A point of an outline that is stroked, while that is done. */
  strokePoint: 700,
  /** What is around each marker: a group with a transform, and a clip. */
  marker: 2_800,
  gradientStop: 40,
  dashLength: 24,
  character: 1_500,
  copiedElement: 270,
  copiedAttribute: 40,
  filterCharacter: 2,
} as const;
