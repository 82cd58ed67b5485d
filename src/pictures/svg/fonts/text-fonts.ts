/** Assigns font instances to all texts: cuts each text by the coverage of its fonts, and names the instances. */
import type { Problem } from '../../../platform/base/failure.ts';
import type { FontFinder, FontRun } from '../../fonts/font-finder.ts';
import { type FontUse, instanceFamily } from '../../fonts/font-instances.ts';
import { failAt, problemAt } from '../document/svg-failure.ts';
import type { SvgDocument, SvgElement, SvgNode, SvgText } from '../document/tree.ts';
import { makeElement } from '../document/tree.ts';
import { FONT_PROPERTIES } from '../style/properties.ts';
import type { DocumentText, DocumentTexts, TextSpan } from './document-texts.ts';

const MAX_MISSING_SHOWN = 12;
/** Fonts of one picture, every weight counted. Each takes time to make and to read, and no page needs a dozen. */
const MAX_FONTS = 64;
const BLANK = /^[ \t\r\n]*$/;

interface FontTools {
  readonly finder: FontFinder;
  /** Collects each font with the characters that it must contain. */
  readonly use: FontUse;
}

/**
 * Replace the font properties of the tree by the names of font instances.
 * A text that needs several fonts is cut into spans.
 * @param extracted  texts that are no longer in the document
 * @returns a warning that names the characters which no font has
 * @throws {SvgSignal} `svg_limit` for too many different fonts
 */
export function assignFonts(
  document: SvgDocument,
  { texts, namingFonts }: DocumentTexts,
  extracted: ReadonlySet<SvgElement>,
  tools: FontTools,
): readonly Problem[] {
  for (const element of namingFonts) dropFontProperties(element);
  const assigner = new FontAssigner(document, tools);
  for (const text of texts) if (!extracted.has(text.element)) assigner.assign(text);
  const [first] = assigner.missing.values();
  if (first === undefined) return [];
  return [problemAt(document, first.start, missingWarning([...assigner.missing.keys()]))];
}

/** A child of a text element, its characters cut by font. */
type CutChild =
  | { readonly kind: 'element'; readonly element: SvgElement }
  | { readonly kind: 'run'; readonly text: SvgText; readonly run: FontRun };

/** An element of a text with its fonts, before they are named. */
interface CutElement {
  readonly element: SvgElement;
  readonly smallCaps: boolean;
  readonly children: readonly CutChild[];
}

class FontAssigner {
  /** Missing characters, each with the first text that contains it. */
  readonly missing = new Map<string, SvgText>();
  readonly #document: SvgDocument;
  readonly #tools: FontTools;

  constructor(document: SvgDocument, tools: FontTools) {
    this.#document = document;
    this.#tools = tools;
  }

  /** Write the names of its font instances into a text. A text in several fonts gets instances of its own. */
  assign({ element, preservesSpace, spans, isCut = false }: DocumentText): void {
    if (!preservesSpace) trimBlankEnds(element);
    const cut = spans.map((span) => this.#cutElement(span));
    const isMixed = !isCut && fontsOf(cut).size > 1;
    const families = new Set<string>();
    for (const one of cut) this.#name(one, isMixed, families);
    if (this.#tools.use.count > MAX_FONTS) {
      const message = `more than ${MAX_FONTS} different fonts are used, every weight and setting counted`;
      throw failAt(this.#document, element.start, 'svg_limit', message);
    }
    if (isMixed) this.#mix(families, cut);
  }

  #cutElement({ element, font, choice }: TextSpan): CutElement {
    const children = element.children.flatMap((child): readonly CutChild[] => {
      if (child.kind === 'element') return [{ kind: 'element', element: child }];
      if (choice !== undefined) {
        return [{ kind: 'run', text: child, run: { text: child.text, font: choice } }];
      }
      const found = this.#tools.finder.findRuns(child.text, font);
      for (const cluster of found.missing) {
        if (!this.missing.has(cluster)) this.missing.set(cluster, child);
      }
      return found.runs.map((run) => ({ kind: 'run', text: child, run }));
    });
    return { element, smallCaps: font.smallCaps, children };
  }

  #name({ element, smallCaps, children }: CutElement, isMixed: boolean, families: Set<string>): void {
    let family: string | null = null;
    element.children = children.map((child): SvgNode => {
      if (child.kind === 'element') return child.element;
      const { text, run } = child;
      const name = this.#tools.use.add(run.font, run.text, { smallCaps, isMixed });
      family ??= name;
      families.add(name);
      return name === family ? textNode(text, run) : span(element, text, run, name);
    });
    if (family !== null) element.attributes['font-family'] = family;
  }

  #mix(families: ReadonlySet<string>, cut: readonly CutElement[]): void {
    const { finder, use } = this.#tools;
    // Characters that no font has are left out: they must be drawn as missing, not as blanks.
    const missing = new Set([...this.missing.keys()].join(''));
    const characters = new Set<string>();
    for (const { children } of cut) {
      for (const child of children) {
        if (child.kind === 'run') for (const character of child.run.text) characters.add(character);
      }
    }
    const present = [...characters].filter((character) => !missing.has(character));
    use.mix(families, present, (face, codePoint) => finder.has(face, codePoint));
  }
}

/** The names of the fonts of a text. */
function fontsOf(cut: readonly CutElement[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { children, smallCaps } of cut) {
    for (const child of children) {
      if (child.kind === 'run') names.add(instanceFamily(child.run.font, { smallCaps, isMixed: false }));
    }
  }
  return names;
}

/** Remove white space at both ends of a text: it is not drawn, but could add another font. */
function trimBlankEnds(text: SvgElement): void {
  const isBlank = (node: SvgNode | undefined): boolean => node?.kind === 'text' && BLANK.test(node.text);
  while (isBlank(text.children[0])) text.children.shift();
  while (isBlank(text.children.at(-1))) text.children.pop();
}

function textNode(original: SvgText, run: FontRun): SvgText {
  return { kind: 'text', text: run.text, start: original.start };
}

function span(parent: SvgElement, original: SvgText, run: FontRun, family: string): SvgElement {
  const place = { start: original.start, end: original.start };
  const made = makeElement('tspan', { 'font-family': family }, place, [textNode(original, run)]);
  made.parent = parent;
  return made;
}

function dropFontProperties(element: SvgElement): void {
  for (const property of FONT_PROPERTIES) {
    if (element.attributes[property] !== undefined) delete element.attributes[property];
  }
}

function missingWarning(clusters: readonly string[]): string {
  const shown = clusters.slice(0, MAX_MISSING_SHOWN).map(describeCluster).join(', ');
  const more = clusters.length > MAX_MISSING_SHOWN ? ` and ${clusters.length - MAX_MISSING_SHOWN} more` : '';
  return `no font has the characters ${shown}${more}`;
}

function describeCluster(cluster: string): string {
  const points = [...cluster].map(
    (c) => `U+${c.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return `${cluster} (${points.join(' ')})`;
}
