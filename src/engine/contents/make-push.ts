/**
 * Takes a picture that is pushed: checks it, scales and tones an image for the display, and draws it once, so that what is
 * wrong with it is said to whoever pushes it. All that reads the picture happens in confined processes.
 */
import { randomUUID } from 'node:crypto';
import type { DrawingEnvironment } from '../../domain/content-hash.ts';
import { type DeviceDisplay, settleDisplay } from '../../domain/device-display.ts';
import type { Mapping } from '../../domain/mapping.ts';
import { isGrey } from '../../domain/palette.ts';
import { resolveRenderSpec } from '../../domain/render-spec.ts';
import type { Deadline } from '../../platform/base/deadline.ts';
import { AppError, overloaded } from '../../platform/base/errors.ts';
import { describeFailure } from '../../platform/base/failure.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { ImageAnswer, ImageOptions } from '../../screens/script/image/image-request.ts';
import { inkPreset, NEUTRAL } from '../../screens/script/image/presets.ts';
import { sniffImage } from '../../screens/script/image/sniff.ts';
import { PUSHES } from '../../state/kinds.ts';
import type { ComposePool } from '../pool/compose-pool.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import type { Content, ContentStore } from './content-store.ts';
import { drawContent } from './draw-content.ts';
import type { PushTarget } from './pushed-contents.ts';
import { pushedContent } from './pushed-svg.ts';
import type { PictureHead, PushFit, PushTone } from './pushes.ts';

/** What can be pushed, by media type, with the name of its format. */
export const PUSH_TYPES = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/svg+xml': null,
} as const;
export type PushType = keyof typeof PUSH_TYPES;

/** What is pushed, and how it is to be shown. */
export interface PushedPicture {
  readonly type: PushType;
  readonly bytes: Buffer;
  readonly fit: PushFit;
  readonly tone: PushTone;
  readonly background: string;
  readonly pushedMs: number;
  readonly untilMs: number;
}

export interface PushMakers {
  readonly compose: Pick<ComposePool, 'processImage'>;
  readonly raster: RasterPool;
  readonly store: ContentStore;
  readonly environment: DrawingEnvironment;
}

interface PushCall {
  readonly deadline: Deadline;
  readonly log: Logger;
}

/** What is kept of a picture, and its content for the display as it is now. */
interface MadePush {
  readonly head: PictureHead;
  readonly body: Buffer;
  readonly content: Content;
  /** What is left out of it, and other things that its author should know. */
  readonly problems: readonly string[];
}

/** For a display that is not known yet: as much as a large panel shows. */
const UNKNOWN = { widthPx: 1872, heightPx: 1404 };
const MOST_BYTES = PUSHES.pushedPictures.bodyBytes;

/**
 * Make a push of a picture.
 * @param isKnown  whether the display is that of the device, and not a guess
 * @throws {AppError} invalid_picture, body_too_large, overloaded
 */
export async function makePush(
  makers: PushMakers,
  picture: PushedPicture,
  target: PushTarget & { readonly isKnown: boolean },
  call: PushCall,
): Promise<MadePush> {
  const { config, mapping, device, isKnown } = target;
  const display = settleDisplay(config, mapping, device);
  const shown =
    picture.type === 'image/svg+xml'
      ? readSvg(picture.bytes)
      : await scaleImage(makers, picture, isKnown ? display : null, call, display);
  const { fit, tone, background, pushedMs, untilMs } = picture;
  const head: PictureHead = {
    pushedMs,
    untilMs,
    digest: sha256Hex(shown.body),
    bytes: shown.body.length,
    type: shown.type,
    widthPx: shown.widthPx,
    heightPx: shown.heightPx,
    fit,
    tone,
    background,
  };
  const drawn = await drawOnce(makers, head, shown.body, { display, mapping }, call);
  return { head, body: shown.body, ...drawn };
}

type Shown = Pick<PictureHead, 'type' | 'widthPx' | 'heightPx'> & { readonly body: Buffer };

function readSvg(bytes: Buffer): Shown {
  if (bytes.length > MOST_BYTES) {
    const detail = `The SVG has ${bytes.length} bytes; expected at most ${MOST_BYTES}.`;
    throw new AppError('body_too_large', { detail });
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { type: 'image/svg+xml', widthPx: 0, heightPx: 0, body: Buffer.from(text) };
  } catch {
    throw new AppError('invalid_picture', { detail: 'The SVG is not UTF-8.' });
  }
}

/** Scale an image, and tone it for e-ink where its tones count. @param known  the display; null where it is not known */
async function scaleImage(
  { compose }: PushMakers,
  { type, bytes, fit, tone, background }: PushedPicture,
  known: DeviceDisplay | null,
  call: PushCall,
  { palette }: DeviceDisplay,
): Promise<Shown> {
  const format = sniffImage(bytes);
  if (format !== PUSH_TYPES[type]) {
    const got = format === null ? 'something else' : format.toUpperCase();
    const detail = `Expected ${type} as the Content-Type says, got ${got}.`;
    throw new AppError('invalid_picture', { detail });
  }
  const options: ImageOptions = {
    ...(tone === 'continuous' ? inkPreset(!palette.every(isGrey)) : NEUTRAL),
    ...(known === null ? UNKNOWN : { widthPx: known.widthPx, heightPx: known.heightPx }),
    // The margins of `contain` belong to the display, not to the picture.
    fit: known === null || fit === 'contain' ? 'inside' : fit,
    enlarge: known !== null,
    background,
    format: tone === 'continuous' ? 'jpeg' : 'png',
  };
  const process = (chosen: ImageOptions): Promise<ImageAnswer> =>
    // Its memory moves to the process.
    compose.processImage({ key: randomUUID(), bytes: new Uint8Array(bytes), options: chosen }, call);
  let answer = await process(options);
  if (answer.ok && answer.bytes.length > MOST_BYTES) answer = await process({ ...options, format: 'jpeg' });
  if (!answer.ok) throw answer.isBusy ? overloaded() : refused(answer.error);
  if (answer.bytes.length > MOST_BYTES) throw refused('scaled for the display it has too many bytes');
  const { mediaType, widthPx, heightPx } = answer;
  const body = Buffer.from(answer.bytes);
  return { type: mediaType === 'image/jpeg' ? 'image/jpeg' : 'image/png', widthPx, heightPx, body };
}

/** Draw the picture: what cannot be drawn is not kept, and what is kept is there when the device comes for it. */
async function drawOnce(
  { raster, store, environment }: PushMakers,
  head: PictureHead,
  body: Buffer,
  { display, mapping }: { readonly display: DeviceDisplay; readonly mapping: Mapping },
  call: PushCall,
): Promise<Pick<MadePush, 'content' | 'problems'>> {
  const spec = resolveRenderSpec({ display, mapping, script: null, screenText: null });
  const { digest } = environment;
  const content = pushedContent(head, body, spec, digest);
  const drawn = await drawContent(raster, content, { ...call, device: null, party: 'admin' });
  if (!drawn.ok)
    throw drawn.error.code === 'overloaded' ? overloaded() : refused(describeFailure(drawn.error));
  const { buffer, byteOffset, byteLength } = drawn.value.png;
  store.put(content, 'admin');
  // Workers with other fonts may have taken over meanwhile.
  if (environment.digest === digest) {
    store.putPicture(content, Buffer.from(buffer, byteOffset, byteLength), drawn.stagesMs);
  }
  return { content, problems: drawn.value.warnings.map(describeFailure) };
}

function refused(reason: string): AppError {
  return new AppError('invalid_picture', { detail: `The picture cannot be shown: ${reason.slice(0, 500)}.` });
}
