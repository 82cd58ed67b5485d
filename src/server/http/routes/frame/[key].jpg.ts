/** `GET /frame/{key}.jpg`. */
import type { Router } from 'express';
import { route } from '../../route.ts';
import { type FrameRoutes, sendFrame } from '../../send-frame.ts';

export function frameJpegRoute(router: Router, routes: FrameRoutes): void {
  route(router, '/frame/:key.jpg', {
    get: (request, response) => sendFrame(routes, 'jpg', request, response),
  });
}
