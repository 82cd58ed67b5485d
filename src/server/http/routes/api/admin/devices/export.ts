/** `GET /api/admin/devices/export`. */
import type { Response, Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { exportCsv, exportJson } from '../../../../../../admin/bulk/export-devices.ts';
import { overloaded } from '../../../../../../platform/base/errors.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJsonBytes } from '../../../../json.ts';
import { listInSlices } from '../../../../json-writer.ts';
import { holdAnswer, makeAnswer } from '../../../../long-answers.ts';
import { readQuery, readQueryWord } from '../../../../query.ts';

const FORMATS = ['csv', 'json'] as const;

export function devicesExportRoute(router: Router, api: AdminApi): void {
  const handlers = {
    get: async (request, response) => {
      const format = readQueryWord(readQuery(request), 'format', FORMATS, 'csv');
      if (format === 'json') {
        const list = await makeAnswer(response, listInSlices(exportJson(api)));
        nameFile(response, format);
        return sendJsonBytes(
          response,
          200,
          Buffer.concat([Buffer.from('{"devices":'), list, Buffer.from('}')]),
        );
      }
      const bytes = await makeAnswer(response, exportCsv(api));
      if (!holdAnswer(response, bytes.length)) throw overloaded();
      nameFile(response, format);
      response.setHeader('Content-Type', 'text/csv; charset=utf-8');
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('Content-Length', bytes.length);
      response.end(bytes);
    },
  } satisfies Parameters<typeof adminRoute>[2];
  adminRoute(router, '/devices/export', handlers, ['format']);
}

/** Once the file is made: an error is none. */
function nameFile(response: Response, format: (typeof FORMATS)[number]): void {
  response.setHeader('Content-Disposition', `attachment; filename="devices.${format}"`);
}
