/** Warns of references to ids that no element has: what refers to them is drawn without. */
import type { Problem } from '../../../platform/base/failure.ts';
import { didYouMean } from '../../../platform/base/nearest.ts';
import type { SvgDocument, SvgElement } from '../document/tree.ts';
import { quoteOneLine, WarningList } from '../document/warning-list.ts';
import { REFERENCE_ATTRIBUTES } from '../graph/edges.ts';
import { References } from '../graph/references.ts';
import { type Links, RESERVED } from '../graph/settle.ts';
import { readFilterList, readHref, readUrl } from '../graph/spelling.ts';

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
