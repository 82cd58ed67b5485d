/** Decodes, scales and tones a picture with sharp. Runs in an image worker. */
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { LIMITS } from '../../../platform/base/limits.ts';
import { toBmp } from './bmp.ts';
import type { CropBox, ImageAnswer, ImageOptions } from './image-request.ts';
import { type DecodableFormat, sniffImage } from './sniff.ts';
import { applyClarity, applyTone, lumaPlane, type Pixels } from './tone.ts';

/** Pixels of a picture that a script processes. */
export const SCRIPT_IMAGE_PIXELS = 50_000_000;

// Each worker processes one picture at a time, and does not get the same one again.
sharp.concurrency(1);
sharp.cache(false);

/** Names of the formats in sharp. */
const SHARP_FORMATS: Readonly<Record<DecodableFormat, string>> = {
  jpeg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: 'heif',
};
/** Formats of photos, on which the losses of JPEG cannot be seen. */
const PHOTO_FORMATS: ReadonlySet<DecodableFormat> = new Set(['jpeg', 'webp', 'avif']);

const GRAVITY: Readonly<Record<string, string>> = {
  top: 'north',
  right: 'east',
  bottom: 'south',
  left: 'west',
  center: 'centre',
  'top-left': 'northwest',
  'top-right': 'northeast',
  'bottom-left': 'southwest',
  'bottom-right': 'southeast',
};

/** Sigma of the blur for clarity, as a fraction of the shorter edge. */
const CLARITY_SIGMA = 1 / 40;

/** A picture cannot be processed; the message is the end of a sentence. */
class ImageError extends Error {}

/** Process a picture. Never rejects: a failure is an answer with `error`. */
export async function processImage(bytes: Uint8Array, options: ImageOptions): Promise<ImageAnswer> {
  try {
    return await process(bytes, options);
  } catch (error) {
    if (error instanceof ImageError) return { ok: false, error: error.message };
    return { ok: false, error: describe(error) };
  }
}

async function process(bytes: Uint8Array, options: ImageOptions): Promise<ImageAnswer> {
  const format = sniffImage(bytes);
  if (format === null) throw new ImageError('expected JPEG, PNG, WebP, AVIF or GIF, got something else');
  const input: SharpOptions = {
    // Damaged and truncated files are errors; deviations that all viewers tolerate are not.
    failOn: 'error',
    limitInputPixels: SCRIPT_IMAGE_PIXELS,
    sequentialRead: true,
  };
  const source = await upright(bytes, input, format);
  const crop = options.crop === null ? null : cropOf(options.crop, source);
  const size = targetSize(options, crop ?? source);
  const fitted = await fit(sharp(bytes, input).autoOrient(), crop, size, options);
  let pixels = applyTone(fitted, options);
  if (options.clarity !== 0) pixels = applyClarity(pixels, await blurred(pixels), options.clarity);
  return await encode(pixels, format, options);
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** The size of the upright picture (EXIF orientation applied), from its header. */
async function upright(bytes: Uint8Array, input: SharpOptions, format: DecodableFormat): Promise<Box> {
  // Without the limit of pixels, so that the message can name the size.
  const found = await sharp(bytes, { ...input, limitInputPixels: false }).metadata();
  if (found.format !== SHARP_FORMATS[format])
    throw new ImageError('the picture is of another format than it claims');
  const { width, height } = found.autoOrient;
  const limit = SCRIPT_IMAGE_PIXELS / 1e6;
  if (width * height > SCRIPT_IMAGE_PIXELS) {
    throw new ImageError(`the picture has ${width} x ${height} pixels; expected at most ${limit} million`);
  }
  return { width, height };
}

function cropOf(crop: CropBox, { width, height }: Box): Box & { left: number; top: number } {
  const left = Math.min(Math.round(crop.left * width), width - 1);
  const top = Math.min(Math.round(crop.top * height), height - 1);
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(crop.width * width), width - left)),
    height: Math.max(1, Math.min(Math.round(crop.height * height), height - top)),
  };
}

/** The size to fit the picture into; an edge that is not given follows from the other. */
function targetSize({ widthPx, heightPx }: ImageOptions, source: Box): Box {
  const width = widthPx ?? Math.max(1, Math.round(((heightPx ?? 1) * source.width) / source.height));
  const height = heightPx ?? Math.max(1, Math.round(((widthPx ?? 1) * source.height) / source.width));
  const most = LIMITS.pictureEdgePx;
  if (width > most || height > most) {
    throw new ImageError(
      `the result would have ${width} x ${height} pixels; expected at most ${most} on either edge`,
    );
  }
  return { width, height };
}

async function fit(
  picture: Sharp,
  crop: (Box & { left: number; top: number }) | null,
  size: Box,
  { fit, position, enlarge, background }: ImageOptions,
): Promise<Pixels> {
  const part = crop === null ? picture : picture.extract(crop);
  const { data, info } = await part
    .timeout({ seconds: Math.ceil(LIMITS.imageWallMs / 1000) })
    .resize({
      ...size,
      fit,
      position: GRAVITY[position] ?? position,
      withoutEnlargement: !enlarge,
      background,
    })
    .flatten({ background })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const channels = info.channels === 1 ? 1 : 3;
  if (info.channels !== channels) throw new ImageError('the picture has colours that cannot be read');
  return { data, widthPx: info.width, heightPx: info.height, channels };
}

/** The luma of a picture, strongly blurred; one byte for each pixel. */
async function blurred(pixels: Pixels): Promise<Uint8Array> {
  const { widthPx: width, heightPx: height } = pixels;
  const sigma = Math.max(2, Math.min(width, height) * CLARITY_SIGMA);
  return await sharp(lumaPlane(pixels), { raw: { width, height, channels: 1 } })
    .blur(sigma)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

async function encode(
  pixels: Pixels,
  source: DecodableFormat,
  { sharpen, format, quality }: ImageOptions,
): Promise<ImageAnswer> {
  const { data, widthPx, heightPx, channels } = pixels;
  const chosen = format ?? (PHOTO_FORMATS.has(source) ? 'jpeg' : 'png');
  const about = { ok: true, mediaType: `image/${chosen}`, widthPx, heightPx } as const;
  if (chosen === 'bmp') return { ...about, bytes: new Uint8Array(toBmp(pixels)) };
  let picture = sharp(data, { raw: { width: widthPx, height: heightPx, channels } });
  if (sharpen > 0) picture = picture.sharpen({ sigma: 1, m1: 0, m2: 3 * sharpen });
  if (channels === 1) picture = picture.toColourspace('b-w');
  const encoded =
    chosen === 'jpeg'
      ? picture.jpeg({ quality, chromaSubsampling: '4:4:4' })
      : picture.png({ compressionLevel: 6, adaptiveFiltering: true });
  return { ...about, bytes: new Uint8Array(await encoded.toBuffer()) };
}

/** The message for an error of sharp, of which only one short line is shown: it may quote several libraries. */
function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/timeout/i.test(message)) return `the picture took longer than ${LIMITS.imageWallMs / 1000} s`;
  const line =
    message
      .replace(/^Input buffer (has corrupt header|contains unsupported image format):?\s*/, '')
      .split('\n')[0] ?? '';
  return `the picture is damaged (${line.slice(0, 120).trim()})`;
}
