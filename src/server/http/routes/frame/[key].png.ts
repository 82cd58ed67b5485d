/** `GET /frame/{key}.png`. */
import type { Router } from 'express';
import { route } from '../../route.ts';
import { type FrameRoutes, sendFrame } from '../../send-frame.ts';

export function framePngRoute(router: Router, routes: FrameRoutes): void {
  route(router, '/frame/:key.png', {
    get: (request, response) => sendFrame(routes, 'png', request, response),
  });
}
