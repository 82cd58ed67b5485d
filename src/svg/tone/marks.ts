/** The `data-tone` marks of an SVG: what is dithered for tone, and what is structure. */
import type { SvgDocument, SvgElement } from '../document/tree.ts';
import { placeOf, walk } from '../document/tree.ts';
import { TONE_ATTRIBUTE, toneOf } from '../style/tone.ts';

const MAX_WARNINGS = 5;

export interface Marks {
  /** True when anything is marked as continuous. */
  readonly any: boolean;
  /** Sentences about marks that mean nothing. */
  readonly warnings: readonly string[];
}

/** Look at all marks of a document. */
export function readMarks(document: SvgDocument): Marks {
  let any = false;
  const warnings: string[] = [];
  walk(document.root, (element) => {
    const value = element.attributes[TONE_ATTRIBUTE];
    if (value === undefined) return;
    const tone = toneOf(element);
    any ||= tone === 'continuous';
    if (tone === null && warnings.length < MAX_WARNINGS) warnings.push(warning(document, element, value));
  });
  return { any, warnings };
}

function warning({ source }: SvgDocument, element: SvgElement, value: string): string {
  const { line, column } = placeOf(source, element.start);
  const shown = JSON.stringify(value.slice(0, 40));
  return `line ${line}, column ${column}: data-tone ${shown} of <${element.name}> is ignored; expected "continuous" or "structure"`;
}
