/** Reads the `data-tone` marks of an SVG: which parts are dithered for continuous tone, and which are structure. */
import type { Problem } from '../../../platform/base/failure.ts';
import { problemAt } from '../../svg/document/svg-failure.ts';
import type { SvgDocument, SvgElement } from '../../svg/document/tree.ts';
import { walk } from '../../svg/document/tree.ts';
import { TONE_ATTRIBUTE, toneOf } from '../../svg/style/tone.ts';

const MAX_WARNINGS = 5;

export interface Marks {
  /** True when anything is marked as continuous. */
  readonly any: boolean;
  /** About marks with an invalid value. */
  readonly warnings: readonly Problem[];
}

/** Look at all marks of a document. */
export function readMarks(document: SvgDocument): Marks {
  let any = false;
  const warnings: Problem[] = [];
  walk(document.root, (element) => {
    const value = element.attributes[TONE_ATTRIBUTE];
    if (value === undefined) return;
    const tone = toneOf(element);
    any ||= tone === 'continuous';
    if (tone === null && warnings.length < MAX_WARNINGS) warnings.push(warning(document, element, value));
  });
  return { any, warnings };
}

function warning(document: SvgDocument, element: SvgElement, value: string): Problem {
  const shown = JSON.stringify(value.slice(0, 40));
  const message = `data-tone ${shown} of <${element.name}> is ignored; expected "continuous" or "structure"`;
  return problemAt(document, element.start, message);
}
