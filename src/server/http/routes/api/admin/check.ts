/** `POST /api/admin/check`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { checkDraft } from '../../../../../admin/check/check-draft.ts';
import { adminRoute } from '../../../admin-route.ts';
import type { DraftCalls } from '../../../draft-calls.ts';
import { sendLongJson } from '../../../json.ts';

export function checkRoute(router: Router, api: AdminApi, drafts: DraftCalls): void {
  adminRoute(router, '/check', {
    post: (request, response) =>
      drafts.run(request, response, async (body, signal) => {
        const checked = await checkDraft(api, body, signal);
        if (!signal.aborted) await sendLongJson(response, checked);
      }),
  });
}
