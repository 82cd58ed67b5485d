/** Estimates the cost of single shapes, images and texts. */
import type { SvgElement } from '../document/tree.ts';
import { type PathSize, pathCrowd } from '../geometry/path-size.ts';
import { isStroked, strokeReach } from '../geometry/stroke.ts';
import { textSize } from '../geometry/text-size.ts';
import { clipsViewport } from '../geometry/use-target.ts';
import { mayHaveMarkers } from '../style/computed-style.ts';
import { type Box, grow, transformBox, unite } from '../values/box.ts';
import { axisScales } from '../values/matrix.ts';
import { type Canvas, isAbsurd } from './canvas.ts';
import type { InheritedState } from './inherited-state.ts';
import type { Ledger } from './ledger.ts';
import { paintWork } from './paint-work.ts';
import { BYTES, MS } from './prices.ts';
import { type TextRun, textWork } from './text-work.ts';
import type { WorkContext } from './work-context.ts';

/** The expected length of a character's outline, in em. */
const CHARACTER_LENGTH = 10;
/** resvg draws no stroke with more dashes. */
const MAX_DASHES = 1e6;

/** Count a shape or image. @returns its box in the units of its content; null for any other element */
export function shapeWork(context: WorkContext, element: SvgElement, state: InheritedState): Box | null {
  const { canvas, ledger } = context;
  const { fill, stroke } = state.style;
  const size = context.scene.shapes.of(element, state.user);
  if (size === null) return null;
  const reach = strokeReach(element, state.style);
  const box = reach === 0 ? size.box : grow(size.box, reach, reach);
  const device = transformBox(state.matrix, box);
  if (isAbsurd(device)) {
    throw ledger.limit(state, `<${element.name}> lies absurdly far outside the picture`);
  }
  const covered = canvas.covered(device, state.sure);
  if (element.name === 'image') {
    context.showImage(element, state);
    ledger.spend(covered * MS.imagePixel, state);
    return box;
  }
  outlineWork(context, element, size, state);
  paintWork(context, fill.paint, state, { box, covered });
  if (isStroked(state.style)) paintWork(context, stroke.paint, state, { box, covered });
  return unite(box, markerWork(context, size, state));
}

function outlineWork(
  { canvas, ledger }: WorkContext,
  element: SvgElement,
  size: PathSize,
  state: InheritedState,
): void {
  const { points, edges } = size;
  // A rotated horizontal line may be vertical in the picture.
  const walked =
    Math.abs(state.matrix[3]) * size.outlineHeight +
    Math.abs(state.matrix[1]) * (size.length - size.outlineHeight);
  const outlineHeight = canvas.cut(walked, edges);
  const crowding = edges > FEW_EDGES ? crowdWork(element, size, outlineHeight, canvas.width) : 0;
  ledger.spend(points * MS.point + outlineHeight * MS.outlineHeight + crowding, state);
  ledger.keep(points * BYTES.point, state);
  if (!isStroked(state.style)) return;
  ledger.spend(
    MS.stroke + points * MS.strokePoint + outlineHeight * MS.strokeOutlineHeight + STROKE_CROWD * crowding,
    state,
  );
  ledger.hold(points, state, BYTES.strokePoint);
  if (state.style.stroke.dashes > 0) dashWork(canvas, ledger, size.length, state);
}

/** With more lines than this, it matters how close they are to each other. */
const FEW_EDGES = 200;
/** A stroke has two sides, and corners. */
const STROKE_CROWD = 3;

/** Milliseconds for lines that share rows, or cross. */
function crowdWork(element: SvgElement, size: PathSize, outlineHeight: number, width: number): number {
  const { edges, turns } = size;
  const { d, points } = element.attributes;
  const crowd = pathCrowd(element.name === 'path' ? (d ?? '') : `M${points ?? ''}`, size);
  const crossings = Math.min((edges * edges) / 2, edges * turns, crowd.pairs);
  return crossings * MS.crossing + outlineHeight * Math.min(width, crowd.beside) * MS.besideOutlineHeight;
}

/** Count a dashed stroke: each dash is an outline of its own, in one path with all others. */
function dashWork(canvas: Canvas, ledger: Ledger, length: number, state: InheritedState): void {
  const { stroke } = state.style;
  const dashes = Math.min(length * stroke.dashes, MAX_DASHES);
  const scale = axisScales(state.matrix);
  const widthPx = Math.min(stroke.width * Math.max(scale.x, scale.y), canvas.height);
  const beside = Math.min(canvas.width, dashes);
  ledger.spend(
    dashes * (MS.dash + widthPx * (MS.dashWidth + beside * MS.besideOutlineHeight)) +
      stroke.dashList * MS.dashLength,
    state,
  );
  ledger.keep(stroke.dashList * BYTES.dashLength, state);
}

/** Count the markers of a shape. @returns a box around the shape that contains them; null without any */
function markerWork(context: WorkContext, size: PathSize, state: InheritedState): Box | null {
  if (!mayHaveMarkers(state.style)) return null;
  const [start, mid, end] = state.style.markers;
  const reach = Math.max(
    oneMarker(context, start, state),
    size.points > 2 ? oneMarker(context, mid, { ...state, times: state.times * (size.points - 2) }) : 0,
    oneMarker(context, end, state),
  );
  return grow(size.box, reach, reach);
}

/** Count a marker. @returns how far it extends from its vertex, in user units */
function oneMarker(context: WorkContext, reference: string, state: InheritedState): number {
  const { canvas, graph, ledger } = context;
  const marker = graph.references.find(reference);
  if (marker === undefined || marker.name !== 'marker' || state.clipped !== null) return 0;
  ledger.keep(BYTES.marker, state);
  const outside = ledger.begin();
  const box = context.follow(marker, state, { box: null });
  const pixels =
    box !== null && clipsViewport(marker) ? canvas.layer(transformBox(state.matrix, box), false) : 0;
  ledger.spend(pixels * (MS.layerPixel + MS.clipPixel), state);
  ledger.close(outside, pixels, 2 * BYTES.pixel + BYTES.maskPixel, state);
  if (box === null) return 0;
  return Math.hypot(
    Math.max(Math.abs(box.left), Math.abs(box.right)),
    Math.max(Math.abs(box.top), Math.abs(box.bottom)),
  );
}

/** Count a text. @returns its box in its user units; null for an empty one */
export function textElementWork(
  context: WorkContext,
  element: SvgElement,
  state: InheritedState,
): Box | null {
  const { canvas, ledger, scene } = context;
  const size = textSize(element, state, scene.styles);
  if (size === null) return null;
  const work = textWork(element, state, scene.styles);
  const scale = axisScales(state.matrix);
  const emPx = Math.min(size.em * Math.max(scale.x, scale.y), canvas.height);
  ledger.spend(work.ms + size.characters * (MS.character + emPx * MS.characterHeight), state);
  ledger.keep(size.characters * BYTES.character, state);
  let box = size.box;
  for (const { element: path, characters } of work.paths) {
    box = unite(box, textPathWork(context, path, { state, characters, em: size.em })) ?? box;
  }
  const covered = canvas.covered(transformBox(state.matrix, box), state.sure);
  for (const run of work.runs)
    runWork(context, run, {
      box,
      em: size.em,
      emPx,
      isText: true,
      // White space that becomes one space is in the run, but not in the size.
      covered: covered * Math.min(1, run.characters / size.characters),
    });
  return box;
}

function runWork(
  context: WorkContext,
  { state, characters }: TextRun,
  text: {
    readonly box: Box;
    readonly covered: number;
    readonly em: number;
    readonly emPx: number;
    readonly isText: true;
  },
): void {
  const { ledger } = context;
  ledger.draw(state);
  ledger.keep(BYTES.element, state);
  const { fill, stroke } = state.style;
  paintWork(context, fill.paint, state, text);
  if (!isStroked(state.style)) return;
  ledger.spend(characters * (MS.characterStroke + text.emPx * 2 * MS.characterHeight), state);
  if (stroke.dashes > 0) {
    dashWork(context.canvas, ledger, characters * CHARACTER_LENGTH * text.em, state);
  }
  paintWork(context, stroke.paint, state, text);
}

/** Count the path of a text. Its cost depends on user units, however small they are drawn. */
function textPathWork(
  { graph, ledger, scene }: WorkContext,
  textPath: SvgElement,
  {
    state,
    characters,
    em,
  }: { readonly state: InheritedState; readonly characters: number; readonly em: number },
): Box | null {
  const path = graph.references.find(textPath.attributes['href']);
  const size = path === undefined ? null : scene.shapes.of(path, state.user);
  if (size === null) return null;
  if (isAbsurd(size.box)) throw ledger.limit(state, 'the path of a text leads absurdly far away');
  ledger.spend(size.points * (MS.textPathSegment + characters * MS.textPathStep), state);
  return grow(size.box, 2 * em, 2 * em);
}
