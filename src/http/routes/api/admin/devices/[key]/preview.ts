/** `GET /api/admin/devices/{key}/preview`. */
import type { Request, Response, Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { type PreviewOptions, previewDevice } from '../../../../../../admin/preview/preview-device.ts';
import { readMoment } from '../../../../../../admin/read-moment.ts';
import { callOf, deviceKeyOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { readQuery } from '../../../../../query.ts';
import { tellTimes } from '../../../../../server-timing.ts';

/** Values that switch an option off; any other value, and none, leaves it on. */
const OFF: ReadonlySet<string> = new Set(['off', '0', 'false', 'no']);

export function devicePreviewRoute(router: Router, api: AdminApi): void {
  const handlers = {
    get: async (request: Request, response: Response) => {
      const { png, texts, problems, reads, kept, stagesMs } = await previewDevice(
        api,
        callOf(response),
        deviceKeyOf(request),
        readOptions(request),
      );
      response.setHeader('Cache-Control', 'no-store');
      tellTimes(response, stagesMs);
      response.setHeader('X-Service-Preview', kept ? 'hit' : 'miss');
      // Reasons may quote what an author wrote, and a header takes ASCII only.
      response.setHeader('X-Stipple-Texts', texts.replaceAll(/[^\x20-\x7e]/g, '?'));
      if (problems.length > 0) response.setHeader('X-Stipple-Problems', headerList(problems));
      if (reads !== null && reads.length <= MAX_HEADER) response.setHeader('X-Stipple-Reads', ascii(reads));
      response.setHeader('Content-Type', 'image/png');
      response.setHeader('Content-Length', png.length);
      response.end(png);
    },
  };
  adminRoute(router, '/devices/:key/preview', handlers, ['force', 'dither', 'measured', 'at']);
}

/** Characters of the header: clients and proxies refuse headers of some kilobytes. */
const MAX_HEADER = 2_000;

/** As many of the lines as fit, as a JSON array in ASCII. */
function headerList(lines: readonly string[]): string {
  const shown: string[] = [];
  let left = MAX_HEADER;
  for (const line of lines) {
    const text = ascii(JSON.stringify(line));
    left -= text.length + 1;
    if (left < 0) break;
    shown.push(text);
  }
  return `[${shown.join(',')}]`;
}

function ascii(json: string): string {
  return json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @throws {AppError} invalid_query */
function readOptions(request: Request): PreviewOptions {
  const query = readQuery(request);
  const isOn = (name: string): boolean => !OFF.has(query.get(name)?.trim().toLowerCase() ?? '');
  const atMs = readMoment(query, 'at');
  return { force: query.has('force'), dither: isOn('dither'), measured: isOn('measured'), atMs };
}
