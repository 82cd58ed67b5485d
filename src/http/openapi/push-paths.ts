/** Paths of what is pushed, for the OpenAPI document: pictures of devices, and data for scripts. */
import type { ErrorCode } from '../../base/errors.ts';
import { PUSH_LIMITS } from '../../base/push-limits.ts';
import { PUSH_TYPES } from '../../content/make-push.ts';
import { PUSH_FITS, PUSH_TONES } from '../../store/pushes.ts';
import { adminCall, KEY } from './admin-paths.ts';
import { errors, json, type Parameter, type PathItem, png } from './parts.ts';

const NAME: Parameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: '1 to 64 letters, digits, `.`, `_` and `-`; begins with a letter or digit',
  schema: { type: 'string', examples: ['weather'] },
};

function option(name: string, description: string, schema: Parameter['schema']): Parameter {
  return { name, in: 'query', required: false, description, schema };
}

const OPTIONS: readonly Parameter[] = [
  option('ttl', 'Seconds for which the picture is shown', {
    ...{ type: 'integer', default: PUSH_LIMITS.pictureDefaultSeconds },
    ...{ minimum: PUSH_LIMITS.pictureMinSeconds, maximum: PUSH_LIMITS.pictureMaxSeconds },
  }),
  option('fit', 'All of an image, no margin, or stretched; `cover` for JPEG and WebP, `contain` for PNG', {
    ...{ type: 'string', enum: PUSH_FITS },
  }),
  option('tone', 'What counts in an image; `continuous` for JPEG and WebP, `structure` for PNG', {
    ...{ type: 'string', enum: PUSH_TONES },
  }),
  option('background', 'Around an image, and behind its transparent parts', {
    ...{ type: 'string', default: 'ffffff' },
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
  put: {
    ...adminCall({
      id: 'pushPicture',
      summary: 'Show a picture on a device for a time, in the place of its screen',
      parameters: [KEY, ...OPTIONS],
      answer: json('PushedPicture', 'Kept; the device shows it with its next call'),
      errors: [
        ...DEVICE,
        ...(['invalid_picture', 'body_too_large', 'unsupported_media_type', 'overloaded'] as const),
        ...ROOM,
      ],
    }),
    requestBody: PICTURE_BODY,
  },
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
    errors: ['invalid_body', 'body_too_large', 'unsupported_media_type', ...ROOM],
  }),
  delete: dataCall({
    id: 'removeData',
    summary: 'Forget data',
    answer: json('Done', 'Forgotten'),
    errors: ['not_pushed', 'store_unavailable'],
  }),
};

/** The paths by their address. */
export const PUSH_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/data/{name}': data,
  '/api/admin/devices/{key}/picture': picture,
  '/api/admin/devices/{key}/picture/told': {
    get: adminCall({
      id: 'getToldPicture',
      summary: 'The picture that a device was told to show, byte for byte',
      description:
        'It may be kept for a day where the address names it. For a caller who names it in `If-None-Match` the answer is 304, without it.',
      parameters: [
        KEY,
        option('hash', 'The picture that is expected, by its name', {
          ...{ type: 'string', examples: ['7624b721b5611743056ce33f079133'] },
        }),
      ],
      answer: png('The picture, with its name as `ETag`'),
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
