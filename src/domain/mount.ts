/** How the picture of a screen lies on its panel: which way it is turned, and which edges stay free. */
import { type Insets, NO_INSETS, type Panel, type Rotation, type Size } from './panel.ts';

export interface Mount {
  /** Clockwise, of the finished picture. */
  readonly rotate: Rotation;
  /** The free edges of the panel, and so of the turned picture. */
  readonly offset: Insets;
}

export const PLAIN_MOUNT: Mount = { rotate: 0, offset: NO_INSETS };

/** One turn after the other. */
export function addRotations(one: Rotation, other: Rotation): Rotation {
  return ((one + other) % 360) as Rotation;
}

/**
 * The size of the file for a device that says a size. A client that lies on its side may say its size as people see it:
 * wider than high where the panel is higher than wide, or the other way round. Then its sides are swapped.
 */
export function fileSize({ rotate, size }: Pick<Panel, 'rotate' | 'size'>, said: Size): Size {
  if (rotate % 180 === 0 || size === null || isWide(size) === isWide(said)) return said;
  return turned(said, 90);
}

function isWide({ widthPx, heightPx }: Size): boolean {
  return widthPx > heightPx;
}

/** True when insets leave at least a pixel of a panel. */
export function leavesRoom(
  { widthPx, heightPx }: Size,
  { leftPx, topPx, rightPx, bottomPx }: Insets,
): boolean {
  return leftPx + rightPx < widthPx && topPx + bottomPx < heightPx;
}

/** The size that a screen fills on a panel of a size. */
export function layoutSize(native: Size, { rotate, offset }: Mount): Size {
  const widthPx = native.widthPx - offset.leftPx - offset.rightPx;
  const heightPx = native.heightPx - offset.topPx - offset.bottomPx;
  return turned({ widthPx, heightPx }, rotate);
}

/** The size of the PNG for a picture of a size. */
export function nativeSize({ rotate, offset, ...layout }: Size & Mount): Size {
  const { widthPx, heightPx } = turned(layout, rotate);
  return {
    widthPx: widthPx + offset.leftPx + offset.rightPx,
    heightPx: heightPx + offset.topPx + offset.bottomPx,
  };
}

/** True for a picture that is its PNG as it is. */
export function isPlainMount({ rotate, offset }: Mount): boolean {
  return rotate === 0 && Object.values(offset).every((inset) => inset === 0);
}

function turned({ widthPx, heightPx }: Size, rotate: Rotation): Size {
  return rotate % 180 === 0 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx };
}
