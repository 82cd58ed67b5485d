/** `POST /api/admin/files:copy`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { copyScreen } from '../../../../../admin/files/copy-screen.ts';
import { callOf } from '../../../admin-call.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendJson } from '../../../json.ts';
import { readJson } from '../../../json-body.ts';

export function filesCopyRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/files\\:copy', {
    post: async (request, response) => {
      sendJson(response, 200, await copyScreen(api, callOf(response), readJson(request)));
    },
  });
}
