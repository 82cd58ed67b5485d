/** Finds out which elements nothing shows, such as the images of a pattern that is not used: these need not even exist. */
import { BY_REFERENCE } from '../document/by-reference.ts';
import type { SvgDocument, SvgElement } from '../document/tree.ts';
import { ownEdges } from '../graph/edges.ts';
import { References } from '../graph/references.ts';

/** Answers for the elements of a document with settled references. Whatever may be drawn counts as shown. */
export class ShownElements {
  readonly #document: Pick<SvgDocument, 'root'>;
  #known: ReadonlySet<SvgElement> | null = null;

  constructor(document: Pick<SvgDocument, 'root'>) {
    this.#document = document;
  }

  /** True for an element that is part of the page, or of something that a part of the page refers to. */
  has(element: SvgElement): boolean {
    if (!isSetAside(element)) return true;
    this.#known ??= reachedFrom(this.#document);
    return this.#known.has(element);
  }
}

/** True within a definition, and within what is not displayed. */
function isSetAside(element: SvgElement): boolean {
  for (let at: SvgElement | null = element; at !== null; at = at.parent) {
    if (isDefinition(at)) return true;
  }
  return false;
}

function isDefinition({ name, attributes }: SvgElement): boolean {
  return BY_REFERENCE.has(name) || attributes['display'] === 'none';
}

/** Examines each element once. */
function reachedFrom({ root }: Pick<SvgDocument, 'root'>): ReadonlySet<SvgElement> {
  const references = new References({ root });
  const reached = new Set<SvgElement>([root]);
  const referring = new Set<SvgElement>();
  /** Elements whose references are followed, for the properties that content inherits from them. */
  const waiting: SvgElement[] = [];
  const lookAt = (element: SvgElement): void => {
    for (let at: SvgElement | null = element; at !== null && !referring.has(at); at = at.parent) {
      referring.add(at);
      waiting.push(at);
    }
  };
  // The set grows while it is walked.
  for (const element of reached) {
    lookAt(element);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const { target } of ownEdges(at, references)) reached.add(target);
    }
    for (const child of element.children) {
      if (child.kind === 'element' && !isDefinition(child)) reached.add(child);
    }
  }
  return reached;
}
