/** Writes the tree as an SVG that resvg draws at an exact size in device pixels. */
import { BY_REFERENCE } from '../../svg/document/by-reference.ts';
import type { SvgDocument, SvgElement, SvgNode } from '../../svg/document/tree.ts';
import {
  type Extent,
  isNested,
  type Placement,
  userBox,
  type ViewBox,
  type Viewport,
} from '../../svg/document/viewport.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** Attributes of the root that are replaced. */
const ROOT_ATTRIBUTES = new Set(['width', 'height', 'viewBox', 'preserveAspectRatio', 'overflow', 'x', 'y']);

/**
 * The document as text. The outer element has exactly the size of `placement`: nothing that the author wrote decides
 * how many pixels are allocated.
 */
export function writeSvg(document: SvgDocument, viewport: Viewport, placement: Placement): string {
  const { root } = document;
  const view = `${sizeText(placement)} ${viewText(outerBox(viewport))}`;
  let out = `<svg xmlns="http://www.w3.org/2000/svg" ${view}${rootText(root)}>`;
  const nested = isNested(viewport);
  if (nested) {
    out += `<svg ${sizeText(viewport)} viewBox="${boxText(userBox(viewport))}"`;
    out += `${attribute('preserveAspectRatio', viewport.preserveAspectRatio || 'xMidYMid meet')}>`;
  }
  for (const child of root.children) out += node(child);
  return `${out}${nested ? '</svg></svg>' : '</svg>'}`;
}

/**
 * A tile of the document as text: drawn, it has the pixels that the whole page has there.
 * @param placement  of the whole document, which its view box must fill
 * @param tile       where it lies, in the same device pixels, and the elements that are written: with their content
 *                   and with everything that they refer to
 */
export function writeTile(
  document: SvgDocument,
  viewport: Viewport,
  placement: Placement,
  tile: { readonly place: Placement; readonly shown: ReadonlySet<SvgElement> },
): string {
  const { root } = document;
  const { place, shown } = tile;
  const bare = shownText(root, shown, false);
  const body = REFERENCE.test(bare) || REFERENCE.test(rootText(root)) ? shownText(root, shown, true) : bare;
  // In a nested viewport, percentages refer to the same size as before.
  const inner = `x="${placement.x - place.x}" y="${placement.y - place.y}" overflow="visible"`;
  const outer = `xmlns="http://www.w3.org/2000/svg" ${sizeText(place)}`;
  const view = `${sizeText(placement)} ${viewText(outerBox(viewport))}`;
  return `<svg ${outer}><svg ${inner} ${view}${rootText(root)}>${body}</svg></svg>`;
}

/** What may be a reference to something in the document. */
const REFERENCE = /url\(|href="#/;

/** The shown elements below an element, in their groups. */
function shownText(
  { children }: SvgElement,
  shown: ReadonlySet<SvgElement>,
  withDefinitions: boolean,
): string {
  let out = '';
  for (const child of children) {
    if (child.kind === 'text') continue;
    if (shown.has(child) || (withDefinitions && BY_REFERENCE.has(child.name))) out += elementText(child);
    else if (child.name === 'g' || child.name === 'a') {
      const inner = shownText(child, shown, withDefinitions);
      if (inner !== '') out += `${tagText(child)}>${inner}</${child.name}>`;
    }
  }
  return out;
}

/** The user units that fill the placement. */
function outerBox(viewport: Viewport): ViewBox {
  const { width, height } = viewport;
  return isNested(viewport) ? { x: 0, y: 0, width, height } : userBox(viewport);
}

function sizeText({ width, height }: Extent): string {
  return `width="${width}" height="${height}"`;
}

function viewText(box: ViewBox): string {
  return `viewBox="${boxText(box)}" preserveAspectRatio="none"`;
}

/** The attributes of the root other than its size. */
function rootText(root: SvgElement): string {
  let out = '';
  for (const name in root.attributes) {
    if (!ROOT_ATTRIBUTES.has(name)) out += attribute(name, root.attributes[name] ?? '');
  }
  return out + style(root);
}

function boxText({ x, y, width, height }: ViewBox): string {
  return `${x} ${y} ${width} ${height}`;
}

function node(child: SvgNode): string {
  return child.kind === 'text' ? escapeText(child.text) : elementText(child);
}

function elementText(element: SvgElement): string {
  const { name, children } = element;
  let out = tagText(element);
  if (children.length === 0) return `${out}/>`;
  out += '>';
  for (const child of children) out += node(child);
  return `${out}</${name}>`;
}

/** The opening tag, without its end. */
function tagText(element: SvgElement): string {
  const { name, attributes } = element;
  let out = `<${name}`;
  for (const key in attributes) out += attribute(key, attributes[key] ?? '');
  return element.styleOnly === null ? out : out + style(element);
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}

function style(element: SvgElement): string {
  if (element.styleOnly === null) return '';
  const declarations = Object.entries(element.styleOnly)
    // With a semicolon or brace in it, a value could start another declaration.
    .filter(([, value]) => !/[;{}]/.test(value))
    .map(([property, value]) => `${property}:${value}`);
  return attribute('style', declarations.join(';'));
}

function escapeAttribute(value: string): string {
  return /[&<"\n\r\t]/.test(value) ? value.replace(/[&<"\n\r\t]/g, (c) => ESCAPES[c] ?? c) : value;
}

function escapeText(value: string): string {
  return /[&<>\r]/.test(value) ? value.replace(/[&<>\r]/g, (c) => ESCAPES[c] ?? c) : value;
}
