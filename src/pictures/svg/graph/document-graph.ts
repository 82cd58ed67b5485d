/**
 * The graph of a document. A node is an element that something refers to, with its content outside of other nodes. Edges
 * lead to the nodes inside it, and to those that its elements refer to. Everything that draws, copies or measures a
 * document follows these edges.
 */
import { wordSet } from '../../../platform/base/words.ts';
import type { SvgDocument, SvgElement } from '../document/tree.ts';
import { walk } from '../document/tree.ts';
import { type Edge, INHERITED, ownEdges } from './edges.ts';
import { References } from './references.ts';
import type { Links } from './settle.ts';
import { mayRefer } from './spelling.ts';

/** An edge of the graph: to a node inside the node, or to one that an element of the node refers to. */
export interface Step {
  readonly to: SvgElement;
  /** Null for a node inside. */
  readonly edge: Edge | null;
}

export interface GraphNode {
  readonly element: SvgElement;
  /** In the order of the document. */
  steps: Step[];
  /** Elements of the node, without those of nodes inside it. */
  elements: number;
  /** Their attributes. */
  attributes: number;
  /** Position of the node's element among all elements of the document. */
  readonly place: number;
}

/** Elements whose content inherits from where it is written, wherever it is drawn. */
const PLACED_BY_REFERENCE: ReadonlySet<string> = new Set(['pattern', 'mask', 'marker']);
/** Elements that resvg searches for references to themselves: they are nodes even when nothing refers to them. */
export const SEARCHED: ReadonlySet<string> = new Set(['pattern', 'mask', 'clipPath', 'filter']);
/** Elements that are drawn with inherited paints. */
const PAINTED: ReadonlySet<string> = wordSet(`
  rect circle ellipse line polyline polygon path text tspan textPath use
`);

export class DocumentGraph {
  readonly references: References;
  /** The root first, then in the order of the document. Empty when no reference leads to another one. */
  readonly nodes: readonly GraphNode[];
  readonly #nodeOf = new Map<SvgElement, GraphNode>();
  readonly #edges = new Map<SvgElement, readonly Edge[]>();

  /**
   * @param document  with settled references
   * @param links     the result of settling; null when the document has changed since
   */
  constructor(document: SvgDocument, links: Links | null) {
    this.references = new References(document, links?.ids ?? null);
    const referring = links?.referring ?? allElements(document);
    for (const element of referring) {
      const edges = ownEdges(element, this.references);
      if (edges.length > 0) this.#edges.set(element, edges);
    }
    this.#addImplied();
    this.nodes = this.#isSimple() ? [] : this.#build(document.root);
  }

  /** The references of an element, including inherited ones. */
  edgesOf(element: SvgElement): readonly Edge[] {
    return this.#edges.get(element) ?? [];
  }

  /** Forget a reference that was removed. */
  cut(edge: Edge): void {
    this.#edges.set(
      edge.source,
      this.edgesOf(edge.source).filter((other) => other !== edge),
    );
  }

  nodeOf(element: SvgElement): GraphNode | undefined {
    return this.#nodeOf.get(element);
  }

  /** True when nothing that is referred to refers to anything itself, and nothing is copied. */
  #isSimple(): boolean {
    const targets = new Set<SvgElement>();
    for (const edges of this.#edges.values()) for (const { target } of edges) targets.add(target);
    for (const source of this.#edges.keys()) {
      if (source.name === 'use') return false;
      for (let at: SvgElement | null = source; at !== null; at = at.parent) {
        if (targets.has(at) || SEARCHED.has(at.name)) return false;
      }
    }
    return true;
  }

  /** The paints and markers that a definition inherits from its ancestors. */
  #addImplied(): void {
    const definitions = new Set<SvgElement>();
    for (const edges of this.#edges.values()) {
      for (const { source, target } of edges) {
        if (PLACED_BY_REFERENCE.has(target.name) || source.name === 'feImage') definitions.add(target);
      }
    }
    for (const definition of definitions) {
      const implied = INHERITED.flatMap((attribute): readonly Edge[] => {
        const target = this.references.find(inheritedValue(definition, attribute));
        if (target === undefined || !usesInherited(definition, attribute)) return [];
        return [{ source: definition, attribute, target }];
      });
      if (implied.length > 0) this.#edges.set(definition, [...implied, ...this.edgesOf(definition)]);
    }
  }

  #build(root: SvgElement): readonly GraphNode[] {
    const targets = new Set<SvgElement>();
    for (const edges of this.#edges.values()) for (const { target } of edges) targets.add(target);
    const nodes: GraphNode[] = [];
    let place = 0;
    const visit = (element: SvgElement, around: GraphNode | null): void => {
      const isNode = around === null || targets.has(element) || SEARCHED.has(element.name);
      const node: GraphNode = isNode ? { element, steps: [], elements: 0, attributes: 0, place } : around;
      if (isNode) {
        nodes.push(node);
        this.#nodeOf.set(element, node);
        around?.steps.push({ to: element, edge: null });
      }
      place += 1;
      node.elements += 1;
      for (const _ in element.attributes) node.attributes += 1;
      for (const edge of this.edgesOf(element)) node.steps.push({ to: edge.target, edge });
      for (const child of element.children) if (child.kind === 'element') visit(child, node);
    };
    visit(root, null);
    return nodes;
  }
}

function allElements({ source, root }: SvgDocument): readonly SvgElement[] {
  const all: SvgElement[] = [];
  if (mayRefer(source)) walk(root, (element) => all.push(element));
  return all;
}

/** The value that an element inherits; undefined when it has its own. */
function inheritedValue(element: SvgElement, attribute: string): string | undefined {
  if (element.attributes[attribute] !== undefined) return undefined;
  for (let at = element.parent; at !== null; at = at.parent) {
    const value = at.attributes[attribute];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** True when something in an element is drawn with the value that the element inherits. */
function usesInherited(element: SvgElement, attribute: string): boolean {
  if (PAINTED.has(element.name)) return true;
  return element.children.some(
    (child) =>
      child.kind === 'element' &&
      child.attributes[attribute] === undefined &&
      usesInherited(child, attribute),
  );
}
