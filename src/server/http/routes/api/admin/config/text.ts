/** `/api/admin/config/text`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { getConfigText, putConfigText } from '../../../../../../admin/config-text/config-text.ts';
import { CONFIG_TEXT_LIMITS } from '../../../../../../admin/config-text/config-text-limits.ts';
import { callOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { adminOwner } from '../../../../body-owner.ts';
import { sendJson, sendLongJson } from '../../../../json.ts';
import { readLongJson } from '../../../../json-body.ts';
import { receiveBody } from '../../../../receive-body.ts';

export function configTextRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/config/text', {
    get: async (_request, response) => {
      const shown = await getConfigText(api);
      response.setHeader('ETag', `"${shown.digest}"`);
      await sendLongJson(response, shown);
    },
    put: async (request, response) => {
      request.body = await receiveBody(request, response, CONFIG_TEXT_LIMITS.bodyBytes, adminOwner(response));
      const written = await putConfigText(api, callOf(response), await readLongJson(request));
      response.setHeader('ETag', `"${written.digest}"`);
      sendJson(response, 200, written);
    },
  });
}
