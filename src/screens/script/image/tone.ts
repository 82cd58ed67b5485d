/** Changes tones and colours of pixels, with the same results on all machines. */
import type { ImageOptions } from './image-request.ts';

/** A decoded picture. */
export interface Pixels {
  /** widthPx * heightPx * channels bytes, row-major from the top left, sRGB. */
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** 1 for grey, 3 for red, green and blue. */
  readonly channels: 1 | 3;
}

type Tone = Pick<
  ImageOptions,
  'exposure' | 'autoLevels' | 'black' | 'white' | 'gamma' | 'contrast' | 'saturation' | 'grayscale'
>;

/** Fraction of the pixels at either end that automatic levels clip. */
const CLIPPED = 0.005;
/** Smallest range of automatic levels: a picture of one grey stays unchanged. */
const LEAST_SPAN = 16;
/** At the ends of its range, contrast would divide by zero. */
const MOST_CONTRAST = 0.999;

/** Luma with the weights of BT.709, as in dithering. */
function lumaOf(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The luma of each pixel, one byte for each. */
export function lumaPlane({ data, channels }: Pixels): Uint8Array {
  if (channels === 1) return data;
  const plane = new Uint8Array(data.length / 3);
  for (let n = 0, at = 0; n < plane.length; n++, at += 3) {
    plane[n] = Math.round(lumaOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
  }
  return plane;
}

/** Apply exposure, levels, contrast, and grayscale or saturation, in this order. */
export function applyTone(pixels: Pixels, tone: Tone): Pixels {
  const curve = toneCurve(tone, tone.autoLevels ? autoLevels(pixels, tone.exposure) : [0, 255]);
  const { data } = pixels;
  const result = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) result[at] = curve[data[at] ?? 0] ?? 0;
  const toned = { ...pixels, data: result };
  if (tone.grayscale) return { ...pixels, data: lumaPlane(toned), channels: 1 };
  if (tone.saturation !== 1 && pixels.channels === 3) saturate(result, tone.saturation);
  return toned;
}

/** A look-up table from level to level: exposure, levels, gamma and contrast. */
function toneCurve(tone: Tone, [low, high]: readonly [number, number]): Uint8Array {
  const { black, white, gamma } = tone;
  const contrast = Math.max(-MOST_CONTRAST, Math.min(MOST_CONTRAST, tone.contrast));
  const slope = Math.tan(((contrast + 1) * Math.PI) / 4);
  return Uint8Array.from({ length: 256 }, (_, level) => {
    const exposed = expose(level / 255, tone.exposure) * 255;
    const stretched = ((exposed - low) * 255) / (high - low);
    const levelled = clamp01((stretched - black) / (white - black)) ** (1 / gamma);
    return Math.round(clamp01((levelled - 0.5) * slope + 0.5) * 255);
  });
}

/** Multiply linear light by 2 ** stops; `value` is sRGB, 0..1 (IEC 61966-2-1). */
function expose(value: number, stops: number): number {
  if (stops === 0) return value;
  const light = (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4) * 2 ** stops;
  const back = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return clamp01(back);
}

/** The range of levels in which nearly all pixels lie after the exposure. */
function autoLevels(pixels: Pixels, exposure: number): [number, number] {
  const counts = new Uint32Array(256);
  const plane = lumaPlane(pixels);
  for (const level of plane) counts[level] = (counts[level] ?? 0) + 1;
  const clipped = plane.length * CLIPPED;
  const low = expose(firstBeyond(counts, clipped) / 255, exposure) * 255;
  const high = expose((255 - firstBeyond(counts.toReversed(), clipped)) / 255, exposure) * 255;
  return high - low < LEAST_SPAN ? [0, 255] : [low, high];
}

/** The first index at which the sum of the counts exceeds the limit. */
function firstBeyond(counts: Uint32Array, limit: number): number {
  let sum = 0;
  for (const [index, count] of counts.entries()) {
    sum += count;
    if (sum > limit) return index;
  }
  return counts.length - 1;
}

/** Change the saturation of RGB pixels in place. */
function saturate(data: Uint8Array, amount: number): void {
  for (let at = 0; at + 2 < data.length; at += 3) {
    const luma = lumaOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    for (let n = at; n < at + 3; n++) data[n] = clampByte(luma + ((data[n] ?? 0) - luma) * amount);
  }
}

/**
 * Increase the contrast of larger features (local contrast), most in the middle greys.
 * @param blurred  the luma of each pixel, strongly blurred, one byte for each
 */
export function applyClarity(pixels: Pixels, blurred: Uint8Array, amount: number): Pixels {
  const { channels } = pixels;
  const plane = lumaPlane(pixels);
  const data = new Uint8Array(pixels.data);
  for (let n = 0; n < plane.length; n++) {
    const light = plane[n] ?? 0;
    const middle = 1 - ((light - 127.5) / 127.5) ** 2;
    const lift = amount * middle * (light - (blurred[n] ?? 0));
    for (let at = n * channels; at < (n + 1) * channels; at++) data[at] = clampByte((data[at] ?? 0) + lift);
  }
  return { ...pixels, data };
}

function clamp01(value: number): number {
  return Math.max(0, Math.min(1, value));
}

function clampByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
