/** How large an SVG is, and where it lands in the picture. */
import type { Box } from '../values/box.ts';
import { readLength } from '../values/length.ts';
import { type Matrix, multiply } from '../values/matrix.ts';
import { viewBoxMatrix } from '../values/view-box.ts';
import { failAt } from './svg-failure.ts';
import type { SvgDocument } from './tree.ts';

/** Longest edge that an SVG may declare, and its largest ratio of length to width. */
const SVG_EDGE = 100_000;
const SVG_ASPECT = 1_000;

export interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Viewport {
  /** Size in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** User units that the size shows; null when they are pixels. */
  readonly viewBox: ViewBox | null;
  readonly preserveAspectRatio: string;
}

/** A rectangle in whole device pixels. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The rectangle by its edges. */
export function placementBox({ x, y, width, height }: Placement): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** Width and height of something, in any unit. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/**
 * Size and view box of the root element. Sizes that are missing, in percent or not valid are taken from the view
 * box, one from the other by its ratio; without a view box the SVG is as large as the frame, as in a browser window.
 * @param frame  the picture, in device pixels
 * @throws {SvgSignal} `svg_invalid` for a size that shows nothing, `svg_limit` for an absurd one
 */
export function readViewport(document: SvgDocument, frame: Extent): Viewport {
  const { attributes } = document.root;
  const viewBox = readViewBox(document);
  const width = readLength(attributes['width']);
  const height = readLength(attributes['height']);
  const natural = viewBox ?? frame;
  const ratio = natural.width / natural.height;
  const size = {
    width: width ?? (height !== null ? height * ratio : natural.width),
    height: height ?? (width !== null ? width / ratio : natural.height),
  };
  checkSize(document, 'size', size.width, size.height);
  return { ...size, viewBox, preserveAspectRatio: attributes['preserveAspectRatio']?.trim() ?? '' };
}

function readViewBox(document: SvgDocument): ViewBox | null {
  const text = document.root.attributes['viewBox'];
  if (text === undefined || text.trim() === '' || text.trim() === 'none') return null;
  const numbers = text
    .trim()
    .split(/\s*,\s*|\s+/)
    .map(Number);
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  if (numbers.length !== 4 || numbers.some((number) => !Number.isFinite(number))) {
    const { start } = document.root;
    throw failAt(document, start, 'svg_invalid', `viewBox must be four numbers, not "${text.slice(0, 60)}"`);
  }
  checkSize(document, 'viewBox', width, height);
  return { x, y, width, height };
}

function checkSize(document: SvgDocument, what: string, width: number, height: number): void {
  const { start } = document.root;
  const written = `${width} x ${height}`;
  if (!(width > 0 && height > 0)) {
    throw failAt(document, start, 'svg_invalid', `the ${what} ${written} of the SVG shows nothing`);
  }
  // A view box may use tiny or huge units, but its edges must not differ too much.
  if (what === 'size' && Math.max(width, height) > SVG_EDGE) {
    throw failAt(document, start, 'svg_limit', `the ${what} ${written} is over ${SVG_EDGE} pixels an edge`);
  }
  if (Math.max(width / height, height / width) > SVG_ASPECT || !Number.isFinite(width * height)) {
    throw failAt(
      document,
      start,
      'svg_limit',
      `the ${what} ${written} of the SVG is no picture that can be shown`,
    );
  }
}

/** The placement of a picture that is fitted into a frame: as large as possible, centred, on whole pixels. */
export function fitInto(size: Extent, frame: Extent): Placement {
  const scale = Math.min(frame.width / size.width, frame.height / size.height);
  const width = Math.min(frame.width, Math.max(1, Math.round(size.width * scale)));
  const height = Math.min(frame.height, Math.max(1, Math.round(size.height * scale)));
  return {
    x: Math.floor((frame.width - width) / 2),
    y: Math.floor((frame.height - height) / 2),
    width,
    height,
  };
}

/** The box in user units that a document shows. Percentages refer to its size. */
export function userBox({ viewBox, width, height }: Viewport): ViewBox {
  return viewBox ?? { x: 0, y: 0, width, height };
}

/** From user units to device pixels. */
export function pageMatrix(viewport: Viewport, placement: Placement): Matrix {
  const { viewBox, preserveAspectRatio } = viewport;
  const isOuter = isNested(viewport);
  const user = isOuter ? { x: 0, y: 0, width: viewport.width, height: viewport.height } : userBox(viewport);
  const x = placement.width / user.width;
  const y = placement.height / user.height;
  const outer: Matrix = [x, 0, 0, y, placement.x - user.x * x, placement.y - user.y * y];
  if (!isOuter || viewBox === null) return outer;
  const box = [viewBox.x, viewBox.y, viewBox.width, viewBox.height] as const;
  return multiply(outer, viewBoxMatrix(box, preserveAspectRatio, viewport));
}

/** True for a view box of another ratio than the size: the content is then drawn in a nested viewport. */
export function isNested({ width, height, viewBox, preserveAspectRatio }: Viewport): boolean {
  if (viewBox === null || preserveAspectRatio.startsWith('none')) return false;
  return !(Math.abs((viewBox.width * height) / (viewBox.height * width) - 1) < 1e-4);
}
