/** `GET /health`: whether the process serves. */
import type { Router } from 'express';
import { route } from '../route.ts';
import { sendOk } from '../send-ok.ts';

export function healthRoute(router: Router): void {
  route(router, '/health', { get: (_request, response) => sendOk(response) });
}
