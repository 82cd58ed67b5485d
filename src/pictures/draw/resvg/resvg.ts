/** The only file that calls resvg. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RenderedImage } from '@resvg/resvg-js';
import { Resvg } from '@resvg/resvg-js';
import { err, ok, type Result } from '../../../platform/base/result.ts';
import type { Placement } from '../../svg/document/viewport.ts';
import type { ResolvedImages } from '../../svg/images/load-images.ts';

export interface DrawOptions {
  readonly name: string;
  /** Only the fonts that the SVG uses, since resvg reads each anew for every picture. */
  readonly fontFiles: readonly string[];
  readonly images: ResolvedImages;
  /** The size of the SVG, for a last check before pixels are allocated. */
  readonly placement: Placement;
}

/** `medium` of browsers. */
const DEFAULT_FONT_SIZE = 16;

/**
 * Draw an SVG that `writeSvg` made. An error or panic of resvg becomes a failure.
 * @returns premultiplied RGBA of the placement's size
 */
export function drawWithResvg(svg: string, options: DrawOptions): Result<Uint8Array> {
  try {
    return ok(draw(svg, options));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    return err({ code: 'raster_failed', file: options.name, message: `the SVG cannot be drawn: ${reason}` });
  } finally {
    collectGarbage(options.placement);
  }
}

function draw(svg: string, { fontFiles, images, placement }: DrawOptions): Uint8Array {
  const resvg = new Resvg(svg, {
    font: { loadSystemFonts: false, fontFiles: [...fontFiles], defaultFontSize: DEFAULT_FONT_SIZE },
  });
  // An unexpected size could crash the process.
  if (resvg.width !== placement.width || resvg.height !== placement.height) {
    throw new Error(`the size is ${resvg.width} x ${resvg.height}`);
  }
  // Addresses are listed once for each use, and each call resolves all uses.
  for (const address of new Set(resvg.imagesToResolve())) {
    const bytes = images.get(address);
    if (bytes !== undefined) resvg.resolveImage(address, bytes);
  }
  const image: RenderedImage = resvg.render();
  return image.pixels;
}

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

/** A larger picture needs the memory of the one before: collecting takes 15 ms, such a picture most of a second. */
const HUGE_PIXELS = 4_000_000;

/**
 * Before a huge picture, collect the buffers of the one before, including those in V8's old generation. They are freed
 * when the event loop turns.
 */
export function makeRoom(pixels: number): void {
  if (pixels > HUGE_PIXELS) gc();
}

/** Bytes of pixels between two collections of garbage: one large picture, or a few small ones. */
const BYTES_BETWEEN_COLLECTIONS = 8 * 1024 * 1024;
let bytesSinceCollection = 0;

/**
 * V8 does not know that the two small objects of a drawing hold megabytes outside its heap; without this they would
 * accumulate. They are young, so the short collection (about 0.3 ms) finds them.
 * NOTE: start the process with MIMALLOC_PURGE_DELAY=-1, else resvg's allocator gives the pages of each large
 * picture back to the system and takes them anew for the next one (3 to 5 ms at 1872 x 1404).
 */
function collectGarbage({ width, height }: Placement): void {
  bytesSinceCollection += width * height * 4;
  if (bytesSinceCollection < BYTES_BETWEEN_COLLECTIONS) return;
  bytesSinceCollection = 0;
  gc({ type: 'minor' });
}
