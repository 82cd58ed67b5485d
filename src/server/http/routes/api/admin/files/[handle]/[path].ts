/** `/api/admin/files/{handle}/{path}`; a path may have several segments. */
import type { Request, Response, Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import type { FileView } from '../../../../../../../admin/files/file-bodies.ts';
import { readOneFile } from '../../../../../../../admin/files/read-files.ts';
import { deleteFile, putFile } from '../../../../../../../admin/files/write-files.ts';
import { overloaded } from '../../../../../../../platform/base/errors.ts';
import { FILE_LIMITS } from '../../../../../../../platform/base/file-limits.ts';
import { callOf, repoHandleOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { adminOwner } from '../../../../../body-owner.ts';
import { sendJson, sendLongJson, sendWritten } from '../../../../../json.ts';
import { readLongJson } from '../../../../../json-body.ts';
import { readQuery } from '../../../../../query.ts';
import { receiveBody } from '../../../../../receive-body.ts';
import type { Handlers } from '../../../../../route.ts';

export function fileRoute(router: Router, api: AdminApi): void {
  let writing = 0;
  const handlers: Handlers = {
    get: async (request, response) => {
      const { handle, path } = placeOf(request);
      const file = readOneFile(api, handle, path);
      noteDigest(response, file);
      await sendLongJson(response, file);
    },
    put: async (request, response) => {
      request.body = await receiveBody(request, response, FILE_LIMITS.bodyBytes, adminOwner(response));
      // Counted when it is there: bodies that never end must not keep others out.
      if (writing >= FILE_LIMITS.writesAtOnce) throw overloaded();
      writing += 1;
      try {
        const file = await putFile(api, callOf(response), placeOf(request), await readLongJson(request));
        noteDigest(response, file);
        await sendWritten(response, file);
      } finally {
        writing -= 1;
      }
    },
    delete: async (request, response) => {
      const digest = readQuery(request).get('digest');
      sendJson(response, 200, await deleteFile(api, callOf(response), placeOf(request), digest));
    },
  };
  adminRoute(router, '/files/:handle/*path', handlers, { delete: ['digest'] });
}

function placeOf(request: Request): { readonly handle: string; readonly path: string } {
  const segments: unknown = request.params['path'];
  const path = Array.isArray(segments) ? segments.join('/') : String(segments);
  return { handle: repoHandleOf(request), path };
}

function noteDigest(response: Response, { digest }: FileView): void {
  response.setHeader('ETag', `"${digest}"`);
}
