/** Collects the texts of a document and the fonts of their spans in one walk. */
import type { FontChoice } from '../../fonts/font-finder.ts';
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import type { Scene } from '../geometry/scene.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import type { ComputedFont } from '../style/font-style.ts';
import { FONT_PROPERTIES } from '../style/properties.ts';

/** A part of a text, with the font of its characters. */
export interface TextSpan {
  readonly element: SvgElement;
  readonly font: ComputedFont;
  /** The one font that draws all of its characters, if it is known. */
  readonly choice?: FontChoice;
}

export interface DocumentText {
  readonly element: SvgElement;
  readonly preservesSpace: boolean;
  /** The text itself first, then all elements in it, in the order of the document. */
  readonly spans: readonly TextSpan[];
  /** True for a text whose pieces of one font each stand at positions of their own, so that no two fonts meet. */
  readonly isCut?: boolean;
}

export interface DocumentTexts {
  readonly texts: readonly DocumentText[];
  /** All elements with a property that chooses a font. */
  readonly namingFonts: readonly SvgElement[];
}

/** Collect the texts. @param percentOf  the size that percentages of lengths refer to, in user units */
export function readTexts({ document, styles }: Scene, percentOf: Extent): DocumentTexts {
  const texts: DocumentText[] = [];
  const namingFonts: SvgElement[] = [];
  const visit = (element: SvgElement): void => {
    if (namesFont(element)) namingFonts.push(element);
    if (element.name === 'text') {
      const spans: TextSpan[] = [];
      const style = styles.of(element, percentOf);
      texts.push({ element, spans, preservesSpace: style.lettering.text.preservesSpace });
      visitSpan(element, style, spans);
    } else visitChildren(element, visit);
  };
  const visitSpan = (element: SvgElement, style: ComputedStyle, spans: TextSpan[]): void => {
    spans.push({ element, font: style.lettering.font });
    visitChildren(element, (child) => {
      if (namesFont(child)) namingFonts.push(child);
      visitSpan(child, styles.enter(child, style, percentOf), spans);
    });
  };
  visit(document.root);
  return { texts, namingFonts };
}

function visitChildren({ children }: SvgElement, visit: (child: SvgElement) => void): void {
  for (const child of children) if (child.kind === 'element') visit(child);
}

function namesFont({ attributes }: SvgElement): boolean {
  for (const name in attributes) if (FONT_PROPERTIES.has(name)) return true;
  return false;
}
