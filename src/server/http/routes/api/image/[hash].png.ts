/** `GET /api/image/{hash}.png`. */
import type { Router } from 'express';
import type { DeviceApi } from '../../../../../fleet/calls/device-api.ts';
import { image } from '../../../../../fleet/calls/image.ts';
import { noteImage } from '../../../../../fleet/calls/trail-notes.ts';
import { deadlineIn } from '../../../../../platform/base/deadline.ts';
import { isCached } from '../../../../../platform/base/if-none-match.ts';
import { LIMITS } from '../../../../../platform/base/limits.ts';
import { addressOf } from '../../../call-context.ts';
import { readQuery } from '../../../query.ts';
import { requestIdOf, requestLog } from '../../../request-context.ts';
import { route } from '../../../route.ts';
import type { TellTimes } from '../../../server-timing.ts';

export function imageRoute(router: Router, api: DeviceApi, tellTimes: TellTimes): void {
  route(router, '/api/image/:hash.png', {
    get: async (request, response) => {
      const name = String(request.params['hash']);
      const query = readQuery(request);
      const call = { deadline: deadlineIn(LIMITS.deviceCallMs), log: requestLog(response) };
      const facts = { address: addressOf(request), requestId: requestIdOf(response), name, query };
      const outcome = await image(api, name, query, call).catch((error: unknown) => {
        noteImage(api, facts, { error });
        throw error;
      });
      const { png, hash, drawn, stagesMs } = outcome;
      tellTimes(response, stagesMs, drawn);
      response.setHeader('ETag', `"${hash}"`);
      response.setHeader('Cache-Control', hash === name ? 'private, max-age=3600, immutable' : 'no-store');
      if (isCached(request.headers['if-none-match'], hash)) {
        noteImage(api, facts, { status: 304, bytes: 0 });
        response.statusCode = 304;
        response.end();
        return;
      }
      noteImage(api, facts, { status: 200, bytes: png.length });
      // Firmware compares the whole header: no charset, no compression.
      response.setHeader('Content-Type', 'image/png');
      response.setHeader('Content-Length', png.length);
      response.end(request.method === 'HEAD' ? undefined : png);
    },
  });
}
