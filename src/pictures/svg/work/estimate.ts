/**
 * Estimates the time and memory that resvg will need, before it is called: it cannot be interrupted, and a thread that
 * missed its deadline runs on to the end. The estimate walks through everything that is drawn (uses, patterns, masks,
 * markers) with rough sizes. Boxes are in the user units of the element that contains them, and are converted to those
 * of its parent step by step, as in resvg: the layer of a rotated group is as large as the box of its rotated box.
 */
import { BY_REFERENCE } from '../document/by-reference.ts';
import type { SvgElement } from '../document/tree.ts';
import { isNested, userBox, type Viewport } from '../document/viewport.ts';
import { contentMatrix } from '../geometry/content-scale.ts';
import type { Scene } from '../geometry/scene.ts';
import { clipsViewport } from '../geometry/use-target.ts';
import type { Copies } from '../graph/copies.ts';
import type { DocumentGraph } from '../graph/document-graph.ts';
import { Servers } from '../graph/servers.ts';
import { type Box, transformBox, unite } from '../values/box.ts';
import { drawnLength } from '../values/length.ts';
import { IDENTITY, type Matrix, multiply } from '../values/matrix.ts';
import { readOpacity } from '../values/paint-values.ts';
import type { Canvas } from './canvas.ts';
import { effectWork } from './effect-work.ts';
import {
  contentState,
  definitionState,
  elementState,
  type InheritedState,
  rootState,
} from './inherited-state.ts';
import { Ledger } from './ledger.ts';
import { BYTES, MS } from './prices.ts';
import { shapeWork, textElementWork } from './shape-work.ts';
import type { Follower, WorkContext } from './work-context.ts';

/**
 * Elements and references in each other: resvg calls itself for each. The worst kind
 * ends a thread's 4 MiB of stack at 1 500 (spans in each other); real files stay below 50.
 */
const SVG_NESTING = 400;

/** True for an element that is first drawn into a picture of its own. */
function hasLayer({ attributes, styleOnly }: SvgElement): boolean {
  return (
    readOpacity(attributes['opacity']) < 1 ||
    attributes['mask'] !== undefined ||
    attributes['clip-path'] !== undefined ||
    attributes['filter'] !== undefined ||
    styleOnly?.['isolation'] === 'isolate' ||
    (styleOnly?.['mix-blend-mode'] ?? 'normal') !== 'normal'
  );
}

export interface Estimate {
  /** Elements with a layer of their own far outside the picture, at which resvg would fail. */
  readonly outOfSight: readonly SvgElement[];
  /** How many times the image of each element is decoded. */
  readonly imageUses: ReadonlyMap<SvgElement, number>;
  /** Memory that is left for images. */
  readonly leftBytes: number;
  /** The time of drawing, without images, in milliseconds. */
  readonly ms: number;
}

/** What the estimate needs besides the document. */
interface EstimateInput {
  readonly viewport: Viewport;
  readonly canvas: Canvas;
  readonly graph: DocumentGraph;
  readonly copies: Copies;
}

/**
 * Check that a document can be drawn in reasonable time and space.
 * @throws {SvgSignal} `svg_limit` with the place of the element that is too much
 */
export function estimateWork(scene: Scene, input: EstimateInput): Estimate {
  const estimate = new WorkEstimate(scene, input);
  estimate.run(input);
  const { outOfSight, imageUses, ledger } = estimate;
  return { outOfSight, imageUses, leftBytes: ledger.leftBytes, ms: ledger.ms };
}

class WorkEstimate implements WorkContext {
  readonly outOfSight: SvgElement[] = [];
  readonly imageUses = new Map<SvgElement, number>();
  readonly scene: Scene;
  readonly canvas: Canvas;
  readonly graph: DocumentGraph;
  readonly servers: Servers;
  readonly ledger: Ledger;

  constructor(scene: Scene, { canvas, graph }: EstimateInput) {
    this.scene = scene;
    this.canvas = canvas;
    this.graph = graph;
    this.servers = new Servers(graph.references);
    this.ledger = new Ledger(scene.document, canvas.pixels);
  }

  run({ viewport, copies }: EstimateInput): void {
    const { document, styles } = this.scene;
    const { root } = document;
    const state = rootState(root, this.canvas.matrix, userBox(viewport), styles);
    const { ledger } = this;
    ledger.spend(
      copies.elements * MS.copiedElement +
        copies.attributes * MS.copiedAttribute +
        copies.passed * MS.passedElement,
      state,
    );
    ledger.keep(copies.elements * BYTES.copiedElement + copies.attributes * BYTES.copiedAttribute, state);
    const outside = ledger.begin();
    const box = this.#visitChildren(root, contentState(root, state));
    const clips = isNested(viewport);
    if (clips || hasLayer(root)) {
      effectWork(this, { element: root, state, box, clipsViewport: clips }, outside);
    }
  }

  showImage(element: SvgElement, { times }: InheritedState): void {
    this.imageUses.set(element, (this.imageUses.get(element) ?? 0) + times);
  }

  follow(target: SvgElement, state: InheritedState, by: Follower): Box | null {
    if (state.trail.includes(target)) {
      throw this.ledger.limit(state, `<${target.name} id="${target.attributes['id']}"> refers to itself`);
    }
    this.#checkDepth(state.depth + 1, state);
    this.ledger.draw(state);
    const { box, server } = by;
    const content = contentMatrix(server?.element ?? target, {
      box: {
        width: box === null ? 0 : box.right - box.left,
        height: box === null ? 0 : box.bottom - box.top,
      },
      strokeWidth: state.style.stroke.width,
      user: state.user,
      wanted: by.wanted ?? NO_SIZE,
    });
    const inner: InheritedState = {
      ...state,
      matrix: multiply(state.matrix, content),
      trail: [...state.trail, target],
      depth: state.depth + 1,
      sure: state.sure && content === IDENTITY && !BY_REFERENCE.has(target.name),
    };
    const drawn = this.#followed(target, inner, by);
    return drawn === null || content === IDENTITY ? drawn : transformBox(content, drawn);
  }

  #followed(target: SvgElement, inner: InheritedState, { server, wanted }: Follower): Box | null {
    const { styles } = this.scene;
    if (target.name === 'symbol') return this.#draw(target, elementState(target, inner, styles));
    if (target.name === 'svg') return this.#visit(sized(target, wanted ?? NO_SIZE), inner);
    if (!BY_REFERENCE.has(target.name)) return this.#visit(target, inner);
    const content = server?.content ?? target;
    return this.#visitChildren(content, definitionState(content, inner, styles));
  }

  /** @returns the box that the element covers, in the units of its parent */
  #visit(element: SvgElement, outer: InheritedState): Box | null {
    if (BY_REFERENCE.has(element.name) || element.attributes['display'] === 'none') return null;
    return this.#draw(element, elementState(element, outer, this.scene.styles));
  }

  #draw(element: SvgElement, state: InheritedState): Box | null {
    this.#checkDepth(state.depth, state);
    const { ledger } = this;
    ledger.draw(state);
    ledger.spend(MS.element, state);
    ledger.keep(BYTES.element, state);
    const clips = clipsViewport(element);
    const isLayered = clips || hasLayer(element);
    const outside = isLayered ? ledger.begin() : 0;
    const content = unite(
      element.name === 'text' ? textElementWork(this, element, state) : shapeWork(this, element, state),
      unite(this.#visitChildren(element, contentState(element, state)), this.#useTarget(element, state)),
    );
    let box = content === null ? null : moved(state.inner, content);
    if (isLayered) box = effectWork(this, { element, state, box, clipsViewport: clips }, outside);
    if (box === null) return null;
    if (isLayered || element.name === 'use') this.#noteOutOfSight(element, state, box);
    return moved(state.own, box);
  }

  #noteOutOfSight(element: SvgElement, { trail, measured, sure, placed }: InheritedState, box: Box): void {
    if (trail.length > 0 || measured || !sure) return;
    if (this.canvas.isOutOfSight(transformBox(placed, box))) this.outOfSight.push(element);
  }

  #visitChildren(element: SvgElement, state: InheritedState): Box | null {
    let box: Box | null = null;
    if (element.name === 'text') return box;
    for (const child of element.children) {
      if (child.kind === 'element') box = unite(box, this.#visit(child, state));
    }
    return box;
  }

  #useTarget({ name, attributes }: SvgElement, state: InheritedState): Box | null {
    if (name !== 'use') return null;
    const target = this.graph.references.find(attributes['href']);
    if (target === undefined) return null;
    const { user } = state;
    const x = drawnLength(attributes['x'], user.width, user.em) ?? 0;
    const y = drawnLength(attributes['y'], user.height, user.em) ?? 0;
    const shift: Matrix = [1, 0, 0, 1, x, y];
    const box = this.follow(
      target,
      { ...state, matrix: multiply(state.matrix, shift) },
      {
        box: null,
        wanted: {
          width: drawnLength(attributes['width'], user.width, user.em),
          height: drawnLength(attributes['height'], user.height, user.em),
        },
      },
    );
    return box === null ? null : transformBox(shift, box);
  }

  #checkDepth(depth: number, state: InheritedState): void {
    if (depth <= SVG_NESTING) return;
    const message = `elements and references lead more than ${SVG_NESTING} deep into each other`;
    throw this.ledger.limit(state, message);
  }
}

/** A nested `<svg>` with the size of the `<use>` that shows it. */
function sized(target: SvgElement, { width, height }: NonNullable<Follower['wanted']>): SvgElement {
  const attributes = { ...target.attributes };
  if (width !== null) attributes['width'] = String(width);
  if (height !== null) attributes['height'] = String(height);
  return { ...target, attributes };
}

function moved(matrix: Matrix, box: Box): Box {
  return matrix === IDENTITY ? box : transformBox(matrix, box);
}

const NO_SIZE = { width: null, height: null };
