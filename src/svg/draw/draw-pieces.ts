/** Draws a document that is ready: as a whole, or only those parts of it that are not plain rectangles. */
import { SvgSignal } from '../document/svg-failure.ts';
import type { SvgElement } from '../document/tree.ts';
import type { Extent, Placement, Viewport } from '../document/viewport.ts';
import type { Painted } from '../geometry/paint-order.ts';
import type { Scene } from '../geometry/scene.ts';
import type { ImageStore } from '../images/image-store.ts';
import type { ResolvedImages } from '../images/load-images.ts';
import type { Reach } from '../plan/lifted-text.ts';
import type { Flat, PanelInks } from '../plan/panel-inks.ts';
import { planParts } from '../plan/plan.ts';
import { drawWithResvg } from '../resvg/resvg.ts';
import { writePart, writeSvg } from '../resvg/write.ts';
import { drawToneMask } from '../tone/mask.ts';
import type { StageClock } from './stage-clock.ts';

/** A rectangle of the picture that has been drawn. */
export interface DrawnPart {
  /** Where it lies, in device pixels of the picture. */
  readonly place: Placement;
  /**
   * place.width * place.height * 4 bytes, row-major from top left, sRGB, premultiplied; transparent where nothing is
   * drawn.
   */
  readonly rgba: Uint8Array;
  /** place.width * place.height bytes: 1 continuous tone, 0 structure. Null when nothing is marked. */
  readonly tone: Uint8Array | null;
}

/** A picture as rectangles: those in one ink, and above them those that had to be drawn. */
export interface Pieces {
  /** Lowest first. The first covers the picture; without any, the first part does. */
  readonly flats: readonly Flat[];
  /** They do not overlap. */
  readonly parts: readonly DrawnPart[];
}

/**
 * The one part of a picture that was drawn without inks.
 * @throws {Error} it was drawn in several
 */
export function wholePart({ parts }: Pieces): DrawnPart {
  const [part, ...others] = parts;
  if (part === undefined || others.length > 0) throw new Error('this picture was drawn in parts');
  return part;
}

export interface DrawPlace {
  readonly viewport: Viewport;
  readonly placement: Placement;
  /** Everything that is painted, lowest first; null when it is not known, and drawn as a whole. */
  readonly painted: readonly Painted[] | null;
  /** Size of the picture. */
  readonly frame: Extent;
  /** What the texts in the document may paint, as far as that is known. */
  readonly texts: ReadonlyMap<SvgElement, Reach>;
}

export interface DrawTools {
  readonly fontFiles: readonly string[];
  readonly images: ResolvedImages;
  readonly store: ImageStore;
  readonly clock: StageClock;
}

/** Characters of all parts. Each brings its definitions along, and reading them often would cost more than it saves. */
const MAX_WRITTEN = 512 * 1024;

/**
 * Draw a document for a panel without drawing what is plain there. Null when that gains nothing, or cannot be told.
 * @throws {SvgSignal} `raster_failed`
 */
export function drawParts(scene: Scene, place: DrawPlace, inks: PanelInks, tools: DrawTools): Pieces | null {
  const { document } = scene;
  const { viewport, placement, painted, frame, texts } = place;
  const plan = painted === null ? null : planParts(scene, { placement, frame, painted, texts }, inks);
  tools.clock.lap('plan');
  if (plan === null) return null;
  const written = plan.parts.map((part) => ({
    place: part.place,
    svg: writePart(document, viewport, placement, part),
  }));
  tools.clock.lap('svg');
  if (written.reduce((sum, { svg }) => sum + svg.length, 0) > MAX_WRITTEN) return null;
  const parts = written.map(({ place: part, svg }): DrawnPart => {
    return { place: part, rgba: draw(svg, document.name, part, tools), tone: null };
  });
  return { flats: plan.flats, parts };
}

/**
 * Draw a document as one part, of the size of the picture.
 * @param hasTones  whether anything is marked as continuous tone
 * @throws {SvgSignal} `raster_failed`
 */
export async function drawWhole(
  scene: Scene,
  place: DrawPlace,
  hasTones: boolean,
  tools: DrawTools,
): Promise<Pieces> {
  const { document } = scene;
  const { viewport, placement, frame } = place;
  const svg = writeSvg(document, viewport, placement);
  tools.clock.lap('svg');
  const pixels = draw(svg, document.name, placement, tools);
  const mask = hasTones ? await drawToneMask(scene, { viewport, placement, ...tools }) : null;
  if (mask !== null) tools.clock.lap('tone');
  const part: DrawnPart = {
    place: { x: 0, y: 0, ...frame },
    rgba: placeInto(pixels, placement, frame, 4),
    tone: mask === null ? null : placeInto(mask, placement, frame, 1),
  };
  return { flats: [], parts: [part] };
}

function draw(
  svg: string,
  name: string,
  placement: Placement,
  { fontFiles, images, clock }: DrawTools,
): Uint8Array {
  // resvg reads each font anew for every drawing.
  const fonts = svg.includes('<text') ? fontFiles : [];
  const drawn = drawWithResvg(svg, { name, fontFiles: fonts, images, placement });
  if (!drawn.ok) throw new SvgSignal(drawn.error);
  clock.add('layout', drawn.value.layoutMs);
  clock.add('draw', drawn.value.drawMs);
  clock.lap(null);
  return drawn.value.pixels;
}

/** The drawn part at its place in an empty frame; the very same bytes when it fills the frame. */
function placeInto(
  pixels: Uint8Array,
  placement: Placement,
  frame: Extent,
  bytesPerPixel: number,
): Uint8Array {
  if (placement.width === frame.width && placement.height === frame.height) return pixels;
  const out = new Uint8Array(frame.width * frame.height * bytesPerPixel);
  const row = placement.width * bytesPerPixel;
  for (let y = 0; y < placement.height; y += 1) {
    const at = ((placement.y + y) * frame.width + placement.x) * bytesPerPixel;
    out.set(pixels.subarray(y * row, (y + 1) * row), at);
  }
  return out;
}
