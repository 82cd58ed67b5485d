/** Gives every text the font instances that draw it: computes its font, cuts it by coverage, names the instances. */
import type { FontFinder, FontRun } from '../fonts/font-finder.ts';
import type { FontUse } from '../fonts/font-instances.ts';
import type { ComputedFont } from './font-style.ts';
import { computeFont, INITIAL_FONT } from './font-style.ts';
import { FONT_PROPERTIES } from './properties.ts';
import { failAt } from './svg-failure.ts';
import type { SvgDocument, SvgElement, SvgNode, SvgText } from './tree.ts';

const MAX_MISSING_SHOWN = 12;
/** Fonts of one picture, every weight counted: each is made and read anew, and no page needs a dozen. */
const MAX_FONTS = 64;
const BLANK = /^[ \t\r\n]*$/;

export interface FontTools {
  readonly finder: FontFinder;
  /** Receives every font with the text that it must be able to draw. */
  readonly use: FontUse;
}

/**
 * Replace the font properties of the tree by the names of font instances.
 * A text that needs several fonts is cut into spans.
 * @returns a warning that names the characters which no font has
 * @throws {SvgSignal} `svg_limit` for too many different fonts
 */
export function assignFonts(document: SvgDocument, tools: FontTools): readonly string[] {
  const assigner = new FontAssigner(document, tools);
  assigner.visit(document.root, INITIAL_FONT, false, false);
  return assigner.missing.size === 0 ? [] : [missingWarning([...assigner.missing])];
}

class FontAssigner {
  readonly missing = new Set<string>();
  readonly #document: SvgDocument;
  readonly #tools: FontTools;
  /** Fonts and characters of the text that is being visited. */
  #families = new Set<string>();
  #characters = '';

  constructor(document: SvgDocument, tools: FontTools) {
    this.#document = document;
    this.#tools = tools;
  }

  visit(element: SvgElement, inherited: ComputedFont, parentInText: boolean, parentKeeps: boolean): void {
    const font = computeFont(element, inherited);
    dropFontProperties(element);
    const inText = parentInText || element.name === 'text';
    const keeps = keepsSpace(element, parentKeeps);
    // Taken before spans are added, which have their font already.
    const children = element.children.filter((child) => child.kind === 'element');
    if (inText) {
      if (element.name === 'text' && !keeps) trimBlankEnds(element);
      this.#assign(element, font);
    }
    for (const child of children) this.visit(child, font, inText, keeps);
    if (element.name === 'text') this.#finishText();
  }

  #finishText(): void {
    const { finder, use } = this.#tools;
    if (this.#families.size > 1) {
      // What no font has is left out: it must show as missing, not as blank.
      const missing = new Set([...this.missing].join(''));
      const present = [...new Set(this.#characters)].filter((character) => !missing.has(character));
      use.mix(this.#families, present, (face, codePoint) => finder.has(face, codePoint));
    }
    this.#families = new Set();
    this.#characters = '';
  }

  #assign(element: SvgElement, font: ComputedFont): void {
    let family: string | null = null;
    const children: SvgNode[] = [];
    for (const child of element.children) {
      if (child.kind === 'element') {
        children.push(child);
        continue;
      }
      const found = this.#tools.finder.findRuns(child.text, font);
      for (const cluster of found.missing) this.missing.add(cluster);
      for (const run of found.runs) {
        const name = this.#tools.use.add(run.font, run.text, { smallCaps: font.smallCaps });
        family ??= name;
        this.#families.add(name);
        this.#characters += run.text;
        children.push(name === family ? textNode(child, run) : span(element, child, run, name));
      }
    }
    if (this.#tools.use.count > MAX_FONTS) {
      const message = `more than ${MAX_FONTS} different fonts are used, every weight and setting counted`;
      throw failAt(this.#document, element.start, 'svg_limit', message);
    }
    element.children = children;
    if (family !== null) element.attributes['font-family'] = family;
  }
}

function keepsSpace(element: SvgElement, inherited: boolean): boolean {
  const space = element.attributes['xml:space'];
  return space === undefined ? inherited : space === 'preserve';
}

/** White space at both ends of a text is not drawn; left in, it would ask for a font of its own. */
function trimBlankEnds(text: SvgElement): void {
  const isBlank = (node: SvgNode | undefined): boolean => node?.kind === 'text' && BLANK.test(node.text);
  while (isBlank(text.children[0])) text.children.shift();
  while (isBlank(text.children.at(-1))) text.children.pop();
}

function textNode(original: SvgText, run: FontRun): SvgText {
  return { kind: 'text', text: run.text, start: original.start };
}

function span(parent: SvgElement, original: SvgText, run: FontRun, family: string): SvgElement {
  return {
    kind: 'element',
    name: 'tspan',
    attributes: { 'font-family': family },
    children: [textNode(original, run)],
    parent,
    start: original.start,
    end: original.start,
    styleOnly: null,
  };
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
