/** The references of one element to others: in which attributes they are written, and how one is removed. */
import type { SvgElement } from '../document/tree.ts';
import type { References } from './references.ts';
import { readFilterList, readUrl } from './spelling.ts';

/** Inherited properties that name a paint server or a marker. */
export const INHERITED = ['fill', 'stroke', 'marker-start', 'marker-mid', 'marker-end'] as const;
/** Properties that name an effect on the element as a whole. */
const OWN = ['mask', 'clip-path', 'filter'] as const;

type ReferenceAttribute = 'href' | (typeof INHERITED)[number] | (typeof OWN)[number];

/** All attributes in which a renderer may find a reference. */
export const REFERENCE_ATTRIBUTES: ReadonlySet<string> = new Set(['href', ...INHERITED, ...OWN]);

/** False for a value that is certainly no reference into the document, such as most colours. */
export function mayBeReference(value: string, attribute: string): boolean {
  return value.includes('#') && (attribute === 'href' || value.includes('('));
}

/** Elements that draw or read the target of their `href`. */
const HREF_ELEMENTS: ReadonlySet<string> = new Set([
  'use',
  'textPath',
  'feImage',
  'linearGradient',
  'radialGradient',
  'pattern',
  'filter',
]);

/** A reference of one element to another. */
export interface Edge {
  readonly source: SvgElement;
  readonly attribute: ReferenceAttribute;
  readonly target: SvgElement;
}

/** The references in the attributes of an element, in their order. */
export function ownEdges(source: SvgElement, references: References): readonly Edge[] {
  const edges: Edge[] = [];
  for (const attribute in source.attributes) {
    const value = source.attributes[attribute] ?? '';
    if (!mayBeReference(value, attribute) || !REFERENCE_ATTRIBUTES.has(attribute)) continue;
    if (!isFollowed(source, attribute)) continue;
    for (const target of targetsOf(attribute, value, references)) {
      edges.push({ source, attribute: attribute as ReferenceAttribute, target });
    }
  }
  return edges;
}

function isFollowed({ name }: SvgElement, attribute: string): boolean {
  return attribute !== 'href' || HREF_ELEMENTS.has(name);
}

function targetsOf(attribute: string, value: string, references: References): readonly SvgElement[] {
  if (attribute !== 'filter') {
    const target = references.find(value);
    return target === undefined ? [] : [target];
  }
  return readFilterList(value).flatMap(({ id }) => (id === null ? [] : (references.byId(id) ?? [])));
}

/** The elements that an element shows by its own references: the target of a `<use>`, patterns and markers. */
export function shownTargets(element: SvgElement, references: References): readonly SvgElement[] {
  const targets = ownEdges(element, references).map(({ target }) => target);
  return element.name === 'use'
    ? targets
    : targets.filter(({ name }) => name === 'pattern' || name === 'marker');
}

/** The filters and functions of a `filter` property. */
export function filtersOf(
  value: string,
  references: References,
): { readonly filters: readonly SvgElement[]; readonly functions: readonly string[] } {
  const list = readFilterList(value);
  return {
    filters: list.flatMap(({ id }) => (id === null ? [] : (references.byId(id) ?? []))),
    functions: list.flatMap(({ name, text }) => (name === 'url' ? [] : [text])),
  };
}

/**
 * Remove a reference, with the effect that a circular reference has in browsers: a paint becomes its fallback, a marker,
 * mask, clip or filter becomes none, and a `use` draws nothing.
 */
export function cutEdge({ source, attribute, target }: Edge, references: References): void {
  const { attributes } = source;
  switch (attribute) {
    case 'fill':
    case 'stroke':
      attributes[attribute] = readUrl(attributes[attribute] ?? '')?.rest || 'none';
      return;
    case 'marker-start':
    case 'marker-mid':
    case 'marker-end':
      attributes[attribute] = 'none';
      return;
    case 'filter': {
      const left = readFilterList(attributes['filter'] ?? '').filter(
        ({ id }) => id === null || references.byId(id) !== target,
      );
      if (left.length > 0) attributes['filter'] = left.map(({ text }) => text).join(' ');
      else delete attributes['filter'];
      return;
    }
    default:
      delete attributes[attribute];
  }
}

/** The warning about a reference that was removed. */
export function cutWarning({ source, attribute, target }: Edge): string {
  const { id = '' } = target.attributes;
  const name = JSON.stringify(id.slice(0, 40));
  return `<${target.name} id=${name}> refers to itself: ${attribute} of <${source.name}> is ignored`;
}
