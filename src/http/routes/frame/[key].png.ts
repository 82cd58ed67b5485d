/** `GET /frame/{key}.png`. */
import type { Request, Response, Router } from 'express';
import type { DeviceApi } from '../../../device/device-api.ts';
import { frame } from '../../../device/frame.ts';
import { type ContentHash, parseContentHash } from '../../../domain/content-hash.ts';
import { readBearer } from '../../bearer.ts';
import type { CallContexts } from '../../call-context.ts';
import { readQuery } from '../../query.ts';
import { route } from '../../route.ts';
import type { TellTimes } from '../../server-timing.ts';

/** As many tags as a client may have of one address. */
const MAX_TAGS = 8;

export function frameRoute(
  router: Router,
  api: DeviceApi,
  contexts: CallContexts,
  tellTimes: TellTimes,
): void {
  route(router, '/frame/:key.png', {
    get: async (request, response) => {
      setPrivacy(response);
      const call = contexts.of(request, response, api.config());
      const wanted = {
        key: String(request.params['key']),
        token: readToken(request),
        known: knownPictures(request.headers['if-none-match']),
      };
      const { hash, picture, refreshSeconds, isNamed, stagesMs } = await frame(api, call, wanted);
      // A token in the header is that of the frame, unless the query has one: it is no guess of another.
      if (readQuery(request).has('token')) tellTimes(response, stagesMs, picture?.drawn);
      if (isNamed) response.setHeader('ETag', `"${hash}"`);
      response.setHeader('Cache-Control', isNamed ? `private, max-age=${refreshSeconds}` : 'no-store');
      // Makes a browser tab that shows the picture load it again, when its cache does not give the old one any more.
      response.setHeader('Refresh', refreshSeconds + 1);
      if (picture === null) {
        response.statusCode = 304;
        response.end();
        return;
      }
      response.setHeader('Content-Type', 'image/png');
      response.setHeader('Content-Length', picture.png.length);
      response.end(request.method === 'HEAD' ? undefined : picture.png);
    },
  });
}

/** The address may hold the token: no other site is to see it, and no search engine to list it. */
function setPrivacy(response: Response): void {
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Robots-Tag', 'noindex');
  response.setHeader('Vary', 'Authorization');
}

/** That of the query, as a proxy may use the header for itself; null where there is none. */
function readToken(request: Request): string | null {
  const [first = null, ...more] = readQuery(request).getAll('token');
  // Twice is no token at all.
  if (more.length > 0) return '';
  return first ?? readBearer(request)?.toString('utf8') ?? null;
}

/** The pictures that an `If-None-Match` header names. `*` names none: the client has to say which it has. */
function knownPictures(header: string | undefined): readonly ContentHash[] {
  if (header === undefined) return [];
  const tags = header.split(',', MAX_TAGS).map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.flatMap((tag) => (/^".*"$/.test(tag) ? (parseContentHash(tag.slice(1, -1)) ?? []) : []));
}
