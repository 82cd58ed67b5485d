/** `GET /health` and `GET /ready`, which monitors call. */
import type { Response } from 'express';
import { AppError } from '../../../platform/base/errors.ts';
import type { Call } from './call.ts';

const OK = {
  description: 'OK',
  content: { 'text/plain; charset=utf-8': { schema: { type: 'string', examples: ['OK'] } } },
};

export const healthCall: Call = {
  id: 'health',
  method: 'GET',
  path: '/health',
  tag: 'operation',
  summary: 'Whether the process serves',
  answers: { 200: OK },
  errors: [],
  serve: () => (_request, response) => sendOk(response),
};

export const readyCall: Call = {
  id: 'ready',
  method: 'GET',
  path: '/ready',
  tag: 'operation',
  summary: 'Whether pictures can be made',
  answers: { 200: OK },
  errors: ['not_ready'],
  serve:
    ({ isReady }) =>
    (_request, response) => {
      if (!isReady()) throw new AppError('not_ready');
      sendOk(response);
    },
};

function sendOk(response: Response): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end('OK');
}
