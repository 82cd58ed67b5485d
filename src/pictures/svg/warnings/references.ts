/** Warns of references that lead nowhere: out of the document, or to nothing in it. */
import type { Problem } from '../../../platform/base/failure.ts';
import { didYouMean } from '../../../platform/base/nearest.ts';
import { type SvgDocument, type SvgElement, walk } from '../document/tree.ts';
import { quoteOneLine, WarningList } from '../document/warning-list.ts';
import { REFERENCE_ATTRIBUTES } from '../graph/edges.ts';
import { References } from '../graph/references.ts';
import { type Links, RESERVED } from '../graph/settle.ts';
import { mayRefer, readAddress, readFilterList, readHref, readUrl } from '../graph/spelling.ts';

/** Elements that draw or read what their `href` names; images have errors of their own, and a link leads somewhere. */
const READING: ReadonlySet<string> = new Set([
  'use',
  'textPath',
  'linearGradient',
  'radialGradient',
  'pattern',
  'filter',
]);

/** A warning for each reference that leads out of the document. To be called once the styles are resolved. */
export function warnOfForeignReferences(document: SvgDocument): readonly Problem[] {
  const warnings = new WarningList(document);
  if (!mayRefer(document.source)) return warnings.problems;
  walk(document.root, (element) => {
    const { name: of, attributes } = element;
    for (const name in attributes) {
      for (const address of addressesIn(of, name, attributes[name] ?? '')) {
        if (address === '' || address.startsWith('#')) continue;
        const message = `${name} of <${of}> refers to ${quoteOneLine(address)}, which is another file: only ids of this document are found`;
        warnings.add(element, message);
      }
    }
  });
  return warnings.problems;
}

function addressesIn(element: string, name: string, value: string): readonly string[] {
  if (name === 'href') return READING.has(element) ? [value.trim()] : [];
  if (!REFERENCE_ATTRIBUTES.has(name) || !value.includes('(')) return [];
  const texts = name === 'filter' ? readFilterList(value).map(({ text }) => text) : [value];
  return texts.flatMap((text) => readAddress(text)?.address.trim() ?? []);
}

/** A warning for each reference to an id that no element has. To be called once the references are settled. */
export function warnOfLostReferences(document: SvgDocument, links: Links): readonly Problem[] {
  const warnings = new WarningList(document);
  const references = new References(document, links.ids);
  for (const element of links.referring) {
    for (const [name, id] of lostIds(element, references)) {
      const what = id.startsWith(RESERVED) ? 'an element' : quoteOneLine(`#${id}`);
      const message = `${name} of <${element.name}> refers to ${what}, which does not exist${didYouMean(id, links.ids.keys(), warnings.comparisons)}`;
      warnings.add(element, message);
    }
  }
  return warnings.problems;
}

function lostIds({ attributes }: SvgElement, references: References): readonly (readonly [string, string])[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    (REFERENCE_ATTRIBUTES.has(name) ? idsIn(name, value) : [])
      .filter((id) => references.byId(id) === undefined)
      .map((id) => [name, id] as const),
  );
}

/** The ids that an attribute names, without those that have a fallback. Only an `href` may be a bare `#id`: elsewhere that is a colour. */
function idsIn(name: string, value: string): readonly string[] {
  if (name === 'href') return known(readHref(value));
  if (name === 'filter') return readFilterList(value).flatMap(({ id }) => known(id));
  const url = readUrl(value);
  return url === null || url.rest !== '' ? [] : [url.id];
}

function known(id: string | null): readonly string[] {
  return id === null ? [] : [id];
}
