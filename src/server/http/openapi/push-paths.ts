/** Paths of what is pushed, for the OpenAPI document: pictures of devices, and data for scripts. */
import { CONSOLE_LIMITS } from '../../../admin/access/console-limits.ts';
import { PUSH_LIMITS } from '../../../domain/push-limits.ts';
import { PUSH_TYPES } from '../../../engine/contents/make-push.ts';
import { PUSH_FITS, PUSH_TONES } from '../../../engine/contents/pushes.ts';
import type { ErrorCode } from '../../../platform/base/errors.ts';
import { adminCall, BODY, KEY } from './admin-call.ts';
import { errors, json, type Parameter, type PathItem, png } from './parts.ts';
import { queryParameter, wholeQuery } from './query-parameters.ts';

const NAME: Parameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: '1 to 64 letters, digits, `.`, `_` and `-`; begins with a letter or digit',
  schema: { type: 'string', examples: ['weather'] },
};

const OPTIONS: readonly Parameter[] = [
  wholeQuery('ttl', 'Seconds for which the picture is shown', {
    ...{ minimum: PUSH_LIMITS.pictureMinSeconds, maximum: PUSH_LIMITS.pictureMaxSeconds },
    default: PUSH_LIMITS.pictureDefaultSeconds,
  }),
  queryParameter(
    'fit',
    'All of an image, no margin, or stretched; `cover` for JPEG and WebP, `contain` for PNG',
    {
      ...{ type: 'string', enum: PUSH_FITS },
    },
  ),
  queryParameter('tone', 'What counts in an image; `continuous` for JPEG and WebP, `structure` for PNG', {
    ...{ type: 'string', enum: PUSH_TONES },
  }),
  queryParameter('background', 'Around an image, and behind its transparent parts', {
    ...{ type: 'string', pattern: '^#?[0-9A-Fa-f]{6}$', default: 'ffffff' },
  }),
];

const BINARY = { schema: { type: 'string', format: 'binary' } };
const PICTURE_BODY = {
  required: true,
  content: Object.fromEntries(Object.keys(PUSH_TYPES).map((type) => [type, BINARY])),
};

const DEVICE: readonly ErrorCode[] = ['invalid_path', 'unknown_device', 'no_screen', 'reserved_key'];
const ROOM: readonly ErrorCode[] = ['no_room_for_push', 'store_unavailable'];

const picture: PathItem = {
  get: adminCall({
    id: 'getPushedPicture',
    summary: 'The picture that is pushed to a device',
    parameters: [KEY],
    answer: json('PushedPicture', 'What is shown, and until when'),
    errors: [...DEVICE, 'not_pushed'],
  }),
  put: adminCall({
    id: 'pushPicture',
    summary: 'Show a picture on a device for a time, in the place of its screen',
    description: 'An SVG says itself how it fits: with one, `ttl` is the only parameter.',
    parameters: [KEY, ...OPTIONS],
    body: PICTURE_BODY,
    answer: json('PushedPicture', 'Kept; the device shows it with its next call'),
    errors: [...DEVICE, 'invalid_picture', ...ROOM],
  }),
  delete: adminCall({
    id: 'removePushedPicture',
    summary: 'Let a device show its screen again',
    parameters: [KEY],
    answer: json('Done', 'Removed'),
    errors: [...DEVICE, 'not_pushed', 'store_unavailable'],
  }),
};

interface DataCall {
  readonly id: string;
  readonly summary: string;
  readonly body?: object;
  readonly answer: object;
  readonly errors: readonly ErrorCode[];
}

function dataCall({ id, summary, body, answer, errors: codes }: DataCall): object {
  return {
    tags: ['data'],
    operationId: id,
    summary,
    security: [{ dataToken: [] }],
    parameters: [NAME],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      200: answer,
      ...errors('data_token_refused', 'too_many_attempts', 'invalid_path', ...codes),
    },
  };
}

const data: PathItem = {
  get: dataCall({
    id: 'getData',
    summary: 'Data as they were pushed',
    answer: json('PushedData', 'The data'),
    errors: ['not_pushed'],
  }),
  put: dataCall({
    id: 'putData',
    summary: 'Push data for scripts, which read them with `data_get`',
    body: { required: true, content: { 'application/json': { schema: {} } } },
    answer: json('PushedDataKept', 'Kept, in the place of those before'),
    errors: [...BODY, ...ROOM],
  }),
  delete: dataCall({
    id: 'removeData',
    summary: 'Forget data',
    answer: json('Done', 'Forgotten'),
    errors: ['not_pushed', 'store_unavailable'],
  }),
};

const TOLD_HEADERS = {
  ETag: {
    ...{ required: true, description: 'The name of the picture, in quotes' },
    schema: { type: 'string', pattern: '^"[0-9a-f]{30}"$' },
  },
  'Cache-Control': {
    ...{ required: true, description: 'A day where the address names the picture' },
    schema: { type: 'string', examples: ['private, max-age=86400, immutable'] },
  },
};

/** The paths by their address. */
export const PUSH_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/data/{name}': data,
  '/api/admin/devices/{key}/picture': picture,
  '/api/admin/devices/{key}/picture/told': {
    get: adminCall({
      id: 'getToldPicture',
      summary: 'The picture that a device was told to show, byte for byte or as a thumbnail',
      description:
        'It may be kept for a day where the address names it. For a caller who names it in `If-None-Match` the answer is 304, without it.',
      parameters: [
        KEY,
        queryParameter('hash', 'The picture that is expected, by its name', {
          ...{ type: 'string', pattern: '^[0-9a-f]{30}$', examples: ['7624b721b5611743056ce33f079133'] },
        }),
        queryParameter('width', 'At most so many pixels across; without it the very bytes', {
          ...{ type: 'integer', minimum: CONSOLE_LIMITS.thumbnailPx.least },
          ...{ maximum: CONSOLE_LIMITS.thumbnailPx.most, examples: [144] },
        }),
      ],
      answer: png('The picture', TOLD_HEADERS),
      unchanged: TOLD_HEADERS,
      errors: ['invalid_path', 'unknown_device', 'reserved_key', 'content_not_found'],
    }),
  },
  '/api/admin/data': {
    get: adminCall({
      id: 'listData',
      summary: 'Which data were pushed',
      answer: json('PushedDataList', 'Names, sizes and ages'),
    }),
  },
  '/api/admin/data/{name}': {
    delete: adminCall({
      id: 'deleteData',
      summary: 'Forget data',
      parameters: [NAME],
      answer: json('Done', 'Forgotten'),
      errors: ['invalid_path', 'not_pushed', 'store_unavailable'],
    }),
  },
};
