/** Estimates the cost of filling or stroking: with a colour, a gradient, or a pattern. */
import type { SvgElement } from '../document/tree.ts';
import { tilePixels } from '../geometry/content-scale.ts';
import type { Server } from '../graph/servers.ts';
import type { Box } from '../values/box.ts';
import { IDENTITY, type Matrix, multiply } from '../values/matrix.ts';
import type { InheritedState } from './inherited-state.ts';
import { BYTES, MS } from './prices.ts';
import type { WorkContext } from './work-context.ts';

const MAX_GRADIENT_STOPS = 256;
/** The tile of a pattern, in areas of the picture. It is a picture of its own. */
const MAX_TILE_CANVASES = 4;

/** Something that is painted. */
interface PaintTarget {
  /** In the element's user units. */
  readonly box: Box;
  /** Pixels of the picture that it covers. */
  readonly covered: number;
  /** True for letters: if the tile of a pattern depends on their box, resvg scales the pattern's content by it. */
  readonly isText?: boolean;
}

/** Count one paint of an element. @param paint  a `fill` or `stroke` */
export function paintWork(
  context: WorkContext,
  paint: string,
  state: InheritedState,
  painted: PaintTarget,
): void {
  const { graph, ledger, servers } = context;
  // Clips are drawn in black, whatever their paints.
  const target = state.clipped === null ? graph.references.find(paint) : undefined;
  if (target === undefined) {
    if (paint !== 'none') ledger.spend(painted.covered * MS.filledPixel, state);
    return;
  }
  const server = servers.of(target);
  ledger.checkChain(server.length, state);
  // Each attribute is searched in the whole chain.
  ledger.spend(server.length * MS.element, state);
  if (target.name === 'pattern') patternWork(context, target, server, state, painted);
  else gradientWork(context, server, state, painted);
}

function patternWork(
  context: WorkContext,
  target: SvgElement,
  server: Server,
  state: InheritedState,
  { box, covered, isText = false }: PaintTarget,
): void {
  const { canvas, ledger } = context;
  const size = { width: box.right - box.left, height: box.bottom - box.top };
  const tile = tilePixels(server.element, state.matrix, state.user, size);
  if (!(tile <= MAX_TILE_CANVASES * canvas.pixels)) {
    throw ledger.limit(state, 'the tile of a pattern is far too large');
  }
  ledger.spend(tile * MS.layerPixel + covered * MS.imagePixel, state);
  const outside = ledger.begin();
  const isEnlarged = isText && server.element.attributes['patternUnits'] !== 'userSpaceOnUse';
  const scale: Matrix = isEnlarged ? [size.width, 0, 0, size.height, 0, 0] : IDENTITY;
  context.follow(target, { ...state, matrix: multiply(state.matrix, scale) }, { box, server });
  ledger.close(outside, tile, BYTES.pixel, state);
}

function gradientWork(
  { ledger }: WorkContext,
  server: Server,
  state: InheritedState,
  { covered }: PaintTarget,
): void {
  const stops = server.children;
  if (stops > MAX_GRADIENT_STOPS) {
    throw ledger.limit(state, `a gradient of ${stops} stops; ${MAX_GRADIENT_STOPS} are accepted`);
  }
  const pixel = MS.gradientPixel + stops * MS.gradientStopPixel;
  ledger.spend(covered * pixel + stops * MS.gradientStop, state);
  ledger.keep(stops * BYTES.gradientStop, state);
}
