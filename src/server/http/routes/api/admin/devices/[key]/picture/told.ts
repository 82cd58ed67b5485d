/** `GET /api/admin/devices/{key}/picture/told`. */
import type { Request, Response, Router } from 'express';
import { CONSOLE_LIMITS } from '../../../../../../../../admin/access/console-limits.ts';
import type { AdminApi } from '../../../../../../../../admin/admin-api.ts';
import { toldPicture } from '../../../../../../../../admin/devices/told-picture.ts';
import { type ContentHash, parseContentHash } from '../../../../../../../../domain/content-hash.ts';
import { AppError } from '../../../../../../../../platform/base/errors.ts';
import { quoteShort } from '../../../../../../../../platform/base/one-line.ts';
import { callOf, deviceKeyOf } from '../../../../../../admin-call.ts';
import { adminRoute } from '../../../../../../admin-route.ts';
import { isCached } from '../../../../../../if-none-match.ts';
import { readQuery } from '../../../../../../query.ts';

export function toldPictureRoute(router: Router, api: AdminApi): void {
  const handlers = {
    get: async (request: Request, response: Response) => {
      const expected = readExpected(request);
      const widthPx = readWidth(request);
      const tagOf = (name: string): string => (widthPx === null ? name : `${name}-${widthPx}`);
      const has = (name: string): boolean => isCached(request.headers['if-none-match'], tagOf(name));
      const call = callOf(response);
      const { hash, png: whole } = await toldPicture(api, call, deviceKeyOf(request), has);
      const png =
        whole === null || widthPx === null ? whole : await api.renditions.thumbnail(whole, widthPx, call.log);
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
      response.end(request.method === 'HEAD' ? undefined : png);
    },
  };
  adminRoute(router, '/devices/:key/picture/told', handlers, ['hash', 'width']);
}

/** @throws {AppError} invalid_query */
function readExpected(request: Request): ContentHash | null {
  const text = readQuery(request).get('hash');
  const name = text === null ? null : parseContentHash(text);
  if (text === null || name !== null) return name;
  throw new AppError('invalid_query', {
    detail: `hash: expected the name of a picture, got ${quoteShort(text)}.`,
  });
}

/** @throws {AppError} invalid_query */
function readWidth(request: Request): number | null {
  const text = readQuery(request).get('width');
  if (text === null) return null;
  const { least, most } = CONSOLE_LIMITS.thumbnailPx;
  const width = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (width >= least && width <= most) return width;
  throw new AppError('invalid_query', {
    detail: `width: expected a number of pixels, ${least} to ${most}, got ${quoteShort(text)}.`,
  });
}
