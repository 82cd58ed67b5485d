/** `GET /api/admin/devices/export`. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { exportCsv, exportJson } from '../../../../../admin/bulk/export-devices.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJsonBytes } from '../../../../json.ts';
import { readQuery, readQueryWord } from '../../../../query.ts';

const FORMATS = ['csv', 'json'] as const;

export function devicesExportRoute(router: Router, api: AdminApi): void {
  const handlers = {
    get: async (request, response) => {
      const format = readQueryWord(readQuery(request), 'format', FORMATS, 'csv');
      const parts: string[] = [];
      const slices = format === 'csv' ? exportCsv(api) : jsonSlices(api);
      for (const slice of slices) {
        parts.push(slice);
        await nextTurn();
      }
      const bytes = Buffer.from(parts.join(''), 'utf8');
      response.setHeader('Content-Disposition', `attachment; filename="devices.${format}"`);
      if (format === 'json') return sendJsonBytes(response, 200, bytes);
      response.setHeader('Content-Type', 'text/csv; charset=utf-8');
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('Content-Length', bytes.length);
      response.end(bytes);
    },
  } satisfies Parameters<typeof adminRoute>[2];
  adminRoute(router, '/devices/export', handlers, ['format']);
}

function* jsonSlices(api: AdminApi): Generator<string> {
  let before = '{"devices":[';
  for (const slice of exportJson(api)) {
    yield before + JSON.stringify(slice).slice(1, -1);
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}
