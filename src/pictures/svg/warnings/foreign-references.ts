/** Warns of references into other files: nothing but images is shown of these, and what refers to them is drawn without. */
import type { Problem } from '../../../platform/base/failure.ts';
import { type SvgDocument, walk } from '../document/tree.ts';
import { quoteOneLine, WarningList } from '../document/warning-list.ts';
import { REFERENCE_ATTRIBUTES } from '../graph/edges.ts';
import { mayRefer, readAddress, readFilterList } from '../graph/spelling.ts';

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
