/** The references that one element makes to others: which attributes hold them, and how one is taken away. */
import type { SvgElement } from '../document/tree.ts';
import type { References } from './references.ts';
import { readFilterList, readUrl } from './spelling.ts';

/** Properties that name a paint server or a marker, and are handed down to what is inside. */
export const INHERITED = ['fill', 'stroke', 'marker-start', 'marker-mid', 'marker-end'] as const;
/** Properties that name something which is put around an element as a whole. */
const OWN = ['mask', 'clip-path', 'filter'] as const;

export type ReferenceAttribute = 'href' | (typeof INHERITED)[number] | (typeof OWN)[number];

/** Every attribute in which a renderer may find a reference. */
export const REFERENCE_ATTRIBUTES: ReadonlySet<string> = new Set(['href', ...INHERITED, ...OWN]);

/** False for what is certainly no reference into the document, such as most colours. */
export function mayBeReference(value: string, attribute: string): boolean {
  return value.includes('#') && (attribute === 'href' || value.includes('('));
}

/** Elements that draw, or read, what their `href` names. A link only leads there. */
const HREF_ELEMENTS: ReadonlySet<string> = new Set([
  ...['use', 'textPath', 'feImage', 'linearGradient', 'radialGradient', 'pattern', 'filter'],
]);

/** A reference of one element to another. */
export interface Edge {
  readonly source: SvgElement;
  readonly attribute: ReferenceAttribute;
  readonly target: SvgElement;
}

/** The references that an element makes itself, in the order of its attributes. */
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

/** What an element shows by the references that it makes itself: what a `<use>` names, patterns and markers. */
export function shownTargets(element: SvgElement, references: References): readonly SvgElement[] {
  const targets = ownEdges(element, references).map(({ target }) => target);
  return element.name === 'use'
    ? targets
    : targets.filter(({ name }) => name === 'pattern' || name === 'marker');
}

/** The filters, and how many functions, of a `filter` property. */
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
 * Take a reference away, as browsers treat one that leads back to itself: a paint falls back, a marker, mask, clip or
 * filter is none, and a `use` draws nothing.
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

/** The sentence for the author of a reference that was taken away. */
export function cutWarning({ source, attribute, target }: Edge): string {
  const { id = '' } = target.attributes;
  const name = JSON.stringify(id.slice(0, 40));
  return `<${target.name} id=${name}> refers to itself: ${attribute} of <${source.name}> is ignored`;
}
