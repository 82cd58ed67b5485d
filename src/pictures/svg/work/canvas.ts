/** The picture for which work is estimated. */
import { type Extent, fitInto, pageMatrix, type Viewport } from '../document/viewport.ts';
import type { Box } from '../values/box.ts';
import type { Matrix } from '../values/matrix.ts';

/** A large panel. Smaller pictures count as much: limits that depend on the panel would surprise authors. */
const LARGE_PANEL = { width: 1872, height: 1404 };

/** Beyond this many device pixels, curves take endless time and resvg's integers overflow. */
const ABSURD_PX = 1e7;
/** resvg clips a layer at twice the size of the picture in every direction. */
const LAYER_REACH = 2;
/** The margin in pixels that resvg adds to each side of a layer. */
const LAYER_MARGIN = 2;

export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: number;
  /** From the user space of the root to device pixels. */
  readonly matrix: Matrix;

  /** @param frame  the picture, in device pixels */
  constructor(viewport: Viewport, frame: Extent) {
    const isLarge = frame.width * frame.height > LARGE_PANEL.width * LARGE_PANEL.height;
    const { width, height } = fitInto(viewport, isLarge ? frame : LARGE_PANEL);
    this.width = width;
    this.height = height;
    this.pixels = width * height;
    this.matrix = pageMatrix(viewport, { x: 0, y: 0, width, height });
  }

  /** Pixels of the picture that a box covers. @param isSure  false when only the size of the box is known */
  covered(box: Box, isSure: boolean): number {
    return area(box, isSure, { left: 0, top: 0, right: this.width, bottom: this.height });
  }

  /** Pixels of a layer that holds a box. */
  layer(box: Box, isSure: boolean): number {
    const right = this.width * LAYER_REACH;
    const bottom = this.height * LAYER_REACH;
    const { left, top } = box;
    const grown = {
      left: left - LAYER_MARGIN,
      top: top - LAYER_MARGIN,
      right: box.right + LAYER_MARGIN,
      bottom: box.bottom + LAYER_MARGIN,
    };
    return area(grown, isSure, { left: -right, top: -bottom, right, bottom });
  }

  /** The height of an outline within the picture: no edge is longer than the picture is high. */
  cut(outlineHeight: number, edges: number): number {
    return Math.min(outlineHeight, edges * this.height);
  }

  /** True for a box outside of the picture. resvg 0.34 fails at a layer that is twice the picture's size outside. */
  isOutOfSight({ left, top, right, bottom }: Box): boolean {
    return left > this.width || top > this.height || right < 0 || bottom < 0;
  }
}

function area(box: Box, isSure: boolean, within: Box): number {
  const fullWidth = within.right - within.left;
  const fullHeight = within.bottom - within.top;
  const width = isSure
    ? Math.min(box.right, within.right) - Math.max(box.left, within.left)
    : Math.min(box.right - box.left, fullWidth);
  const height = isSure
    ? Math.min(box.bottom, within.bottom) - Math.max(box.top, within.top)
    : Math.min(box.bottom - box.top, fullHeight);
  const pixels = Math.max(0, width) * Math.max(0, height);
  return Number.isNaN(pixels) ? fullWidth * fullHeight : pixels;
}

/** True for a box that is far outside of any picture. */
export function isAbsurd({ left, top, right, bottom }: Box): boolean {
  return !(left > -ABSURD_PX && top > -ABSURD_PX && right < ABSURD_PX && bottom < ABSURD_PX);
}
