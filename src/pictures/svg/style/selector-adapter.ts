/** Lets css-select walk the SVG tree. */
import type { Options } from 'css-select';
import { ownValue } from '../../../platform/base/plain.ts';
import type { SvgElement } from '../document/tree.ts';

/** Visits of elements. Usual style sheets need about ten for each element; these take about a quarter of a second. */
const MAX_STEPS = 2_000_000;

let steps = 0;

/** Thrown when matching visits too many elements. */
export class MatchingTooLong extends Error {}

/** Start counting from zero. */
export function beginMatching(): void {
  steps = 0;
}

/** Count visits of elements. @throws {MatchingTooLong} beyond the limit */
export function noteMatching(elements: number): void {
  steps += elements;
  if (steps > MAX_STEPS) throw new MatchingTooLong('the selectors look at too many elements');
}

function childElements(element: SvgElement): SvgElement[] {
  noteMatching(element.children.length);
  return element.children.filter((child) => child.kind === 'element');
}

function siblings(element: SvgElement): SvgElement[] {
  return element.parent === null ? [element] : childElements(element.parent);
}

const adapter: NonNullable<Options<SvgElement, SvgElement>['adapter']> = {
  isTag: (node): node is SvgElement => node.kind === 'element',
  getAttributeValue: (element, name) => ownValue(element.attributes, name),
  hasAttrib: (element, name) => Object.hasOwn(element.attributes, name),
  getChildren: childElements,
  getName: (element) => element.name,
  getParent: (element) => {
    noteMatching(1);
    return element.parent;
  },
  getSiblings: siblings,
  getText: () => '',
  removeSubsets: (nodes) => nodes,
};

/** XML rules: names are compared as written. */
export const selectorOptions: Options<SvgElement, SvgElement> = { xmlMode: true, adapter };
