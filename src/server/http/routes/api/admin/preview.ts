/** `POST /api/admin/preview`. */
import type { Request, Response, Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { previewScreen, type ScreenPreview } from '../../../../../admin/preview/preview-screen.ts';
import { previewView } from '../../../../../admin/preview/preview-view.ts';
import { summarizeReads } from '../../../../../engine/reuse/read-summary.ts';
import { AppError, overloaded } from '../../../../../platform/base/errors.ts';
import { describeFailure } from '../../../../../platform/base/failure.ts';
import { callOf } from '../../../admin-call.ts';
import { adminRoute } from '../../../admin-route.ts';
import type { DraftCalls } from '../../../draft-calls.ts';
import { sendJson } from '../../../json.ts';
import { sendPreview } from '../../../send-preview.ts';
import { tellTimes } from '../../../server-timing.ts';

export function previewRoute(router: Router, api: AdminApi, drafts: DraftCalls): void {
  adminRoute(router, '/preview', {
    post: async (request, response) => {
      const onlyOne = wantsPng(request);
      await drafts.run(request, response, async (body, signal) => {
        const preview = await previewScreen(api, callOf(response), body, { onlyOne, signal });
        if (signal.aborted) return;
        if (onlyOne) sendPicture(response, preview);
        else sendJson(response, 200, previewView(preview));
      });
    },
  });
}

/** A caller that names pictures, and not JSON before them. */
function wantsPng(request: Request): boolean {
  return request.accepts(['application/json', 'image/png']) === 'image/png';
}

/** @throws {AppError} overloaded, render_failed */
function sendPicture(response: Response, { sheet }: ScreenPreview): void {
  const [picture] = sheet.pictures;
  if (picture === undefined || picture.failure?.code === 'overloaded') throw overloaded();
  const { png, texts, failure, warnings, reads, stagesMs } = picture;
  if (png === null) throw new AppError('render_failed');
  tellTimes(response, stagesMs);
  const problems = (failure === null ? warnings : [failure, ...warnings]).map(describeFailure);
  const summary = reads === null ? null : JSON.stringify(summarizeReads(reads));
  sendPreview(response, { png, texts, problems, reads: summary });
}
