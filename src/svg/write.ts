/** Writes the tree as an SVG that resvg draws at an exact size in device pixels. */
import type { SvgDocument, SvgElement, SvgNode } from './tree.ts';
import type { Placement, Viewport } from './viewport.ts';

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
  const outer = viewBox !== null && fillsItsSize(viewport) ? viewBox : { x: 0, y: 0, width, height };
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${placement.width}" height="${placement.height}"`,
    ` viewBox="${outer.x} ${outer.y} ${outer.width} ${outer.height}" preserveAspectRatio="none"`,
  ];
  for (const name in root.attributes) {
    if (!ROOT_ATTRIBUTES.has(name)) writeAttribute(parts, name, root.attributes[name] ?? '');
  }
  writeStyle(parts, root);
  parts.push('>');
  const nested = viewBox !== null && outer !== viewBox;
  if (nested) {
    const box = `${viewBox.x} ${viewBox.y} ${viewBox.width} ${viewBox.height}`;
    parts.push(`<svg width="${width}" height="${height}" viewBox="${box}"`);
    writeAttribute(parts, 'preserveAspectRatio', preserveAspectRatio || 'xMidYMid meet');
    parts.push('>');
  }
  for (const child of root.children) writeNode(parts, child);
  parts.push(nested ? '</svg></svg>' : '</svg>');
  return parts.join('');
}

/** True when the view box covers the size exactly, as it nearly always does. */
function fillsItsSize({ width, height, viewBox, preserveAspectRatio }: Viewport): boolean {
  if (viewBox === null) return false;
  if (preserveAspectRatio.startsWith('none')) return true;
  return Math.abs((viewBox.width * height) / (viewBox.height * width) - 1) < 1e-4;
}

function writeNode(parts: string[], node: SvgNode): void {
  if (node.kind === 'text') parts.push(escapeText(node.text));
  else writeElement(parts, node);
}

function writeElement(parts: string[], element: SvgElement): void {
  parts.push('<', element.name);
  for (const name in element.attributes) writeAttribute(parts, name, element.attributes[name] ?? '');
  writeStyle(parts, element);
  if (element.children.length === 0) {
    parts.push('/>');
    return;
  }
  parts.push('>');
  for (const child of element.children) writeNode(parts, child);
  parts.push('</', element.name, '>');
}

function writeAttribute(parts: string[], name: string, value: string): void {
  parts.push(' ', name, '="', escapeAttribute(value), '"');
}

function writeStyle(parts: string[], element: SvgElement): void {
  if (element.styleOnly === null) return;
  const style = Object.entries(element.styleOnly)
    // A semicolon or brace could only start another declaration.
    .filter(([, value]) => !/[;{}]/.test(value))
    .map(([property, value]) => `${property}:${value}`);
  writeAttribute(parts, 'style', style.join(';'));
}

function escapeAttribute(value: string): string {
  return /[&<"\n\r\t]/.test(value) ? value.replace(/[&<"\n\r\t]/g, (c) => ESCAPES[c] ?? c) : value;
}

function escapeText(value: string): string {
  return /[&<>\r]/.test(value) ? value.replace(/[&<>\r]/g, (c) => ESCAPES[c] ?? c) : value;
}
