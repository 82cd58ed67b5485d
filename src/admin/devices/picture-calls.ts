/** Calls about pictures of devices: one that is pushed to it, and the one that it was told to show. */
import { type ContentHash, parseContentHash } from '../../domain/content-hash.ts';
import { isDefaultKey } from '../../domain/mapping.ts';
import { PUSH_LIMITS } from '../../domain/push-limits.ts';
import { resolveMapping } from '../../domain/resolve-mapping.ts';
import { PUSH_TYPES, type PushType } from '../../engine/contents/make-push.ts';
import { PUSH_FITS, PUSH_TONES } from '../../engine/contents/pushes.ts';
import { AppError, type ErrorCode } from '../../platform/base/errors.ts';
import { isCached } from '../../platform/base/if-none-match.ts';
import { CONSOLE_LIMITS } from '../access/console-limits.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { adminCall, DEVICE_KEY, PNG } from '../admin-call.ts';
import { type QueryField, textQuery, wholeQuery, wordQuery, wrongQuery } from '../query-fields.ts';
import { doneSchema } from '../view.ts';
import {
  getPicture,
  type PictureRequest,
  pictureSchema,
  pictureTarget,
  pushPicture,
  removePicture,
} from './device-picture.ts';
import { requireDevice } from './find-device.ts';

const TYPES = Object.keys(PUSH_TYPES) as readonly PushType[];
const COLOUR = /^#?[0-9A-Fa-f]{6}$/;

const params = { key: DEVICE_KEY };
const ERRORS: readonly ErrorCode[] = ['invalid_path', 'unknown_device', 'no_screen', 'reserved_key'];

/** How a picture is to be shown; null for what its type decides. */
const PUSH_QUERY = {
  ttl: wholeQuery(
    'Seconds for which the picture is shown',
    {
      min: PUSH_LIMITS.pictureMinSeconds,
      max: PUSH_LIMITS.pictureMaxSeconds,
      default: PUSH_LIMITS.pictureDefaultSeconds,
    },
    {},
    `whole seconds from ${PUSH_LIMITS.pictureMinSeconds} to ${PUSH_LIMITS.pictureMaxSeconds}`,
  ),
  fit: wordQuery(
    'All of an image, no margin, or stretched; `cover` for JPEG and WebP, `contain` for PNG',
    PUSH_FITS,
    null,
  ),
  tone: wordQuery(
    'What counts in an image; `continuous` for JPEG and WebP, `structure` for PNG',
    PUSH_TONES,
    null,
  ),
  background: textQuery('Around an image, and behind its transparent parts', {
    pattern: COLOUR.source,
    default: 'ffffff',
  }),
};
type PushQuery = {
  readonly [Name in keyof typeof PUSH_QUERY]: ReturnType<(typeof PUSH_QUERY)[Name]['read']>;
};

const HASH: QueryField<ContentHash | null> = {
  description: 'The picture that is expected, by its name',
  schema: { type: 'string', pattern: '^[0-9a-f]{30}$', examples: ['7624b721b5611743056ce33f079133'] },
  read: ([text], name) => {
    if (text === undefined) return null;
    const hash = parseContentHash(text);
    if (hash === null) throw wrongQuery(name, 'the name of a picture', text);
    return hash;
  },
};

const { least, most } = CONSOLE_LIMITS.thumbnailPx;

const TOLD_HEADERS = {
  ETag: {
    required: true,
    description: 'The name of the picture, in quotes',
    schema: { type: 'string', pattern: '^"[0-9a-f]{30}"$' },
  },
  'Cache-Control': {
    required: true,
    description: 'A day where the address names the picture',
    schema: { type: 'string', examples: ['private, max-age=86400, immutable'] },
  },
};

export const PICTURE_CALLS = {
  getPushedPicture: adminCall({
    method: 'GET',
    path: '/devices/{key}/picture',
    role: 'viewer',
    summary: 'The picture that is pushed to a device',
    params,
    answer: { schema: pictureSchema, description: 'What is shown, and until when' },
    errors: [...ERRORS, 'not_pushed'],
    run: ({ api, params: { key } }) => getPicture(api, key),
  }),
  pushPicture: adminCall({
    method: 'PUT',
    path: '/devices/{key}/picture',
    // What is shown for a time is the work of authors: the config stays as it is.
    role: 'author',
    summary: 'Show a picture on a device for a time, in the place of its screen',
    description: 'An SVG says itself how it fits: with one, `ttl` is the only parameter.',
    params,
    query: PUSH_QUERY,
    body: {
      content: Object.fromEntries(
        TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      ),
      maxBytes: PUSH_LIMITS.pictureBytes,
      slots: { atOnce: PUSH_LIMITS.picturesAtOnce },
    },
    answer: { schema: pictureSchema, description: 'Kept; the device shows it with its next call' },
    errors: [...ERRORS, 'invalid_picture', 'no_room_for_push', 'store_unavailable'],
    run: async ({ api, call, params: { key }, query, exchange }) => {
      const request = readRequest(query, exchange.request.headers['content-type']);
      const target = pictureTarget(api, key);
      return pushPicture(api, call, target, request, await exchange.receiveBytes());
    },
  }),
  removePushedPicture: adminCall({
    method: 'DELETE',
    path: '/devices/{key}/picture',
    role: 'author',
    summary: 'Let a device show its screen again',
    params,
    answer: { schema: doneSchema, description: 'Removed' },
    errors: [...ERRORS, 'not_pushed', 'store_unavailable'],
    run: ({ api, call, params: { key } }) => removePicture(api, call, key),
  }),
  getToldPicture: adminCall({
    method: 'GET',
    path: '/devices/{key}/picture/told',
    role: 'viewer',
    summary: 'The picture that a device was told to show, byte for byte or as a thumbnail',
    description:
      'It may be kept for a day where the address names it. For a caller who names it in `If-None-Match` the answer is 304, without it.',
    params,
    query: {
      hash: HASH,
      width: wholeQuery(
        'At most so many pixels across; without it the very bytes',
        { min: least, max: most, default: null },
        { examples: [144] },
        `a number of pixels, ${least} to ${most}`,
      ),
    },
    answer: {
      description: 'The picture',
      headers: TOLD_HEADERS,
      unchanged: TOLD_HEADERS,
      content: PNG,
    },
    errors: ['invalid_path', 'unknown_device', 'reserved_key', 'content_not_found'],
    run: async ({ api, call, params: { key }, query: { hash: expected, width }, exchange }) => {
      const { request, response } = exchange;
      const tagOf = (name: string): string => (width === null ? name : `${name}-${width}`);
      const has = (name: string): boolean => isCached(request.headers['if-none-match'], tagOf(name));
      const { hash, png: whole } = await announcedPicture(api, call, key, has);
      const isWhole = whole === null || width === null;
      const png = isWhole ? whole : await api.renditions.thumbnail(whole, width, call.log);
      // An address that names the picture never means another one, so a table of devices asks for each picture once.
      const isNamed = expected === hash;
      response.setHeader('Cache-Control', isNamed ? 'private, max-age=86400, immutable' : 'no-store');
      response.setHeader('ETag', `"${tagOf(hash)}"`);
      if (png === null) {
        response.statusCode = 304;
        response.end();
        return;
      }
      response.setHeader('Content-Type', 'image/png');
      response.setHeader('Content-Length', png.length);
      response.end(png);
    },
  }),
};

/** @throws {AppError} invalid_query, unsupported_media_type */
function readRequest(query: PushQuery, contentType: string | undefined): PictureRequest {
  const { ttl, fit, tone, background } = query;
  const type = readType(contentType);
  const isPhoto = type === 'image/jpeg' || type === 'image/webp';
  for (const name of type === 'image/svg+xml' ? (['fit', 'tone', 'background'] as const) : []) {
    const given = query[name];
    if (given !== null) throw wrongQuery(name, 'nothing for an SVG, which says that itself', given);
  }
  if (background !== null && !COLOUR.test(background)) {
    throw wrongQuery('background', 'a colour as rrggbb', background);
  }
  return {
    type,
    seconds: ttl,
    fit: fit ?? (isPhoto ? 'cover' : 'contain'),
    tone: tone ?? (isPhoto ? 'continuous' : 'structure'),
    background: `#${(background ?? 'ffffff').replace('#', '').toLowerCase()}`,
  };
}

function readType(given: string | undefined): PushType {
  const name = given?.split(';')[0]?.trim().toLowerCase();
  const type = TYPES.find((known) => known === name);
  if (type !== undefined) return type;
  const got = given === undefined ? 'no Content-Type' : JSON.stringify(given.slice(0, 60));
  throw new AppError('unsupported_media_type', {
    detail: `Header Content-Type: expected one of ${TYPES.join(', ')}, got ${got}.`,
  });
}

interface AnnouncedPicture {
  readonly hash: ContentHash;
  /** Null for a caller who has it. */
  readonly png: Buffer | null;
}

/**
 * The picture that a device was last told to show.
 * @param has  whether the caller has the picture of this name: then it is not looked for
 * @throws {AppError} unknown_device, reserved_key, content_not_found: it was told none yet, or that is not kept any more
 */
async function announcedPicture(
  api: AdminApi,
  call: AdminCall,
  key: string,
  has: (hash: ContentHash) => boolean,
): Promise<AnnouncedPicture> {
  if (isDefaultKey(key)) {
    throw new AppError('reserved_key', { detail: 'DEFAULT stands for many devices; ask for one of them.' });
  }
  const config = api.config();
  const { record } = requireDevice(config, api.registry, key);
  if (record === null || record.lastContent === null) {
    throw new AppError('content_not_found', { detail: 'The device was told no picture yet.' });
  }
  const { lastContent: hash } = record;
  if (has(hash)) return { hash, png: null };
  const resolved = resolveMapping(config, record);
  const asker = { config, mapping: resolved?.mapping ?? null, party: resolved?.party ?? 'stranger' } as const;
  const png = await api.announcedPictures.find(hash, asker, call.log);
  if (png !== null) return { hash, png };
  const detail = `The device was told the picture ${hash}, which no server keeps any more: its next poll makes another.`;
  throw new AppError('content_not_found', { detail });
}
