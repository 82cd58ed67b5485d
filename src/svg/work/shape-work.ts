/** What single shapes, images and texts cost. */
import type { SvgElement } from '../document/tree.ts';
import { type PathSize, pathCrowd } from '../geometry/path-size.ts';
import { isStroked, strokeReach } from '../geometry/stroke.ts';
import { textSize } from '../geometry/text-size.ts';
import { mayHaveMarkers } from '../style/computed-style.ts';
import { type Box, grow, transformBox, unite } from '../values/box.ts';
import { scaleOf } from '../values/matrix.ts';
import { type Canvas, isAbsurd } from './canvas.ts';
import type { Drawing } from './drawing.ts';
import { clipsViewport } from './layers.ts';
import type { Ledger } from './ledger.ts';
import { paintWork } from './paint-work.ts';
import { BYTES, MS } from './prices.ts';
import type { Surroundings } from './surroundings.ts';
import { type TextRun, textWork } from './text-work.ts';

/** Outline of a character that is expected, in em. */
const CHARACTER_LENGTH = 10;
/** resvg draws no stroke of more dashes. */
const MAX_DASHES = 1e6;

/** @returns the box of a shape or image in the units of its content; null for any other element */
export function shapeWork(drawing: Drawing, element: SvgElement, around: Surroundings): Box | null {
  const { canvas, ledger } = drawing;
  const { fill, stroke } = around.style;
  const size = drawing.scene.shapes.of(element, around.user);
  if (size === null) return null;
  const reach = strokeReach(element, around.style);
  const box = reach === 0 ? size.box : grow(size.box, reach, reach);
  const device = transformBox(around.matrix, box);
  if (isAbsurd(device)) {
    throw ledger.limit(around, `<${element.name}> lies absurdly far outside the picture`);
  }
  const covered = canvas.covered(device, around.sure);
  if (element.name === 'image') {
    drawing.showImage(element, around);
    ledger.spend(covered * MS.imagePixel, around);
    return box;
  }
  outlineWork(drawing, element, size, around);
  paintWork(drawing, fill.paint, around, { box, covered });
  if (isStroked(around.style)) paintWork(drawing, stroke.paint, around, { box, covered });
  return unite(box, markerWork(drawing, size, around));
}

function outlineWork(
  { canvas, ledger }: Drawing,
  element: SvgElement,
  size: PathSize,
  around: Surroundings,
): void {
  const { points, edges } = size;
  // A line that goes sideways may stand upright in the picture.
  const climbed =
    Math.abs(around.matrix[3]) * size.climb + Math.abs(around.matrix[1]) * (size.length - size.climb);
  const climb = canvas.cut(climbed, edges);
  const crowding = edges > FEW_EDGES ? crowdWork(element, size, climb, canvas.width) : 0;
  ledger.spend(points * MS.point + climb * MS.climb + crowding, around);
  ledger.keep(points * BYTES.point, around);
  if (!isStroked(around.style)) return;
  ledger.spend(
    MS.stroke + points * MS.strokePoint + climb * MS.strokeClimb + STROKE_CROWD * crowding,
    around,
  );
  ledger.hold(points, around, BYTES.strokePoint);
  if (around.style.stroke.dashes > 0) dashWork(canvas, ledger, size.length, around);
}

/** Lines of an outline from which on it matters how they lie. */
const FEW_EDGES = 200;
/** A stroke has two sides, and corners. */
const STROKE_CROWD = 3;

/** Milliseconds for lines that lie beside each other, or cross. */
function crowdWork(element: SvgElement, size: PathSize, climb: number, width: number): number {
  const { edges, turns } = size;
  const { d, points } = element.attributes;
  const crowd = pathCrowd(element.name === 'path' ? (d ?? '') : `M${points ?? ''}`, size);
  const crossings = Math.min((edges * edges) / 2, edges * turns, crowd.pairs);
  return crossings * MS.crossing + climb * Math.min(width, crowd.beside) * MS.besideClimb;
}

/** Each dash is an outline of its own in one path with all others. */
function dashWork(canvas: Canvas, ledger: Ledger, length: number, around: Surroundings): void {
  const { stroke } = around.style;
  const dashes = Math.min(length * stroke.dashes, MAX_DASHES);
  const scale = scaleOf(around.matrix);
  const widthPx = Math.min(stroke.width * Math.max(scale.x, scale.y), canvas.height);
  const beside = Math.min(canvas.width, dashes);
  ledger.spend(
    dashes * (MS.dash + widthPx * (MS.dashWidth + beside * MS.besideClimb)) + stroke.dashList * MS.dashLength,
    around,
  );
  ledger.keep(stroke.dashList * BYTES.dashLength, around);
}

/** @returns how far the markers reach around the shape, as a box around it; null without any */
function markerWork(drawing: Drawing, size: PathSize, around: Surroundings): Box | null {
  if (!mayHaveMarkers(around.style)) return null;
  const [start, mid, end] = around.style.markers;
  const reach = Math.max(
    oneMarker(drawing, start, around),
    size.points > 2 ? oneMarker(drawing, mid, { ...around, times: around.times * (size.points - 2) }) : 0,
    oneMarker(drawing, end, around),
  );
  return grow(size.box, reach, reach);
}

/** @returns how far a marker reaches from its vertex, in user units */
function oneMarker(drawing: Drawing, reference: string, around: Surroundings): number {
  const { canvas, graph, ledger } = drawing;
  const marker = graph.references.find(reference);
  if (marker === undefined || marker.name !== 'marker' || around.clipped !== null) return 0;
  ledger.keep(BYTES.marker, around);
  const outside = ledger.begin();
  const box = drawing.follow(marker, around, { box: null });
  const pixels =
    box !== null && clipsViewport(marker) ? canvas.layer(transformBox(around.matrix, box), false) : 0;
  ledger.spend(pixels * (MS.layerPixel + MS.clipPixel), around);
  ledger.close(outside, pixels, 2 * BYTES.pixel + BYTES.maskPixel, around);
  if (box === null) return 0;
  return Math.hypot(
    Math.max(Math.abs(box.left), Math.abs(box.right)),
    Math.max(Math.abs(box.top), Math.abs(box.bottom)),
  );
}

/** @returns the box of a text in its user units; null for an empty one */
export function textElementWork(drawing: Drawing, element: SvgElement, around: Surroundings): Box | null {
  const { canvas, ledger, scene } = drawing;
  const size = textSize(element, around, scene.styles);
  if (size === null) return null;
  const work = textWork(element, around, scene.styles);
  const scale = scaleOf(around.matrix);
  const emPx = Math.min(size.em * Math.max(scale.x, scale.y), canvas.height);
  ledger.spend(work.ms + size.characters * (MS.character + emPx * MS.characterHeight), around);
  ledger.keep(size.characters * BYTES.character, around);
  let box = size.box;
  for (const { element: path, characters } of work.paths) {
    box = unite(box, textPathWork(drawing, path, { around, characters, em: size.em })) ?? box;
  }
  const covered = canvas.covered(transformBox(around.matrix, box), around.sure);
  for (const run of work.runs)
    runWork(drawing, run, {
      box,
      em: size.em,
      emPx,
      isText: true,
      covered: (covered * run.characters) / size.characters,
    });
  return box;
}

function runWork(
  drawing: Drawing,
  { around, characters }: TextRun,
  text: {
    readonly box: Box;
    readonly covered: number;
    readonly em: number;
    readonly emPx: number;
    readonly isText: true;
  },
): void {
  const { ledger } = drawing;
  ledger.draw(around);
  ledger.keep(BYTES.element, around);
  const { fill, stroke } = around.style;
  paintWork(drawing, fill.paint, around, text);
  if (!isStroked(around.style)) return;
  ledger.spend(characters * (MS.characterStroke + text.emPx * 2 * MS.characterHeight), around);
  if (stroke.dashes > 0) {
    dashWork(drawing.canvas, ledger, characters * CHARACTER_LENGTH * text.em, around);
  }
  paintWork(drawing, stroke.paint, around, text);
}

/** Text is laid along a path in user units, however small they are drawn. */
function textPathWork(
  { graph, ledger, scene }: Drawing,
  textPath: SvgElement,
  {
    around,
    characters,
    em,
  }: { readonly around: Surroundings; readonly characters: number; readonly em: number },
): Box | null {
  const path = graph.references.find(textPath.attributes['href']);
  const size = path === undefined ? null : scene.shapes.of(path, around.user);
  if (size === null) return null;
  if (isAbsurd(size.box)) throw ledger.limit(around, 'the path of a text leads absurdly far away');
  ledger.spend(size.points * (MS.textPathSegment + characters * MS.textPathStep), around);
  return grow(size.box, 2 * em, 2 * em);
}
