/** `GET /console` and all addresses below it: the page of the web console, which finds out for itself what to show, and the files that it loads. */

import type { RequestHandler } from 'express';
import { escapeXml } from '../../../screens/template/escape.ts';
import { preferredCoding } from '../accept-encoding.ts';
import type { ConsoleFiles } from '../console/files.ts';
import { notFound } from '../error-handler.ts';
import { callerPrefix } from '../forwarded-prefix.ts';
import { CONSOLE_POLICY, pageHeaders } from '../page-headers.ts';
import type { Route, Surroundings } from './call.ts';

/** A year, and no question about it: another content has another name. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Names that lead further down are no page of the console, either. */
export const consoleAssetRoute: Route = { method: 'GET', path: '/console/assets/{path}', serve: serveAsset };
export const consoleAssetsRoute: Route = { method: 'GET', path: '/console/assets', serve: serveAsset };
export const consoleStartRoute: Route = { method: 'GET', path: '/console', serve: servePage };
export const consolePageRoute: Route = { method: 'GET', path: '/console/{path}', serve: servePage };

function serveAsset({ consoleFiles }: Surroundings): RequestHandler {
  return async (request, response) => {
    const file = (await consoleFiles())?.files.get(nameOf(request.params['path']));
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
}

/** The rest of a path, whose parts are decoded. */
function nameOf(parts: unknown): string {
  return Array.isArray(parts) && parts.length === 1 ? String(parts[0]) : '';
}

function servePage({ consoleFiles, publicUrl }: Surroundings): RequestHandler {
  return async (request, response) => {
    const files = await consoleFiles();
    if (files === null) notFound(request);
    const bytes = Buffer.from(consolePage(callerPrefix(request, publicUrl), files), 'utf8');
    pageHeaders(response, CONSOLE_POLICY);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Length', bytes.length);
    // It names the files of this version.
    response.setHeader('Cache-Control', 'no-cache');
    response.end(bytes);
  };
}

/**
 * The page as HTML.
 * @param prefix  the path below which browsers reach the server; empty for none
 */
function consolePage(prefix: string, files: Pick<ConsoleFiles, 'script' | 'style' | 'icon'>): string {
  const base = escapeXml(`${prefix}/console`);
  const { script, style, icon } = files;
  const link = icon === null ? '' : `\n<link rel="icon" href="${base}/assets/${icon}" type="image/svg+xml">`;
  return `<!doctype html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Stipple</title>${link}
<link rel="stylesheet" href="${base}/assets/${style}">
<script type="module" src="${base}/assets/${script}"></script>
</head>
<body>
<noscript>The console needs JavaScript. Everything that it does can be done with the <a href="${escapeXml(prefix)}/swagger-ui">admin API</a>, too.</noscript>
<div id="console"></div>
</body>
</html>
`;
}
