/** What it costs to fill or stroke something: in a colour, in a gradient, or with the tiles of a pattern. */
import type { SvgElement } from '../document/tree.ts';
import { tilePixels } from '../geometry/content-scale.ts';
import type { Server } from '../graph/servers.ts';
import type { Box } from '../values/box.ts';
import { IDENTITY, type Matrix, multiply } from '../values/matrix.ts';
import type { Drawing } from './drawing.ts';
import { BYTES, MS } from './prices.ts';
import type { Surroundings } from './surroundings.ts';

const MAX_GRADIENT_STOPS = 256;
/** Tiles of patterns are pictures of their own. */
const MAX_TILE_CANVASES = 4;

/** Something that is painted. */
export interface Painted {
  /** In the element's user units. */
  readonly box: Box;
  /** Pixels of the picture that it covers. */
  readonly covered: number;
  /** True for letters: resvg enlarges what is in a pattern by their box when the tile depends on it. */
  readonly isText?: boolean;
}

/** Count one paint of an element. @param paint  a `fill` or `stroke` */
export function paintWork(drawing: Drawing, paint: string, around: Surroundings, painted: Painted): void {
  const { graph, ledger, servers } = drawing;
  // Clips are drawn in black, whatever they say.
  const target = around.clipped === null ? graph.references.find(paint) : undefined;
  if (target === undefined) {
    if (paint !== 'none') ledger.spend(painted.covered * MS.filledPixel, around);
    return;
  }
  const server = servers.of(target);
  ledger.checkChain(server.length, around);
  // Each attribute is looked for in the whole chain.
  ledger.spend(server.length * MS.element, around);
  if (target.name === 'pattern') patternWork(drawing, target, server, around, painted);
  else gradientWork(drawing, server, around, painted);
}

function patternWork(
  drawing: Drawing,
  target: SvgElement,
  server: Server,
  around: Surroundings,
  { box, covered, isText = false }: Painted,
): void {
  const { canvas, ledger } = drawing;
  const size = { width: box.right - box.left, height: box.bottom - box.top };
  const tile = tilePixels(server.element, around.matrix, around.user, size);
  if (!(tile <= MAX_TILE_CANVASES * canvas.pixels)) {
    throw ledger.limit(around, 'the tile of a pattern is far too large');
  }
  ledger.spend(tile * MS.layerPixel + covered * MS.imagePixel, around);
  const outside = ledger.begin();
  const isEnlarged = isText && server.element.attributes['patternUnits'] !== 'userSpaceOnUse';
  const scale: Matrix = isEnlarged ? [size.width, 0, 0, size.height, 0, 0] : IDENTITY;
  drawing.follow(target, { ...around, matrix: multiply(around.matrix, scale) }, { box, server });
  ledger.close(outside, tile, BYTES.pixel, around);
}

function gradientWork({ ledger }: Drawing, server: Server, around: Surroundings, { covered }: Painted): void {
  const stops = server.children;
  if (stops > MAX_GRADIENT_STOPS) {
    throw ledger.limit(around, `a gradient of ${stops} stops; ${MAX_GRADIENT_STOPS} are accepted`);
  }
  const pixel = MS.gradientPixel + stops * MS.gradientStopPixel;
  ledger.spend(covered * pixel + stops * MS.gradientStop, around);
  ledger.keep(stops * BYTES.gradientStop, around);
}
