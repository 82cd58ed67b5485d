/** Lets css-select walk the SVG tree. */
import type { Options } from 'css-select';
import type { SvgElement } from './tree.ts';

function childElements(element: SvgElement): SvgElement[] {
  return element.children.filter((child) => child.kind === 'element');
}

function siblings(element: SvgElement): SvgElement[] {
  return element.parent === null ? [element] : childElements(element.parent);
}

const adapter: NonNullable<Options<SvgElement, SvgElement>['adapter']> = {
  isTag: (node): node is SvgElement => node.kind === 'element',
  getAttributeValue: (element, name) => element.attributes[name],
  hasAttrib: (element, name) => element.attributes[name] !== undefined,
  getChildren: childElements,
  getName: (element) => element.name,
  getParent: (element) => element.parent,
  getSiblings: siblings,
  getText: () => '',
  removeSubsets: (nodes) => nodes,
};

/** XML rules: names are compared as written. */
export const selectorOptions: Options<SvgElement, SvgElement> = { xmlMode: true, adapter };
