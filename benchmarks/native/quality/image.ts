/** Pictures of the bench, and the colour arithmetic that its metrics share. */

/** An opaque picture: three bytes a pixel, row-major. */
export interface Image {
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgb: Uint8Array;
}

export type Rgb = readonly [number, number, number];

/** Draw a picture pixel by pixel; channels are rounded and cut to bytes. */
export function draw(
  name: string,
  widthPx: number,
  heightPx: number,
  colour: (x: number, y: number) => Rgb,
): Image {
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const pixel = colour(x, y);
      for (let c = 0; c < 3; c++) {
        rgb[(y * widthPx + x) * 3 + c] = Math.max(0, Math.min(255, Math.round(pixel[c] as number)));
      }
    }
  }
  return { name, widthPx, heightPx, rgb };
}

/** The same with a grey a pixel. */
export function drawGrey(
  name: string,
  widthPx: number,
  heightPx: number,
  grey: (x: number, y: number) => number,
): Image {
  return draw(name, widthPx, heightPx, (x, y) => {
    const value = grey(x, y);
    return [value, value, value];
  });
}

/** Opaque RGBA for the dither functions. */
export function toRgba(image: Image): Uint8Array {
  const { rgb } = image;
  const rgba = new Uint8Array((rgb.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from] as number;
    rgba[to + 1] = rgb[from + 1] as number;
    rgba[to + 2] = rgb[from + 2] as number;
  }
  return rgba;
}

/** BT.709 luma of the code values. */
export function lumas(image: Image): Float64Array {
  const luma = new Float64Array(image.rgb.length / 3);
  for (let i = 0; i < luma.length; i++) {
    luma[i] =
      0.2126 * (image.rgb[i * 3] as number) +
      0.7152 * (image.rgb[i * 3 + 1] as number) +
      0.0722 * (image.rgb[i * 3 + 2] as number);
  }
  return luma;
}

/** The sRGB curve: 0..255 to linear light 0..1. */
export function toLinear(code: number): number {
  const value = code / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** The inverse: linear light to the nearest of 0..255. */
export function toCode(linear: number): number {
  const light = Math.max(0, Math.min(1, linear));
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(value * 255);
}

/** The picture without its colours: what a panel of greys is asked to show. */
export function toGrey(image: Image): Image {
  const luma = lumas(image);
  const rgb = image.rgb.map((_, i) => Math.round(luma[Math.floor(i / 3)] as number));
  return { ...image, rgb };
}

/** A palette entry as bytes. */
export function parseInk(ink: string): Rgb {
  const colour = Number.parseInt(ink.slice(1), 16);
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

/** What indices look like in a palette. */
export function paint(image: Image, indices: Uint8Array, palette: readonly string[]): Image {
  const inks = palette.map(parseInk);
  const rgb = new Uint8Array(image.rgb.length);
  for (let i = 0; i < indices.length; i++) {
    const ink = inks[indices[i] as number] as Rgb;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = ink[c] as number;
  }
  return { ...image, rgb };
}

/** Where a place of the periodic plane lies in a picture that is continued as its mirror image on both sides. */
export function mirrored(place: number, size: number, period: number): number {
  if (place < size) return place;
  const behind = place - size;
  const before = period - place;
  const folded = behind < before ? size - 1 - behind : before - 1;
  return Math.max(0, Math.min(size - 1, folded));
}

/** A small generator with a seed, so that every run sees the same pictures. */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
