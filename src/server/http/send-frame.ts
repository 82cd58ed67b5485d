/** Sends the picture of a frame in the format of its address, or says that the client has it. */
import type { Request, Response } from 'express';
import { type ContentHash, parseContentHash } from '../../domain/content-hash.ts';
import type { DeviceApi } from '../../fleet/calls/device-api.ts';
import { frame } from '../../fleet/calls/frame.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { CallContexts } from './call-context.ts';
import { readFrameToken, setFramePrivacy } from './frame-call.ts';
import { readQuery } from './query.ts';
import type { TellTimes } from './server-timing.ts';

/** As many tags as a client may have of one address. */
const MAX_TAGS = 8;

/** Formats of a frame's picture, by the end of its address. */
const FORMATS = { png: 'png', jpg: 'jpeg', bmp: 'bmp' } as const;
export type FrameFormat = keyof typeof FORMATS;

/** What the routes of frames work with. */
export interface FrameRoutes {
  readonly api: DeviceApi;
  readonly contexts: CallContexts;
  readonly tellTimes: TellTimes;
}

/** Answer a call for the picture of a frame. */
export async function sendFrame(
  { api, contexts, tellTimes }: FrameRoutes,
  format: FrameFormat,
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
  response.setHeader('Content-Type', `image/${FORMATS[format]}`);
  response.setHeader('Content-Length', file.length);
  response.end(request.method === 'HEAD' ? undefined : file);
}

async function inFormat(api: DeviceApi, png: Buffer, format: FrameFormat, log: Logger): Promise<Buffer> {
  const name = FORMATS[format];
  return name === 'png' ? png : await api.renditions.inFormat(png, name, log);
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
