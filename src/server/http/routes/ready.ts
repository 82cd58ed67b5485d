/** `GET /ready`: whether pictures can be made. */
import type { Router } from 'express';
import { AppError } from '../../../platform/base/errors.ts';
import { route } from '../route.ts';
import { sendOk } from '../send-ok.ts';

/** @param isReady true while pools and config are ready and the server is not about to stop */
export function readyRoute(router: Router, isReady: () => boolean): void {
  route(router, '/ready', {
    get: (_request, response) => {
      if (!isReady()) throw new AppError('not_ready');
      sendOk(response);
    },
  });
}
