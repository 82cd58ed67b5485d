/** `GET /health` and `GET /ready`. */
import type { Response, Router } from 'express';
import { AppError } from '../../base/errors.ts';
import { only } from '../methods.ts';

/** @param isReady true while pools and config are ready and the server is not about to stop */
export function healthRoutes(router: Router, isReady: () => boolean): void {
  only(router, '/health', { get: (_request, response) => sendOk(response) });
  only(router, '/ready', {
    get: (_request, response) => {
      if (!isReady()) throw new AppError('not_ready', { headers: { 'Retry-After': '1' } });
      sendOk(response);
    },
  });
}

function sendOk(response: Response): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end('OK');
}
