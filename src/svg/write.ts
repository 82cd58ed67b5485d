/** Writes the tree as an SVG that resvg draws at an exact size in device pixels. */
import type { SvgDocument, SvgElement, SvgNode } from './tree.ts';
import { fillsItsSize, type Placement, type ViewBox, type Viewport } from './viewport.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** Attributes of the root that the written one sets by itself. */
const ROOT_ATTRIBUTES = new Set(['width', 'height', 'viewBox', 'preserveAspectRatio', 'x', 'y']);

/**
 * The document as text. The outer element has exactly `placement`'s size, so nothing the author wrote decides how
 * many pixels are allocated.
 */
export function writeSvg(document: SvgDocument, viewport: Viewport, placement: Placement): string {
  const { root } = document;
  const { width, height, viewBox, preserveAspectRatio } = viewport;
  const outer = (fillsItsSize(viewport) ? viewBox : null) ?? { x: 0, y: 0, width, height };
  let out = `<svg xmlns="http://www.w3.org/2000/svg" width="${placement.width}" height="${placement.height}"`;
  out += ` viewBox="${boxText(outer)}" preserveAspectRatio="none"`;
  for (const name in root.attributes) {
    if (!ROOT_ATTRIBUTES.has(name)) out += attribute(name, root.attributes[name] ?? '');
  }
  out += `${style(root)}>`;
  const nested = viewBox !== null && outer !== viewBox;
  if (nested) {
    out += `<svg width="${width}" height="${height}" viewBox="${boxText(viewBox)}"`;
    out += `${attribute('preserveAspectRatio', preserveAspectRatio || 'xMidYMid meet')}>`;
  }
  for (const child of root.children) out += node(child);
  return `${out}${nested ? '</svg></svg>' : '</svg>'}`;
}

function boxText({ x, y, width, height }: ViewBox): string {
  return `${x} ${y} ${width} ${height}`;
}

function node(child: SvgNode): string {
  return child.kind === 'text' ? escapeText(child.text) : elementText(child);
}

function elementText(element: SvgElement): string {
  const { name, attributes, children } = element;
  let out = `<${name}`;
  for (const key in attributes) out += attribute(key, attributes[key] ?? '');
  if (element.styleOnly !== null) out += style(element);
  if (children.length === 0) return `${out}/>`;
  out += '>';
  for (const child of children) out += node(child);
  return `${out}</${name}>`;
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}

function style(element: SvgElement): string {
  if (element.styleOnly === null) return '';
  const declarations = Object.entries(element.styleOnly)
    // A semicolon or brace could only start another declaration.
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
