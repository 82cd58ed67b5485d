/**
 * Estimates how long resvg will take, before it is called: it cannot be interrupted, and a thread that is given up
 * on runs on to its end. Everything is drawn out on paper (uses, patterns, masks, markers), with rough sizes.
 */
import { LIMITS } from '../base/limits.ts';
import { type Box, grow, transformBox, unite } from './box.ts';
import { CANVAS_PIXELS, cut, isAbsurd, isOutOfSight, rootMatrix, share } from './canvas.ts';
import { contentMatrix } from './content-scale.ts';
import { shapeSize, textSize, tilePixels } from './element-size.ts';
import { filterRegion, filterWork } from './filter-work.ts';
import { readLength } from './length.ts';
import type { Matrix } from './matrix.ts';
import { multiply, scaleOf } from './matrix.ts';
import { References } from './references.ts';
import {
  enter,
  hasLayer,
  inside,
  insideDefinition,
  isStroked,
  rootSurroundings,
  type Surroundings,
} from './surroundings.ts';
import { failAt, type SvgSignal } from './svg-failure.ts';
import type { SvgDocument, SvgElement } from './tree.ts';
import { walk } from './tree.ts';
import type { Extent, Viewport } from './viewport.ts';

/** Work is counted in fills of the whole canvas (about 6 ms each on a small machine). */
const WORK = {
  /** Any element, however small: 6 µs. */
  element: 0.001,
  /** A character: its outline is read and scaled, 20 µs. */
  character: 0.003,
  /** A pixel of outline height costs as much as this many filled pixels. */
  climbPixels: 50,
  /** A stroke is an outline of its own, about four times as long as the line. */
  strokeClimb: 5,
  /** A dash of a stroke: 3 µs. */
  dash: 0.0005,
  /** A layer of its own (opacity, blending) is a whole canvas to clear and to lay over. */
  layer: 4,
  mask: 8,
  clip: 4,
  /** `blur()`, `drop-shadow()` and the like, for a whole canvas. */
  filterFunction: 60,
} as const;

/** Elements that are drawn only where something refers to them. */
const DEFINITIONS = new Set([
  ...['defs', 'symbol', 'pattern', 'mask', 'clipPath', 'marker', 'filter'],
  ...['linearGradient', 'radialGradient'],
]);
const MAX_GRADIENT_STOPS = 256;
/** Layers in layers: each holds a canvas (10 MB on a large panel) until the inner ones are done. */
const MAX_LAYERS = 24;
/** References that are followed into each other. */
const MAX_NESTING = 60;
/** The region of a filter is a picture of its own, and not cut off at the canvas. */
const MAX_REGION_CANVASES = 18;
/** Tiles of patterns are pictures of their own. */
const MAX_TILE_CANVASES = 4;

/**
 * Check that a document can be drawn in reasonable time and space.
 * @returns elements with a layer of their own that lie far outside the picture; resvg must not see them
 * @throws {SvgSignal} `svg_limit` with the place of the element that is too much
 */
export function checkWork(document: SvgDocument, viewport: Viewport): readonly SvgElement[] {
  const estimate = new WorkEstimate(document, viewport);
  estimate.run();
  return estimate.outOfSight;
}

class WorkEstimate {
  readonly outOfSight: SvgElement[] = [];
  readonly #document: SvgDocument;
  readonly #references: References;
  readonly #user: Extent;
  readonly #root: Matrix;
  #work = 0;
  #drawn = 0;

  constructor(document: SvgDocument, viewport: Viewport) {
    this.#document = document;
    this.#user = viewport.viewBox ?? viewport;
    this.#root = rootMatrix(viewport);
    this.#references = new References(document);
  }

  run(): void {
    const { root } = this.#document;
    const inherited = insideDefinition(root, rootSurroundings(this.#root), this.#user);
    const around = { ...inherited, layers: hasLayer(root) ? 1 : 0, blame: root };
    this.#effects(root, around, this.#visitChildren(root, inside(root, around)) ?? NO_BOX);
  }

  /** @returns the box that the element covers, in device pixels */
  #visit(element: SvgElement, outer: Surroundings): Box | null {
    if (DEFINITIONS.has(element.name) || element.attributes['display'] === 'none') return null;
    const around = enter(element, outer, this.#user);
    if (around.layers > MAX_LAYERS) {
      throw this.#limit(
        around,
        `more than ${MAX_LAYERS} groups with opacity, masks or filters lie in each other`,
      );
    }
    this.#spend(WORK.element, around);
    this.#drawn += 1;
    if (this.#drawn > LIMITS.svgDrawnElements) {
      throw this.#limit(
        around,
        `more than ${LIMITS.svgDrawnElements} elements are drawn, repetitions counted`,
      );
    }
    const drawn = element.name === 'text' ? this.#text(element, around) : this.#shape(element, around);
    const box = unite(
      unite(drawn, this.#visitChildren(element, inside(element, around))),
      this.#useTarget(element, around),
    );
    if (box !== null) return this.#effects(element, around, box);
    // A filter with a region of its own works even where there is nothing to filter.
    return this.#references.find(element.attributes['filter']) === undefined
      ? null
      : this.#filter(element.attributes['filter'], around, NO_BOX);
  }

  #visitChildren(element: SvgElement, around: Surroundings): Box | null {
    let box: Box | null = null;
    for (const child of element.children) {
      if (child.kind === 'element') box = unite(box, this.#visit(child, around));
    }
    return box;
  }

  #shape(element: SvgElement, around: Surroundings): Box | null {
    const size = shapeSize(element, this.#user);
    if (size === null) return null;
    const stroked = isStroked(around);
    const margin = stroked ? 4 * around.strokeWidth : 0;
    const box = transformBox(around.matrix, grow(size.box, margin, margin));
    if (isAbsurd(box)) throw this.#limit(around, `<${element.name}> lies absurdly far outside the picture`);
    const climb = cut(size.climb * scaleOf(around.matrix).y, size.points) * WORK.climbPixels;
    this.#spend(share(box) + (climb / CANVAS_PIXELS) * (stroked ? WORK.strokeClimb : 1), around);
    // resvg draws no stroke of more dashes.
    if (stroked) this.#spend(Math.min(size.length * around.dashes, 1e6) * WORK.dash, around);
    this.#paint(around.fill, around, box);
    this.#paint(around.stroke, around, box);
    if (/^(?:path|line|poly)/.test(element.name)) this.#markers(around, size.points, box);
    return box;
  }

  #markers(around: Surroundings, points: number, box: Box): void {
    const [start, mid, end] = around.markers;
    this.#follow(start, around, box);
    this.#follow(mid, { ...around, times: around.times * points }, box);
    this.#follow(end, around, box);
  }

  #text(element: SvgElement, around: Surroundings): Box | null {
    const size = textSize(element, this.#user, around.fontSize);
    if (size === null) return null;
    const box = transformBox(around.matrix, size.box);
    this.#spend(size.characters * WORK.character + share(box), around);
    this.#paint(around.fill, around, box);
    this.#paint(around.stroke, around, box);
    walk(element, (span) => {
      if (span !== element) {
        this.#paint(span.attributes['fill'] ?? '', around, box);
        this.#paint(span.attributes['stroke'] ?? '', around, box);
      }
      if (span.name !== 'textPath') return;
      const path = this.#references.find(span.attributes['href']);
      if (path !== undefined) this.#textPath(path, around);
    });
    return box;
  }

  /** Text is laid along a path in user units, however small they are drawn. */
  #textPath(path: SvgElement, around: Surroundings): void {
    const size = shapeSize(path, this.#user);
    if (size !== null && isAbsurd(size.box)) {
      throw this.#limit(around, 'the path of a text leads absurdly far away');
    }
  }

  #paint(paint: string, around: Surroundings, box: Box): void {
    const server = this.#references.find(paint);
    if (server === undefined) return;
    if (server.name === 'pattern') {
      const canvases = tilePixels(server, around.matrix, this.#user, box) / CANVAS_PIXELS;
      if (!(canvases <= MAX_TILE_CANVASES)) {
        throw this.#limit(around, 'the tile of a pattern is far too large');
      }
      this.#spend(canvases * WORK.layer, around);
      this.#follow(paint, { ...around, layers: around.layers + 1 }, box);
      this.#spend(share(box), around);
      return;
    }
    const stops = this.#references.countStops(server);
    if (stops > MAX_GRADIENT_STOPS) {
      throw this.#limit(around, `a gradient of ${stops} stops; ${MAX_GRADIENT_STOPS} are accepted`);
    }
    this.#spend(share(box) * (1 + stops / 20), around);
  }

  #useTarget({ name, attributes }: SvgElement, around: Surroundings): Box | null {
    if (name !== 'use') return null;
    const x = readLength(attributes['x'], this.#user.width) ?? 0;
    const y = readLength(attributes['y'], this.#user.height) ?? 0;
    const matrix = multiply(around.matrix, [1, 0, 0, 1, x, y]);
    return this.#follow(attributes['href'], { ...around, matrix }, null, {
      width: readLength(attributes['width'], this.#user.width),
      height: readLength(attributes['height'], this.#user.height),
    });
  }

  /** Layers, masks, clips and filters of an element. @returns the box with what a filter adds to it */
  #effects(element: SvgElement, around: Surroundings, box: Box): Box {
    const { attributes } = element;
    const layered = hasLayer(element);
    if (layered) this.#spend(WORK.layer, around);
    for (const kind of ['mask', 'clip'] as const) {
      const reference = attributes[kind === 'clip' ? 'clip-path' : 'mask'];
      if (this.#references.find(reference) === undefined) continue;
      this.#spend(WORK[kind], around);
      this.#follow(reference, { ...around, matrix: around.placed, layers: around.layers + 1 }, box);
    }
    const region = this.#filter(attributes['filter'], around, box);
    const clips = ['svg', 'use'].includes(element.name) || attributes['clip-path'] !== undefined;
    const removable = (layered || clips) && around.trail.length === 0 && !around.measured;
    if (removable && isOutOfSight(region)) this.outOfSight.push(element);
    return region;
  }

  #filter(value: string | undefined, around: Surroundings, box: Box): Box {
    if (value === undefined || value === 'none') return box;
    const filter = this.#references.find(value);
    const region = filterRegion(filter?.attributes ?? {}, around.placed, this.#user, box);
    const canvases = ((region.right - region.left) * (region.bottom - region.top)) / CANVAS_PIXELS;
    if (!(canvases <= MAX_REGION_CANVASES)) {
      throw this.#limit(around, 'the region of a filter is far too large');
    }
    const work =
      filter === undefined
        ? WORK.filterFunction * (value.match(/[a-z]\(/g)?.length ?? 0)
        : filterWork(this.#document, filter);
    this.#spend(work * Math.max(0.001, canvases), around);
    for (const step of filter?.children ?? []) {
      // A filter may show a part of the document: one that shows what it filters itself would never end.
      if (step.kind === 'element' && step.name === 'feImage')
        this.#follow(step.attributes['href'], around, region);
    }
    return region;
  }

  /** Visit what a reference names, at the size that it has there. */
  #follow(
    reference: string | undefined,
    around: Surroundings,
    box: Box | null,
    wanted: { readonly width: number | null; readonly height: number | null } = NO_SIZE,
  ): Box | null {
    const target = this.#references.find(reference);
    if (target === undefined) return null;
    if (around.trail.includes(target)) {
      throw this.#limit(around, `<${target.name} id="${target.attributes['id']}"> refers to itself`);
    }
    if (around.trail.length > MAX_NESTING) {
      throw this.#limit(around, `references lead more than ${MAX_NESTING} deep into each other`);
    }
    const scale = scaleOf(around.matrix);
    const content = contentMatrix(target, {
      box: {
        width: box === null ? 0 : (box.right - box.left) / scale.x,
        height: box === null ? 0 : (box.bottom - box.top) / scale.y,
      },
      strokeWidth: around.strokeWidth,
      user: this.#user,
      wanted,
    });
    const inner = { ...around, matrix: multiply(around.matrix, content), trail: [...around.trail, target] };
    return DEFINITIONS.has(target.name)
      ? this.#visitChildren(target, insideDefinition(target, inner, this.#user))
      : this.#visit(target, inner);
  }

  #spend(work: number, around: Surroundings): void {
    this.#work += work * around.times;
    if (this.#work <= LIMITS.svgWork) return;
    const message = `the SVG takes too much work to draw (as much as filling it ${LIMITS.svgWork} times)`;
    throw this.#limit(around, message);
  }

  #limit(around: Surroundings, message: string): SvgSignal {
    return failAt(this.#document, around.blame?.start ?? 0, 'svg_limit', message);
  }
}

const NO_BOX = { left: 0, top: 0, right: 0, bottom: 0 };
const NO_SIZE = { width: null, height: null };
