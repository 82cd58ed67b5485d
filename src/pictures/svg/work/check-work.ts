/** Refuses SVGs that would take too much time or memory to draw: resvg cannot be interrupted. */

import type { Problem } from '../../../platform/base/failure.ts';
import { failAt } from '../document/svg-failure.ts';
import { countCharacters, type SvgDocument, type SvgElement, walk } from '../document/tree.ts';
import type { Extent, Viewport } from '../document/viewport.ts';
import type { Scene } from '../geometry/scene.ts';
import { countCopies } from '../graph/copies.ts';
import { cutCycles } from '../graph/cycles.ts';
import { DocumentGraph } from '../graph/document-graph.ts';
import type { Links } from '../graph/settle.ts';
import { Canvas } from './canvas.ts';
import { type Estimate, estimateWork } from './estimate.ts';

/** Characters of all texts (a full page of a large panel has 6 000), and of one `<text>`: 20 µs each. */
const SVG_TEXT_CHARACTERS = 50_000;
export const SVG_ONE_TEXT_CHARACTERS = 10_000;

/** What is known of a document that may be drawn. */
export interface LimitsReport {
  /** For the author: circular references, which were removed. */
  readonly warnings: readonly Problem[];
  /** How many times the image of each element is decoded. */
  readonly imageUses: ReadonlyMap<SvgElement, number>;
  /** Memory that is left for images. */
  readonly imageBytes: number;
}

/**
 * Check a parsed document with resolved styles and settled references, and remove what resvg could not draw: circular
 * references, and layers far outside the picture.
 * @param frame  the picture, in device pixels; a smaller one counts as a large panel
 * @param links  the result of settling the references; null when elements were added since
 * @throws {SvgSignal} `svg_limit` with the line of the element
 */
export function checkLimits(
  scene: Scene,
  viewport: Viewport,
  frame: Extent,
  links: Links | null = null,
): LimitsReport {
  checkText(scene.document);
  const { warnings, estimate } = checkDrawing(scene, viewport, frame, links);
  for (const element of estimate.outOfSight) {
    const { parent } = element;
    if (parent !== null) parent.children = parent.children.filter((child) => child !== element);
  }
  return { warnings, imageUses: estimate.imageUses, imageBytes: estimate.leftBytes };
}

/**
 * Remove the circular references of a document, and check that it can be drawn in reasonable time and space.
 * @throws {SvgSignal} `svg_limit` with the line of the element
 */
export function checkDrawing(
  scene: Scene,
  viewport: Viewport,
  frame: Extent,
  links: Links | null = null,
): { readonly warnings: readonly Problem[]; readonly estimate: Estimate } {
  const { document, styles } = scene;
  const graph = new DocumentGraph(document, links);
  const { warnings, order } = cutCycles(document, graph);
  // Removing a paint or marker changes styles.
  if (warnings.length > 0) styles.clear();
  const copies = countCopies(graph, order);
  const canvas = new Canvas(viewport, frame);
  return { warnings, estimate: estimateWork(scene, { viewport, canvas, graph, copies }) };
}

function checkText(document: SvgDocument): void {
  let all = 0;
  walk(document.root, (element) => {
    if (element.name !== 'text') return;
    const own = countCharacters(element);
    all += own;
    if (own > SVG_ONE_TEXT_CHARACTERS) {
      const message = `a text of ${own} characters; one <text> may have ${SVG_ONE_TEXT_CHARACTERS}`;
      throw failAt(document, element.start, 'svg_limit', message);
    }
    if (all > SVG_TEXT_CHARACTERS) {
      const message = `all texts together have more than ${SVG_TEXT_CHARACTERS} characters`;
      throw failAt(document, element.start, 'svg_limit', message);
    }
  });
}
