/**
 * The SVG tree: plain objects with offsets into the source. Every step of the pass reads and changes it, so that no step
 * depends on the types of the parser or of resvg.
 */

export interface SvgElement {
  readonly kind: 'element';
  /** Local name, in the SVG namespace. */
  name: string;
  /**
   * By local name; `xlink:href` is `href`, and only the `xml:` prefix is kept. Once the styles are resolved, these are
   * the winning values of the cascade, without `class` and `style`.
   */
  readonly attributes: Record<string, string>;
  children: SvgNode[];
  parent: SvgElement | null;
  /** Offset of `<` in the source (of the image, for elements of an SVG that was an image). */
  start: number;
  /** Offset after the end of the element in the source. */
  end: number;
  /** Properties that resvg only takes from a `style` attribute. Null: none. */
  styleOnly: Record<string, string> | null;
}

/** Character data inside a text element, with entities replaced. */
export interface SvgText {
  readonly kind: 'text';
  text: string;
  /** Offset in the source. */
  readonly start: number;
}

export type SvgNode = SvgElement | SvgText;

export interface SvgDocument {
  /** File name for messages. */
  readonly name: string;
  readonly source: string;
  readonly root: SvgElement;
  readonly elementCount: number;
  /** Contents of the `<style>` elements, in order. */
  readonly styles: readonly StyleSource[];
  /** Elements that are not drawn, but count for selectors such as `:first-child`. They are removed with the styles. */
  readonly left: readonly SvgElement[];
  /** Elements that are left out although they would show something, the first of each name. */
  readonly undrawn: readonly UndrawnElement[];
}

/** An element that no renderer of still pictures draws. */
export interface UndrawnElement {
  readonly name: string;
  readonly parent: SvgElement | null;
  /** Offset in the source. */
  readonly start: number;
}

export interface StyleSource {
  readonly text: string;
  /** Offset of the `<style>` element in the source. */
  readonly start: number;
}

/** Elements whose children are characters and spans. */
export const TEXT_ELEMENTS: ReadonlySet<string> = new Set(['text', 'tspan', 'textPath']);

/** A generated element without a parent. Messages about it show the position of another element. */
export function makeElement(
  name: string,
  attributes: Record<string, string>,
  { start, end }: Pick<SvgElement, 'start' | 'end'>,
  children: SvgNode[] = [],
): SvgElement {
  return { kind: 'element', name, attributes, children, parent: null, start, end, styleOnly: null };
}

/** Call `visit` for the element and all below it, parents first. */
export function walk(element: SvgElement, visit: (element: SvgElement) => void): void {
  visit(element);
  for (const child of element.children) {
    if (child.kind === 'element') walk(child, visit);
  }
}

/** 1-based line and column of an offset. */
export function lineAndColumn(
  source: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** Number of characters of all texts in an element. */
export function countCharacters(element: SvgElement): number {
  let count = 0;
  walk(element, ({ children }) => {
    for (const child of children) if (child.kind === 'text') count += child.text.length;
  });
  return count;
}
