/** Paths of the pictures of frames, for the OpenAPI document. */
import { errors, type PathItem, pathParameter, serverTiming } from './parts.ts';

const ANY_KEY = pathParameter('key', {
  description:
    'Name of a frame; or MAC address or registration code of a device whose entry has `frame_tokens`',
  schema: { type: 'string', examples: ['hallway'] },
});

const HEADERS = {
  ETag: {
    description: 'The name of the picture, in quotes; absent for one that is not to be kept',
    schema: { type: 'string', pattern: '^"[0-9a-f]{30}"$' },
  },
  'Last-Modified': {
    description: 'Since when it is this picture; absent where that is not known',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    required: true,
    description: 'For how long it is up to date',
    schema: { type: 'string', examples: ['private, max-age=900'] },
  },
  Refresh: {
    required: true,
    description: 'One second more, for browsers: the tab loads the picture again',
    schema: { type: 'integer', examples: [901] },
  },
  ...serverTiming(
    "For callers that show an admin token, and the frame's own in the query:",
    'script;dur=1.2, draw;dur=2.44, total;dur=12.1',
  ),
};

/** @param type  media type of its file */
function picturePath(id: string, type: string, what: string): PathItem {
  const content = { [type]: { schema: { type: 'string', format: 'binary' } } };
  return {
    get: {
      tags: ['frame'],
      operationId: id,
      summary: `The picture of a frame${what}`,
      description:
        'For whatever can fetch an address: the screen runs, and its picture is the answer. It is 304 for a client that names the picture which it has in `If-None-Match`, or its time in `If-Modified-Since`.',
      security: SECURITY,
      parameters: [ANY_KEY],
      responses: {
        200: { description: 'The picture', headers: HEADERS, content },
        304: { description: 'The picture that the caller has is the same', headers: HEADERS },
        ...errors('invalid_path', 'invalid_host', 'invalid_header', 'invalid_frame_token', 'no_screen'),
        ...errors('too_many_attempts', 'render_failed', 'overloaded'),
      },
    },
  };
}

const SECURITY = [{ frameToken: [] }, { frameBearer: [] }, { framePassword: [] }];

const page: PathItem = {
  get: {
    tags: ['frame'],
    operationId: 'framePage',
    summary: 'A page that shows a frame',
    description: 'Fills the screen of a browser with the picture, and renews it when it is due.',
    security: SECURITY,
    parameters: [ANY_KEY],
    responses: {
      200: {
        description: 'The page',
        content: { 'text/html; charset=utf-8': { schema: { type: 'string' } } },
      },
      ...errors('invalid_path', 'invalid_host', 'invalid_header', 'invalid_frame_token'),
      ...errors('too_many_attempts'),
    },
  },
};

/** Frames by path. */
export const FRAME_PATHS: Readonly<Record<string, PathItem>> = {
  '/frame/{key}.png': picturePath('frame', 'image/png', ''),
  '/frame/{key}.jpg': picturePath('frameJpeg', 'image/jpeg', ' as JPEG'),
  '/frame/{key}.bmp': picturePath('frameBmp', 'image/bmp', ' as BMP'),
  '/frame/{key}': page,
};
