/**
 * Estimates how long resvg will take, before it is called: it cannot be interrupted, and a thread that is given up
 * on runs on to its end. Everything is drawn out on paper (uses, patterns, masks, markers), with rough sizes.
 */
import { LIMITS } from '../base/limits.ts';
import { filterRegion, filterWork } from './filter-work.ts';
import { readLength } from './length.ts';
import type { Matrix } from './matrix.ts';
import { IDENTITY, multiply, parseTransform, scaleOf } from './matrix.ts';
import { shapeSize, tilePixels } from './shape-size.ts';
import { failAt, type SvgSignal } from './svg-failure.ts';
import type { SvgDocument, SvgElement } from './tree.ts';
import { walk } from './tree.ts';
import { fitInto, type Viewport } from './viewport.ts';

/** The picture that work is measured against: a large panel. A limit that depended on the panel would surprise. */
const CANVAS = { width: 1872, height: 1404 };
const CANVAS_PIXELS = CANVAS.width * CANVAS.height;

/** Work is counted in fills of the whole canvas (about 6 ms each on a small machine). */
const WORK = {
  /** Any element, however small: 20 µs. */
  element: 0.003,
  /** A character: its outline is read and scaled, 20 µs. */
  character: 0.003,
  /** A pixel of outline height costs as much as this many filled pixels. */
  climbPixels: 50,
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
/** Device pixels beyond which resvg's integers overflow, which ends the process. */
const MAX_DEVICE_PX = 1e7;
/** Tiles of patterns are pictures of their own. */
const MAX_TILE_CANVASES = 16;

/** What an element inherits, and where it stands. */
interface Surroundings {
  readonly matrix: Matrix;
  readonly fill: string;
  readonly stroke: string;
  readonly marker: string;
  readonly fontSize: number;
  readonly layers: number;
  readonly nesting: number;
  /** How many times it is drawn (once for each vertex, for a marker). */
  readonly times: number;
  /** The element of the document proper that a message should point at. */
  readonly blame: SvgElement | null;
}

/**
 * Check that a document can be drawn in reasonable time and space.
 * @throws {SvgSignal} `svg_limit` with the place of the element that is too much
 */
export function checkWork(document: SvgDocument, viewport: Viewport): void {
  new WorkEstimate(document, viewport).run();
}

class WorkEstimate {
  readonly #document: SvgDocument;
  readonly #ids = new Map<string, SvgElement>();
  readonly #user: { readonly width: number; readonly height: number };
  readonly #root: Matrix;
  #work = 0;
  #drawn = 0;

  constructor(document: SvgDocument, viewport: Viewport) {
    this.#document = document;
    this.#user = viewport.viewBox ?? viewport;
    const { width, height } = fitInto(viewport, CANVAS);
    this.#root = [width / this.#user.width, 0, 0, height / this.#user.height, 0, 0];
    walk(document.root, (element) => {
      const { id } = element.attributes;
      if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, element);
    });
  }

  run(): void {
    const around: Surroundings = {
      matrix: this.#root,
      fill: '',
      stroke: '',
      marker: '',
      fontSize: 16,
      layers: 0,
      nesting: 0,
      times: 1,
      blame: null,
    };
    this.#visitChildren(this.#document.root, around);
  }

  /** @returns the share of the canvas that the element covers, 0..1 */
  #visit(element: SvgElement, outer: Surroundings): number {
    if (DEFINITIONS.has(element.name) || element.attributes['display'] === 'none') return 0;
    const around = this.#enter(element, outer);
    this.#spend(WORK.element * around.times, around);
    this.#drawn += 1;
    if (this.#drawn > LIMITS.svgDrawnElements) {
      throw this.#limit(
        around,
        `more than ${LIMITS.svgDrawnElements} elements are drawn, repetitions counted`,
      );
    }
    let area = this.#visitChildren(element, around);
    area += this.#shape(element, around) + this.#text(element, around);
    if (element.name === 'use') area += this.#follow(element.attributes['href'], around);
    area = Math.min(1, area);
    this.#effects(element, around, area);
    return area;
  }

  #visitChildren(element: SvgElement, around: Surroundings): number {
    let area = 0;
    for (const child of element.children) {
      if (child.kind === 'element') area += this.#visit(child, around);
    }
    return Math.min(1, area);
  }

  #enter(element: SvgElement, outer: Surroundings): Surroundings {
    const { attributes } = element;
    const own = parseTransform(attributes['transform']);
    const moved = own === IDENTITY ? outer.matrix : multiply(outer.matrix, own);
    const matrix = element.name === 'svg' ? multiply(moved, this.#viewBoxScale(element)) : moved;
    const layered = hasLayer(element);
    const around: Surroundings = {
      ...outer,
      matrix,
      fill: attributes['fill'] ?? outer.fill,
      stroke: attributes['stroke'] ?? outer.stroke,
      marker:
        attributes['marker-mid'] ?? attributes['marker-start'] ?? attributes['marker-end'] ?? outer.marker,
      fontSize: readLength(attributes['font-size'], outer.fontSize) ?? outer.fontSize,
      layers: outer.layers + (layered ? 1 : 0),
      blame: outer.nesting === 0 ? element : outer.blame,
    };
    if (around.layers > MAX_LAYERS) {
      throw this.#limit(
        around,
        `more than ${MAX_LAYERS} groups with opacity, masks or filters lie in each other`,
      );
    }
    return around;
  }

  /** A nested viewport scales what is in it. */
  #viewBoxScale(element: SvgElement): Matrix {
    const { viewBox } = element.attributes;
    if (viewBox === undefined) return IDENTITY;
    const [, , width = 0, height = 0] = viewBox
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const w = readLength(element.attributes['width'], this.#user.width) ?? this.#user.width;
    const h = readLength(element.attributes['height'], this.#user.height) ?? this.#user.height;
    return width > 0 && height > 0 ? [w / width, 0, 0, h / height, 0, 0] : IDENTITY;
  }

  #shape(element: SvgElement, around: Surroundings): number {
    const size = shapeSize(element, this.#user);
    if (size.points === 0) return 0;
    const scale = scaleOf(around.matrix);
    const area = share(size.width * scale.x, size.height * scale.y);
    const climb = (size.climb * scale.y * WORK.climbPixels) / CANVAS_PIXELS;
    const stroked = around.stroke !== '' && around.stroke !== 'none';
    // A stroke is an outline of its own, about four times as long as the line.
    this.#spend((area + climb * (stroked ? 5 : 1)) * around.times, around);
    this.#paint(around.fill, around, area);
    this.#paint(around.stroke, around, area);
    if (around.marker !== '' && around.marker !== 'none' && /^(?:path|line|poly)/.test(element.name)) {
      this.#follow(around.marker, { ...around, marker: '', times: around.times * size.points });
    }
    return area;
  }

  #text(element: SvgElement, around: Surroundings): number {
    let characters = 0;
    for (const child of element.children) if (child.kind === 'text') characters += child.text.length;
    if (characters === 0) return 0;
    const scale = scaleOf(around.matrix);
    const em = around.fontSize;
    const area = share(characters * 0.6 * em * scale.x, em * scale.y);
    this.#spend((characters * WORK.character + area) * around.times, around);
    return area;
  }

  #paint(paint: string, around: Surroundings, area: number): void {
    const server = this.#target(paint);
    if (server === undefined) return;
    if (server.name === 'pattern') {
      if (tilePixels(server, around.matrix, this.#user) > MAX_TILE_CANVASES * CANVAS_PIXELS) {
        throw this.#limit(around, 'the tile of a pattern is far too large');
      }
      this.#inside(server, { ...around, fill: '', stroke: '' });
      this.#spend(area * around.times, around);
      return;
    }
    const stops = server.children.length;
    if (stops > MAX_GRADIENT_STOPS) {
      throw this.#limit(around, `a gradient of ${stops} stops; ${MAX_GRADIENT_STOPS} are accepted`);
    }
    this.#spend(area * (1 + stops / 20) * around.times, around);
  }

  #effects(element: SvgElement, around: Surroundings, area: number): void {
    const { attributes } = element;
    if (hasLayer(element)) this.#spend(WORK.layer * around.times, around);
    const mask = this.#target(attributes['mask']);
    if (mask !== undefined) {
      this.#spend(WORK.mask * around.times, around);
      this.#inside(mask, around);
    }
    const clip = this.#target(attributes['clip-path']);
    if (clip !== undefined) {
      this.#spend(WORK.clip * around.times, around);
      this.#inside(clip, around);
    }
    const filter = this.#target(attributes['filter']);
    if (filter !== undefined) this.#filter(filter, around, area);
    else {
      const functions = attributes['filter']?.match(/[a-z]\(/g)?.length ?? 0;
      this.#spend(functions * WORK.filterFunction * Math.max(0.001, 2 * area) * around.times, around);
    }
  }

  #filter(filter: SvgElement, around: Surroundings, area: number): void {
    const region = filterRegion(filter, around.matrix, this.#user);
    if (!(region.width < MAX_DEVICE_PX && region.height < MAX_DEVICE_PX)) {
      throw this.#limit(around, 'the region of a filter is far too large');
    }
    const covered = region.ofElement ? area * region.factor : (region.width * region.height) / CANVAS_PIXELS;
    // resvg cuts regions to the canvas only roughly.
    const filtered = Math.min(4, Math.max(0.001, covered));
    this.#spend(filterWork(this.#document, filter) * filtered * around.times, around);
  }

  /** Visit what a `url(#id)` or `#id` names. */
  #follow(reference: string | undefined, around: Surroundings): number {
    const target = this.#target(reference);
    if (target === undefined) return 0;
    if (around.nesting > MAX_NESTING) {
      throw this.#limit(
        around,
        `references lead more than ${MAX_NESTING} deep into each other, or in a circle`,
      );
    }
    const inner = { ...around, nesting: around.nesting + 1 };
    return DEFINITIONS.has(target.name) ? this.#visitChildren(target, inner) : this.#visit(target, inner);
  }

  #inside(target: SvgElement, around: Surroundings): void {
    this.#follow(`#${target.attributes['id']}`, { ...around, layers: around.layers + 1 });
  }

  #target(reference: string | undefined): SvgElement | undefined {
    if (reference === undefined || !reference.includes('#')) return undefined;
    const id = /^(?:url\(\s*["']?)?\s*#([^"')]+?)\s*["']?\s*(?:\)|$)/.exec(reference.trim())?.[1];
    return id === undefined ? undefined : this.#ids.get(id);
  }

  #spend(work: number, around: Surroundings): void {
    this.#work += work;
    if (this.#work <= LIMITS.svgWork) return;
    throw this.#limit(
      around,
      `the SVG takes too much work to draw (as much as filling it ${LIMITS.svgWork} times)`,
    );
  }

  #limit(around: Surroundings, message: string): SvgSignal {
    return failAt(this.#document, around.blame?.start ?? 0, 'svg_limit', message);
  }
}

function hasLayer({ attributes, styleOnly }: SvgElement): boolean {
  const opacity = attributes['opacity'];
  return (
    (opacity !== undefined && Number.parseFloat(opacity) < 1) ||
    attributes['mask'] !== undefined ||
    attributes['filter'] !== undefined ||
    (styleOnly?.['mix-blend-mode'] ?? 'normal') !== 'normal'
  );
}

/** Part of the canvas that a box in device pixels covers at most. */
function share(width: number, height: number): number {
  const area = (Math.min(width, CANVAS.width) * Math.min(height, CANVAS.height)) / CANVAS_PIXELS;
  return Number.isNaN(area) ? 1 : Math.min(1, area);
}
