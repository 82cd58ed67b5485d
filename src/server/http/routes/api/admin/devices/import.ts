/** `POST /api/admin/devices/import`. */
import type { Request, Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { BULK_LIMITS } from '../../../../../../admin/bulk/bulk-limits.ts';
import { IMPORT_MODES, importDevices } from '../../../../../../admin/bulk/import-devices.ts';
import {
  type ImportedRows,
  readCsvInSlices,
  readJsonRows,
} from '../../../../../../admin/bulk/import-table.ts';
import { AppError, overloaded } from '../../../../../../platform/base/errors.ts';
import { mainTurns, type Slices } from '../../../../../../platform/base/turns.ts';
import { callOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { adminOwner } from '../../../../body-owner.ts';
import { sendWritten } from '../../../../json.ts';
import { decoded, readLongJson } from '../../../../json-body.ts';
import { readQuery, readQueryFlag, readQueryWord } from '../../../../query.ts';
import { receiveBody } from '../../../../receive-body.ts';

const CSV_TYPE = /^text\/csv[ \t]*(?:;|$)/i;
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;

export function devicesImportRoute(router: Router, api: AdminApi): void {
  let running = 0;
  const handlers = {
    post: async (request, response) => {
      const query = readQuery(request);
      const wish = {
        mode: readQueryWord(query, 'mode', IMPORT_MODES, 'merge'),
        dryRun: readQueryFlag(query, 'dry_run'),
        expected: readQueryFlag(query, 'expected'),
      };
      requireType(request);
      request.body = await receiveBody(request, response, BULK_LIMITS.importBytes, adminOwner(response));
      // Counted when it is there: bodies that never end must not keep others out.
      if (running >= BULK_LIMITS.importsAtOnce) throw overloaded();
      running += 1;
      try {
        await sendWritten(
          response,
          await importDevices(api, callOf(response), await readRows(request), wish),
        );
      } finally {
        running -= 1;
      }
    },
  } satisfies Parameters<typeof adminRoute>[2];
  adminRoute(router, '/devices/import', handlers, ['mode', 'dry_run', 'expected']);
}

/** @throws {AppError} unsupported_media_type */
function requireType({ headers }: Request): void {
  const type = headers['content-type']?.trim() ?? '';
  if (CSV_TYPE.test(type) || JSON_TYPE.test(type)) return;
  const got = type === '' ? 'no Content-Type' : JSON.stringify(type.slice(0, 60));
  throw new AppError('unsupported_media_type', {
    detail: `Header Content-Type: expected text/csv or application/json, got ${got}.`,
  });
}

/** @throws {AppError} invalid_body for what is neither UTF-8 nor JSON */
async function readRows(request: Request): Promise<ImportedRows> {
  const isCsv = CSV_TYPE.test(request.headers['content-type']?.trim() ?? '');
  if (isCsv) return mainTurns.do('answers', csvRows(request.body));
  return mainTurns.do('answers', readJsonRows(await readLongJson(request)));
}

function* csvRows(bytes: Buffer): Slices<ImportedRows> {
  return yield* readCsvInSlices(yield* decoded(bytes));
}
