/** Puts a drawing on a page, a bit smaller than it, so that it is drawn in parts. */
import type { Size } from '../support/pictures/greys.ts';

const ROOT = /<(?:\w+:)?svg\b([^>]*)>/;
const END = /<\/(?:\w+:)?svg\s*>\s*$/;
/** What of the root is handed down. */
const HANDED_DOWN =
  /\s((?:fill|stroke|style|class|color|font|stroke-width|xmlns:[\w-]+)[\w-]*\s*=\s*(?:"[^"]*"|'[^']*'))/g;
const EDGE_PX = 200;

/** The page as an SVG; null for a drawing whose root cannot be taken off by hand. */
export function onPage(source: string, { widthPx, heightPx }: Size): string | null {
  const root = ROOT.exec(source);
  const end = END.exec(source.replace(/(?:<!--(?:(?!-->)[\s\S])*-->|\s)*$/, ''));
  if (root === null || end === null) return null;
  const [tag, attributes = ''] = root;
  const inner = source.slice(root.index + tag.length, end.index);
  const [x, y, width, height] = viewBoxOf(attributes);
  const scale = EDGE_PX / Math.max(width, height);
  if (!(scale > 0 && Number.isFinite(scale))) return null;
  const doctype = /<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>/.exec(source)?.[0] ?? '';
  const handedDown = [...attributes.matchAll(HANDED_DOWN)].map(([, one]) => one).join(' ');
  const place = `translate(300 140) scale(${scale}) translate(${-x} ${-y})`;
  return `${doctype}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}"><rect width="${widthPx}" height="${heightPx}" fill="#fff"/><g transform="${place}"><g ${handedDown}>${inner}</g></g></svg>`;
}

function viewBoxOf(attributes: string): readonly [number, number, number, number] {
  const numbers =
    /viewBox\s*=\s*["']([^"']*)/
      .exec(attributes)?.[1]
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const [x = 0, y = 0, width = Number.NaN, height = Number.NaN] = numbers;
  if (width > 0 && height > 0) return [x, y, width, height];
  const edge = (name: string): number =>
    Number.parseFloat(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)`).exec(attributes)?.[1] ?? '22');
  return [0, 0, edge('width'), edge('height')];
}
