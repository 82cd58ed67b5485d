/** Removes circular references: drawn as written, they would never end. */
import type { Problem } from '../../../platform/base/failure.ts';
import { failAt, problemAt } from '../document/svg-failure.ts';
import type { SvgDocument, SvgElement } from '../document/tree.ts';
import type { DocumentGraph, GraphNode, Step } from './document-graph.ts';
import { cutEdge, cutWarning, type Edge } from './edges.ts';

/** Nobody reads more warnings than this. */
const MAX_WARNINGS = 20;
/** References that are removed. For each, the search may have to go back some way. */
const MAX_CUTS = 500;

interface CutCycles {
  /** For the author, one for each removed reference. */
  readonly warnings: readonly Problem[];
  /** The nodes of the graph, each after all nodes that it leads to. */
  readonly order: readonly GraphNode[];
}

/**
 * Remove every reference that closes a cycle, in the order of the document: of two elements that refer to each other,
 * the second loses its reference, no matter which is used first.
 * @throws {SvgSignal} `svg_limit` for more than 500 of them
 */
export function cutCycles(document: SvgDocument, graph: DocumentGraph): CutCycles {
  const search = new Search(document, graph);
  for (const node of graph.nodes) search.from(node);
  return { warnings: search.warnings, order: search.order };
}

/** A node on the current path of the search. */
interface Frame {
  readonly node: GraphNode;
  /** The step that led here; null for the first node. */
  readonly step: Step | null;
  next: number;
}

/** A depth-first search with a stack of its own: chains may be too long for JavaScript's stack. */
class Search {
  readonly warnings: Problem[] = [];
  readonly order: GraphNode[] = [];
  readonly #document: SvgDocument;
  readonly #graph: DocumentGraph;
  readonly #open = new Set<SvgElement>();
  readonly #done = new Set<SvgElement>();
  readonly #stack: Frame[] = [];
  #cuts = 0;

  constructor(document: SvgDocument, graph: DocumentGraph) {
    this.#document = document;
    this.#graph = graph;
  }

  from(start: GraphNode): void {
    if (this.#done.has(start.element)) return;
    this.#enter(start, null);
    for (let frame = this.#stack.at(-1); frame !== undefined; frame = this.#stack.at(-1)) {
      const step = frame.node.steps[frame.next];
      if (step === undefined) this.#leave(frame);
      else if (this.#open.has(step.to)) this.#cut(frame, step);
      else {
        frame.next += 1;
        const node = this.#done.has(step.to) ? undefined : this.#graph.nodeOf(step.to);
        if (node !== undefined) this.#enter(node, step);
      }
    }
  }

  #enter(node: GraphNode, step: Step | null): void {
    this.#open.add(node.element);
    this.#stack.push({ node, step, next: 0 });
  }

  #leave({ node }: Frame): void {
    this.#stack.pop();
    this.#open.delete(node.element);
    this.#done.add(node.element);
    this.order.push(node);
  }

  /**
   * Cut the cycle that a step closes. A step into a node that lies inside another one is no reference and cannot be
   * removed: then the last reference on the path is removed, and the search goes back to its source.
   */
  #cut(frame: Frame, step: Step): void {
    if (step.edge !== null) {
      this.#take(frame.node, step, step.edge);
      return;
    }
    for (let last = this.#stack.pop(); last !== undefined; last = this.#stack.pop()) {
      this.#open.delete(last.node.element);
      const origin = this.#stack.at(-1);
      if (origin === undefined || last.step === null || last.step.edge === null) continue;
      origin.next -= 1;
      this.#take(origin.node, last.step, last.step.edge);
      return;
    }
  }

  #take(node: GraphNode, step: Step, edge: Edge): void {
    this.#cuts += 1;
    if (this.#cuts > MAX_CUTS) {
      const message = `more than ${MAX_CUTS} references lead back to where they come from`;
      throw failAt(this.#document, edge.source.start, 'svg_limit', message);
    }
    node.steps.splice(node.steps.indexOf(step), 1);
    if (this.warnings.length < MAX_WARNINGS) {
      this.warnings.push(problemAt(this.#document, edge.source.start, cutWarning(edge)));
    }
    this.#graph.cut(edge);
    cutEdge(edge, this.#graph.references);
  }
}
