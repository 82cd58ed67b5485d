/** The `data-tone` marks of an SVG: what is dithered for tone, and what is structure. */
import type { References } from '../graph/references.ts';
import type { SvgDocument, SvgElement } from '../tree.ts';
import { placeOf, walk } from '../tree.ts';

/** Continuous tone is dithered as a photo; structure keeps exact inks, and no error crosses between the two. */
export type Tone = 'continuous' | 'structure';

export const TONE_ATTRIBUTE = 'data-tone';

const MAX_WARNINGS = 5;

export interface Marks {
  /** True when anything is marked as continuous. */
  readonly any: boolean;
  /** Sentences about marks that mean nothing. */
  readonly warnings: readonly string[];
}

/** The mark of an element; null when it has none that is valid. */
export function toneOf({ attributes }: SvgElement): Tone | null {
  const value = attributes[TONE_ATTRIBUTE]?.trim();
  return value === 'continuous' || value === 'structure' ? value : null;
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

/** Knows which elements show anything marked, in themselves or by a `<use>`. */
export class MarkedParts {
  readonly #references: References;
  readonly #known = new Map<SvgElement, boolean>();

  constructor(references: References) {
    this.#references = references;
  }

  has(element: SvgElement): boolean {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    // A reference that leads back here finds nothing new.
    this.#known.set(element, false);
    const target = element.name === 'use' ? this.#references.find(element.attributes['href']) : undefined;
    const found =
      toneOf(element) === 'continuous' ||
      element.children.some((child) => child.kind === 'element' && this.has(child)) ||
      (target !== undefined && this.has(target));
    this.#known.set(element, found);
    return found;
  }
}
