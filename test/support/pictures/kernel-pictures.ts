/** Pictures and palettes of the tests of the native module. */

export const FOUR_GREYS = ['#000000', '#555555', '#aaaaaa', '#ffffff'] as const;
export const SIX_INKS = ['#000000', '#ffffff', '#ffff00', '#ff0000', '#0000ff', '#00ff00'] as const;
export const FOUR_INKS = ['#000000', '#ffffff', '#ff0000', '#ffff00'] as const;

/** Even greys, dark to light. */
export function evenGreys(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const level = Math.floor((i * 255) / (count - 1));
    return `#${level.toString(16).padStart(2, '0').repeat(3)}`;
  });
}

/** Opaque RGBA with a grey a pixel. */
export function greyPixels(
  widthPx: number,
  heightPx: number,
  grey: (x: number, y: number) => number,
): Uint8Array {
  const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) rgba.fill(grey(x, y), (y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3);
  }
  return rgba;
}

/** Bytes that look random and are the same every time. */
export function noiseBytes(length: number, seed: number): Uint8Array {
  let state = seed >>> 0;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** Indices below a number of inks. */
export function randomIndices(length: number, inks: number, seed: number): Uint8Array {
  return noiseBytes(length, seed).map((byte) => byte % inks);
}
