/** `GET /frame/{key}.bmp`. */
import type { Router } from 'express';
import { route } from '../../route.ts';
import { type FrameRoutes, sendFrame } from '../../send-frame.ts';

export function frameBmpRoute(router: Router, routes: FrameRoutes): void {
  route(router, '/frame/:key.bmp', {
    get: (request, response) => sendFrame(routes, 'bmp', request, response),
  });
}
