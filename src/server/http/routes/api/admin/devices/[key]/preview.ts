/** `GET /api/admin/devices/{key}/preview`. */
import type { Request, Response, Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import { type PreviewOptions, previewDevice } from '../../../../../../../admin/preview/preview-device.ts';
import { readZonedTime } from '../../../../../../../admin/read-time.ts';
import { callOf, deviceKeyOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { readQuery } from '../../../../../query.ts';
import { sendPreview } from '../../../../../send-preview.ts';
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
      tellTimes(response, stagesMs);
      response.setHeader('X-Service-Preview', kept ? 'hit' : 'miss');
      sendPreview(response, { png, texts, problems, reads });
    },
  };
  adminRoute(router, '/devices/:key/preview', handlers, ['force', 'dither', 'measured', 'at']);
}

/** @throws {AppError} invalid_query */
function readOptions(request: Request): PreviewOptions {
  const query = readQuery(request);
  const isOn = (name: string): boolean => !OFF.has(query.get(name)?.trim().toLowerCase() ?? '');
  const atMs = readZonedTime('at', query.get('at'));
  return { force: query.has('force'), dither: isOn('dither'), measured: isOn('measured'), atMs };
}
