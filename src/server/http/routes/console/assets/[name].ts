/** `GET /console/assets/{name}`: the files that the page of the console loads. */
import type { RequestHandler, Router } from 'express';
import type { Part } from '../../../../../platform/base/parts.ts';
import { preferredCoding } from '../../../accept-encoding.ts';
import type { ConsoleFiles } from '../../../console/files.ts';
import { notFound } from '../../../error-handler.ts';
import { route } from '../../../route.ts';

/** A year, and no question about it: another content has another name. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export function consoleAssetRoute(router: Router, files: Part<ConsoleFiles | null>): void {
  const get: RequestHandler = async (request, response) => {
    const file = (await files())?.files.get(nameOf(request.params['name']));
    if (file === undefined) notFound(request);
    const { compressed } = file;
    const codings = (['br', 'gzip'] as const).filter((coding) => compressed[coding] !== undefined);
    const coding = preferredCoding(request.headers['accept-encoding']?.toString(), codings);
    const bytes = (coding === null ? undefined : compressed[coding]) ?? file.bytes;
    response.setHeader('Content-Type', file.type);
    response.setHeader('Content-Length', bytes.length);
    response.setHeader('Cache-Control', FOR_EVER);
    if (codings.length > 0) response.setHeader('Vary', 'Accept-Encoding');
    if (coding !== null) response.setHeader('Content-Encoding', coding);
    response.end(bytes);
  };
  // Names that lead further down are no page of the console, either.
  route(router, '/console/assets/*name', { get });
  route(router, '/console/assets', { get });
}

/** The rest of a path, whose parts are decoded. */
function nameOf(parts: unknown): string {
  return Array.isArray(parts) && parts.length === 1 ? String(parts[0]) : '';
}
