/** Draws a document that is ready: only the tiles of a plan, or the whole page. */
import type { StageClock } from '../../platform/base/stages.ts';
import { SvgSignal } from '../svg/document/svg-failure.ts';
import type { SvgDocument } from '../svg/document/tree.ts';
import type { Extent, Placement, Viewport } from '../svg/document/viewport.ts';
import type { ImageStore } from '../svg/images/image-store.ts';
import type { ResolvedImages } from '../svg/images/load-images.ts';
import type { PicturePlan, SolidRect } from './plan/plan.ts';
import { drawWithResvg } from './resvg/resvg.ts';
import { writeSvg, writeTile } from './resvg/write.ts';

/** A rectangle of the picture that has been drawn. */
export interface DrawnTile {
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

/** A picture as rectangles: some filled with one ink, and above them those that had to be drawn. */
export interface TiledPicture {
  /** Lowest first. The first covers the picture; without any, the first tile does. */
  readonly solids: readonly SolidRect[];
  /** They do not overlap. */
  readonly tiles: readonly DrawnTile[];
}

/**
 * The one tile of a picture that was drawn as a whole.
 * @throws {Error} it was drawn in several
 */
export function onlyTile({ tiles }: TiledPicture): DrawnTile {
  const [tile, ...others] = tiles;
  if (tile === undefined || others.length > 0) throw new Error('this picture was drawn in several tiles');
  return tile;
}

/** Where a document lies on its picture. */
export interface PageLayout {
  readonly viewport: Viewport;
  readonly placement: Placement;
  /** Size of the picture. */
  readonly frame: Extent;
}

export interface DrawTools {
  readonly fontFiles: readonly string[];
  readonly images: ResolvedImages;
  readonly store: ImageStore;
  readonly clock: StageClock;
}

/** Characters of all tiles. Each repeats its definitions, and reading them often would cost more than it saves. */
const MAX_WRITTEN = 512 * 1024;

/**
 * Draw the tiles of a plan. Null when the whole page is cheaper.
 * @throws {SvgSignal} `raster_failed`
 */
export function drawTiles(
  document: SvgDocument,
  { viewport, placement }: PageLayout,
  { solids, tiles }: PicturePlan,
  tools: DrawTools,
): TiledPicture | null {
  tools.clock.begin('svg');
  const written = tiles.map((tile) => ({
    place: tile.place,
    svg: writeTile(document, viewport, placement, tile),
  }));
  if (written.reduce((sum, { svg }) => sum + svg.length, 0) > MAX_WRITTEN) return null;
  const drawn = written.map(({ place, svg }): DrawnTile => {
    return { place, rgba: draw(svg, document.name, place, tools), tone: null };
  });
  return { solids, tiles: drawn };
}

/**
 * Draw the whole page.
 * @returns pixels of the placement, as in a tile
 * @throws {SvgSignal} `raster_failed`
 */
export function drawPage(
  document: SvgDocument,
  { viewport, placement }: PageLayout,
  tools: DrawTools,
): Uint8Array {
  tools.clock.begin('svg');
  const svg = writeSvg(document, viewport, placement);
  return draw(svg, document.name, placement, tools);
}

/** The whole page as a picture of one tile. @param tone  the mask of the placement; null when nothing is marked */
export function wholePicture(
  rgba: Uint8Array,
  tone: Uint8Array | null,
  { placement, frame }: PageLayout,
): TiledPicture {
  const tile: DrawnTile = {
    place: { x: 0, y: 0, ...frame },
    rgba: placeInto(rgba, placement, frame, 4),
    tone: tone === null ? null : placeInto(tone, placement, frame, 1),
  };
  return { solids: [], tiles: [tile] };
}

function draw(
  svg: string,
  name: string,
  placement: Placement,
  { fontFiles, images, clock }: DrawTools,
): Uint8Array {
  clock.begin('draw');
  // resvg reads each font anew for every drawing.
  const fonts = svg.includes('<text') ? fontFiles : [];
  const drawn = drawWithResvg(svg, { name, fontFiles: fonts, images, placement });
  if (!drawn.ok) throw new SvgSignal(drawn.error);
  return drawn.value;
}

/** Pixels at their place in an empty frame; the very same bytes when they fill the frame. */
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
