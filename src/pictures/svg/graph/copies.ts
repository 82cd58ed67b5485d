/**
 * Counts what resvg's reader does before anything is drawn: it copies the target of every `use`, definitions included,
 * finds each target by walking the document from its beginning, and searches all patterns, masks, clips and filters
 * for references to themselves.
 */
import type { SvgElement } from '../document/tree.ts';
import { type DocumentGraph, type GraphNode, SEARCHED } from './document-graph.ts';

export interface Copies {
  /** Elements and attributes, all copies counted. */
  readonly elements: number;
  readonly attributes: number;
  /** Elements that are visited while others are searched. */
  readonly passed: number;
}

interface Totals {
  elements: number;
  attributes: number;
  passed: number;
  /** Elements that are visited to find the targets of the `use` elements in it. */
  lookups: number;
  /** Elements in everything that it refers to. */
  referred: number;
}

const NONE: Totals = { elements: 0, attributes: 0, passed: 0, lookups: 0, referred: 0 };

/**
 * Count the copies of the document. Numbers may be huge, or infinite.
 * @param order  the nodes of the graph, each after all nodes that it leads to
 */
export function countCopies(graph: DocumentGraph, order: readonly GraphNode[]): Copies {
  const known = new Map<SvgElement, Totals>();
  for (const node of order) known.set(node.element, totalsOf(node, graph, known));
  const root = graph.nodes[0];
  return (root === undefined ? undefined : known.get(root.element)) ?? NONE;
}

function totalsOf(
  { element, steps, elements, attributes }: GraphNode,
  graph: DocumentGraph,
  known: ReadonlyMap<SvgElement, Totals>,
): Totals {
  const sum: Totals = { ...NONE, elements, attributes };
  for (const { to, edge } of steps) {
    const inner = known.get(to) ?? NONE;
    if (edge !== null) sum.referred += inner.elements;
    if (edge === null || edge.source.name === 'use') {
      sum.elements += inner.elements;
      sum.attributes += inner.attributes;
      sum.passed += inner.passed;
      sum.referred += inner.referred;
    }
    if (edge === null) sum.lookups += inner.lookups;
    else if (edge.source.name === 'use') {
      const place = graph.nodeOf(to)?.place ?? 0;
      sum.lookups += place;
      // Once for itself, and once for its content, which could lead back.
      sum.passed += place + inner.lookups;
    }
  }
  if (SEARCHED.has(element.name)) sum.passed += sum.elements + sum.referred;
  return sum;
}
