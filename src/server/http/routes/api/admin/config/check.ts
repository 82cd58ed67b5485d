/** `POST /api/admin/config/check`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../admin/admin-api.ts';
import { checkConfigText } from '../../../../../../admin/config-text/check-text.ts';
import { CONFIG_TEXT_LIMITS } from '../../../../../../admin/config-text/config-text-limits.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { adminOwner } from '../../../../body-owner.ts';
import { sendLongJson } from '../../../../json.ts';
import { readLongJson } from '../../../../json-body.ts';
import { receiveBody } from '../../../../receive-body.ts';

export function configCheckRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/config/check', {
    post: async (request, response) => {
      request.body = await receiveBody(request, response, CONFIG_TEXT_LIMITS.bodyBytes, adminOwner(response));
      await sendLongJson(response, await checkConfigText(api, await readLongJson(request)));
    },
  });
}
