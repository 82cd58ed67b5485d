/** What a request carries besides its headers: an id, a logger with that id, and one log line when it ends. */
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { EngineEvents } from '../../domain/engine-events.ts';
import { beginWork } from '../../platform/base/current-work.ts';
import type { Logger } from '../../platform/base/logger.ts';

/** Paths that only monitors call. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/ready']);

const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Start a request: keep the caller's id where it is well formed, else make one; log the answer when it is sent. */
export function requestContext(logger: Logger, events: EngineEvents) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    const start = performance.now();
    const { path } = request;
    beginWork(request.method, path);
    response.locals['requestId'] = requestId;
    response.locals['startMs'] = start;
    response.locals['log'] = logger.child({ requestId });
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      const { device, log } = response.locals as { device?: string; log: Logger };
      const ms = performance.now() - start;
      events.emit('answered', path, response.statusCode, ms);
      const line = {
        method: request.method,
        path,
        status: response.statusCode,
        ms: Math.round(ms * 10) / 10,
      };
      // Monitors call every few seconds.
      const level = PROBES.has(path) ? 'debug' : 'info';
      log[level](
        device === undefined ? line : { ...line, device },
        response.writableFinished ? 'answered' : 'caller left',
      );
    });
    next();
  };
}

/** Time since the request came in, in milliseconds. */
export function elapsedMs({ locals }: Response): number {
  return performance.now() - Number(locals['startMs']);
}

/** The id of a request, which is in its answer and in all lines of the log about it. */
export function requestIdOf({ locals }: Response): string {
  return String(locals['requestId']);
}

/** The logger of a request. */
export function requestLog(response: Response): Logger {
  return response.locals['log'] as Logger;
}
