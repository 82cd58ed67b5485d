/** `GET /api/admin/screens`. */
import type { RequestHandler, Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { assignable } from '../../../../../admin/screens/screens.ts';
import { adminRoute } from '../../../admin-route.ts';
import { sendOpenJson } from '../../../compressed-json.ts';
import { makeAnswer } from '../../../long-answers.ts';

export function screensRoute(router: Router, api: AdminApi): void {
  const get: RequestHandler = async (request, response) => {
    await sendOpenJson(request, response, await makeAnswer(response, assignable(api)));
  };
  adminRoute(router, '/screens', { get });
}
