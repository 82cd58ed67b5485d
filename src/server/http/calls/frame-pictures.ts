/** `GET /frame/{key}.png`, `.jpg` and `.bmp`: the picture of a frame, or that the client has it. */
import type { Request, Response } from 'express';
import { type ContentHash, parseContentHash } from '../../../domain/content-hash.ts';
import type { DeviceApi } from '../../../fleet/calls/device-api.ts';
import { frame } from '../../../fleet/calls/frame.ts';
import type { Logger } from '../../../platform/base/logger.ts';
import { readQuery } from '../request-url.ts';
import { timingHeader } from '../server-timing.ts';
import { BINARY, type Call, type Surroundings } from './call.ts';
import { FRAME_PARAMS, FRAME_SECURITY, readFrameToken, setFramePrivacy } from './frame-access.ts';

/** The most tags that a client may have of one address. */
const MAX_TAGS = 8;

type Format = 'png' | 'jpeg' | 'bmp';

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
  ...timingHeader(
    "For callers that show an admin token, and the frame's own in the query:",
    'script;dur=1.2, draw;dur=2.44, total;dur=12.1',
  ),
};

export const framePngCall = pictureCall('frame', '/frame/{key}.png', 'png', '');
export const frameJpegCall = pictureCall('frameJpeg', '/frame/{key}.jpg', 'jpeg', ' as JPEG');
export const frameBmpCall = pictureCall('frameBmp', '/frame/{key}.bmp', 'bmp', ' as BMP');

function pictureCall(id: string, path: Call['path'], format: Format, inWords: string): Call {
  return {
    id,
    method: 'GET',
    path,
    tag: 'frame',
    summary: `The picture of a frame${inWords}`,
    description:
      'For whatever can fetch an address: the screen runs, and its picture is the answer. It is 304 for a client that names the picture which it has in `If-None-Match`, or its time in `If-Modified-Since`.',
    security: FRAME_SECURITY,
    params: FRAME_PARAMS,
    answers: {
      200: { description: 'The picture', headers: HEADERS, content: { [`image/${format}`]: BINARY } },
      304: { description: 'The picture that the caller has is the same', headers: HEADERS },
    },
    errors: [
      'invalid_path',
      'invalid_host',
      'invalid_header',
      'invalid_frame_token',
      'no_screen',
      'too_many_attempts',
      'render_failed',
      'overloaded',
    ],
    serve: (surroundings) => (request, response) => sendPicture(surroundings, format, request, response),
  };
}

/** Send the picture in the format of its address, or say that the client has it. */
async function sendPicture(
  { device: api, contexts, tellTimes }: Surroundings,
  format: Format,
  request: Request,
  response: Response,
): Promise<void> {
  setFramePrivacy(response);
  const call = contexts.of(request, response, api.config());
  const { 'if-none-match': names, 'if-modified-since': time } = request.headers;
  const outcome = await frame(api, call, {
    key: String(request.params['key']),
    token: readFrameToken(request),
    known: knownPictures(names),
    // RFC 9110, section 13.1.3: where there are names, the time does not count.
    knownSeconds: names === undefined ? secondsOf(time) : null,
  });
  const { hash, picture, refreshSeconds, isNamed, changedSeconds, stagesMs } = outcome;
  // Before there is a header of the picture: an error has none of them.
  const file = picture === null ? null : await inFormat(api, picture.png, format, call.log);
  // A token in the header is that of the frame, unless the query has one: it is no guess of another.
  if (readQuery(request).has('token')) tellTimes(response, stagesMs, picture?.drawn);
  if (isNamed) response.setHeader('ETag', `"${hash}"`);
  if (changedSeconds !== null) {
    response.setHeader('Last-Modified', new Date(changedSeconds * 1000).toUTCString());
  }
  response.setHeader('Cache-Control', isNamed ? `private, max-age=${refreshSeconds}` : 'no-store');
  // Makes a browser tab that shows the picture load it again, when its cache does not give the old one any more.
  response.setHeader('Refresh', refreshSeconds + 1);
  if (file === null) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', `image/${format}`);
  response.setHeader('Content-Length', file.length);
  response.end(request.method === 'HEAD' ? undefined : file);
}

async function inFormat(api: DeviceApi, png: Buffer, format: Format, log: Logger): Promise<Buffer> {
  return format === 'png' ? png : await api.renditions.inFormat(png, format, log);
}

/** Null for what is no time of HTTP. */
function secondsOf(header: string | undefined): number | null {
  const ms =
    header === undefined || !/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/.test(header) ? NaN : Date.parse(header);
  return Number.isNaN(ms) ? null : ms / 1000;
}

/** The pictures that an `If-None-Match` header names. `*` names none: the client has to say which it has. */
function knownPictures(header: string | undefined): readonly ContentHash[] {
  if (header === undefined) return [];
  const tags = header.split(',', MAX_TAGS).map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.flatMap((tag) => (/^".*"$/.test(tag) ? (parseContentHash(tag.slice(1, -1)) ?? []) : []));
}
